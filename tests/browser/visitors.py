"""Every URL of the site, filled in for a crowded event, and the visitors who open them."""

import re
from collections.abc import Iterator
from http.client import METHOD_NOT_ALLOWED
from typing import NamedTuple

from django.contrib.auth import get_user_model
from django.db import transaction
from django.http.response import HttpResponseBase
from django.test import Client
from django.urls import URLPattern
from playwright.sync_api import BrowserContext

from games.catalogue import GAMES
from tests.browser.crowded_events import club_with_every_event
from tests.scenes.devices import linked_phone
from tournaments.models import Club, Event, Membership, Play, Player, Session, Table, UndoStep
from tournaments.permissions.actor import Actor
from tournaments.queries.contestants.team_links import team_token
from tournaments.queries.guide.guide_pages import GUIDE_PAGES
from tournaments.queries.phone.table_codes import code_of
from tournaments.web.urls import urlpatterns

# Placeholders in the URLs of actions only, which show no page.
ACTION_PLACEHOLDERS = [
    f"number:{excluded}"
    for excluded in (
        "round_id",
        "member_id",
        "invitation_id",
        "device_id",
        "call_id",
        "announcement_id",
        "entry_id",
        "merge_id",
        "objection_id",
    )
] + ["anything:rest", "slug:key", "slug:identifier"]

# Placeholders in the URLs of files only, which are no pages either.
FILE_PLACEHOLDERS = ["slug:sheet", "slug:ending", "slug:language", "slug:version"]


class Visitor(NamedTuple):
    """A client, and the pattern of the URLs that are for this visitor."""

    client: Client
    reads: re.Pattern[str]

    def give_cookies(self, context: BrowserContext, url: str) -> None:
        """Give a browser the cookies of the visitor."""
        context.clear_cookies()
        context.add_cookies(
            [{"name": c.key, "value": c.value, "url": url} for c in self.client.cookies.values()]
        )


class Address(NamedTuple):
    """The URL of a page; `kind` is its URL name, `html` the page itself."""

    kind: str
    name: str
    path: str
    html: str = ""


def create_club_with_visitors() -> tuple[Club, dict[str, Visitor]]:
    """Create a club with every kind of event; return it with a reader, a phone and a director."""
    with transaction.atomic():  # what follows from the results is worked out once, at its end
        club, director = club_with_every_event()
        return club, _create_visitors(director)


def _create_visitors(director: Actor) -> dict[str, Visitor]:
    home, phone, desk = Client(), Client(), Client()
    for table in Table.objects.filter(section__session__state=Session.State.RUNNING).order_by(
        "number"
    )[:2]:
        linked_phone(table, client=phone)
    user = get_user_model().objects.get(pk=director.user_id or 0)
    # Who sees what a director sees.
    Membership.objects.filter(user=user).update(role=Membership.Role.OWNER)
    desk.force_login(user)
    return {
        "home": Visitor(home, re.compile("/(?!t/.|desk/|team/)")),
        "phone": Visitor(phone, re.compile("/t/.|/team/.")),
        "desk": Visitor(desk, re.compile("/desk/")),
    }


def pages_for(visitor: Visitor, club: Club, patterns: list[object]) -> Iterator[Address]:
    """Yield every whole page that a visitor gets from some URL patterns, each URL once."""
    seen_names: set[str] = set()
    for event in club.events.order_by("pk"):
        for address in _addresses_of_event(event, patterns):
            if (
                address.path in seen_names
                or address.kind in seen_names
                or not visitor.reads.match(address.path)
            ):
                continue
            response = visitor.client.get(address.path)
            seen_names.add(
                address.path if response.status_code != METHOD_NOT_ALLOWED else address.kind
            )
            if _is_page(response):
                yield address._replace(html=response.content.decode())


def patterns_of_part(part: int, parts: int) -> list[object]:
    """Return one part of the URL patterns of the site."""
    return urlpatterns[part::parts]


def _addresses_of_event(event: Event, patterns: list[object]) -> Iterator[Address]:
    values = _placeholder_values(event)
    for pattern in patterns:
        if isinstance(pattern, URLPattern):
            for count, filled in enumerate(_filled_routes(str(pattern.pattern), values), 1):
                yield Address(
                    str(pattern.name), f"{pattern.name}-{event.slug}-{count}", f"/{filled}"
                )


def _placeholder_values(event: Event) -> dict[str, list[str]]:
    """Return the values of each placeholder in URLs."""
    session = Session.objects.filter(stage__event=event).latest("pk")
    plays = Play.objects.filter(board__session=session).order_by("state", "pk")
    last_play = (
        plays.filter(seating__round__started_at__isnull=False)
        .order_by("seating__round__number")
        .last()
    )
    return {
        "slug:club_slug": [event.club.slug],
        "club:club_slug": [event.club.slug],
        "slug:event_slug": [event.slug],
        "number:event_id": [str(event.pk)],
        "number:session_number": ["1"],
        "number:number": ["1", str(last_play.board.number)]
        if last_play and not session.is_over
        else ["1"],
        "number:play_id": [str(play.pk) for play in {play.state: play for play in plays}.values()],
        "number:club_id": [str(event.club_id)],
        "number:player_id": [str(Player.objects.filter(club=event.club_id).earliest("pk").pk)],
        "number:contestant_id": [str(event.contestants.earliest("number").pk)],
        "number:section_id": [str(session.sections.earliest("number").pk)],
        "number:venue_id": [str(pk) for pk in event.club.venues.values_list("pk", flat=True)],
        "number:penalty_id": [str(pk) for pk in event.club.penalties.values_list("pk", flat=True)],
        "number:match_round": ["1"],
        "number:table_id": [
            str(table.pk) for table in Table.objects.filter(section__session=session)[:1]
        ],
        "number:board_id": [str(board.pk) for board in session.boards.all()[:1]],
        "number:step_id": [
            str(act.pk) for act in UndoStep.objects.filter(event=event).order_by("pk")[:1]
        ],
        "slug:guide": list(GUIDE_PAGES),
        "slug:game": [game.key for game in GAMES],
        "slug:deal": ["any"],
        "str:token": [team_token(event.contestants.earliest("number"))]
        if event.at_two_tables
        else [],
        **{placeholder: [] for placeholder in ACTION_PLACEHOLDERS + FILE_PLACEHOLDERS},
        "str:code": [
            code_of(table) for table in Table.objects.filter(section__session=session)[:2]
        ],
    }


def _filled_routes(route: str, values: dict[str, list[str]]) -> Iterator[str]:
    place = re.search(r"<([^>]+)>", route)
    if not place:
        yield route
        return
    for value in values[place[1]]:
        yield from _filled_routes(route.replace(place[0], value, 1), values)


def _is_page(response: HttpResponseBase) -> bool:
    return response.status_code == 200 and b"<!doctype html>" in b"".join(response)[:200]
