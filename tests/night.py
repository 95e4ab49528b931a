"""What runs at night, for as long as wanted: `python -m tests.night adversary --minutes 30 --seed 7`.

Under `python -m tests.servers` the same runs on PostgreSQL.
"""

import argparse
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).parent


def adversary(minutes: float, seed: int) -> int:
    """Attack evenings of every kind and print every leak; the exit status."""
    test = str(ROOT / "adversary" / "test_long.py")
    return int(pytest.main([test, "-m", "", "-s", "-q", "--minutes", str(minutes), "--seed", str(seed)]))


NIGHTS: Mapping[str, Callable[[float, int], int]] = {"adversary": adversary}


def main(arguments: list[str]) -> int:
    """Run one of `NIGHTS` for some minutes."""
    parser = argparse.ArgumentParser(prog="python -m tests.night", description=__doc__)
    parser.add_argument("night", choices=NIGHTS)
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(arguments)
    return NIGHTS[asked.night](asked.minutes, asked.seed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
