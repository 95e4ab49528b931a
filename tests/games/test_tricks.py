"""Winners, turns and following suit."""

import pytest

from games.cards import Card
from games.tricks import Trick, beats, cards_following_suit, new_trick

STRENGTH = {rank: int(rank) for rank in map(str, range(1, 11))}


def cards(text):
    return tuple(Card(word[0], word[1:]) for word in text.split())


@pytest.mark.parametrize(
    ("table", "trump", "winner"),
    [
        ("S3 S7 S5", None, "B"),
        ("S3 H10 D10", None, "A"),
        ("S9 H2 S10", "H", "B"),
        ("H2 S10 H5", "H", "C"),
        ("S4 S4 S2", None, "A"),
        ("S4", "H", "A"),
    ],
)
def test_highest_trump_wins_or_else_highest_card_of_the_suit_led(table, trump, winner):
    assert Trick(("A", "B", "C"), cards(table)).winner(STRENGTH, trump) == winner


def test_seats_play_in_order_from_the_leader():
    trick = new_trick("S", ("N", "W", "S", "E"))
    turns = [trick.turn]
    for card in cards("S1 S2 S3 S4"):
        trick = trick.after(card)
        turns.append(trick.turn)
    assert turns == ["S", "E", "N", "W", None]
    assert trick.is_complete


def test_card_of_another_suit_wins_only_as_a_trump():
    spade, heart = cards("S2 H9")
    assert not beats(heart, spade, STRENGTH)
    assert beats(heart, spade, STRENGTH, "H")
    assert not beats(heart, spade, STRENGTH, "S")


def test_cards_following_suit_are_the_suit_led_or_the_whole_hand():
    hand = cards("S2 H9 S5")
    assert cards_following_suit(hand, cards("S1 H1")) == cards("S2 S5")
    assert cards_following_suit(hand, cards("D1")) == hand
    assert cards_following_suit(hand, ()) == hand
