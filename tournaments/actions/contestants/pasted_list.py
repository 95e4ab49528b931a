"""A pasted list of contestants, one a line."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from games.game import TEAM
from games.problems import Problem, Refused, refuse
from games.text import gettext_noop as _
from tournaments.queries.names import LONGEST_NAME, as_contestant, is_number_of_names, names_in

FIELD = "contestants"
"""Where a problem with the list is."""

MOST_CONTESTANTS = 20_000
"""Of an event, so lines of a list."""

LONGEST_LINE = 170
"""Letters of a contestant, a team with its players among them, where one line is sent by itself."""

LONGEST_LIST = 200_000
"""Letters of a list, blanks and all."""


_ONE = {
    1: _("Write one player."),
    2: _("Write one pair: two names with a dash between."),
    TEAM: _("Write one team."),
}


class _Words(NamedTuple):
    """What is said of a list without contestants, of an empty line, and of a line with other names."""

    nobody: Problem
    empty: tuple[str, str]
    wrong: tuple[str, str]


_WORDS = {
    1: _Words(
        Problem("no_players", _("Write the players, one on each line."), field=FIELD),
        ("empty_line", _("Line %(line)s is empty: write a player or take the line out.")),
        ("not_one_name", _("Line %(line)s needs one name: write every player on a line of his own.")),
    ),
    TEAM: _Words(
        Problem("no_teams", _("Write the teams, one on each line."), field=FIELD),
        ("empty_line", _("Line %(line)s is empty: write a team or take the line out.")),
        (
            "not_a_team",
            _(
                "Line %(line)s: write the name of a team alone, or with four to six players: "
                "Els Pins: Anna, Berta, Carles, Dídac."
            ),
        ),
    ),
    2: _Words(
        Problem("no_pairs", _("Write the pairs, one on each line."), field=FIELD),
        ("empty_line", _("Line %(line)s is empty: write a pair or take the line out.")),
        ("not_a_pair", _("Line %(line)s needs two names with a dash between: Anna Puig - Berta Roca.")),
    ),
}


def read_contestants(text: str, players_each: int) -> list[str]:
    """The contestants of a list, as they are named: a player, a pair's two names, or a team with its players.

    Raises `Refused` naming every line that is empty between others, has too few names or too many, or repeats
    somebody; a list of too many letters or lines is not read any further.
    """
    refuse(_size_problems(text))
    lines = text.strip().splitlines()
    contestants = [names_in(line, players_each) for line in lines]
    problems = [
        problem
        for number, names in enumerate(contestants, 1)
        for problem in _line_problems(number, names, players_each)
    ]
    own = 1 if players_each == TEAM else 0  # a team may be called as one of its players is
    problems += _repeated([names[:own] for names in contestants])
    problems += _repeated([names[own:] for names in contestants])
    if not lines:
        problems = [_WORDS[players_each].nobody]
    refuse(problems)
    return [as_contestant(names, players_each) for names in contestants]


def read_one_contestant(text: str, players_each: int, field: str) -> str:
    """The one contestant written in a field; raises `Refused` as `read_contestants` does, and for several."""
    try:
        names = read_contestants(text, players_each)
    except Refused as refused:
        raise Refused([replace(problem, field=field) for problem in refused.problems]) from None
    if len(names) != 1:
        raise Refused([Problem("not_one_contestant", _ONE[players_each], field=field)])
    return names[0]


def _size_problems(text: str) -> Iterator[Problem]:
    """What is too long to be read line by line."""
    if len(text) > LONGEST_LIST:
        template = _("Write the list in %(most)s letters or fewer.")
        yield Problem("list_too_long", template, {"most": LONGEST_LIST}, FIELD)
    elif len(lines := text.strip().splitlines()) > MOST_CONTESTANTS:
        template = _("An event has %(most)s contestants at most, and this list has %(lines)s lines.")
        params = {"most": MOST_CONTESTANTS, "lines": len(lines)}
        yield Problem("too_many_contestants", template, params, FIELD)


def _line_problems(number: int, names: Sequence[str], players_each: int) -> Iterator[Problem]:
    words = _WORDS[players_each]
    if not names:
        yield _at(number, *words.empty)
    elif not is_number_of_names(len(names), players_each) or not all(names):
        yield _at(number, *words.wrong)
    if any(len(name) > LONGEST_NAME for name in names):
        yield _at(number, "name_too_long", _("Line %(line)s has a name of more than 80 letters."))


def _repeated(contestants: Sequence[Sequence[str]]) -> Iterable[Problem]:
    times = Counter(name.casefold() for names in contestants for name in names if name)
    template = _("Line %(line)s: %(name)s is in the list twice; add a surname to tell two people apart.")
    for number, names in enumerate(contestants, 1):
        for name in names:
            if times[name.casefold()] > 1:
                yield Problem("repeated_name", template, {"line": number, "name": name}, FIELD, number)


def _at(number: int, code: str, template: str) -> Problem:
    return Problem(code, template, {"line": number}, FIELD, number)
