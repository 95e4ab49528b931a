"""The catalogue: every movement, one line each, and which of them fit a number of pairs."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from games.options import UnknownName
from games.seats import PAIRS
from games.text import gettext_noop as _
from tournaments.movements.alone import Fives, Triples
from tournaments.movements.barometer import Barometer
from tournaments.movements.howell import Howell
from tournaments.movements.individual import Individual
from tournaments.movements.mitchell import Mitchell
from tournaments.movements.movement import Movement
from tournaments.movements.plan import Plan
from tournaments.movements.rainbow import Rainbow

MOVEMENTS: tuple[type[Movement], ...] = (
    Mitchell,
    Howell,
    Barometer,
    Individual,
    Triples,
    Fives,
    Rainbow,
)

EVENING = 28
"""Boards a pair plays in an evening: proposals have no more, unless one round alone does."""


def get_movement(key: str, options: Mapping[str, str] | None = None) -> Movement:
    """The movement under `options`; raises `UnknownName` or `OptionProblem`."""
    for movement in MOVEMENTS:
        if movement.key == key:
            return movement(options)
    raise UnknownName(f"no movement {key!r} (movements: {', '.join(movement.key for movement in MOVEMENTS)})")


@dataclass(frozen=True)
class Choice:
    """A movement worth proposing: `why`, and who rests when the number of pairs is odd."""

    movement: type[Movement]
    why: str
    who_rests: str
    options: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Proposal:
    """A movement that fits, with the figures an organiser chooses by.

    `boards` are in play in the room, `tables` in use; `rests` contestants sit out each round; `winners` is
    the number of rankings; `plan` is what the figures are of. `why` and `who_rests` (empty when nobody
    does) are sentences to translate.
    """

    movement: str
    name: str
    options: Mapping[str, str]
    rounds: int
    boards: int
    tables: int
    rests: int
    winners: int
    why: str
    who_rests: str
    plan: Plan


EACH_PAIR_RESTS = _("One pair rests each round, no pair more than once.")
E_W_RESTS = _("One E-W pair rests each round, none more than once; N-S never rest.")

NEW_PEOPLE = _(
    "New people at the table in every round: one winner; each table needs its own copy of each board."
)
SOME_REST = _("Whoever is left over rests for a round; rests differ by one at most.")

RAINBOW = Choice(
    Rainbow,
    _("One copy of each board; N and S stay in one line, E and W in the other: two winners."),
    "",
)
HOWELL = Choice(
    Howell,
    _("Everybody meets everybody on the same boards: one winner, one copy of each board."),
    EACH_PAIR_RESTS,
)
MITCHELL = Choice(
    Mitchell, _("Simple to run with one copy of each board; N-S and E-W each have a winner."), E_W_RESTS
)
ROUND_ROBIN = Choice(
    Barometer,
    _("Everybody plays the same boards at once: one winner; each table needs its own copy."),
    EACH_PAIR_RESTS,
    {"rotation": "round_robin"},
)
TWO_LINES = Choice(
    Barometer,
    _("All tables play the same boards and only E-W move: two winners; each table needs its own copy."),
    E_W_RESTS,
    {"rotation": "mitchell"},
)


def propose(
    contestants: int,
    boards_per_round: int,
    rounds: int | None = None,
    lines: Mapping[str, tuple[str, ...]] = PAIRS,
    players_each: int = 2,
) -> list[Proposal]:
    """The movements that fit so many contestants, best first; none when no movement takes them.

    `lines` are the game's; a contestant is a pair, or with `players_each` 1 an individual.
    Each has `rounds` rounds or as many as it can; when they are not said, what an evening has room for.
    Raises `games.problems.Refused` when `boards_per_round` or `rounds` is under 1.
    """
    most = max(1, EVENING // max(1, boards_per_round)) if rounds is None else rounds
    choices = _for_pairs(contestants) if players_each == 2 else individuals(lines)
    fitting = [choice for choice in choices if contestants in choice.movement(choice.options).sizes]
    return [_proposal(choice, contestants, boards_per_round, most) for choice in fitting]


def individual(lines: Mapping[str, tuple[str, ...]]) -> Choice:
    """The first choice for individuals at a game with these lines."""
    for movement in (Triples, Fives):
        if movement().lines == lines:
            return Choice(movement, NEW_PEOPLE, SOME_REST)
    return _chosen(lines)


def individuals(lines: Mapping[str, tuple[str, ...]]) -> tuple[Choice, ...]:
    """All movements for individuals at a game with these lines, best first."""
    best = individual(lines)
    if lines == PAIRS:
        return best, RAINBOW
    return (best,) if best.movement is Individual else (best, _chosen(lines))


def _chosen(lines: Mapping[str, tuple[str, ...]]) -> Choice:
    seats = "partners" if lines == PAIRS else str(len(lines))
    return Choice(Individual, NEW_PEOPLE, SOME_REST, {"seats": seats})


def _for_pairs(contestants: int) -> tuple[Choice, ...]:
    # Up to 12 pairs everybody can meet everybody in an evening; more would leave most meetings out.
    if contestants <= 12:
        return (HOWELL, ROUND_ROBIN, MITCHELL)
    return (MITCHELL, ROUND_ROBIN, HOWELL, TWO_LINES)


def _proposal(choice: Choice, contestants: int, boards_per_round: int, most: int) -> Proposal:
    movement = choice.movement(choice.options)
    plan = movement.plan(contestants, min(most, movement.full_rounds(contestants)), boards_per_round)
    rests = len(plan.sit_outs[0])
    return Proposal(
        movement=movement.key,
        name=movement.name,
        options=movement.options,
        rounds=len(plan.rounds),
        boards=plan.boards,
        tables=plan.tables,
        rests=rests,
        winners=movement.winners(contestants),
        why=choice.why,
        who_rests=choice.who_rests if rests else "",
        plan=plan,
    )
