"""`simulate`: play a whole event through the real actions and tasks."""

import hashlib
import secrets
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from typing import Any

from celery import current_app as celery_app
from django.conf import settings
from django.db import connection, transaction

from games.catalogue import get_game
from games.deals import parse_seed
from games.game import MIN_TEAM_SIZE, Game
from scoring.catalogue import get_method
from scoring.event_report import EventReport
from scoring.number_format import format_two_decimals
from scoring.wins import Wins
from tournaments.actions.clubs.club import create_club
from tournaments.actions.clubs.venues import add_venue
from tournaments.actions.events.create import EventPlan, create_event
from tournaments.actions.events.movement_checks import check_movement_suits
from tournaments.actions.events.next_session import create_next_session
from tournaments.actions.events.next_stage import create_next_stage
from tournaments.actions.events.next_stage_plan import knock_out_plan
from tournaments.actions.events.publish import publish_event
from tournaments.actions.rounds.division import divide_session
from tournaments.actions.rounds.sessions import (
    create_session,
    deal_session,
    start_section,
    start_session,
)
from tournaments.management.base import JsonCommand, add_options
from tournaments.management.event_report_text import results_table
from tournaments.management.simulated_event import (
    has_teams,
    movement_and_rounds,
    simulated_division,
    simulated_section_sizes,
)
from tournaments.management.simulated_play import play_session
from tournaments.models import Session, Stage
from tournaments.movements.base.movement import Movement
from tournaments.permissions.actor import SYSTEM
from tournaments.queries.standings.event_report import event_report
from tournaments.tasks import catch_up

_CONTESTANT_WORDS = {1: "Player", 2: "Pair", MIN_TEAM_SIZE: "Team"}


