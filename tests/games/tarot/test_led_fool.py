"""A led Fool under each reading of the books, against a referee that knows the rules alone."""

from random import Random

import pytest

from games.catalogue import get_game
from tests.games.second_scorers._tarot_led_fool import legal, takes

SEED = "f1" * 32


def moments(game, number):
    """Each card of a deal as the position before it and the card: the Fool led where it may be,
    or kept."""
    position, random = game.start(game.deal(SEED, "", number)), Random(number)
    while position.turn is not None:
        actions = position.legal_actions()
        # For the last tricks.
        kept = [each for each in actions if each != "F"] if number % 2 else None
        action = "F" if position.card == 1 and "F" in actions else random.choice(kept or actions)
        if position.card is not None:
            yield position, action
        position = position.after(action)


def taker(position, action):
    """Who takes the trick that `action` makes full; a card may be due for the Fool afterwards."""
    after = position.after(action)
    return getattr(after, "play", after).won.tricks[-1].winner


@pytest.mark.parametrize("late", ["dead", "barred", "excuse"])
@pytest.mark.parametrize("led", ["no", "yes", "next_suit"])
@pytest.mark.parametrize(
    "numbers",
    [range(1, 21), pytest.param(range(21, 321), marks=pytest.mark.thorough)],
    ids=["20", "300"],
)
def test_a_second_referee_agrees_on_every_card_and_every_taker(led, late, numbers):
    game, fools = get_game("tarot_germany_taroc", {"fool_led": led, "fool_late": late}), 0
    for number in numbers:
        for position, action in moments(game, number):
            table = [str(card) for card in position.current_trick.cards]
            hand = [str(card) for card in position.hand]
            assert set(position.legal_actions()) == legal(hand, table, led, late), (
                number,
                table,
                hand,
            )
            fools += table == ["F"]
            if len(table) == 2:
                assert (
                    taker(position, action) == position.current_trick.seats[takes([*table, action])]
                )
    assert fools or led == "no"
