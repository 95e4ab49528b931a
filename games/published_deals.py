"""Published deals: seed, salt, commitment and every hand on one sheet, for anybody to recompute."""

from collections.abc import Mapping
from typing import Any

from games.catalogue import game_from_json, get_seeded_game
from games.deals import DealtBoard, Scenario, commitment, normalize_salt, parse_seed
from games.game import Game
from games.json_schema import (
    Schema,
    is_card_lists,
    is_string,
    is_string_dict,
    is_string_list,
    schema_problems,
)
from games.problems import Problem, ValidationFailed
from games.text import gettext_noop as _


def deal_sheet(game: Game, seed: str, salt: str, boards: int) -> dict[str, Any]:
    """Boards 1 to `boards` with all that is needed to prove them, as JSON values."""
    return {
        "game": game.key,
        "options": dict(game.options),
        **_rule(game),
        "seed": seed,
        "salt": salt,
        "commitment": commitment(seed),
        "boards": [_written(game.deal(seed, salt, number)) for number in range(1, boards + 1)],
    }


def verify_deal_sheet(values: object) -> dict[str, Any]:
    """What recomputing a sheet shows: whether commitment, rule and boards are right, and how boards
    differ.

    The rule is right where the sheet names none, as those of before did not.
    Raises `ValidationFailed` with everything on the sheet that cannot be read.
    """
    if not isinstance(values, dict):
        raise ValidationFailed([Problem("not_a_sheet", _("A sheet of deals is a JSON object."))])
    game, problems = game_from_json(values, get_seeded_game)
    problems += schema_problems(values, _SHAPES, {"options": {}})
    if game is None or problems:
        raise ValidationFailed(problems)
    return _recomputed(game, values)


def _recomputed(game: Game, values: Mapping[str, Any]) -> dict[str, Any]:
    seed, salt = parse_seed(values["seed"]), normalize_salt(values["salt"])
    boards = [
        _compared(board, game.deal(seed, salt, board["number"])) for board in values["boards"]
    ]
    commitment_ok = values["commitment"].strip().lower() == commitment(seed)
    rule_ok = all(values.get(part, right) == right for part, right in _rule(game).items())
    ok = commitment_ok and rule_ok and all(board["ok"] for board in boards)
    return {"ok": ok, "commitment_ok": commitment_ok, "rule_ok": rule_ok, "boards": boards}


def _rule(game: Game) -> dict[str, Any]:
    """What of the game a stranger needs to deal its boards.

    The pack in its order, the seats in order of play, and by who deals how many cards each of them
    is dealt; without cards the lists from which the scenario is drawn.
    """
    if not game.has_play:
        return {"seats": list(game.seats), "lists": [each.as_json() for each in game.lists]}
    return {
        "pack": [str(card) for card in game.pack],
        "seats": list(game.seats),
        "sizes": {dealer: list(game.hand_sizes(dealer).values()) for dealer in game.seats},
    }


def _written(board: DealtBoard) -> dict[str, Any]:
    hands = board.deal.hands if board.deal else {}
    talon = board.deal.talon if board.deal else ()
    return {
        "number": board.number,
        "dealer": board.dealer,
        "hands": {seat: [str(card) for card in hand] for seat, hand in hands.items()},
        "talon": [str(card) for card in talon],
        **({"scenario": _as_lists(board.scenario)} if board.scenario else {}),
    }


def _as_lists(scenario: Scenario) -> dict[str, list[str]]:
    return {name: list(items) for name, items in scenario.items()}


def _compared(values: Mapping[str, Any], board: DealtBoard) -> dict[str, Any]:
    """Which seats and lists, and whether dealer or talon, are not what the seed gives."""
    right = _written(board)
    differs = _differing(values["hands"], right["hands"])
    differs += _differing(values.get("scenario", {}), _as_lists(board.scenario))
    differs += [part for part in ("dealer", "talon") if values.get(part, []) != right[part]]
    return {"number": board.number, "ok": not differs, "differs": differs}


def _differing(said: Mapping[str, Any], right: Mapping[str, Any]) -> list[str]:
    """The names under which something else is said than is right."""
    names = [*right, *(name for name in said if name not in right)]
    return [name for name in names if said.get(name) != right.get(name)]


def _is_seed(value: object) -> bool:
    try:
        return isinstance(value, str) and bool(parse_seed(value))
    except ValueError:
        return False


def _is_boards(value: object) -> bool:
    return isinstance(value, list) and all(
        isinstance(board, dict) and _is_board(board) for board in value
    )


def _is_board(board: Mapping[str, object]) -> bool:
    number = board.get("number")
    is_number = isinstance(number, int) and not isinstance(number, bool) and number > 0
    return (
        is_number
        and is_string(board.get("dealer"))
        and is_card_lists(board.get("hands"))
        and is_string_list(board.get("talon", []))
        and is_card_lists(board.get("scenario", {}))
    )


_SHAPES: Schema = {
    "game": (is_string, _("Write the game’s key as text.")),
    "options": (is_string_dict, _("Write the options as an object of texts.")),
    "seed": (_is_seed, _("Write the seed as 64 hex digits.")),
    "salt": (is_string, _("Write the salt as text; it may be empty.")),
    "commitment": (is_string, _("Write the commitment as text.")),
    "boards": (
        _is_boards,
        _("Write each board as an object of number (from 1), dealer, hands and talon."),
    ),
}
