"""What the standings that anybody sees may count and tell; the desk's count every result there
is."""

from django.db.models import QuerySet

from scoring.tiebreaks import SUM_X
from tournaments.models import Event, Play, Session, SitOut, Stage
from tournaments.permissions.visibility.results_shown import (
    EMBARGO,
    hidden_board_numbers,
    standings_complete_after,
)
from tournaments.permissions.visibility.sealed_boards import sealed_board_ids

_BEGUN, _ENDED = "round__started_at", "round__ended_at"
_ROUND = Event.ResultsShown.ROUND


def visible_plays(stage: Stage) -> QuerySet[Play]:
    """The plays of a stage that its standings may count: all, or those of rounds or sessions that
    are over.

    None while the standings are held back.

    Of sealed boards too, unless an award tells X: what is withheld is the board, not that somebody
    did well.
    """
    plays = Play.objects.filter(board__session__stage=stage)
    if stage.event.method.reveals_x:
        plays = plays.exclude(board__in=sealed_board_ids(stage))
    if not (until := standings_complete_after(stage)):
        return plays
    if until == EMBARGO:
        return plays.none()
    if until == _ROUND:
        return plays.exclude(seating__round__ended_at=None)
    return plays.filter(board__session__state=Session.State.FINISHED)


def visible_sit_outs(stage: Stage) -> QuerySet[SitOut]:
    """The sit-outs that standings may count: of rounds that have begun; in a quiet event, that
    are over."""
    sit_outs = SitOut.objects.filter(round__section__session__stage=stage)
    until = standings_complete_after(stage)
    return (
        sit_outs.none()
        if until == EMBARGO
        else sit_outs.exclude(**{_ENDED if until else _BEGUN: None})
    )


def may_omit_results(stage: Stage) -> bool:
    """Whether standings that anybody sees may leave out something that the desk's count."""
    return bool(standings_complete_after(stage)) or omits_sealed_boards(stage)


def omits_sealed_boards(stage: Stage) -> bool:
    """Whether there are sealed boards that standings leave out, since an award would tell X."""
    return stage.event.method.reveals_x and bool(sealed_board_ids(stage))


def has_no_hidden_boards(stage: Stage) -> bool:
    """Whether no board of a stage is hidden."""
    return not any(hidden_board_numbers(session) for session in stage.sessions.all())


def may_show_tiebreak_values(tiebreak: str, is_all_open: bool) -> bool:
    """Whether a tie-break may show its values: a sum of X would give away the X of hidden
    boards."""
    return is_all_open or tiebreak != SUM_X.key
