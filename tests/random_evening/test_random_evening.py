"""Random sessions serve every page, and their totals equal an independent calculation.

The short one is part of every `make test`; `python -m tests.long_runs evening` plays others until
the time is up.
"""

from time import monotonic
from traceback import format_exc

import pytest

from tests.conftest import REDIS_URL
from tests.random_evening.drive import Evening
from tests.random_evening.kinds import KINDS
from tests.random_evening.people import Coverage

pytestmark = pytest.mark.django_db(transaction=True)

# The number of steps of a session in long runs.
LONG_RUN_STEPS = 40


def play_session(
    kind: str, seed: int, step_count: int, coverage: Coverage, first_actions: tuple[str, ...] = ()
) -> None:
    """Play one session; on failure print its steps and how to repeat it."""
    evening = Evening(kind, seed, coverage)
    try:
        evening.play(step_count, first_actions)
    except BaseException:
        for number, step in enumerate(evening.steps, 1):
            print(f"  {number}. {step}")
        print(
            f"{kind!r} failed at step {len(evening.steps)}: "
            f"python -m tests.long_runs evening --seed {seed}"
        )
        raise


@pytest.mark.once
def test_random_session_serves_every_page_and_the_expected_totals() -> None:
    coverage = Coverage()
    first_actions = (
        "desk_awards",
        "desk_play",
        "correction_fewer_boards",
        "correction_void_board",
        "undo_step",
    )
    play_session("mitchell", 1, len(first_actions), coverage, first_actions)
    assert coverage.submitted["desk_awards", True] + coverage.submitted["desk_play", True]
    assert coverage.submitted["totals compared", True] == 1


@pytest.mark.thorough
def test_random_sessions_run_until_the_time_is_up(
    pytestconfig: pytest.Config, request: pytest.FixtureRequest
) -> None:
    if REDIS_URL:
        request.getfixturevalue("worker")
    deadline = monotonic() + 60 * pytestconfig.getoption("--minutes")
    seed, coverage = pytestconfig.getoption("--seed"), Coverage()
    failed: list[str] = []
    while True:
        kind = sorted(KINDS)[seed % len(KINDS)]
        try:
            play_session(kind, seed, LONG_RUN_STEPS, coverage)
            print(f"seed {seed}, {kind}: nothing wrong", flush=True)
        except Exception:
            failed.append(f"seed {seed}, {kind}")
            print(format_exc(), flush=True)
        if monotonic() > deadline:
            break
        seed += 1
    print(coverage.report())
    assert failed == []
