"""Well-known URLs that browsers and search engines request from every site."""

from datetime import UTC, datetime, time, timedelta

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.templatetags.static import static
from django.utils import timezone
from django.views.decorators.http import require_safe

# How long a response says that the contact is valid, from the day of the request.
_CONTACT_VALIDITY = timedelta(days=180)


@require_safe
def security_txt_view(request: HttpRequest) -> HttpResponse:
    """Return security.txt with the configured contact, valid for 180 days; 404 without one.

    A bare e-mail address becomes a `mailto:` URL.
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


# Paths that search engines should not request. Other pages have a header that forbids listing.
_DISALLOWED_PREFIXES = ("/desk/", "/t/", "/team/", "/api/")


@require_safe
def robots_view(request: HttpRequest) -> HttpResponse:
    """Return robots.txt, which keeps search engines away from pages for members and tables."""
    lines = ("User-agent: *", *(f"Disallow: {prefix}" for prefix in _DISALLOWED_PREFIXES))
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")


@require_safe
def favicon_view(request: HttpRequest) -> HttpResponse:
    """Redirect browsers that request /favicon.ico to the logo."""
    return HttpResponsePermanentRedirect(static("mark.svg"))
