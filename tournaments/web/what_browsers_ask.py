"""What browsers and search engines ask of every site at addresses of their own."""

from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.templatetags.static import static
from django.views.decorators.http import require_safe

_NOBODYS = ("/desk/", "/t/", "/team/", "/api/")
"""Where nothing is for search engines: what is told of the rest, each page says by itself."""


@require_safe
def robots_view(request: HttpRequest) -> HttpResponse:
    """Where no search engine need look; another page that may not be listed says so itself."""
    lines = ("User-agent: *", *(f"Disallow: {prefix}" for prefix in _NOBODYS))
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")


@require_safe
def favicon_view(request: HttpRequest) -> HttpResponse:
    """The mark, for whoever looks for it where it was once always kept."""
    return HttpResponsePermanentRedirect(static("mark.svg"))
