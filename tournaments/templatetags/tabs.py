"""The pages of a part of the site, as tabs that stay on each of them: one is current, always."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django import template
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext

from tournaments.models import Club, Event, Session
from tournaments.permissions.roles import is_club_owner
from tournaments.queries.desk.open_pages import desk_pages
from tournaments.templatetags.contestants import contestants_title
from tournaments.templatetags.rules import is_written

register = template.Library()

# The tab of a page whose address does not begin with that of its tab.
_WITHIN = {
    "table_sheets": "paper",
    "hand_slips": "paper",
    "event_sections": "event_contestants",
    "event_delete": "event_edit",
    "password": "account",
    "second_factor_new": "account",
    "second_factor_change": "account",
    "traveller": "boards",
    "match": "rounds",
    "deals": "deals",
    "scorecard": "standings",
}

_GROUPS = {
    "play": (
        "event_desk",
        "typing",
        "event_draw",
        "event_clock",
        "penalties",
        "repairs",
        "desk_board_making",
    ),
    "people": ("event_contestants", "event_sections", "event_line_ups", "desk_phones"),
    "print": ("paper", "poster"),
    "after": ("acts", "event_edit", "event_movement_report"),
}
"""The pages of an event's desk in the groups of its navigation, each in the order of an evening."""


class Tab(NamedTuple):
    """A page of the part: `name` tells it from the others, `text` is in the reader's language."""

    name: str
    text: str
    url: str
    is_current: bool = False


class Group(NamedTuple):
    """Pages of an event's desk that belong together; its link leads to the first of them."""

    text: str
    tabs: tuple[Tab, ...]

    @property
    def url(self) -> str:
        """The address of its first page."""
        return self.tabs[0].url

    @property
    def is_current(self) -> bool:
        """Whether the page that is shown belongs to it."""
        return any(tab.is_current for tab in self.tabs)


@register.simple_tag(takes_context=True)
def desk_groups(context: dict[str, Any], event: Event | None) -> list[Group]:
    """Return the groups of pages of an event's desk that the reader may open, one of them current.

    They are looked up once a page: the groups stand in the felt, the pages of the current one below
    it.
    """
    if not event:
        return []
    request = context["request"]
    if (known := getattr(request, "desk_groups", None)) is None:
        known = request.desk_groups = _desk_groups(request, event)
    return known


def _desk_groups(request: HttpRequest, event: Event) -> list[Group]:
    names = set(desk_pages(request.user.pk, event)) if request.user.pk else set()
    texts = _desk_texts(event)
    tabs = {
        name: Tab(name, texts[name], reverse(name, args=[event.pk]))
        for group in _GROUPS.values()
        for name in group
        if name in names
    }
    current = _current(request, [*tabs.values()])
    if current == "event_contestants" and _page(request) == "event_sections":
        current = "event_sections"
        tabs[current] = Tab(current, gettext("Sections"), reverse(current, args=[event.pk]))
    groups = [
        Group(title, tuple(_marked(tabs[name], current) for name in _GROUPS[key] if name in tabs))
        for key, title in _group_titles().items()
    ]
    return [_named(group) for group in groups if group.tabs]


def _named(group: Group) -> Group:
    """Name the last group after the event's details while there is no history."""
    first = group.tabs[0]
    return group._replace(text=first.text) if first.name == "event_edit" else group


def _marked(tab: Tab, current: str) -> Tab:
    return tab._replace(is_current=tab.name == current)


def _group_titles() -> dict[str, str]:
    return {
        "play": gettext("Play"),
        "people": gettext("People"),
        "print": gettext("Print"),
        "after": gettext("History"),
    }


def _desk_texts(event: Event) -> dict[str, str]:
    return {
        "event_desk": gettext("Desk"),
        "typing": gettext("Type slips"),
        "event_draw": gettext("Pairings"),
        "event_clock": gettext("Clock"),
        "penalties": gettext("Penalties"),
        "repairs": gettext("Something went wrong"),
        "desk_board_making": gettext("Make up boards"),
        "event_contestants": contestants_title(event.players_each),
        "event_line_ups": gettext("Line-ups"),
        "desk_phones": gettext("Phones"),
        "paper": gettext("All sheets"),
        "poster": gettext("Poster"),
        "acts": gettext("History"),
        "event_edit": gettext("Event details"),
        "event_movement_report": gettext("Fairness"),
    }


@register.inclusion_tag("shared/_tabs.html", takes_context=True)
def desk_tabs(context: dict[str, Any], event: Event) -> dict[str, object]:
    """The pages of the current group of an event's desk, as far as the reader may open them.

    A group of one page that has its name needs no tabs.
    """
    group = next((each for each in desk_groups(context, event) if each.is_current), None)
    if group is None or [each.text for each in group.tabs] == [group.text]:
        return {}
    return {"label": group.text, "tabs": group.tabs}


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
    tabs = [*_mine(), people, penalties, *(more if is_club_owner(user, club.pk) else [])]
    return _shown(context, gettext("Pages of the club"), tabs)


@register.inclusion_tag("shared/_tabs.html", takes_context=True)
def event_tabs(context: dict[str, Any], event: Event, session: Session | None) -> dict[str, object]:
    """The pages of an event that anybody may read; deals once there is a session, boards once they
    are dealt."""
    slugs = [event.club.slug, event.slug]
    rounds = reverse("rounds", args=slugs)
    is_coming = context.get("event_state") == "coming"
    first = gettext("Who plays") if is_coming else gettext("Standings")
    tabs = [
        Tab("standings", first, reverse("standings", args=slugs)),
        Tab("rounds", gettext("Rounds"), rounds),
    ]
    if session:
        if session.state != Session.State.CREATED:
            tabs.append(Tab("boards", gettext("Boards"), f"{rounds}#boards"))
        deals = reverse("deals", args=[*slugs, session.sitting])
        tabs.append(Tab("deals", gettext("Deals"), deals))
    if is_written(event.game):
        tabs.append(Tab("event_rules", gettext("Rules"), reverse("event_rules", args=slugs)))
    tabs += _behind_standings(context["request"], slugs)
    return _shown(context, gettext("Pages of this event"), tabs)


def _behind_standings(request: HttpRequest, slugs: Sequence[str]) -> list[Tab]:
    """The tab of a page that only the standings lead to, while that page is shown."""
    texts = {
        "places": gettext("Place after each round"),
        "pictures": gettext("Opponents and pace"),
        "methods": gettext("Compare scoring methods"),
        "downloads": gettext("Downloads"),
    }
    page = _page(request)
    return [Tab(page, texts[page], reverse(page, args=slugs))] if page in texts else []


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
    within = _WITHIN.get(_page(request))
    if any(each.name == within for each in tabs):
        return str(within)
    begun = [each for each in tabs if request.path.startswith(each.url)]
    return max(begun, key=lambda each: len(each.url)).name if begun else ""


def _page(request: HttpRequest) -> str:
    """The name of the page that is shown."""
    return (request.resolver_match and request.resolver_match.url_name) or ""
