"""Measure the cost of public pages, and how long a phone waits while sixteen clients read.

The first part runs in this process: the CPU seconds to build each long page and file at a hundred
tables and to serve it from the cache, and the memory to build it. The second requests pages from a
site started by `serve`, as on a club's laptop. `--json` prints one object instead of a table. Ends
with 1 if a limit is exceeded.
"""

import gc
import json
import sys
import time
import tracemalloc
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from statistics import median
from threading import Event
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.served import laptop, no_configuration
from tests.http_client import Connection, request

# Limits of CPU seconds to build and to serve from the cache, of memory to build, and of the factor
# by which a phone may wait longer.
BUILD_SECONDS, CACHED_SECONDS, MEMORY_MB, DELAY = 0.5, 0.05, 30.0, 3.0

READERS = 16
FILES = tuple(
    f"{sheet}.{kind}"
    for sheet in ("travellers", "scorecards", "standings", "seats")
    for kind in ("xlsx", "csv", "json")
)
PAGES = ("", "rounds/", "places/", "pictures/", "methods/", "sessions/1/boards/1/")

Figures = dict[str, Any]


def create_event(tables: int) -> tuple[str, str]:
    """Create a field with six of eight rounds played; return URLs of its pages and of a phone."""
    from django.utils import timezone

    from tests.scenes.field import create_field
    from tournaments import scoring_pipeline
    from tournaments.models import Round, Table
    from tournaments.queries.phone.table_codes import code_of

    session = create_field(
        tables, round_count=8, boards_per_round=3, played_round_count=6, name=f"Camp {tables}"
    )
    Round.objects.filter(section__session=session, number__lte=6).update(ended_at=timezone.now())
    scoring_pipeline.take_snapshot(session.stage_id)
    event, table = (
        session.stage.event,
        Table.objects.filter(section__session=session).earliest("number"),
    )
    return f"/{event.club.slug}/{event.slug}/", f"/t/{code_of(table)}/"


def costs(at: str) -> dict[str, Figures]:
    """Return the cost of each URL in this process."""
    from django.conf import settings
    from django.test import Client

    from config.middleware import LOCAL_HOSTS
    from tournaments.access import heavy_pages, page_cache

    LOCAL_HOSTS.append("testserver")
    settings.PUBLIC_PAGE_CACHE_SECONDS = (
        0.000001  # what is built once is stored; nothing else is given again
    )
    client, results = Client(), {}
    client.get(at)
    gc.collect()
    gc.freeze()  # as `serve` does
    for name in (*PAGES, *FILES):
        build = partial(_built_anew, client, at + name, heavy_pages, page_cache)
        results[name or "standings"] = {
            "build": min(_cpu(build) for _time in range(2)),
            "again": min(_cpu(partial(client.get, at + name)) for _time in range(3)),
            "memory_mb": _peak(build),
        }
    return results


def _built_anew(client: Any, address: str, heavy_pages: Any, page_cache: Any) -> None:
    heavy_pages.HEAVY_PAGE_CACHE.clear()
    page_cache._CACHE.clear()
    assert client.get(address, headers={"Accept-Encoding": "gzip"}).status_code == 200, address


def _cpu(action: Callable[[], object]) -> float:
    gc.collect()
    started = time.process_time()
    action()
    return round(time.process_time() - started, 3)


def _peak(action: Callable[[], object]) -> float:
    gc.collect()
    tracemalloc.start()
    action()
    _now, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return round(peak / 1e6, 1)


def delays(tables: int) -> Figures:
    """Return the milliseconds until a phone has its page, idle and while sixteen clients read."""
    at, phone = create_event(tables)
    with laptop() as site:
        connection_ = Connection(site.port)
        ask = request("GET", phone)
        for _warm in range(5):
            connection_.ask(ask)
        results: Figures = {"idle": _milliseconds(connection_, ask, 30)}
        for name in ("travellers.xlsx", "scorecards.csv"):
            once = [request("GET", f"{at}{name}?n={number}") for number in range(READERS)]
            with ThreadPoolExecutor(READERS) as pool:
                connections = [Connection(site.port) for _reader in range(READERS)]
                asked = [
                    pool.submit(connection.ask, reading_)
                    for connection, reading_ in zip(connections, once, strict=True)
                ]
                results[f"once {name}"] = _milliseconds(connection_, ask, 20)
                statuses = sorted(reading_.result().status for reading_ in asked)
            results[f"statuses {name}"] = {
                str(status): statuses.count(status) for status in set(statuses)
            }
        stopped = Event()
        with ThreadPoolExecutor(READERS) as pool:
            reading = [
                pool.submit(_read_until_stopped, site.port, at, number, stopped)
                for number in range(READERS)
            ]
            time.sleep(0.5)
            results["again and again"] = _milliseconds(connection_, ask, 40)
            stopped.set()
            results["read"] = sum(reading_.result() for reading_ in reading)
    return results


def _read_until_stopped(port: int, at: str, number: int, stopped: Event) -> int:
    """Request one long response after another, until `stopped`; return how many."""
    connection, read = Connection(port), 0
    while not stopped.is_set():
        name = (*PAGES[1:4], *FILES)[(number + read) % (3 + len(FILES))]
        connection.ask(request("GET", f"{at}{name}?n={number}-{read}"))
        read += 1
    return read


def _milliseconds(connection: Connection, ask: bytes, times: int) -> Figures:
    waited = []
    for _time in range(times):
        started = time.perf_counter()
        assert connection.ask(ask).status == 200
        waited.append(1000 * (time.perf_counter() - started))
        time.sleep(0.01)
    return {"median": round(median(waited), 1), "most": round(max(waited), 1)}


def failures(results: Figures) -> Iterator[str]:
    """Yield a sentence for each figure over its limit."""
    limits = {"build": BUILD_SECONDS, "again": CACHED_SECONDS, "memory_mb": MEMORY_MB}
    for name, cost in results.get("costs", {}).items():
        for limit_name, most in limits.items():
            if cost[limit_name] > most:
                yield f"{name}: {limit_name} is {cost[limit_name]}, over {most}"
    waits = results.get("delays", {})
    for name, wait in waits.items():
        if name.startswith("once") and wait["median"] > DELAY * waits["idle"]["median"]:
            yield (
                f"a phone waits {wait['median']} ms ({name}), {waits['idle']['median']} ms when "
                f"idle"
            )


def main() -> int:
    """Measure and print; return 1 if a limit is exceeded."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--only", choices=["costs", "delays"])
    arguments = parser.parse_args()
    with no_configuration():
        import django
        from django.core.management import call_command

        django.setup()
        call_command("migrate", verbosity=0)
        results: Figures = {}
        if arguments.only != "delays":
            results["costs"] = costs(create_event(100)[0])
        if arguments.only != "costs":
            results["delays"] = delays(60)
    wrong = list(failures(results))
    if arguments.json:
        print(json.dumps(results))
    else:
        for part in results.values():
            print("\n".join(f"{name:<24} {value}" for name, value in part.items()))
    print("\n".join(wrong), file=sys.stderr)
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
