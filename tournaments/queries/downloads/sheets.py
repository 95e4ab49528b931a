"""What anybody may take along of an event, as rows of cells: the same that its pages show, no
more."""

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

Cell = str | int | Fraction | Text | None
"""What stands in a column of a row: a number is exact, and None where there is nothing."""


class Column(NamedTuple):
    """A column: what it holds, and of which line of the game; blank where it is of none."""

    what: str
    line: str = ""

    @property
    def key(self) -> str:
        """What programs call it: `place`, `ns_award`."""
        return f"{self.line}_{self.what}" if self.line else self.what


class Sheet(NamedTuple):
    """A table to be taken along; its rows are read as they are written."""

    columns: Sequence[Column]
    rows: Iterable[Sequence[Cell]]


_PLACES = "stage ranking section group category place number contestant boards total mean percent"
_MORE_OF_PLACES = "carried penalty reasons"
_SEATS = "session section round table boards"
_RESULTS = "session board section round table result"
_OF_LINE = "contestants x award"
_CARD = (
    "number contestant stage session round table kind partners opponents board result x award total"
)


def standings_sheet(event: Event, shown: Iterable[tuple[Stage, ShownStandings]]) -> Sheet:
    """The places of every ranking that is shown, the best first."""
    rows = (
        _place(stage, ranking, row)
        for stage, standings in shown
        for ranking in standings.rankings
        for row in ranking.rows
    )
    return Sheet(_columns(_PLACES, _MORE_OF_PLACES), rows)


def seats_sheet(event: Event) -> Sheet:
    """Who sits where in every round, with which boards."""
    lines = tuple(event.game.lines)
    rows = (_seats(shown, table, lines) for shown in rounds_of(event) for table in shown.tables)
    return Sheet((*_columns(_SEATS), *(Column("contestants", line) for line in lines)), rows)


def travellers_sheet(event: Event) -> Sheet:
    """Every result on each board that anybody may see, board by board."""
    lines = tuple(event.game.lines)
    of_lines = (Column(what, line) for line in lines for what in _OF_LINE.split())
    rows = (
        _result(shown.session, result)
        for shown in visible_boards(event)
        for result in _results(shown)
    )
    return Sheet((*_columns(_RESULTS), *of_lines), rows)


def scorecards_sheet(event: Event) -> Sheet:
    """All that everybody did on boards that anybody may see, contestant by contestant."""
    rows = (
        row
        for contestant, cards in public_scorecards(event)
        for card in cards
        for row in _card(contestant, card)
    )
    return Sheet(_columns(_CARD), rows)


def _columns(*names: str) -> tuple[Column, ...]:
    return tuple(Column(name) for each in names for name in each.split())


def _place(stage: Stage, ranking: ShownRanking, row: RankedContestant) -> Sequence[Cell]:
    where = (stage.number, ranking.line, ranking.section, ranking.group, ranking.category)
    figures = (row.boards, row.total, row.mean, row.percent)
    more = (row.carried.total if row.carried else None, row.penalty, "; ".join(row.penalty_reasons))
    return (*where, row.rank, row.number, row.names, *figures, *more)


def _seats(shown: RoundOverview, table: TableOverview, lines: Sequence[str]) -> Sequence[Cell]:
    where = (shown.session.sitting, shown.round.section.name, shown.round.number, table.table.label)
    boards = " ".join(map(str, table.boards))
    return (*where, boards, *(_named(table.lines.get(line, ())) for line in lines))


def _results(shown: SessionBoards) -> Iterator[TableResult]:
    """The results of a session on each board that anybody may see, in the order of the boards."""
    return (result for results in travellers(shown.session, shown.unsealed) for result in results)


def _result(session: Session, result: TableResult) -> Sequence[Cell]:
    seating, board = result.play.seating, result.play.board
    where = (session.sitting, board.number, seating.table.section.name, seating.round.number)
    of_lines = (
        cell for line in result.lines for cell in (_named(line.contestants), line.x, line.award)
    )
    return (*where, seating.table.label, result.notation, *of_lines)


def _card(contestant: Contestant, card: StageCard) -> Iterator[Sequence[Cell]]:
    whose = (contestant.number, contestant.name, card.stage.number)
    carried = (card.carry_over_row,) if card.carry_over_row else ()
    for row in (*carried, *card.rows, *card.match_rows, *card.penalty_rows):
        yield from ((*whose, *cells) for cells in _rows_of(row))


def _rows_of(row: SumRow | ScorecardRound | MatchRow) -> Iterator[Sequence[Cell]]:
    if isinstance(row, ScorecardRound):
        yield from (_board(row, board) for board in row.boards)
    elif isinstance(row, MatchRow):
        against = row.opponents.name if row.opponents else None
        yield (
            row.sitting,
            row.match_round,
            None,
            "match",
            None,
            against,
            None,
            None,
            row.margin,
            row.award,
            row.total,
        )
    else:
        yield (
            *_when(row),
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


def _when(row: SumRow) -> Sequence[Cell]:
    return (row.round.section.session.sitting, row.round.number) if row.round else (None, None)


def _board(played: ScorecardRound, shown: ScorecardBoard) -> Sequence[Cell]:
    round_ = played.seating.round
    where = (round_.section.session.sitting, round_.number, played.seating.table.label, "board")
    who = (_named(played.partners), _named(played.opponents))
    counts = shown.applied_award or shown.award
    x = shown.award.x if shown.award else None
    return (
        *where,
        *who,
        shown.play.board.number,
        shown.result,
        x,
        counts.award if counts else None,
        shown.total,
    )


def _named(contestants: Iterable[Contestant]) -> str:
    return " / ".join(each.name for each in contestants)
