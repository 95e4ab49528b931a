"""A led Fool under each option of German Taroc, compared with a second referee."""

from random import Random

import pytest

from games.catalogue import get_game
from tests.games.second_scorers._tarot_led_fool import legal, winning_index

SEED = "f1" * 32


def positions_and_actions(game, number):
    """Yield each position in which a card is played, and the card.

    The Fool is led whenever it may be, or kept for the last tricks.
    """
    position, random = game.starting_position(game.deal(SEED, "", number)), Random(number)
    while position.turn is not None:
        actions = position.legal_actions()
        if position.card_number == 1 and "F" in actions:
            action = "F"
        else:
            # On odd boards the Fool is kept for the last tricks.
            without_fool = [text for text in actions if text != "F"] if number % 2 else None
            action = random.choice(without_fool or actions)
        if position.card_number is not None:
            yield position, action
        position = position.after(action)


def trick_winner(position, action):
    """Return who takes the trick that `action` completes."""
    next_position = position.after(action)
    return getattr(next_position, "play", next_position).won.tricks[-1].winner


@pytest.mark.parametrize("late", ["dead", "barred", "excuse"])
@pytest.mark.parametrize("led", ["no", "yes", "next_suit"])
@pytest.mark.parametrize(
    "numbers",
    [range(1, 21), pytest.param(range(21, 321), marks=pytest.mark.thorough)],
    ids=["20", "300"],
)
def test_legal_cards_and_winners_are_those_of_the_second_referee(led, late, numbers):
    game, led_fools = get_game("tarot_germany_taroc", {"fool_led": led, "fool_late": late}), 0
    for number in numbers:
        for position, action in positions_and_actions(game, number):
            table = [str(card) for card in position.current_trick.cards]
            hand = [str(card) for card in position.hand]
            assert set(position.legal_actions()) == legal(hand, table, led, late), (
                number,
                table,
                hand,
            )
            led_fools += table == ["F"]
            if len(table) == 2:
                assert (
                    trick_winner(position, action)
                    == position.current_trick.seats[winning_index([*table, action])]
                )
    assert led_fools or led == "no"
