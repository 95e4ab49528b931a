"""What every game in the catalogue must satisfy."""

import json
import re
from collections import Counter
from importlib import import_module
from pathlib import Path
from random import Random

import pytest

from games.catalogue import GAMES, get_game
from games.fields import parse_outcome
from games.playout import playout, playout_random
from games.records import parse_record, record_to_json
from games.replay import replay

DOCS = Path(__file__).parents[2] / "docs" / "games"
GOLDEN = Path(__file__).parents[1] / "golden"
SEED = "d1" * 32
PLAYOUTS = [range(1, 31), pytest.param(range(31, 301), marks=pytest.mark.thorough)]
"""Deals of each game played out under its default options; under every other choice, a few."""

ALL_GAMES = [pytest.param(game(), id=game.key) for game in GAMES] + [
    pytest.param(game({option.key: choice}), id=f"{game.key}-{option.key}={choice}")
    for game in GAMES
    for option in game.own_options
    for choice in option.choices
    if choice != option.default
]
every_game = pytest.mark.parametrize("game", ALL_GAMES)
WITH_PLAY = [param for param in ALL_GAMES if param.values[0].has_play]
every_game_with_play = pytest.mark.parametrize("game", WITH_PLAY)
every_key_with_play = pytest.mark.parametrize(
    "game", [param for param in WITH_PLAY if param.id == param.values[0].key]
)


def test_keys_are_unique():
    keys = [game.key for game in GAMES]
    assert len(set(keys)) == len(keys)


@pytest.mark.parametrize("key", [game.key for game in GAMES])
def test_each_has_its_page_its_golden_cases_and_a_second_scorer(key):
    assert (DOCS / f"{key}.md").is_file()
    assert json.loads((GOLDEN / f"{key}.json").read_text(encoding="utf-8"))["cases"]
    assert not get_game(key).has_play or callable(
        import_module(f"tests.games.second_scorers.{key}").x
    )


@every_game
def test_a_board_takes_some_minutes(game):
    assert 5 <= game.minutes_per_board <= 60


@every_game
def test_names_for_people(game):
    """Every option, choice and field has words, and the fields that repeat say of whom or when."""
    assert all(
        option.label and set(option.labels) == set(option.choices) for option in game.own_options
    )
    assert all(field.label and set(field.labels) == set(field.choices) for field in game.fields)
    titles = [str(field.title) for field in game.fields]
    assert len(set(titles)) == len(titles)
    assert {field.owner for field in game.fields} <= {"", *game.lines, *map(str.lower, game.seats)}
    assert {field.table_seats for field in game.fields if field.owner} <= {game.seats}
    plurals = {field.label: field.plural for field in game.fields if field.required}
    assert plurals == {label: re.search(r"s\b", label) is not None for label in plurals}


@every_game
def test_hands_are_kept_where_tricks_are_not_gathered_nor_given(game):
    """Botifarra's players keep their cards before them, as in duplicate bridge; two games have
    no deal."""
    assert game.keeps_hands == (game.key == "botifarra" or not game.has_play)


@every_game
def test_sums_are_of_number_fields(game):
    numbers = {field.name for field in game.fields if field.kind == "number"}
    assert all(set(each.fields) <= numbers for each in game.sums(game.board(1)))


@every_game
def test_lines_seat_everybody_once(game):
    seated = [seat for seats in game.lines.values() for seat in seats]
    assert sorted(seated) == sorted(game.seats)
    assert len(game.seats) == game.players


@every_game_with_play
def test_a_deal_conserves_the_pack_and_the_sizes_of_hands(game):
    for number in range(1, 9):
        board = game.deal(SEED, "", number)
        hands = board.deal.hands
        assert {seat: len(hand) for seat, hand in hands.items()} == game.hand_sizes(board.dealer)
        held = Counter(card for hand in hands.values() for card in hand)
        assert held + Counter(board.deal.talon) == Counter(game.pack)


@pytest.mark.daily(1)
@every_key_with_play
@pytest.mark.parametrize("numbers", PLAYOUTS, ids=["thirty", "three_hundred"])
def test_playouts_replay_as_legal(game, numbers):
    for number in numbers:
        plays_out(game, number)


@every_game_with_play
def test_a_playout_replays_as_legal_to_an_outcome_without_problems(game):
    for number in range(1, 6):
        plays_out(game, number)


def plays_out(game, number):
    """Play a board out, replay it from its text, and score it twice: here, and by the second
    scorer."""
    board = game.deal(SEED, "", number)
    record = json.loads(json.dumps(playout(game, board, playout_random(SEED, game, number))))
    result = replay(parse_record(record))
    assert result.legal, result.irregularities
    assert result.outcome == record["outcome"]
    assert parse_outcome(game.fields, result.outcome) == (result.outcome, [])
    assert game.problems(result.outcome, board) == []
    assert result.x == game.x(result.outcome, board)
    assert result.x == import_module(f"tests.games.second_scorers.{game.key}").x(record)
    assert all(each.total in (None, each.total_of(result.outcome)) for each in game.sums(board))
    assert set(result.x) == set(game.lines)


