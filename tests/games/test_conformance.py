"""Requirements that every game in the catalogue satisfies."""

import json
import re
from collections import Counter
from importlib import import_module
from pathlib import Path
from random import Random

import pytest

from games.catalogue import GAMES, get_game
from games.fields import parse_outcome
from games.game import Game
from games.playout import playout, playout_random
from games.records import parse_record, record_to_json
from games.replay import replay

DOCS = Path(__file__).parents[2] / "docs" / "games"
GOLDEN = Path(__file__).parents[1] / "golden"
SECOND_SCORERS = Path(__file__).with_name("second_scorers")
SEED = "d1" * 32

# The number of boards of each game that are played out under its default options. Under every other
# choice of options, only a few are.
PLAYOUTS = [range(1, 31), pytest.param(range(31, 301), marks=pytest.mark.thorough)]

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


def test_keys_of_games_are_unique():
    keys = [game.key for game in GAMES]
    assert len(set(keys)) == len(keys)


@pytest.mark.parametrize("key", [game.key for game in GAMES])
def test_game_has_a_page_golden_cases_and_a_second_scorer(key):
    paths = [DOCS / f"{key}.md", GOLDEN / f"{key}.json"]
    if get_game(key).has_play:
        paths.append(SECOND_SCORERS / f"{key}.py")
    missing = [f"{path} is missing" for path in paths if not path.is_file()]
    assert missing == [], "\n".join(missing)
    assert json.loads((GOLDEN / f"{key}.json").read_text(encoding="utf-8"))["cases"]
    assert not get_game(key).has_play or callable(
        import_module(f"tests.games.second_scorers.{key}").x
    )


@every_game
def test_board_takes_5_to_60_minutes(game):
    assert 5 <= game.minutes_per_board <= 60


@every_game
def test_options_choices_and_fields_have_distinct_labels(game):
    """Fields that occur repeatedly differ by owner or leg."""
    assert all(
        option.label and set(option.labels) == set(option.choices) for option in game.own_options
    )
    assert all(field.label and set(field.labels) == set(field.choices) for field in game.fields)
    titles = [str(field.title) for field in game.fields]
    assert len(set(titles)) == len(titles)
    assert {field.owner for field in game.fields} <= {"", *game.lines, *map(str.lower, game.seats)}
    assert {field.table_seats for field in game.fields if field.owner} <= {game.seats}
    plurals = {field.label: field.has_plural_label for field in game.fields if field.required}
    assert plurals == {label: re.search(r"s\b", label) is not None for label in plurals}


@every_game
def test_game_with_cards_declares_whether_players_keep_their_hands(game):
    """The default is easily forgotten, and a board with mixed cards must be made up again."""
    declares = any("keeps_hands" in vars(base) for base in type(game).__mro__ if base is not Game)
    assert declares == game.has_play


@every_game
def test_sums_consist_of_number_fields(game):
    number_fields = {field.name for field in game.fields if field.kind == "number"}
    assert all(
        set(field_sum.fields) <= number_fields for field_sum in game.field_sums(game.board(1))
    )


@every_game
def test_lines_contain_every_seat_once(game):
    seats_of_lines = [seat for seats in game.lines.values() for seat in seats]
    assert sorted(seats_of_lines) == sorted(game.seats)
    assert len(game.seats) == game.player_count


@every_game_with_play
def test_deal_uses_the_whole_pack_and_respects_hand_sizes(game):
    for number in range(1, 9):
        board = game.deal(SEED, "", number)
        hands = board.deal.hands
        assert {seat: len(hand) for seat, hand in hands.items()} == game.hand_sizes(board.dealer)
        dealt_cards = Counter(card for hand in hands.values() for card in hand)
        assert dealt_cards + Counter(board.deal.talon) == Counter(game.pack)


@pytest.mark.daily(1)
@every_key_with_play
@pytest.mark.parametrize("numbers", PLAYOUTS, ids=["thirty", "three_hundred"])
def test_playouts_replay_as_legal(game, numbers):
    for number in numbers:
        assert_board_plays_out(game, number)


@every_game_with_play
def test_playouts_under_every_option_replay_as_legal(game):
    for number in range(1, 6):
        assert_board_plays_out(game, number)


