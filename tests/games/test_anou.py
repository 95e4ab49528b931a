"""Anou: points of walls, first and second, conservation of cards, irregular play."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.anou.columns import EMPTY_WALL, legal_columns, wall_points, with_card
from games.anou.play import winner_and_runner_up_indexes
from games.cards import FRENCH_52, Card
from games.catalogue import get_game
from games.fields import parse_outcome
from games.playout import playout, playout_random
from games.records import parse_record
from games.replay import replay
from games.tricks import ACE_HIGH, new_trick

SEEDS = st.binary(min_size=32, max_size=32)
CHOICES = [(players, roots) for players in "34" for roots in ("no", "yes")]
every_choice = pytest.mark.parametrize(("players", "roots"), CHOICES)
ALL_RANKS = ("A", *map(str, range(2, 11)), "J", "Q", "K")


def anou(players="4", roots="no"):
    return get_game("anou", {"players": players, "root_stones": roots})


def cards(text):
    return tuple(Card(word[0], word[1:]) for word in text.split())


def positions(players, roots, number):
    """Return all positions of a random play."""
    game = anou(players, roots)
    board = game.deal("5e" * 32, "", number)
    record = playout(game, board, playout_random("5e" * 32, game, number))
    all_positions = [game.starting_position(board)]
    for action in record["actions"]:
        all_positions.append(all_positions[-1].after(action))
    return all_positions


def record_with_one_suit_each(*actions):
    """Return a record in which N deals and has all spades, E hearts, S diamonds, W clubs."""
    hands = {
        seat: [suit + rank for rank in ALL_RANKS] for seat, suit in zip("NESW", "SHDC", strict=True)
    }
    return parse_record({"game": "anou", "dealer": "N", "hands": hands, "actions": list(actions)})


def position_after(actions):
    """Return the position after the actions, with one whole suit in each hand."""
    record = record_with_one_suit_each()
    position = record.game.starting_position(record.board)
    for action in actions.split():
        position = position.after(action)
    return position


@given(st.tuples(*[st.integers(0, 13)] * 4))
def test_wall_scores_0_to_12_points(heights):
    assert 0 <= wall_points(heights) <= 12
    assert (wall_points(heights) == 12) == (heights == (1, 2, 3, 4))


@given(st.tuples(*[st.integers(0, 13)] * 4), st.integers(0, 3))
def test_another_card_never_loses_points_up_to_the_plan(heights, column):
    """Above its planned height, a column never gains points, whatever the other columns are."""
    higher = (*heights[:column], heights[column] + 1, *heights[column + 1 :])
    if heights[column] > column:
        assert wall_points(higher) <= wall_points(heights)
    else:
        assert wall_points(higher) >= wall_points(heights)


@given(st.permutations(FRENCH_52).map(lambda pack: tuple(pack[:4])))
def test_first_has_the_best_card_of_the_suit_led_and_second_the_next(trick):
    first, second = winner_and_runner_up_indexes(trick)
    led = [at for at, card in enumerate(trick) if card.suit == trick[0].suit]
    assert first == max(led, key=lambda at: ACE_HIGH[trick[at].rank])
    others = [at for at in led if at != first] or [at for at in range(4) if at != first]
    best = max(ACE_HIGH[trick[at].rank] for at in others)
    assert second == next(at for at in others if ACE_HIGH[trick[at].rank] == best)


def test_suit_stays_in_its_column_and_new_suits_choose_an_empty_one():
    columns = with_card(with_card(EMPTY_WALL, *cards("HQ"), 3), *cards("S2"), 1)
    assert legal_columns(*cards("HA"), columns) == [3]
    assert legal_columns(*cards("D5"), columns) == [2, 4]


@every_choice
@given(seed=SEEDS)
def test_each_card_is_in_one_column_of_its_suit(players, roots, seed):
    game = anou(players, roots)
    board = game.deal(seed.hex(), "", 1)
    position = game.starting_position(board)
    for action in playout(game, board, playout_random(seed.hex(), game, 1))["actions"]:
        position = position.after(action)
    columns = [column for wall in position.walls.values() for column in wall]
    cards_laid_out = [card for column in columns for card in column]
    assert (
        len(cards_laid_out)
        == len(set(cards_laid_out))
        == {"3no": 30, "3yes": 30, "4no": 39, "4yes": 41}[players + roots]
    )
    assert all(len({card.suit for card in column}) <= 1 for column in columns)
    for wall in position.walls.values():
        suits = [column[0].suit for column in wall if column]
        assert len(suits) == len(set(suits))


def is_laying_root_stones(position):
    return position.turn is not None and position.legal_actions()[0].startswith("lay:")


@every_choice
def test_trick_is_played_by_all_then_taken_by_first_and_second(players, roots):
    """First takes one card, second takes two, and first leads the next trick."""
    count = int(players)
    *all_positions, _end = [
        position for position in positions(players, roots, 4) if not is_laying_root_stones(position)
    ]
    tricks = [
        all_positions[start : start + count + 3]
        for start in range(0, len(all_positions), count + 3)
    ]
    leader = all_positions[0].turn
    for number, trick in enumerate(tricks, 1):
        assert (
            tuple(position.turn for position in trick[:count])
            == new_trick(leader, anou(players).seats).seats
        )
        assert [(position.trick_number, position.card_number) for position in trick[:count]] == [
            (number, n + 1) for n in range(count)
        ]
        assert [(position.trick_number, position.card_number) for position in trick[count:]] == [
            (None, None)
        ] * 3
        leader, second, third = (position.turn for position in trick[count:])
        assert leader != second == third
    assert len(tricks) == {"4no": 13, "4yes": 11, "3no": 10, "3yes": 8}[players + roots]


@every_choice
def test_dealer_acts_first(players, roots):
    game = anou(players, roots)
    for number, dealer in enumerate(game.seats, 1):
        assert game.starting_position(game.deal("0f" * 32, "", number)).turn == dealer


@every_choice
def test_root_stones_are_laid_twice_round_from_the_dealer(players, roots):
    turns = "".join(
        position.turn
        for position in positions(players, roots, 3)
        if is_laying_root_stones(position)
    )
    assert turns == {"4yes": "SWNE" * 2, "3yes": "CAB" * 2}.get(players + roots, "")


@every_choice
def test_hands_have_13_cards_or_10_with_a_talon_of_6(players, roots):
    deal = anou(players, roots).deal("0f" * 32, "", 2).deal
    sizes = ([13] * 4, 0) if players == "4" else ([10] * 3, 6)
    assert ([len(hand) for hand in deal.hands.values()], len(deal.talon)) == sizes


def test_root_stones_do_not_change_the_deal():
    assert anou("4", "yes").deal("ab" * 32, "x", 3) == anou("4", "no").deal("ab" * 32, "x", 3)


def test_pack_of_three_players_has_no_twos_to_fives():
    assert {card.rank for card in anou("3").pack} == {"A", "6", "7", "8", "9", "10", "J", "Q", "K"}
    assert {field.max for field in anou("3").fields} == {9}


@every_choice
def test_repr_of_a_position_has_no_cards(players, roots):
    text = "".join(map(repr, positions(players, roots, 1)))
    assert "Card(" not in text
    assert "suit=" not in text


def test_seat_can_take_26_cards_as_second_in_every_trick():
    """All seats play the rank that N leads; of cards of equal rank, that of E is earlier."""
    actions = []
    for rank in ALL_RANKS:
        actions += [suit + rank for suit in "SHDC"]
        actions += [f"take:S{rank}@1", f"take:H{rank}@3", f"take:D{rank}@4"]
    result = replay(record_with_one_suit_each(*actions))
    assert result.is_legal
    assert [value for name, value in result.outcome.items() if value] == [13, 13, 13]
    assert result.x == {"n": 0, "e": 0, "s": 0, "w": 0}


@every_choice
@given(data=st.data())
def test_wall_with_too_few_or_too_many_cards_is_impossible(players, roots, data):
    """The limits are those of docs/games/anou.md."""
    game = anou(players, roots)
    least, most = {"4no": (0, 26), "4yes": (2, 24), "3no": (0, 20), "3yes": (2, 18)}[
        players + roots
    ]
    wall = st.lists(st.integers(0, game.fields[0].max), min_size=4, max_size=4)
    walls = {line: data.draw(wall) for line in game.lines}
    submitted = {
        f"{line}_height_{n}": value for line in walls for n, value in enumerate(walls[line], 1)
    }
    outcome, parse_problems = parse_outcome(game.fields, submitted)
    problems = game.problems(outcome, game.board(1))
    assert not parse_problems
    assert [problem.field for problem in problems if problem.code == "impossible_wall"] == [
        f"{line}_height_4" for line, wall in walls.items() if not least <= sum(wall) <= most
    ]
    assert all(problem.message for problem in problems)


TRICK = "S2 HK DK C5"
NEXT = "take:S2@3 take:HK@1 take:DK@2 S3 HA DQ C4"


@pytest.mark.parametrize(
    ("code", "actions", "action", "message"),
    [
        ("not_now", "S2", "take:S2@1", "play a card"),
        ("not_now", "S2", "lay:S2@1", "play a card"),
        ("not_now", TRICK, "S3", "place a card, “take:…”"),
        ("not_now", TRICK, "lay:S2@1", "place a card, “take:…”"),
        ("not_in_trick", TRICK, "take:S3@1", "S3 does not lie on the table"),
        (
            "column_of_other_suit",
            f"{TRICK} take:S2@1 take:HK@2",
            "take:DK@2",
            "another suit than DK",
        ),
        ("suit_has_column", f"{TRICK} {NEXT}", "take:S3@1", "Column 3 already has the suit"),
    ],
)
def test_violation_has_a_code_and_a_message(code, actions, action, message):
    position = position_after(actions)
    assert position.is_action(action)
    assert position.violation(action).code == code
    assert message in position.violation(action).message


@pytest.mark.parametrize("illegal", ["take:S3@1", "lay:HK@2", "H2"])
def test_illegal_placement_counts_as_the_first_legal_one(illegal):
    taking = position_after(TRICK)
    assert taking.after(illegal) == taking.after("take:S2@1")


def test_placement_changes_nothing_while_a_card_is_due():
    play = positions("4", "no", 1)[0]
    assert play.after("take:SA@1") is play


def test_card_played_by_four_seats_is_on_the_table_four_times():
    """Only one seat holds the card, but the trick continues and the other cards can be taken."""
    result = replay(
        record_with_one_suit_each(
            "SA", "SA", "SA", "SA", "take:SA@1", "take:SA@2", "take:SA@2", "S2"
        )
    )
    assert [irregularity.problem.code for irregularity in result.irregularities] == [
        "already_played"
    ] * 3
    assert result.outcome is None


@every_choice
def test_actions_after_the_end_change_nothing(players, roots):
    end = positions(players, roots, 2)[-1]
    assert (end.turn, end.trick_number, end.card_number, end.legal_actions()) == (
        None,
        None,
        None,
        (),
    )
    assert end.after("SA") is end


@pytest.mark.parametrize(
    "text", ["", "sa", "S1", "take:SA", "take:SA@5", "take:SA@0", "give:SA@1", "take:X@1", "@1"]
)
def test_malformed_texts_are_not_actions(text):
    for position in positions("4", "yes", 1):
        assert not position.is_action(text)


def test_two_is_unknown_with_three_players():
    assert not positions("3", "no", 1)[0].is_action("take:S2@1")


def test_board_without_cards_cannot_be_started():
    with pytest.raises(ValueError, match="board 3 has no cards"):
        anou().starting_position(anou().board(3))


def test_hand_is_sorted_by_suit_from_the_ace_down():
    sorted_cards = [str(card) for card in anou().sorted_hand(anou().pack)]
    assert sorted_cards[:13] == [f"S{rank}" for rank in ("A", *reversed(ALL_RANKS[1:]))]
    assert [text[0] for text in sorted_cards[::13]] == list("SHDC")


def test_field_titles_name_column_and_owner():
    assert [str(field.title) for field in anou("3").fields][3:5] == [
        "Planned 4 of A",
        "Planned 1 of B",
    ]
