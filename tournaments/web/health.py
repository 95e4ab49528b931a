"""Whether this process can serve: asked by whatever watches over the installation."""

from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe


@never_cache
@require_safe
def health_view(request: HttpRequest) -> HttpResponse:
    """200 while the database answers, else 503; a broker that is down is no reason to send phones away."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return HttpResponse("the database does not answer\n", status=503, content_type="text/plain")
    return HttpResponse("well\n", content_type="text/plain")
