"""How far something is that takes long: whoever works says it, and whoever waits may listen.

Work that nobody listens to is not slowed down. What stands inside other counted work is a part of
it.
"""

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import TypeVar

Item = TypeVar("Item")

ReportProgress = Callable[[str, float], None]
"""Takes what is going on, a text to be translated, and which part of it is done: from 0 to 1."""


@dataclass
class _Told:
    """Somebody who listens; `levels` has, of each piece of work inside another, how much of it
    is done."""

    tell: ReportProgress
    what: str = ""
    levels: list[list[int]] = field(default_factory=list)

    @property
    def part(self) -> float:
        """Which part of the outermost work is done."""
        done, width = 0.0, 1.0
        for finished, whole in self.levels:
            done += width * finished / whole
            width /= whole
        return done


_LISTENER: ContextVar[_Told | None] = ContextVar("listener", default=None)


@contextmanager
def report_progress_to(tell: ReportProgress) -> Iterator[None]:
    """Inside, every step of counted work is told; it must not fail, and be quick."""
    token = _LISTENER.set(_Told(tell))
    try:
        yield
    finally:
        _LISTENER.reset(token)


def with_progress(items: Collection[Item], what: str) -> Iterator[Item]:
    """The items one after the other; each is done when the next is asked for.

    `what` says what is going on; inside other counted work only that is told.
    """
    told = _LISTENER.get()
    if told is None or not items:
        yield from items
        return
    if not told.levels:
        told.what = what
    level, depth = [0, len(items)], len(told.levels)
    told.levels.append(level)
    try:
        for item in items:
            told.tell(told.what, told.part)
            yield item
            del told.levels[depth + 1 :]  # what was broken off inside
            level[0] += 1
        told.tell(told.what, told.part)
    finally:
        del told.levels[depth:]