class Command(JsonCommand):
    """Simulate an event from its creation to its published standings."""

    help = "Play a whole event in a temporary database and print its standings."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the options of the event, and whether it is kept."""
        parser.add_argument("--game", default="botifarra")
        add_options(parser)
        parser.add_argument("--contestants", type=int, default=16)
        parser.add_argument("--movement", help="by default the best one for the contestants")
        add_options(parser, "--movement-option")
        parser.add_argument("--rounds", type=int, help="by default as many as fit a session")
        parser.add_argument(
            "--boards-per-round", type=int, help="by default the game's usual number"
        )
        parser.add_argument(
            "--halves", type=int, default=1, help="rounds of play in each match between teams"
        )
        parser.add_argument("--sections", type=int, default=1, help="number of sections")
        parser.add_argument(
            "--venues", type=int, default=0, help="number of venues of the sections"
        )
        parser.add_argument(
            "--sessions", type=int, default=1, help="number of sessions, each with new deals"
        )
        parser.add_argument(
            "--method",
            help="by default the game's usual one; a method for teams makes the contestants teams",
        )
        add_options(parser, "--method-option")
        parser.add_argument(
            "--tiebreak", action="append", help="in the order they decide; repeatable"
        )
        parser.add_argument(
            "--go-on",
            type=int,
            help="number of contestants from each group that then play a knock-out",
        )
        parser.add_argument("--seed", type=parse_seed, help="64 hex digits; by default random")
        parser.add_argument("--keep", action="store_true", help="play in the configured database")

    def run(self, **arguments: Any) -> tuple[object, str]:
        """Simulate the event, and return its report."""
        game = get_game(arguments["game"], dict(arguments["option"]))
        with nullcontext() if arguments["keep"] else _temporary_database():
            report = _simulate(arguments, game, arguments["seed"] or secrets.token_hex(32))
        return report.as_json(), results_table(report, format_two_decimals)


def _simulate(arguments: dict[str, Any], game: Game, seed: str) -> EventReport:
    """Create an event, play all its sessions and the knock-out, and publish it.

    Returns the report of the last stage, with the rankings of all stages, the last one first.
    """
    section_sizes = simulated_section_sizes(arguments, game)
    movement, rounds = movement_and_rounds(arguments, game, section_sizes[0])
    is_single_board_match = movement.needs_winners and not has_teams(arguments)
    boards_per_round = arguments["boards_per_round"] or (
        1 if is_single_board_match else game.default_boards_per_round
    )
    with transaction.atomic():
        stage = _create_stage(arguments, game, movement)
        check_movement_suits(movement, stage.event, boards_per_round)
        session = create_session(stage, rounds * stage.halves, boards_per_round, SYSTEM, seed=seed)
        if len(section_sizes) > 1 or arguments["venues"]:
            divide_session(
                session,
                simulated_division(arguments, game, section_sizes, _add_venues(arguments, stage)),
                SYSTEM,
            )
            session.refresh_from_db()
    _run_session(session, seed)
    for number in range(2, arguments["sessions"] + 1):
        seed = hashlib.sha256(f"{seed}:{number}".encode()).hexdigest()
        session = create_next_session(stage.event, SYSTEM, seed=seed)
        _run_session(session, seed)
    if arguments["go_on"]:
        session = create_next_stage(
            stage.event, knock_out_plan(stage, arguments["go_on"]), SYSTEM, seed=seed
        )
        _run_session(session, seed)
    publish_event(stage.event_id, SYSTEM)
    catch_up()
    last_report = event_report(session.stage)
    earlier_stages = stage.event.stages.exclude(pk=session.stage_id).order_by("-number")
    earlier_reports = [event_report(earlier_stage) for earlier_stage in earlier_stages]
    rankings = sum((report.rankings for report in earlier_reports), last_report.rankings)
    return replace(last_report, rankings=rankings)


def _create_stage(arguments: dict[str, Any], game: Game, movement: Movement) -> Stage:
    plan = EventPlan(
        "Simulated",
        game.key,
        game.options,
        arguments["method"] or _default_method(arguments, game, movement),
        dict(arguments["method_option"]),
        tuple(arguments["tiebreak"] or ()),
        movement.key,
        movement.options,
        players_each=_players_each(arguments, game, movement),
        halves=arguments["halves"],
    )
    names = _contestant_names(arguments["contestants"], plan.players_each)
    return create_event(create_club("Simulated", SYSTEM), plan, names, SYSTEM)


def _players_each(arguments: dict[str, Any], game: Game, movement: Movement) -> int:
    if has_teams(arguments):
        return MIN_TEAM_SIZE
    return 1 if movement.players_each == 1 else game.contestant_sizes[0]


def _add_venues(arguments: dict[str, Any], stage: Stage) -> list[str]:
    names = [f"Venue {number}" for number in range(1, arguments["venues"] + 1)]
    return [add_venue(stage.event.club, name, SYSTEM).name for name in names]


def _run_session(session: Session, seed: str) -> None:
    deal_session(session.pk, "simulated", SYSTEM)
    for section in session.sections.exclude(venue=None):
        start_section(section, SYSTEM)
    if session.sections.filter(venue=None).exists():
        start_session(session.pk, SYSTEM)
    session.refresh_from_db()
    play_session(session, seed, SYSTEM)


def _default_method(arguments: dict[str, Any], game: Game, movement: Movement) -> str:
    """Return the key of the method `Wins`, or "" for the game's usual method.

    A movement or knock-out that needs the winner of each match cannot use a method that compares
    the tables of a board.
    """
    needs_winners = movement.needs_winners or arguments["go_on"]
    return Wins.key if needs_winners and get_method(game.default_method).compares_tables else ""


def _contestant_names(contestant_count: int, players_each: int | None) -> list[str]:
    word = _CONTESTANT_WORDS[players_each or 1]
    return [f"{word} {number}" for number in range(1, contestant_count + 1)]


@contextmanager
def _temporary_database() -> Iterator[None]:
    """Use a temporary database during the block, and run tasks in this process.

    Automatic backups are off: one of this database would replace one of the real database.
    """
    was_eager, celery_app.conf.task_always_eager = celery_app.conf.task_always_eager, True
    max_backups, settings.MAX_BACKUPS = settings.MAX_BACKUPS, 0
    name = connection.settings_dict["NAME"]
    connection.settings_dict["TEST"]["NAME"] = _database_name()
    connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
    try:
        yield
    finally:
        connection.creation.destroy_test_db(name, verbosity=0)
        celery_app.conf.task_always_eager, settings.MAX_BACKUPS = was_eager, max_backups


def _database_name() -> str | None:
    """Return an unused name for the database; None keeps SQLite in memory."""
    return None if connection.vendor == "sqlite" else f"manilla_simulated_{secrets.token_hex(8)}"