@every_game_with_play
def test_what_is_legal_is_what_nothing_is_said_against(game):
    """And every action of the whole play is a word wherever it could be wrong."""
    board, random = game.deal(SEED, "", 7), Random(7)
    position = game.start(board)
    while position.turn is not None:
        legal = position.legal_actions()
        assert legal
        assert all(
            position.is_action(action) and position.violation(action) is None for action in legal
        )
        others = [
            str(card)
            for card in game.pack
            if str(card) not in legal and position.is_action(str(card))
        ]
        assert all(position.violation(action) is not None for action in others)
        position = position.after(random.choice(legal))
    assert position.legal_actions() == ()


@every_game_with_play
def test_every_moment_tells_who_plays_what_is_asked_and_what_he_holds(game):
    """Each legal action has words: never its raw text, unless that is itself a word, as “pass”
    is."""
    board, random = game.deal(SEED, "", 5), Random(5)
    position = game.start(board)
    while position.turn is not None:
        legal, held = position.legal_actions(), position.held(position.turn)
        assert str(position.prompt)
        for action in legal:
            told = position.describe(action)
            assert "%(" not in str(told.words) != ""
            assert str(told.words) != action or (action.isalpha() and action.islower())
            assert told.card in (*game.pack, None)
            assert position.trick is None or told.card in held
            assert "Card(" not in repr(told)
        told_apart = {(str(told.words), told.card) for told in map(position.describe, legal)}
        assert len(told_apart) == len(legal)
        assert all(str(words) for words in position.so_far.values())
        assert set(position.so_far) <= {*game.seats, *game.lines}
        assert set(position.open_cards) <= set(game.seats)
        position = position.after(random.choice(legal))
    assert not any(position.held(seat) for seat in game.seats)


@every_game_with_play
def test_irregular_play_never_breaks_down(game):
    """Words of the game at the wrong time and cards of other hands: it goes on to an end."""
    board, random = game.deal(SEED, "", 3), Random(3)
    words = [*dict.fromkeys([*map(str, game.pack), *playout(game, board, random)["actions"]])]
    position = game.start(board)
    for _action in range(3000):
        if position.turn is None:
            break
        legal = position.legal_actions()
        assert legal
        action = random.choice(words if random.random() < 0.3 else legal)
        assert position.is_action(action)
        assert (position.violation(action) is None) == (
            action in legal and not repeated(position, action)
        )
        assert "Card(" not in repr(position).replace(repr(getattr(position, "current", None)), "")
        position = position.after(action)
    assert position.turn is None
    outcome = position.outcome()
    assert outcome is None or parse_outcome(game.fields, outcome) == (outcome, [])


def repeated(position, action):
    """Whether a card of the hand was played by somebody else before: its holder is told when it
    turns up."""
    problem = position.violation(action)
    return problem is not None and problem.code == "already_played"


@every_game_with_play
def test_a_record_reads_back_as_it_was_written(game):
    board = game.deal(SEED, "", 1)
    record = playout(game, board, Random(1))
    del record["outcome"]
    assert record_to_json(parse_record(record)) == record


@pytest.mark.daily(1)
@every_game_with_play
def test_the_notation_is_one_line_and_tells_outcomes_apart(game):
    outcomes = {}
    for number in range(1, 21):
        board = game.deal(SEED, "", number)
        outcome = playout(game, board, Random(number))["outcome"]
        line = str(game.notation(outcome, board))
        assert line.strip() == line != ""
        assert "\n" not in line
        assert outcomes.setdefault(line, outcome) == outcome


@every_game_with_play
def test_x_is_what_its_explanation_comes_to(game):
    for number in range(1, 9):
        board = game.deal(SEED, "", number)
        outcome = playout(game, board, Random(number))["outcome"]
        explained = game.explain_x(outcome, board)
        assert {line: each.value for line, each in explained.items()} == game.x(outcome, board)
        for each in explained.values():
            assert each.formula.with_names
            assert "%(" not in str(each.sentence)


@every_game_with_play
def test_fields_are_json_and_read_their_own_outcomes(game):
    board = game.deal(SEED, "", 2)
    outcome = playout(game, board, Random(2))["outcome"]
    assert json.loads(json.dumps([field.as_json() for field in game.fields]))
    assert list(outcome) == [field.name for field in game.fields]
    assert parse_outcome(game.fields, outcome) == (outcome, [])
