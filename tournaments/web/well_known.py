"""Addresses that browsers and search engines ask of every site."""

from datetime import UTC, datetime, time, timedelta

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.templatetags.static import static
from django.utils import timezone
from django.views.decorators.http import require_safe

_CONTACT_VALIDITY = timedelta(days=180)


@require_safe
def security_txt_view(request: HttpRequest) -> HttpResponse:
    """The contact that the environment names, good for half a year from today; without one there is
    no page.

    A contact is an address of the web or `mailto:`; a bare mail address is taken for the latter.
    """
    contact = settings.SECURITY_CONTACT
    if not contact:
        raise Http404
    expires = datetime.combine(timezone.now().date() + _CONTACT_VALIDITY, time(), UTC)
    lines = (
        f"Contact: {contact if ':' in contact else f'mailto:{contact}'}",
        f"Expires: {expires:%Y-%m-%dT%H:%M:%SZ}",
        f"Preferred-Languages: {', '.join(code for code, _name in settings.LANGUAGES)}",
    )
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")


_DISALLOWED_PREFIXES = ("/desk/", "/t/", "/team/", "/api/")
"""Where nothing is for search engines: what is told of the rest, each page says by itself."""


@require_safe
def robots_view(request: HttpRequest) -> HttpResponse:
    """Where no search engine need look; another page that may not be listed says so itself."""
    lines = ("User-agent: *", *(f"Disallow: {prefix}" for prefix in _DISALLOWED_PREFIXES))
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")


@require_safe
def favicon_view(request: HttpRequest) -> HttpResponse:
    """The mark, for whoever looks for it where it was once always kept."""
    return HttpResponsePermanentRedirect(static("mark.svg"))
