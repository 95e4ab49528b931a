"""The clock of a round at a moment: what it follows from, and how long is left. Nothing here
reads a row."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta

BREAK, RUNNING, OVER, PAUSED = "break", "running", "over", "paused"
"""What a clock shows: a break before the round, its time, that this is over, or that it stands."""

_NONE, _MINUTE, _SECOND = timedelta(0), timedelta(minutes=1), timedelta(seconds=1)


@dataclass(frozen=True)
class RoundTime:
    """What a clock follows from.

    `since` is when the round began, or where a break is planned before it, when the one before it
    ended; `begun_at` is None where it has not begun. `rest` is how long that break is and `lasts`
    the time of the round itself. `given` are moments with what was given, or taken, at each;
    `pauses` are moments with when the clock went on, None where it still stands.
    """

    since: datetime
    begun_at: datetime | None
    lasts: timedelta
    rest: timedelta = _NONE
    given: tuple[tuple[datetime, timedelta], ...] = ()
    pauses: tuple[tuple[datetime, datetime | None], ...] = ()


@dataclass(frozen=True)
class Clock:
    """What is shown: the break or the round ends at `until`, or stands with so much left.

    Two clocks are the same, and told alike, as long as nobody does anything and no phase ends.
    """

    phase: str
    until: datetime | None
    stands_at: timedelta | None
    now: datetime = field(repr=False, compare=False)

    @property
    def left(self) -> timedelta:
        """The time left; negative once it is over."""
        if self.until is None:
            return self.stands_at or _NONE
        return self.until - self.now

    @property
    def minutes(self) -> int:
        """The whole minutes left, of which the last has begun: 0 once the time is over."""
        return max(0, -(-self.left // _MINUTE))

    @property
    def minutes_left(self) -> int:
        """The minutes left, rounded to the nearest, and at least 1."""
        return max(1, round(self.left / _MINUTE))

    @property
    def seconds(self) -> int:
        """The whole seconds left; negative once the time is over."""
        return -(-self.left // _SECOND)


def clock_of(time: RoundTime, now: datetime) -> Clock | None:
    """What the clock shows at `now`; None where no round is played and no break goes on."""
    begins, given = _break_of(time, now)
    rests = now < begins
    if time.begun_at is None and not rests:
        return None
    end = begins if rests else begins + time.lasts + given + _stood(time, begins, now)
    if any(at <= now and (until is None or now < until) for at, until in time.pauses):
        return Clock(PAUSED, None, end - now, now)
    if rests:
        return Clock(BREAK, end, None, now)
    return Clock(RUNNING if now < end else OVER, end, None, now)


def played_for(time: RoundTime, now: datetime) -> timedelta:
    """How long the round has been played by `now`, without pauses; negative while its break goes
    on."""
    begins, _given = _break_of(time, now)
    return now - begins - _stood(time, begins, now)


def _break_of(time: RoundTime, now: datetime) -> tuple[datetime, timedelta]:
    """When the break before the round is over, and what was given to the round itself by `now`.

    What was given, or stood, while it lasted moves its end.
    """
    begins, given = time.since + time.rest, _NONE
    for at, length, stands in sorted(_moved(time, now)):
        if at < begins:
            begins += length
        elif not stands:
            given += length
    return max(begins, time.begun_at or begins), given


def _moved(time: RoundTime, now: datetime) -> Iterator[tuple[datetime, timedelta, bool]]:
    """What has moved the end by `now`: when, by how much, and whether because the clock stood.

    What was given before it began, because somebody began it too early, is not this round's.
    """
    yield from ((at, length, False) for at, length in time.given if time.since <= at <= now)
    for at, until in time.pauses:
        from_ = max(at, time.since)
        yield from_, max(_NONE, min(until or now, now) - from_), True


def _stood(time: RoundTime, begins: datetime, now: datetime) -> timedelta:
    """How long the clock has stood since the round's own time began."""
    lasted = (min(until or now, now) - max(at, begins) for at, until in time.pauses)
    return sum((max(_NONE, each) for each in lasted), _NONE)
