"""Whom to tell of a weakness of this installation: RFC 9116, for whoever looks where people look
first."""

from datetime import UTC, datetime, time, timedelta

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

_GOOD_FOR = timedelta(days=180)


@require_safe
def security_txt_view(request: HttpRequest) -> HttpResponse:
    """The contact that the environment names, good for half a year from today; without one there is
    no page.

    A contact is an address of the web or `mailto:`; a bare mail address is taken for the latter.
    """
    contact = settings.SECURITY_CONTACT
    if not contact:
        raise Http404
    expires = datetime.combine(timezone.now().date() + _GOOD_FOR, time(), UTC)
    lines = (
        f"Contact: {contact if ':' in contact else f'mailto:{contact}'}",
        f"Expires: {expires:%Y-%m-%dT%H:%M:%SZ}",
        f"Preferred-Languages: {', '.join(code for code, _name in settings.LANGUAGES)}",
    )
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")
