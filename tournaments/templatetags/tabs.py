"""Tags for the tabs and the navigation of the site, which mark the current page."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django import template
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext, pgettext

from tournaments.models import Club, Event, Session
from tournaments.permissions.roles import DIRECTOR_ROLES, clubs_of_user, is_club_owner
from tournaments.queries.desk.desk_pages import desk_pages
from tournaments.templatetags.contestants import contestants_title
from tournaments.templatetags.rules import has_written_rules

register = template.Library()

# The tab of each page whose URL does not start with the URL of its tab.
_PARENT_TABS = {
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
    "rank_history": "standings",
    "charts": "standings",
    "methods": "standings",
    "downloads": "standings",
}

# The pages of an event's desk by the groups of its navigation, in the order of use.
_GROUPS = {
    "play": (
        "event_desk",
        "typing",
        "event_draw",
        "event_clock",
        "penalties",
        "corrections",
        "board_preparation",
    ),
    "people": ("event_contestants", "event_sections", "event_line_ups", "desk_phones"),
    "print": ("paper", "poster"),
    "after": ("history",),
    "details": ("event_edit", "event_movement_report"),
}


class Tab(NamedTuple):
    """A link to a page in a row of tabs; `text` is in the reader's language."""

    name: str
    text: str
    url: str
    is_current: bool = False


class Group(NamedTuple):
    """A group of pages of an event's desk, with a link to its first page."""

    text: str
    tabs: tuple[Tab, ...]

    @property
    def url(self) -> str:
        """Return the URL of the first page."""
        return self.tabs[0].url

    @property
    def is_current(self) -> bool:
        """Return whether the current page belongs to the group."""
        return any(tab.is_current for tab in self.tabs)


@register.simple_tag(takes_context=True)
def desk_groups(context: dict[str, Any], event: Event | None) -> list[Group]:
    """Return the groups of an event's desk with the pages that the reader may open.

    They are computed once per request, because the header shows the groups and the tabs below it
    the pages of the current group.
    """
    if not event:
        return []
    request = context["request"]
    if (groups := getattr(request, "desk_groups", None)) is None:
        is_divisible = bool(context.get("is_divisible"))
        groups = request.desk_groups = _desk_groups(request, event, is_divisible=is_divisible)
    return groups


def _desk_groups(request: HttpRequest, event: Event, *, is_divisible: bool) -> list[Group]:
    names = set(desk_pages(request.user.pk, event)) if request.user.pk else set()
    texts = _desk_texts(event)
    tabs = {
        name: Tab(name, texts[name], reverse(name, args=[event.pk]))
        for group in _GROUPS.values()
        for name in group
        if name in names
    }
    current = _current_tab_name(request, [*tabs.values()])
    if is_divisible and current == "event_contestants" and _url_name(request) == "event_sections":
        current = "event_sections"
        tabs[current] = Tab(current, gettext("Sections"), reverse(current, args=[event.pk]))
    groups = [
        Group(
            title,
            tuple(_with_current(tabs[name], current) for name in _GROUPS[key] if name in tabs),
        )
        for key, title in _group_titles().items()
    ]
    return [group for group in groups if group.tabs]


def _with_current(tab: Tab, current: str) -> Tab:
    return tab._replace(is_current=tab.name == current)


def _group_titles() -> dict[str, str]:
    return {
        "play": gettext("Play"),
        "people": gettext("People"),
        "print": gettext("Print"),
        "after": gettext("History"),
        "details": pgettext("data of an event", "Details"),
    }


def _desk_texts(event: Event) -> dict[str, str]:
    return {
        "event_desk": gettext("Desk"),
        "typing": gettext("Type slips"),
        "event_draw": gettext("Pairings"),
        "event_clock": gettext("Clock"),
        "penalties": gettext("Penalties"),
        "corrections": gettext("Something went wrong"),
        "board_preparation": gettext("Make up boards"),
        "event_contestants": contestants_title(event.players_each),
        "event_line_ups": gettext("Line-ups"),
        "desk_phones": gettext("Phones"),
        "paper": gettext("All sheets"),
        "poster": gettext("Poster"),
        "history": gettext("History"),
        "event_edit": pgettext("data of an event", "Details"),
        "event_movement_report": gettext("Fairness"),
    }


