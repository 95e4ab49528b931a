"""Whoever reads of a result that is not scored yet has it scored: nobody else may come to do it for a while.

A process may end between the storing of a result and its scoring, and a broker may lose what it was told.
"""

from collections.abc import Callable
from contextlib import suppress

from django.core.cache import cache
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse

from tournaments import scorebook
from tournaments.access.if_free import if_free
from tournaments.models import Stage
from tournaments.queries.behind import noting_behind
from tournaments.tasks import have_counted

AGAIN = 5
"""Seconds for which an event is left alone that a reader has had scored: it may be one that cannot be."""


def readers_wake(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: what an answer lacks is scored before it is given, and stands in the next.

    Without a worker by whoever reads, unless somebody holds the database; with one, by that.
    """

    def answered(request: HttpRequest) -> HttpResponse:
        with noting_behind() as events:
            response = get_response(request)
        if request.method in ("GET", "HEAD"):  # who stores something has it scored as it is
            for event_id in events:
                _wake(event_id)
        return response

    return answered


def _wake(event_id: int) -> None:
    if not cache.add(f"woken-{event_id}", True, AGAIN):
        return
    with suppress(DatabaseError), if_free():
        behind = scorebook.stages_behind()
        for stage in Stage.objects.select_related("event").filter(event=event_id, pk__in=behind):
            have_counted(stage)
