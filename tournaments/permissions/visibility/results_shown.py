"""When results are shown: at once, after the round or after the session.

A hidden board shows neither results nor cards. A board that is no longer sealed may still be
hidden, if the event shows results later. A standings embargo hides the standings until a certain
time.
"""

from collections.abc import Mapping
from typing import NamedTuple

from django.utils import timezone

from games.text import Text
from games.text import gettext_noop as _
from tournaments.models import Board, Event, Play, Round, Session, Stage
from tournaments.permissions.visibility.sealed_boards import (
    is_sealed,
    is_sealed_by_organiser,
    sealed_board_numbers,
)

_SHOWN_AT_ONCE, _SHOWN_AFTER_ROUND, _SHOWN_AFTER_SESSION = (
    Event.ResultsShown.AT_ONCE,
    Event.ResultsShown.ROUND,
    Event.ResultsShown.SESSION,
)


# Answer of `board_hidden_until` for a board that only the organiser of an offline section opens.
ORGANISER_OPENS = "organiser"

# Answer of `standings_complete_after` during an embargo, which ends at a time and not with a round
# or session.
EMBARGO = "moment"


class HiddenReason(NamedTuple):
    """Texts about a hidden board: a short title, and a text that says when it opens."""

    title: Text
    text: Text


_HIDDEN_REASONS: Mapping[str, HiddenReason] = {
    "play": HiddenReason(
        Text(_("Still being played")),
        Text(
            _(
                "Some tables still have to play this board, or to confirm their result on a "
                "second phone. Its cards and results open here as soon as all have. An entry "
                "from one phone is enough once the round is over, and every board is open "
                "when the session ends."
            )
        ),
    ),
    ORGANISER_OPENS: HiddenReason(
        Text(_("Shown by the organiser")),
        Text(
            _(
                "This section is part of a larger field, where others may still have to play this "
                "board. Its cards and results are shown on the organiser’s site."
            )
        ),
    ),
    _SHOWN_AFTER_ROUND: HiddenReason(
        Text(_("Results after the round")),
        Text(
            _(
                "In this event results are shown when the round ends. "
                "This board opens then, once every table has played it."
            )
        ),
    ),
    _SHOWN_AFTER_SESSION: HiddenReason(
        Text(_("Results after the session")),
        Text(
            _("In this event results are shown when the session ends. This board opens here then.")
        ),
    ),
}


def own_results_only_until(play: Play) -> str:
    """Return what must end before a table sees the results of other tables on a board.

    The answer is `round`, `session`, or an empty text if nothing has to end.
    """
    results_shown = play.board.session.stage.event.results_shown
    if results_shown == _SHOWN_AFTER_ROUND and play.seating.round.ended_at is None:
        return results_shown
    return (
        results_shown
        if results_shown == _SHOWN_AFTER_SESSION and not play.board.session.is_over
        else ""
    )


def is_board_hidden(board: Board) -> bool:
    """Return whether a board's cards and results are hidden from those who have not played it.

    It is hidden while it is sealed, and as long as the event does not show its results yet.
    """
    return is_sealed(board) or board.number in _numbers_of_boards_not_shown_yet(board.session)


def board_hidden_until(board: Board) -> str:
    """Return what must end before everybody may see a board's results.

    The answer is `play`, `round`, `session`, `organiser` for a board of an offline section that
    only the organiser opens, or an empty text for a board that is not hidden.
    """
    if not is_board_hidden(board):
        return ""
    if is_sealed_by_organiser(board.session):
        return ORGANISER_OPENS
    results_shown = board.session.stage.event.results_shown
    return "play" if results_shown == _SHOWN_AT_ONCE else results_shown


def hidden_reason(until: str) -> HiddenReason:
    """Return title and text for an answer of `board_hidden_until`."""
    return _HIDDEN_REASONS[until]


def hidden_board_numbers(session: Session) -> set[int]:
    """Return the numbers of the hidden boards of a session."""
    return sealed_board_numbers(session) | _numbers_of_boards_not_shown_yet(session)


def hidden_board_ids(session: Session) -> set[int]:
    """Return the ids of the hidden boards of a session."""
    hidden_boards = session.boards.filter(number__in=hidden_board_numbers(session))
    return set(hidden_boards.values_list("pk", flat=True))


def _numbers_of_boards_not_shown_yet(session: Session) -> set[int]:
    results_shown = session.stage.event.results_shown
    if results_shown == _SHOWN_AT_ONCE or session.is_over:
        return set()
    boards = session.boards.order_by("number")
    if results_shown == _SHOWN_AFTER_ROUND:
        boards = boards.filter(plays__seating__round__ended_at=None)
    return set(boards.values_list("number", flat=True))


def is_embargoed(event: Event) -> bool:
    """Return whether the event's standings embargo is in effect; publishing the event ends it."""
    return bool(
        event.standings_from
        and timezone.now() < event.standings_from
        and event.published_at is None
    )


def standings_complete_after(stage: Stage) -> str:
    """Return what must end before public standings include every result.

    The answer is `moment` during a standings embargo, `round`, `session`, or an empty text if they
    include every result already.
    """
    if is_embargoed(stage.event):
        return EMBARGO
    results_shown = stage.event.results_shown
    if results_shown == _SHOWN_AT_ONCE:
        return ""
    open_rounds = Round.objects.filter(section__session__stage=stage, ended_at=None)
    unfinished = Session.objects.filter(stage=stage).exclude(state=Session.State.FINISHED)
    in_progress = (
        open_rounds.exclude(started_at=None) if results_shown == _SHOWN_AFTER_ROUND else unfinished
    )
    return results_shown if in_progress.exists() else ""
