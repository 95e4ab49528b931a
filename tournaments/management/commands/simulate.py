"""`simulate`: a whole event played through the real actions and tasks."""

import secrets
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from celery import current_app as app
from django.db import connection

from games.catalogue import get_game
from games.deals import read_seed
from games.game import Game
from games.problems import Problem, Refused
from games.seats import PAIRS
from games.text import gettext_noop as _
from scoring.written import two_decimals
from tournaments.actions.actor import SYSTEM
from tournaments.actions.clubs import create_club
from tournaments.actions.evenings import refuse_other_seats
from tournaments.actions.events import EventPlan, create_event, publish_event
from tournaments.actions.sessions import create_session, deal_session, start_session
from tournaments.management.base import JsonCommand, add_options
from tournaments.management.playing import play_to_the_end
from tournaments.management.results import results_table
from tournaments.movements.catalogue import EVENING, get_movement, individuals, propose
from tournaments.movements.movement import Movement
from tournaments.queries.report import report
from tournaments.tasks import catch_up

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
        parser.add_argument("--boards-per-round", type=int, default=3)
        parser.add_argument("--seed", type=_seed, help="64 hex digits; drawn when not said")
        parser.add_argument("--keep", action="store_true", help="play in the configured database")

    def run(self, **said: Any) -> tuple[object, str]:
        """Play it where it is to be played."""
        game = get_game(said["game"], dict(said["option"]))
        with _configured() if said["keep"] else _thrown_away():
            value = _simulated(said, game, said["seed"] or secrets.token_hex(32))
        return value, results_table(value, two_decimals)


def _simulated(said: dict[str, Any], game: Game, seed: str) -> dict[str, Any]:
    movement, rounds = _planned(said, game)
    plan = EventPlan(
        "Simulated",
        game.key,
        game.options,
        movement_key=movement.key,
        movement_options=movement.options,
        players_each=movement.players_each,
    )
    club = create_club("Simulated", SYSTEM)
    stage = create_event(club, plan, _names(said["contestants"], movement.players_each), SYSTEM)
    refuse_other_seats(movement, stage.event)
    session = create_session(stage, rounds, said["boards_per_round"], SYSTEM, seed=seed)
    deal_session(session.pk, "simulated", SYSTEM)
    start_session(session.pk, SYSTEM)
    session.refresh_from_db()
    play_to_the_end(session, seed, SYSTEM)
    publish_event(stage.event_id, SYSTEM)
    catch_up()
    return report(stage)


def _names(contestants: int, players_each: int) -> list[str]:
    word = "Pair" if players_each == 2 else "Player"
    return [f"{word} {number}" for number in range(1, contestants + 1)]


def _planned(said: dict[str, Any], game: Game) -> tuple[Movement, int]:
    """The movement and how many rounds an evening has room for."""
    contestants, boards = said["contestants"], said["boards_per_round"]
    if said["movement"]:
        movement = _asked_for(said["movement"], game)
        most = movement.full_rounds(contestants) if contestants in movement.sizes else 1
        return movement, max(1, min(most, EVENING // max(1, boards)))
    players_each = 2 if game.lines == PAIRS else 1
    if not (proposals := propose(contestants, boards, None, game.lines, players_each)):
        raise Refused([Problem("wrong_size", _NO_MOVEMENT, {"contestants": contestants}, "contestants")])
    best = proposals[0]
    return get_movement(best.movement, best.options), best.rounds


def _asked_for(key: str, game: Game) -> Movement:
    """The movement under the options that the game's lines ask for."""
    options = {choice.movement.key: choice.options for choice in individuals(game.lines)}
    return get_movement(key, options.get(key, {}))


@contextmanager
def _configured() -> Iterator[None]:
    yield


@contextmanager
def _thrown_away() -> Iterator[None]:
    """A database of its own for the length of the command; tasks run here, since workers know another."""
    eager, app.conf.task_always_eager = app.conf.task_always_eager, True
    name = connection.settings_dict["NAME"]
    connection.settings_dict["TEST"]["NAME"] = _name_for_now()
    connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
    try:
        yield
    finally:
        connection.creation.destroy_test_db(name, verbosity=0)
        app.conf.task_always_eager = eager


def _name_for_now() -> str | None:
    """SQLite keeps it in memory; elsewhere it needs a name nobody else has."""
    return None if connection.vendor == "sqlite" else f"manilla_simulated_{secrets.token_hex(8)}"


def _seed(text: str) -> str:
    return read_seed(text)
