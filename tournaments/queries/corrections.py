"""Standings that were corrected after they had been published: everybody is told, and when."""

from datetime import datetime

from django.db.models import Max

from tournaments.models import Act, Entry, Event, Penalty


def corrected_at(event: Event) -> datetime | None:
    """When a director last changed published standings; None where nobody did.

    By a decision or a penalty, or by taking one back.
    """
    if event.published_at is None:
        return None
    decisions = Entry.objects.filter(play__board__session__stage__event=event).exclude(
        kind=Entry.Kind.TABLE
    )
    penalties = Penalty.objects.filter(stage__event=event).exclude(amount_text="0")
    taken_back = Act.objects.filter(event=event).exclude(undoes=None)
    after = (
        each.filter(at__gt=event.published_at).aggregate(at=Max("at"))["at"]
        for each in (decisions, penalties, taken_back)
    )
    return max(filter(None, after), default=None)
