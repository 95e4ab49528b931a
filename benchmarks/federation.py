"""Time the creation, dealing and start of a session of 10,000 tables in 200 venues.

On PostgreSQL, by the actions themselves; on SQLite with `--sqlite`. Ends with 1 if it takes longer
than two minutes. `--json` prints one object.
"""

import json
import sys
import time
from argparse import ArgumentParser, Namespace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.served import databases, no_configuration

# Seconds of all steps together.
AT_MOST = 120.0

ROUNDS, BOARDS = 8, 3

Seconds = dict[str, float]


def measured(arguments: Namespace) -> Seconds:
    """Return the seconds of each step."""
    with no_configuration() if arguments.sqlite else databases():
        import django

        django.setup()
        from django.core.management import call_command
        from django.core.management.base import OutputWrapper

        from tournaments.management.progress_bar import progress_bar

        call_command("migrate", verbosity=0)
        with progress_bar(OutputWrapper(sys.stderr)):
            return _create_and_start(arguments.venues, arguments.tables)


def _create_and_start(venues: int, tables: int) -> Seconds:
    """Create, deal and start a session with this many venues and tables at each."""
    from tournaments.actions.clubs.club import create_club
    from tournaments.actions.clubs.venues import add_venue
    from tournaments.actions.events.create import EventPlan
    from tournaments.actions.events.create_with_session import EventSetup, create_event_from_names
    from tournaments.actions.rounds.division import Division, SectionPlan
    from tournaments.actions.rounds.sessions import deal_session, start_session
    from tournaments.permissions.actor import SYSTEM

    contestants_per_venue = 2 * tables
    names = tuple(f"Anna {pair} – Berta {pair}" for pair in range(venues * contestants_per_venue))
    firsts = range(1, venues * contestants_per_venue, contestants_per_venue)
    club, seconds = create_club("Federació", SYSTEM), Seconds()
    sections = tuple(
        SectionPlan(
            f"V{venue}",
            "mitchell",
            {},
            ROUNDS,
            tuple(range(first, first + contestants_per_venue)),
            add_venue(club, f"Seu {venue}", SYSTEM).name,
        )
        for venue, first in enumerate(firsts, 1)
    )
    event, division = EventPlan("Federació", movement_key="mitchell"), Division(sections)
    plan = EventSetup(event, names, ROUNDS, BOARDS, division)
    started = time.monotonic()
    session = int(create_event_from_names(club, plan, SYSTEM, "federation")["session"])
    seconds["created"] = round(time.monotonic() - started, 1)
    deal_session(session, "la grossa: 72480", SYSTEM)
    seconds["dealt"] = round(time.monotonic() - started, 1)
    start_session(session, SYSTEM)
    seconds["started"] = round(time.monotonic() - started, 1)
    return seconds


def main() -> int:
    """Measure and print; return 1 if it is too slow."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--venues", type=int, default=200)
    parser.add_argument("--tables", type=int, default=50, help="in each venue")
    parser.add_argument("--sqlite", action="store_true")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    seconds_by_step = measured(arguments)
    table = "\n".join(f"{step:>8} {seconds:7.1f} s" for step, seconds in seconds_by_step.items())
    print(json.dumps(seconds_by_step) if arguments.json else table)
    return int(seconds_by_step["started"] > AT_MOST)


if __name__ == "__main__":
    sys.exit(main())
