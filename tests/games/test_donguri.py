"""Donguri to Yamaneko: the vote, and points that are never lost."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.cards import Card
from games.catalogue import get_game
from games.donguri import HIGHEST_ACORN, PACKS, RANK_HEIGHTS, taker_index
from games.playout import playout, playout_random


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_packs_have_the_points_they_should(players):
    table = PACKS[players]
    assert (len(table.pack), table.total) == {3: (36, 54), 4: (48, 64), 5: (80, 100)}[players]
    assert len({card.suit for card in table.pack}) == {3: 3, 4: 4, 5: 5}[players]


@given(
    st.sampled_from([3, 4, 5]).flatmap(
        lambda n: st.permutations(PACKS[n].pack).map(lambda p: tuple(p[:n]))
    )
)
def test_the_voters_never_tie_and_the_taker_is_the_earliest_extreme(cards):
    voting_cards = [card for place, card in enumerate(cards) if len(cards) != 4 or place != 1]
    acorns = [RANK_HEIGHTS[card.rank] <= HIGHEST_ACORN for card in voting_cards]
    assert acorns.count(True) != acorns.count(False)
    place, heights = taker_index(cards), [RANK_HEIGHTS[card.rank] for card in cards]
    extreme = max(heights) if acorns.count(True) > acorns.count(False) else min(heights)
    assert heights[place] == extreme
    assert extreme not in heights[:place]


@pytest.mark.parametrize(
    ("cards", "why"),
    [
        ("S5 H3 D9 CK", "acorns 1, wildcats 2, the second card has no vote: the lowest takes"),
        ("S5 HK D3 C9", "acorns 2, wildcats 1, the second card has no vote: the highest takes"),
        ("S5 H3 DK", "acorns 2, wildcats 1: the highest takes"),
    ],
)
def test_why_a_trick_is_taken(cards, why):
    trick = [Card(text[0], text[1:]) for text in cards.split()]
    game = get_game("donguri", {"players": str(len(trick))})
    position = game.start(game.deal("7a" * 32, "", 1))
    full = replace(position.current_trick, cards=tuple(trick))
    assert str(replace(position, current_trick=full).taker_reason) == why


def test_suits_do_not_matter():
    trick = (Card("S", "3"), Card("H", "4"), Card("D", "5"))
    assert taker_index(trick) == 2


@given(st.binary(min_size=32, max_size=32), st.sampled_from(["3", "4", "5"]))
def test_every_point_is_taken_by_somebody(seed, players):
    game = get_game("donguri", {"players": players})
    board = game.deal(seed.hex(), "", 1)
    outcome = playout(game, board, playout_random(seed.hex(), game, 1))["outcome"]
    assert sum(outcome.values()) == game.table.total
    x = game.x(outcome, board)
    assert max(x.values()) == 0
    assert min(x.values()) >= -game.table.total
