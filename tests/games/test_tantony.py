"""The three games of Tantony: ranges, conservation of cards, irregular play."""

import json
import re
from itertools import combinations
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.catalogue import get_game
from games.fields import parse_outcome
from games.playout import playout
from games.records import parse_record
from games.replay import replay
from games.tantony.play import GivePosition
from games.tricks import ACE_HIGH
from tests.hypothesis_examples import one_in

SEED = "7a" * 32
HIGH_TO_LOW = "A K Q J 10 9 8 7 6 5 4 3 2"
KEYS = ["tantony", "tantony_split", "tantony_three"]
GOLDEN = Path(__file__).parents[1] / "golden"
every_key = pytest.mark.parametrize("key", KEYS)
boards = st.integers(1, 10_000)


def golden(key, name):
    """Return a golden case of a game by its name."""
    content = json.loads((GOLDEN / f"{key}.json").read_text(encoding="utf-8"))
    return next({"game": key, **case} for case in content["cases"] if case["name"] == name)


def positions(key, number, options=None):
    """Yield the game and all positions of a random play."""
    game = get_game(key, options)
    position, random = game.starting_position(game.deal(SEED, "", number)), Random(number)
    yield game, position
    while position.turn is not None:
        position = position.after(random.choice(position.legal_actions()))
        yield game, position


def play_and_legs(position):
    """Return the play of the cards at a position, and the legs so far."""
    play = position.play if isinstance(position, GivePosition) else position
    return play, play.legs


