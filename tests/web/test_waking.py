"""Whoever reads has scored what a process left behind that died between storing a result and scoring it."""

import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from config.celery import app
from tests.scenes.evening import play_round, started
from tests.web.signed_in import OTHER, first_play, signed_in
from tournaments import scorebook
from tournaments.access import waking
from tournaments.actions.actor import Actor
from tournaments.actions.results.plays import decide_play
from tournaments.models import Entry, Play, Session, Stage
from tournaments.queries.table_codes import code_of
from tournaments.tasks import catch_up, keep_scorebook

pytestmark = [pytest.mark.django_db, pytest.mark.once]


@pytest.fixture
def evening() -> tuple[Session, Actor]:
    """Every board was played everywhere, and all is scored."""
    session, director = started(8, movement="mitchell", rounds=4, boards_per_round=2)
    for _round in range(4):
        play_round(session, director)
    catch_up()
    return session, director


@pytest.fixture
def left(evening: tuple[Session, Actor]) -> Play:
    """A play whose last entry is stored: tests run no callback of its commit, as if the process had died."""
    session, director = evening
    play = first_play(session)
    decided = {"replaces": play.revision, "reason": "cards fell", "actor": director, "key": "k"}
    decide_play(play.pk, Entry.Kind.CORRECTION, OTHER, **decided)
    play.refresh_from_db()
    assert play.revision > play.scored_revision
    return play


def pages(play: Play) -> dict[str, str]:
    """Whatever shows what a play came to, by its name."""
    session, number = play.board.session, play.board.number
    event = session.stage.event
    own = play.seating.places.select_related("contestant").earliest("pk").contestant.number
    public, api = f"/{event.club.slug}/{event.slug}/", "/api/v1/"
    phone = f"/t/{code_of(play.seating.table)}/"
    return {
        "traveller": f"{public}sessions/1/boards/{number}/",
        "scorecard": f"{public}contestants/{own}/",
        "standings": public,
        "API traveller": f"{api}sessions/{session.pk}/boards/{number}/traveller/",
        "API scorecard": f"{api}events/{event.pk}/scorecards/{own}/",
        "API standings": f"{api}events/{event.pk}/standings/",
        "table": phone,
        "board": f"{phone}boards/{number}/",
        "board's state": f"{phone}boards/{number}/_state",
        "desk": reverse("event_desk", args=[event.pk]),
        "printed": reverse("printed_results", args=[event.pk]),
    }


PAGES = (
    "traveller",
    "scorecard",
    "standings",
    "API traveller",
    "API scorecard",
    "API standings",
    "table",
    "board",
    "board's state",
    "desk",
    "printed",
)
AT_ONCE = ("scorecard", "standings", "API standings", "printed")
"""They ask for standings, which are made before they are shown."""

TELLS_NO_AWARD = ("table", "desk")


@pytest.fixture
def read(client: Client, evening: tuple[Session, Actor]) -> Callable[[str], str]:
    """What an address shows a phone or the director, without what is drawn anew for every answer."""
    signed_in(client, evening[1])
    phone = Client()

    def shown(address: str) -> str:
        answer = (phone if address.startswith("/t/") else client).get(address)
        assert answer.status_code == 200, address
        lines = answer.content.decode().splitlines()
        return "\n".join(line for line in lines if "csrf" not in line and 'name="key"' not in line)

    return shown


@pytest.mark.parametrize("page", PAGES)
def test_what_was_left_is_right_at_the_next_reading(
    left: Play, read: Callable[[str], str], page: str
) -> None:
    stage, address = left.board.session.stage, pages(left)[page]
    first, second = read(address), read(address)
    assert not scorebook.stages_behind()
    catch_up()
    assert read(address) == second
    if page not in TELLS_NO_AWARD:
        assert (first == second) == (page in AT_ONCE)
    assert scorebook.recount(stage.event) == []


