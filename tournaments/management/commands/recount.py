"""`recount`: compare stored results, scales and standings with what the entries give."""

from argparse import SUPPRESS, ArgumentParser
from typing import Any

from games.text import gettext_noop as _
from tournaments import scoring_pipeline
from tournaments.management.base import JsonCommand, check_database, find_event
from tournaments.models import Event
from tournaments.support.progress import with_progress


class Command(JsonCommand):
    help = (
        "Compute X, scales and standings from the entries again, and report where stored data "
        "differs."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the arguments `event` and `--fix`."""
        parser.add_argument(
            "event", nargs="?", help="its number, or its address club/event; otherwise all"
        )
        parser.add_argument(
            "--fix", action="store_true", help="rebuild derived data from the entries if it differs"
        )
        parser.add_argument("--mend", dest="fix", action="store_true", help=SUPPRESS)

    def run(self, **arguments: Any) -> tuple[object, str]:
        """Compare the derived data of each event with its entries; with `--fix` rebuild it."""
        check_database()
        events = [find_event(arguments["event"])] if arguments["event"] else _all_events()
        results = [
            _recount(event, arguments["fix"])
            for event in with_progress(events, _("Recomputing standings"))
        ]
        text = "\n".join(line for _value, lines in results for line in lines)
        return {"events": [value for value, _lines in results]}, text

    def exit_status(self, value: Any) -> int:
        """Return 1 if the data of an event differs."""
        return int(not all(event["equal"] for event in value["events"]))


def _all_events() -> list[Event]:
    return list(Event.objects.select_related("club").order_by("club__slug", "slug"))


def _address(event: Event) -> str:
    return f"{event.club.slug}/{event.slug}"


def _recount(event: Event, fix: bool) -> tuple[dict[str, Any], list[str]]:
    address, differs = _address(event), scoring_pipeline.recount_and_store(event)
    lines = [f"{address}: {'differs' if differs else 'equal'}", *differs]
    if differs and fix:
        scoring_pipeline.rebuild_derived(event)
        # Compared and stored again, so that the desk no longer reports the fixed difference.
        still_differs = scoring_pipeline.recount_and_store(event)
        outcome = "cannot be fixed this way: restore a backup" if still_differs else "is fixed"
        lines.append(f"{address}: {outcome}")
    return {"event": address, "equal": not differs, "differs": differs}, lines
