"""What a session is to be, in a line: by which movement, how many rounds, at how many tables,
how long."""

from dataclasses import dataclass

from games.text import gettext_noop as _
from tournaments.models import Session, Table
from tournaments.movements.advice.time_budget import duration
from tournaments.queries.board_copies import copies_more
from tournaments.queries.pace import minutes_in
from tournaments.queries.plan_now import one_movement

_SEVERAL = _("Sections with movements of their own")


@dataclass(frozen=True)
class PlanSummary:
    """The plan of a session: no `tables` before the deal, no `movement` where results come from
    elsewhere.

    `rounds` and `boards_per_round` are as the movement counts them: both halves of a match are one
    round. `minutes` is how long it takes at the pace of the club, with making boards up again.
    `copies` is how many of each board are needed because tables that would pass them on have fewer
    boards a round; 0 where they have enough.
    """

    movement: str
    rounds: int
    boards_per_round: int
    tables: int
    minutes: int
    copies: int = 0


def plan_summary(session: Session) -> PlanSummary:
    """The plan as it stands now."""
    return PlanSummary(
        _movement(session),
        session.rounds_planned // session.stage.halves,
        session.boards_a_meeting,
        Table.objects.filter(section__session=session).count(),
        duration(session.rounds_planned, session.boards_per_round, minutes_in(session)),
        copies_more(session),
    )


def _movement(session: Session) -> str:
    if not session.stage.movement_key:
        return ""
    movement = one_movement(list(session.sections.order_by("number")))
    return movement.title if movement else _SEVERAL
