"""Deals as text: a round trip, verification, and errors."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import deal_text
from games.catalogue import GAMES, get_game
from games.problems import ValidationFailed
from games.published_deals import deal_sheet, verify_deal_sheet

SEED = "49e806539cbb1736b1082469420c00df0704bd3b42eab89654b50a1f10e9fc8e"
KEYS_WITH_CARDS = sorted(game.key for game in GAMES if game().has_play)


def without_rule(values: dict[str, Any]) -> dict[str, Any]:
    """Return a sheet without what its game implies, which the text leaves out."""
    return {key: value for key, value in values.items() if key not in ("pack", "seats", "sizes")}


@pytest.mark.parametrize("key", KEYS_WITH_CARDS)
def test_sheet_survives_a_round_trip_as_text(key: str) -> None:
    sheet = deal_sheet(get_game(key), SEED, "Reus, plaça del Mercadal", 3)
    text = deal_text.deals_as_text(sheet)
    assert deal_text.is_deal_text(text)
    assert deal_text.deals_from_text(text) == without_rule(sheet)
    assert verify_deal_sheet(deal_text.deals_from_text(text))["ok"]


@given(st.text(max_size=30))
def test_any_salt_survives_a_round_trip(salt: str) -> None:
    sheet = deal_sheet(get_game("botifarra"), SEED, "", 1) | {"salt": salt}
    assert deal_text.deals_from_text(deal_text.deals_as_text(sheet))["salt"] == salt


def test_text_has_the_documented_format() -> None:
    lines = deal_text.deals_as_text(deal_sheet(get_game("botifarra"), SEED, "", 1)).splitlines()
    assert lines[0] == "% Manilla deals 1"
    assert '[Game "botifarra"]' in lines
    assert '[Board "1"]' in lines
    (deal,) = [line for line in lines if line.startswith("[Deal ")]
    assert deal.startswith('[Deal "N:B9 C2 C9 O12 E7 B10 C4 E3 O7 E6 E12 O3 / O11 O4 ')
    assert deal.endswith('O9"]')


def test_changed_card_fails_verification() -> None:
    text = deal_text.deals_as_text(deal_sheet(get_game("botifarra"), SEED, "", 2)).replace(
        "N:B9 C2", "N:C2 B9"
    )
    report = verify_deal_sheet(deal_text.deals_from_text(text))
    assert not report["ok"]
    assert [board["differs"] for board in report["boards"]] == [["N"], []]


def test_hands_may_start_at_any_seat_and_lines_may_end_in_crlf() -> None:
    text = deal_text.deals_as_text(deal_sheet(get_game("botifarra"), SEED, "", 1))
    start = text.index('[Deal "N:') + len('[Deal "N:')
    hands = text[start : text.index('"]', start)].split(" / ")
    turned = (
        text[:start].replace('[Deal "N:', '[Deal "W:') + " / ".join([*hands[1:], hands[0]]) + '"]\n'
    )
    assert verify_deal_sheet(deal_text.deals_from_text(turned.replace("\n", "\r\n")))["ok"]


def problem_codes(text: str) -> list[str]:
    with pytest.raises(ValidationFailed) as refused:
        deal_text.deals_from_text(text)
    return [
        f"{problem.code} {problem.params.get('line', '')}".strip()
        for problem in refused.value.problems
    ]


def test_every_unreadable_line_is_reported() -> None:
    text = deal_text.deals_as_text(deal_sheet(get_game("botifarra"), SEED, "", 1))
    end = text.count("\n")
    assert problem_codes(text + "[Deal N]\nrubbish\n") == [
        f"line_unreadable {end + offset}" for offset in (1, 2)
    ]
    out_of_place = [f"tag_out_of_place {end + offset}" for offset in (1, 2)]
    assert problem_codes(text + '[Seed "x"]\n[Event "y"]\n') == out_of_place
    assert problem_codes(text.replace('[Deal "N:', '[Deal "X:')) == [f"deal_unreadable {end}"]
    assert problem_codes(text.replace(" / ", " ", 1)) == [f"deal_unreadable {end}"]
    assert problem_codes(text.replace("botifarra", "bridge")) == ["unknown_game"]


def test_text_without_a_game_is_rejected() -> None:
    assert problem_codes('% Manilla deals 1\n[Board "1"]\n')
    assert problem_codes("")
