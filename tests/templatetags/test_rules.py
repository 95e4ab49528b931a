"""How rules pages name games."""

import pytest

from tournaments.templatetags.rules import without_family_prefix


@pytest.mark.parametrize(
    ("name", "family", "written"),
    [
        ("Tarot: classic, for three", "Tarot", "Classic, for three"),
        ("タロット：ベルギー", "タロット", "ベルギー"),
        ("Botifarra", "-", "Botifarra"),
    ],
)
def test_game_below_the_heading_of_its_family_has_its_own_name_alone(
    name: str, family: str, written: str
) -> None:
    assert without_family_prefix(name, family) == written
