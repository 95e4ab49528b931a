"""Replay recorded plays: every irregularity named, the outcome and X of each."""

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
        parser.add_argument("file", help="one record or a list of records, as JSON")

    def run(self, **arguments: Any) -> tuple[object, str]:
        read_values = read_json(arguments["file"])
        replays = (
            replay_all(read_values)
            if isinstance(read_values, list)
            else [replay(parse_record(read_values))]
        )
        answers = [each.as_json() for each in replays]
        return answers, "\n".join(
            replay_lines(number, each) for number, each in enumerate(answers, 1)
        )


def replay_lines(number: int, replayed: dict[str, Any]) -> str:
    """One replay as people read it."""
    x = ", ".join(f"{line} {value}" for line, value in (replayed["x"] or {}).items()) or "no result"
    said = ", ".join(
        f"{name} {value}" for name, value in replayed.get("said_otherwise", {}).items()
    )
    otherwise = [f"  the record itself says {said}"] if said else []
    return "\n".join([f"record {number}: {x}", *map(_line, replayed["irregularities"]), *otherwise])


def _line(irregularity: dict[str, Any]) -> str:
    where = f"trick {irregularity['trick']}, " if irregularity["trick"] else ""
    legal = " ".join(irregularity["legal"])
    return f"  {where}{irregularity['seat']}: {irregularity['message']} Legal: {legal}"
