"""The link from a page to the guide."""

from typing import Any

from django import template
from django.urls import reverse

from tournaments.queries.guide.guide_pages import GUIDE_PAGE_BY_URL_NAME

register = template.Library()


@register.simple_tag(takes_context=True)
def help_url(context: dict[str, Any]) -> str:
    """Return the URL of the guide page about the current page, or ""."""
    request = context.get("request")
    url_name = request.resolver_match.url_name if request and request.resolver_match else None
    page = GUIDE_PAGE_BY_URL_NAME.get(url_name or "")
    return reverse("guide_page", args=[page]) if page else ""
