"""What was chosen under an earlier version of the rules keeps its meaning."""

import pytest

from games.catalogue import GAMES, get_game

EARLIER = [
    ("tantony_split", {"legs": "2"}, {"x": "own", "legs": "2"}),
    ("tantony_three", {}, {"x": "own"}),
    ("tantony_three", {"x": "over_all"}, {"x": "over_all"}),
    ("tarot_germany_taroc", {"fool_led": "yes"}, {"fool_led": "next_suit"}),
    ("tarot_france_1781", {}, {"declarations": "paid"}),
    ("tarot_france_1637", {"pack": "66"}, {"pack": "66", "tarots_told": "any"}),
    ("tarot_germany_two", {}, {"last_trick": "apart"}),
    ("tarot_germany_taroc", {"fool_led": "no"}, {"fool_led": "no"}),
]


@pytest.mark.parametrize(("key", "chosen", "meant"), EARLIER)
def test_what_was_chosen_under_version_1(key, chosen, meant):
    assert get_game(key, chosen, rules_version=1).options.items() >= meant.items()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_options_of_today_mean_what_they_say(game):
    for option in game.own_options:
        for choice in option.choices:
            chosen = {option.key: choice}
            assert get_game(game.key, chosen, game.rules_version).options == game(chosen).options
