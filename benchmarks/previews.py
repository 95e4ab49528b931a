"""How long the preview of each correction locks out other writers, at 60 tables on SQLite.

A session of 120 pairs is played by the actions themselves, and each correction is previewed after
some of its rounds. SQLite's lock is held from the beginning of a preview until its rollback; timed
is all of `preview_action`, a little more than that.

Prints milliseconds of CPU time, and of elapsed time, in which other processes may have run. Ends
with 1 if a median of CPU time is above `LIMIT`.
"""

import random
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from time import perf_counter, thread_time
from typing import TYPE_CHECKING, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.served import no_configuration

if TYPE_CHECKING:
    from tournaments.models import Session

# Milliseconds, and the number of timed runs of each preview.
LIMIT, RUNS = 200.0, 9

CONTESTANTS, ROUNDS, BOARDS = 120, 8, 3
# The numbers of rounds played before the previews, all entered and scored.
PREVIEWED_AFTER = (2, 4, 7)


class PreviewTimes(NamedTuple):
    """A correction, the rounds played before its preview, and the time of each preview in ms."""

    repair: str
    after: int
    processor: tuple[float, ...]
    clock: tuple[float, ...]

    def __str__(self) -> str:
        least, middle, most = min(self.processor), median(self.processor), max(self.processor)
        row = (
            f"{self.repair:<20} after {self.after} rounds: {least:5.0f} {middle:5.0f} {most:5.0f} "
            f"ms"
        )
        wall = (min(self.clock), median(self.clock), max(self.clock))
        return f"{row}; by the clock " + " ".join(f"{milliseconds:5.0f}" for milliseconds in wall)


def measured(runs: int) -> Iterator[PreviewTimes]:
    """Yield the times of every correction after some rounds of a session."""
    from django.core.management import call_command

    from tests.scenes.evening import play_round, started
    from tournaments.tasks import catch_up

    call_command("migrate", verbosity=0)
    session, director = started(CONTESTANTS, round_count=ROUNDS, boards_per_round=BOARDS)
    for number in range(1, max(PREVIEWED_AFTER) + 1):
        play_round(session, director, random.Random(number))
        catch_up()
        if number in PREVIEWED_AFTER:
            yield from _times_after_round(session, number, runs)


def _times_after_round(session: "Session", after: int, runs: int) -> Iterator[PreviewTimes]:
    """Yield the times after a round; a late arrival comes last, as it needs a vacated seat."""
    from tests.actions.corrections.test_every_correction import (
        ALL_CORRECTIONS,
        late_arrival_correction,
    )

    for repair in ALL_CORRECTIONS:
        if repair is not late_arrival_correction or after == max(PREVIEWED_AFTER):
            yield _time_preview(session, repair, after, runs)


def _time_preview(
    session: "Session", repair: "Callable[[Session], Callable[..., object]]", after: int, runs: int
) -> PreviewTimes:
    """Time a preview; the first one is not counted, as it fills caches of the process."""
    from tournaments.actions.corrections.correcting import CorrectionRequest
    from tournaments.actions.history.preview import preview_action
    from tournaments.permissions.actor import SYSTEM

    mend, processor, clock = repair(session), [], []
    for number in range(runs + 1):
        request = CorrectionRequest(SYSTEM, f"{repair.__name__} {after} {number}")
        used, started = thread_time(), perf_counter()
        tried = preview_action(session.stage, lambda request=request: mend(request))
        processor.append(1000 * (thread_time() - used))
        clock.append(1000 * (perf_counter() - started))
        assert not tried.problems, tried.problems
    return PreviewTimes(repair.__name__, after, tuple(processor[1:]), tuple(clock[1:]))


def main() -> int:
    """Print a line for each correction; return 1 if any is too slow."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=RUNS)
    arguments = parser.parse_args()
    with no_configuration():
        import django

        django.setup()
        slow = False
        for row in measured(arguments.runs):
            print(row, flush=True)
            slow |= median(row.processor) > LIMIT
    return slow


if __name__ == "__main__":
    sys.exit(main())
