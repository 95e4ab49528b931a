"""The figures of `benchmarks/field.py`, each measured on a running site."""

import json
import random
import threading
from collections.abc import Callable, Iterator
from itertools import count, islice
from statistics import median
from time import perf_counter, sleep

from django.conf import settings
from django.core.management import call_command
from django.db import connection

from benchmarks.served import Site, memory
from tests.http_client import Connection, request, seconds_to_answer
from tests.scenes.evening import outcome
from tests.scenes.field import create_field
from tournaments import scoring_pipeline
from tournaments.models import Play, Snapshot, Stage, Table
from tournaments.queries.phone.table_codes import code_of

# Seconds between two results of a table.
PACE = 7 * 60

ROUNDS, PLAYED, BOARDS = 8, 4, 3
# Tables of one venue; larger fields have several venues.
TABLES_PER_VENUE = 50

# Seconds between two results so that each gets its own standings; the longest time for the results
# of one size, in seconds, and the minimum number of results of one size.
MIN_PAUSE, MAX_SECONDS, MIN_RESULTS = 1.5, 60.0, 30

# Concurrent connections; turns that are not counted, since processes fill their caches in them.
CONNECTIONS, WARM_UP_TURNS = 4, 4

# The requests of one turn, and the expected status of each response.
Asked = tuple[Callable[[], list[bytes]], int]

_numbers = count(1)


