"""Events that keep quiet about results: until the round ends, or the session.

A board is hidden longer than it is sealed then, its cards with its results.
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


ORGANISER_OPENS = "organiser"
"""What boards of a section wait for that came as a file."""

EMBARGO = "moment"
"""What standings wait for that are held back: a moment, not the end of anything."""


class HiddenReason(NamedTuple):
    """Why a board is hidden: in two words, and when it opens."""

    title: Text
    text: Text


_HIDDEN: Mapping[str, HiddenReason] = {
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
    """What must end before a table may see more of a play than its own result: round, session,
    or blank."""
    shown = play.board.session.stage.event.results_shown
    if shown == _ROUND and play.seating.round.ended_at is None:
        return shown
    return shown if shown == _SESSION and not play.board.session.is_over else ""


def is_board_hidden(board: Board) -> bool:
    """Whether nobody who has not played a board may see its results: it is sealed, or the event
    is silent."""
    return is_sealed(board) or board.number in _silent(board.session)


def board_hidden_until(board: Board) -> str:
    """What must end before anybody may see a board's results: its last play, round or session; or
    blank.

    Of a section that came as a file it is the organiser's to open.
    """
    if not is_board_hidden(board):
        return ""
    if is_sealed_by_organiser(board.session):
        return ORGANISER_OPENS
    shown = board.session.stage.event.results_shown
    return "play" if shown == _AT_ONCE else shown


def hidden_reason(until: str) -> HiddenReason:
    """What is said of a board that is hidden until its last play, its round or its session has
    ended."""
    return _HIDDEN[until]


def hidden_board_numbers(session: Session) -> set[int]:
    """The numbers of the boards of a session that are hidden."""
    return sealed_board_numbers(session) | _silent(session)


def hidden_board_ids(session: Session) -> set[int]:
    """The same boards by their rows."""
    hidden = session.boards.filter(number__in=hidden_board_numbers(session))
    return set(hidden.values_list("pk", flat=True))


def _silent(session: Session) -> set[int]:
    shown = session.stage.event.results_shown
    if shown == _AT_ONCE or session.is_over:
        return set()
    boards = session.boards.order_by("number")
    if shown == _ROUND:
        boards = boards.filter(plays__seating__round__ended_at=None)
    return set(boards.values_list("number", flat=True))


def is_embargoed(event: Event) -> bool:
    """Whether the public is shown no standings yet, whatever has been played; published ones
    always are."""
    return bool(
        event.standings_from
        and timezone.now() < event.standings_from
        and event.published_at is None
    )


def standings_complete_after(stage: Stage) -> str:
    """What must come before the standings that anybody sees count all there is.

    The moment until which they are held back, the end of the round or of the session; or blank.
    """
    if is_embargoed(stage.event):
        return EMBARGO
    shown = stage.event.results_shown
    if shown == _AT_ONCE:
        return ""
    playing = Round.objects.filter(section__session__stage=stage, ended_at=None)
    unfinished = Session.objects.filter(stage=stage).exclude(state=Session.State.FINISHED)
    going_on = playing.exclude(started_at=None) if shown == _ROUND else unfinished
    return shown if going_on.exists() else ""
