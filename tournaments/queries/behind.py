"""Events of which somebody is shown results that are not scored yet: noted here, for whoever can score them.

What is read says so by itself, so that nobody asks for it where nothing is behind.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from tournaments.models import Play

_NOTED = ContextVar[set[int] | None]("events that are behind", default=None)


@contextmanager
def noting_behind() -> Iterator[set[int]]:
    """The rows of the events that are found behind in the block."""
    noted = set[int]()
    before = _NOTED.set(noted)
    try:
        yield noted
    finally:
        _NOTED.reset(before)


def note_behind(event_id: int) -> None:
    """An event is behind what was said in it; nobody learns of it where nobody listens."""
    if (noted := _NOTED.get()) is not None:
        noted.add(event_id)


def note_plays(event_id: int, plays: Iterable[Play]) -> None:
    """The same, where one of these plays is: their scales do not know yet what was said."""
    if any(play.revision > play.scored_revision for play in plays):
        note_behind(event_id)
