"""Help on a screen of the desk: the page of the guide that is about it."""

from typing import Any

from django import template
from django.urls import reverse

from tournaments.queries.guide.guide_pages import GUIDE_PAGE_OF

register = template.Library()


@register.simple_tag(takes_context=True)
def help_address(context: dict[str, Any]) -> str:
    """Where the guide helps with the page that is shown; empty where it has nothing about it."""
    request = context.get("request")
    screen = request.resolver_match.url_name if request and request.resolver_match else None
    page = GUIDE_PAGE_OF.get(screen or "")
    return reverse("guide_page", args=[page]) if page else ""
