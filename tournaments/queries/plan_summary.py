"""What a session is to be, in a line: by which movement, how many rounds, at how many tables, how long."""

from dataclasses import dataclass

from games.text import gettext_noop as _
from tournaments.models import Session, Table
from tournaments.movements.advice.time_budget import duration
from tournaments.queries.pace import minutes_per_board
from tournaments.queries.plan_now import one_movement

_SEVERAL = _("Sections with movements of their own")


@dataclass(frozen=True)
class PlanSummary:
    """The plan of a session: no `tables` before the deal, no `movement` where results come from elsewhere.

    `rounds` and `boards_per_round` are as the movement counts them: both halves of a match are one round.
    `minutes` is how long it takes at the pace of the club.
    """

    movement: str
    rounds: int
    boards_per_round: int
    tables: int
    minutes: int


def plan_summary(session: Session) -> PlanSummary:
    """The plan as it stands now."""
    event = session.stage.event
    pace = minutes_per_board(event.club, event.game).minutes
    return PlanSummary(
        _movement(session),
        session.rounds_planned // session.stage.halves,
        session.boards_a_meeting,
        Table.objects.filter(section__session=session).count(),
        duration(session.rounds_planned, session.boards_per_round, pace),
    )


def _movement(session: Session) -> str:
    if not session.stage.movement_key:
        return ""
    movement = one_movement(list(session.sections.order_by("number")))
    return movement.name if movement else _SEVERAL
