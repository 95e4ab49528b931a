"""Nothing accepted is lost or doubled, and no fault needs a hand: seeded evenings with real
processes.

`--seed` takes another seed than the one of every night.
"""

import random
import sqlite3
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, nullcontext
from pathlib import Path
from time import monotonic, sleep

import pytest

from tests.faults.disturbances import (
    FEDERATION,
    FULL_DISK,
    LAPTOP,
    REDIS_AND_CLOCK,
    Disturbance,
    duplicated_tasks,
    run_disturbances,
    silent_and_slow_clients,
)
from tests.faults.evening import Evening, create_evening
from tests.faults.installation import federation, laptop
from tests.faults.phones import Browser
from tests.faults.small_disk import MountNotAllowed, mounted_disk

# Seconds for which a nightly evening is disturbed.
SECONDS = 15.0


NOBODY = "Results are not being scored"


def signed_in(evening: Evening) -> Callable[[], str]:
    """Reads the desk of the evening's event, as its director."""
    browser = Browser(evening.installation.port, evening.read)
    browser.send("/sign-in/", {"username": "director-camp", "password": "paraula-de-pas"})
    path = f"/desk/{evening.laid['event']}/"

    def page() -> str:
        answer = browser.ask("GET", path)
        assert answer is not None
        assert answer[0] == 200
        return answer[1]

    return page


def wait_until(true: Callable[[], bool]) -> float:
    """Seconds until it is true; fails after two minutes."""
    begun = monotonic()
    while not true():
        assert monotonic() - begun < 120
        sleep(1)
    return monotonic() - begun


@pytest.fixture
def rng(pytestconfig: pytest.Config) -> random.Random:
    return random.Random(pytestconfig.getoption("--seed"))


def played(evening: Evening, choices: Mapping[str, Disturbance], turns: int = 2) -> None:
    """An evening in which everything goes wrong so many times, and nothing is wrong in the end."""
    where, apart = evening.installation, random.Random(evening.rng.random())
    again = duplicated_tasks(where, evening.laid["stage"]) if where.broker else nullcontext()
    with again, silent_and_slow_clients(where.port), ThreadPoolExecutor(1) as beside:
        disturbing = beside.submit(run_disturbances, where, choices, turns, apart, evening.seconds)
        evening.play()
        disturbing.result()
    wrong = evening.wrong()
    print(
        evening.told()
    )  # `pytest -rP` shows it: docs/operators/operations.md says what phones see
    assert wrong == []


@pytest.mark.thorough
@pytest.mark.parametrize("choices", [FEDERATION, REDIS_AND_CLOCK], ids=["kills", "redis-and-clock"])
def test_federation_loses_no_entry_while_services_fail(
    rng: random.Random, choices: Mapping[str, Disturbance]
) -> None:
    with federation() as installation:
        played(create_evening(installation, rng, 6, 12, SECONDS), choices)


@pytest.mark.thorough
def test_desk_reports_missing_workers_within_a_minute(rng: random.Random) -> None:
    with federation() as installation:
        evening = create_evening(installation, rng, 2, 2, 1.0)
        desk = signed_in(evening)
        wait_until(lambda: NOBODY not in desk())
        for name in ("worker 1", "worker 2", "beat"):
            installation.services.stop(name)
        evening.play()
        told = wait_until(lambda: NOBODY in desk())
        assert told < 60


@pytest.mark.thorough
def test_laptop_loses_no_entry_when_killed(rng: random.Random) -> None:
    with laptop() as installation:
        played(create_evening(installation, rng, 4, 8, SECONDS), LAPTOP, 4)


@pytest.mark.thorough
def test_check_finds_lost_and_doubled_entries(rng: random.Random) -> None:
    with laptop() as installation:
        evening = create_evening(installation, rng, 2, 1, 0.1)
        evening.play()
        with closing(sqlite3.connect(installation.database)) as opened:
            opened.execute("UPDATE tournaments_entry SET side = 'none' WHERE id = 2")
            opened.commit()
        told = [difference.split(":")[0] for difference in evening.lost_or_doubled()]
        assert told == ["lost", "too many"]


@pytest.mark.thorough
def test_full_disk_loses_no_entry_and_pages_stay_readable(
    rng: random.Random, tmp_path: Path
) -> None:
    with ExitStack() as stack:
        try:
            disk = stack.enter_context(mounted_disk(tmp_path / "disk"))
        except MountNotAllowed:
            pytest.skip("this machine gives nobody a disk of his own")
        installation = stack.enter_context(laptop(disk / "var"))
        evening = create_evening(installation, rng, 4, 8, SECONDS)
        played(evening, FULL_DISK)
        assert evening.seen.answers["503"] > 0
        assert evening.read.answers["503"] == 0
