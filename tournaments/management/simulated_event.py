"""How large a simulated event is: its sections, and the movement of so many."""

from typing import Any

from django.core.management.base import CommandError

from games.game import MIN_TEAM_SIZE, Game
from games.problems import Problem, ValidationFailed
from games.seats import PAIR_LINES
from games.text import gettext_noop as _
from scoring.catalogue import get_method_class
from tournaments.actions.rounds.division import Division, SectionPlan
from tournaments.movements.advice.proposals import propose_movements, single_ranking_first
from tournaments.movements.advice.section_sizes import section_letters, section_sizes
from tournaments.movements.advice.time_budget import TimeBudget
from tournaments.movements.base.movement import Movement
from tournaments.movements.catalogue import get_movement

BOARDS_PER_SESSION = 28
"""Boards a contestant plays in an evening: there are no more, unless one round alone has them."""

_NO_MOVEMENT = _("There is no movement for %(contestants)s contestants.")


def simulated_section_sizes(arguments: dict[str, Any], game: Game) -> tuple[int, ...]:
    """How many play in each section; a venue has one at least."""
    sections = max(arguments["sections"], arguments["venues"])
    try:
        return section_sizes(
            arguments["contestants"], sections, 2 if game.lines == PAIR_LINES else len(game.seats)
        )
    except ValueError as wrong:
        if sections == 1:
            return (arguments["contestants"],)  # the movement says what is wrong with so few
        raise CommandError(str(wrong)) from None


def simulated_division(
    arguments: dict[str, Any], game: Game, sizes: tuple[int, ...], venues: list[str]
) -> Division:
    """The sections A, B … each with the best movement for its size, or with the one asked for.

    They are one field: it ranks everybody together, if any does.
    """
    sections, first = [], 1
    for number, size in enumerate(sizes):
        movement, rounds = movement_and_rounds(arguments, game, size)
        who = tuple(range(first, first + size))
        where = venues[number % len(venues)] if venues else ""
        sections.append(
            SectionPlan(section_letters(number), movement.key, movement.options, rounds, who, where)
        )
        first += size
    return Division(tuple(sections))


def movement_and_rounds(
    arguments: dict[str, Any], game: Game, contestants: int
) -> tuple[Movement, int]:
    """The movement of so many and how many rounds an evening has room for."""
    boards = arguments["boards_per_round"] or game.default_boards_per_round
    usual = arguments["rounds"] or max(1, BOARDS_PER_SESSION // max(1, boards))
    if arguments["movement"]:
        movement = _asked_for(arguments["movement"], dict(arguments["movement_option"]), game)
        most = movement.full_rounds(contestants) if contestants in movement.sizes else 1
        return movement, usual if arguments["rounds"] else _all_or(usual, most, movement)
    players_each = MIN_TEAM_SIZE if has_teams(arguments) else 2 if game.lines == PAIR_LINES else 1
    known = TimeBudget.for_game(
        game, contestants, players_each, boards_per_round=boards, rounds=usual
    )
    if not (proposals := propose_movements(known)):
        raise ValidationFailed(
            [Problem("wrong_size", _NO_MOVEMENT, {"contestants": contestants}, "contestants")]
        )
    best = single_ranking_first(proposals)[0] if arguments["sections"] > 1 else proposals[0]
    return get_movement(best.movement, best.options), best.rounds


def has_teams(arguments: dict[str, Any]) -> bool:
    """Whether the contestants are teams, because the method compares them."""
    return bool(arguments["method"]) and get_method_class(arguments["method"]).for_teams


def _all_or(usual: int, most: int, movement: Movement) -> int:
    """A league and a knock-out are played to their end, whatever an evening has room for."""
    return most if movement.requires_all_rounds else min(usual, most)


def _asked_for(key: str, options: dict[str, str], game: Game) -> Movement:
    """The movement under these options, with the seats that the game has where it leaves a
    choice."""
    movement = get_movement(key, options)
    choices = [
        choice
        for option in movement.own_options
        if option.key == "seats"
        for choice in option.choices
    ]
    suited = (get_movement(key, {"seats": seats, **options}) for seats in choices)
    return next((each for each in suited if each.lines == game.lines), movement)
