"""When the last round will end at this evening's pace, and what would be fair where that is late."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

LATE = timedelta(minutes=10)
"""From so much on something is proposed: an evening is never on time to the minute."""

_SANE = 3
"""A round this many times slower or faster than planned was a trial, or nobody had ended the one before."""

DROP_ROUND, FEWER_BOARDS = "drop the last round", "a board less"


@dataclass(frozen=True)
class SectionSoFar:
    """How far a section is. Of what has been played breaks and pauses are left out.

    `planned` is how long a round was to take from beginning to beginning, `took` how long those took that are
    over, and `played` how long the present one has been played, negative while its break goes on and None
    where none is. `missing` is how many boards of it some table still lacks. `to_come` are the rounds after
    it, `drops` how many of them fall together with the last one, 0 where none may. `breaks` are all that are
    planned, `ahead` those after the present round, and `last` is the one before what would be dropped.
    """

    began: datetime
    rounds: int
    boards: int
    planned: timedelta
    took: tuple[timedelta, ...] = ()
    played: timedelta | None = None
    missing: int = 0
    to_come: int = 0
    drops: int = 0
    breaks: timedelta = timedelta(0)
    ahead: timedelta = timedelta(0)
    last: timedelta = timedelta(0)


@dataclass(frozen=True)
class Shorter:
    """A way to end earlier that is the same for everybody, and how much it saves."""

    way: str
    saves: timedelta
    ends: datetime


@dataclass(frozen=True)
class Outlook:
    """When the last round was to end and will, and what would be fair where that is late."""

    planned: datetime
    ends: datetime
    shorter: tuple[Shorter, ...] = ()

    @property
    def late(self) -> timedelta:
        """How much later than planned it ends; negative for earlier."""
        return self.ends - self.planned


def pace_of(so_far: SectionSoFar) -> timedelta:
    """How long a round takes this evening: the mean of those over and of the plan, which counts as one.

    So the first round alone decides little.
    """
    sane = [each for each in so_far.took if so_far.planned / _SANE <= each <= so_far.planned * _SANE]
    return sum(sane, so_far.planned) / (len(sane) + 1)


def outlook(sections: Sequence[SectionSoFar], now: datetime) -> Outlook | None:
    """That of sections that play one session: it ends with the last of them. None where nobody has begun."""
    if not sections:
        return None
    planned = max(each.began + each.rounds * each.planned + each.breaks for each in sections)
    ends = max(_ends(each, now) for each in sections)
    if ends - planned < LATE:
        return Outlook(planned, ends)
    playing = [each for each in sections if each.to_come or each.played is not None]
    found = (_without_the_last(playing, now), _with_fewer_boards(playing, now))
    ways = zip((DROP_ROUND, FEWER_BOARDS), found, strict=True)
    shorter = (Shorter(way, ends - earlier, earlier) for way, earlier in ways if earlier and earlier < ends)
    return Outlook(planned, ends, tuple(shorter))


def _ends(so_far: SectionSoFar, now: datetime) -> datetime:
    return now + _rest(so_far) + so_far.ahead + so_far.to_come * pace_of(so_far)


def _rest(so_far: SectionSoFar) -> timedelta:
    """How long the present round still takes: as its pace says, or as the slowest table needs.

    What that one plays now is half over, as far as anybody knows.
    """
    if so_far.played is None or (so_far.played >= timedelta(0) and not so_far.missing):
        return timedelta(0)
    pace = pace_of(so_far)
    slowest = pace / so_far.boards * (so_far.missing - 0.5) if so_far.played >= timedelta(0) else pace
    return max(pace - so_far.played, slowest)


def _without_the_last(sections: Sequence[SectionSoFar], now: datetime) -> datetime | None:
    """When it ends if nobody plays the last round; None where somebody has begun it, or has to play it."""
    if not all(each.drops for each in sections):
        return None
    return max((_ends(each, now) - each.last - each.drops * pace_of(each) for each in sections), default=None)


def _with_fewer_boards(sections: Sequence[SectionSoFar], now: datetime) -> datetime | None:
    """When it ends if a round to come has a board less; None where that would leave none."""
    if any(each.boards < 2 for each in sections) or not any(each.to_come for each in sections):
        return None
    return max(_ends(each, now) - each.to_come * pace_of(each) / each.boards for each in sections)
