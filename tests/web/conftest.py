"""What tests of pages share."""

import pytest

from games.botifarra.game import Botifarra
from games.deals import DealtBoard
from tournaments.models import Seed


@pytest.fixture
def derived(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of boards whose hands were derived: there is no other source of hands.

    The deal of a trial follows from no session's seed: it is nobody's board.
    """
    numbers: list[int] = []
    real = Botifarra.deal

    def noting(self: Botifarra, seed: str, salt: str, number: int) -> DealtBoard:
        numbers.extend([number] if Seed.objects.filter(hex=seed).exists() else [])
        return real(self, seed, salt, number)

    monkeypatch.setattr(Botifarra, "deal", noting)
    return numbers
