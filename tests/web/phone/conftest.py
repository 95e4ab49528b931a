"""A running session of four tables, for tests of the phones at them."""

import pytest

from tests.scenes.evening import started
from tournaments.models import Session
from tournaments.permissions.actor import Actor


@pytest.fixture
def session_and_director() -> tuple[Session, Actor]:
    """Start a session of four rounds of three boards, of which no result is entered yet."""
    return started(pair_count=8, round_count=4, boards_per_round=3)
