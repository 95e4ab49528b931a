"""Base class of commands with JSON output, and functions that commands share.

A command prints one JSON value or readable text, and exits with 0, 1 (problems) or 2 (wrong usage).
"""

import json
import sys
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.db import OperationalError, ProgrammingError, connection

from games.options import InvalidOption, UnknownName
from games.problems import Problem, ValidationFailed
from games.text import gettext_noop as _
from scoring.spreadsheet import ENCODING_NAMES, detect_encoding
from tournaments.forms import parse_number
from tournaments.management.progress_bar import progress_bar
from tournaments.models import Event

_NO_DATABASE = _(
    "The database %(name)s cannot be used: %(why)s. Check MANILLA_DATA or DATABASE_URL, and "
    "run manage.py migrate."
)


class UsageError(Exception):
    """The command was called with wrong arguments, such as an unknown game or option (exit 2)."""


def parse_key_value(text: str) -> tuple[str, str]:
    """Parse an argument of the form `key=value`; raise `ArgumentTypeError` for another form."""
    key, equals, value = text.partition("=")
    if not (key and equals):
        raise ArgumentTypeError(f"write key=value, not {text!r}")
    return key.strip(), value.strip()


def check_database() -> None:
    """Raise `DatabaseError` unless the database exists and has Manilla's tables.

    Connecting to a missing SQLite file would create it, so that is checked first.
    """
    if not has_database_file():
        raise OperationalError("there is no such file")
    Event.objects.exists()


def has_database_file() -> bool:
    """Return whether the file of a SQLite database exists; True for a database on a server."""
    return connection.vendor != "sqlite" or Path(connection.settings_dict["NAME"]).exists()


def find_event(text: str) -> Event:
    """Return an event by its id or its address, club/event; raise `UsageError`."""
    check_database()
    events = Event.objects.select_related("club")
    club, _slash, slug = text.partition("/")
    event_id = parse_number(text)
    lookup = {"pk": event_id} if event_id else {"club__slug": club, "slug": slug}
    if event := events.filter(**lookup).first():
        return event
    raise UsageError(f"there is no event {text!r}: give its number or its address, club/event")


@contextmanager
def report_database_errors() -> Iterator[None]:
    """Raise `ValidationFailed` if the block finds no database, or one without Manilla's tables."""
    try:
        yield
    except (OperationalError, ProgrammingError) as error:
        params = {"name": str(connection.settings_dict["NAME"]), "why": str(error).splitlines()[0]}
        raise ValidationFailed([Problem("no_database", _NO_DATABASE, params)]) from error


def add_options(parser: ArgumentParser, flag: str = "--option") -> None:
    """Add a repeatable `key=value` argument, parsed into a list of pairs."""
    parser.add_argument(
        flag, type=parse_key_value, action="append", default=[], metavar="KEY=VALUE"
    )


class JsonCommand(BaseCommand):
    """A command that prints its result as JSON or as text.

    `run` returns both, as `(value, text)`. It raises `games.problems.ValidationFailed` for input
    with problems (exit status 1), and `UsageError`, `UnknownName` or `InvalidOption` for wrong
    arguments (exit status 2; the message is only on standard error).
    """

    requires_system_checks: list[str] = []

    # An interactive command asks questions, which a progress bar would overwrite.
    is_interactive = False

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        """Add `--json` to every command."""
        parser = super().create_parser(prog_name, subcommand, **kwargs)
        parser.add_argument("--json", action="store_true", help="print exactly one JSON value")
        return parser

    def run(self, **arguments: Any) -> tuple[object, str]:
        """Do the work of the command; return its result as a JSON value and as text."""
        raise NotImplementedError

    def handle(self, *args: Any, **arguments: Any) -> None:
        """Run the command, print its result, and exit with the status of an error."""
        try:
            with (
                report_database_errors(),
                nullcontext() if self.is_interactive else progress_bar(self.stderr),
            ):
                value, text = self.run(**arguments)
        except ValidationFailed as error:
            self._report_problems(error.problems, arguments["json"])
        except (UsageError, UnknownName, InvalidOption) as error:
            self.stderr.write(str(error.args[0] if error.args else error))
            sys.exit(2)
        else:
            self.stdout.write(to_json(value) if arguments["json"] else text)
            if exit_status := self.exit_status(value):
                sys.exit(exit_status)

    def report_encoding(self, data: bytes) -> None:
        """Print the encoding of a list on standard error, unless it is UTF-8.

        Any other encoding is a guess; the message explains letters that were read wrongly.
        """
        if (encoding := detect_encoding(data)) != "utf-8":
            self.stderr.write(f"Read as {ENCODING_NAMES[encoding]}.")

    def exit_status(self, value: object) -> int:
        """Return the exit status for a result; subclasses return 1 if a check has failed."""
        return 0

    def _report_problems(self, problems: Sequence[Problem], as_json: bool) -> None:
        if as_json:
            self.stdout.write(to_json({"problems": [problem.as_json() for problem in problems]}))
        else:
            for problem in problems:
                self.stderr.write(
                    f"line {problem.line}: {problem.message}" if problem.line else problem.message
                )
        sys.exit(1)


def to_json(value: object) -> str:
    """Return a value as JSON, with letters of all alphabets instead of escapes."""
    return json.dumps(value, ensure_ascii=False)
