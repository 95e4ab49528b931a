"""Calls of tables and announcements of the desk, as the desk and phones show them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.models import Call, Event, Play, Section, Session, Table
from tournaments.queries.phone.table_state import Side, sides_of
from tournaments.support.digests import digest

CALLING = (Session.State.DEALT, Session.State.RUNNING)
"""States of a session in which its tables have codes and can call."""


@dataclass(frozen=True)
class Reason:
    """One reason of a call: its kind, the table's own words, or both; `play`, by its row, of the
    board that is named, where that is asked."""

    kind: str
    words: str
    play: int | None = None

    @property
    def label(self) -> str:
        """The kind in the reader's language; nothing where only words were said."""
        return str(Call.Reason(self.kind).label) if self.kind else ""

    @property
    def board(self) -> int:
        """The board that could not be played; 0 for any other reason."""
        is_named = self.kind == Call.Reason.UNPLAYED and self.words.isdecimal()
        return int(self.words) if is_named else 0

    @property
    def text(self) -> str:
        """Both, in the reader's language and in the table's; of a board its number."""
        if self.board:
            return _("board %(number)s could not be played") % {"number": self.words}
        return ": ".join(each for each in (self.label, self.words) if each)


@dataclass(frozen=True)
class OpenCall:
    """A call that is not closed: since when, who sits there, why, and who is coming since when.

    `round` is the one in which they called, 0 where nobody sat there; `is_past`: it is over, so
    others may sit there now. `minutes` is how long it has waited, where that is asked.
    """

    pk: int
    table: str
    at: datetime
    reasons: tuple[Reason, ...]
    sides: tuple[Side, ...]
    coming_at: datetime | None
    coming: str
    minutes: int = 0
    round: int = 0
    is_past: bool = False

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines of its table, where it is known who sits there."""
        return tuple(side.line for side in self.sides)


@dataclass(frozen=True)
class OpenCalls:
    """Every open call of an event, the longest waiting first."""

    calls: tuple[OpenCall, ...]

    @property
    def unanswered(self) -> list[OpenCall]:
        """Those to which nobody is coming yet."""
        return [call for call in self.calls if call.coming_at is None]

    @property
    def heard(self) -> str:
        """Changes when somebody calls or is answered, not with every minute."""
        return digest([(call.pk, call.coming_at) for call in self.calls])

    @property
    def version(self) -> str:
        """Changes with everything that is shown."""
        return digest(self)


def open_calls(event: Event, sections: QuerySet[Section]) -> OpenCalls:
    """The calls from some sections of an event, whoever's desk they are before."""
    now, calls = timezone.now(), _open().filter(table__section__in=sections)
    shown = [_shown(call, event, int((now - call.at).total_seconds()) // 60) for call in calls]
    return OpenCalls(_with_plays(list(calls), shown))


def _with_plays(calls: Sequence[Call], shown: Sequence[OpenCall]) -> tuple[OpenCall, ...]:
    """Link each board that a call names with its play; nobody looks where none is named."""
    boards = {reason.board for each in shown for reason in each.reasons if reason.board}
    if not boards:
        return tuple(shown)
    seatings = [call.seating_id for call in calls if call.seating_id]
    named = Play.objects.filter(seating__in=seatings, board__number__in=boards).order_by()
    plays = {
        (seating, board): play
        for seating, board, play in named.values_list("seating", "board__number", "pk")
    }
    return tuple(
        replace(
            each,
            reasons=tuple(
                replace(reason, play=plays.get((call.seating_id or 0, reason.board)))
                for reason in each.reasons
            ),
        )
        for call, each in zip(calls, shown, strict=True)
    )


def calls_in(sections: QuerySet[Section]) -> list[OpenCall]:
    """The same without their minutes, which change with nothing that happens."""
    return [_shown(call, None) for call in _open().filter(table__section__in=sections)]


def call_at(table: Table) -> OpenCall | None:
    """The table's own open call."""
    call = _open().filter(table=table).first()
    return _shown(call, None) if call else None


def takes_calls(event: Event) -> bool:
    """Whether a table of the event has a session in which it can call."""
    return Session.objects.filter(stage__event=event, state__in=CALLING).exists()


def _open() -> QuerySet[Call]:
    return Call.objects.filter(closed_at=None).select_related(
        "table__section", "seating__round", "answered_by"
    )


def _shown(call: Call, event: Event | None, minutes: int = 0) -> OpenCall:
    """A call; with its `event` those who sit there are named."""
    return OpenCall(
        pk=call.pk,
        table=call.table.label,
        at=call.at,
        reasons=tuple(Reason(kind, words) for kind, words in call.reasons),
        sides=sides_of(call.seating, event.game.lines) if event and call.seating else (),
        coming_at=call.answered_at,
        coming=call.answered_by.get_username() if call.answered_by else "",
        minutes=max(0, minutes),
        round=call.seating.round.number if call.seating else 0,
        is_past=bool(call.seating and call.seating.round.ended_at),
    )


@dataclass(frozen=True)
class Announced:
    """An announcement as it is shown."""

    pk: int
    text: str
    at: datetime


def announced(session: Session) -> Announced | None:
    """The last announcement; None where it was withdrawn, or the session is over."""
    last = None if session.is_over else session.announcements.order_by("pk").last()
    return Announced(last.pk, last.text, last.at) if last and last.withdrawn_at is None else None
