"""Whether awards of a file could have been given instead of a result."""

from collections.abc import Iterator, Mapping
from typing import Any

from games.game import Game
from games.problems import Problem
from games.text import gettext_noop as _
from scoring.adjusted.award_text import parse_adjusted_award
from tournaments.models import Entry
from tournaments.models.results import LONGEST_MADE
from tournaments.queries.results.line_points import format_given_awards

_LINES = _("%(path)s: adjusted awards must cover every line and cannot accompany a result.")
_AWARD = _("%(path)s: not a valid award.")
_LONG = _("%(path)s: these numbers are too long.")


def given_award_problems(game: Game, entry: Mapping[str, Any], path: str) -> Iterator[Problem]:
    """What is wrong with what an entry gives each line; a result gives nothing.

    A method that has no such award gives none, so that is not asked.
    """
    given, at = entry.get("given", {}), f"{path}.given"
    lines = set(game.lines) if entry["kind"] == Entry.Kind.AWARDS else set()
    unread = [line for line, text in sorted(given.items()) if not _is_award(text)]
    if set(given) != lines:
        yield Problem("not_every_line", _LINES, {"path": at}, at)
    elif unread:
        for here in (f"{at}.{line}" for line in unread):
            yield Problem("unreadable_award", _AWARD, {"path": here}, here)
    elif given and len(format_given_awards(given, game)) > LONGEST_MADE:
        yield Problem("awards_too_long", _LONG, {"path": at}, at)


def _is_award(text: str) -> bool:
    try:
        parse_adjusted_award(text)
    except ValueError:
        return False
    return True