class Field:
    """A field of tables, with requests that enter one result for each play still due."""

    def __init__(self, site: Site, tables: int, played: int = PLAYED) -> None:
        number, self.site = next(_numbers), site
        venues = max(1, tables // TABLES_PER_VENUE)
        self.session = create_field(tables, ROUNDS, BOARDS, played, f"Camp {number}", venues)
        scoring_pipeline.take_snapshot(self.session.stage_id)
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")  # as autovacuum would, which here is off
        self.accepted = tables * played * BOARDS
        self.posts = self._posts(played)

    def _posts(self, played: int) -> Iterator[bytes]:
        rng, session = random.Random(1), self.session
        tables = Table.objects.filter(section__session=session).select_related("section")
        codes = {table.pk: f"Table {code_of(table)}" for table in tables}
        plays = Play.objects.filter(board__session=session, seating__round__number__gt=played)
        for play, table in plays.order_by("seating__round", "seating", "pk").values_list(
            "pk", "seating__table"
        ):
            body = json.dumps({"side": "ns", "outcome": outcome(rng)}).encode()
            key = {"Authorization": codes[table], "Idempotency_Key": f"result-{play}"}
            yield request(
                "POST",
                f"/api/v1/plays/{play}/entries/",
                body,
                Content_Type="application/json",
                **key,
            )

    def take(self, number: int) -> list[bytes]:
        """Return the next `number` requests."""
        return list(islice(self.posts, number))

    @property
    def address(self) -> str:
        """The URL path of the public standings."""
        event = self.session.stage.event
        return f"/{event.club.slug}/{event.slug}/"

    def shown_results(self) -> int:
        """Return how many results the public standings include."""
        last = Snapshot.objects.filter(
            stage=self.session.stage_id, audience=Snapshot.Audience.PUBLIC
        )
        return int(last.order_by("-number").values_list("standings__plays", flat=True)[0])

    def wait_until_shown(self, accepted: int) -> float:
        """Wait until the public standings include `accepted` results; return the seconds."""
        started = perf_counter()
        while self.shown_results() < accepted:
            self.site.wait_for_standings(self.address)
        return perf_counter() - started


def prepare() -> None:
    """Create the tables of the database."""
    call_command("migrate", verbosity=0)


def throughput(site: Site, turns: int = 40, posts: int = 25, reads: int = 300) -> dict[str, float]:
    """Return the rates of posts and reads as fractions of the rates of bare views."""
    field, rng = Field(site, 50, 0), random.Random(2)
    (posted,) = _relative_rates(
        site,
        turns,
        (lambda: [_insert(rng) for _row in range(posts)], 201),
        (lambda: field.take(posts), 201),
    )
    field.accepted += (WARM_UP_TURNS + turns) * posts
    field.wait_until_shown(field.accepted)
    sleep(2.5 * settings.PUBLIC_PAGE_CACHE_SECONDS)  # until every cached page has expired
    page = Connection(site.port).ask(request("GET", field.address))
    constant, whole, had = (
        [each] * reads
        for each in (
            request("GET", f"/bare/constant/{len(page.body)}/"),
            request("GET", field.address),
            request("GET", field.address, If_None_Match=page.tag),
        )
    )
    read, not_modified = _relative_rates(
        site, turns, (lambda: constant, 200), (lambda: whole, 200), (lambda: had, 304)
    )
    ratios = {"post_ratio": posted, "read_ratio": read, "not_modified_ratio": not_modified}
    return {name: round(ratio, 3) for name, ratio in ratios.items()}


def _relative_rates(site: Site, turns: int, bare: Asked, *others: Asked) -> list[float]:
    """Return the rates of `others` as fractions of that of `bare`.

    All take short turns, so that whatever else the machine does affects each alike.
    """
    connections = [Connection(site.port) for _number in range(CONNECTIONS)]
    spent = [0.0] * (1 + len(others))
    for turn in range(WARM_UP_TURNS + turns):
        for number, (requests, status) in enumerate((bare, *others)):
            seconds = seconds_to_answer(connections, requests(), status)
            spent[number] += seconds if turn >= WARM_UP_TURNS else 0
    return [spent[0] / other_seconds for other_seconds in spent[1:]]


def cost(site: Site, tables: int) -> float:
    """Return the milliseconds of CPU time of web and worker per result, while all tables play."""
    field, pace = Field(site, tables), max(PACE / tables, 0.0)
    pause = min(pace, MIN_PAUSE)
    number = max(MIN_RESULTS, round(MAX_SECONDS / pause)) if pace < MIN_PAUSE else MIN_RESULTS
    asked = Connection(site.port)
    for post in field.take(3):  # fill the caches of the processes
        _post_timed(asked, field, post)
        field.wait_until_shown(field.accepted)
    idle = _idle_cpu(site)
    before, started = site.cpu(), perf_counter()
    for index, post in enumerate(field.take(number)):
        sleep(max(0.0, started + index * pause - perf_counter()))
        _post_timed(asked, field, post)
    field.wait_until_shown(field.accepted)
    spent = site.cpu() - before - idle * (perf_counter() - started)
    return round(1000 * spent / number, 2)


def freshness(
    site: Site, tables: int = 100, times: int = 15, seconds: float = 15.0
) -> dict[str, float]:
    """Return the age of the public standings.

    `idle` is a multiple of the time of a post; `full` are seconds at most under full load.
    """
    field, asked = Field(site, tables, 0), Connection(site.port)
    posted, visible = [], []
    for post in field.take(times):
        sleep(MIN_PAUSE + _interval(field))  # until the snapshot interval is over
        posted.append(_post_timed(asked, field, post))
        visible.append(field.wait_until_shown(field.accepted))
    idle = median(visible) / median(posted)
    full = _under_load(site, field, seconds)
    return {"idle": round(idle, 1), "full": round(full, 2), "interval": round(_interval(field), 2)}


def _interval(field: Field) -> float:
    return Stage.objects.get(pk=field.session.stage_id).snapshot_interval


def growth(site: Site, results: int) -> dict[str, float]:
    """Return the megabytes by which web and worker grow over `results` results.

    A twentieth of them are posted before, as a warm-up.
    """
    field = _post_results(site, Field(site, 1_000, 0), results // 20)
    before = _memories(site)
    _post_results(site, field, results)
    web, worker = (
        round(memory_after - memory_before, 1)
        for memory_after, memory_before in zip(_memories(site), before, strict=True)
    )
    return {"web": web, "worker": worker}


def _memories(site: Site) -> tuple[float, float]:
    return memory(site.web), memory(site.worker)


def _post_results(site: Site, field: Field, remaining: int) -> Field:
    """Post the given number of results, in new fields if needed; return the last field."""
    connections = [Connection(site.port) for _number in range(CONNECTIONS)]
    while remaining > 0:
        if posts := field.take(min(remaining, 500)):
            seconds_to_answer(connections, posts, 201)
            remaining -= len(posts)
        else:
            field = Field(site, 1_000, 0)
    return field


def _insert(rng: random.Random) -> bytes:
    row = {"play": rng.randrange(1_000), "key": f"row-{rng.random()}", "outcome": outcome(rng)}
    return request(
        "POST", "/bare/insert/", json.dumps(row).encode(), Content_Type="application/json"
    )


def _post_timed(asked: Connection, field: Field, post: bytes) -> float:
    """Post a result, and return the seconds until the response."""
    started = perf_counter()
    answer = asked.ask(post)
    assert answer.status == 201, answer
    field.accepted += 1
    return perf_counter() - started


def _idle_cpu(site: Site, seconds: float = 5.0) -> float:
    """Return the CPU seconds per second that the processes use while idle."""
    before = site.cpu()
    sleep(seconds)
    return (site.cpu() - before) / seconds


def _under_load(site: Site, field: Field, seconds: float) -> float:
    """Return the longest time from a response until the standings include it, under load."""
    lock, until = threading.Lock(), perf_counter() + seconds

    def post_until_end() -> None:
        asked = Connection(site.port)
        while perf_counter() < until:
            with lock:
                (post,) = field.take(1)
            assert asked.ask(post).status == 201
            with lock:
                field.accepted += 1

    threads = [threading.Thread(target=post_until_end) for _number in range(CONNECTIONS)]
    for thread in threads:
        thread.start()
    waited = []
    while perf_counter() < until:
        sleep(0.3)
        waited.append(field.wait_until_shown(field.accepted))
    for thread in threads:
        thread.join()
    return max(waited)
