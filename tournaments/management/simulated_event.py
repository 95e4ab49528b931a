"""The size of a simulated event: its sections, and the movement of each."""

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

# By default a session has as many rounds as give each contestant at most this many boards, and at
# least one round.
BOARDS_PER_SESSION = 28

_NO_MOVEMENT = _("There is no movement for %(contestants)s contestants.")


def simulated_section_sizes(arguments: dict[str, Any], game: Game) -> tuple[int, ...]:
    """Return the number of contestants of each section; there are as many sections as venues."""
    sections = max(arguments["sections"], arguments["venues"])
    try:
        return section_sizes(
            arguments["contestants"], sections, 2 if game.lines == PAIR_LINES else len(game.seats)
        )
    except ValueError as error:
        if sections == 1:
            return (arguments["contestants"],)  # the movement reports that they are too few
        raise CommandError(str(error)) from None


def simulated_division(
    arguments: dict[str, Any], game: Game, sizes: tuple[int, ...], venues: list[str]
) -> Division:
    """Return the sections A, B …, each with the given movement or the best one for its size.

    The results of all sections are compared, and if the movements have a single ranking, it is one
    for all sections.
    """
    sections, first_number = [], 1
    for index, size in enumerate(sizes):
        movement, rounds = movement_and_rounds(arguments, game, size)
        numbers = tuple(range(first_number, first_number + size))
        venue = venues[index % len(venues)] if venues else ""
        sections.append(
            SectionPlan(
                section_letters(index), movement.key, movement.options, rounds, numbers, venue
            )
        )
        first_number += size
    return Division(tuple(sections))


def movement_and_rounds(
    arguments: dict[str, Any], game: Game, contestant_count: int
) -> tuple[Movement, int]:
    """Return the movement for a number of contestants, and its rounds in a session."""
    boards = arguments["boards_per_round"] or game.default_boards_per_round
    wanted_rounds = arguments["rounds"] or max(1, BOARDS_PER_SESSION // max(1, boards))
    if arguments["movement"]:
        movement = _movement_for_game(
            arguments["movement"], dict(arguments["movement_option"]), game
        )
        if arguments["rounds"]:
            return movement, wanted_rounds
        # Leagues and knock-outs are played to their end, however long a session gets.
        full_round_count = (
            movement.full_round_count(contestant_count)
            if contestant_count in movement.contestant_counts
            else 1
        )
        if movement.requires_all_rounds:
            return movement, full_round_count
        return movement, min(wanted_rounds, full_round_count)
    players_each = MIN_TEAM_SIZE if has_teams(arguments) else 2 if game.lines == PAIR_LINES else 1
    budget = TimeBudget.for_game(
        game, contestant_count, players_each, boards_per_round=boards, rounds=wanted_rounds
    )
    if not (proposals := propose_movements(budget)):
        raise ValidationFailed(
            [Problem("wrong_size", _NO_MOVEMENT, {"contestants": contestant_count}, "contestants")]
        )
    best = single_ranking_first(proposals)[0] if arguments["sections"] > 1 else proposals[0]
    return get_movement(best.movement, best.options), best.rounds


def has_teams(arguments: dict[str, Any]) -> bool:
    """Return whether the contestants are teams, that is whether the method is for teams."""
    return bool(arguments["method"]) and get_method_class(arguments["method"]).for_teams


def _movement_for_game(key: str, options: dict[str, str], game: Game) -> Movement:
    """Return a movement with these options, and with the seats that suit the game by default."""
    movement = get_movement(key, options)
    choices = [
        choice
        for option in movement.own_options
        if option.key == "seats"
        for choice in option.choices
    ]
    variants = (get_movement(key, {"seats": seats, **options}) for seats in choices)
    return next((variant for variant in variants if variant.lines == game.lines), movement)
