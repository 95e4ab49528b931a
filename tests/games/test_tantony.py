"""The three games of Tantony beyond what every game must do: bounds, conservation, irregular
play."""

import json
import re
from itertools import combinations
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.catalogue import get_game
from games.fields import read_outcome
from games.playout import playout
from games.records import read
from games.replay import replay
from games.tantony.play import GivePosition
from games.tricks import ACE_HIGH
from tests.examples import one_in

SEED = "7a" * 32
HIGH_TO_LOW = "A K Q J 10 9 8 7 6 5 4 3 2"
KEYS = ["tantony", "tantony_split", "tantony_three"]
GOLDEN = Path(__file__).parents[1] / "golden"
every_key = pytest.mark.parametrize("key", KEYS)
boards = st.integers(1, 10_000)


def golden(key, name):
    told = json.loads((GOLDEN / f"{key}.json").read_text(encoding="utf-8"))
    return next({"game": key, **case} for case in told["cases"] if case["name"] == name)


def positions(key, number, options=None):
    """Every position of one random play, and the game."""
    game = get_game(key, options)
    position, random = game.start(game.deal(SEED, "", number)), Random(number)
    yield game, position
    while position.turn is not None:
        position = position.after(random.choice(position.legal_actions()))
        yield game, position


def at(position):
    """The play of the cards at a position, and the legs so far."""
    play = position.play if isinstance(position, GivePosition) else position
    return play, play.legs


