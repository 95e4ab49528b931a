"""Whoever leaves or comes late, as tests have it: everything said, and each time for the first
time."""

from itertools import count

from tournaments.actions.contestants.departures import withdraw_during_play
from tournaments.actions.contestants.late_arrivals import add_late_arrival
from tournaments.actions.corrections.correcting import CorrectionRequest
from tournaments.models import Contestant, Event
from tournaments.permissions.actor import Actor
from tournaments.queries.contestants.late_arrival_seats import find_late_arrival_seats

_keys = count(1)


def let_leave(event: Event, contestant: int, director: Actor, instead: str = "") -> None:
    """Somebody leaves, perhaps with who takes over; raises as `leave_event` does."""
    withdraw_during_play(
        event, contestant, CorrectionRequest(director, f"leaves {next(_keys)}"), instead
    )


def let_join(event: Event, name: str, director: Actor, section: str = "") -> Contestant:
    """Somebody comes late and sits where it is found; raises as the search and `join_event` do."""
    seats = find_late_arrival_seats(event, section)
    joined = add_late_arrival(
        event, name, seats, CorrectionRequest(director, f"comes {next(_keys)}")
    )
    return event.contestants.get(pk=joined["contestant"])
