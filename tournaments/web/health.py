"""Health checks for monitoring: the database and the scoring of results."""

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

# The longest time that a result may be unscored. Even the largest event is rebuilt sooner.
_MAX_UNSCORED_AGE = timedelta(minutes=2)

_NO_ANSWER = "the database does not answer\n"
_NOT_MIGRATED = "the database is not migrated: manage.py migrate\n"


@never_cache
@require_safe
def health_view(request: HttpRequest) -> HttpResponse:
    """Answer 200 while the database works and is migrated, else 503.

    The message broker is not checked, because phones are served without it.
    """
    try:
        if not _is_migrated():
            return _unhealthy_response(_NOT_MIGRATED)
        return _healthy_response(f"well\n{_scoring_text(read_scoring_status())}\n")
    except DatabaseError:
        return _unhealthy_response(_NO_ANSWER)


@never_cache
@require_safe
def health_scoring_view(request: HttpRequest) -> HttpResponse:
    """Answer 200 while results are being scored, else 503.

    Running processes are not checked, only whether they have done their work.
    """
    try:
        if not _is_migrated():
            return _unhealthy_response(_NOT_MIGRATED)
        scoring = read_scoring_status()
    except DatabaseError:
        return _unhealthy_response(_NO_ANSWER)
    is_healthy = (
        scoring.is_active
        and not scoring.failed_stage_ids
        and not scoring.has_unscored_for_longer_than(_MAX_UNSCORED_AGE)
    )
    return (_healthy_response if is_healthy else _unhealthy_response)(f"{_scoring_text(scoring)}\n")


def _scoring_text(scoring: ScoringStatus) -> str:
    if not scoring.is_active:
        return "nobody scores results: is there a worker, a beat, and Redis?"
    if scoring.failed_stage_ids:
        return f"stages that cannot be scored: {', '.join(map(str, scoring.failed_stage_ids))}"
    if scoring.oldest_unscored_at is None:
        return "every result is scored"
    seconds = max(0, round((timezone.now() - scoring.oldest_unscored_at).total_seconds()))
    return f"the oldest result that is not scored was entered {seconds} seconds ago"


def _healthy_response(text: str) -> HttpResponse:
    return HttpResponse(text, content_type="text/plain")


def _unhealthy_response(text: str) -> HttpResponse:
    return HttpResponse(text, status=503, content_type="text/plain")


def _is_migrated() -> bool:
    applied = MigrationRecorder(connection).applied_migrations()
    return applied.keys() >= _last_migrations()


@cache
def _last_migrations() -> frozenset[tuple[str, str]]:
    """Return the last migration of each app in the code of this process."""
    return frozenset(MigrationLoader(None).graph.leaf_nodes())
