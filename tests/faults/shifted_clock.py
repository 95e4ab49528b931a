"""Run a program with a shifted clock: `python -m tests.faults.shifted_clock FILE PROGRAM`.

FILE contains the offset in seconds and may change at any time. Only the wall clock is shifted; the
monotonic clock, which timeouts use, is not.
"""

import os
import runpy
import sys
from pathlib import Path
from threading import Thread
from time import sleep, time

from time_machine import escape_hatch, travel

# Seconds between two looks at the file, like a computer that sets its clock by the network.
CHECK_SECONDS = 0.2


def follow_offset(file: Path) -> None:
    """Shift the clock of this process and its forks by the offset in the file."""
    clock = travel(time() + _read_offset(file), tick=True).start()

    def watch_file() -> None:
        last_offset = _read_offset(file)
        while True:
            if (offset := _read_offset(file)) != last_offset:
                clock.move_to(escape_hatch.time.time() + offset)
                last_offset = offset
            sleep(CHECK_SECONDS)

    def start_thread() -> None:
        Thread(target=watch_file, name="clock", daemon=True).start()

    os.register_at_fork(after_in_child=start_thread)
    start_thread()


def _read_offset(file: Path) -> float:
    """Return the offset in the file; 0 while it is still empty."""
    return float(file.read_text() or 0)


def main(file: str, program: list[str]) -> None:
    """Run the program, or the module after `-m`, in this process."""
    follow_offset(Path(file))
    if program[0] == "-m":
        sys.argv = program[1:]
        runpy.run_module(program[1], run_name="__main__", alter_sys=True)
    else:
        sys.argv = program
        runpy.run_path(program[0], run_name="__main__")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
