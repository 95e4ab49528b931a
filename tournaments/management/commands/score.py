"""`score`: score a whole session from a spreadsheet, with awards and standings."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.utils.translation import gettext, override

from games.catalogue import GAMES, get_game
from games.game import Game
from games.problems import Problem, ValidationFailed
from games.text import gettext_noop as _
from games.typed_text import comparison_key
from scoring.catalogue import METHODS, SEAT_METHODS, get_method, get_method_class, is_suitable
from scoring.event_scoring import score_event
from scoring.results_sheet import PARTNER_SEPARATOR, read_results_sheet
from tournaments.forms import translate_text
from tournaments.management.base import JsonCommand, UsageError, add_options
from tournaments.management.event_report_text import DISPLAY_SCALES, results_table, scored_report
from tournaments.templatetags.cards import line_name

_FILE_UNREADABLE = _("The file %(file)s cannot be read: %(why)s.")


class Command(JsonCommand):
    help = "Score a whole session from a spreadsheet: the award of every result, and the standings."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file", type=Path, help="CSV: UTF-8, UTF-16 or Windows-1252; commas, semicolons or tabs"
        )
        parser.add_argument("--game", required=True, help=", ".join(game.key for game in GAMES))
        parser.add_argument(
            "--method",
            default="min_max",
            help=", ".join(method.key for method in (*METHODS, *SEAT_METHODS)),
        )
        parser.add_argument("--scale", default="official", choices=tuple(DISPLAY_SCALES))
        parser.add_argument(
            "--individuals", action="store_true", help="rank partners (A / B) one by one"
        )
        add_options(parser)
        add_options(parser, "--method-option")

    def run(self, **arguments: Any) -> tuple[object, str]:
        """Read the spreadsheet, score it, and return the report and its table."""
        game = get_game(arguments["game"], dict(arguments["option"]))
        _refuse_team_method(arguments["method"])
        _refuse_unsuitable_method(arguments["method"], game)
        method = get_method(arguments["method"], dict(arguments["method_option"]))
        scale = arguments["scale"]
        if scale not in method.display_scales:
            raise UsageError(
                f"method {method.key!r} has no scale {scale!r} ({', '.join(method.display_scales)})"
            )
        separator = PARTNER_SEPARATOR if arguments["individuals"] else None
        content = _read_file(arguments["file"])
        self.report_encoding(content)
        boards = read_results_sheet(content, game, separator, _column_titles(game))
        scored = score_event(boards, tuple(game.lines), method)
        report = scored_report(boards, scored, DISPLAY_SCALES[scale])
        return report.as_json(), results_table(report, DISPLAY_SCALES[scale].format)


def _column_titles(game: Game) -> dict[str, str]:
    """Map each title that pages show for a column, in every language, to the column's name.

    A title that belongs to more than one column is left out, because it is ambiguous.
    """
    names_by_title: dict[str, set[str]] = {}
    for language, _name in settings.LANGUAGES:
        with override(language):
            titles = {"board": gettext("Board"), "dealer": gettext("Dealer")}
            titles |= {line: line_name(line, game.lines) for line in game.lines}
            titles |= {field.name: translate_text(field.title) for field in game.fields}
        for name, title in titles.items():
            names_by_title.setdefault(comparison_key(title), set()).add(name)
    return {title: names.pop() for title, names in names_by_title.items() if len(names) == 1}


def _refuse_team_method(method_key: str) -> None:
    """Raise `UsageError` for a method for teams.

    Such a method compares the two tables of a match, and a row of the spreadsheet does not name
    the other table.
    """
    if get_method_class(method_key).for_teams:
        raise UsageError(
            f"method {method_key!r} compares teams over the two tables of a match, and a "
            f"spreadsheet does not say which tables form a match"
        )


def _refuse_unsuitable_method(method_key: str, game: Game) -> None:
    """Raise `UsageError` for a method that ranks seats if partners share a result."""
    if not is_suitable(get_method_class(method_key), game, 1):
        raise UsageError(
            f"method {method_key!r} ranks the seats of a table: in {game.key} partners share a "
            f"result"
        )


def _read_file(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        params = {"file": file, "why": error.strerror}
        raise ValidationFailed([Problem("no_file", _FILE_UNREADABLE, params)]) from error
