"""Report the progress of a long action to its caller.

Without a listener nothing is reported. The items of an inner loop count as parts of the current
item of the outer loop.
"""

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import TypeVar

Item = TypeVar("Item")

# Function that receives a description, which is a text to translate, and the fraction done, 0 to 1.
ReportProgress = Callable[[str, float], None]


@dataclass
class _Listener:
    """A listener; `levels` has the completed and the total number of items of each loop."""

    report: ReportProgress
    description: str = ""
    levels: list[list[int]] = field(default_factory=list)

    @property
    def fraction(self) -> float:
        """Return the completed fraction of the outermost loop, with parts of its current item."""
        completed, width = 0.0, 1.0
        for completed_steps, all_steps in self.levels:
            completed += width * completed_steps / all_steps
            width /= all_steps
        return completed


_LISTENER: ContextVar[_Listener | None] = ContextVar("listener", default=None)


@contextmanager
def report_progress_to(report: ReportProgress) -> Iterator[None]:
    """Context manager that reports every item of loops in its body to `report`.

    `report` must be fast and must not raise errors.
    """
    token = _LISTENER.set(_Listener(report))
    try:
        yield
    finally:
        _LISTENER.reset(token)


def with_progress(items: Collection[Item], description: str) -> Iterator[Item]:
    """Yield the items of a loop; report each as done when the next one is requested.

    `description` says what is being done. Only that of the outermost loop is reported.
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
            del listener.levels[depth + 1 :]  # inner loops that were left early
            level[0] += 1
        listener.report(listener.description, listener.fraction)
    finally:
        del listener.levels[depth:]
