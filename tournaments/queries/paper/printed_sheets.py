"""Read sheets and slips for tables, movement cards for contestants, and hand records."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from games.deals import Scenario
from games.game import Game
from games.text import Text
from tournaments.models import Contestant, Seating, Section, Session, Table
from tournaments.permissions.visibility.devices import hides_table_codes
from tournaments.queries.boards.copies import copies_needed
from tournaments.queries.boards.sharing import in_playing_order, tables_sharing_copies
from tournaments.queries.boards.travellers import SortedDeal, shown_deal, shown_scenario
from tournaments.queries.desk.section_grids import GridCell, GridColumn, GridRow, read_section_grids
from tournaments.queries.phone.table_codes import code_of, qr_token_of
from tournaments.queries.rounds.rounds import (
    ContestantRound,
    RoundOverview,
    SubstitutesByTable,
    TableOverview,
    contestant_rounds,
    rounds_of_sections,
    substitute_texts,
)
from tournaments.queries.rounds.substitutes import Substitute, substitutes_in


@dataclass(frozen=True)
class TableRound:
    """One round of a table; its cell has no plays if nobody sits there."""

    column: GridColumn
    cell: GridCell
    substitutes: Sequence[Substitute] = ()

    @property
    def lines(self) -> list[tuple[str, str, tuple[Text, ...]]]:
        """The key of each line, the names of those on it, and a text for each substitute."""
        return [
            (
                line,
                " / ".join(contestant.name for contestant in contestants),
                substitute_texts(self.substitutes, contestants),
            )
            for line, contestants in self.cell.sides
        ]


@dataclass(frozen=True)
class TableSheet:
    """A table with its current code and token, and who sits at it in each round.

    Code and token are blank if they are hidden from the reader.
    """

    table: Table
    code: str
    token: str
    rounds: tuple[TableRound, ...]


@dataclass(frozen=True)
class ScoreSlip:
    """A table in a round: who sits on each line, and its boards with their dealers.

    The boards are in the order in which the table plays them. `partner_table` is where the
    team-mates sit, `sharing_tables` are those to which the boards are passed during the round.
    """

    round: int
    table: str
    lines: Mapping[str, Sequence[Contestant]]
    boards: tuple[tuple[int, str], ...]
    partner_table: str = ""
    sharing_tables: tuple[str, ...] = ()


@dataclass(frozen=True)
class MovementCard:
    """A contestant's rounds of a session."""

    contestant: Contestant
    rounds: tuple[ContestantRound, ...]


@dataclass(frozen=True)
class HandRecord:
    """A board that anybody may see, with its cards or scenario; `dealer` deals or starts."""

    number: int
    dealer: str
    cards: SortedDeal | None
    scenario: Scenario


def read_table_sheets(
    session: Session, sections: QuerySet[Section], reader_id: int | None = None
) -> list[TableSheet]:
    """Return a sheet for every table of some sections; none before the session is dealt.

    `reader_id` is the user who prints them; codes are hidden from directors who play.
    """
    substitutes = _substitutes_by_table(session, sections)
    is_hidden = reader_id is not None and hides_table_codes(reader_id, session)
    return [
        TableSheet(
            row.table,
            "" if is_hidden else code_of(row.table),
            "" if is_hidden else qr_token_of(row.table),
            _table_rounds(row, substitutes),
        )
        for room in read_section_grids(session, sections.filter(session=session), {})
        for row in room.rows
    ]


def read_score_slips(session: Session, sections: QuerySet[Section]) -> dict[Table, list[ScoreSlip]]:
    """Return the slips of each table, by section and table number, in the order of rounds."""
    slips: dict[Table, list[ScoreSlip]] = {}
    copies = copies_needed(session)
    for round_ in _rounds(session, sections):
        for table in round_.tables:
            slip = _slip(session.stage.event.game, round_, table, copies[table.table.section_id])
            slips.setdefault(table.table, []).append(slip)
    return dict(sorted(slips.items(), key=lambda item: (item[0].section.number, item[0].number)))


