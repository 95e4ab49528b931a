"""How every command speaks: one JSON value or readable text, exit 0, 1 (problems) or 2 (wrong
usage)."""

import json
import sys
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
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
    """The command was called wrongly: an unknown game, method, movement or option. Exit 2."""


def parse_key_value(text: str) -> tuple[str, str]:
    """An argument of the form `key=value`."""
    key, equals, value = text.partition("=")
    if not (key and equals):
        raise ArgumentTypeError(f"write key=value, not {text!r}")
    return key.strip(), value.strip()


def find_event(named: str) -> Event:
    """An event by its number or its address; raises `WrongUsage`."""
    events = Event.objects.select_related("club")
    club, _slash, slug = named.partition("/")
    by = {"pk": number} if (number := parse_number(named)) else {"club__slug": club, "slug": slug}
    if found := events.filter(**by).first():
        return found
    raise UsageError(f"there is no event {named!r}: give its number or its address, club/event")


@contextmanager
def report_database_errors() -> Iterator[None]:
    """Around what asks it: raises `ValidationFailed` where it is none of ours, not brought up to
    date, or away."""
    try:
        yield
    except (OperationalError, ProgrammingError) as wrong:
        params = {"name": str(connection.settings_dict["NAME"]), "why": str(wrong).splitlines()[0]}
        raise ValidationFailed([Problem("no_database", _NO_DATABASE, params)]) from wrong


def add_options(parser: ArgumentParser, flag: str = "--option") -> None:
    """Add a repeatable `key=value` argument; its value arrives as a list of pairs."""
    parser.add_argument(
        flag, type=parse_key_value, action="append", default=[], metavar="KEY=VALUE"
    )


class JsonCommand(BaseCommand):
    """A command whose `run` returns `(value, text)`: the JSON value, and the same for a reader.

    `run` raises `games.problems.ValidationFailed` for input with problems (exit 1) and
    `WrongUsage`, `UnknownName` or `InvalidOption` for a wrong call (exit 2, standard error only).
    """

    requires_system_checks: list[str] = []
    is_interactive = False
    """Whether it asks whoever sits there: nothing else is drawn then."""

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        """Add `--json` to every command."""
        parser = super().create_parser(prog_name, subcommand, **kwargs)
        parser.add_argument("--json", action="store_true", help="print exactly one JSON value")
        return parser

    def run(self, **arguments: Any) -> tuple[object, str]:
        """Do the work; subclasses say how."""
        raise NotImplementedError

    def handle(self, *args: Any, **arguments: Any) -> None:
        """Run, print, and turn what was wrong into the exit status."""
        try:
            with (
                report_database_errors(),
                nullcontext() if self.is_interactive else progress_bar(self.stderr),
            ):
                value, text = self.run(**arguments)
        except ValidationFailed as refused:
            self._report_problems(refused, arguments["json"])
        except (UsageError, UnknownName, InvalidOption) as wrong:
            self.stderr.write(str(wrong.args[0] if wrong.args else wrong))
            sys.exit(2)
        else:
            self.stdout.write(to_json(value) if arguments["json"] else text)
            if exit_status := self.exit_status(value):
                sys.exit(exit_status)

    def report_encoding(self, data: bytes) -> None:
        """Say what a list is read as where that is assumed: whoever sees wrong letters then
        knows why."""
        if (encoding := detect_encoding(data)) != "utf-8":
            self.stderr.write(f"Read as {ENCODING_NAMES[encoding]}.")

    def exit_status(self, value: object) -> int:
        """The exit status once `value` is printed: 0 unless a subclass reads bad news in it."""
        return 0

    def _report_problems(self, refused: ValidationFailed, as_json: bool) -> None:
        if as_json:
            self.stdout.write(
                to_json({"problems": [problem.as_json() for problem in refused.problems]})
            )
        else:
            for problem in refused.problems:
                self.stderr.write(
                    f"line {problem.line}: {problem.message}" if problem.line else problem.message
                )
        sys.exit(1)


def to_json(value: object) -> str:
    """JSON with the letters of every language as they are."""
    return json.dumps(value, ensure_ascii=False)
