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
from games.problems import Problem, Refused
from games.text import gettext_noop as _
from scoring.written import two_decimals
from tournaments.actions.actor import SYSTEM
from tournaments.actions.clubs import create_club
from tournaments.actions.events import EventPlan, create_event, publish_event
from tournaments.actions.sessions import create_session, deal_session, start_session
from tournaments.management.base import JsonCommand
from tournaments.management.playing import play_to_the_end
from tournaments.management.results import results_table
from tournaments.movements.catalogue import EVENING, get_movement, propose
from tournaments.queries.report import report
from tournaments.tasks import catch_up

_NO_MOVEMENT = _("No movement takes %(contestants)s contestants.")


class Command(JsonCommand):
    """Play an event from its creation to published standings."""

    help = "Play a whole event in a throw-away database and print its standings."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """How large an evening, and whether it stays."""
        parser.add_argument("--game", default="botifarra")
        parser.add_argument("--contestants", type=int, default=16)
        parser.add_argument("--movement", help="the best one for so many contestants when not said")
        parser.add_argument("--boards-per-round", type=int, default=3)
        parser.add_argument("--seed", type=_seed, help="64 hex digits; drawn when not said")
        parser.add_argument("--keep", action="store_true", help="play in the configured database")

    def run(self, **said: Any) -> tuple[object, str]:
        """Play it where it is to be played."""
        get_game(said["game"])
        with _configured() if said["keep"] else _thrown_away():
            value = _simulated(said, said["seed"] or secrets.token_hex(32))
        return value, results_table(value, two_decimals)


def _simulated(said: dict[str, Any], seed: str) -> dict[str, Any]:
    plan, rounds = _planned(said)
    club = create_club("Simulated", SYSTEM)
    stage = create_event(
        club, plan, [f"Pair {number}" for number in range(1, said["contestants"] + 1)], SYSTEM
    )
    session = create_session(stage, rounds, said["boards_per_round"], SYSTEM, seed=seed)
    deal_session(session.pk, "simulated", SYSTEM)
    start_session(session.pk, SYSTEM)
    session.refresh_from_db()
    play_to_the_end(session, seed, SYSTEM)
    publish_event(stage.event_id, SYSTEM)
    catch_up()
    return report(stage)


def _planned(said: dict[str, Any]) -> tuple[EventPlan, int]:
    """The event and how many rounds an evening has room for."""
    contestants, boards = said["contestants"], said["boards_per_round"]
    if said["movement"]:
        movement = get_movement(said["movement"])
        most = movement.full_rounds(contestants) if contestants in movement.sizes else 1
        rounds = max(1, min(most, EVENING // max(1, boards)))
        return EventPlan("Simulated", said["game"], movement_key=movement.key), rounds
    if not (proposals := propose(contestants, boards)):
        raise Refused([Problem("wrong_size", _NO_MOVEMENT, {"contestants": contestants}, "contestants")])
    best = proposals[0]
    plan = EventPlan("Simulated", said["game"], movement_key=best.movement, movement_options=best.options)
    return plan, best.rounds


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
