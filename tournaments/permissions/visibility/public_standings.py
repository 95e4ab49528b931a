"""Which results public standings may include; the desk's standings include every result."""

from django.db.models import QuerySet

from scoring.tiebreaks import SUM_X
from tournaments.models import Event, Play, Session, SitOut, Stage
from tournaments.permissions.visibility.results_shown import (
    EMBARGO,
    hidden_board_numbers,
    standings_complete_after,
)
from tournaments.permissions.visibility.sealed_boards import sealed_board_ids

_STARTED, _ENDED = "round__started_at", "round__ended_at"
_AFTER_ROUND = Event.ResultsShown.ROUND


def visible_plays(stage: Stage) -> QuerySet[Play]:
    """Return the plays of a stage that public standings may include.

    Depending on when results are shown, these are all plays, those of ended rounds, or those of
    finished sessions. During a standings embargo there are none. Plays of sealed boards are
    included, because an award says that a contestant did well but not on which result. They are
    left out if the X of a board can be concluded from awards of the method.
    """
    plays = Play.objects.filter(board__session__stage=stage)
    if stage.event.method.reveals_x:
        plays = plays.exclude(board__in=sealed_board_ids(stage))
    if not (complete_after := standings_complete_after(stage)):
        return plays
    if complete_after == EMBARGO:
        return plays.none()
    if complete_after == _AFTER_ROUND:
        return plays.exclude(seating__round__ended_at=None)
    return plays.filter(board__session__state=Session.State.FINISHED)


def visible_sit_outs(stage: Stage) -> QuerySet[SitOut]:
    """Return the sit-outs that public standings may include.

    If results are shown at once, these are the sit-outs of started rounds, otherwise those of ended
    rounds. During a standings embargo there are none.
    """
    sit_outs = SitOut.objects.filter(round__section__session__stage=stage)
    complete_after = standings_complete_after(stage)
    return (
        sit_outs.none()
        if complete_after == EMBARGO
        else sit_outs.exclude(**{_ENDED if complete_after else _STARTED: None})
    )


def may_omit_results(stage: Stage) -> bool:
    """Return whether public standings may lack results that the desk's standings include."""
    return bool(standings_complete_after(stage)) or omits_sealed_boards(stage)


def omits_sealed_boards(stage: Stage) -> bool:
    """Return whether public standings omit sealed boards, because awards would reveal X."""
    return stage.event.method.reveals_x and bool(sealed_board_ids(stage))


def has_no_hidden_boards(stage: Stage) -> bool:
    """Return whether no board of a stage is hidden."""
    return not any(hidden_board_numbers(session) for session in stage.sessions.all())


def may_show_tiebreak_values(tiebreak: str, is_all_open: bool) -> bool:
    """Return whether values of a tie-break may be shown.

    A sum of X reveals results of hidden boards, so it is shown only if all boards are open.
    """
    return is_all_open or tiebreak != SUM_X.key
