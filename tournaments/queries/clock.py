"""How long is left of the round being played, at the pace of the club."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from tournaments.models import Round
from tournaments.queries.pace import minutes_per_board


@dataclass(frozen=True)
class Clock:
    """When a round should end, and the whole minutes until then: 0 once its time is over."""

    until: datetime
    minutes: int


def clock(round_: Round) -> Clock | None:
    """The clock of a round that is being played; None before it begins and once it has ended."""
    if round_.started_at is None or round_.ended_at:
        return None
    session = round_.section.session
    event = session.stage.event
    pace = minutes_per_board(event.club, event.game)
    until = round_.started_at + timedelta(minutes=float(pace.minutes * session.boards_per_round))
    return Clock(until, max(0, -((timezone.now() - until) // timedelta(minutes=1))))
