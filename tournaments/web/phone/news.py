"""News from the desk on a table's phone: an announcement, and the state of its call."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest

from tournaments.forms import new_idempotency_key
from tournaments.models import Call, Table
from tournaments.queries.desk.calls import (
    CurrentAnnouncement,
    OpenCall,
    current_announcement,
    open_call_of_table,
)
from tournaments.queries.phone.table_codes import code_of
from tournaments.support.digests import digest

# Most dismissed announcements that the session cookie of a phone remembers.
_MAX_DISMISSED_ANNOUNCEMENTS = 8


@dataclass(frozen=True)
class News:
    """The announcement and the call that a table's phone shows above everything else."""

    announcement: CurrentAnnouncement | None
    call: OpenCall | None


def read_news(request: HttpRequest, table: Table) -> News:
    """Return the news of a table, without announcements dismissed on this phone."""
    latest = current_announcement(table.section.session)
    return News(
        None if latest and latest.pk in _dismissed_announcements(request) else latest,
        open_call_of_table(table),
    )


def dismiss_announcement(request: HttpRequest, number: int) -> None:
    """Store in the phone's session that an announcement has been read; hide it from then on."""
    others = [pk for pk in _dismissed_announcements(request) if pk != number]
    request.session["put_away"] = [*others, number][-_MAX_DISMISSED_ANNOUNCEMENTS:]


def news_context(
    request: HttpRequest, table: Table, sentences: Iterable[str] = ()
) -> dict[str, Any]:
    """Return the context of the news and the call button.

    `sentences` are the reasons why a call was refused.
    """
    session, news = table.section.session, read_news(request, table)
    return {
        "code": code_of(table),
        "table": table,
        "news": news,
        "news_seen": digest(news),
        "news_problems": list(sentences),
        "may_call": not session.is_over and not session.stage.event.read_only,
        "reasons": Call.Reason.choices,
        "unplayed_reason": Call.Reason.UNPLAYED.value,
        "call_key": new_idempotency_key(),
    }


def _dismissed_announcements(request: HttpRequest) -> list[int]:
    """Return the primary keys of the announcements dismissed on this phone."""
    numbers: list[int] = request.session.get("put_away", [])
    return numbers
