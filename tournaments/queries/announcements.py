"""What was announced to every phone of a session, and is still to be shown."""

from dataclasses import dataclass
from datetime import datetime

from tournaments.models import Session


@dataclass(frozen=True)
class Announced:
    """An announcement as it is shown."""

    pk: int
    text: str
    at: datetime


def announced(session: Session) -> Announced | None:
    """The last announcement; None where it was withdrawn, or the session is over."""
    last = None if session.is_over else session.announcements.order_by("pk").last()
    return Announced(last.pk, last.text, last.at) if last and last.withdrawn_at is None else None
