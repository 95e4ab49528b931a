"""The progress bar of commands that take more than a second."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread
from typing import Protocol

from tournaments.support.progress import report_progress_to

# Seconds until the bar is first drawn, and between two drawings.
SHOW_AFTER_SECONDS, REDRAW_SECONDS = 1.0, 0.25

_WIDTH = 30  # characters


class Terminal(Protocol):
    """An output stream of a command."""

    def isatty(self) -> bool:
        """Return whether the stream is a terminal."""

    def write(self, msg: str = "", style_func: None = None, ending: str | None = None) -> None:
        """Write text, with a line break unless `ending` says otherwise."""


class _BarThread(Thread):
    """Draws the last reported progress in a thread, because one step of the work may be long."""

    def __init__(self, terminal: Terminal) -> None:
        super().__init__(daemon=True)
        self.terminal, self.stopped = terminal, Event()
        self.label, self.fraction = "", 0.0

    def update(self, label: str, fraction: float) -> None:
        self.label, self.fraction = label, fraction

    def run(self) -> None:
        delay, drawn_length = SHOW_AFTER_SECONDS, 0
        while not self.stopped.wait(delay):
            line = format_bar(self.label, self.fraction)
            self._draw(line.ljust(drawn_length))
            delay, drawn_length = REDRAW_SECONDS, len(line)
        if drawn_length:
            self._draw(" " * drawn_length)
            self._draw("")

    def _draw(self, line: str) -> None:
        self.terminal.write(f"\r{line}", ending="")


@contextmanager
def progress_bar(terminal: Terminal) -> Iterator[None]:
    """Show the progress of the block if the stream is a terminal, and erase it afterwards."""
    if not terminal.isatty():
        yield
        return
    bar_thread = _BarThread(terminal)
    bar_thread.start()
    try:
        with report_progress_to(bar_thread.update):
            yield
    finally:
        bar_thread.stopped.set()
        bar_thread.join()


def format_bar(label: str, fraction: float) -> str:
    """Return the line with the bar; before the first report, which has a label, a text."""
    if not label:
        return "One moment …"
    filled = int(_WIDTH * fraction)
    return f"[{'#' * filled}{'.' * (_WIDTH - filled)}] {int(100 * fraction):3} %  {label}"