def read_movement_cards(session: Session, sections: QuerySet[Section]) -> list[MovementCard]:
    """Return the card of every contestant who plays or sits out in some sections, by number."""
    rounds: dict[Contestant, list[ContestantRound]] = {}
    substitutes = _substitutes_by_table(session, sections)
    for round_ in _rounds(session, sections):
        for contestant, contestant_round in contestant_rounds(round_, substitutes):
            rounds.setdefault(contestant, []).append(contestant_round)
    contestants = sorted(rounds, key=lambda contestant: contestant.number)
    return [MovementCard(contestant, tuple(rounds[contestant])) for contestant in contestants]


def upcoming_rounds_of(session: Session, contestant: Contestant) -> list[ContestantRound]:
    """Return the rounds of a contestant that have not started, in order."""
    sections = Section.objects.filter(session=session)
    own_sections = sections.filter(rounds__seatings__places__contestant=contestant).distinct()
    upcoming = [
        overview for overview in _rounds(session, own_sections) if overview.round.started_at is None
    ]
    return [
        contestant_round
        for round_ in upcoming
        for seated_contestant, contestant_round in contestant_rounds(round_, {})
        if seated_contestant == contestant
    ]


def tables_without_phone_code(session: Session, contestant: Contestant) -> list[Table]:
    """Return the contestant's tables at which nobody has sat yet: phones there have no code."""
    tables = Table.objects.filter(section__session=session, seatings__places__contestant=contestant)
    started_seatings = Seating.objects.filter(
        round__section__session=session, round__started_at__isnull=False
    )
    unused_tables = tables.exclude(pk__in=started_seatings.values("table")).distinct()
    return list(unused_tables.select_related("section").order_by("number"))


def read_hand_records(session: Session) -> list[HandRecord]:
    """Return the unsealed boards of the session whose hands or scenario are known."""
    boards = session.boards.select_related("session__stage__event")
    contents = ((board, shown_deal(board), shown_scenario(board)) for board in boards)
    return [
        HandRecord(board.number, board.conditions.dealer, cards, scenario)
        for board, cards, scenario in contents
        if cards or scenario
    ]


def _rounds(session: Session, sections: QuerySet[Section]) -> list[RoundOverview]:
    return rounds_of_sections(session.stage.event, sections.filter(session=session))


def _slip(
    game: Game, round_: RoundOverview, table_overview: TableOverview, copy_count: int
) -> ScoreSlip:
    """Return the score slip of one table in one round."""
    sharing_tables = tables_sharing_copies(
        table_overview.table,
        {other_table.table: other_table.boards for other_table in round_.tables},
        copy_count,
    )
    board_numbers = in_playing_order(table_overview.table, sharing_tables, table_overview.boards)
    return ScoreSlip(
        round_.round.number,
        table_overview.table.label,
        table_overview.lines,
        tuple((board_number, game.board(board_number).dealer) for board_number in board_numbers),
        round_.partner_table_label(table_overview),
        tuple(table.label for table in sharing_tables if table != table_overview.table),
    )


def _substitutes_by_table(session: Session, sections: QuerySet[Section]) -> SubstitutesByTable:
    substitutes: dict[tuple[int, int], list[Substitute]] = {}
    own_sections = sections.filter(session=session)
    for substitute in substitutes_in(Seating.objects.filter(round__section__in=own_sections)):
        seating = substitute.place.seating
        substitutes.setdefault((seating.table_id, seating.round_id), []).append(substitute)
    return substitutes


def _table_rounds(row: GridRow, substitutes: SubstitutesByTable) -> tuple[TableRound, ...]:
    return tuple(
        TableRound(column, cell, substitutes.get((row.table.pk, column.pk), ()))
        for column, cell in row.cells
    )
