"""Score a whole session from a spreadsheet: the award of every result, and the standings."""

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

_NO_FILE = _("The file %(file)s cannot be read: %(why)s.")


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
        game = get_game(arguments["game"], dict(arguments["option"]))
        _refuse_for_teams(arguments["method"])
        _refuse_for_partners(arguments["method"], game)
        method = get_method(arguments["method"], dict(arguments["method_option"]))
        scale = arguments["scale"]
        if scale not in method.display_scales:
            raise UsageError(
                f"method {method.key!r} has no scale {scale!r} ({', '.join(method.display_scales)})"
            )
        separator = PARTNER_SEPARATOR if arguments["individuals"] else None
        data = _read(arguments["file"])
        self.report_encoding(data)
        boards = read_results_sheet(data, game, separator, _titles(game))
        scored = score_event(boards, tuple(game.lines), method)
        report = scored_report(boards, scored, DISPLAY_SCALES[scale])
        return report.as_json(), results_table(report, DISPLAY_SCALES[scale].write)


def _titles(game: Game) -> dict[str, str]:
    """What the pages call the columns, in every language, without words that several columns
    share."""
    found: dict[str, set[str]] = {}
    for language, _name in settings.LANGUAGES:
        with override(language):
            words = {"board": gettext("Board"), "dealer": gettext("Dealer")}
            words |= {line: line_name(line, game.lines) for line in game.lines}
            words |= {field.name: translate_text(field.title) for field in game.fields}
        for name, word in words.items():
            found.setdefault(comparison_key(word), set()).add(name)
    return {word: names.pop() for word, names in found.items() if len(names) == 1}


def _refuse_for_teams(key: str) -> None:
    """A line of a spreadsheet is one table, and does not say with which other it makes a match."""
    if get_method_class(key).for_teams:
        raise UsageError(
            f"method {key!r} compares teams over the two tables of a match, which a spreadsheet "
            f"does not name"
        )


def _refuse_for_partners(key: str, game: Game) -> None:
    """A method that ranks the seats of a table has nothing to say of two who share one result."""
    if not is_suitable(get_method_class(key), game, 1):
        raise UsageError(
            f"method {key!r} ranks the seats of a table: in {game.key} partners share a result"
        )


def _read(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        params = {"file": file, "why": error.strerror}
        raise ValidationFailed([Problem("no_file", _NO_FILE, params)]) from error
