"""List the choices for a knock-out that follows a finished stage."""

from dataclasses import dataclass

from tournaments.models import Session
from tournaments.movements.round_robin import RoundRobin
from tournaments.movements.swiss import Swiss

# The maximum number of contestants of a knock-out.
_MAX_BRACKET_SIZE = 64


@dataclass(frozen=True)
class KnockOutPlaces:
    """How many contestants may qualify from each of the `groups`; `places` are the choices."""

    groups: int
    places: tuple[int, ...]


def knock_out_places(session: Session) -> KnockOutPlaces | None:
    """Return the choices after a finished session of matches, None if no knock-out can follow."""
    event, movement = session.stage.event, session.stage.movement
    if not session.is_over or event.published_at or event.method.compares_tables:
        return None
    if not isinstance(movement, RoundRobin | Swiss):
        return None
    groups = movement.groups if isinstance(movement, RoundRobin) else 1
    group_size = event.contestants.filter(withdrawn_at=None).count() // groups
    places = tuple(
        2**power
        for power in range(7)
        if 1 < 2**power * groups <= _MAX_BRACKET_SIZE and 2**power <= group_size
    )
    return KnockOutPlaces(groups, places) if places else None
