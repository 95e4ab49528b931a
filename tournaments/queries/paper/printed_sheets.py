"""What is printed: sheets and slips for the tables, cards for the contestants, records of the
hands."""

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
from tournaments.queries.desk.rooms import RoomCell, RoomColumn, RoomRow, read_rooms
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
    """One round of a table: its cell, without plays where it rests, and who sits there for whom."""

    column: RoomColumn
    cell: RoomCell
    came: Sequence[Substitute] = ()

    @property
    def names(self) -> list[tuple[str, str, tuple[Text, ...]]]:
        """Of each line its name, who sits on it, and who does for whom."""
        return [
            (line, " / ".join(each.name for each in there), substitute_texts(self.came, there))
            for line, there in self.cell.sides
        ]


@dataclass(frozen=True)
class TableSheet:
    """A table with its present code and token, and what stands at it in each round.

    Code and token are blank where they are hidden from the reader.
    """

    table: Table
    code: str
    token: str
    turns: tuple[TableRound, ...]


@dataclass(frozen=True)
class ScoreSlip:
    """A table in a round: who sits on each line, its boards with who deals, where team-mates sit.

    The boards are in the order in which the table plays them; to those `sharing` it passes them
    meanwhile.
    """

    round: int
    table: str
    lines: Mapping[str, Sequence[Contestant]]
    boards: tuple[tuple[int, str], ...]
    mates: str = ""
    sharing: tuple[str, ...] = ()


@dataclass(frozen=True)
class MovementCard:
    """A contestant's way through the session."""

    contestant: Contestant
    turns: tuple[ContestantRound, ...]


@dataclass(frozen=True)
class HandRecord:
    """A board that anybody may see: its number, who deals or starts, and the cards, or its
    scenario."""

    number: int
    dealer: str
    cards: SortedDeal | None
    scenario: Scenario


def read_table_sheets(
    session: Session, sections: QuerySet[Section], reader: int | None = None
) -> list[TableSheet]:
    """A sheet for every table of some sections; none before the session is dealt.

    The `reader` is the user for whom they are printed.
    """
    came = _substitutes_by_table(session, sections)
    hidden = reader is not None and hides_table_codes(reader, session)
    return [
        TableSheet(
            row.table,
            "" if hidden else code_of(row.table),
            "" if hidden else qr_token_of(row.table),
            _table_rounds(row, came),
        )
        for room in read_rooms(session, sections.filter(session=session), ())
        for row in room.rows
    ]


def read_score_slips(session: Session, sections: QuerySet[Section]) -> dict[Table, list[ScoreSlip]]:
    """The slips of each table of some sections, by section and number, in the order of the
    rounds."""
    slips: dict[Table, list[ScoreSlip]] = {}
    copies = copies_needed(session)
    for round_ in _rounds(session, sections):
        for shown in round_.tables:
            slip = _slip(session.stage.event.game, round_, shown, copies[shown.table.section_id])
            slips.setdefault(shown.table, []).append(slip)
    return dict(sorted(slips.items(), key=lambda each: (each[0].section.number, each[0].number)))


def read_movement_cards(session: Session, sections: QuerySet[Section]) -> list[MovementCard]:
    """The card of every contestant who plays or rests in some sections of the session, by
    number."""
    turns: dict[Contestant, list[ContestantRound]] = {}
    came = _substitutes_by_table(session, sections)
    for round_ in _rounds(session, sections):
        for contestant, turn in contestant_rounds(round_, came):
            turns.setdefault(contestant, []).append(turn)
    ordered = sorted(turns, key=lambda contestant: contestant.number)
    return [MovementCard(contestant, tuple(turns[contestant])) for contestant in ordered]


def upcoming_rounds_of(session: Session, contestant: Contestant) -> list[ContestantRound]:
    """The rounds of a contestant that have not begun, in their order; none before he is drawn."""
    sections = Section.objects.filter(session=session)
    own = sections.filter(rounds__seatings__places__contestant=contestant).distinct()
    coming = [each for each in _rounds(session, own) if each.round.started_at is None]
    return [
        turn
        for round_ in coming
        for who, turn in contestant_rounds(round_, {})
        if who == contestant
    ]


def tables_without_phone_code(session: Session, contestant: Contestant) -> list[Table]:
    """Tables of his at which nobody has sat yet: phones there have no code."""
    his = Table.objects.filter(section__session=session, seatings__places__contestant=contestant)
    known = Seating.objects.filter(round__section__session=session, round__started_at__isnull=False)
    new = his.exclude(pk__in=known.values("table")).distinct()
    return list(new.select_related("section").order_by("number"))


def read_hand_records(session: Session) -> list[HandRecord]:
    """The boards of the session that are no longer sealed and whose hands or scenario are known."""
    boards = session.boards.select_related("session__stage__event")
    shown = ((board, shown_deal(board), shown_scenario(board)) for board in boards)
    return [
        HandRecord(board.number, board.conditions.dealer, cards, scenario)
        for board, cards, scenario in shown
        if cards or scenario
    ]


def _rounds(session: Session, sections: QuerySet[Section]) -> list[RoundOverview]:
    return rounds_of_sections(session.stage.event, sections.filter(session=session))


def _slip(game: Game, round_: RoundOverview, shown: TableOverview, copies: int) -> ScoreSlip:
    sharing = tables_sharing_copies(
        shown.table, {each.table: each.boards for each in round_.tables}, copies
    )
    ordered = in_playing_order(shown.table, sharing, shown.boards)
    return ScoreSlip(
        round_.round.number,
        shown.table.label,
        shown.lines,
        tuple((number, game.board(number).dealer) for number in ordered),
        round_.partner_table_label(shown),
        tuple(each.label for each in sharing if each != shown.table),
    )


def _substitutes_by_table(session: Session, sections: QuerySet[Section]) -> SubstitutesByTable:
    came: dict[tuple[int, int], list[Substitute]] = {}
    here = sections.filter(session=session)
    for each in substitutes_in(Seating.objects.filter(round__section__in=here)):
        seating = each.place.seating
        came.setdefault((seating.table_id, seating.round_id), []).append(each)
    return came


def _table_rounds(row: RoomRow, came: SubstitutesByTable) -> tuple[TableRound, ...]:
    return tuple(
        TableRound(column, cell, came.get((row.table.pk, column.pk), ()))
        for column, cell in row.cells
    )
