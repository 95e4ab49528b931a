"""The problems of a pasted list, grouped by line."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.problems import Problem
from scoring.spreadsheet import numbered_lines
from tournaments.actions.people.similar_names import SIMILAR_NAME
from tournaments.forms import problem_text


@dataclass(frozen=True)
class LineWithProblems:
    """A line as it was typed, with its number and its problems."""

    number: int
    text: str
    sentences: list[str]


@dataclass(frozen=True)
class ListProblems:
    """The problems of a list: those of single lines, and `sentences` for the top of the page.

    The sentences are the problems that belong to no line, and one that names the wrong lines.
    `has_similar_names` is set if a name resembles a known player's.
    """

    lines: list[LineWithProblems]
    sentences: list[str]
    has_similar_names: bool


def problems_by_line(text: str, problems: Sequence[Problem]) -> ListProblems:
    """Group the problems of a list by line for the page."""
    line_problems = [problem for problem in problems if problem.line]
    line_numbers = {problem.line for problem in line_problems}
    lines = [
        LineWithProblems(
            number,
            line_text,
            [problem_text(problem) for problem in line_problems if problem.line == number],
        )
        for number, line_text in numbered_lines(text)
        if number in line_numbers
    ]
    sentences = [problem_text(problem) for problem in problems if not problem.line]
    if lines:
        numbers = {"lines": ", ".join(str(line_text.number) for line_text in lines)}
        sentences.append(_("Correct these lines of the list: %(lines)s.") % numbers)
    return ListProblems(
        lines, sentences, any(problem.code == SIMILAR_NAME for problem in line_problems)
    )
