"""Check the adjusted awards of an entry in an event file."""

from collections.abc import Iterator, Mapping
from typing import Any

from games.game import Game
from games.problems import Problem
from games.text import gettext_noop as _
from scoring.adjusted.award_text import parse_adjusted_award
from tournaments.actions.event_file.list_checks import problem_at
from tournaments.models import Entry
from tournaments.models.results import MAX_LINE_POINTS_LENGTH
from tournaments.queries.results.line_points import format_given_awards

_NOT_EVERY_LINE = _(
    "%(path)s: adjusted awards must cover every line and cannot accompany a result."
)
_INVALID_AWARD = _("%(path)s: not a valid award.")
_AWARDS_TOO_LONG = _("%(path)s: these numbers are too long.")


def given_award_problems(game: Game, entry: Mapping[str, Any], path: str) -> Iterator[Problem]:
    """Yield every problem with the adjusted awards of an entry.

    An entry of kind `AWARDS` must have one for each line, other entries none. It is not checked
    whether the event's scoring method knows these awards: a method ignores unknown ones.
    """
    awards, awards_path = entry.get("given", {}), f"{path}.given"
    lines = set(game.lines) if entry["kind"] == Entry.Kind.AWARDS else set()
    invalid_lines = [line for line, text in sorted(awards.items()) if not _is_valid_award(text)]
    if set(awards) != lines:
        yield problem_at(awards_path, "not_every_line", _NOT_EVERY_LINE)
    elif invalid_lines:
        for line in invalid_lines:
            yield problem_at(f"{path}.given.{line}", "unreadable_award", _INVALID_AWARD)
    elif awards and len(format_given_awards(awards, game)) > MAX_LINE_POINTS_LENGTH:
        yield problem_at(awards_path, "awards_too_long", _AWARDS_TOO_LONG)


def _is_valid_award(text: str) -> bool:
    try:
        parse_adjusted_award(text)
    except ValueError:
        return False
    return True
