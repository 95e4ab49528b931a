"""However large the field, every page and every answer of the API takes as many queries as in a
bar."""

import re

import pytest
from django.contrib.auth import get_user_model
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.scenes.field import lay_field
from tournaments import scoring_pipeline
from tournaments.actions.clubs.club import create_club
from tournaments.api.urls import urlpatterns as api
from tournaments.models import Membership, Play, Session
from tournaments.permissions.actor import SYSTEM
from tournaments.queries.phone.table_codes import code_of
from tournaments.web.urls import urlpatterns as pages

pytestmark = [pytest.mark.django_db, pytest.mark.once]
BAR, MOST = 10, 48
"""Tables of a bar; queries that any one address takes at most."""

MANY_ON_A_LAPTOP = 510
"""Tables with more than a thousand contestants between them."""

BUILT = {"board_preparation", "prepare_board", "event_movement_report"}
"""They look at a plan of movements, which no field of so many tables has."""


def in_address(session: Session) -> dict[str, object]:
    """What may stand in each place of an address."""
    event = session.stage.event
    play = Play.objects.filter(board__session=session).select_related("seating__table").latest("pk")
    return {
        "slug:club": event.club.slug,
        "club:club": event.club.slug,
        "slug:event": event.slug,
        "number:event": event.pk,
        "number:session": 1,
        "number:number": 1,
        "number:play": play.pk,
        "number:club": event.club_id,
        "number:contestant": event.contestants.earliest("number").pk,
        "str:code": code_of(play.seating.table),
    }


def filled(route: str, values: dict[str, object]) -> str | None:
    """The route with its places filled; None where one is not known."""
    if not values.keys() >= set(re.findall(r"<([^>]+)>", route)):
        return None
    return re.sub(r"<([^>]+)>", lambda found: str(values[found[1]]), route)


def queries(tables: int) -> dict[str, int]:
    """How many each address takes that an owner can open, by its name."""
    session = lay_field(tables, rounds=2, boards_per_round=1, played=1, name=f"Camp {tables}")
    scoring_pipeline.take_snapshot(session.stage_id)
    owner = get_user_model().objects.get(memberships__club=session.stage.event.club)
    Membership.objects.filter(user=owner).update(role=Membership.Role.OWNER)
    client, values, counted = Client(), in_address(session), {}
    client.force_login(owner)
    for root, patterns, here in (
        ("/", pages, {}),
        ("/api/v1/", api, {"number:session": session.pk}),
    ):
        values |= here  # pages call a session by its number, programs by its row
        for each in patterns:
            path = None if each.name in BUILT else filled(str(each.pattern), values)
            if path is not None:
                connection.queries_log.clear()
                with CaptureQueriesContext(connection) as asked:
                    status = client.get(root + path).status_code
                if status == 200:
                    counted[f"{root}{each.name}"] = len(asked)
    return counted


@pytest.mark.thorough
@pytest.mark.parametrize("tables", [100, pytest.param(1_000, marks=pytest.mark.thorough)])
def test_no_address_asks_more_of_a_larger_field(tables: int) -> None:
    create_club("Un altre club", SYSTEM)  # the home page of a site with one club is another page
    few, many = queries(BAR), queries(tables)
    assert few.keys() == many.keys()
    assert len(few) > 50
    assert {name: (few[name], number) for name, number in many.items() if number > few[name]} == {}
    assert {name: number for name, number in few.items() if number > MOST} == {}


@pytest.mark.thorough
def test_a_laptop_reads_an_evening_of_more_results_than_a_statement_has_room_for() -> None:
    """SQLite refuses a thousand rows named one by one, as Django does to fetch what rows point
    to."""
    assert queries(MANY_ON_A_LAPTOP).keys() == queries(BAR).keys()
