"""Withdraw contestants and add late arrivals during a session, with a new key each time."""

from itertools import count

from tournaments.actions.contestants.departures import withdraw_during_play
from tournaments.actions.contestants.late_arrivals import add_late_arrival
from tournaments.actions.corrections.correcting import CorrectionRequest
from tournaments.models import Contestant, Event
from tournaments.permissions.actor import Actor
from tournaments.queries.contestants.late_arrival_seats import find_late_arrival_seats

_keys = count(1)


def withdraw_during_session(
    event: Event, contestant_id: int, director: Actor, instead: str = ""
) -> None:
    """Withdraw a contestant, possibly with a replacement, as `withdraw_during_play` does."""
    withdraw_during_play(
        event, contestant_id, CorrectionRequest(director, f"leaves {next(_keys)}"), instead
    )


def arrive_during_session(
    event: Event, name: str, director: Actor, section: str = ""
) -> Contestant:
    """Add a late arrival on free seats; raises as the search and `add_late_arrival` do."""
    seats = find_late_arrival_seats(event, section)
    answer = add_late_arrival(
        event, name, seats, CorrectionRequest(director, f"comes {next(_keys)}")
    )
    return event.contestants.get(pk=answer["contestant"])
