"""A movement worth proposing, and the sentences that several of them share."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from games.text import gettext_noop as _
from tournaments.movements.frame.movement import Movement


@dataclass(frozen=True)
class Choice:
    """A movement with its reasons, marked sentences of `minutes`, `time`, `rounds` and `full`
    rounds.

    `whole` is why where all its rounds are played, `part` where fewer are; `who_rests` is said
    where somebody does; `trouble` is what it costs to run, in points of merit.
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
SOME_REST = _("Those left over rest for a round; rests differ by one at most.")

EQUALS_MEET = _(
    "Each round is drawn so that equals meet who have not met, %(rounds)s rounds in %(minutes)s of "
    "%(time)s minutes: one winner."
)

EVERYBODY_MOVES = 10
"""Trouble where all people walk their own ways each round, by a card."""
