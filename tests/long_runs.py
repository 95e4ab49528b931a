"""Run long tests for a given time.

Example: `python -m tests.long_runs adversary --minutes 30 --seed 7`.

Under `python -m tests.servers` they run on PostgreSQL, with a worker where they need one. A failure
prints the seed that repeats it.
"""

import sys
from argparse import ArgumentParser

import pytest

COMMANDS = {
    "adversary": "tests/adversary/test_long.py",
    "evening": (
        "tests/random_evening/test_random_evening.py::test_random_sessions_run_until_the_time_is_up"
    ),
}


def main() -> int:
    """Run the test that a command names, and return its exit status."""
    parser = ArgumentParser(prog="python -m tests.long_runs", description=__doc__)
    parser.add_argument("command", choices=sorted(COMMANDS))
    parser.add_argument(
        "--minutes", type=float, default=0, help="begin no other evening after these"
    )
    parser.add_argument(
        "--seed", type=int, default=1, help="where it begins; a failure prints its own"
    )
    chosen = parser.parse_args()
    options = ["-q", "-s", "-m", "", "-p", "no:cacheprovider", "--no-header"]
    limits = [f"--minutes={chosen.minutes}", f"--seed={chosen.seed}"]
    return int(pytest.main([COMMANDS[chosen.command], *options, *limits]))


if __name__ == "__main__":
    sys.exit(main())
