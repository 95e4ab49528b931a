"""`simulate`: a whole event played through the real actions and tasks."""

import secrets
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from celery import current_app as app
from django.db import connection, transaction

from games.catalogue import get_game
from games.deals import read_seed
from games.game import TEAM, Game
from games.problems import Problem, Refused
from games.seats import PAIRS
from games.text import gettext_noop as _
from scoring.catalogue import get_method
from scoring.wins import Wins
from scoring.written import two_decimals
from tournaments.actions.actor import SYSTEM
from tournaments.actions.clubs import create_club
from tournaments.actions.evenings import refuse_unsuited
from tournaments.actions.events import EventPlan, create_event, publish_event
from tournaments.actions.sessions import create_session, deal_session, start_session
from tournaments.actions.stages import go_on
from tournaments.management.base import JsonCommand, add_options
from tournaments.management.playing import play_to_the_end
from tournaments.management.results import results_table
from tournaments.models import Session, Stage
from tournaments.movements.advice import advise
from tournaments.movements.catalogue import get_movement
from tournaments.movements.evening import Evening
from tournaments.movements.movement import Movement
from tournaments.queries.report import report
from tournaments.tasks import catch_up

EVENING = 28
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
        parser.add_argument("--method", help="the game's usual one when not said")
        add_options(parser, "--method-option")
        parser.add_argument("--tiebreak", action="append", help="in the order they decide; repeatable")
        parser.add_argument("--go-on", type=int, help="knock-out of so many from each group afterwards")
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
    boards = said["boards_per_round"] or (1 if movement.needs_winners else game.usual_boards)
    with transaction.atomic():
        stage = _created(said, game, movement)
        refuse_unsuited(movement, stage.event, boards)
        session = create_session(stage, rounds, boards, SYSTEM, seed=seed)
    _played(session, seed)
    if said["go_on"]:
        session = go_on(stage.event, said["go_on"], SYSTEM, seed=seed)
        _played(session, seed)
    publish_event(stage.event_id, SYSTEM)
    catch_up()
    value = report(session.stage)
    for before in stage.event.stages.exclude(pk=session.stage_id).order_by("-number"):
        value["standings"] += report(before)["standings"]
    return value


def _created(said: dict[str, Any], game: Game, movement: Movement) -> Stage:
    plan = EventPlan(
        "Simulated",
        game.key,
        game.options,
        said["method"] or _needed(said, game, movement),
        dict(said["method_option"]),
        tuple(said["tiebreak"] or ()),
        movement.key,
        movement.options,
        players_each=1 if movement.players_each == 1 else game.contestant_sizes[0],
    )
    names = _names(said["contestants"], plan.players_each)
    return create_event(create_club("Simulated", SYSTEM), plan, names, SYSTEM)


def _played(session: Session, seed: str) -> None:
    deal_session(session.pk, "simulated", SYSTEM)
    start_session(session.pk, SYSTEM)
    session.refresh_from_db()
    play_to_the_end(session, seed, SYSTEM)


def _needed(said: dict[str, Any], game: Game, movement: Movement) -> str:
    """Matches won where every table needs a winner and tables are usually compared; else as usual."""
    needs = movement.needs_winners or said["go_on"]
    return Wins.key if needs and get_method(game.usual_method).compares else ""


def _names(contestants: int, players_each: int | None) -> list[str]:
    word = _WORDS[players_each or 1]
    return [f"{word} {number}" for number in range(1, contestants + 1)]


def _planned(said: dict[str, Any], game: Game) -> tuple[Movement, int]:
    """The movement and how many rounds an evening has room for."""
    contestants, boards = said["contestants"], said["boards_per_round"] or game.usual_boards
    evening = said["rounds"] or max(1, EVENING // max(1, boards))
    if said["movement"]:
        movement = _asked_for(said["movement"], dict(said["movement_option"]), game)
        most = movement.full_rounds(contestants) if contestants in movement.sizes else 1
        return movement, evening if said["rounds"] else _all_or(evening, most, movement)
    players_each = 2 if game.lines == PAIRS else 1
    known = Evening.of(game, contestants, players_each, boards_per_round=boards, rounds=evening)
    if not (proposals := advise(known)):
        raise Refused([Problem("wrong_size", _NO_MOVEMENT, {"contestants": contestants}, "contestants")])
    best = proposals[0]
    return get_movement(best.movement, best.options), best.rounds


def _all_or(evening: int, most: int, movement: Movement) -> int:
    """A league and a knock-out are played to their end, whatever an evening has room for."""
    return most if movement.whole else min(evening, most)


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
