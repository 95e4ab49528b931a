"""All tables of a federation post at once while readers poll, and every result counts."""

import json
import random
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from threading import Event, local

import pytest
from django.contrib.auth import get_user_model
from django.db import connection

from tests.http_client import Connection, request, wait_until_served
from tests.scenes.evening import outcome
from tests.scenes.field import create_field
from tests.scenes.latest_standings import latest_standings
from tests.scenes.scripted_entries import ScriptedEntry, expected_standings
from tests.servers import free_port
from tournaments import scoring_pipeline
from tournaments.api.tokens import api_token_of
from tournaments.models import Play, Session, Table
from tournaments.queries.phone.table_codes import code_of

# Threads that post, threads that read, and seconds between two requests of one reader.
WRITERS, READING_THREADS, POLL = 8, 4, 5.0

DUPLICATES, CORRECTIONS = 0.1, 0.02


@dataclass(frozen=True)
class EventSize:
    """The size of the event."""

    tables: int
    rounds: int
    boards_per_round: int
    readers: int


class PostedEntries:
    """The entries that are posted for each play in order, also as scripted entries."""

    def __init__(self, session: Session) -> None:
        rng = random.Random("what is said")
        self.acts: list[ScriptedEntry] = []
        director = get_user_model().objects.get(memberships__club=session.stage.event.club)
        token = f"Token {api_token_of(director)}"
        tables = Table.objects.filter(section__session=session).select_related("section")
        codes = {table.pk: f"Table {code_of(table)}" for table in tables}
        plays = Play.objects.filter(board__session=session).order_by("pk")
        self.posts = [
            list(self._about(play, codes[table], token, rng))
            for play, table in plays.values_list("pk", "seating__table")
        ]
        rng.shuffle(self.posts)

    def _about(self, play_id: int, code: str, token: str, rng: random.Random) -> Iterator[bytes]:
        """Yield the requests for one result; one in ten is repeated, and one in fifty corrected."""
        fields = outcome(rng)
        self.acts.append(
            ScriptedEntry(play_id, "table", "ns", fields | {"renunci": ""}, f"{play_id}-said")
        )
        entry = _post(
            play_id, "entries", {"side": "ns", "outcome": fields}, code, f"{play_id}-said"
        )
        yield entry
        if rng.random() < DUPLICATES:
            yield entry
        if rng.random() < CORRECTIONS:
            fields = outcome(rng)
            self.acts.append(
                ScriptedEntry(
                    play_id, "correction", "", fields | {"renunci": ""}, f"{play_id}-decision"
                )
            )
            body = {"kind": "correction", "outcome": fields, "replaces": 1, "reason": "heard both"}
            yield _post(play_id, "decision", body, token, f"{play_id}-decision")


def _post(play_id: int, action: str, body: object, sender: str, key: str) -> bytes:
    named = {"Authorization": sender, "Idempotency_Key": key, "Content_Type": "application/json"}
    return request("POST", f"/api/v1/plays/{play_id}/{action}/", json.dumps(body).encode(), **named)


def post_all(port: int, posts: Sequence[Sequence[bytes]]) -> set[int]:
    """Post all entries and return the statuses; entries of one play keep their order."""
    thread_local = local()

    def post_entries(about: Sequence[bytes]) -> set[int]:
        if not hasattr(thread_local, "connection"):
            thread_local.connection = Connection(port)
        return {thread_local.connection.ask(play).status for play in about}

    with ThreadPoolExecutor(WRITERS) as pool:
        return set().union(*pool.map(post_entries, posts))


def read_on(port: int, path: str, readers: int, stop: Event) -> set[int]:
    """Read with some readers until the session is over; return the statuses."""
    connections = [Connection(port) for _reader in range(readers)]
    statuses, tags = set[int](), [""] * readers
    while not stop.is_set():
        started = time.monotonic()
        for number, reader in enumerate(connections):
            response = reader.ask(request("GET", path, If_None_Match=tags[number]))
            statuses.add(response.status)
            tags[number] = response.tag
        stop.wait(max(0.0, started + POLL - time.monotonic()))
    return statuses


@pytest.mark.servers
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    "room",
    [
        EventSize(12, 2, 2, 20),
        pytest.param(EventSize(1_000, 8, 3, 500), marks=pytest.mark.thorough),
    ],
)
def test_every_result_of_a_crowded_event_is_stored(
    room: EventSize, worker, beside: Callable[..., object]
) -> None:
    session = create_field(room.tables, room.rounds, room.boards_per_round)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")  # as autovacuum would, which is off here
    entered, port, stop = PostedEntries(session), free_port(), Event()
    beside(
        "-m",
        "celery",
        "-A",
        "config",
        "worker",
        "--pool",
        "threads",
        "-c",
        "1",
        "--loglevel",
        "WARNING",
    )
    beside("manage.py", "serve", "--host", "127.0.0.1", "--port", str(port))
    wait_until_served(port)
    event = session.stage.event
    path = f"/{event.club.slug}/{event.slug}/"
    with ThreadPoolExecutor(READING_THREADS) as crowd:
        share = room.readers // READING_THREADS
        reading = [
            crowd.submit(read_on, port, path, share, stop) for _thread in range(READING_THREADS)
        ]
        statuses = post_all(port, entered.posts)
        stop.set()
        assert {status for future in reading for status in future.result()} <= {200, 304}
    assert statuses == {201}
    worker.wait_until(
        lambda: (
            not list(scoring_pipeline.pending_board_ids())
            and not list(scoring_pipeline.pending_stages())
        ),
        seconds=120,
    )
    rows = [row for ranking in latest_standings(session.stage).rankings for row in ranking.rows]
    totals = {row.contestant: (str(row.total), row.boards) for row in rows}
    assert totals == {
        name: (total, boards)
        for _rank, name, total, boards in expected_standings(session, entered.acts)
    }
    assert scoring_pipeline.recount(event) == []
