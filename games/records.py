"""Play records: game, options, hands and all actions of one board, as JSON values."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from games.cards import Card, Pack
from games.catalogue import game_from_json
from games.deals import BoardSetup, Deal
from games.game import Game
from games.json_type_checks import (
    Schema,
    is_dict_of_string_lists,
    is_dict_or_none,
    is_string,
    is_string_dict,
    is_string_list,
    schema_problems,
)
from games.problems import Problem, ValidationFailed
from games.text import gettext_noop as _


@dataclass(frozen=True)
class Record:
    """A parsed play record.

    `stated_outcome` has the fields of the outcome that the record states, which may be only some.
    """

    game: Game
    board: BoardSetup
    actions: tuple[str, ...] = field(repr=False)
    stated_outcome: Mapping[str, object] = field(default_factory=dict, repr=False)


def record_to_json(record: Record) -> dict[str, Any]:
    """Return the record as JSON values; the inverse of `parse_record`."""
    deal = record.board.known_deal
    return {
        "game": record.game.key,
        "options": dict(record.game.options),
        "dealer": record.board.dealer,
        "hands": {seat: [str(card) for card in hand] for seat, hand in deal.hands.items()},
        "talon": [str(card) for card in deal.talon],
        "actions": list(record.actions),
    }


def parse_record(values: object) -> Record:
    """Parse a play record.

    A record has no board number: the board gets the lowest number with this dealer. Raises
    `ValidationFailed` with all problems, and `NotPlayable` for a game without cards.
    """
    if not isinstance(values, dict):
        raise ValidationFailed([Problem("not_a_record", _("A play record is a JSON object."))])
    game, problems = game_from_json(values)
    problems += schema_problems(values, _SCHEMA, _DEFAULTS)
    if game and _DEAL_KEYS.isdisjoint(problem.field for problem in problems):
        problems += _board_problems(game, values)
    if game is None or problems:
        raise ValidationFailed(problems)
    return Record(game, _board(game, values), tuple(values["actions"]), values.get("outcome") or {})


_DEAL_KEYS = {"dealer", "hands", "talon"}

_DEFAULTS: Mapping[str, object] = {"options": {}, "talon": [], "outcome": None}

_SCHEMA: Schema = {
    "game": (is_string, _("Write the game’s key as text.")),
    "options": (is_string_dict, _("Write the options as an object of texts.")),
    "dealer": (is_string, _("Write the dealer’s seat as text.")),
    "hands": (
        is_dict_of_string_lists,
        _("Write the hands as an object: for each seat a list of cards."),
    ),
    "talon": (is_string_list, _("Write the talon as a list of cards.")),
    "actions": (is_string_list, _("Write the actions as a list of texts.")),
    "outcome": (is_dict_or_none, _("Write the outcome as an object, or leave it out.")),
}


def _board_problems(game: Game, values: Mapping[str, Any]) -> Iterator[Problem]:
    """Yield the problems of dealer, hands and talon; their JSON types are already checked."""
    if values["dealer"] not in game.seats:
        params = {"dealer": values["dealer"], "seats": ", ".join(game.seats)}
        yield Problem(
            "unknown_seat", _("The dealer is one of %(seats)s, not “%(dealer)s”."), params, "dealer"
        )
    yield from _size_problems(game, values)
    cards = [card for hand in values["hands"].values() for card in hand] + values.get("talon", [])
    yield from _card_problems(game.pack, cards)


def _size_problems(game: Game, values: Mapping[str, Any]) -> Iterator[Problem]:
    dealer = values["dealer"] if values["dealer"] in game.seats else game.seats[0]
    sizes, hands = game.hand_sizes(dealer), values["hands"]
    for seat in [*sizes, *(seat for seat in hands if seat not in sizes)]:
        size, actual = sizes.get(seat, 0), len(hands.get(seat, ()))
        if seat not in sizes:
            yield Problem("unknown_seat", _("There is no seat %(seat)s."), {"seat": seat}, "hands")
        elif actual != size:
            params = {"seat": seat, "held": actual, "size": size}
            yield Problem(
                "wrong_size", _("%(seat)s holds %(held)s cards, not %(size)s."), params, "hands"
            )


def _card_problems(pack: Pack, cards: Iterable[str]) -> Iterator[Problem]:
    """Yield unknown cards, cards that occur too often, and missing cards."""
    pack_counts, counts = Counter(map(str, pack)), Counter(cards)
    for card in counts:
        if card not in pack_counts:
            yield Problem(
                "unknown_card", _("The pack has no card “%(card)s”."), {"card": card}, "hands"
            )
        elif counts[card] > pack_counts[card]:
            yield Problem(
                "repeated_card", _("%(card)s is there more than once."), {"card": card}, "hands"
            )
    if missing := pack_counts - counts:
        params = {"cards": " ".join(missing)}
        yield Problem("missing_cards", _("Nobody has %(cards)s."), params, "hands")


def _board(game: Game, values: Mapping[str, Any]) -> BoardSetup:
    cards: dict[str, Card] = {str(card): card for card in game.pack}
    hands = {seat: tuple(cards[text] for text in values["hands"][seat]) for seat in game.seats}
    talon = tuple(cards[text] for text in values.get("talon", ()))
    return BoardSetup(game.seats.index(values["dealer"]) + 1, values["dealer"], Deal(hands, talon))
