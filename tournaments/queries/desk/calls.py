"""Read calls of tables and announcements, as the desk and phones show them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.db.models import OuterRef, QuerySet, Subquery
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.models import Call, Event, Play, Player, Section, Session, Table
from tournaments.queries.phone.table_state import Side, sides_of
from tournaments.support.digests import digest

# States of a session in which its tables have codes and can call the director.
SESSION_STATES_WITH_CALLS = (Session.State.DEALT, Session.State.RUNNING)


@dataclass(frozen=True)
class CallReason:
    """One reason of a call: its kind, the table's own words, or both.

    `play_id` is the play of the board that a reason names. Only `open_calls` sets it.
    """

    kind: str
    free_text: str
    play_id: int | None = None

    @property
    def label(self) -> str:
        """Return the kind in the reader's language, or "" if there are only free words."""
        return str(Call.Reason(self.kind).label) if self.kind else ""

    @property
    def board(self) -> int:
        """Return the number of the board that could not be played, or 0 for any other reason."""
        is_named = self.kind == Call.Reason.UNPLAYED and self.free_text.isdecimal()
        return int(self.free_text) if is_named else 0

    @property
    def text(self) -> str:
        """Return the whole reason: the kind is translated, the table's own words are not."""
        if self.board:
            return _("board %(number)s could not be played") % {"number": self.free_text}
        return ": ".join(part for part in (self.label, self.free_text) if part)


@dataclass(frozen=True)
class OpenCall:
    """A call that is not closed, with its reasons and the players at the table.

    `round_number` is the round in which the table called, 0 if nobody sat there. If `is_past`, that
    round is over and other contestants may sit at the table now. `answered_by` names the member who
    is coming, as a player of the club or by username, "" before anybody is. `waiting_minutes` is 0
    unless `open_calls` sets it.
    """

    pk: int
    table: str
    called_at: datetime
    reasons: tuple[CallReason, ...]
    sides: tuple[Side, ...]
    answered_at: datetime | None
    answered_by: str
    waiting_minutes: int = 0
    round_number: int = 0
    is_past: bool = False

    @property
    def lines(self) -> tuple[str, ...]:
        """Return the lines of the table, empty if nobody is known to sit there."""
        return tuple(side.line for side in self.sides)


@dataclass(frozen=True)
class OpenCalls:
    """Every open call of an event, the longest waiting first."""

    calls: tuple[OpenCall, ...]

    @property
    def unanswered(self) -> list[OpenCall]:
        """Return the calls to which nobody is coming yet."""
        return [call for call in self.calls if call.answered_at is None]

    @property
    def alert_version(self) -> str:
        """Return a digest that changes when a table calls or is answered, not with each minute."""
        return digest([(call.pk, call.answered_at) for call in self.calls])

    @property
    def version(self) -> str:
        """Return a digest that changes with everything that is shown."""
        return digest(self)


def open_calls(event: Event, sections: QuerySet[Section]) -> OpenCalls:
    """Return the open calls from some sections of an event, with minutes and linked boards."""
    now, calls = timezone.now(), _open_call_rows().filter(table__section__in=sections)
    open_calls = [
        _open_call(call, event, int((now - call.at).total_seconds()) // 60) for call in calls
    ]
    return OpenCalls(_link_reasons_to_plays(list(calls), open_calls))


def _link_reasons_to_plays(
    calls: Sequence[Call], open_calls: Sequence[OpenCall]
) -> tuple[OpenCall, ...]:
    """Set the play of each board that a reason names; skip the query if none does."""
    board_numbers = {
        reason.board for open_call in open_calls for reason in open_call.reasons if reason.board
    }
    if not board_numbers:
        return tuple(open_calls)
    seating_ids = [call.seating_id for call in calls if call.seating_id]
    named_plays = Play.objects.filter(
        seating__in=seating_ids, board__number__in=board_numbers
    ).order_by()
    play_id_by_board = {
        (seating_id, board_number): play_id
        for seating_id, board_number, play_id in named_plays.values_list(
            "seating", "board__number", "pk"
        )
    }
    return tuple(
        replace(
            open_call,
            reasons=tuple(
                replace(reason, play_id=play_id_by_board.get((call.seating_id or 0, reason.board)))
                for reason in open_call.reasons
            ),
        )
        for call, open_call in zip(calls, open_calls, strict=True)
    )


def calls_without_minutes(sections: QuerySet[Section]) -> list[OpenCall]:
    """Return the open calls from some sections without minutes, so that digests stay the same."""
    return [
        _open_call(call, None) for call in _open_call_rows().filter(table__section__in=sections)
    ]


def open_call_of_table(table: Table) -> OpenCall | None:
    """Return the table's open call, or None."""
    call = _open_call_rows().filter(table=table).first()
    return _open_call(call, None) if call else None


def can_receive_calls(event: Event) -> bool:
    """Return whether a table of the event has a session in which it can call."""
    return Session.objects.filter(stage__event=event, state__in=SESSION_STATES_WITH_CALLS).exists()


def _open_call_rows() -> QuerySet[Call]:
    players = Player.objects.filter(
        user=OuterRef("answered_by"), club=OuterRef("table__section__session__stage__event__club")
    )
    open_calls = Call.objects.filter(closed_at=None).annotate(
        player=Subquery(players.values("name"))
    )
    return open_calls.select_related("table__section", "seating__round", "answered_by")


def _open_call(call: Call, event: Event | None, minutes: int = 0) -> OpenCall:
    """Return the open call of a row; its players are named only if `event` is given."""
    return OpenCall(
        pk=call.pk,
        table=call.table.label,
        called_at=call.at,
        reasons=tuple(CallReason(kind, words) for kind, words in call.reasons),
        sides=sides_of(call.seating, event.game.lines) if event and call.seating else (),
        answered_at=call.answered_at,
        answered_by=_answered_by(call),
        waiting_minutes=max(0, minutes),
        round_number=call.seating.round.number if call.seating else 0,
        is_past=bool(call.seating and call.seating.round.ended_at),
    )


def _answered_by(call: Call) -> str:
    """Return the name of the club's player who signs in as the member, otherwise the username."""
    player: str | None = call.player  # type: ignore[attr-defined]
    return player or (call.answered_by.get_username() if call.answered_by else "")


@dataclass(frozen=True)
class CurrentAnnouncement:
    """The announcement that every phone shows."""

    pk: int
    text: str
    at: datetime


def current_announcement(session: Session) -> CurrentAnnouncement | None:
    """Return the last announcement; None if it was withdrawn or the session is over."""
    last = None if session.is_over else session.announcements.order_by("pk").last()
    return (
        CurrentAnnouncement(last.pk, last.text, last.at)
        if last and last.withdrawn_at is None
        else None
    )
