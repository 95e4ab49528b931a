"""A program whose computer's clock is wrong: `python -m tests.faults.shifted_clock FILE PROGRAM …`.

FILE says by how many seconds, and may be written anew at any time. Only what the clock on the wall
says changes: the time that passes, which timeouts go by, does not.
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
    """Have this process, and those it forks, see the time as the file says."""
    clock = travel(time() + _read_offset(file), tick=True).start()

    def keep_setting() -> None:
        seen = _read_offset(file)
        while True:
            if (wrong := _read_offset(file)) != seen:
                clock.move_to(escape_hatch.time.time() + wrong)
                seen = wrong
            sleep(CHECK_SECONDS)

    def begin() -> None:
        Thread(target=keep_setting, name="clock", daemon=True).start()

    os.register_at_fork(after_in_child=begin)
    begin()


def _read_offset(file: Path) -> float:
    """What the file says; as before it is written whole, nothing."""
    return float(file.read_text() or 0)


def main(file: str, program: list[str]) -> None:
    """Be the program from here on, a module where it begins with `-m`."""
    follow_offset(Path(file))
    if program[0] == "-m":
        sys.argv = program[1:]
        runpy.run_module(program[1], run_name="__main__", alter_sys=True)
    else:
        sys.argv = program
        runpy.run_path(program[0], run_name="__main__")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
