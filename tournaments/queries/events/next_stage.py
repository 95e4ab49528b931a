"""What may follow a stage that is over."""

from dataclasses import dataclass

from tournaments.models import Session
from tournaments.movements.round_robin import RoundRobin
from tournaments.movements.swiss import Swiss

_LARGEST = 64


@dataclass(frozen=True)
class KnockOutPlaces:
    """How many may go on to a knock-out: `places` of each of the `groups`."""

    groups: int
    places: tuple[int, ...]


def knock_out_places(session: Session) -> KnockOutPlaces | None:
    """The choices after a session of matches that is over; None where no knock-out follows."""
    event, movement = session.stage.event, session.stage.movement
    if not session.is_over or event.published_at or event.method.compares_tables:
        return None
    if not isinstance(movement, RoundRobin | Swiss):
        return None
    groups = movement.groups if isinstance(movement, RoundRobin) else 1
    most = event.contestants.filter(withdrawn_at=None).count() // groups
    places = tuple(
        2**power for power in range(7) if 1 < 2**power * groups <= _LARGEST and 2**power <= most
    )
    return KnockOutPlaces(groups, places) if places else None