@every_key
@one_in(2)
@given(number=boards)
def test_no_card_is_lost_and_every_leg_begins_with_full_hands(key, number):
    begun = 0
    for game, position in positions(key, number):
        play, legs = at(position)
        if legs.are_over:
            break
        hands, table = play.hands.held, list(play.current.cards)
        assert sorted(
            [*table, *sum(legs.hands().values(), ()), *sum(hands.values(), ())]
        ) == sorted(game.pack)
        if position.card == 1 and not any(legs.tricks.values()):
            begun += 1
            assert {len(hand) for hand in hands.values()} == {len(game.pack) // game.players}
            assert position.turn == legs.opener
    assert begun == len(game.leg_numbers)


@one_in(2)
@given(boards)
def test_with_partners_first_leads_go_round_the_table_from_the_dealer_s_left(number):
    openers = [
        position.turn
        for _game, position in positions("tantony", number)
        if position.card == 1 and not any(position.legs.tricks.values())
    ]
    assert "".join(openers) == ("NESW" * 2)[number % 4 :][:4]


@one_in(2)
@given(boards)
def test_of_three_the_winner_of_the_last_trick_leads_again(number):
    """He is the one who gave the trick away."""
    played = [position for _game, position in positions("tantony_three", number)]
    (place,) = [
        place for place, position in enumerate(played) if (position.trick, position.card) == (13, 1)
    ]
    giving, lead = played[place - 1], played[place]
    assert isinstance(giving, GivePosition)
    assert lead.turn == giving.turn == giving.play.current.winner(ACE_HIGH)


@one_in(2)
@given(boards)
def test_the_pairs_are_each_other_s_opposite_and_the_seats_of_a_split_count_twice(number):
    record = playout(
        get_game("tantony"), get_game("tantony").deal(SEED, "", number), Random(number)
    )
    pairs = replay(read({**record, "game": "tantony"})).x
    split, alone = (
        replay(
            read({**record, "game": "tantony_split", "options": {"x": "own", "partner": partner}})
        ).x
        for partner in ("left", "alone")
    )
    assert pairs["ns"] == -pairs["ew"] == alone["n"] + alone["s"] - alone["e"] - alone["w"]
    assert sum(split.values()) == 2 * sum(alone.values())
    assert sum(replay(read({**record, "game": "tantony_split", "options": {}})).x.values()) == 0


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
def test_what_so_many_lines_can_make(key, options, ranges):
    """The figures of docs/games; the pack's lowest and highest cards added up."""
    game = get_game(key, options)
    seats = len(next(iter(game.lines.values())))
    assert [
        game.rules.runt_range(seats * count) for count in range(1, len(game.lines) + 1)
    ] == ranges
    assert {(field.min, field.max) for field in game.fields} == {ranges[0]}


@pytest.mark.parametrize(
    ("ranks", "made"),
    [
        (HIGH_TO_LOW, [90, 75, 75, 75]),
        ("2 3 4 5 6 7 8 9 10 J Q K A", [14, 9, 9, 9]),
    ],
    ids=["the most", "the least"],
)
def test_the_most_and_the_least_of_a_leg_can_be_played(ranks, made):
    """Thirteen hogs from four one-suit hands, and the same with every rank turned round."""
    record = golden("tantony_split", "thirteen hogs")
    turned = dict(zip(HIGH_TO_LOW.split(), ranks.split(), strict=True))
    actions = [
        text if text.startswith("give:") else text[0] + turned[text[1:]]
        for text in record["actions"]
    ]
    result = replay(read({**record, "actions": actions}))
    assert result.legal
    assert list(result.outcome.values()) == made
    assert sum(made) in (41, 315)


@given(st.lists(st.integers(6, 120), min_size=4, max_size=4))
def test_a_leg_is_impossible_exactly_when_some_seats_have_too_little_or_too_much(made):
    game = get_game("tantony_split", {"legs": "1"})
    outcome, shape = read_outcome(
        game.fields, {f"leg1_{seat}_runts": n for seat, n in zip("nesw", made, strict=True)}
    )
    wrong = [
        seats
        for count, (least, most) in {2: (14, 195), 3: (24, 260), 4: (41, 315)}.items()
        for seats in combinations(made, count)
        if not least <= sum(seats) <= most
    ]
    problems = game.problems(outcome, game.board(1))
    assert not shape
    assert bool(problems) == bool(wrong)
    assert all(problem.code == "impossible_runts" and problem.message for problem in problems)


@every_key
@one_in(2)
@given(number=boards)
def test_whatever_is_played_the_play_goes_on_to_its_end(key, number):
    """Many actions are any word of the game; still nobody runs out of cards, or of tricks to be
    given."""
    game, random = get_game(key), Random(number)
    position = game.start(game.deal(SEED, "", number))
    words = [*map(str, game.pack), *position.legs.rules.receiver_by_action, "give:Q", "10"]
    while position.turn is not None:
        legal = position.legal_actions()
        action = random.choice(legal if random.random() < 0.7 else words)
        assert legal
        if position.understands(action):
            assert action in legal or position.objection(action)
            position = position.after(action)
    assert position.trick is position.card is None
    assert position.legal_actions() == ()
    assert position.after(str(game.pack[0])) is position
    assert position.objection(str(game.pack[0])) is None


@pytest.mark.parametrize("legs", ["1", "2"])
def test_a_card_of_another_hand_leaves_no_outcome_however_the_play_goes_on(legs):
    """The ace of hearts is played from the wrong hand, and again by its holder."""
    record = golden("tantony", "one leg, card by card")
    actions = ["HA", *record["actions"][1:]]
    result = replay(read({**record, "options": {"legs": legs}, "actions": actions}))
    codes = [
        (each.action, each.trick, each.card, each.problem.code) for each in result.irregularities
    ]
    assert codes[0] == (0, 1, 1, "not_held")
    assert "already_played" in [code for _action, _trick, _card, code in codes]
    assert result.outcome is None


def test_tricks_are_counted_through_the_legs_and_a_gift_is_in_none():
    """Three cards and a gift are a trick of three players; 36 tricks are three legs."""
    played = [position for _game, position in positions("tantony_three", 5, {"legs": "3"})]
    places = [(trick, card) for trick in range(1, 37) for card in (1, 2, 3, None)]
    told = [(trick if card else None, card) for trick, card in places]
    assert [(position.trick, position.card) for position in played] == [*told, (None, None)]


@every_key
def test_the_cards_never_appear_in_a_repr(key):
    told = "".join(repr(position) for _game, position in positions(key, 3))
    assert "Card(" not in told
    assert "suit=" not in told


def test_the_results_of_the_page_for_three_show_x_as_it_is_by_default():
    page = (Path(__file__).parents[2] / "docs" / "games" / "tantony_three.md").read_text(
        encoding="utf-8"
    )
    rows = re.findall(r"^\| ([1-4]) \| ([^|]*`) \| ([^|]*) \| ([^|]*) \|$", page, re.MULTILINE)
    assert len(rows) == 4
    said: list[str] = []
    for legs, result, own, over_all in rows:
        said += re.findall(r"\d+", result)[-3:]
        for chosen, shown in (("own", own), ("over_all", over_all)):
            game = get_game("tantony_three", {"legs": legs, "x": chosen})
            outcome = dict(zip((field.name for field in game.fields), map(int, said), strict=True))
            x = game.x(outcome, game.board(1))
            assert [str(each).replace("-", "−") for each in x.values()] == shown.split(", ")
