"""Whether this process can serve: asked by whatever watches over the installation."""

from datetime import timedelta
from functools import cache

from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.queries.desk.scoring_status import ScoringStatus, read_scoring_status

_TOO_LONG = timedelta(minutes=2)
"""Standings of the largest field are made oftener."""


@never_cache
@require_safe
def health_view(request: HttpRequest) -> HttpResponse:
    """200 while the database answers and is migrated, else 503; no broker is needed to serve
    phones."""
    try:
        migrated = MigrationRecorder(connection).applied_migrations().keys() >= _last_migrations()
        if not migrated:
            return _unwell("the database is not migrated: manage.py migrate\n")
        return _told(f"well\n{_in_words(read_scoring_status())}\n")
    except DatabaseError:
        return _unwell("the database does not answer\n")


@never_cache
@require_safe
def health_scoring_view(request: HttpRequest) -> HttpResponse:
    """200 while results are scored, else 503: by what was done, whatever runs."""
    try:
        scoring = read_scoring_status()
    except DatabaseError:
        return _unwell("the database does not answer\n")
    well = (
        scoring.is_active
        and not scoring.failed_stage_ids
        and not scoring.has_waited_longer_than(_TOO_LONG)
    )
    return (_told if well else _unwell)(f"{_in_words(scoring)}\n")


def _in_words(scoring: ScoringStatus) -> str:
    if not scoring.is_active:
        return "nobody scores results: is there a worker, a beat, and Redis?"
    if scoring.failed_stage_ids:
        return f"stages that cannot be scored: {', '.join(map(str, scoring.failed_stage_ids))}"
    if scoring.oldest_unscored_at is None:
        return "every result is scored"
    seconds = max(0, round((timezone.now() - scoring.oldest_unscored_at).total_seconds()))
    return f"the oldest result that is not scored was said {seconds} seconds ago"


def _told(what: str) -> HttpResponse:
    return HttpResponse(what, content_type="text/plain")


def _unwell(why: str) -> HttpResponse:
    return HttpResponse(why, status=503, content_type="text/plain")


@cache
def _last_migrations() -> frozenset[tuple[str, str]]:
    """The last migration of each app, as the code of this process has them."""
    return frozenset(MigrationLoader(None).graph.leaf_nodes())
