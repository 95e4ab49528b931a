"""The tables of sections in their rounds, and how far each section is."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from django.db.models import Count, Exists, Max, Min, OuterRef, Q, QuerySet

from games.text import PluralText, Verbatim, ngettext_noop, plural_text
from tournaments.models import Play, Round, SeatHolder, Seating, Section, Session, SitOut, Table
from tournaments.queries.offline.sections import unfinished_exported_sections
from tournaments.queries.results.play_state import DECIDED_STATE, shown_state
from tournaments.queries.rounds.current_round import UNSETTLED_STATES

LATE = "late"
"""The mark of a play whose entry waits for the director, where its state does not say so
already."""

MAX_OPEN_BOARD_TEXTS = 8
"""Sentences about open boards before a round ends; the question stays on one screen."""

MARKS = ("conflict", LATE, "due", "entered", "ruled", DECIDED_STATE, "void", "confirmed")
"""Every mark a play can have, the most urgent first."""


class PlayMark(NamedTuple):
    """One board at one table: `mark` is the state of the play, or `late` where an entry waits."""

    pk: int
    board: int
    mark: str


def sort_marks(plays: Iterable[PlayMark]) -> list[str]:
    """Return the marks that some plays have, the most urgent first."""
    found = {play.mark for play in plays}
    return [mark for mark in MARKS if mark in found]


class SeatedContestant(NamedTuple):
    """A contestant at a table; `has_left` where he has left the event since."""

    number: int
    name: str
    has_left: bool


class GridCell(NamedTuple):
    """One table in one round, with who sits on each of its lines. Without plays the table rests."""

    plays: tuple[PlayMark, ...] = ()
    sides: tuple[tuple[str, tuple[SeatedContestant, ...]], ...] = ()

    @property
    def names(self) -> tuple[tuple[str, str], ...]:
        """Who sits on each line: single contestants of a line stand side by side."""
        return tuple((line, " / ".join(each.name for each in there)) for line, there in self.sides)

    @property
    def seated(self) -> set[SeatedContestant]:
        """Everybody who sits here."""
        return {each for _line, there in self.sides for each in there}


class GridColumn(NamedTuple):
    """One round: `phase` is past, now or coming; `has_sit_outs` says whether it is noted that
    somebody sits out.
    """

    pk: int
    number: int
    phase: str
    has_sit_outs: bool = False


class GridRow(NamedTuple):
    """One table and its cell in every column."""

    table: Table
    cells: tuple[tuple[GridColumn, GridCell], ...]


@dataclass(frozen=True)
class SectionGrid:
    """The tables of a section in its rounds, of which `round_count` are planned.

    `missing_count` counts boards without a result in the one it plays.

    `is_offline`: a copy of it travels as a file, and results are still to come from there.
    """

    pk: int
    number: int
    name: str
    columns: tuple[GridColumn, ...]
    rows: tuple[GridRow, ...]
    missing_count: int
    round_count: int
    is_offline: bool

    @property
    def current_cells(self) -> tuple[tuple[Table, GridCell], ...]:
        """Every table in the round it plays; none after its last."""
        return tuple(
            (row.table, cell)
            for row in self.rows
            for column, cell in row.cells
            if column.phase == "now"
        )

    @property
    def recent_cells(self) -> tuple[tuple[Table, GridCell], ...]:
        """Every table in the round it plays and in the one before."""
        return tuple(
            (row.table, cell)
            for row in self.rows
            for column, cell in row.cells
            if column in self.recent_columns
        )

    @property
    def recent_columns(self) -> tuple[GridColumn, ...]:
        """The round it plays and the one before; none after its last."""
        playing = (
            [column.phase for column in self.columns].index("now") if self.current_round else None
        )
        return () if playing is None else self.columns[max(0, playing - 1) : playing + 1]

    @property
    def due_count(self) -> int:
        """How many boards of that round need a result; boards that are not played do not."""
        return sum(len(cell.plays) for _table, cell in self.current_cells) - self.not_played_count

    @property
    def received_count(self) -> int:
        """How many of them are in, counted as on the public pages."""
        return self.due_count - sum(map(self._count_mark, UNSETTLED_STATES))

    @property
    def conflict_count(self) -> int:
        """How many boards of that round have two results that differ."""
        return self._count_mark(Play.State.CONFLICT)

    @property
    def one_sided_count(self) -> int:
        """How many boards of that round have the result of one side alone."""
        return self._count_mark(Play.State.ENTERED)

    @property
    def not_played_count(self) -> int:
        """How many boards of that round are marked as not played."""
        return self._count_mark(Play.State.VOID)

    @property
    def has_open_boards(self) -> bool:
        """Whether a board of that round has no result, two that differ, or that of one side."""
        return any(self._count_mark(state) for state in OPEN_BOARD_TEMPLATES)

    @property
    def open_board_texts(self) -> list[PluralText]:
        """What is open of that round, a sentence for each table and state; at most
        `MOST_OPEN_WORDS`."""
        return self._all_open_board_texts[:MAX_OPEN_BOARD_TEXTS]

    @property
    def omitted_text_count(self) -> int:
        """How many sentences of what is open are left out."""
        return len(self._all_open_board_texts[MAX_OPEN_BOARD_TEXTS:])

    @cached_property
    def _all_open_board_texts(self) -> list[PluralText]:
        return [
            open_boards_text(state, table.label, boards)
            for state in OPEN_BOARD_TEMPLATES
            for table, cell in self.current_cells
            if (boards := [play.board for play in cell.plays if play.mark == state])
        ]

    def _count_mark(self, mark: str) -> int:
        """Count the boards of the round it plays that have this mark."""
        return sum(play.mark == mark for _table, cell in self.current_cells for play in cell.plays)

    @property
    def resting(self) -> list[SeatedContestant]:
        """Who has a place in other rounds and none in that one, by number; nobody who has left."""
        seated = {each for row in self.rows for _column, cell in row.cells for each in cell.seated}
        playing = {each for _table, cell in self.current_cells for each in cell.seated}
        return sorted(each for each in seated - playing if not each.has_left)

    @property
    def current_round(self) -> GridColumn | None:
        """The round it plays; None after its last."""
        return next((column for column in self.columns if column.phase == "now"), None)

    @property
    def next_round(self) -> GridColumn | None:
        """The round that begins when that ends."""
        return next((column for column in self.columns if column.phase == "coming"), None)

    @property
    def is_upcoming(self) -> bool:
        """Whether its first round is planned and has not begun."""
        return bool(self.columns) and self.columns[0].phase == "coming"

    @property
    def step(self) -> str:
        """Changes with its round."""
        return str(self.current_round.number if self.current_round else 0)


# What is open of a table when its round is about to end, by the state of its boards.
OPEN_BOARD_TEMPLATES = {
    Play.State.DUE: ngettext_noop(
        "Table %(table)s: board %(boards)s has no result yet.",
        "Table %(table)s: boards %(boards)s have no result yet.",
    ),
    Play.State.CONFLICT: ngettext_noop(
        "Table %(table)s: board %(boards)s, the two results differ.",
        "Table %(table)s: boards %(boards)s, the two results differ.",
    ),
    Play.State.ENTERED: ngettext_noop(
        "Table %(table)s: board %(boards)s was entered by one side only.",
        "Table %(table)s: boards %(boards)s were entered by one side only.",
    ),
}


def open_boards_text(state: str, table: str, boards: Sequence[int]) -> PluralText:
    """Say which boards of a table have no result yet, differ, or are known from one side alone."""
    numbers = ", ".join(map(str, boards))
    where = {"table": Verbatim(table), "boards": Verbatim(numbers)}
    return plural_text(OPEN_BOARD_TEMPLATES[Play.State(state)], len(boards), where)


Cells = Mapping[tuple[int, int], GridCell]
"""Cells by table and round."""


def read_section_grids(
    session: Session, here: QuerySet[Section], late: Collection[int]
) -> tuple[SectionGrid, ...]:
    """The rooms of some sections of a session; `late` are plays of which an entry waits for the
    director."""
    columns, cells = _columns(here), _cells(session, here, late)
    sections = {section.pk: section for section in here.order_by("number")}
    tables: dict[int, list[Table]] = {pk: [] for pk in sections}
    seated = Table.objects.filter(
        Exists(Seating.objects.filter(table=OuterRef("pk"))), section__in=here
    )
    for table in seated.order_by("number"):
        table.section = section = sections[table.section_id]
        section.session = session
        tables[section.pk].append(table)
    away = set(unfinished_exported_sections(here))
    return tuple(
        _section(section, columns[section.pk], tables[section.pk], cells, section in away)
        for section in sections.values()
        if tables[section.pk]
    )


def _section(
    section: Section,
    columns: Sequence[GridColumn],
    tables: Iterable[Table],
    cells: Cells,
    is_away: bool,
) -> SectionGrid:
    rows = tuple(_row(table, columns, cells) for table in tables)
    playing = (cell for row in rows for column, cell in row.cells if column.phase == "now")
    missing = sum(play.mark == Play.State.DUE for cell in playing for play in cell.plays)
    planned = max(len(columns), section.rounds_to_play)
    return SectionGrid(
        section.pk, section.number, section.name, tuple(columns), rows, missing, planned, is_away
    )


def _columns(here: QuerySet[Section]) -> Mapping[int, list[GridColumn]]:
    """The rounds of each section, by its row."""
    columns: dict[int, list[GridColumn]] = defaultdict(list)
    rests = Exists(SitOut.objects.filter(round=OuterRef("pk")))
    for each in Round.objects.filter(section__in=here).annotate(rests=rests).order_by("number"):
        columns[each.section_id].append(GridColumn(each.pk, each.number, _phase(each), each.rests))
    return columns


def _phase(round_: Round) -> str:
    if round_.is_playing:
        return "now"
    return "past" if round_.ended_at else "coming"


def _row(table: Table, columns: Iterable[GridColumn], cells: Cells) -> GridRow:
    return GridRow(
        table, tuple((column, cells.get((table.pk, column.pk), GridCell())) for column in columns)
    )


def _cells(session: Session, here: QuerySet[Section], late: Collection[int]) -> Cells:
    plays, sides = _marks(here, late), _sides(session, here)
    return {
        where: GridCell(tuple(plays.get(where, ())), tuple(sides.get(where, {}).items()))
        for where in plays.keys() | sides.keys()
    }


def _marks(
    here: QuerySet[Section], late: Collection[int]
) -> Mapping[tuple[int, int], list[PlayMark]]:
    """The boards of each table in each round, by their rows."""
    marks: dict[tuple[int, int], list[PlayMark]] = defaultdict(list)
    plays = Play.objects.filter(seating__round__section__in=here).order_by("board__number")
    columns = ("seating__table", "seating__round", "pk", "board__number", "state", "entry__kind")
    for table, round_, pk, board, state, kind in plays.values_list(*columns):
        shown = LATE if pk in late and state != Play.State.CONFLICT else shown_state(state, kind)
        marks[table, round_].append(PlayMark(pk, board, shown))
    return marks


def _sides(
    session: Session, here: QuerySet[Section]
) -> Mapping[tuple[int, int], Mapping[str, tuple[SeatedContestant, ...]]]:
    """Who sits on each line at each table in each round, by their rows."""
    lines = session.stage.event.game.lines
    line_of = {seat: line for line, seats in lines.items() for seat in seats}
    at_table = {
        pk: SeatedContestant(number, name, left is not None)
        for pk, number, name, left in session.stage.event.contestants.values_list(
            "pk", "number", "name", "withdrawn_at"
        )
    }
    sides: dict[tuple[int, int], dict[str, tuple[SeatedContestant, ...]]] = defaultdict(
        lambda: dict.fromkeys(lines, ())
    )
    places = SeatHolder.objects.filter(seating__round__section__in=here).order_by("pk")
    columns = ("seating__table", "seating__round", "seat", "contestant")
    for table, round_, seat, contestant in places.values_list(*columns):
        there, line, who = sides[table, round_], line_of[seat], at_table[contestant]
        if who not in there[line]:
            there[line] = (*there[line], who)
    return sides


@dataclass(frozen=True)
class SectionProgress:
    """A section: the `current_round` it plays of `round_count`, 0 where it plays none, and how many
    of them are over.

    `missing_count` counts boards without a result in that round, `overdue_count` those in rounds
    that are over, `conflict_count` results on which two sides differ in all of its rounds.
    """

    pk: int
    number: int
    name: str
    venue: str
    current_round: int
    round_count: int
    ended_round_count: int
    missing_count: int
    overdue_count: int
    conflict_count: int

    @property
    def is_upcoming(self) -> bool:
        """Whether it has not begun."""
        return self.round_count > 0 and not self.current_round and not self.ended_round_count

    @property
    def is_finished(self) -> bool:
        """Whether all of its rounds are over."""
        return 0 < self.round_count == self.ended_round_count


@dataclass(frozen=True)
class RoundProgress:
    """A round that `section_count` sections play, and how many boards of it miss a result in all of
    them."""

    number: int
    section_count: int
    missing_count: int


def progress_by_round(progress: Sequence[SectionProgress]) -> list[RoundProgress]:
    """The rounds that are played somewhere, by number."""
    numbers = sorted({each.current_round for each in progress if each.current_round})
    return [
        _going_on(number, [each for each in progress if each.current_round == number])
        for number in numbers
    ]


def _going_on(number: int, playing: Sequence[SectionProgress]) -> RoundProgress:
    return RoundProgress(number, len(playing), sum(each.missing_count for each in playing))


def is_in_play(session: Session) -> bool:
    """Whether some section of a session plays a round, or is still to start with its first one."""
    open_ = Round.objects.filter(section__session=session, ended_at=None)
    playing = ~Q(started_at=None) if session.stage.is_drawn else ~Q(started_at=None) | Q(number=1)
    return open_.filter(playing).exists()


def read_progress(sections: QuerySet[Section]) -> tuple[SectionProgress, ...]:
    """Each section in the order of their numbers, in three queries however many they are."""
    rounds, plays = _rounds(sections), _plays(sections)
    return tuple(
        SectionProgress(
            section.pk,
            section.number,
            section.name,
            section.venue.name if section.venue else "",
            *rounds.get(section.pk, (0, 0, 0)),
            *plays.get(section.pk, (0, 0, 0)),
        )
        for section in sections.select_related("venue").order_by("number")
    )


def _rounds(sections: QuerySet[Section]) -> Mapping[int, tuple[int, int, int]]:
    """By section: the round it plays, how many it has, and how many are over."""
    playing = Min("number", filter=Q(ended_at=None) & ~Q(started_at=None))
    over = Count("pk", filter=~Q(ended_at=None))
    found = Round.objects.filter(section__in=sections).order_by().values("section")
    counted = found.annotate(playing=playing, most=Max("number"), over=over)
    return {row["section"]: (row["playing"] or 0, row["most"], row["over"]) for row in counted}


def _plays(sections: QuerySet[Section]) -> Mapping[int, tuple[int, int, int]]:
    """By section: boards without a result in the round being played and in earlier ones, and
    conflicts."""
    started, ended = ~Q(seating__round__started_at=None), ~Q(seating__round__ended_at=None)
    open_ = Play.objects.filter(state__in=(Play.State.DUE, Play.State.CONFLICT))
    found = (
        open_.filter(seating__round__section__in=sections)
        .order_by()
        .values("seating__round__section")
    )
    counted = found.annotate(
        missing=Count("pk", filter=Q(state=Play.State.DUE) & started & ~ended),
        overdue=Count("pk", filter=Q(state=Play.State.DUE) & started & ended),
        conflicts=Count("pk", filter=Q(state=Play.State.CONFLICT)),
    )
    return {
        row["seating__round__section"]: (row["missing"], row["overdue"], row["conflicts"])
        for row in counted
    }
