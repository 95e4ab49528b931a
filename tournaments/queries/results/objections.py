"""Read objections: until when they are possible, those of a side, and those of a play."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import Exists, OuterRef, Prefetch
from django.utils import timezone

from tournaments.models import Contestant, Entry, Objection, Play, Session
from tournaments.permissions.visibility.objections import Objector, plays_open_to_objection
from tournaments.queries.results.play_state import DECISION_KINDS, active_entries

# The condition on plays that they have an unanswered objection.
HAS_OPEN_OBJECTION = Exists(Objection.objects.unanswered().filter(play=OuterRef("pk")))


class ObjectionDeadline(NamedTuple):
    """Until when the results of a session can be objected to.

    `until` is None as long as it is not known. `minutes` is how long after the end of the session
    that is; 0 for never, None for until the standings are published. `is_open` says whether
    objections are possible now.
    """

    is_open: bool
    until: datetime | None
    minutes: int | None


@dataclass(frozen=True)
class BoardObjections:
    """A side's objections to one play, the earliest first, and whether it may object now."""

    objections: tuple[Objection, ...]
    may_object: bool


@dataclass(frozen=True)
class ContestantObjections:
    """A side's objections by the id of the play.

    `deadline` is that of the last session it has played in, None if there is none.
    """

    by_play: Mapping[int, BoardObjections]
    deadline: ObjectionDeadline | None

    @property
    def is_waiting(self) -> bool:
        """Whether the director has yet to answer one of them."""
        return any(
            objection.answered_at is None
            for board in self.by_play.values()
            for objection in board.objections
        )


class ObjectionSummary(NamedTuple):
    """An open objection as the desk lists it."""

    contestant_name: str
    words: str


@dataclass(frozen=True)
class ReviewedObjection:
    """An objection, and whether a director has decided about its play since."""

    objection: Objection
    is_decided: bool


def objection_deadline(session: Session) -> ObjectionDeadline:
    """Return until when the results of a session can be objected to."""
    event, until = session.stage.event, None
    minutes, ended_at = event.objection_minutes, session.finished_at
    if minutes and ended_at:
        until = ended_at + timedelta(minutes=minutes)
    is_past = until is not None and timezone.now() >= until
    is_open = minutes != 0 and not (is_past or event.published_at or event.read_only)
    return ObjectionDeadline(is_open, until, minutes)


def contestant_objections(objector: Objector, contestant: Contestant) -> ContestantObjections:
    """Return a contestant's objections; none for a reader who does not speak for them."""
    objections = Prefetch(
        "objections", Objection.objects.filter(contestant=contestant).order_by("at", "pk")
    )
    open_plays = plays_open_to_objection(objector, contestant).select_related(
        "board__session__stage__event"
    )
    in_order = open_plays.order_by("board__session__stage__number", "board__session__number", "pk")
    plays = list(in_order.prefetch_related(objections))
    deadlines = {
        session: objection_deadline(session) for session in {play.board.session for play in plays}
    }
    by_play = {play.pk: _board_objections(play, deadlines[play.board.session]) for play in plays}
    return ContestantObjections(by_play, deadlines[plays[-1].board.session] if plays else None)


def _board_objections(play: Play, deadline: ObjectionDeadline) -> BoardObjections:
    objections = tuple(play.objections.all())
    has_open = any(objection.answered_at is None for objection in objections)
    return BoardObjections(objections, deadline.is_open and not has_open)


def open_objections(play_ids: Collection[int]) -> Mapping[int, Sequence[Objection]]:
    """Return the unanswered objections to some plays by the play's id, the earliest first.

    If there are no plays, no query is made.
    """
    by_play: dict[int, list[Objection]] = {}
    unanswered = (
        Objection.objects.unanswered().filter(play__in=play_ids).select_related("contestant")
    )
    for objection in unanswered.order_by("at", "pk") if play_ids else ():
        by_play.setdefault(objection.play_id, []).append(objection)
    return by_play


def objection_summaries(objections: Iterable[Objection]) -> tuple[ObjectionSummary, ...]:
    """Return who objects, and with which words."""
    return tuple(
        ObjectionSummary(objection.contestant.name, objection.words) for objection in objections
    )


def is_decided_since(objection: Objection, entries: Collection[Entry]) -> bool:
    """Return whether a director has decided about the play after the objection.

    `entries` are all entries of the play.
    """
    decisions = (entry for entry in active_entries(entries) if entry.kind in DECISION_KINDS)
    return any(entry.at > objection.at for entry in decisions)


def reviewed_objections(play: Play, entries: Collection[Entry]) -> Iterable[ReviewedObjection]:
    """Yield all objections to a play; `entries` are all entries of the play."""
    for objection in play.objections.select_related("contestant", "answered_by"):
        yield ReviewedObjection(objection, is_decided_since(objection, entries))
