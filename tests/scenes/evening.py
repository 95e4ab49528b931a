"""Create a session through the real actions and play it."""

import random
from collections.abc import Iterable
from itertools import count
from typing import Any

from django.contrib.auth import get_user_model

from games.catalogue import get_game
from games.seats import PAIR_LINES
from tournaments.actions.clubs.club import add_member, create_club
from tournaments.actions.events.create import EventPlan, create_event
from tournaments.actions.results.entries import submit_entry
from tournaments.actions.rounds.end_round import end_round
from tournaments.actions.rounds.sessions import (
    create_session,
    deal_session,
    finish_session,
    start_session,
)
from tournaments.models import Club, Membership, Play, Round, Session
from tournaments.movements.advice.proposals import propose_movements
from tournaments.movements.advice.time_budget import TimeBudget
from tournaments.permissions.actor import SYSTEM, Actor
from tournaments.queries.rounds.seating import playing_round

SEED = "5eed" * 16
_keys = count(1)


def pairs(pair_count: int) -> list[str]:
    """Return the names of the given number of pairs; no person is in two of them."""
    return [f"Anna {letter} – Berta {letter}" for letter in range(1, pair_count + 1)]


def club_with_director(name: str = "Club Manilla") -> tuple[Club, Actor]:
    """Create a club and its director (password `paraula-de-pas`)."""
    club = create_club(name, SYSTEM)
    user = get_user_model().objects.create_user(f"director-{club.slug}", password="paraula-de-pas")
    add_member(club, user.pk, Membership.Role.DIRECTOR, SYSTEM)
    return club, Actor.of_user(user.pk)


def created(
    pair_count: int = 16,
    movement: str = "mitchell",
    round_count: int = 8,
    boards_per_round: int = 3,
    options: dict[str, str] | None = None,
    movement_options: dict[str, str] | None = None,
    results_shown: str = "at_once",
    game: str = "botifarra",
) -> tuple[Session, Actor]:
    """Create an event of pairs whose session is not dealt yet."""
    club, director = club_with_director()
    plan = EventPlan(
        "Campionat",
        game,
        options=options or {},
        movement_key=movement,
        movement_options=movement_options or {},
        results_shown=results_shown,
    )
    stage = create_event(club, plan, pairs(pair_count), director)
    return create_session(stage, round_count, boards_per_round, director, seed=SEED), director


def started_game(
    key: str, options: dict[str, str] | None = None, table_count: int = 2
) -> tuple[Session, Actor]:
    """Start an event of any game with just enough contestants for the given tables."""
    game = get_game(key, options)
    pairs_play = game.lines == PAIR_LINES
    contestant_count = table_count * (2 if pairs_play else len(game.seats))
    names = (
        pairs(contestant_count)
        if pairs_play
        else [f"Anna Puig {n}" for n in range(1, contestant_count + 1)]
    )
    session_size = {"boards_per_round": 2, "rounds": 2}
    proposal = propose_movements(
        TimeBudget.for_game(game, contestant_count, 2 if pairs_play else 1, **session_size)
    )[0]
    plan = EventPlan(
        "Campionat",
        key,
        game.options,
        movement_key=proposal.movement,
        movement_options=proposal.options,
    )
    club, director = club_with_director()
    session = create_session(create_event(club, plan, names, director), 2, 2, director, seed=SEED)
    deal_session(session.pk, "sort i encert", director)
    start_session(session.pk, director)
    session.refresh_from_db()
    return session, director


def started(
    pair_count: int = 16, salt: str = "sort i encert", **options: Any
) -> tuple[Session, Actor]:
    """Create a session as `created` does, deal it, and start its first round."""
    session, director = created(pair_count, **options)
    deal_session(session.pk, salt, director)
    start_session(session.pk, director)
    session.refresh_from_db()
    return session, director


def outcome(rng: random.Random) -> dict[str, object]:
    """Return the fields of a random outcome of Botifarra, as a form sends them."""
    return {
        "trump": rng.choice(["oros", "copes", "espases", "bastos", "botifarra"]),
        "delegated": rng.choice(["yes", "no"]),
        "contro": rng.choice(["none", "none", "contro", "recontro"]),
        "ns_points": str(rng.randint(0, 72)),
    }


def at(play: Play, side: str, device: str = "phone") -> Actor:
    """Return the actor of a device at the play's table, for one side."""
    table = play.seating.table
    return Actor.of_table(table.pk, device + side, side)


def enter(play: Play, fields: dict[str, object], sides: Iterable[str] = ("ns", "ew")) -> None:
    """Enter the same outcome for each of `sides`."""
    for side in sides:
        submit_entry(play.pk, fields, at(play, side), f"key-{next(_keys)}")


def play_round(session: Session, director: Actor, rng: random.Random | None = None) -> Round:
    """Enter and confirm every board of the current round, and end the round."""
    rng = rng or random.Random(1)
    round_ = playing_round(session)
    assert round_
    enter_round(round_, rng)
    end_round(round_.pk, director)
    return round_


def play_out(session: Session, director: Actor, rng: random.Random | None = None) -> None:
    """Play every remaining round and finish the session."""
    rng = rng or random.Random(session.pk)
    while playing_round(session):
        play_round(session, director, rng)
    finish_session(session.pk, director)
    session.refresh_from_db()


def enter_round(round_: Round, rng: random.Random) -> None:
    """Enter and confirm every board of a round."""
    for play in Play.objects.filter(seating__round=round_).select_related("seating__table"):
        enter(play, outcome(rng))
