"""The tables of sections in their rounds: what stands at each, and what the director should look at."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from tournaments.models import Place, Play, Round, Seating, Section, Session, Table
from tournaments.queries.section_travels import sections_away

LATE = "late"
"""The mark of a play whose entry waits for the director, where its state does not say so already."""

MARKS = ("conflict", LATE, "due", "entered", "ruled", "void", "confirmed")
"""Every mark a play can have, the most urgent first."""


@dataclass(frozen=True)
class PlayMark:
    """One board at one table: `mark` is the state of the play, or `late` where an entry waits."""

    pk: int
    board: int
    mark: str


@dataclass(frozen=True)
class RoomCell:
    """One table in one round; `names` says who sits on each line. Without plays the table rests."""

    plays: tuple[PlayMark, ...] = ()
    names: tuple[tuple[str, str], ...] = ()

    @property
    def most_urgent(self) -> PlayMark:
        """The play the director should look at first."""
        return min(self.plays, key=lambda play: MARKS.index(play.mark))


@dataclass(frozen=True)
class RoomColumn:
    """One round: `phase` is past, now or coming."""

    pk: int
    number: int
    phase: str


@dataclass(frozen=True)
class RoomRow:
    """One table and its cell in every column."""

    table: Table
    cells: tuple[tuple[RoomColumn, RoomCell], ...]


@dataclass(frozen=True)
class SectionRoom:
    """The tables of a section in its rounds: `missing` counts boards without a result in the one it plays.

    `is_away`: a copy of it travels as a file, and results are still to come from there.
    """

    pk: int
    number: int
    name: str
    columns: tuple[RoomColumn, ...]
    rows: tuple[RoomRow, ...]
    missing: int
    is_away: bool

    @property
    def now(self) -> RoomColumn | None:
        """The round it plays; None after its last."""
        return next((column for column in self.columns if column.phase == "now"), None)

    @property
    def following(self) -> RoomColumn | None:
        """The round that begins when that ends."""
        return next((column for column in self.columns if column.phase == "coming"), None)

    @property
    def is_to_start(self) -> bool:
        """Whether its first round is planned and has not begun."""
        return bool(self.columns) and self.columns[0].phase == "coming"

    @property
    def step(self) -> str:
        """Changes with its round, and when every board of that is in."""
        return f"{self.now.number if self.now else 0}-{'some' if self.missing else 'none'}"


Cells = Mapping[tuple[int, int], RoomCell]
"""Cells by table and round."""


def read_rooms(session: Session, here: QuerySet[Section], late: Collection[int]) -> tuple[SectionRoom, ...]:
    """The rooms of some sections of a session; `late` are plays of which an entry waits for the director."""
    columns, cells = _columns(here), _cells(session, here, late)
    tables = Table.objects.filter(section__in=here, seatings__isnull=False).distinct()
    together: dict[Section, list[Table]] = {}
    for table in tables.select_related("section__venue").order_by("section__number", "number"):
        together.setdefault(table.section, []).append(table)
    away = set(sections_away(here))
    return tuple(_section(each, columns[each.pk], own, cells, each in away) for each, own in together.items())


def _section(
    section: Section, columns: Sequence[RoomColumn], tables: Iterable[Table], cells: Cells, is_away: bool
) -> SectionRoom:
    rows = tuple(_row(table, columns, cells) for table in tables)
    playing = (cell for row in rows for column, cell in row.cells if column.phase == "now")
    missing = sum(play.mark == Play.State.DUE for cell in playing for play in cell.plays)
    return SectionRoom(section.pk, section.number, section.name, tuple(columns), rows, missing, is_away)


def _columns(here: QuerySet[Section]) -> Mapping[int, list[RoomColumn]]:
    """The rounds of each section, by its row."""
    columns: dict[int, list[RoomColumn]] = defaultdict(list)
    for each in Round.objects.filter(section__in=here).order_by("number"):
        columns[each.section_id].append(RoomColumn(each.pk, each.number, _phase(each)))
    return columns


def _phase(round_: Round) -> str:
    if round_.is_playing:
        return "now"
    return "past" if round_.ended_at else "coming"


def _row(table: Table, columns: Iterable[RoomColumn], cells: Cells) -> RoomRow:
    return RoomRow(table, tuple((column, cells.get((table.pk, column.pk), RoomCell())) for column in columns))


def _cells(session: Session, here: QuerySet[Section], late: Collection[int]) -> Cells:
    seatings = Seating.objects.filter(round__section__in=here)
    plays, names = _marks(here, late), _names(session, here)
    return {
        (table, round_): RoomCell(tuple(plays[pk]), _beside(names[pk]))
        for pk, table, round_ in seatings.values_list("pk", "table_id", "round_id")
    }


def _beside(names: Mapping[str, list[str]]) -> tuple[tuple[str, str], ...]:
    return tuple((line, " / ".join(there)) for line, there in names.items())


def _marks(here: QuerySet[Section], late: Collection[int]) -> Mapping[int, list[PlayMark]]:
    marks = defaultdict(list)
    plays = Play.objects.filter(seating__round__section__in=here).order_by("board__number")
    for pk, seating, board, state in plays.values_list("pk", "seating_id", "board__number", "state"):
        shown = LATE if pk in late and state != Play.State.CONFLICT else state
        marks[seating].append(PlayMark(pk, board, shown))
    return marks


def _names(session: Session, here: QuerySet[Section]) -> Mapping[int, Mapping[str, list[str]]]:
    """Who sits on each line of each seating; single contestants of a line stand side by side."""
    lines = session.stage.event.game.lines
    names: dict[int, dict[str, list[str]]] = defaultdict(lambda: {line: [] for line in lines})
    line_of = {seat: line for line, seats in lines.items() for seat in seats}
    places = Place.objects.filter(seating__round__section__in=here).order_by("pk")
    for seating, seat, name in places.values_list("seating_id", "seat", "contestant__name"):
        there = names[seating][line_of[seat]]
        there += [] if name in there else [name]
    return names
