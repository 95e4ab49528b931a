"""Fixtures of the tests of pages."""

import pytest

from games.deals import DealtBoard
from games.game import Game
from tournaments.models import Seed


@pytest.fixture
def derived(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return the list of numbers of boards whose hands or scenarios are derived."""
    numbers: list[int] = []
    real = Game.deal

    def noting(self: Game, seed: str, salt: str, number: int) -> DealtBoard:
        numbers.extend([number] if Seed.objects.filter(hex=seed).exists() else [])
        return real(self, seed, salt, number)

    monkeypatch.setattr(Game, "deal", noting)
    return numbers
