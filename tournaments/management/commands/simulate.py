"""`simulate`: a whole event played through the real actions and tasks."""

import hashlib
import secrets
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from celery import current_app as app
from django.conf import settings
from django.core.management.base import CommandError
from django.db import connection, transaction

from games.catalogue import get_game
from games.deals import read_seed
from games.game import TEAM, Game
from games.problems import Problem, Refused
from games.seats import PAIRS
from games.text import gettext_noop as _
from scoring.catalogue import get_method, method_named
from scoring.event_report import EventReport
from scoring.wins import Wins
from scoring.written import two_decimals
from tournaments.actions.actor import SYSTEM
from tournaments.actions.clubs.club import create_club
from tournaments.actions.events.event import EventPlan, create_event, publish_event
from tournaments.actions.events.final_plans import knock_out_of_best
from tournaments.actions.events.next_session import plan_session
from tournaments.actions.events.next_stage import go_on
from tournaments.actions.events.suited import refuse_unsuited
from tournaments.actions.rounds.division import Division, SectionPlan, divide_session
from tournaments.actions.rounds.sessions import create_session, deal_session, start_session
from tournaments.management.base import JsonCommand, add_options
from tournaments.management.playing import play_to_the_end
from tournaments.management.results import results_table
from tournaments.models import Session, Stage
from tournaments.movements.advice.proposals import advise
from tournaments.movements.advice.shares import room_name, shares
from tournaments.movements.advice.time_budget import TimeBudget
from tournaments.movements.catalogue import get_movement
from tournaments.movements.frame.movement import Movement
from tournaments.queries.report import report
from tournaments.tasks import catch_up

USUAL_BOARDS = 28
"""Boards a contestant plays in an evening: there are no more, unless one round alone has them."""

_WORDS = {1: "Player", 2: "Pair", TEAM: "Team"}
_NO_MOVEMENT = _("No movement takes %(contestants)s contestants.")


class Command(JsonCommand):
    """Play an event from its creation to published standings."""

    help = "Play a whole event in a throw-away database and print its standings."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """How large an evening, and whether it stays."""
        parser.add_argument("--game", default="botifarra")
        add_options(parser)
        parser.add_argument("--contestants", type=int, default=16)
        parser.add_argument("--movement", help="the best one for so many contestants when not said")
        add_options(parser, "--movement-option")
        parser.add_argument("--rounds", type=int, help="what an evening has room for when not said")
        parser.add_argument("--boards-per-round", type=int, help="the game's usual number when not said")
        parser.add_argument("--halves", type=int, default=1, help="in how many rounds teams play a match")
        parser.add_argument("--sections", type=int, default=1, help="how many sections play side by side")
        parser.add_argument("--sessions", type=int, default=1, help="how many evenings, each with new deals")
        parser.add_argument("--method", help="the game's usual one when not said; one for teams plays teams")
        add_options(parser, "--method-option")
        parser.add_argument("--tiebreak", action="append", help="in the order they decide; repeatable")
        parser.add_argument("--go-on", type=int, help="knock-out of so many from each group afterwards")
        parser.add_argument("--seed", type=_seed, help="64 hex digits; drawn when not said")
        parser.add_argument("--keep", action="store_true", help="play in the configured database")

    def run(self, **arguments: Any) -> tuple[object, str]:
        """Play it where it is to be played."""
        game = get_game(arguments["game"], dict(arguments["option"]))
        with _configured() if arguments["keep"] else _thrown_away():
            played = _simulated(arguments, game, arguments["seed"] or secrets.token_hex(32))
        return played.as_json(), results_table(played, two_decimals)


def _simulated(arguments: dict[str, Any], game: Game, seed: str) -> EventReport:
    sizes = _sizes(arguments, game)
    movement, rounds = _planned(arguments, game, sizes[0])
    alone = movement.needs_winners and not _of_teams(arguments)
    boards = arguments["boards_per_round"] or (1 if alone else game.usual_boards)
    with transaction.atomic():
        stage = _created(arguments, game, movement)
        refuse_unsuited(movement, stage.event, boards)
        session = create_session(stage, rounds * stage.halves, boards, SYSTEM, seed=seed)
        if len(sizes) > 1:
            divide_session(session, Division(_sections(arguments, game, sizes)), SYSTEM)
            session.refresh_from_db()
    _played(session, seed)
    for number in range(2, arguments["sessions"] + 1):
        seed = hashlib.sha256(f"{seed}:{number}".encode()).hexdigest()
        session = plan_session(stage.event, SYSTEM, seed=seed)
        _played(session, seed)
    if arguments["go_on"]:
        session = go_on(stage.event, knock_out_of_best(stage, arguments["go_on"]), SYSTEM, seed=seed)
        _played(session, seed)
    publish_event(stage.event_id, SYSTEM)
    catch_up()
    last = report(session.stage)
    before = [report(each) for each in stage.event.stages.exclude(pk=session.stage_id).order_by("-number")]
    return replace(last, rankings=sum((each.rankings for each in before), last.rankings))


