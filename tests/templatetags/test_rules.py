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
def test_name_of_a_game_omits_its_family_below_the_heading_of_the_family(
    name: str, family: str, written: str
) -> None:
    assert without_family_prefix(name, family) == written
