"""Catalogue of all movements, and the look-up of a movement by its key and options."""

from collections.abc import Mapping

from games.options import UnknownName
from games.seats import PAIR_LINES
from tournaments.movements.barometer import Barometer
from tournaments.movements.base.movement import Movement
from tournaments.movements.howell import Howell
from tournaments.movements.individual import Individual
from tournaments.movements.knock_out import KnockOut
from tournaments.movements.league import League
from tournaments.movements.mitchell import Mitchell
from tournaments.movements.rainbow import Rainbow
from tournaments.movements.round_robin import RoundRobin
from tournaments.movements.swiss import Swiss
from tournaments.movements.triples_and_fives import Fives, Triples
from tournaments.movements.web_movement import WebMovement

MOVEMENTS: tuple[type[Movement], ...] = (
    Mitchell,
    Howell,
    Barometer,
    WebMovement,
    Individual,
    Triples,
    Fives,
    Rainbow,
    Swiss,
    RoundRobin,
    League,
    KnockOut,
)


def get_movement(key: str, options: Mapping[str, str] | None = None) -> Movement:
    """Return the movement `key` with `options`.

    Raises `UnknownName` for an unknown key, and `InvalidOption` for wrong options.
    """
    for movement in MOVEMENTS:
        if movement.key == key:
            return movement(options)
    raise UnknownName(
        f"no movement {key!r} (movements: {', '.join(movement.key for movement in MOVEMENTS)})"
    )


def movements_for_individuals(lines: Mapping[str, tuple[str, ...]]) -> tuple[Movement, ...]:
    """Return the movements for individuals at a game with these lines, the usual one first."""
    if lines == PAIR_LINES:
        return Individual({"seats": "partners"}), Rainbow()
    any_size = Individual({"seats": str(len(lines))})
    if len(lines) == 2:
        return RoundRobin({"seats": "2"}), any_size, Swiss({"seats": "2"})
    return *(movement for movement in (Triples(), Fives()) if movement.lines == lines), any_size
