"""The figures of `benchmarks/field.py`, each asked of a running site."""

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

PACE = 7 * 60
"""Seconds from one result of a table to its next."""

ROUNDS, PLAYED, BOARDS = 8, 4, 3
AT_A_VENUE = 50
"""Tables: a larger field is played at several."""

AT_LEAST, LONGEST, FEWEST = 1.5, 60.0, 30
"""Seconds between two results that leave each its own standings, of one size, and results of one
size."""

AT_ONCE, WARMING = 4, 4
"""Connections that ask, and turns that do not count: whatever is made once in a process."""

Asked = tuple[Callable[[], list[bytes]], int]
"""The requests of one turn, and the status of every answer."""

_numbers = count(1)


class Field:
    """A laid field, and what is posted to it: one result for each play of the rounds still to be
    played."""

    def __init__(self, site: Site, tables: int, played: int = PLAYED) -> None:
        number, self.site = next(_numbers), site
        venues = max(1, tables // AT_A_VENUE)
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
        """The next so many posts."""
        return list(islice(self.posts, number))

    @property
    def address(self) -> str:
        """Of the public standings."""
        event = self.session.stage.event
        return f"/{event.club.slug}/{event.slug}/"

    def shown(self) -> int:
        """How many results the public standings have."""
        last = Snapshot.objects.filter(
            stage=self.session.stage_id, audience=Snapshot.Audience.PUBLIC
        )
        return int(last.order_by("-number").values_list("standings__plays", flat=True)[0])

    def wait_until_shown(self, accepted: int) -> float:
        """The seconds until the public standings have so many results."""
        started = perf_counter()
        while self.shown() < accepted:
            self.site.wait_for_standings(self.address)
        return perf_counter() - started


def prepare() -> None:
    """The site's tables."""
    call_command("migrate", verbosity=0)


def throughput(site: Site, turns: int = 40, posts: int = 25, reads: int = 300) -> dict[str, float]:
    """Posts and reads a second as parts of what a bare view does."""
    field, rng = Field(site, 50, 0), random.Random(2)
    (posted,) = _beside(
        site,
        turns,
        (lambda: [_insert(rng) for _row in range(posts)], 201),
        (lambda: field.take(posts), 201),
    )
    field.accepted += (WARMING + turns) * posts
    field.wait_until_shown(field.accepted)
    sleep(2.5 * settings.PUBLIC_PAGE_CACHE_SECONDS)  # until no process gives away the page before
    page = Connection(site.port).ask(request("GET", field.address))
    constant, whole, had = (
        [each] * reads
        for each in (
            request("GET", f"/bare/constant/{len(page.body)}/"),
            request("GET", field.address),
            request("GET", field.address, If_None_Match=page.tag),
        )
    )
    read, not_modified = _beside(
        site, turns, (lambda: constant, 200), (lambda: whole, 200), (lambda: had, 304)
    )
    ratios = {"post_ratio": posted, "read_ratio": read, "not_modified_ratio": not_modified}
    return {name: round(ratio, 3) for name, ratio in ratios.items()}


def _beside(site: Site, turns: int, bare: Asked, *others: Asked) -> list[float]:
    """How many of each are answered a second, as parts of how many `bare` ones are.

    Short turns, added up: what else the machine does meets all alike.
    """
    connections = [Connection(site.port) for _number in range(AT_ONCE)]
    spent = [0.0] * (1 + len(others))
    for turn in range(WARMING + turns):
        for number, (requests, status) in enumerate((bare, *others)):
            seconds = seconds_to_answer(connections, requests(), status)
            spent[number] += seconds if turn >= WARMING else 0
    return [spent[0] / other_seconds for other_seconds in spent[1:]]


def cost(site: Site, tables: int) -> float:
    """Milliseconds of processor time that web and worker spend on one result while all tables
    play."""
    field, pace = Field(site, tables), max(PACE / tables, 0.0)
    pause = min(pace, AT_LEAST)
    number = max(FEWEST, round(LONGEST / pause)) if pace < AT_LEAST else FEWEST
    asked = Connection(site.port)
    for post in field.take(3):  # whatever is made once in a process
        _posted(asked, field, post)
        field.wait_until_shown(field.accepted)
    idle = _idle(site)
    before, started = site.cpu(), perf_counter()
    for index, post in enumerate(field.take(number)):
        sleep(max(0.0, started + index * pause - perf_counter()))
        _posted(asked, field, post)
    field.wait_until_shown(field.accepted)
    spent = site.cpu() - before - idle * (perf_counter() - started)
    return round(1000 * spent / number, 2)


def freshness(
    site: Site, tables: int = 100, times: int = 15, seconds: float = 15.0
) -> dict[str, float]:
    """How old the public standings are: idle in times of a post, under full load in seconds at
    most."""
    field, asked = Field(site, tables, 0), Connection(site.port)
    posted, visible = [], []
    for post in field.take(times):
        sleep(AT_LEAST + _interval(field))  # so that they rest no more
        posted.append(_posted(asked, field, post))
        visible.append(field.wait_until_shown(field.accepted))
    idle = median(visible) / median(posted)
    full = _under_load(site, field, seconds)
    return {"idle": round(idle, 1), "full": round(full, 2), "interval": round(_interval(field), 2)}


def _interval(field: Field) -> float:
    return Stage.objects.get(pk=field.session.stage_id).snapshot_interval


def growth(site: Site, results: int) -> dict[str, float]:
    """Megabytes by which web and worker grow over so many results, once a twentieth has warmed
    them."""
    field = _post_on(site, Field(site, 1_000, 0), results // 20)
    before = _memories(site)
    _post_on(site, field, results)
    web, worker = (
        round(memory_after - memory_before, 1)
        for memory_after, memory_before in zip(_memories(site), before, strict=True)
    )
    return {"web": web, "worker": worker}


def _memories(site: Site) -> tuple[float, float]:
    return memory(site.web), memory(site.worker)


def _post_on(site: Site, field: Field, remaining: int) -> Field:
    """So many results, in this field and others after it; answers the last."""
    connections = [Connection(site.port) for _number in range(AT_ONCE)]
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


def _posted(asked: Connection, field: Field, post: bytes) -> float:
    """The seconds until a post was answered."""
    started = perf_counter()
    answer = asked.ask(post)
    assert answer.status == 201, answer
    field.accepted += 1
    return perf_counter() - started


def _idle(site: Site, seconds: float = 5.0) -> float:
    """Processor time a second that the processes spend on nothing."""
    before = site.cpu()
    sleep(seconds)
    return (site.cpu() - before) / seconds


def _under_load(site: Site, field: Field, seconds: float) -> float:
    """The longest time from the answer to a post until the public standings had it, while others
    post."""
    lock, until = threading.Lock(), perf_counter() + seconds

    def post_on() -> None:
        asked = Connection(site.port)
        while perf_counter() < until:
            with lock:
                (post,) = field.take(1)
            assert asked.ask(post).status == 201
            with lock:
                field.accepted += 1

    threads = [threading.Thread(target=post_on) for _number in range(AT_ONCE)]
    for thread in threads:
        thread.start()
    waited = []
    while perf_counter() < until:
        sleep(0.3)
        waited.append(field.wait_until_shown(field.accepted))
    for thread in threads:
        thread.join()
    return max(waited)
