"""Parse a pasted list of contestants, which has one contestant in each line."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import NamedTuple

from games.game import MIN_TEAM_SIZE
from games.problems import Problem, ValidationFailed, raise_if_any
from games.text import gettext_noop as _
from games.typed_text import clean_text, comparison_key
from scoring.spreadsheet import detect_separator, numbered_lines, split_cells
from tournaments.actions.limits import MAX_CONTESTANTS, MAX_LIST_LENGTH
from tournaments.queries.people.list_columns import (
    PeopleColumns,
    guess_columns,
    header_columns,
)
from tournaments.queries.people.names import (
    MAX_NAME_LENGTH,
    format_contestant,
    is_person_name,
    is_valid_name_count,
    normalize_person_name,
    split_names,
)

# The form field at which problems with the list are shown.
LIST_FIELD = "contestants"


_WRITE_ONE_CONTESTANT = {
    1: _("Write one player."),
    2: _("Write one pair: two names with a dash between."),
    MIN_TEAM_SIZE: _("Write one team."),
}


class _Messages(NamedTuple):
    """Messages about a list: a problem if it is empty, code and template for a wrong line."""

    no_names: Problem
    wrong_line: tuple[str, str]


_MESSAGES = {
    1: _Messages(
        Problem("no_players", _("Write the players, one on each line."), field=LIST_FIELD),
        (
            "not_one_name",
            _("Line %(line)s needs one name: write each player on a line of their own."),
        ),
    ),
    MIN_TEAM_SIZE: _Messages(
        Problem("no_teams", _("Write the teams, one on each line."), field=LIST_FIELD),
        (
            "not_a_team",
            _(
                "Line %(line)s: write the name of a team alone, or with four to six players: "
                "Els Pins: Anna, Berta, Carles, Dídac."
            ),
        ),
    ),
    2: _Messages(
        Problem("no_pairs", _("Write the pairs, one on each line."), field=LIST_FIELD),
        (
            "not_a_pair",
            _("Line %(line)s needs two names with a dash between: Anna Puig - Berta Roca."),
        ),
    ),
}

_NO_PARTNER = _(
    "Line %(line)s: %(name)s has no partner yet. Write the partner’s name behind a dash, or take "
    "the line "
    "out and enter %(name)s once there is a partner."
)
_UNCLEAR_COLUMNS = _(
    "Line %(line)s has more columns than names. Put a line above the list that says what is in "
    "each column: "
    "Player 1, Player 2, Club."
)
_BROKEN_QUOTES = _("Line %(line)s: the quotation marks do not match. Write the line again.")


class _ParsedLine(NamedTuple):
    """The number and names of a line, or the problem that made the line unreadable."""

    number: int
    names: list[str]
    problem: Problem | None = None


def parse_contestants(text: str, players_each: int) -> list[str]:
    """Return the contestants of a list as they are stored, in the order of the lines.

    Raises `ValidationFailed` as `parse_contestant_lines` does.
    """
    return list(parse_contestant_lines(text, players_each).values())


def parse_contestant_lines(text: str, players_each: int) -> dict[int, str]:
    """Return the contestants of a list by line number; blank lines have a number but no entry.

    A list copied from a spreadsheet may have other columns and a header. Raises `ValidationFailed`
    with a problem for every line that has too few or too many names, or repeats a name; accents and
    capitals make no difference. A list with too many characters or lines is not parsed at all.
    """
    lines = _non_blank_lines(text)
    raise_if_any(_size_problems(text, len(lines)))
    parsed_lines = _parse_lines(lines, players_each)
    problems = [problem for line in parsed_lines for problem in _line_problems(line, players_each)]
    # A team may have the same name as one of its players.
    first_player_index = 1 if players_each == MIN_TEAM_SIZE else 0
    problems += _repeated_name_problems(
        [(line.number, line.names[:first_player_index]) for line in parsed_lines]
    )
    problems += _repeated_name_problems(
        [(line.number, line.names[first_player_index:]) for line in parsed_lines]
    )
    if not parsed_lines:
        problems = [_MESSAGES[players_each].no_names]
    raise_if_any(problems)
    return {line.number: format_contestant(line.names, players_each) for line in parsed_lines}


def count_listed(text: str, players_each: int) -> int:
    """Return how many contestants a list has, including lines with problems."""
    return len(_parse_lines(_non_blank_lines(text), players_each))


def _non_blank_lines(text: str) -> list[tuple[int, str]]:
    return [
        (line_number, line)
        for line_number, line in numbered_lines(text[:MAX_LIST_LENGTH])
        if clean_text(line)
    ]


@contextmanager
def number_problem_lines(contestant_lines: Collection[int]) -> Iterator[None]:
    """Context manager that translates line numbers in problems into those of the pasted text.

    The action in the body counts the contestants from 1, without blank lines. `contestant_lines`
    has the line of each contestant in the pasted text.
    """
    line_numbers = list(contestant_lines)
    try:
        yield
    except ValidationFailed as error:
        error.problems = [
            replace(
                problem,
                line=line_numbers[problem.line - 1],
                params={**problem.params, "line": line_numbers[problem.line - 1]},
            )
            if problem.line and problem.line <= len(line_numbers)
            else problem
            for problem in error.problems
        ]
        raise


def parse_one_contestant(text: str, players_each: int, field: str) -> str:
    """Return the name of the one contestant entered in a form field.

    Raises `ValidationFailed` as `parse_contestants` does, and for more than one contestant.
    """
    try:
        names = parse_contestants(text, players_each)
    except ValidationFailed as error:
        raise ValidationFailed(
            [replace(problem, field=field) for problem in error.problems]
        ) from None
    if len(names) != 1:
        raise ValidationFailed(
            [Problem("not_one_contestant", _WRITE_ONE_CONTESTANT[players_each], field=field)]
        )
    return names[0]


def _parse_lines(lines: Sequence[tuple[int, str]], players_each: int) -> list[_ParsedLine]:
    """Return the parsed lines; a header line is used to find the columns and left out.

    Lists of teams have no columns, as a team with its players is one text.
    """
    if players_each != MIN_TEAM_SIZE and lines:
        separator = detect_separator(lines[0][1])
        header = split_cells(lines[0][1], separator) or []
        if columns := header_columns(header):
            if len(header) > 1:
                return [
                    _parse_row(*numbered_line, separator, columns, players_each)
                    for numbered_line in lines[1:]
                ]
            lines = lines[1:]
        rows = [split_cells(line, "\t") or [] for _line_number, line in lines if "\t" in line]
        columns = guess_columns(rows, players_each)
        return [
            _parse_row(line_number, line, "\t", columns, players_each)
            if "\t" in line
            else _ParsedLine(line_number, split_names(line, players_each))
            for line_number, line in lines
        ]
    return [
        _ParsedLine(line_number, split_names(line, players_each)) for line_number, line in lines
    ]


def _parse_row(
    line_number: int, line: str, separator: str, columns: PeopleColumns | None, players_each: int
) -> _ParsedLine:
    """Parse a row of a spreadsheet, whose columns of names may hold one player or a pair."""
    if (cells := split_cells(line, separator)) is None:
        return _ParsedLine(
            line_number, [], _line_problem(line_number, "broken_line", _BROKEN_QUOTES)
        )
    if columns is None:
        return _ParsedLine(
            line_number, [], _line_problem(line_number, "unclear_columns", _UNCLEAR_COLUMNS)
        )
    names = columns.names_in_row(cells)
    if len(names) == 1:
        return _ParsedLine(line_number, split_names(names[0], players_each))
    return _ParsedLine(line_number, [normalize_person_name(name) for name in names])


def _size_problems(text: str, line_count: int) -> Iterator[Problem]:
    """Yield a problem if the list has too many characters or lines to be parsed."""
    if len(text) > MAX_LIST_LENGTH:
        template = _("Write the list in %(most)s letters or fewer.")
        yield Problem("list_too_long", template, {"most": MAX_LIST_LENGTH}, LIST_FIELD)
    elif line_count > MAX_CONTESTANTS:
        template = _(
            "An event has %(most)s contestants at most, and this list has %(lines)s lines."
        )
        params = {"most": MAX_CONTESTANTS, "lines": line_count}
        yield Problem("too_many_contestants", template, params, LIST_FIELD)


def _line_problems(line: _ParsedLine, players_each: int) -> Iterator[Problem]:
    line_number, names, problem = line
    valid_names = [name for name in names if is_person_name(name)]
    if problem:
        yield problem
    elif players_each == 2 and len(valid_names) == 1 and len(names) <= 2:
        params = {"line": line_number, "name": valid_names[0]}
        yield Problem("not_a_pair", _NO_PARTNER, params, LIST_FIELD, line_number)
    elif not is_valid_name_count(len(names), players_each) or not _are_valid_names(
        names, players_each
    ):
        yield _line_problem(line_number, *_MESSAGES[players_each].wrong_line)
    if any(len(name) > MAX_NAME_LENGTH for name in names):
        yield _line_problem(
            line_number, "name_too_long", _("Line %(line)s has a name of more than 80 letters.")
        )


def _are_valid_names(names: Sequence[str], players_each: int) -> bool:
    """Return whether all names are valid; the name of a team may be a number, such as a year."""
    if players_each == MIN_TEAM_SIZE:
        return any(map(str.isalnum, names[0])) and all(map(is_person_name, names[1:]))
    return all(map(is_person_name, names))


def _repeated_name_problems(lines: Sequence[tuple[int, Sequence[str]]]) -> Iterator[Problem]:
    """Yield a problem for each occurrence of a repeated name; accents and case are ignored."""
    numbered_names = [
        (line_number, name, comparison_key(name)) for line_number, names in lines for name in names
    ]
    counts = Counter(key for _line_number, name, key in numbered_names if is_person_name(name))
    template = _(
        "Line %(line)s: %(name)s is in the list twice; add a surname to tell two people apart."
    )
    for line_number, name, key in numbered_names:
        if counts[key] > 1:
            yield Problem(
                "repeated_name",
                template,
                {"line": line_number, "name": name},
                LIST_FIELD,
                line_number,
            )


def _line_problem(line_number: int, code: str, template: str) -> Problem:
    return Problem(code, template, {"line": line_number}, LIST_FIELD, line_number)
