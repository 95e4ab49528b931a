"""Deals as text: what is written is read back, and proves the same as the sheet in JSON."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import deal_text
from games.catalogue import GAMES, get_game
from games.problems import ValidationFailed
from games.published_deals import deal_sheet, verify_deal_sheet

SEED = "49e806539cbb1736b1082469420c00df0704bd3b42eab89654b50a1f10e9fc8e"
DEALT = sorted(game.key for game in GAMES if game().has_play)


def without_rule(values: dict[str, Any]) -> dict[str, Any]:
    """A sheet without what follows from its game, which a text leaves out."""
    return {key: value for key, value in values.items() if key not in ("pack", "seats", "sizes")}


@pytest.mark.parametrize("key", DEALT)
def test_what_is_written_is_read_back(key: str) -> None:
    dealt = deal_sheet(get_game(key), SEED, "Reus, plaça del Mercadal", 3)
    text = deal_text.deals_as_text(dealt)
    assert deal_text.is_deal_text(text)
    assert deal_text.deals_from_text(text) == without_rule(dealt)
    assert verify_deal_sheet(deal_text.deals_from_text(text))["ok"]


@given(st.text(max_size=30))
def test_any_salt_comes_back(salt: str) -> None:
    dealt = deal_sheet(get_game("botifarra"), SEED, "", 1) | {"salt": salt}
    assert deal_text.deals_from_text(deal_text.deals_as_text(dealt))["salt"] == salt


def test_it_looks_as_the_page_about_it_says() -> None:
    lines = deal_text.deals_as_text(deal_sheet(get_game("botifarra"), SEED, "", 1)).splitlines()
    assert lines[0] == "% Manilla deals 1"
    assert '[Game "botifarra"]' in lines
    assert '[Board "1"]' in lines
    (deal,) = [line for line in lines if line.startswith("[Deal ")]
    assert deal.startswith('[Deal "N:B9 C2 C9 O12 E7 B10 C4 E3 O7 E6 E12 O3 / O11 O4 ')
    assert deal.endswith('O9"]')


def test_a_changed_card_is_found() -> None:
    text = deal_text.deals_as_text(deal_sheet(get_game("botifarra"), SEED, "", 2)).replace(
        "N:B9 C2", "N:C2 B9"
    )
    found = verify_deal_sheet(deal_text.deals_from_text(text))
    assert not found["ok"]
    assert [board["differs"] for board in found["boards"]] == [["N"], []]


def test_hands_may_begin_with_any_seat_and_end_lines_as_windows_does() -> None:
    text = deal_text.deals_as_text(deal_sheet(get_game("botifarra"), SEED, "", 1))
    start = text.index('[Deal "N:') + len('[Deal "N:')
    hands = text[start : text.index('"]', start)].split(" / ")
    turned = (
        text[:start].replace('[Deal "N:', '[Deal "W:') + " / ".join([*hands[1:], hands[0]]) + '"]\n'
    )
    assert verify_deal_sheet(deal_text.deals_from_text(turned.replace("\n", "\r\n")))["ok"]


def refused(text: str) -> list[str]:
    with pytest.raises(ValidationFailed) as told:
        deal_text.deals_from_text(text)
    return [f"{each.code} {each.params.get('line', '')}".strip() for each in told.value.problems]


def test_every_line_that_cannot_be_read_is_named() -> None:
    text = deal_text.deals_as_text(deal_sheet(get_game("botifarra"), SEED, "", 1))
    end = text.count("\n")
    assert refused(text + "[Deal N]\nrubbish\n") == [f"line_unreadable {end + at}" for at in (1, 2)]
    out_of_place = [f"tag_out_of_place {end + at}" for at in (1, 2)]
    assert refused(text + '[Seed "x"]\n[Event "y"]\n') == out_of_place
    assert refused(text.replace('[Deal "N:', '[Deal "X:')) == [f"deal_unreadable {end}"]
    assert refused(text.replace(" / ", " ", 1)) == [f"deal_unreadable {end}"]
    assert refused(text.replace("botifarra", "bridge")) == ["unknown_game"]


def test_a_board_before_anything_else_is_no_game() -> None:
    assert refused('% Manilla deals 1\n[Board "1"]\n')
    assert refused("")
