"""Whether this process can serve: asked by whatever watches over the installation."""

from functools import cache

from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe


@never_cache
@require_safe
def health_view(request: HttpRequest) -> HttpResponse:
    """200 while the database answers and is migrated, else 503; no broker is needed to serve phones."""
    try:
        migrated = MigrationRecorder(connection).applied_migrations().keys() >= _last_migrations()
    except DatabaseError:
        return _unwell("the database does not answer\n")
    if not migrated:
        return _unwell("the database is not migrated: python manage.py migrate\n")
    return HttpResponse("well\n", content_type="text/plain")


def _unwell(why: str) -> HttpResponse:
    return HttpResponse(why, status=503, content_type="text/plain")


@cache
def _last_migrations() -> frozenset[tuple[str, str]]:
    """The last migration of each app, as the code of this process has them."""
    return frozenset(MigrationLoader(None).graph.leaf_nodes())
