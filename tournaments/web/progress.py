"""How far an act is, asked by the page that waits for it."""

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.access.progress_polling import is_progress_key, read_progress


@never_cache
@require_safe
def progress_view(request: HttpRequest, key: str) -> HttpResponse:
    """What is going on and which part of it is done; 204 where nothing is known of it."""
    if not is_progress_key(key):
        raise Http404
    found = read_progress(key)
    if found is None:
        return HttpResponse(status=204)
    return JsonResponse({"what": gettext(found.description), "part": round(found.fraction, 3)})