def _created(arguments: dict[str, Any], game: Game, movement: Movement) -> Stage:
    plan = EventPlan(
        "Simulated",
        game.key,
        game.options,
        arguments["method"] or _needed(arguments, game, movement),
        dict(arguments["method_option"]),
        tuple(arguments["tiebreak"] or ()),
        movement.key,
        movement.options,
        players_each=_players_each(arguments, game, movement),
        halves=arguments["halves"],
    )
    names = _names(arguments["contestants"], plan.players_each)
    return create_event(create_club("Simulated", SYSTEM), plan, names, SYSTEM)


def _players_each(arguments: dict[str, Any], game: Game, movement: Movement) -> int:
    if _of_teams(arguments):
        return TEAM
    return 1 if movement.players_each == 1 else game.contestant_sizes[0]


def _of_teams(arguments: dict[str, Any]) -> bool:
    """Whether the contestants are teams, because the method compares them."""
    return bool(arguments["method"]) and method_named(arguments["method"]).for_teams


def _played(session: Session, seed: str) -> None:
    deal_session(session.pk, "simulated", SYSTEM)
    start_session(session.pk, SYSTEM)
    session.refresh_from_db()
    play_to_the_end(session, seed, SYSTEM)


def _needed(arguments: dict[str, Any], game: Game, movement: Movement) -> str:
    """Matches won where every table needs a winner and tables are usually compared; else as usual."""
    needs = movement.needs_winners or arguments["go_on"]
    return Wins.key if needs and get_method(game.usual_method).compares else ""


def _names(contestants: int, players_each: int | None) -> list[str]:
    word = _WORDS[players_each or 1]
    return [f"{word} {number}" for number in range(1, contestants + 1)]


def _sizes(arguments: dict[str, Any], game: Game) -> tuple[int, ...]:
    """How many play in each section."""
    try:
        return shares(
            arguments["contestants"], arguments["sections"], 2 if game.lines == PAIRS else len(game.seats)
        )
    except ValueError as wrong:
        if arguments["sections"] == 1:
            return (arguments["contestants"],)  # the movement says what is wrong with so few
        raise CommandError(str(wrong)) from None


def _sections(arguments: dict[str, Any], game: Game, sizes: tuple[int, ...]) -> tuple[SectionPlan, ...]:
    """The sections A, B … each with the best movement for its size, or with the one asked for."""
    sections, first = [], 1
    for number, size in enumerate(sizes):
        movement, rounds = _planned(arguments, game, size)
        who = tuple(range(first, first + size))
        sections.append(SectionPlan(room_name(number), movement.key, movement.options, rounds, who))
        first += size
    return tuple(sections)


def _planned(arguments: dict[str, Any], game: Game, contestants: int) -> tuple[Movement, int]:
    """The movement of so many and how many rounds an evening has room for."""
    boards = arguments["boards_per_round"] or game.usual_boards
    usual = arguments["rounds"] or max(1, USUAL_BOARDS // max(1, boards))
    if arguments["movement"]:
        movement = _asked_for(arguments["movement"], dict(arguments["movement_option"]), game)
        most = movement.full_rounds(contestants) if contestants in movement.sizes else 1
        return movement, usual if arguments["rounds"] else _all_or(usual, most, movement)
    players_each = TEAM if _of_teams(arguments) else 2 if game.lines == PAIRS else 1
    known = TimeBudget.of(game, contestants, players_each, boards_per_round=boards, rounds=usual)
    if not (proposals := advise(known)):
        raise Refused([Problem("wrong_size", _NO_MOVEMENT, {"contestants": contestants}, "contestants")])
    best = proposals[0]
    return get_movement(best.movement, best.options), best.rounds


def _all_or(usual: int, most: int, movement: Movement) -> int:
    """A league and a knock-out are played to their end, whatever an evening has room for."""
    return most if movement.all_rounds_needed else min(usual, most)


def _asked_for(key: str, options: dict[str, str], game: Game) -> Movement:
    """The movement under these options, with the seats that the game has where it leaves a choice."""
    movement = get_movement(key, options)
    choices = [
        choice for option in movement.own_options if option.key == "seats" for choice in option.choices
    ]
    suited = (get_movement(key, {"seats": seats, **options}) for seats in choices)
    return next((each for each in suited if each.lines == game.lines), movement)


@contextmanager
def _configured() -> Iterator[None]:
    yield


@contextmanager
def _thrown_away() -> Iterator[None]:
    """A database of its own for the length of the command; tasks run here, since workers know another.

    No backup of it is kept: it would take the place of one of the real database.
    """
    eager, app.conf.task_always_eager = app.conf.task_always_eager, True
    kept, settings.BACKUPS_KEPT = settings.BACKUPS_KEPT, 0
    name = connection.settings_dict["NAME"]
    connection.settings_dict["TEST"]["NAME"] = _name_for_now()
    connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
    try:
        yield
    finally:
        connection.creation.destroy_test_db(name, verbosity=0)
        app.conf.task_always_eager, settings.BACKUPS_KEPT = eager, kept


def _name_for_now() -> str | None:
    """SQLite keeps it in memory; elsewhere it needs a name nobody else has."""
    return None if connection.vendor == "sqlite" else f"manilla_simulated_{secrets.token_hex(8)}"


def _seed(text: str) -> str:
    return read_seed(text)
