"""The pages of a part of the site, as tabs that stay on each of them: one is current, always."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django import template
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext

from tournaments.models import Club, Event, Session
from tournaments.permissions.roles import owns_club
from tournaments.queries.desk.open_pages import desk_pages
from tournaments.templatetags.contestants import contestants_title
from tournaments.templatetags.rules import is_written

register = template.Library()

_WITHIN = {
    "table_sheets": "paper",
    "hand_slips": "paper",
    "event_sections": "event_contestants",
    "traveller": "boards",
    "match": "rounds",
    "deals": "deals",
}
"""The tab of a page whose address does not begin with that of its tab."""


class Tab(NamedTuple):
    """A page of the part: `name` tells it from the others, `text` is in the reader's language."""

    name: str
    text: str
    url: str
    is_current: bool = False


@register.inclusion_tag("shared/_tabs.html", takes_context=True)
def desk_tabs(context: dict[str, Any], event: Event) -> dict[str, object]:
    """The pages of an event's desk that the reader may open, between all his events and the
    public's page."""
    texts = {
        "event_desk": gettext("Desk"),
        "event_contestants": contestants_title(event.players_each),
        "paper": gettext("Paper"),
        "poster": gettext("Phones open this"),
        "event_draw": gettext("Pairings"),
        "desk_phones": gettext("Phones"),
        "event_line_ups": gettext("Line-ups"),
        "typing": gettext("Type slips"),
        "penalties": gettext("Penalties"),
        "acts": gettext("What was done"),
    }
    user: int | None = context["request"].user.pk
    names = desk_pages(user, event) if user else []
    tabs = [Tab(name, texts[name], reverse(name, args=[event.pk])) for name in names]
    public = Tab(
        "public", gettext("Public page"), reverse("standings", args=[event.club.slug, event.slug])
    )
    label = gettext("Pages of the director")
    return _shown(context, label, [*_mine(), *tabs, public] if tabs else [])


@register.inclusion_tag("shared/_tabs.html", takes_context=True)
def club_tabs(context: dict[str, Any], club: Club | None) -> dict[str, object]:
    """The pages of a club for who directs it, and those its owner has besides; without a club,
    one's own."""
    user: int | None = context["request"].user.pk
    if user is None:
        return _shown(context, "", [])
    if not club:
        account = Tab("account", gettext("Your account"), reverse("account"))
        return _shown(context, gettext("Your pages"), [*_mine(), account])
    owned = {
        "members": gettext("Staff"),
        "venues": gettext("Venues"),
        "audit": gettext("History"),
    }
    people = Tab("people", gettext("Players"), reverse("people", args=[club.slug]))
    more = [Tab(name, text, reverse(name, args=[club.pk])) for name, text in owned.items()]
    penalties = Tab(
        "club_penalties", gettext("Penalties"), reverse("club_penalties", args=[club.pk])
    )
    tabs = [*_mine(), people, penalties, *(more if owns_club(user, club.pk) else [])]
    return _shown(context, gettext("Pages of the club"), tabs)


@register.inclusion_tag("shared/_tabs.html", takes_context=True)
def event_tabs(context: dict[str, Any], event: Event, session: Session | None) -> dict[str, object]:
    """The pages of an event that anybody may read; boards and deals once there is a session."""
    slugs = [event.club.slug, event.slug]
    rounds = reverse("rounds", args=slugs)
    tabs = [
        Tab("standings", gettext("Standings"), reverse("standings", args=slugs)),
        Tab("rounds", gettext("Rounds"), rounds),
    ]
    if session:
        deals = reverse("deals", args=[*slugs, session.sitting])
        tabs += [
            Tab("boards", gettext("Boards"), f"{rounds}#boards"),
            Tab("deals", gettext("Deals"), deals),
        ]
    if is_written(event.game):
        tabs.append(Tab("event_rules", gettext("Rules"), reverse("event_rules", args=slugs)))
    return _shown(context, gettext("Pages of this event"), tabs)


def _mine() -> list[Tab]:
    return [Tab("desk", gettext("My events"), reverse("desk"))]


def _shown(context: dict[str, Any], label: str, tabs: Sequence[Tab]) -> dict[str, object]:
    current = _current(context["request"], tabs)
    return {
        "label": label,
        "tabs": [each._replace(is_current=each.name == current) for each in tabs],
    }


def _current(request: HttpRequest, tabs: Sequence[Tab]) -> str:
    """The tab to which the page belongs: the one whose address begins its own, the longest of
    them."""
    page = request.resolver_match.url_name if request.resolver_match else None
    within = _WITHIN.get(page or "")
    if any(each.name == within for each in tabs):
        return str(within)
    begun = [each for each in tabs if request.path.startswith(each.url)]
    return max(begun, key=lambda each: len(each.url)).name if begun else ""
