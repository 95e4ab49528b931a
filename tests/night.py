"""Long tests that run for a given time: `python -m tests.night evening --minutes 30 --seed 7`."""

import sys
from argparse import ArgumentParser

import pytest

COMMANDS = {
    "evening": "tests/random_evening/test_random_evening.py::test_random_evenings_until_the_time_is_over",
}


def main() -> int:
    """The exit status of the test that a command names."""
    parser = ArgumentParser(prog="python -m tests.night", description=__doc__)
    parser.add_argument("command", choices=sorted(COMMANDS))
    parser.add_argument("--minutes", type=float, default=0, help="begin no other evening after these")
    parser.add_argument("--seed", type=int, default=1, help="where it begins; a failure prints its own")
    said = parser.parse_args()
    options = ["-q", "-s", "-m", "", "-p", "no:cacheprovider", "--no-header"]
    limits = [f"--minutes={said.minutes}", f"--seed={said.seed}"]
    return int(pytest.main([COMMANDS[said.command], *options, *limits]))


if __name__ == "__main__":
    sys.exit(main())
