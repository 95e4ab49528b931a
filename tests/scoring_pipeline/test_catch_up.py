"""Results that no task has scored, as after a crash, are scored by `catch_up`."""

import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager

import pytest
from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from config.celery import app
from tests.scenes.evening import play_round, started
from tests.web.signed_in import OTHER_RESULT, first_play, signed_in
from tournaments import scoring_pipeline
from tournaments.actions.results.decisions import decide_play
from tournaments.models import Entry, Play, Session
from tournaments.permissions.actor import Actor
from tournaments.queries.phone.table_codes import code_of
from tournaments.tasks import catch_up

pytestmark = [pytest.mark.django_db, pytest.mark.once]


@pytest.fixture
def session_and_director() -> tuple[Session, Actor]:
    """Start a session in which every board has a scored result."""
    session, director = started(4, movement="howell", round_count=3, boards_per_round=1)
    for _round in range(3):
        play_round(session, director)
    catch_up()
    return session, director


@pytest.fixture
def unscored_play(session_and_director: tuple[Session, Actor]) -> Play:
    """Return a play with an unscored decision: callbacks on commit do not run in tests."""
    session, director = session_and_director
    play = first_play(session)
    decided = {"replaces": play.revision, "reason": "cards fell", "actor": director, "key": "k"}
    decide_play(play.pk, Entry.Kind.CORRECTION, OTHER_RESULT, **decided)
    play.refresh_from_db()
    assert play.revision > play.scored_revision
    return play


def page_urls(play: Play) -> dict[str, str]:
    """Return every page that depends on the scoring of a play, by name."""
    session, number = play.board.session, play.board.number
    event = session.stage.event
    contestant_number = (
        play.seating.places.select_related("contestant").earliest("pk").contestant.number
    )
    public, api = f"/{event.club.slug}/{event.slug}/", "/api/v1/"
    phone = f"/t/{code_of(play.seating.table)}/"
    return {
        "traveller": f"{public}sessions/1/boards/{number}/",
        "scorecard": f"{public}contestants/{contestant_number}/",
        "standings": public,
        "API traveller": f"{api}sessions/{session.pk}/boards/{number}/traveller/",
        "API scorecard": f"{api}events/{event.pk}/scorecards/{contestant_number}/",
        "API standings": f"{api}events/{event.pk}/standings/",
        "table": phone,
        "board": f"{phone}boards/{number}/",
        "board's state": f"{phone}boards/{number}/_state",
        "desk": reverse("event_desk", args=[event.pk]),
        "printed": reverse("printed_results", args=[event.pk]),
    }


# Without a worker these build standings that are older than the results before they show them.
WITH_STANDINGS = ("scorecard", "standings", "API standings", "printed")

WITHOUT_STANDINGS = (
    "traveller",
    "API traveller",
    "API scorecard",
    "table",
    "board",
    "board's state",
    "desk",
)

WITHOUT_AWARDS = ("table", "desk")


@pytest.fixture
def read_page_lines(
    client: Client, session_and_director: tuple[Session, Actor]
) -> Callable[[str], str]:
    """Return what a URL shows, without what is new in every response."""
    _session, director = session_and_director
    signed_in(client, director)
    phone = Client()

    def page_lines(url: str) -> str:
        response = (phone if url.startswith("/t/") else client).get(url)
        assert response.status_code == 200, url
        lines = response.content.decode().splitlines()
        return "\n".join(line for line in lines if "csrf" not in line and 'name="key"' not in line)

    return page_lines


def test_catch_up_scores_pending_results(unscored_play: Play) -> None:
    stage = unscored_play.board.session.stage
    assert scoring_pipeline.pending_stages() == [stage.pk]
    catch_up()
    assert scoring_pipeline.pending_stages() == []
    assert scoring_pipeline.recount(stage.event) == []


def test_catch_up_interval_is_at_most_thirty_seconds() -> None:
    beat = settings.CELERY_BEAT_SCHEDULE["catch up"]
    assert beat["task"] == catch_up.name
    assert settings.CATCH_UP_INTERVAL_SECONDS <= 30


@pytest.mark.parametrize("page", WITHOUT_STANDINGS)
def test_reading_a_page_updates_no_scale(
    unscored_play: Play, read_page_lines: Callable[[str], str], page: str
) -> None:
    url = page_urls(unscored_play)[page]
    read_page_lines(url)  # stores when the session of the reader was last used
    with CaptureQueriesContext(connection) as queries:
        lines_before = read_page_lines(url)
    assert not [
        query for query in queries.captured_queries if query["sql"].startswith(("UPDATE", "INSERT"))
    ]
    assert scoring_pipeline.pending_board_ids() == [unscored_play.board_id]
    catch_up()
    assert (read_page_lines(url) == lines_before) == (page in WITHOUT_AWARDS)


@pytest.mark.parametrize("page", WITH_STANDINGS)
def test_without_a_worker_standings_are_built_before_they_are_shown(
    unscored_play: Play, read_page_lines: Callable[[str], str], page: str
) -> None:
    url = page_urls(unscored_play)[page]
    first_lines = read_page_lines(url)
    assert not scoring_pipeline.pending_stages()
    catch_up()
    assert read_page_lines(url) == first_lines


@pytest.mark.parametrize("page", [*WITHOUT_STANDINGS, *WITH_STANDINGS])
def test_reading_queues_no_task_if_there_is_a_worker(
    unscored_play: Play,
    read_page_lines: Callable[[str], str],
    page: str,
    queue: Callable[[str], None],
) -> None:
    queue("memory://localhost/")
    with override_settings(CELERY_TASK_ALWAYS_EAGER=False), app.connection_for_read() as broker:
        task_queue = broker.SimpleQueue("celery")
        task_queue.clear()
        read_page_lines(page_urls(unscored_play)[page])
        assert task_queue.qsize() == 0
    assert scoring_pipeline.pending_board_ids() == [unscored_play.board_id]


@contextmanager
def locked_database() -> Iterator[None]:
    """Lock the database with a writer of another connection."""
    with closing(
        sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None, uri=True)
    ) as other_connection:
        other_connection.execute("BEGIN IMMEDIATE")
        yield
        other_connection.execute("ROLLBACK")


@contextmanager
def only_read() -> Iterator[None]:
    """Make the database read-only."""
    connection.cursor().execute("PRAGMA query_only = ON")
    try:
        yield
    finally:
        connection.cursor().execute("PRAGMA query_only = OFF")


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    "unavailable", [pytest.param(locked_database, marks=pytest.mark.thorough), only_read]
)
def test_standings_are_shown_if_the_database_is_read_only(
    session_and_director: tuple[Session, Actor],
    read_page_lines: Callable[[str], str],
    unavailable: Callable[[], Iterator[None]],
) -> None:
    session, _director = session_and_director
    if connection.vendor != "sqlite":
        pytest.skip("SQLite has one writer, and is read where nothing can be written")
    play = first_play(session)
    Play.objects.filter(pk=play.pk).update(scored_revision=0)
    with unavailable():
        started = time.monotonic()
        for page in ("standings", "scorecard", "board", "desk"):
            cache.clear()
            read_page_lines(page_urls(play)[page])
        assert time.monotonic() - started < 10  # of the thirty seconds that a writer would wait
        assert Play.objects.unscored().exists()
    cache.clear()
    read_page_lines(page_urls(play)["standings"])
    assert not scoring_pipeline.pending_stages()
