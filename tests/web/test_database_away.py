"""A full disk or a locked database leaves pages readable and reports failed writes."""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import timedelta

import pytest
from django.db import OperationalError, connection
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from tests.api.clients import at_table, codes
from tests.scenes.evening import enter, play_round, started
from tests.web.signed_in import RESULT, signed_in
from tournaments.models import Announcement, Entry, LoginSession, Play, Session, Snapshot
from tournaments.permissions.actor import Actor
from tournaments.queries.phone.table_codes import code_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.once]


@pytest.fixture
def session_and_director() -> tuple[Session, Actor]:
    if connection.vendor != "sqlite":
        pytest.skip("a full disk and a held file are SQLite's")
    session, director = started(8, movement="mitchell", round_count=4, boards_per_round=2)
    play_round(session, director)
    return session, director


@contextmanager
def full_disk() -> Iterator[None]:
    """Limit the database to its present size."""
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA max_page_count")
        (setting_before,) = cursor.fetchone()
        cursor.execute("PRAGMA page_count")
        (result,) = cursor.fetchone()
        cursor.execute(f"PRAGMA max_page_count = {result}")
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute(f"PRAGMA max_page_count = {setting_before}")


def fill_database(stage_id: int) -> None:
    """Fill the database until it can store nothing more."""
    standings = {
        "stage_id": stage_id,
        "audience": "desk",
        "awards_revision": 0,
        "at": "2026-11-01T00:00Z",
    }
    for number in range(1_000, 9_000):
        try:
            Snapshot.objects.create(number=number, standings="x" * 3_000, **standings)
        except OperationalError:
            return
    pytest.fail("there is room for all of this")


def last_play() -> Play:
    plays = Play.objects.filter(entry=None, seating__round__started_at__isnull=False)
    return plays.select_related("seating__table", "board__session__stage__event__club").order_by(
        "pk"
    )[0]


def member_away_for_an_hour(director: Actor) -> Client:
    """Sign in a member whose last use of the site was an hour ago."""
    member = Client()
    signed_in(member, director)
    LoginSession.objects.update(last_used_at=timezone.now() - timedelta(hours=1))
    return member


def read_pages(member: Client, play: Play) -> None:
    """Read the pages of a member and of a phone; some of these requests would store something."""
    event = play.board.session.stage.event
    public = f"/{event.club.slug}/{event.slug}/"
    for url in ("/", public, f"{public}rounds/", f"{public}contestants/1/", f"/desk/{event.pk}/"):
        assert member.get(url).status_code == 200, url
    for url in (f"/t/{code_of(play.seating.table)}/", public, "/health"):
        assert Client().get(url).status_code == 200, url


def post_entry(play: Play) -> HttpResponse:
    return at_table(play.seating.table).send(
        f"plays/{play.pk}/entries/", {"side": "ns", "outcome": RESULT}
    )


@pytest.mark.thorough
def test_full_disk_leaves_pages_readable_and_reports_failed_writes(
    session_and_director: tuple[Session, Actor],
) -> None:
    session, director = session_and_director
    play, member = last_play(), member_away_for_an_hour(director)
    enter(play, RESULT, ("ns",))
    Snapshot.objects.update(was_viewed=False)
    entry_count = Entry.objects.count()
    with full_disk():
        fill_database(session.stage_id)
        read_pages(member, play)
        while (
            answer := post_entry(play)
        ).status_code == 201:  # into what room is left on its pages
            entry_count += 1
        assert (answer.status_code, codes(answer)) == (503, ["database_away"])
        assert int(answer.headers["Retry-After"]) > 0
        announce = f"/desk/{session.stage.event_id}/announce/"
        for number in range(1_000):
            last_announcement = Announcement.objects.order_by("pk").last()
            form = {
                "text": "x" * 200,
                "key": f"k{number}",
                "seen": last_announcement.pk if last_announcement else 0,
            }
            if (response := member.post(announce, form)).status_code != 302:
                break
        assert response.status_code == 503
        assert "Nothing was stored" in response.content.decode()
    assert Entry.objects.count() == entry_count
    assert post_entry(play).status_code == 201


@pytest.mark.thorough
def test_locked_database_does_not_delay_reading(
    session_and_director: tuple[Session, Actor],
) -> None:
    _session, director = session_and_director
    play, member = last_play(), member_away_for_an_hour(director)
    enter(play, RESULT, ("ns",))
    Snapshot.objects.update(was_viewed=False)
    Play.objects.exclude(entry=None).update(scored_revision=0)
    with closing(
        sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None, uri=True)
    ) as other_connection:
        other_connection.execute("BEGIN IMMEDIATE")
        started = time.monotonic()
        read_pages(member, play)
        assert time.monotonic() - started < 15  # a writer would wait up to thirty seconds
        other_connection.execute("ROLLBACK")
    read_pages(member, play)
    assert not Play.objects.unscored().exists()