@every_key
@one_in(2)
@given(number=boards)
def test_no_card_is_lost_and_every_leg_starts_with_full_hands(key, number):
    legs_started = 0
    for game, position in positions(key, number):
        play, legs = play_and_legs(position)
        if legs.is_finished:
            break
        hands, table = play.hands.by_seat, list(play.current_trick.cards)
        assert sorted(
            [*table, *sum(legs.hands().values(), ()), *sum(hands.values(), ())]
        ) == sorted(game.pack)
        if position.card_number == 1 and not any(legs.tricks.values()):
            legs_started += 1
            assert {len(hand) for hand in hands.values()} == {len(game.pack) // game.player_count}
            assert position.turn == legs.opener
    assert legs_started == len(game.leg_numbers)


@one_in(2)
@given(boards)
def test_openers_of_legs_go_round_from_the_left_of_the_dealer(number):
    openers = [
        position.turn
        for _game, position in positions("tantony", number)
        if position.card_number == 1 and not any(position.legs.tricks.values())
    ]
    assert "".join(openers) == ("NESW" * 2)[number % 4 :][:4]


@one_in(2)
@given(boards)
def test_winner_of_the_last_trick_opens_the_next_leg_of_three_players(number):
    """The winner of the last trick gives it away, and then opens the next leg."""
    all_positions = [position for _game, position in positions("tantony_three", number)]
    (index,) = [
        index
        for index, position in enumerate(all_positions)
        if (position.trick_number, position.card_number) == (13, 1)
    ]
    giving, lead = all_positions[index - 1], all_positions[index]
    assert isinstance(giving, GivePosition)
    assert lead.turn == giving.turn == giving.play.current_trick.winner(ACE_HIGH)


@one_in(2)
@given(boards)
def test_x_of_pairs_is_opposite_and_a_split_counts_each_seat_twice(number):
    record = playout(
        get_game("tantony"), get_game("tantony").deal(SEED, "", number), Random(number)
    )
    pairs = replay(parse_record({**record, "game": "tantony"})).x
    split, alone = (
        replay(
            parse_record(
                {**record, "game": "tantony_split", "options": {"x": "own", "partner": partner}}
            )
        ).x
        for partner in ("left", "alone")
    )
    assert pairs["ns"] == -pairs["ew"] == alone["n"] + alone["s"] - alone["e"] - alone["w"]
    assert sum(split.values()) == 2 * sum(alone.values())
    assert (
        sum(replay(parse_record({**record, "game": "tantony_split", "options": {}})).x.values())
        == 0
    )


@pytest.mark.parametrize(
    ("key", "options", "ranges"),
    [
        ("tantony", {}, [(14, 195), (41, 315)]),
        ("tantony", {"values": "11-12-13-15"}, [(14, 99), (41, 171)]),
        ("tantony", {"values": "11-11-11-13"}, [(14, 85), (41, 151)]),
        ("tantony_split", {}, [(6, 120), (14, 195), (24, 260), (41, 315)]),
        ("tantony_three", {}, [(8, 100), (20, 180), (36, 240)]),
    ],
)
def test_range_of_points_depends_on_the_number_of_lines(key, options, ranges):
    """The figures are those of docs/games: sums of the lowest and of the highest cards."""
    game = get_game(key, options)
    seats = len(next(iter(game.lines.values())))
    assert [
        game.rules.runt_range(seats * count) for count in range(1, len(game.lines) + 1)
    ] == ranges
    assert {(field.min, field.max) for field in game.fields} == {ranges[0]}


@pytest.mark.parametrize(
    ("ranks", "points"),
    [
        (HIGH_TO_LOW, [90, 75, 75, 75]),
        ("2 3 4 5 6 7 8 9 10 J Q K A", [14, 9, 9, 9]),
    ],
    ids=["the most", "the least"],
)
def test_highest_and_lowest_points_of_a_leg_are_possible(ranks, points):
    """Hands of one suit each give thirteen hogs; the same play is tried with ranks reversed."""
    record = golden("tantony_split", "thirteen hogs")
    replacements = dict(zip(HIGH_TO_LOW.split(), ranks.split(), strict=True))
    actions = [
        text if text.startswith("give:") else text[0] + replacements[text[1:]]
        for text in record["actions"]
    ]
    result = replay(parse_record({**record, "actions": actions}))
    assert result.is_legal
    assert list(result.outcome.values()) == points
    assert sum(points) in (41, 315)


@given(st.lists(st.integers(6, 120), min_size=4, max_size=4))
def test_leg_is_impossible_if_some_seats_have_too_few_or_too_many_points(points):
    game = get_game("tantony_split", {"legs": "1"})
    outcome, parse_problems = parse_outcome(
        game.fields, {f"leg1_{seat}_runts": n for seat, n in zip("nesw", points, strict=True)}
    )
    impossible = [
        seats
        for count, (least, most) in {2: (14, 195), 3: (24, 260), 4: (41, 315)}.items()
        for seats in combinations(points, count)
        if not least <= sum(seats) <= most
    ]
    problems = game.problems(outcome, game.board(1))
    assert not parse_problems
    assert bool(problems) == bool(impossible)
    assert all(problem.code == "impossible_runts" and problem.message for problem in problems)


@every_key
@one_in(2)
@given(number=boards)
def test_irregular_play_reaches_an_end(key, number):
    """Many actions are random, but no seat runs out of cards or of tricks to give."""
    game, random = get_game(key), Random(number)
    position = game.starting_position(game.deal(SEED, "", number))
    any_actions = [*map(str, game.pack), *position.legs.rules.receiver_by_action, "give:Q", "10"]
    while position.turn is not None:
        legal = position.legal_actions()
        action = random.choice(legal if random.random() < 0.7 else any_actions)
        assert legal
        if position.is_action(action):
            assert action in legal or position.violation(action)
            position = position.after(action)
    assert position.trick_number is position.card_number is None
    assert position.legal_actions() == ()
    assert position.after(str(game.pack[0])) is position
    assert position.violation(str(game.pack[0])) is None


@pytest.mark.parametrize("legs", ["1", "2"])
def test_card_of_another_hand_leaves_no_outcome(legs):
    """The ace of hearts is played from the wrong hand, and again by its holder."""
    record = golden("tantony", "one leg, card by card")
    actions = ["HA", *record["actions"][1:]]
    result = replay(parse_record({**record, "options": {"legs": legs}, "actions": actions}))
    codes = [
        (
            irregularity.action_index,
            irregularity.trick_number,
            irregularity.card_number,
            irregularity.problem.code,
        )
        for irregularity in result.irregularities
    ]
    assert codes[0] == (0, 1, 1, "not_held")
    assert "already_played" in [code for _action, _trick, _card, code in codes]
    assert result.outcome is None


def test_tricks_are_numbered_through_all_legs_and_gifts_have_no_number():
    """With three players a trick is three cards and a gift; three legs have 36 tricks."""
    all_positions = [position for _game, position in positions("tantony_three", 5, {"legs": "3"})]
    places = [(trick, card) for trick in range(1, 37) for card in (1, 2, 3, None)]
    expected = [(trick if card else None, card) for trick, card in places]
    assert [(position.trick_number, position.card_number) for position in all_positions] == [
        *expected,
        (None, None),
    ]


@every_key
def test_repr_of_a_position_has_no_cards(key):
    text = "".join(repr(position) for _game, position in positions(key, 3))
    assert "Card(" not in text
    assert "suit=" not in text


def test_results_on_the_page_of_tantony_three_are_right():
    page = (Path(__file__).parents[2] / "docs" / "games" / "tantony_three.md").read_text(
        encoding="utf-8"
    )
    rows = re.findall(r"^\| ([1-4]) \| ([^|]*`) \| ([^|]*) \| ([^|]*) \|$", page, re.MULTILINE)
    assert len(rows) == 4
    points: list[str] = []
    for legs, result, side_x, over_all in rows:
        points += re.findall(r"\d+", result)[-3:]
        for x_option, expected in (("own", side_x), ("over_all", over_all)):
            game = get_game("tantony_three", {"legs": legs, "x": x_option})
            outcome = dict(
                zip((field.name for field in game.fields), map(int, points), strict=True)
            )
            x = game.raw_results(outcome, game.board(1))
            assert [str(value).replace("-", "−") for value in x.values()] == expected.split(", ")
