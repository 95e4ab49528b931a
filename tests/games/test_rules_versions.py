"""Options chosen under earlier versions of the rules keep their meaning."""

import pytest

from games.catalogue import GAMES, game_from_json, get_game
from games.published_deals import deal_sheet, verify_deal_sheet

OPTIONS_OF_0_13 = [
    ("match", 1, {"target": "151"}, {"target": "151", "winner": "counted_points"}),
    ("tarot_france_1637", 2, {}, {"tarots_7": "one", "tarots_told": "all"}),
    ("tarot_france_1637", 2, {"tarots_7": "both"}, {"tarots_7": "both"}),
    ("tarot_france_1637", 2, {}, {"tarots_7": "one", "fours": "each"}),
    ("tarot_france_1781", 2, {}, {"fool_late": "excuse", "declarations": "counted"}),
    ("botifarra", 1, {"scoring": "ordinary", "carry_over": "yes"}, {"scoring": "ordinary"}),
]


@pytest.mark.parametrize(("key", "version", "chosen", "expected"), OPTIONS_OF_0_13)
def test_options_chosen_under_earlier_rules_keep_their_meaning(key, version, chosen, expected):
    assert get_game(key, chosen, rules_version=version).options.items() >= expected.items()


def test_removed_options_are_ignored_in_events_and_files_of_earlier_versions():
    chosen = {"edition": "western", "carry_over": "yes"}
    assert "carry_over" not in get_game("botifarra", chosen, rules_version=1).options
    game, problems = game_from_json({"game": "botifarra", "options": chosen})
    assert problems == []
    assert game
    assert game.options["edition"] == "western"


def test_published_sheet_with_a_removed_option_is_verified():
    published = deal_sheet(get_game("botifarra"), "5eed" * 16, "", 2)
    published["options"]["carry_over"] = "no"
    assert verify_deal_sheet(published)["ok"]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_current_options_are_not_changed(game):
    for option in game.own_options:
        for choice in option.choices:
            chosen = {option.key: choice}
            assert get_game(game.key, chosen, game.rules_version).options == game(chosen).options
