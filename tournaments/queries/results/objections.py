"""Objections: until when a side may say that its result is wrong, what it said, and what was
answered."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import Exists, OuterRef, Prefetch
from django.utils import timezone

from tournaments.models import Contestant, Entry, Objection, Play, Session
from tournaments.permissions.visibility.objections import Objector, plays_open_to_objection
from tournaments.queries.results.play_state import DECISION_KINDS, active_entries


class ObjectionDeadline(NamedTuple):
    """Until when results of a session can be objected to.

    `until` is the moment, once it is known; `minutes` how long after the session's end that is,
    None where it is until the standings are published. `is_open`: whether it is possible now.
    """

    is_open: bool
    until: datetime | None
    minutes: int | None


@dataclass(frozen=True)
class BoardObjections:
    """What a side sees of its objections on a board, the first said first; whether it may object
    now."""

    objections: tuple[Objection, ...]
    may_object: bool


@dataclass(frozen=True)
class ContestantObjections:
    """What a side sees of its objections, by play; `closing` of the last session in which it has
    played."""

    by_play: Mapping[int, BoardObjections]
    deadline: ObjectionDeadline | None


class ObjectionSummary(NamedTuple):
    """An open objection as it waits for the director: who says so, in his words."""

    contestant_name: str
    words: str


@dataclass(frozen=True)
class ReviewedObjection:
    """An objection where it is answered; `is_decided`: a director has decided about the play
    since."""

    objection: Objection
    is_decided: bool


def objection_deadline(session: Session) -> ObjectionDeadline:
    """Until when its results can be objected to."""
    event, until = session.stage.event, None
    minutes, ended = event.objection_minutes, session.finished_at
    if minutes and ended:
        until = ended + timedelta(minutes=minutes)
    is_past = until is not None and timezone.now() >= until
    is_open = minutes != 0 and not (is_past or event.published_at or event.read_only)
    return ObjectionDeadline(is_open, until, minutes)


def contestant_objections(speaker: Objector, contestant: Contestant) -> ContestantObjections:
    """What a speaker sees on the scorecard of a contestant; nothing on one that is not his."""
    said = Prefetch(
        "objections", Objection.objects.filter(contestant=contestant).order_by("at", "pk")
    )
    plays = plays_open_to_objection(speaker, contestant).select_related(
        "board__session__stage__event"
    )
    in_order = plays.order_by("board__session__stage__number", "board__session__number", "pk")
    found = list(in_order.prefetch_related(said))
    closings = {
        session: objection_deadline(session) for session in {play.board.session for play in found}
    }
    by_play = {play.pk: _on_board(play, closings[play.board.session]) for play in found}
    return ContestantObjections(by_play, closings[found[-1].board.session] if found else None)


def _on_board(play: Play, closing: ObjectionDeadline) -> BoardObjections:
    objections = tuple(play.objections.all())
    is_waiting = any(each.answered_at is None for each in objections)
    return BoardObjections(objections, closing.is_open and not is_waiting)


HAS_OPEN_OBJECTION = Exists(Objection.objects.unanswered().filter(play=OuterRef("pk")))
"""Of a play, whether an objection to it waits."""


def open_objections(plays: Collection[int]) -> Mapping[int, Sequence[Objection]]:
    """Those to some plays that wait, by play, the first said first; nobody looks where there are
    none."""
    found: dict[int, list[Objection]] = {}
    waiting = Objection.objects.unanswered().filter(play__in=plays).select_related("contestant")
    for each in waiting.order_by("at", "pk") if plays else ():
        found.setdefault(each.play_id, []).append(each)
    return found


def objection_summaries(objections: Iterable[Objection]) -> tuple[ObjectionSummary, ...]:
    """Who objects, and what he says."""
    return tuple(ObjectionSummary(each.contestant.name, each.words) for each in objections)


def is_decided_since(objection: Objection, entries: Collection[Entry]) -> bool:
    """Return whether a director has decided about the play after the objection; `entries` are all
    that was said of the play."""
    decided = (entry for entry in active_entries(entries) if entry.kind in DECISION_KINDS)
    return any(entry.at > objection.at for entry in decided)


def reviewed_objections(play: Play, entries: Collection[Entry]) -> Iterable[ReviewedObjection]:
    """All objections to a play, the first said first; `entries` are all that was said of it."""
    for each in play.objections.select_related("contestant", "answered_by"):
        yield ReviewedObjection(each, is_decided_since(each, entries))
