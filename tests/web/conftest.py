"""What tests of pages share."""

import pytest

from games.deals import DealtBoard
from games.game import Game
from tournaments.models import Seed


@pytest.fixture
def derived(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of boards whose hands or scenarios were derived: nothing else is a source of
    them.

    The deal of a trial follows from no session's seed: it is nobody's board.
    """
    numbers: list[int] = []
    real = Game.deal

    def noting(self: Game, seed: str, salt: str, number: int) -> DealtBoard:
        numbers.extend([number] if Seed.objects.filter(hex=seed).exists() else [])
        return real(self, seed, salt, number)

    monkeypatch.setattr(Game, "deal", noting)
    return numbers
