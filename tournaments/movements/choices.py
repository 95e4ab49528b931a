"""What may be proposed to the contestants of an evening."""

from collections.abc import Iterator

from games.text import gettext_noop as _
from tournaments.movements.catalogue import individuals
from tournaments.movements.choice import DRAWN_REST, EQUALS_MEET, SOME_REST, Choice
from tournaments.movements.evening import Evening
from tournaments.movements.match_choices import match_choices
from tournaments.movements.movement import Movement
from tournaments.movements.pair_choices import PAIR_CHOICES
from tournaments.movements.rainbow import Rainbow
from tournaments.movements.swiss import Swiss

_NEW_PEOPLE = _(
    "New people at the table in every round, done in %(minutes)s of %(time)s minutes: one winner; "
    "each table needs its own copy of each board."
)


_ONE_COPY = _(
    "One copy of each board, done in %(minutes)s of %(time)s minutes; N and S stay in one line, E and W in "
    "the other: two winners."
)

_REASONS: dict[type[Movement], str] = {Rainbow: _ONE_COPY, Swiss: EQUALS_MEET}


def choices_for(evening: Evening) -> tuple[Choice, ...]:
    """Every movement worth trying, with its reasons."""
    if not evening.compares:
        return tuple(match_choices(evening.contestants))
    if evening.players_each != 1:
        return PAIR_CHOICES
    return tuple(_for_individuals(evening))


def _for_individuals(evening: Evening) -> Iterator[Choice]:
    for movement in individuals(evening.lines):
        reason = _REASONS.get(type(movement), _NEW_PEOPLE)
        rests = SOME_REST if movement.fixed else DRAWN_REST
        yield Choice(type(movement), reason, reason, rests, movement.options)
