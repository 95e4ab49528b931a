"""What tests of pages share."""

import pytest

from games.botifarra.game import Botifarra
from games.deals import DealtBoard


@pytest.fixture
def derived(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of boards whose hands were derived: there is no other source of hands."""
    numbers: list[int] = []
    real = Botifarra.deal

    def noting(self: Botifarra, seed: str, salt: str, number: int) -> DealtBoard:
        numbers.append(number)
        return real(self, seed, salt, number)

    monkeypatch.setattr(Botifarra, "deal", noting)
    return numbers
