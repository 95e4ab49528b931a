"""Read the results of a session from a spreadsheet with one row for each table and board.

All problems of a sheet are reported at once.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from games.deals import BoardSetup
from games.fields import Outcome, parse_outcome
from games.game import Game
from games.problems import Problem, ValidationFailed
from games.text import gettext_noop as _
from scoring.results import Result
from scoring.results_sheet_columns import ColumnTitles, SheetColumns
from scoring.spreadsheet import read_lines

# Separates the names of partners who are ranked individually.
PARTNER_SEPARATOR = " / "

_EMPTY = _(
    "The file holds no results. Its first line names the columns, each further one is a result."
)
_NUMBER = re.compile(r"[1-9][0-9]{0,5}")
_BOARD = _("A board is a whole number from 1, not “%(said)s”.")
_DEALER = _("The dealer is one of %(seats)s, not “%(said)s”.")
_NOBODY = _("Nobody is named under %(line)s.")
_OTHER_DEALER = _(
    "Board %(board)s has dealer %(dealer)s here and %(first)s above. A board has one dealer."
)
_TWICE = _("“%(contestant)s” is listed twice on board %(board)s. Everybody plays a board once.")


class SheetRow(NamedTuple):
    """One row of a sheet: the board, its contestants by line of play, and the outcome.

    The outcome is None if the board was not played.
    """

    board: BoardSetup
    contestants: Mapping[str, tuple[str, ...]]
    outcome: Outcome | None


@dataclass
class _PartialRow:
    """One row of a sheet as far as it could be read, with its number and its problems."""

    row_number: int
    board: BoardSetup | None
    contestants: Mapping[str, tuple[str, ...]]
    problems: list[Problem]
    outcome: Outcome | None = None


def read_results_sheet(
    data: bytes, game: Game, separator: str | None = None, titles: ColumnTitles | None = None
) -> dict[int, list[Result]]:
    """Return the results by board number, in the order of the sheet for each board.

    Arguments and errors are the same as for `read_sheet_rows`.
    """
    boards: defaultdict[int, list[Result]] = defaultdict(list)
    for row in read_sheet_rows(data, game, separator, titles):
        boards[row.board.number].append(_result(row, game))
    return dict(sorted(boards.items()))


def read_sheet_rows(
    data: bytes, game: Game, separator: str | None = None, titles: ColumnTitles | None = None
) -> list[SheetRow]:
    """Return the rows of a sheet in order.

    The text of a cell names one contestant, or several with `separator` between them. `titles` are
    translated names of columns. A row with an empty outcome is a board that was not played. Raises
    `ValidationFailed` with all problems, each with the number of its row and its field.
    """
    lines, problems = read_lines(data)
    if len(lines) + len(problems) < 2:
        raise ValidationFailed([Problem("empty", _EMPTY)])
    if not lines or any((problem.line or 0) < lines[0][0] for problem in problems):
        raise ValidationFailed(problems)  # without a header no row can be read
    columns = SheetColumns(game, titles or {}, *lines[0])
    rows = [_read_row(number, cells, columns, game, separator) for number, cells in lines[1:]]
    problems += [*columns.problems, *(problem for row in rows for problem in row.problems)]
    problems += [*_dealer_problems(rows), *_duplicate_problems(rows)]
    if problems:
        raise ValidationFailed(sorted(problems, key=lambda problem: problem.line or 0))
    return [SheetRow(row.board, row.contestants, row.outcome) for row in rows if row.board]


def _result(row: SheetRow, game: Game) -> Result:
    if row.outcome is None:
        return Result(row.contestants, {})
    return Result(
        row.contestants, game.raw_results(row.outcome, row.board), game.is_flagged(row.outcome)
    )


def _read_row(
    row_number: int, cells: list[str], columns: SheetColumns, game: Game, separator: str | None
) -> _PartialRow:
    if problem := columns.cell_count_problem(row_number, cells):
        return _PartialRow(row_number, None, {}, [problem])
    texts = columns.by_name(cells)
    board, problems = _read_board(texts, game)
    contestants = {line: _contestants(texts.get(line, ""), separator) for line in game.lines}
    problems += [
        Problem("missing", _NOBODY, {"line": line}, line)
        for line, names in contestants.items()
        if not all(names)
    ]
    row = _PartialRow(row_number, board, contestants, problems)
    _read_outcome(row, {field.name: texts.get(field.name, "") for field in game.fields}, game)
    # A missing column is a problem of the header, not of each row.
    problems = [problem for problem in row.problems if problem.field not in columns.missing]
    return replace(row, problems=[replace(problem, line=row_number) for problem in problems])


def _read_board(texts: Mapping[str, str], game: Game) -> tuple[BoardSetup | None, list[Problem]]:
    number, dealer = texts.get("board", ""), texts.get("dealer", "").upper()
    problems = []
    if not _NUMBER.fullmatch(number):
        problems.append(Problem("bad_board", _BOARD, {"said": number}, "board"))
    if dealer and dealer not in game.seats:
        params = {"said": texts["dealer"], "seats": ", ".join(game.seats)}
        problems.append(Problem("bad_dealer", _DEALER, params, "dealer"))
    if problems:
        return None, problems
    board = game.board(int(number))
    return replace(board, dealer=dealer or board.dealer), []


def _contestants(cell: str, separator: str | None) -> tuple[str, ...]:
    return tuple(part.strip() for part in cell.split(separator)) if separator else (cell,)


def _read_outcome(row: _PartialRow, texts: Mapping[str, str], game: Game) -> None:
    """Set the outcome of the row, or add to its problems."""
    if not any(texts.values()):
        return
    outcome, problems = parse_outcome(game.fields, texts)
    if row.board and not problems:
        problems = game.problems(outcome, row.board)
    row.problems += problems
    row.outcome = outcome


def _dealer_problems(rows: Iterable[_PartialRow]) -> Iterator[Problem]:
    """Yield a problem for each row whose dealer differs from the first row of the board."""
    first_dealers: dict[int, str] = {}
    for row in rows:
        if row.board is None:
            continue
        number, dealer = row.board.number, row.board.dealer
        first = first_dealers.setdefault(number, dealer)
        if first != dealer:
            params = {"board": number, "dealer": dealer, "first": first}
            yield Problem("other_dealer", _OTHER_DEALER, params, "dealer", row.row_number)


def _duplicate_problems(rows: Iterable[_PartialRow]) -> Iterator[Problem]:
    """Yield a problem for each contestant who is listed again on the same board."""
    occurrences: Counter[tuple[int, str]] = Counter()
    seats = (
        (row.row_number, row.board.number, line, contestant)
        for row in rows
        if row.board
        for line, contestants in row.contestants.items()
        for contestant in filter(None, contestants)
    )
    for row_number, number, line, contestant in seats:
        occurrences[number, contestant] += 1
        if occurrences[number, contestant] > 1:
            params = {"contestant": contestant, "board": number}
            yield Problem("twice_on_board", _TWICE, params, line, row_number)
