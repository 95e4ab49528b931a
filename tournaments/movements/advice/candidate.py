"""A movement worth proposing, and the sentences that several of them share."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from games.text import gettext_noop as _
from tournaments.movements.base.movement import Movement


@dataclass(frozen=True)
class Candidate:
    """A movement with its reasons, marked sentences of `minutes`, `time`, `rounds` and `full`
    rounds.

    `reason_full` is why where all its rounds are played, `reason_reduced` where fewer are; `sit_out_note` is said
    where somebody does; `demerit` is what it costs to run, in points of merit.
    """

    movement: type[Movement]
    reason_full: str
    reason_reduced: str
    sit_out_note: str
    options: Mapping[str, str] = field(default_factory=dict)
    demerit: int = 0


PAIRS_SIT_OUT_ONCE = _("One pair rests each round, no pair more than once.")
EW_PAIRS_SIT_OUT_ONCE = _("One E-W pair rests each round, none more than once; N-S never rest.")
EACH_SITS_OUT_ONCE = _("One rests each round, nobody more than once.")
LOWEST_SITS_OUT = _("One rests each round: the lowest who has not rested yet.")
LEFT_OVER_SIT_OUT = _("Those left over rest for a round; rests differ by one at most.")

EQUALS_MEET = _(
    "Each round is drawn so that equals meet who have not met, %(rounds)s rounds in %(minutes)s of "
    "%(time)s minutes: one winner."
)

# Demerit of a movement in which all players follow their own movement card.
ALL_MOVE_DEMERIT = 10
