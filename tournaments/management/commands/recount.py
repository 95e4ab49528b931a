"""`recount`: what is derived is worked out again of the entries, and compared."""

from argparse import ArgumentParser
from typing import Any

from games.text import gettext_noop as _
from tournaments import scoring_pipeline
from tournaments.management.base import JsonCommand, find_event
from tournaments.models import Event
from tournaments.support.progress import with_progress


class Command(JsonCommand):
    help = (
        "Work out X, scales and standings of the entries again, and say where what is stored "
        "differs."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which event, and whether to mend it."""
        parser.add_argument(
            "event", nargs="?", help="its number, or its address club/event; otherwise all"
        )
        parser.add_argument(
            "--mend", action="store_true", help="write what follows where it differs"
        )

    def run(self, **arguments: Any) -> tuple[object, str]:
        """Compare each event, mend it if asked to, and say what was found."""
        events = [find_event(arguments["event"])] if arguments["event"] else _all()
        told = [
            _recounted(event, arguments["mend"])
            for event in with_progress(events, _("Recomputing standings"))
        ]
        return {"events": [found for found, _lines in told]}, "\n".join(
            line for _found, lines in told for line in lines
        )

    def exit_status(self, value: Any) -> int:
        """1 where something differs."""
        return int(not all(each["equal"] for each in value["events"]))


def _all() -> list[Event]:
    return list(Event.objects.select_related("club").order_by("club__slug", "slug"))


def _address(event: Event) -> str:
    return f"{event.club.slug}/{event.slug}"


def _recounted(event: Event, mends: bool) -> tuple[dict[str, Any], list[str]]:
    address, differs = _address(event), scoring_pipeline.store_recount(event)
    lines = [f"{address}: {'differs' if differs else 'equal'}", *differs]
    if differs and mends:
        scoring_pipeline.rebuild_derived(event)
        still = scoring_pipeline.store_recount(event)  # the desk is told no more of what is mended
        lines.append(
            f"{address}: {'is not mended by this: restore a backup' if still else 'is mended'}"
        )
    return {"event": address, "equal": not differs, "differs": differs}, lines
