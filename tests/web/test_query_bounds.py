"""The number of queries of pages and API views does not grow with the number of tables."""

import re

import pytest
from django.contrib.auth import get_user_model
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.scenes.field import create_field
from tournaments import scoring_pipeline
from tournaments.actions.clubs.club import create_club
from tournaments.api.urls import urlpatterns as api
from tournaments.models import Membership, Play, Session
from tournaments.permissions.actor import SYSTEM
from tournaments.queries.phone.table_codes import code_of
from tournaments.web.urls import urlpatterns as pages

pytestmark = [pytest.mark.django_db, pytest.mark.once]

SMALL_TABLE_COUNT = 10

# The maximum for any URL.
MAX_QUERIES = 48

# So many tables that there are more than 999 pairs, Django's limit of parameters for SQLite.
TABLE_COUNT_ABOVE_SQLITE_LIMIT = 510

# Pages that need the plan of a movement, which a created field does not have.
PAGES_THAT_NEED_A_PLAN = {"board_preparation", "prepare_board", "event_movement_report"}


def url_values(session: Session) -> dict[str, object]:
    """Return a value for each placeholder in URLs."""
    event = session.stage.event
    play = Play.objects.filter(board__session=session).select_related("seating__table").latest("pk")
    return {
        "slug:club_slug": event.club.slug,
        "club:club_slug": event.club.slug,
        "slug:event_slug": event.slug,
        "number:event_id": event.pk,
        "number:event": event.pk,  # of the API
        "number:session": 1,  # of the API
        "number:session_number": 1,
        "number:number": 1,
        "number:play": play.pk,
        "number:play_id": play.pk,
        "number:club_id": event.club_id,
        "number:contestant_id": event.contestants.earliest("number").pk,
        "str:code": code_of(play.seating.table),
    }


def url_of_route(route: str, values: dict[str, object]) -> str | None:
    """Return the URL of a pattern with its parameters; None if one is unknown."""
    if not values.keys() >= set(re.findall(r"<([^>]+)>", route)):
        return None
    return re.sub(r"<([^>]+)>", lambda match: str(values[match[1]]), route)


def query_counts_by_url(table_count: int) -> dict[str, int]:
    """Return the number of queries of each URL that an owner can open, by name."""
    session = create_field(
        table_count,
        round_count=2,
        boards_per_round=1,
        played_round_count=1,
        name=f"Camp {table_count}",
    )
    scoring_pipeline.take_snapshot(session.stage_id)
    owner = get_user_model().objects.get(memberships__club=session.stage.event.club)
    Membership.objects.filter(user=owner).update(role=Membership.Role.OWNER)
    client, values, query_counts = Client(), url_values(session), {}
    client.force_login(owner)
    for root, patterns, extra_values in (
        ("/", pages, {}),
        ("/api/v1/", api, {"number:session": session.pk}),
    ):
        values |= extra_values  # page URLs have the number of a session, API URLs its id
        for pattern in patterns:
            path = (
                None
                if pattern.name in PAGES_THAT_NEED_A_PLAN
                else url_of_route(str(pattern.pattern), values)
            )
            if path is not None:
                connection.queries_log.clear()
                with CaptureQueriesContext(connection) as captured_queries:
                    status = client.get(root + path).status_code
                if status == 200:
                    query_counts[f"{root}{pattern.name}"] = len(captured_queries)
    return query_counts


@pytest.mark.thorough
@pytest.mark.parametrize("table_count", [100, 1_000])
def test_number_of_queries_does_not_grow_with_the_field(table_count: int) -> None:
    create_club("Un altre club", SYSTEM)  # the home page of a site with one club is another page
    few_queries, many_queries = (
        query_counts_by_url(SMALL_TABLE_COUNT),
        query_counts_by_url(table_count),
    )
    assert few_queries.keys() == many_queries.keys()
    assert len(few_queries) > 50
    assert {
        name: (few_queries[name], number)
        for name, number in many_queries.items()
        if number > few_queries[name]
    } == {}
    assert {name: number for name, number in few_queries.items() if number > MAX_QUERIES} == {}


@pytest.mark.thorough
def test_sqlite_reads_more_results_than_a_statement_has_parameters() -> None:
    """SQLite limits the parameters of a statement, which Django uses to prefetch rows."""
    assert (
        query_counts_by_url(TABLE_COUNT_ABOVE_SQLITE_LIMIT).keys()
        == query_counts_by_url(SMALL_TABLE_COUNT).keys()
    )
