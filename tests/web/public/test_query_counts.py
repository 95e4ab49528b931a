"""Queries, rows and bytes of every public URL with a hundred tables."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import pytest
from django.db import connection
from django.db.backends.utils import CursorWrapper
from django.http import HttpResponseBase
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.scenes.field import create_field
from tournaments import scoring_pipeline
from tournaments.access.page_cache import QUERY_PARAMETERS
from tournaments.api.urls import urlpatterns as api
from tournaments.models import Round, Session
from tournaments.web.downloads.files import FORMATS
from tournaments.web.downloads.views import SHEETS
from tournaments.web.urls import urlpatterns as pages

pytestmark = [pytest.mark.django_db, pytest.mark.once]
TABLES, ROUNDS, BOARDS = 100, 3, 2
MAX_QUERIES, MAX_BYTES = 31, 2_000_000

# A row for each place (four at a table in a round), play and entry, and a tenth more for everything
# else.
MAX_ROWS = TABLES * ROUNDS * (4 + BOARDS * 2) * 11 // 10 + 500


class Cost(NamedTuple):
    """The cost of a response."""

    queries: int
    rows: int
    bytes: int


@contextmanager
def rows_read(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """Record how many rows each cursor read in the block returned."""
    numbers: list[int] = []

    def counting(name: str) -> Any:
        def fetch(self: CursorWrapper, *args: Any) -> Any:
            rows = getattr(self.cursor, name)(*args)
            numbers.append(1 if name == "fetchone" else len(rows))
            return rows

        return fetch

    with monkeypatch.context() as patched:
        for name in ("fetchone", "fetchmany", "fetchall"):
            patched.setattr(CursorWrapper, name, counting(name), raising=False)
        yield numbers


def public_urls(session: Session) -> list[str]:
    """Return every public URL of the session's event."""
    event = session.stage.event
    play = session.boards.earliest("number").plays.earliest("pk")
    filled = {
        "club_slug": event.club.slug,
        "event_slug": event.slug,
        "session": 1,
        "number": 1,
        "turn": 1,
        "play": play.pk,
        "play_id": play.pk,
        "game": event.game_key,
        "guide": "first-evening",
        "language": "en",
        "version": "any",
    }
    urls = []
    for root, patterns, values in (
        ("/", pages, {}),
        (
            "/api/v1/",
            api,
            {"event": event.pk, "session": session.pk, "round": play.seating.round_id},
        ),
    ):
        for pattern in patterns:
            view = pattern.callback
            is_public = hasattr(view, QUERY_PARAMETERS) or hasattr(
                getattr(view, "cls", None), QUERY_PARAMETERS
            )
            named = re.findall(r"<\w+:(\w+)>", str(pattern.pattern))
            if is_public and (filled | values).keys() >= set(named):
                url = re.sub(
                    r"<\w+:(\w+)>",
                    lambda m, values=values: str((filled | values)[m[1]]),
                    str(pattern.pattern),
                )
                urls.append(root + url)
    files = [
        f"/{event.club.slug}/{event.slug}/{sheet}.{kind}" for sheet in SHEETS for kind in FORMATS
    ]
    return [*urls, *files]


def content_length(response: HttpResponseBase) -> int:
    return len(response.getvalue() if response.streaming else response.content)


def cost_by_url_pattern(table_count: int, monkeypatch: pytest.MonkeyPatch) -> dict[str, Cost]:
    """Return the cost of each URL in a field of this many tables, by URL pattern."""
    session = create_field(
        table_count, ROUNDS, BOARDS, played_round_count=ROUNDS - 1, name=f"Camp {table_count}"
    )
    ended = Round.objects.filter(section__session=session, number__lt=ROUNDS)
    ended.update(ended_at=timezone.now())  # so that their boards are open to anybody
    scoring_pipeline.take_snapshot(session.stage_id)
    client, counts = Client(), {}
    for url in public_urls(session):
        with CaptureQueriesContext(connection) as queries, rows_read(monkeypatch) as rows:
            response = client.get(url)
        if response.status_code == 200:
            counts[re.sub(r"\d+", "N", url)] = Cost(
                len(queries), sum(rows), content_length(response)
            )
    return counts


@pytest.mark.long
def test_public_urls_stay_within_their_query_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    counts = cost_by_url_pattern(TABLES, monkeypatch)
    assert len(counts) > 35
    most = Cost(MAX_QUERIES, MAX_ROWS, MAX_BYTES)
    exceeded = {
        url: cost
        for url, cost in counts.items()
        if any(spent > bound for spent, bound in zip(cost, most, strict=True))
    }
    assert exceeded == {}
