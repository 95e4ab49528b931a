"""When the last round will end at the pace of the evening, and which ways there are to end it in
time."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, QuerySet
from django.utils import timezone

from tournaments.models import Play, Round, Section, Session
from tournaments.movements.advice.time_budget import ROUND_CHANGE_MINUTES
from tournaments.queries.rounds.clock import (
    ClockBasis,
    ClockFacts,
    read_clock_basis,
    time_played,
)

LATE_THRESHOLD = timedelta(minutes=10)
"""From so much on something is proposed: an evening is never on time to the minute."""

_SANE = 3
"""A round this many times slower or faster than planned was a trial, or nobody had ended the one
before."""

DROP_ROUND, FEWER_BOARDS = "drop the last round", "a board less"


@dataclass(frozen=True)
class SectionProgress:
    """How far a section is. Of what has been played breaks and pauses are left out.

    `rounds` of so many `boards` were planned, whatever was left out since; `planned` is how long
    such a round was to take from beginning to beginning, `took` how long those that are over would
    have taken with all their boards. `begun` is the number of the round that began last, `plays`
    how many boards it has, and `played` how long it has been played, negative while its break goes
    on and None where none is. `missing` is how many boards of it some table still lacks. `to_come`
    says how many boards each round after it has, `drops` how many of these fall together with the
    last one, 0 where none may, and `fewer` whether they may have a board less. `breaks` are all
    that are planned, `ahead` those after the present round, and `last` is the one before what would
    be dropped.
    """

    began: datetime
    rounds: int
    boards: int
    planned: timedelta
    took: tuple[timedelta, ...] = ()
    begun: int = 1
    plays: int = 1
    played: timedelta | None = None
    missing: int = 0
    to_come: tuple[int, ...] = ()
    drops: int = 0
    fewer: bool = True
    breaks: timedelta = timedelta(0)
    ahead: timedelta = timedelta(0)
    last: timedelta = timedelta(0)


@dataclass(frozen=True)
class TimeSaving:
    """A way to end earlier that is the same for everybody, and how much it saves."""

    way: str
    saves: timedelta
    ends: datetime


@dataclass(frozen=True)
class Outlook:
    """When the last round was to end and will, and what would be fair where that is late."""

    planned: datetime
    ends: datetime
    shorter: tuple[TimeSaving, ...] = ()

    @property
    def late(self) -> timedelta:
        """How much later than planned it ends; negative for earlier."""
        return self.ends - self.planned


def round_pace(so_far: SectionProgress) -> timedelta:
    """How long a round of all its boards takes this evening: the mean of those over and of the
    plan.

    The plan counts as one.

    So the first round alone decides little.
    """
    sane = [
        each for each in so_far.took if so_far.planned / _SANE <= each <= so_far.planned * _SANE
    ]
    return sum(sane, so_far.planned) / (len(sane) + 1)


def compute_outlook(sections: Sequence[SectionProgress], now: datetime) -> Outlook | None:
    """That of sections that play one session: it ends with the last of them. None where nobody
    has begun."""
    if not sections:
        return None
    planned = max(each.began + each.rounds * each.planned + each.breaks for each in sections)
    ends = max(_ends(each, now) for each in sections)
    if ends - planned < LATE_THRESHOLD:
        return Outlook(planned, ends)
    playing = [each for each in sections if each.to_come or each.played is not None]
    found = (_without_the_last(playing, now), _with_fewer_boards(playing, now))
    ways = zip((DROP_ROUND, FEWER_BOARDS), found, strict=True)
    shorter = (
        TimeSaving(way, ends - earlier, earlier)
        for way, earlier in ways
        if earlier and earlier < ends
    )
    return Outlook(planned, ends, tuple(shorter))


def _ends(so_far: SectionProgress, now: datetime) -> datetime:
    return now + _rest(so_far) + so_far.ahead + _board(so_far) * sum(so_far.to_come)


def _board(so_far: SectionProgress) -> timedelta:
    """How long a board takes, with its part of the change of tables."""
    return round_pace(so_far) / so_far.boards


def _rest(so_far: SectionProgress) -> timedelta:
    """How long the present round still takes: as its pace says, or as the slowest table needs.

    What that one plays now is half over, as far as anybody knows.
    """
    if so_far.played is None or (so_far.played >= timedelta(0) and not so_far.missing):
        return timedelta(0)
    pace = _board(so_far) * so_far.plays
    slowest = _board(so_far) * (so_far.missing - 0.5) if so_far.played >= timedelta(0) else pace
    return max(pace - so_far.played, slowest)


def _without_the_last(sections: Sequence[SectionProgress], now: datetime) -> datetime | None:
    """When it ends if nobody plays the last round; None where somebody has begun it, or has to
    play it."""
    if not all(each.drops for each in sections):
        return None
    return max(
        (_ends(each, now) - each.last - _last_rounds(each) for each in sections), default=None
    )


def _last_rounds(so_far: SectionProgress) -> timedelta:
    return _board(so_far) * sum(so_far.to_come[-so_far.drops :])


def _with_fewer_boards(sections: Sequence[SectionProgress], now: datetime) -> datetime | None:
    """When it ends if the rounds that have begun nowhere have a board less; None where that
    cannot be."""
    begun = max((each.begun for each in sections), default=0)
    coming = [each.to_come[begun - each.begun :] for each in sections]
    if not all(each.fewer for each in sections) or any(min(each, default=0) < 2 for each in coming):
        return None
    saved = (_board(each) * len(rounds) for each, rounds in zip(sections, coming, strict=True))
    ends = (_ends(each, now) - less for each, less in zip(sections, saved, strict=True))
    return max(ends, default=None)


_CHANGE_OVER = timedelta(minutes=ROUND_CHANGE_MINUTES)


def read_outlook(
    session: Session,
    sections: QuerySet[Section],
    now: datetime | None = None,
    basis: ClockBasis | None = None,
) -> Outlook | None:
    """The outlook of these sections, as far as they have begun; None where nothing is left to play.

    A season is no evening, and has none. `basis` is that of these sections where it was read.
    """
    movement = session.stage.movement
    if session.state != Session.State.RUNNING or (movement and movement.is_season):
        return None
    here, begun, facts = basis or read_clock_basis(session, sections)
    missing = _missing(each for of_section in begun.values() for each in of_section)
    now, found = now or timezone.now(), []
    for section in here:
        if begun[section.pk] and not _is_done(section, begun[section.pk]):
            found.append(_so_far(section, begun[section.pk], facts, missing, now))
    return compute_outlook(found, now)


def _is_done(section: Section, begun: Sequence[Round]) -> bool:
    return begun[-1].number >= section.rounds_to_play and not begun[-1].is_playing


def _missing(rounds: Iterable[Round]) -> Mapping[int, int]:
    """By round that is played, how many boards the table lacks that lacks most."""
    playing = [each.pk for each in rounds if each.is_playing]
    due = Play.objects.filter(state=Play.State.DUE, seating__round__in=playing).order_by()
    found: dict[int, int] = {}
    for round_, _seating, lacks in due.values_list("seating__round", "seating").annotate(
        Count("pk")
    ):
        found[round_] = max(lacks, found.get(round_, 0))
    return found


def _so_far(
    section: Section,
    begun: Sequence[Round],
    facts: ClockFacts,
    missing: Mapping[int, int],
    now: datetime,
) -> SectionProgress:
    last, rounds, planned = begun[-1], section.rounds_to_play, section.rounds_at_the_deal
    to_come = tuple(section.boards_in(number) for number in range(last.number + 1, rounds + 1))
    drops = _drops(section, len(to_come))
    return SectionProgress(
        began=begun[0].started_at or now,
        rounds=planned,
        boards=section.session.boards_per_round,
        planned=facts.lasts + _CHANGE_OVER,
        took=tuple(_took(section, begun, facts)),
        begun=last.number,
        plays=section.boards_in(last.number),
        played=time_played(facts.time_of(last), now) if last.is_playing else None,
        missing=missing.get(last.pk, 0),
        to_come=to_come,
        drops=drops,
        fewer=can_reduce_boards(section),
        breaks=_breaks(facts, 1, planned),
        ahead=_breaks(facts, last.number, rounds),
        last=_breaks(facts, rounds - drops, rounds),
    )


def _took(section: Section, begun: Sequence[Round], facts: ClockFacts) -> Iterator[timedelta]:
    """How long each round that is over would have taken with all its boards."""
    for each in begun:
        if each.ended_at:
            lasted = time_played(facts.time_of(each), each.ended_at)
            yield lasted * section.session.boards_per_round / section.boards_in(each.number)


def _drops(section: Section, to_come: int) -> int:
    """How many rounds go with the last one: of teams all of its match; 0 where none can."""
    halves = section.session.stage.halves
    return halves if can_drop_last_round(section) and to_come >= halves else 0


def can_drop_last_round(section: Section) -> bool:
    """Whether the movement of a section means something without its last round."""
    return section.movement is not None and not section.movement.requires_all_rounds


def can_reduce_boards(section: Section) -> bool:
    """Whether the rounds of a section are those of an evening, which can be shorter."""
    return section.movement is not None and not section.movement.is_season


def _breaks(facts: ClockFacts, first: int, end: int) -> timedelta:
    """All breaks after the rounds from `first` until before `end`."""
    return sum((rest for after, rest in facts.breaks.items() if first <= after < end), timedelta(0))
