"""Anou: what walls score, first and second, cards that are never lost, and whatever is done
wrongly."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.anou.columns import EMPTY_WALL, legal_columns, wall_points, with_card
from games.anou.play import first_and_second
from games.cards import FRENCH_52, Card
from games.catalogue import get_game
from games.fields import read_outcome
from games.playout import playout, playout_random
from games.records import read
from games.replay import replay
from games.tricks import ACE_HIGH, led_by

SEEDS = st.binary(min_size=32, max_size=32)
CHOICES = [(players, roots) for players in "34" for roots in ("no", "yes")]
every_choice = pytest.mark.parametrize(("players", "roots"), CHOICES)
ALL_RANKS = ("A", *map(str, range(2, 11)), "J", "Q", "K")


def anou(players="4", roots="no"):
    return get_game("anou", {"players": players, "root_stones": roots})


def cards(text):
    return tuple(Card(each[0], each[1:]) for each in text.split())


def positions(players, roots, number):
    """Every moment of a random play."""
    game = anou(players, roots)
    board = game.deal("5e" * 32, "", number)
    record = playout(game, board, playout_random("5e" * 32, game, number))
    moments = [game.start(board)]
    for action in record["actions"]:
        moments.append(moments[-1].after(action))
    return moments


def suits_apart(*actions):
    """A record in which N deals and holds all spades, E hearts, S diamonds, W clubs."""
    hands = {
        seat: [suit + rank for rank in ALL_RANKS] for seat, suit in zip("NESW", "SHDC", strict=True)
    }
    return read({"game": "anou", "dealer": "N", "hands": hands, "actions": list(actions)})


def after(actions):
    """The position that the actions lead to where everybody has one whole suit."""
    record = suits_apart()
    position = record.game.start(record.board)
    for action in actions.split():
        position = position.after(action)
    return position


@given(st.tuples(*[st.integers(0, 13)] * 4))
def test_a_wall_scores_from_nothing_to_twelve(heights):
    assert 0 <= wall_points(heights) <= 12
    assert (wall_points(heights) == 12) == (heights == (1, 2, 3, 4))


@given(st.tuples(*[st.integers(0, 13)] * 4), st.integers(0, 3))
def test_a_card_more_is_a_point_up_to_the_plan(heights, at):
    """And never one beyond it, whatever the other columns are like."""
    higher = (*heights[:at], heights[at] + 1, *heights[at + 1 :])
    if heights[at] > at:
        assert wall_points(higher) <= wall_points(heights)
    else:
        assert wall_points(higher) >= wall_points(heights)


@given(st.permutations(FRENCH_52).map(lambda pack: tuple(pack[:4])))
def test_first_and_second(trick):
    first, second = first_and_second(trick)
    led = [at for at, card in enumerate(trick) if card.suit == trick[0].suit]
    assert first == max(led, key=lambda at: ACE_HIGH[trick[at].rank])
    others = [at for at in led if at != first] or [at for at in range(4) if at != first]
    best = max(ACE_HIGH[trick[at].rank] for at in others)
    assert second == next(at for at in others if ACE_HIGH[trick[at].rank] == best)


def test_a_suit_keeps_its_column_and_the_others_are_free():
    columns = with_card(with_card(EMPTY_WALL, *cards("HQ"), 3), *cards("S2"), 1)
    assert legal_columns(*cards("HA"), columns) == [3]
    assert legal_columns(*cards("D5"), columns) == [2, 4]


@every_choice
@given(seed=SEEDS)
def test_every_card_laid_out_lies_in_one_column_of_its_suit(players, roots, seed):
    game = anou(players, roots)
    board = game.deal(seed.hex(), "", 1)
    position = game.start(board)
    for action in playout(game, board, playout_random(seed.hex(), game, 1))["actions"]:
        position = position.after(action)
    columns = [column for wall in position.walls.values() for column in wall]
    out = [card for column in columns for card in column]
    assert (
        len(out) == len(set(out)) == {"3no": 30, "3yes": 30, "4no": 39, "4yes": 41}[players + roots]
    )
    assert all(len({card.suit for card in column}) <= 1 for column in columns)
    for wall in position.walls.values():
        suits = [column[0].suit for column in wall if column]
        assert len(suits) == len(set(suits))


def lays(position):
    return position.turn is not None and position.legal_actions()[0].startswith("lay:")


@every_choice
def test_who_acts_in_a_trick(players, roots):
    """All play, round from the leader; then the first takes, the second twice, and the first
    leads."""
    count = int(players)
    *moments, _end = [each for each in positions(players, roots, 4) if not lays(each)]
    tricks = [moments[start : start + count + 3] for start in range(0, len(moments), count + 3)]
    leader = moments[0].turn
    for number, trick in enumerate(tricks, 1):
        assert (
            tuple(each.turn for each in trick[:count]) == led_by(leader, anou(players).seats).seats
        )
        assert [(each.trick, each.card) for each in trick[:count]] == [
            (number, n + 1) for n in range(count)
        ]
        assert [(each.trick, each.card) for each in trick[count:]] == [(None, None)] * 3
        leader, second, again = (each.turn for each in trick[count:])
        assert leader != second == again
    assert len(tricks) == {"4no": 13, "4yes": 11, "3no": 10, "3yes": 8}[players + roots]


@every_choice
def test_the_dealer_acts_first_wherever_he_sits(players, roots):
    game = anou(players, roots)
    for number, dealer in enumerate(game.seats, 1):
        assert game.start(game.deal("0f" * 32, "", number)).turn == dealer


@every_choice
def test_root_stones_go_twice_round_from_the_dealer(players, roots):
    turns = "".join(each.turn for each in positions(players, roots, 3) if lays(each))
    assert turns == {"4yes": "SWNE" * 2, "3yes": "CAB" * 2}.get(players + roots, "")


@every_choice
def test_hands_and_talon(players, roots):
    deal = anou(players, roots).deal("0f" * 32, "", 2).deal
    sizes = ([13] * 4, 0) if players == "4" else ([10] * 3, 6)
    assert ([len(hand) for hand in deal.hands.values()], len(deal.talon)) == sizes


def test_the_cards_do_not_depend_on_root_stones():
    assert anou("4", "yes").deal("ab" * 32, "x", 3) == anou("4", "no").deal("ab" * 32, "x", 3)


def test_three_players_leave_out_the_twos_to_fives():
    assert {card.rank for card in anou("3").pack} == {"A", "6", "7", "8", "9", "10", "J", "Q", "K"}
    assert {field.max for field in anou("3").fields} == {9}


@every_choice
def test_no_card_appears_in_a_repr(players, roots):
    told = "".join(map(repr, positions(players, roots, 1)))
    assert "Card(" not in told
    assert "suit=" not in told


def test_the_most_that_one_can_take_is_reached():
    """N leads, all play the rank he plays, and of equal ranks E's is the earlier: E takes two
    every time."""
    actions = []
    for rank in ALL_RANKS:
        actions += [suit + rank for suit in "SHDC"]
        actions += [f"take:S{rank}@1", f"take:H{rank}@3", f"take:D{rank}@4"]
    result = replay(suits_apart(*actions))
    assert result.legal
    assert [value for name, value in result.outcome.items() if value] == [13, 13, 13]
    assert result.x == {"n": 0, "e": 0, "s": 0, "w": 0}


@every_choice
@given(data=st.data())
def test_a_wall_is_impossible_outside_of_what_the_tricks_bring(players, roots, data):
    """The figures of docs/games."""
    game = anou(players, roots)
    least, most = {"4no": (0, 26), "4yes": (2, 24), "3no": (0, 20), "3yes": (2, 18)}[
        players + roots
    ]
    wall = st.lists(st.integers(0, game.fields[0].max), min_size=4, max_size=4)
    walls = {line: data.draw(wall) for line in game.lines}
    said = {f"{line}_height_{n}": each for line in walls for n, each in enumerate(walls[line], 1)}
    outcome, shape = read_outcome(game.fields, said)
    problems = game.problems(outcome, game.board(1))
    assert not shape
    assert [each.field for each in problems if each.code == "impossible_wall"] == [
        f"{line}_height_4" for line, each in walls.items() if not least <= sum(each) <= most
    ]
    assert all(problem.message for problem in problems)


TRICK = "S2 HK DK C5"
NEXT = "take:S2@3 take:HK@1 take:DK@2 S3 HA DQ C4"


@pytest.mark.parametrize(
    ("code", "done", "action", "sentence"),
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
def test_each_objection_has_its_code_and_its_sentence(code, done, action, sentence):
    position = after(done)
    assert position.understands(action)
    assert position.objection(action).code == code
    assert sentence in position.objection(action).message


@pytest.mark.parametrize("wrong", ["take:S3@1", "lay:HK@2", "H2"])
def test_what_may_not_be_placed_counts_as_the_first_thing_that_may(wrong):
    taking = after(TRICK)
    assert taking.after(wrong) == taking.after("take:S2@1")


def test_what_is_no_card_changes_nothing_while_one_is_to_be_played():
    play = positions("4", "no", 1)[0]
    assert play.after("take:SA@1") is play


def test_a_card_played_by_everybody_lies_there_as_often():
    """Nobody but its holder has it, but the trick goes on, and what is left can be taken."""
    result = replay(
        suits_apart("SA", "SA", "SA", "SA", "take:SA@1", "take:SA@2", "take:SA@2", "S2")
    )
    assert [each.problem.code for each in result.irregularities] == ["already_played"] * 3
    assert result.outcome is None


@every_choice
def test_after_the_end_nothing_happens(players, roots):
    end = positions(players, roots, 2)[-1]
    assert (end.turn, end.trick, end.card, end.legal_actions()) == (None, None, None, ())
    assert end.after("SA") is end


@pytest.mark.parametrize(
    "word", ["", "sa", "S1", "take:SA", "take:SA@5", "take:SA@0", "give:SA@1", "take:X@1", "@1"]
)
def test_words_of_no_action_are_not_understood(word):
    for position in positions("4", "yes", 1):
        assert not position.understands(word)


def test_three_players_do_not_know_the_two():
    assert not positions("3", "no", 1)[0].understands("take:S2@1")


def test_a_board_without_cards_cannot_be_started():
    with pytest.raises(ValueError, match="board 3 has no cards"):
        anou().start(anou().board(3))


def test_a_hand_is_shown_by_suit_from_the_ace_down():
    shown = [str(card) for card in anou().sorted_hand(anou().pack)]
    assert shown[:13] == [f"S{rank}" for rank in ("A", *reversed(ALL_RANKS[1:]))]
    assert [text[0] for text in shown[::13]] == list("SHDC")


def test_titles_say_which_column_of_whom():
    assert [str(field.title) for field in anou("3").fields][3:5] == [
        "Planned 4 of A",
        "Planned 1 of B",
    ]
