"""Donguri to Yamaneko: the vote on each trick, and conservation of points."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.cards import Card
from games.catalogue import get_game
from games.donguri import HIGHEST_ACORN, RANK_HEIGHTS, SETUPS, taker_index
from games.playout import playout, playout_random


@pytest.mark.parametrize("players", [3, 4, 5])
def test_packs_have_the_right_cards_and_points(players):
    setup = SETUPS[players]
    assert (len(setup.pack), setup.total_points) == {3: (36, 54), 4: (48, 64), 5: (80, 100)}[
        players
    ]
    assert len({card.suit for card in setup.pack}) == {3: 3, 4: 4, 5: 5}[players]


@given(
    st.sampled_from([3, 4, 5]).flatmap(
        lambda n: st.permutations(SETUPS[n].pack).map(lambda p: tuple(p[:n]))
    )
)
def test_vote_is_never_tied_and_the_earliest_extreme_card_takes_the_trick(cards):
    voting_cards = [card for index, card in enumerate(cards) if len(cards) != 4 or index != 1]
    acorns = [RANK_HEIGHTS[card.rank] <= HIGHEST_ACORN for card in voting_cards]
    assert acorns.count(True) != acorns.count(False)
    index, heights = taker_index(cards), [RANK_HEIGHTS[card.rank] for card in cards]
    extreme = max(heights) if acorns.count(True) > acorns.count(False) else min(heights)
    assert heights[index] == extreme
    assert extreme not in heights[:index]


@pytest.mark.parametrize(
    ("cards", "reason"),
    [
        ("S5 H3 D9 CK", "acorns 1, wildcats 2, the second card has no vote: the lowest takes"),
        ("S5 HK D3 C9", "acorns 2, wildcats 1, the second card has no vote: the highest takes"),
        ("S5 H3 DK", "acorns 2, wildcats 1: the highest takes"),
    ],
)
def test_taker_reason_counts_the_votes(cards, reason):
    trick = [Card(text[0], text[1:]) for text in cards.split()]
    game = get_game("donguri", {"players": str(len(trick))})
    position = game.starting_position(game.deal("7a" * 32, "", 1))
    full_trick = replace(position.current_trick, cards=tuple(trick))
    assert str(replace(position, current_trick=full_trick).taker_reason) == reason


def test_suits_do_not_matter_for_the_taker():
    trick = (Card("S", "3"), Card("H", "4"), Card("D", "5"))
    assert taker_index(trick) == 2


@given(st.binary(min_size=32, max_size=32), st.sampled_from(["3", "4", "5"]))
def test_seats_take_all_points_of_the_pack(seed, players):
    game = get_game("donguri", {"players": players})
    board = game.deal(seed.hex(), "", 1)
    outcome = playout(game, board, playout_random(seed.hex(), game, 1))["outcome"]
    assert sum(outcome.values()) == game.setup.total_points
    x = game.raw_results(outcome, board)
    assert max(x.values()) == 0
    assert min(x.values()) >= -game.setup.total_points
