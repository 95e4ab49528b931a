"""Progress of a long action; the page that waits for the action polls it."""

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.access.progress_polling import is_progress_key, read_progress


@never_cache
@require_safe
def progress_view(request: HttpRequest, key: str) -> HttpResponse:
    """Return as JSON what is being done and the completed fraction; 204 if no action runs."""
    if not is_progress_key(key):
        raise Http404
    progress = read_progress(key)
    if progress is None:
        return HttpResponse(status=204)
    return JsonResponse(
        {"what": gettext(progress.description), "part": round(progress.fraction, 3)}
    )
