"""A running session of seven rounds, for tests of undo and redo."""

import pytest

from tests.scenes.evening import started
from tournaments.models import Session
from tournaments.permissions.actor import Actor


@pytest.fixture
def session_and_director() -> tuple[Session, Actor]:
    """Start a session of eight pairs, of which no result is entered yet."""
    return started(8, movement="howell", round_count=7, boards_per_round=2)
