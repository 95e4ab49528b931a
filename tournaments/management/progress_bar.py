"""The bar of a command that takes over a second: on a terminal, where somebody looks."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread
from typing import Protocol

from tournaments.support.progress import report_progress_to

SHOW_AFTER_SECONDS, REDRAW_SECONDS = 1.0, 0.25
"""Seconds until it is shown, and between two looks."""

_WIDTH = 30


class Terminal(Protocol):
    """Where it is drawn."""

    def isatty(self) -> bool:
        """Whether somebody looks."""

    def write(self, msg: str = "", style_func: None = None, ending: str | None = None) -> None:
        """Put text there; without an `ending` a line."""


class _Bar(Thread):
    """Draws what was told last, beside the work: that may be long in a single step."""

    def __init__(self, terminal: Terminal) -> None:
        super().__init__(daemon=True)
        self.terminal, self.done, self.what, self.part = terminal, Event(), "", 0.0

    def tell(self, what: str, part: float) -> None:
        self.what, self.part = what, part

    def run(self) -> None:
        wait, shown = SHOW_AFTER_SECONDS, 0
        while not self.done.wait(wait):
            line = format_bar(self.what, self.part)
            self._draw(line.ljust(shown))
            wait, shown = REDRAW_SECONDS, len(line)
        if shown:
            self._draw(" " * shown)
            self._draw("")

    def _draw(self, line: str) -> None:
        self.terminal.write(f"\r{line}", ending="")


@contextmanager
def progress_bar(terminal: Terminal) -> Iterator[None]:
    """Inside, a bar shows how far counted work is, and is gone afterwards; none where nobody
    looks."""
    if not terminal.isatty():
        yield
        return
    shown = _Bar(terminal)
    shown.start()
    try:
        with report_progress_to(shown.tell):
            yield
    finally:
        shown.done.set()
        shown.join()


def format_bar(what: str, part: float) -> str:
    """A line with the bar; where nothing was counted yet it says that it runs."""
    if not what:
        return "One moment …"
    full = int(_WIDTH * part)
    return f"[{'#' * full}{'.' * (_WIDTH - full)}] {int(100 * part):3} %  {what}"