@register.inclusion_tag("shared/_tabs.html", takes_context=True)
def desk_tabs(context: dict[str, Any], event: Event) -> dict[str, object]:
    """Return the context of the tabs of the current group of an event's desk.

    A group of a single page has none.
    """
    group = next((group for group in desk_groups(context, event) if group.is_current), None)
    return {"label": group.text, "tabs": group.tabs} if group and len(group.tabs) > 1 else {}


@register.inclusion_tag("shared/_tabs.html", takes_context=True)
def club_tabs(context: dict[str, Any], club: Club | None) -> dict[str, object]:
    """Return the context of the tabs of a club, for a director or an owner.

    The reader's own pages have the tabs of the club that the reader directs. If there is none or
    several, their tabs are the reader's own pages.
    """
    user_id: int | None = context["request"].user.pk
    if user_id is None:
        return _tabs_context(context, "", [])
    account = Tab("account", gettext("Your account"), reverse("account"))
    club = club or _only_directed_club(user_id)
    if not club:
        return _tabs_context(context, gettext("Your pages"), [*_own_tabs(), account])
    owner_pages = {
        "members": gettext("Staff"),
        "venues": gettext("Venues"),
        "audit": gettext("History"),
    }
    people = Tab("people", gettext("Players"), reverse("people", args=[club.slug]))
    owner_tabs = [
        Tab(name, text, reverse(name, args=[club.pk])) for name, text in owner_pages.items()
    ]
    penalties = Tab(
        "club_penalties", gettext("Penalties"), reverse("club_penalties", args=[club.pk])
    )
    tabs = [
        *_own_tabs(),
        people,
        penalties,
        *(owner_tabs if is_club_owner(user_id, club.pk) else []),
        account,
    ]
    return _tabs_context(context, gettext("Pages of the club"), tabs)


def _only_directed_club(user_id: int) -> Club | None:
    clubs = clubs_of_user(user_id, DIRECTOR_ROLES)[:2]
    return clubs[0] if len(clubs) == 1 else None


@register.inclusion_tag("shared/_tabs.html", takes_context=True)
def event_tabs(context: dict[str, Any], event: Event, session: Session | None) -> dict[str, object]:
    """Return the context of the tabs of an event's public pages.

    Deals have a tab once there is a session, and boards once they are dealt.
    """
    slugs = [event.club.slug, event.slug]
    rounds = reverse("rounds", args=slugs)
    is_upcoming = context.get("event_state") == "coming"
    standings_text = gettext("Who plays") if is_upcoming else gettext("Standings")
    tabs = [
        Tab("standings", standings_text, reverse("standings", args=slugs)),
        Tab("rounds", gettext("Rounds"), rounds),
    ]
    if session:
        if session.state != Session.State.CREATED:
            tabs.append(Tab("boards", gettext("Boards"), reverse("boards", args=slugs)))
        deals = reverse("deals", args=[*slugs, session.sitting])
        tabs.append(Tab("deals", gettext("Fair deal"), deals))
    if has_written_rules(event.game):
        tabs.append(Tab("event_rules", gettext("Rules"), reverse("event_rules", args=slugs)))
    return _tabs_context(context, gettext("Pages of this event"), tabs)


def _own_tabs() -> list[Tab]:
    return [Tab("desk", gettext("My events"), reverse("desk"))]


def _tabs_context(context: dict[str, Any], label: str, tabs: Sequence[Tab]) -> dict[str, object]:
    current = _current_tab_name(context["request"], tabs)
    return {
        "label": label,
        "tabs": [_with_current(tab, current) for tab in tabs],
    }


def _current_tab_name(request: HttpRequest, tabs: Sequence[Tab]) -> str:
    """Return the name of the current page's tab: its parent tab, or the longest matching URL."""
    parent = _PARENT_TABS.get(_url_name(request))
    if any(tab.name == parent for tab in tabs):
        return str(parent)
    matching = [tab for tab in tabs if request.path.startswith(tab.url)]
    return max(matching, key=lambda tab: len(tab.url)).name if matching else ""


def _url_name(request: HttpRequest) -> str:
    """Return the URL name of the current page."""
    return (request.resolver_match and request.resolver_match.url_name) or ""
