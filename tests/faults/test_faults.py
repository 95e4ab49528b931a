"""Seeded evenings with real processes and faults: no accepted entry is lost or duplicated.

`--seed` chooses another seed than the nightly one.
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


NO_WORKER = "Results are not being scored"


def signed_in(evening: Evening) -> Callable[[], str]:
    """Return a function that reads the desk of the event as its director."""
    browser = Browser(evening.installation.port, evening.reader_log)
    browser.post_form("/sign-in/", {"username": "director-camp", "password": "paraula-de-pas"})
    path = f"/desk/{evening.setup['event']}/"

    def page() -> str:
        response = browser.request("GET", path)
        assert response is not None
        assert response[0] == 200
        return response[1]

    return page


def wait_until(condition: Callable[[], bool]) -> float:
    """Return the seconds until a condition holds; fails after two minutes."""
    started_at = monotonic()
    while not condition():
        assert monotonic() - started_at < 120
        sleep(1)
    return monotonic() - started_at


@pytest.fixture
def rng(pytestconfig: pytest.Config) -> random.Random:
    return random.Random(pytestconfig.getoption("--seed"))


def play_while_disturbed(
    evening: Evening, choices: Mapping[str, Disturbance], turns: int = 2
) -> None:
    """Play an evening with every disturbance, and check that nothing is wrong in the end."""
    installation, rng = evening.installation, random.Random(evening.rng.random())
    duplicated = (
        duplicated_tasks(installation, evening.setup["stage"])
        if installation.broker
        else nullcontext()
    )
    with duplicated, silent_and_slow_clients(installation.port), ThreadPoolExecutor(1) as pool:
        disturbing = pool.submit(
            run_disturbances, installation, choices, turns, rng, evening.seconds
        )
        evening.play()
        disturbing.result()
    problems = evening.problems()
    print(
        evening.summary()
    )  # `pytest -rP` shows it: docs/operators/monitoring.md says what phones see
    assert problems == []


@pytest.mark.thorough
@pytest.mark.parametrize("choices", [FEDERATION, REDIS_AND_CLOCK], ids=["kills", "redis-and-clock"])
def test_federation_loses_no_entry_while_services_fail(
    rng: random.Random, choices: Mapping[str, Disturbance]
) -> None:
    with federation() as installation:
        play_while_disturbed(create_evening(installation, rng, 6, 12, SECONDS), choices)


@pytest.mark.thorough
def test_desk_reports_missing_workers_within_a_minute(rng: random.Random) -> None:
    with federation() as installation:
        evening = create_evening(installation, rng, 2, 2, 1.0)
        desk = signed_in(evening)
        wait_until(lambda: NO_WORKER not in desk())
        for name in ("worker 1", "worker 2", "beat"):
            installation.services.stop(name)
        evening.play()
        seconds = wait_until(lambda: NO_WORKER in desk())
        assert seconds < 60


@pytest.mark.thorough
def test_laptop_loses_no_entry_when_killed(rng: random.Random) -> None:
    with laptop() as installation:
        play_while_disturbed(create_evening(installation, rng, 4, 8, SECONDS), LAPTOP, 4)


@pytest.mark.thorough
def test_check_finds_lost_and_doubled_entries(rng: random.Random) -> None:
    with laptop() as installation:
        evening = create_evening(installation, rng, 2, 1, 0.1)
        evening.play()
        with closing(sqlite3.connect(installation.database)) as database_connection:
            database_connection.execute("UPDATE tournaments_entry SET side = 'none' WHERE id = 2")
            database_connection.commit()
        kinds = [difference.split(":")[0] for difference in evening.lost_or_duplicated()]
        assert kinds == ["lost", "too many"]


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
        play_while_disturbed(evening, FULL_DISK)
        assert evening.phone_log.answers["503"] > 0
        assert evening.reader_log.answers["503"] == 0
