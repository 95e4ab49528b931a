"""Fixtures of the tests of pages."""

import pytest

from games.deals import BoardSetup
from games.game import Game
from tournaments.models import Seed


@pytest.fixture
def derived_board_numbers(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Collect the numbers of boards whose hands or scenarios are derived from a stored seed."""
    board_numbers: list[int] = []
    deal = Game.deal

    def recording_deal(self: Game, seed: str, salt: str, number: int) -> BoardSetup:
        if Seed.objects.filter(hex=seed).exists():
            board_numbers.append(number)
        return deal(self, seed, salt, number)

    monkeypatch.setattr(Game, "deal", recording_deal)
    return board_numbers
