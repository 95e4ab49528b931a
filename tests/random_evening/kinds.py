"""The kinds of events that are played: games, movements and methods."""

import importlib
import random
from collections.abc import Callable
from types import ModuleType
from typing import Any

from games.playout import playout
from tests.scenes.any_session import SESSION_KINDS as SMALL_EVENINGS
from tests.scenes.evening import SEED, club_with_director, pairs, started_game
from tournaments.actions.events.create import EventPlan, create_event
from tournaments.actions.rounds.sessions import create_session, deal_session, start_session
from tournaments.models import Play, Session
from tournaments.permissions.actor import Actor
from tournaments.permissions.visibility.hands import SIMULATING, visible_hands


def _pairs(
    game: str, movement: str, number: int, method: str = "min_max", **more: str
) -> Callable[[], tuple[Session, Actor]]:
    return lambda: _started_event(game, movement, pairs(number), method, 2, more)


def _singles(
    game: str, movement: str, number: int, **more: str
) -> Callable[[], tuple[Session, Actor]]:
    names = [f"Anna Puig {letter}" for letter in range(1, number + 1)]
    return lambda: _started_event(game, movement, names, "min_max", 1, more)


def _started_event(
    game: str, movement: str, names: list[str], method: str, players_each: int, more: dict[str, str]
) -> tuple[Session, Actor]:
    club, director = club_with_director()
    options = {key: value for key, value in more.items() if key != "results_shown"}
    plan = EventPlan(
        "Campionat",
        game,
        {},
        players_each=players_each,
        method_key=method,
        movement_key=movement,
        movement_options=options,
        results_shown=more.get("results_shown", "at_once"),
    )
    session = create_session(create_event(club, plan, names, director), 3, 2, director, seed=SEED)
    deal_session(session.pk, "sort", director)
    start_session(session.pk, director)
    session.refresh_from_db()
    return session, director


# Kinds of sessions, by their name in the report.
KINDS: dict[str, Callable[[], tuple[Session, Actor]]] = {
    **SMALL_EVENINGS,
    "mitchell by matchpoints": _pairs("botifarra", "mitchell", 8, "matchpoints"),
    "barometer, results after the round": _pairs(
        "botifarra", "barometer", 8, results_shown="round"
    ),
    "howell, results after the session": _pairs("botifarra", "howell", 6, results_shown="session"),
    "tarot for three": _singles("tarot_classic_three", "triples", 9),
    "tarot for four by total": _pairs("tarot_netherlands_four", "mitchell", 8, "total"),
    "several legs": _pairs("tantony", "howell", 6),
    "single players": lambda: started_game("donguri", table_count=3),
}


def second_scorer(game: str) -> ModuleType | None:
    """Return the second scorer of a game, or None."""
    try:
        return importlib.import_module(f"tests.games.second_scorers.{game}")
    except ModuleNotFoundError:
        return None


def played_out(play: Play, rng: random.Random) -> dict[str, Any] | None:
    """Return a random play record of the board, or None without cards or play."""
    game = play.board.session.stage.event.game
    board = visible_hands(SIMULATING, play.board) if game.has_play else None
    if board is None:
        return None
    return playout(game, board, rng)
