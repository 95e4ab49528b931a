"""The public data of an event as rows of cells, for spreadsheets and programs.

A sheet contains no more than the public pages show.
"""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from games.text import Text
from tournaments.models import Contestant, Event, Session, Stage
from tournaments.queries.boards.travellers import TableResult, travellers
from tournaments.queries.boards.visible_boards import SessionBoards, visible_boards
from tournaments.queries.rounds.rounds import RoundOverview, TableOverview, rounds_of
from tournaments.queries.scorecards.match_rows import MatchRow
from tournaments.queries.scorecards.rounds import ScorecardBoard, ScorecardRound
from tournaments.queries.scorecards.scorecards import public_scorecards
from tournaments.queries.scorecards.stage_card import StageCard, SumRow
from tournaments.queries.standings.ranking import RankedContestant, ShownRanking, ShownStandings

# A value in a row: numbers are exact, None is an empty cell.
Cell = str | int | Fraction | Text | None


class Column(NamedTuple):
    """A column: its name, and the line of the game to which it belongs, or a blank."""

    name: str
    line: str = ""

    @property
    def key(self) -> str:
        """The key in JSON and the header in CSV, such as `place` or `ns_award`."""
        return f"{self.line}_{self.name}" if self.line else self.name


class Sheet(NamedTuple):
    """A table to download; its rows are read while they are written."""

    columns: Sequence[Column]
    rows: Iterable[Sequence[Cell]]


_STANDINGS_COLUMNS = (
    "stage ranking section group category place number contestant boards total mean percent"
)
_MORE_STANDINGS_COLUMNS = "carried penalty reasons"
_SEATS_COLUMNS = "session section round table boards"
_TRAVELLER_COLUMNS = "session board section round table result"
_LINE_COLUMNS = "contestants x award"
_SCORECARD_COLUMNS = (
    "number contestant stage session round table kind partners opponents board result x award total"
)


def standings_sheet(event: Event, visible: Iterable[tuple[Stage, ShownStandings]]) -> Sheet:
    """Return the rows of every visible ranking, the best first."""
    sheet_rows = (
        _standings_row(stage, ranking, row)
        for stage, standings in visible
        for ranking in standings.rankings
        for row in ranking.rows
    )
    return Sheet(_columns(_STANDINGS_COLUMNS, _MORE_STANDINGS_COLUMNS), sheet_rows)


def seats_sheet(event: Event) -> Sheet:
    """Return who sits where in every round, with which boards."""
    lines = tuple(event.game.lines)
    rows = (
        _seats_row(round_, table, lines) for round_ in rounds_of(event) for table in round_.tables
    )
    return Sheet(
        (*_columns(_SEATS_COLUMNS), *(Column("contestants", line) for line in lines)), rows
    )


def travellers_sheet(event: Event) -> Sheet:
    """Return every result of the boards that anybody may see, board by board."""
    lines = tuple(event.game.lines)
    line_columns = (Column(name, line) for line in lines for name in _LINE_COLUMNS.split())
    rows = (
        _traveller_row(boards.session, result)
        for boards in visible_boards(event)
        for result in _visible_results(boards)
    )
    return Sheet((*_columns(_TRAVELLER_COLUMNS), *line_columns), rows)


def scorecards_sheet(event: Event) -> Sheet:
    """Return the public scorecards of all contestants, row by row."""
    rows = (
        row
        for contestant, cards in public_scorecards(event)
        for card in cards
        for row in _scorecard_rows(contestant, card)
    )
    return Sheet(_columns(_SCORECARD_COLUMNS), rows)


def _columns(*names: str) -> tuple[Column, ...]:
    return tuple(Column(name) for group in names for name in group.split())


def _standings_row(stage: Stage, ranking: ShownRanking, row: RankedContestant) -> Sequence[Cell]:
    scope = (stage.number, ranking.line, ranking.section, ranking.group, ranking.category)
    figures = (row.boards, row.total, row.mean, row.percent)
    extra_cells = (
        row.carried.total if row.carried else None,
        row.penalty,
        "; ".join(row.penalty_reasons),
    )
    return (*scope, row.rank, row.number, row.names, *figures, *extra_cells)


def _seats_row(
    overview: RoundOverview, table: TableOverview, lines: Sequence[str]
) -> Sequence[Cell]:
    position = (
        overview.session.sitting,
        overview.round.section.name,
        overview.round.number,
        table.table.label,
    )
    boards = " ".join(map(str, table.boards))
    return (*position, boards, *(_contestant_names(table.lines.get(line, ())) for line in lines))


def _visible_results(boards: SessionBoards) -> Iterator[TableResult]:
    """Return the results of a session's unsealed boards, in the order of the boards."""
    return (result for results in travellers(boards.session, boards.unsealed) for result in results)


def _traveller_row(session: Session, result: TableResult) -> Sequence[Cell]:
    seating, board = result.play.seating, result.play.board
    position = (session.sitting, board.number, seating.table.section.name, seating.round.number)
    line_cells = (
        cell
        for line in result.lines
        for cell in (_contestant_names(line.contestants), line.x, line.award)
    )
    return (*position, seating.table.label, result.notation, *line_cells)


def _scorecard_rows(contestant: Contestant, card: StageCard) -> Iterator[Sequence[Cell]]:
    owner = (contestant.number, contestant.name, card.stage.number)
    carried = (card.carry_over_row,) if card.carry_over_row else ()
    for row in (*carried, *card.rows, *card.match_rows, *card.penalty_rows):
        yield from ((*owner, *cells) for cells in _cells_of_row(row))


def _cells_of_row(row: SumRow | ScorecardRound | MatchRow) -> Iterator[Sequence[Cell]]:
    if isinstance(row, ScorecardRound):
        yield from (_board_cells(row, board) for board in row.boards)
    elif isinstance(row, MatchRow):
        opponents = row.opponents.name if row.opponents else None
        yield (
            row.sitting,
            row.match_round,
            None,
            "match",
            None,
            opponents,
            None,
            None,
            row.margin,
            row.award,
            row.total,
        )
    else:
        yield (
            *_session_and_round(row),
            None,
            row.kind,
            None,
            None,
            None,
            row.reason,
            None,
            row.amount,
            row.total,
        )


def _session_and_round(row: SumRow) -> Sequence[Cell]:
    return (row.round.section.session.sitting, row.round.number) if row.round else (None, None)


def _board_cells(played: ScorecardRound, board: ScorecardBoard) -> Sequence[Cell]:
    round_ = played.seating.round
    position = (round_.section.session.sitting, round_.number, played.seating.table.label, "board")
    names = (_contestant_names(played.partners), _contestant_names(played.opponents))
    award = board.applied_award or board.award
    x = board.award.x if board.award else None
    return (
        *position,
        *names,
        board.play.board.number,
        board.result,
        x,
        award.award if award else None,
        board.total,
    )


def _contestant_names(contestants: Iterable[Contestant]) -> str:
    return " / ".join(contestant.name for contestant in contestants)
