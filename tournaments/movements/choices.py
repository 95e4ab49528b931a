"""The movements worth proposing, each with its reasons: one entry each."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from games.text import gettext_noop as _
from tournaments.movements.barometer import Barometer
from tournaments.movements.catalogue import individuals
from tournaments.movements.evening import Evening
from tournaments.movements.howell import Howell
from tournaments.movements.mitchell import Mitchell
from tournaments.movements.movement import Movement
from tournaments.movements.rainbow import Rainbow
from tournaments.movements.round_robin import RoundRobin
from tournaments.movements.swiss import Swiss
from tournaments.movements.web import Web


@dataclass(frozen=True)
class Choice:
    """A movement with its reasons, marked sentences of `minutes`, `time`, `rounds` and `full` rounds.

    `whole` is why where all its rounds are played, `part` where fewer are; `who_rests` is said where
    somebody does; `trouble` is what it costs to run, in points of merit.
    """

    movement: type[Movement]
    whole: str
    part: str
    who_rests: str
    options: Mapping[str, str] = field(default_factory=dict)
    trouble: int = 0


EACH_PAIR_RESTS = _("One pair rests each round, no pair more than once.")
E_W_RESTS = _("One E-W pair rests each round, none more than once; N-S never rest.")
EACH_RESTS = _("One rests each round, nobody more than once.")
DRAWN_REST = _("One rests each round: the lowest who has not rested yet.")
SOME_REST = _("Whoever is left over rests for a round; rests differ by one at most.")

EVERYBODY_MOVES = 10
"""Trouble where all people walk their own ways each round, by a card."""

_ALL_MEET = _("Everybody meets everybody, done in %(minutes)s of %(time)s minutes: one winner.")
_EQUALS_MEET = _(
    "Each round is drawn so that equals meet who have not met, %(rounds)s rounds in %(minutes)s of "
    "%(time)s minutes: one winner."
)

PAIR_CHOICES = (
    Choice(
        Mitchell,
        _(
            "As simple as a Mitchell, but at some tables the two sides change places, so all are compared: "
            "one winner, one copy of each board, done in %(minutes)s of %(time)s minutes."
        ),
        _(
            "A Mitchell in which at some tables the two sides change places: one winner, one copy of each "
            "board, %(rounds)s of %(full)s rounds in %(minutes)s of %(time)s minutes."
        ),
        E_W_RESTS,
        {"switch": "best"},
        5,
    ),
    Choice(
        Web,
        _(
            "Everybody plays all the boards in one large room, done in %(minutes)s of %(time)s minutes: "
            "one winner, for at some tables the two sides change places."
        ),
        _(
            "Large rooms with few copies of each board, %(rounds)s of %(full)s rounds in %(minutes)s of "
            "%(time)s minutes: one winner, for at some tables the two sides change places."
        ),
        E_W_RESTS,
        {"switch": "best"},
        5,
    ),
    Choice(
        Mitchell,
        _(
            "Simple to run with one copy of each board, done in %(minutes)s of %(time)s minutes: "
            "N-S and E-W each have a winner."
        ),
        _(
            "Simple to run with one copy of each board, %(rounds)s of %(full)s rounds in "
            "%(minutes)s of %(time)s minutes: N-S and E-W each have a winner."
        ),
        E_W_RESTS,
    ),
    Choice(
        Howell,
        _(
            "Everybody meets everybody on the same boards, done in %(minutes)s of %(time)s minutes: "
            "one winner."
        ),
        _(
            "One winner with one copy of each board, but only %(rounds)s of the %(full)s rounds in which "
            "everybody would meet: %(minutes)s of %(time)s minutes."
        ),
        EACH_PAIR_RESTS,
        trouble=EVERYBODY_MOVES,
    ),
    Choice(
        Barometer,
        _(
            "Everybody meets everybody, all tables on the same boards at once, done in %(minutes)s of "
            "%(time)s minutes: one winner; each table needs its own copy."
        ),
        _(
            "All tables play the same boards at once, %(rounds)s of %(full)s rounds in %(minutes)s of "
            "%(time)s minutes: one winner; each table needs its own copy."
        ),
        EACH_PAIR_RESTS,
        {"rotation": "round_robin"},
        EVERYBODY_MOVES,
    ),
    Choice(
        Barometer,
        _(
            "All tables play the same boards and only E-W move, done in %(minutes)s of %(time)s minutes: "
            "two winners; each table needs its own copy."
        ),
        _(
            "All tables play the same boards and only E-W move, %(rounds)s of %(full)s rounds in "
            "%(minutes)s of %(time)s minutes: two winners; each table needs its own copy."
        ),
        E_W_RESTS,
        {"rotation": "mitchell"},
    ),
    Choice(Swiss, _EQUALS_MEET, _EQUALS_MEET, DRAWN_REST, trouble=EVERYBODY_MOVES),
)
"""Where all play the same boards."""

MATCH_CHOICES = (
    Choice(
        RoundRobin,
        _ALL_MEET,
        _ALL_MEET,  # it is never cut short
        EACH_RESTS,
    ),
    Choice(Swiss, _EQUALS_MEET, _EQUALS_MEET, DRAWN_REST),
)
"""Where every table plays cards of its own, so that only who met whom matters."""

_NEW_PEOPLE = _(
    "New people at the table in every round, done in %(minutes)s of %(time)s minutes: one winner; "
    "each table needs its own copy of each board."
)


_ONE_COPY = _(
    "One copy of each board, done in %(minutes)s of %(time)s minutes; N and S stay in one line, E and W in "
    "the other: two winners."
)


def choices_for(evening: Evening) -> tuple[Choice, ...]:
    """What may be proposed to the contestants of an evening."""
    if not evening.compares:
        return MATCH_CHOICES
    if evening.players_each != 1:
        return PAIR_CHOICES
    return tuple(_for_individuals(evening))


def _for_individuals(evening: Evening) -> Iterator[Choice]:
    for movement in individuals(evening.lines):
        reason = _ONE_COPY if isinstance(movement, Rainbow) else _NEW_PEOPLE
        yield Choice(type(movement), reason, reason, SOME_REST, movement.options)
