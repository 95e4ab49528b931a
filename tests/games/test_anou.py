"""Anou: walls, first and second, and cards that are never lost."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.anou_columns import EMPTY, deal_points, laid, places_for
from games.anou_play import first_and_second
from games.cards import FRENCH_52, Card
from games.catalogue import get_game
from games.playout import playout, playout_random
from games.tricks import ACE_HIGH

SEEDS = st.binary(min_size=32, max_size=32)
CHOICES = [(players, roots) for players in "34" for roots in ("no", "yes")]


def cards(text):
    return tuple(Card(each[0], each[1:]) for each in text.split())


@given(st.tuples(*[st.integers(0, 13)] * 4))
def test_a_wall_scores_from_nothing_to_twelve(heights):
    assert 0 <= deal_points(heights) <= 12
    assert (deal_points(heights) == 12) == (heights == (1, 2, 3, 4))


@given(st.permutations(FRENCH_52).map(lambda pack: tuple(pack[:4])))
def test_first_and_second(trick):
    first, second = first_and_second(trick)
    led = [at for at, card in enumerate(trick) if card.suit == trick[0].suit]
    assert first == max(led, key=lambda at: ACE_HIGH[trick[at].rank])
    others = [at for at in led if at != first] or [at for at in range(4) if at != first]
    best = max(ACE_HIGH[trick[at].rank] for at in others)
    assert second == next(at for at in others if ACE_HIGH[trick[at].rank] == best)


def test_a_suit_keeps_its_column_and_the_others_are_free():
    columns = laid(laid(EMPTY, *cards("HQ"), 3), *cards("S2"), 1)
    assert places_for(*cards("HA"), columns) == [3]
    assert places_for(*cards("D5"), columns) == [2, 4]


@pytest.mark.parametrize(("players", "roots"), CHOICES)
@given(seed=SEEDS)
def test_every_card_laid_out_lies_in_one_column_of_its_suit(players, roots, seed):
    game = get_game("anou", {"players": players, "root_stones": roots})
    board = game.deal(seed.hex(), "", 1)
    record = playout(game, board, playout_random(seed.hex(), game, 1))
    position = game.start(board)
    for action in record["actions"]:
        position = position.after(action)
    columns = [column for wall in position.walls.values() for column in wall]
    out = [card for column in columns for card in column]
    assert len(out) == len(set(out)) == {"3no": 30, "3yes": 30, "4no": 39, "4yes": 41}[players + roots]
    assert all(len({card.suit for card in column}) <= 1 for column in columns)
    for wall in position.walls.values():
        suits = [column[0].suit for column in wall if column]
        assert len(suits) == len(set(suits))


@pytest.mark.parametrize(("players", "roots"), CHOICES)
def test_no_card_appears_in_a_repr(players, roots):
    game = get_game("anou", {"players": players, "root_stones": roots})
    position = game.start(game.deal("5e" * 32, "", 1))
    while position.turn is not None:
        assert "suit=" not in repr(position).replace(repr(getattr(position, "current", "")), "")
        position = position.after(position.legal_actions()[-1])
