"""`replay`: replay recorded plays, and report their irregularities, outcomes and X."""

from argparse import ArgumentParser
from typing import Any

from games.records import parse_record
from games.replay import replay, replay_all
from games.text import gettext_noop as _
from tournaments.management.base import JsonCommand
from tournaments.management.command_files import read_json


class Command(JsonCommand):
    help = _("Replay one play record, or a list of them, and judge every action.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Accept the path of a file with recorded plays."""
        parser.add_argument("file", help="one record or a list of records, as JSON")

    def run(self, **arguments: Any) -> tuple[object, str]:
        """Replay every record of the file, and return the replays as JSON and as text."""
        records = read_json(arguments["file"])
        replays = (
            replay_all(records) if isinstance(records, list) else [replay(parse_record(records))]
        )
        results = [replayed.as_json() for replayed in replays]
        return results, "\n".join(
            replay_text(number, result) for number, result in enumerate(results, 1)
        )


def replay_text(number: int, replayed: dict[str, Any]) -> str:
    """Return a replay as lines of text: X of each line, the irregularities, and differences.

    If the record itself states an outcome that differs from the replay, the last line lists the
    fields that differ, with the values of the record.
    """
    x = ", ".join(f"{line} {value}" for line, value in (replayed["x"] or {}).items()) or "no result"
    other_values = ", ".join(
        f"{name} {value}" for name, value in replayed.get("said_otherwise", {}).items()
    )
    difference = [f"  the record itself says {other_values}"] if other_values else []
    return "\n".join(
        [f"record {number}: {x}", *map(_irregularity_line, replayed["irregularities"]), *difference]
    )


def _irregularity_line(irregularity: dict[str, Any]) -> str:
    trick = f"trick {irregularity['trick']}, " if irregularity["trick"] else ""
    legal = " ".join(irregularity["legal"])
    return f"  {trick}{irregularity['seat']}: {irregularity['message']} Legal: {legal}"
