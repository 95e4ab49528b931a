"""Measure the page of a director's desk and its poll; end with 1 if they cost too much.

Measured in this process on SQLite: the CPU seconds of a request of a signed-in director through
the whole middleware, the minimum of several. The event is in its fourth round of eight
(`tests/scenes/running_event.py`): half of the results are entered, phones are linked, and problems
are pending.

Every time is a multiple of that of a bare view with one query (`bare/query/`), requested in turns
with the desk, so that the speed and load of the machine affect both alike. The limits are
milliseconds divided by BARE_MS, the time of the bare view on the machine of
docs/developers/benchmarks.md: the minimum of 36 requests, between 1.09 and 1.19 ms in each of six
runs of this script. `--json` prints one object.
"""

import gc
import json
import os
import re
import sys
import time
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.served import no_configuration

# Milliseconds of the bare view where the limits below were milliseconds.
BARE_MS = 1.13
# Milliseconds of the page by the number of entrants, and of the poll that is answered with 204.
PAGE_MS = {12: 100, 48: 110, 192: 250}
POLL_MS = 15
PAGE_KB = {12: 60, 48: 80, 192: 250}

TURNS = 12

Figures = dict[str, float]


def measured(entrants: int) -> Figures:
    """Measure the desk of a running event with this number of pairs."""
    from django.contrib.auth import get_user_model
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    from tests.scenes.running_event import running_event

    session, director = running_event(entrants // 2)
    client = Client()
    client.force_login(get_user_model().objects.get(pk=director.user_id))
    desk = f"/desk/{session.stage.event_id}/"
    page = client.get(desk).content.decode()
    match = re.search(r'id="room"[^>]* hx-get="([^"]+)"', page)
    assert match
    poll = match[1].replace("&amp;", "&")

    def ask(address: str, status: int = 200) -> None:
        assert client.get(address).status_code == status, address

    def ask_in_turns() -> Iterator[tuple[float, float, float]]:
        for _turn in range(TURNS):
            yield (
                _cpu(lambda: ask("/bare/query/")),
                _cpu(lambda: ask(desk)),
                _cpu(lambda: ask(poll, 204)),
            )

    bare, whole, bare_again = (min(times) for times in zip(*ask_in_turns(), strict=True))
    with CaptureQueriesContext(connection) as queries:
        ask(desk)
        number = len(queries)
    return {
        "bare_ms": round(1000 * bare, 2),
        "page_ms": round(1000 * whole, 1),
        "poll_ms": round(1000 * bare_again, 1),
        "page_ratio": round(whole / bare, 1),
        "poll_ratio": round(bare_again / bare, 1),
        "page_kb": round(len(page.encode()) / 1000, 1),
        "queries": number,
    }


def _cpu(action: Callable[[], object]) -> float:
    """Return the least processor time of three, in seconds."""
    times = []
    for _time in range(3):
        gc.collect()
        started = time.process_time()
        action()
        times.append(time.process_time() - started)
    return min(times)


def failures(figures_by_size: dict[int, Figures]) -> Iterator[str]:
    """Yield a sentence for each figure over its limit."""
    for entrants, figures in figures_by_size.items():
        limits = {
            "page_ratio": PAGE_MS[entrants] / BARE_MS,
            "poll_ratio": POLL_MS / BARE_MS,
            "page_kb": PAGE_KB[entrants],
        }
        for name, limit in limits.items():
            if figures[name] > limit:
                yield f"{entrants} entrants: {name} is {figures[name]}, over {limit:.1f}"


def main() -> int:
    """Measure and print; return 1 if a limit is exceeded."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    with no_configuration():
        os.environ["DJANGO_SETTINGS_MODULE"] = "benchmarks.bare_settings"
        import django
        from django.core.management import call_command

        django.setup()
        from config.middleware import LOCAL_HOSTS

        LOCAL_HOSTS.append("testserver")
        call_command("migrate", verbosity=0)
        figures_by_size = {entrants: measured(entrants) for entrants in PAGE_MS}
    wrong: list[Any] = list(failures(figures_by_size))
    if arguments.json:
        print(json.dumps(figures_by_size))
    else:
        for entrants, figures in figures_by_size.items():
            print(f"{entrants:>4} entrants  {figures}")
    print("\n".join(wrong), file=sys.stderr)
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