def assert_board_plays_out(game, number):
    """Play a board out, replay its record, and score it here and with the second scorer."""
    board = game.deal(SEED, "", number)
    record = json.loads(json.dumps(playout(game, board, playout_random(SEED, game, number))))
    result = replay(parse_record(record))
    assert result.is_legal, result.irregularities
    assert result.outcome == record["outcome"]
    assert parse_outcome(game.fields, result.outcome) == (result.outcome, [])
    assert game.problems(result.outcome, board) == []
    assert result.x == game.raw_results(result.outcome, board)
    assert result.x == import_module(f"tests.games.second_scorers.{game.key}").x(record)
    assert all(
        field_sum.total in (None, field_sum.total_of(result.outcome))
        for field_sum in game.field_sums(board)
    )
    assert set(result.x) == set(game.lines)


@every_game_with_play
def test_legal_actions_are_those_without_a_violation(game):
    """Legal actions are recognised as actions as well."""
    board, random = game.deal(SEED, "", 7), Random(7)
    position = game.starting_position(board)
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
def test_position_describes_the_prompt_every_legal_action_and_the_hand(game):
    """A description is not the raw action, unless that is a word, such as “pass”."""
    board, random = game.deal(SEED, "", 5), Random(5)
    position = game.starting_position(board)
    while position.turn is not None:
        legal, held_cards = position.legal_actions(), position.hand_of(position.turn)
        assert str(position.prompt)
        for action in legal:
            description = position.describe(action)
            assert "%(" not in str(description.text) != ""
            assert str(description.text) != action or (action.isalpha() and action.islower())
            assert description.card in (*game.pack, None)
            assert position.trick_number is None or description.card in held_cards
            assert "Card(" not in repr(description)
        distinct = {
            (str(description.text), description.card)
            for description in map(position.describe, legal)
        }
        assert len(distinct) == len(legal)
        assert all(str(words) for words in position.points_so_far.values())
        assert set(position.points_so_far) <= {*game.seats, *game.lines}
        assert set(position.open_cards) <= set(game.seats)
        position = position.after(random.choice(legal))
    assert not any(position.hand_of(seat) for seat in game.seats)


@every_game_with_play
def test_irregular_play_reaches_an_end(game):
    """The play has random actions at the wrong time, and cards of other hands."""
    board, random = game.deal(SEED, "", 3), Random(3)
    actions = [*dict.fromkeys([*map(str, game.pack), *playout(game, board, random)["actions"]])]
    position = game.starting_position(board)
    for _action in range(3000):
        if position.turn is None:
            break
        legal = position.legal_actions()
        assert legal
        action = random.choice(actions if random.random() < 0.3 else legal)
        assert position.is_action(action)
        assert (position.violation(action) is None) == (
            action in legal and not is_repeated_card(position, action)
        )
        assert "Card(" not in repr(position)
        position = position.after(action)
    assert position.turn is None
    outcome = position.outcome()
    assert outcome is None or parse_outcome(game.fields, outcome) == (outcome, [])


def is_repeated_card(position, action):
    """Return whether a card in the hand was already played by another seat."""
    problem = position.violation(action)
    return problem is not None and problem.code == "already_played"


@every_game_with_play
def test_record_survives_a_round_trip(game):
    board = game.deal(SEED, "", 1)
    record = playout(game, board, Random(1))
    del record["outcome"]
    assert record_to_json(parse_record(record)) == record


@pytest.mark.daily(1)
@every_game_with_play
def test_notation_is_one_line_and_unique_for_each_outcome(game):
    outcomes = {}
    for number in range(1, 21):
        board = game.deal(SEED, "", number)
        outcome = playout(game, board, Random(number))["outcome"]
        line = str(game.notation(outcome, board))
        assert line.strip() == line != ""
        assert "\n" not in line
        assert outcomes.setdefault(line, outcome) == outcome


@every_game_with_play
def test_explanation_of_x_has_the_value_of_x(game):
    for number in range(1, 9):
        board = game.deal(SEED, "", number)
        outcome = playout(game, board, Random(number))["outcome"]
        explanations = game.explain_x(outcome, board)
        assert {
            line: explanation.value for line, explanation in explanations.items()
        } == game.raw_results(outcome, board)
        for explanation in explanations.values():
            assert explanation.formula.with_names
            assert "%(" not in str(explanation.sentence)


@every_game_with_play
def test_fields_serialize_and_parse_the_outcomes_of_their_game(game):
    board = game.deal(SEED, "", 2)
    outcome = playout(game, board, Random(2))["outcome"]
    assert json.loads(json.dumps([field.as_json() for field in game.fields]))
    assert list(outcome) == [field.name for field in game.fields]
    assert parse_outcome(game.fields, outcome) == (outcome, [])