@pytest.mark.parametrize("page", PAGES)
def test_where_nothing_is_behind_nothing_is_asked(
    evening: tuple[Session, Actor], read: Callable[[str], str], page: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = pages(first_play(evening[0]))[page]
    read(address)
    with CaptureQueriesContext(connection) as asked:
        read(address)
    monkeypatch.setattr(cache, "add", lambda *_: pytest.fail("somebody is woken"), raising=False)
    with CaptureQueriesContext(connection) as again:
        read(address)
    assert len(asked) == len(again)
    assert not [each for each in again.captured_queries if each["sql"].startswith("UPDATE")]


def test_an_event_that_cannot_be_scored_is_not_tried_by_everybody(
    left: Play, read: Callable[[str], str], caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    Play.objects.filter(pk=left.pk).update(made="5")
    address = pages(left)["API traveller"]
    monkeypatch.setattr(waking, "AGAIN", 600)  # a busy machine takes its time over three pages
    for _reader in range(3):
        read(address)
    assert caplog.text.count(f"board {left.board_id} cannot be counted") == 1
    cache.clear()  # as after some seconds
    read(address)
    assert caplog.text.count(f"board {left.board_id} cannot be counted") == 2


@pytest.fixture
def asked_for(queue: Callable[[str], None]) -> Iterator[Callable[[], list[object]]]:
    """What a worker is asked for meanwhile, each with what it is asked to do it to."""
    queue("memory://localhost/")
    with override_settings(CELERY_TASK_ALWAYS_EAGER=False), app.connection_for_read() as broker:
        sent = broker.SimpleQueue("celery")
        sent.clear()

        def asked() -> list[object]:
            messages = [sent.get(block=False) for _each in range(sent.qsize())]
            return [(each.headers["task"], each.payload[0]) for each in messages]

        yield asked


def test_a_worker_is_sent_for_unless_it_has_promised_to_come(
    left: Play,
    read: Callable[[str], str],
    asked_for: Callable[[], list[object]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(waking, "AGAIN", 600)
    stage, address = left.board.session.stage, pages(left)["traveller"]
    Stage.objects.update(due_at=timezone.now() + timedelta(seconds=500), rests_for=900)
    read(address)
    assert asked_for() == []
    Stage.objects.update(due_at=None)
    cache.clear()
    read(address)
    read(address)
    assert asked_for() == [(keep_scorebook.name, [stage.pk])]
    assert scorebook.boards_behind(stage) == [left.board_id]  # no reader does its work


def test_standings_that_a_worker_has_forgotten_are_asked_for(
    left: Play, read: Callable[[str], str], asked_for: Callable[[], list[object]]
) -> None:
    stage, address = left.board.session.stage, pages(left)["standings"]
    scorebook.take_snapshot(stage.pk)
    read(address)
    assert asked_for() == []
    assert scorebook.count_behind(stage)
    read(address)
    assert asked_for() == [(keep_scorebook.name, [stage.pk])]


@contextmanager
def held() -> Iterator[None]:
    """Another process writes."""
    with closing(sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None, uri=True)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


@contextmanager
def only_read() -> Iterator[None]:
    """Nothing can be stored."""
    connection.cursor().execute("PRAGMA query_only = ON")
    try:
        yield
    finally:
        connection.cursor().execute("PRAGMA query_only = OFF")


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("away", [held, only_read])
def test_whoever_reads_is_answered_at_once_though_nothing_can_be_stored(
    evening: tuple[Session, Actor], read: Callable[[str], str], away: Callable[[], Iterator[None]]
) -> None:
    if connection.vendor != "sqlite":
        pytest.skip("SQLite has one writer, and is read where nothing can be written")
    play = first_play(evening[0])
    Play.objects.filter(pk=play.pk).update(scored_revision=0)
    with away():
        begun = time.monotonic()
        for page in ("traveller", "scorecard", "board", "desk"):
            cache.clear()
            read(pages(play)[page])
        assert time.monotonic() - begun < 10  # of the thirty seconds that whoever writes would wait
        assert Play.objects.behind().exists()
    cache.clear()
    read(pages(play)["traveller"])
    assert not scorebook.stages_behind()
