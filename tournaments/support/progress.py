"""Report the progress of long work to its caller.

Work without a listener is not slowed down. Nested work counts as a part of the outer work.
"""

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import TypeVar

Item = TypeVar("Item")

# Receives what is being done, a text to translate, and the fraction done, from 0 to 1.
ReportProgress = Callable[[str, float], None]


@dataclass
class _Listener:
    """A listener; `levels` are the steps done and all steps of each nested piece of work."""

    report: ReportProgress
    description: str = ""
    levels: list[list[int]] = field(default_factory=list)

    @property
    def fraction(self) -> float:
        """Return the fraction of the outermost work that is complete."""
        completed, width = 0.0, 1.0
        for finished, whole in self.levels:
            completed += width * finished / whole
            width /= whole
        return completed


_LISTENER: ContextVar[_Listener | None] = ContextVar("listener", default=None)


@contextmanager
def report_progress_to(report: ReportProgress) -> Iterator[None]:
    """Report every step inside the block; `report` must be fast and must not raise."""
    token = _LISTENER.set(_Listener(report))
    try:
        yield
    finally:
        _LISTENER.reset(token)


def with_progress(items: Collection[Item], description: str) -> Iterator[Item]:
    """Yield the items, reporting each as done when the next is requested.

    `description` says what is being done; it is reported for the outermost work only.
    """
    listener = _LISTENER.get()
    if listener is None or not items:
        yield from items
        return
    if not listener.levels:
        listener.description = description
    level, depth = [0, len(items)], len(listener.levels)
    listener.levels.append(level)
    try:
        for item in items:
            listener.report(listener.description, listener.fraction)
            yield item
            del listener.levels[depth + 1 :]  # what was broken off inside
            level[0] += 1
        listener.report(listener.description, listener.fraction)
    finally:
        del listener.levels[depth:]
