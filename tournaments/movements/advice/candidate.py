"""A movement worth proposing, and the sentences shared by several of them."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from games.text import gettext_noop as _
from tournaments.movements.base.movement import Movement


@dataclass(frozen=True)
class Candidate:
    """A movement that may be proposed, with sentences marked for translation.

    `reason_full` is the reason for proposing the movement if all of its rounds are played, and
    `reason_reduced` the reason if fewer are; both have the parameters `rounds` and `full`.
    `sit_out_note` is added if somebody sits out. `demerit` is subtracted from the merit of a
    movement that is laborious to run.
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

EQUALS_MEET = _("Each round is drawn so that equals meet who have not met.")

# Demerit of a movement in which all players follow their own movement card.
ALL_MOVE_DEMERIT = 10
