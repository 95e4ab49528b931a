"""Published deals: seed, salt, commitment and all hands, for anyone to recompute."""

from collections.abc import Mapping
from typing import Any

from games.catalogue import game_from_json, get_seeded_game
from games.deals import BoardSetup, Scenario, commitment, normalize_salt, parse_seed
from games.game import Game
from games.json_type_checks import (
    Schema,
    is_dict_of_string_lists,
    is_string,
    is_string_dict,
    is_string_list,
    schema_problems,
)
from games.problems import Problem, ValidationFailed
from games.text import gettext_noop as _


def deal_sheet(game: Game, seed: str, salt: str, board_count: int) -> dict[str, Any]:
    """Return boards 1 to `board_count` with everything needed to verify them, as JSON values."""
    return {
        "game": game.key,
        "options": dict(game.options),
        **_dealing_rule(game),
        "seed": seed,
        "salt": salt,
        "commitment": commitment(seed),
        "boards": [
            _board_as_json(game.deal(seed, salt, number)) for number in range(1, board_count + 1)
        ],
    }


def verify_deal_sheet(sheet: object) -> dict[str, Any]:
    """Recompute a sheet; return whether commitment, dealing rule and boards are right.

    The dealing rule is the pack, the seats and the hand sizes. Older sheets have none, so a sheet
    without a rule passes. For every board the answer lists what differs. Raises `ValidationFailed`
    with all problems of the sheet.
    """
    if not isinstance(sheet, dict):
        raise ValidationFailed([Problem("not_a_sheet", _("A sheet of deals is a JSON object."))])
    game, problems = game_from_json(sheet, get_seeded_game)
    problems += schema_problems(sheet, _SCHEMA, {"options": {}})
    if game is None or problems:
        raise ValidationFailed(problems)
    return _verify(game, sheet)


def _verify(game: Game, sheet: Mapping[str, Any]) -> dict[str, Any]:
    seed, salt = parse_seed(sheet["seed"]), normalize_salt(sheet["salt"])
    boards = [
        _compare_board(board, game.deal(seed, salt, board["number"])) for board in sheet["boards"]
    ]
    commitment_ok = sheet["commitment"].strip().lower() == commitment(seed)
    rule_ok = all(
        sheet.get(part, expected) == expected for part, expected in _dealing_rule(game).items()
    )
    ok = commitment_ok and rule_ok and all(board["ok"] for board in boards)
    return {"ok": ok, "commitment_ok": commitment_ok, "rule_ok": rule_ok, "boards": boards}


def _dealing_rule(game: Game) -> dict[str, Any]:
    """Return what is needed to deal boards of the game: pack, seats, and hand sizes by dealer.

    For a game without cards these are the seats and the lists of its scenarios.
    """
    if not game.has_play:
        return {
            "seats": list(game.seats),
            "lists": [scenario_list.as_json() for scenario_list in game.scenario_lists],
        }
    return {
        "pack": [str(card) for card in game.pack],
        "seats": list(game.seats),
        "sizes": {dealer: list(game.hand_sizes(dealer).values()) for dealer in game.seats},
    }


def _board_as_json(board: BoardSetup) -> dict[str, Any]:
    hands = board.deal.hands if board.deal else {}
    talon = board.deal.talon if board.deal else ()
    return {
        "number": board.number,
        "dealer": board.dealer,
        "hands": {seat: [str(card) for card in hand] for seat, hand in hands.items()},
        "talon": [str(card) for card in talon],
        **({"scenario": _scenario_as_json(board.scenario)} if board.scenario else {}),
    }


def _scenario_as_json(scenario: Scenario) -> dict[str, list[str]]:
    return {name: list(items) for name, items in scenario.items()}


def _compare_board(published: Mapping[str, Any], board: BoardSetup) -> dict[str, Any]:
    """Compare a published board with the recomputed one; list what differs."""
    expected = _board_as_json(board)
    differing_parts = _differing_keys(published["hands"], expected["hands"])
    differing_parts += _differing_keys(
        published.get("scenario", {}), _scenario_as_json(board.scenario)
    )
    differing_parts += [
        part for part in ("dealer", "talon") if published.get(part, []) != expected[part]
    ]
    return {"number": board.number, "ok": not differing_parts, "differs": differing_parts}


def _differing_keys(published: Mapping[str, Any], expected: Mapping[str, Any]) -> list[str]:
    """Return the keys of both mappings whose values differ, or which one mapping lacks."""
    keys = [*expected, *(key for key in published if key not in expected)]
    return [key for key in keys if published.get(key) != expected.get(key)]


def _is_seed(value: object) -> bool:
    try:
        return isinstance(value, str) and bool(parse_seed(value))
    except ValueError:
        return False


def _is_board_list(value: object) -> bool:
    return isinstance(value, list) and all(
        isinstance(board, dict) and _is_board(board) for board in value
    )


def _is_board(board: Mapping[str, object]) -> bool:
    number = board.get("number")
    is_number = isinstance(number, int) and not isinstance(number, bool) and number > 0
    return (
        is_number
        and is_string(board.get("dealer"))
        and is_dict_of_string_lists(board.get("hands"))
        and is_string_list(board.get("talon", []))
        and is_dict_of_string_lists(board.get("scenario", {}))
    )


_SCHEMA: Schema = {
    "game": (is_string, _("Write the game’s key as text.")),
    "options": (is_string_dict, _("Write the options as an object of texts.")),
    "seed": (_is_seed, _("Write the seed as 64 hex digits.")),
    "salt": (is_string, _("Write the salt as text; it may be empty.")),
    "commitment": (is_string, _("Write the commitment as text.")),
    "boards": (
        _is_board_list,
        _("Write each board as an object of number (from 1), dealer, hands and talon."),
    ),
}
