"""When results are shown: at once, after the round or after the session.

A hidden board shows neither results nor cards, and may stay hidden longer than it is sealed. A
standings embargo hides the standings until a moment.
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

_AT_ONCE, _ROUND, _SESSION = (
    Event.ResultsShown.AT_ONCE,
    Event.ResultsShown.ROUND,
    Event.ResultsShown.SESSION,
)


# Why a board of an offline section is hidden: only the organiser opens it.
ORGANISER_OPENS = "organiser"

# What completes embargoed standings: a moment, not the end of a round or session.
EMBARGO = "moment"


class HiddenReason(NamedTuple):
    """Why a board is hidden: a short title, and a text that says when it opens."""

    title: Text
    text: Text


_REASONS: Mapping[str, HiddenReason] = {
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
    _ROUND: HiddenReason(
        Text(_("Results after the round")),
        Text(
            _(
                "In this event results are shown when the round ends. "
                "This board opens then, once every table has played it."
            )
        ),
    ),
    _SESSION: HiddenReason(
        Text(_("Results after the session")),
        Text(
            _("In this event results are shown when the session ends. This board opens here then.")
        ),
    ),
}


def own_results_only_until(play: Play) -> str:
    """Return until the end of what a table sees only its own result of a play.

    The answer is `round`, `session`, or blank if it sees more already.
    """
    results_shown = play.board.session.stage.event.results_shown
    if results_shown == _ROUND and play.seating.round.ended_at is None:
        return results_shown
    return results_shown if results_shown == _SESSION and not play.board.session.is_over else ""


def is_board_hidden(board: Board) -> bool:
    """Return whether a board's results are hidden from everybody who has not played it.

    It is hidden while it is sealed, and until the event shows its results.
    """
    return is_sealed(board) or board.number in _numbers_not_shown_yet(board.session)


def board_hidden_until(board: Board) -> str:
    """Return what must end before everybody may see a board's results.

    The answer is `play`, `round` or `session`, `organiser` for a board of an offline section that
    only the organiser opens, or blank for a board that is not hidden.
    """
    if not is_board_hidden(board):
        return ""
    if is_sealed_by_organiser(board.session):
        return ORGANISER_OPENS
    results_shown = board.session.stage.event.results_shown
    return "play" if results_shown == _AT_ONCE else results_shown


def hidden_reason(until: str) -> HiddenReason:
    """Return title and text for an answer of `board_hidden_until`."""
    return _REASONS[until]


def hidden_board_numbers(session: Session) -> set[int]:
    """Return the numbers of the hidden boards of a session."""
    return sealed_board_numbers(session) | _numbers_not_shown_yet(session)


def hidden_board_ids(session: Session) -> set[int]:
    """Return the ids of the hidden boards of a session."""
    hidden = session.boards.filter(number__in=hidden_board_numbers(session))
    return set(hidden.values_list("pk", flat=True))


def _numbers_not_shown_yet(session: Session) -> set[int]:
    setting = session.stage.event.results_shown
    if setting == _AT_ONCE or session.is_over:
        return set()
    boards = session.boards.order_by("number")
    if setting == _ROUND:
        boards = boards.filter(plays__seating__round__ended_at=None)
    return set(boards.values_list("number", flat=True))


def is_embargoed(event: Event) -> bool:
    """Return whether a standings embargo holds; it ends when the event is published."""
    return bool(
        event.standings_from
        and timezone.now() < event.standings_from
        and event.published_at is None
    )


def standings_complete_after(stage: Stage) -> str:
    """Return what must end before public standings count every result.

    The answer is `moment` during a standings embargo, `round`, `session`, or blank if they count
    every result already.
    """
    if is_embargoed(stage.event):
        return EMBARGO
    setting = stage.event.results_shown
    if setting == _AT_ONCE:
        return ""
    open_rounds = Round.objects.filter(section__session__stage=stage, ended_at=None)
    unfinished = Session.objects.filter(stage=stage).exclude(state=Session.State.FINISHED)
    in_progress = open_rounds.exclude(started_at=None) if setting == _ROUND else unfinished
    return setting if in_progress.exists() else ""
