"""Every event is recounted in its turn, and what was found is kept for the desk."""

import logging
from datetime import timedelta

from django.conf import settings
from django.db import OperationalError
from django.db.models import F, Q
from django.utils import timezone

from tournaments.models import Entry, Event, Recount, Session
from tournaments.scorebook.recount import recount

logger = logging.getLogger(__name__)

CANNOT = "cannot be recounted"
"""What is found of an event whose recount fails."""

MOST = 20
"""So many sentences are kept."""

_DAY = timedelta(days=1)
_LULL = timedelta(minutes=15)


def keep_recount(event: Event) -> list[str]:
    """Recount an event and write down what was found; all that differs, the first sentences are
    kept.

    An event that cannot be recounted differs. Raises `OperationalError`, as any recount may. That
    it is begun is written down first: one that fails or is killed has its next turn after all
    others.
    """
    Recount.objects.update_or_create(event=event, defaults={"at": timezone.now()})
    try:
        differs = recount(event)
    except OperationalError:
        raise
    except Exception:
        logger.exception("event %s cannot be recounted", event.pk)
        differs = [CANNOT]
    if differs:
        logger.error("event %s differs: %s", event.pk, "; ".join(differs[:MOST]))
    Recount.objects.filter(event=event).update(differs=differs[:MOST])
    return differs


def next_in_turn() -> Event | None:
    """The event that was recounted longest ago, once that is a day; None while there is none.

    While results come in those wait that are being played, and in SQLite, of which a recount keeps
    every writer out, all.
    """
    now = timezone.now()
    ahead = Q(recounted__at__gt=now)  # the clock went back
    due = Event.objects.filter(Q(recounted=None) | Q(recounted__at__lt=now - _DAY) | ahead)
    if not _is_quiet():
        if settings.CELERY_TASK_ALWAYS_EAGER:
            return None
        due = due.exclude(stages__sessions__state=Session.State.RUNNING)
    return due.order_by(F("recounted__at").asc(nulls_first=True), "pk").first()


def _is_quiet() -> bool:
    """Whether nobody has said anything of late; what is said is numbered in order, so one row
    tells."""
    last = Entry.objects.order_by("-pk").values_list("at", flat=True).first()
    return last is None or abs(timezone.now() - last) > _LULL
