"""Tables of sections by round, as a grid, and how far each section has played."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from django.db.models import Count, Exists, F, Max, Min, OuterRef, Q, QuerySet

from games.text import PluralText, Verbatim, ngettext_noop, plural_text
from tournaments.models import Play, Round, SeatHolder, Seating, Section, Session, SitOut, Table
from tournaments.queries.offline.sections import unfinished_exported_sections
from tournaments.queries.results.play_state import DECIDED_STATE, shown_state
from tournaments.queries.rounds.current_round import UNSETTLED_STATES

# The maximum number of sentences about open boards in the question before a round ends, so that it
# fits on a screen.
MAX_OPEN_BOARD_TEXTS = 8

# Every mark of a play, the most urgent first: its state, or the mark of a pending decision.
MARKS = (
    "conflict",
    "undecided",
    "late",
    "unlinked",
    "due",
    "entered",
    "ruled",
    DECIDED_STATE,
    "void",
    "confirmed",
)


class PlayMark(NamedTuple):
    """One board at one table; `mark` is the play's state, or why the director must look at it."""

    pk: int
    board: int
    mark: str


def sort_marks(plays: Iterable[PlayMark]) -> list[str]:
    """Return the marks that some plays have, the most urgent first."""
    present_marks = {play.mark for play in plays}
    return [mark for mark in MARKS if mark in present_marks]


class SeatedContestant(NamedTuple):
    """A contestant at a table; `has_left` if they have left the event since."""

    number: int
    name: str
    has_left: bool


class GridCell(NamedTuple):
    """One table in one round, with the contestants on each line; without plays it is unused."""

    plays: tuple[PlayMark, ...] = ()
    sides: tuple[tuple[str, tuple[SeatedContestant, ...]], ...] = ()

    @property
    def names(self) -> tuple[tuple[str, str], ...]:
        """Return the names on each line; single contestants of a line are separated by a slash."""
        return tuple(
            (line, " / ".join(contestant.name for contestant in contestants))
            for line, contestants in self.sides
        )

    @property
    def seated(self) -> set[SeatedContestant]:
        """Return all contestants at the table."""
        return {contestant for _line, contestants in self.sides for contestant in contestants}


class GridColumn(NamedTuple):
    """One round; `phase` is "past", "now" or "coming"."""

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
    """The tables of a section in all of its rounds.

    `round_count` includes rounds that are not planned yet. `missing_count` counts the boards
    without a result in the current round. If `is_offline`, the section is played on another
    installation that has not sent all results.

    Counts named after a state count boards of the current round.
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
        """Return every table in the current round; empty after the last one."""
        return tuple(
            (row.table, cell)
            for row in self.rows
            for column, cell in row.cells
            if column.phase == "now"
        )

    @property
    def recent_cells(self) -> tuple[tuple[Table, GridCell], ...]:
        """Return every table in the current round and in the one before."""
        return tuple(
            (row.table, cell)
            for row in self.rows
            for column, cell in row.cells
            if column in self.recent_columns
        )

    @property
    def recent_columns(self) -> tuple[GridColumn, ...]:
        """Return the current round and the one before; empty after the last one."""
        current_index = (
            [column.phase for column in self.columns].index("now") if self.current_round else None
        )
        return (
            ()
            if current_index is None
            else self.columns[max(0, current_index - 1) : current_index + 1]
        )

    @property
    def due_count(self) -> int:
        """Return how many boards of the current round need a result: all but those not played."""
        return sum(len(cell.plays) for _table, cell in self.current_cells) - self.not_played_count

    @property
    def received_count(self) -> int:
        """Return how many boards of the current round have a result, counted as public pages do."""
        return self.due_count - sum(map(self._count_mark, UNSETTLED_STATES))

    @property
    def conflict_count(self) -> int:
        """Return how many boards of the current round have results that differ."""
        return self._count_mark(Play.State.CONFLICT)

    @property
    def one_sided_count(self) -> int:
        """Return how many boards of the current round were entered by one side only."""
        return self._count_mark(Play.State.ENTERED)

    @property
    def not_played_count(self) -> int:
        """Return how many boards of the current round are marked as not played."""
        return self._count_mark(Play.State.VOID)

    @property
    def has_open_boards(self) -> bool:
        """Return whether a board has no result, results that differ, or that of one side only."""
        return any(self._count_mark(state) for state in OPEN_BOARD_TEMPLATES)

    @property
    def open_board_texts(self) -> list[PluralText]:
        """Return a sentence for each table and state with open boards, up to the maximum."""
        return self._all_open_board_texts[:MAX_OPEN_BOARD_TEXTS]

    @property
    def omitted_text_count(self) -> int:
        """Return how many sentences about open boards are left out."""
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
        """Count the boards of the current round with this mark."""
        return sum(play.mark == mark for _table, cell in self.current_cells for play in cell.plays)

    @property
    def sitting_out(self) -> list[SeatedContestant]:
        """Return who has a table in other rounds but not in the current one, by number.

        Contestants who have left are not included.
        """
        all_contestants = {
            contestant
            for row in self.rows
            for _column, cell in row.cells
            for contestant in cell.seated
        }
        playing_contestants = {
            contestant for _table, cell in self.current_cells for contestant in cell.seated
        }
        return sorted(
            contestant
            for contestant in all_contestants - playing_contestants
            if not contestant.has_left
        )

    @property
    def current_round(self) -> GridColumn | None:
        """Return the current round, None after the last one."""
        return next((column for column in self.columns if column.phase == "now"), None)

    @property
    def next_round(self) -> GridColumn | None:
        """Return the round that starts when the current one ends."""
        return next((column for column in self.columns if column.phase == "coming"), None)

    @property
    def is_upcoming(self) -> bool:
        """Return whether the first round is planned and has not started."""
        return bool(self.columns) and self.columns[0].phase == "coming"

    @property
    def current_round_text(self) -> str:
        """Return the number of the current round as text, "0" without one.

        The page of the desk sends it with each poll, and is reloaded when it has changed.
        """
        return str(self.current_round.number if self.current_round else 0)


# What is open at a table before its round ends, by the state of the boards.
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


def open_boards_text(state: str, table_label: str, board_numbers: Sequence[int]) -> PluralText:
    """Return which boards of a table have no result, differ, or were entered by one side only."""
    listed_numbers = ", ".join(map(str, board_numbers))
    params = {"table": Verbatim(table_label), "boards": Verbatim(listed_numbers)}
    return plural_text(OPEN_BOARD_TEMPLATES[Play.State(state)], len(board_numbers), params)


# The cells by table id and round id.
CellsByTableAndRound = Mapping[tuple[int, int], GridCell]


def read_section_grids(
    session: Session, sections: QuerySet[Section], pending_marks: Mapping[int, str]
) -> tuple[SectionGrid, ...]:
    """Return the grids of some sections of a session that have tables.

    `pending_marks` are the marks of plays that wait for the director, by play id.
    """
    columns, cells = _grid_columns(sections), _grid_cells(session, sections, pending_marks)
    section_by_id = {section.pk: section for section in sections.order_by("number")}
    tables: dict[int, list[Table]] = {pk: [] for pk in section_by_id}
    used_tables = Table.objects.filter(
        Exists(Seating.objects.filter(table=OuterRef("pk"))), section__in=sections
    )
    for table in used_tables.order_by("number"):
        table.section = section = section_by_id[table.section_id]
        section.session = session
        tables[section.pk].append(table)
    offline_ids = set(unfinished_exported_sections(sections))
    return tuple(
        _section_grid(
            section, columns[section.pk], tables[section.pk], cells, section in offline_ids
        )
        for section in section_by_id.values()
        if tables[section.pk]
    )


def _section_grid(
    section: Section,
    columns: Sequence[GridColumn],
    tables: Iterable[Table],
    cells: CellsByTableAndRound,
    is_offline: bool,
) -> SectionGrid:
    grid_rows = tuple(_grid_row(table, columns, cells) for table in tables)
    current_cells = (
        cell for row in grid_rows for column, cell in row.cells if column.phase == "now"
    )
    missing_count = sum(
        play.mark == Play.State.DUE for cell in current_cells for play in cell.plays
    )
    round_count = max(len(columns), section.rounds_to_play)
    return SectionGrid(
        section.pk,
        section.number,
        section.name,
        tuple(columns),
        grid_rows,
        missing_count,
        round_count,
        is_offline,
    )


def _grid_columns(sections: QuerySet[Section]) -> Mapping[int, list[GridColumn]]:
    """Return the rounds of each section, by section id."""
    columns: dict[int, list[GridColumn]] = defaultdict(list)
    has_sit_outs = Exists(SitOut.objects.filter(round=OuterRef("pk")))
    for round_ in (
        Round.objects.filter(section__in=sections)
        .annotate(has_sit_outs=has_sit_outs)
        .order_by("number")
    ):
        columns[round_.section_id].append(
            GridColumn(round_.pk, round_.number, _phase(round_), round_.has_sit_outs)
        )
    return columns


def _phase(round_: Round) -> str:
    if round_.is_playing:
        return "now"
    return "past" if round_.ended_at else "coming"


def _grid_row(table: Table, columns: Iterable[GridColumn], cells: CellsByTableAndRound) -> GridRow:
    return GridRow(
        table, tuple((column, cells.get((table.pk, column.pk), GridCell())) for column in columns)
    )


def _grid_cells(
    session: Session, sections: QuerySet[Section], pending_marks: Mapping[int, str]
) -> CellsByTableAndRound:
    plays = _play_marks(session, sections, pending_marks)
    sides = _seated_sides(session, sections)
    return {
        key: GridCell(tuple(plays.get(key, ())), tuple(sides.get(key, {}).items()))
        for key in plays.keys() | sides.keys()
    }


def _play_marks(
    session: Session, sections: QuerySet[Section], pending_marks: Mapping[int, str]
) -> Mapping[tuple[int, int], list[PlayMark]]:
    """Return the boards of each table in each round, by table id and round id."""
    marks: dict[tuple[int, int], list[PlayMark]] = defaultdict(list)
    plays = Play.objects.filter(seating__round__section__in=sections).order_by("board__number")
    unplayed_ids = (
        set(plays.unplayed_at_finish().values_list("pk", flat=True)) if session.is_over else set()
    )
    columns = ("seating__table", "seating__round", "pk", "board__number", "state", "entry__kind")
    for table_id, round_id, pk, board_number, state, kind in plays.values_list(*columns):
        mark = (
            pending_marks[pk]
            if pk in pending_marks and state != Play.State.CONFLICT
            else shown_state(state, kind, is_unplayed_at_finish=pk in unplayed_ids)
        )
        marks[table_id, round_id].append(PlayMark(pk, board_number, mark))
    return marks


def _seated_sides(
    session: Session, sections: QuerySet[Section]
) -> Mapping[tuple[int, int], Mapping[str, tuple[SeatedContestant, ...]]]:
    """Return who sits on each line, by table id and round id."""
    lines = session.stage.event.game.lines
    line_of = {seat: line for line, seats in lines.items() for seat in seats}
    contestant_by_id = {
        pk: SeatedContestant(number, name, withdrawn_at is not None)
        for pk, number, name, withdrawn_at in session.stage.event.contestants.values_list(
            "pk", "number", "name", "withdrawn_at"
        )
    }
    sides: dict[tuple[int, int], dict[str, tuple[SeatedContestant, ...]]] = defaultdict(
        lambda: dict.fromkeys(lines, ())
    )
    holders = SeatHolder.objects.filter(seating__round__section__in=sections).order_by("pk")
    columns = ("seating__table", "seating__round", "seat", "contestant")
    for table_id, round_id, seat, contestant_id in holders.values_list(*columns):
        contestants_by_line, line, seated_contestant = (
            sides[table_id, round_id],
            line_of[seat],
            contestant_by_id[contestant_id],
        )
        if seated_contestant not in contestants_by_line[line]:
            contestants_by_line[line] = (*contestants_by_line[line], seated_contestant)
    return sides


@dataclass(frozen=True)
class SectionProgress:
    """How far a section has played.

    `current_round` is the number of the round in progress, or 0. `missing_count` counts the boards
    without a result in that round, `overdue_count` those in ended rounds, `conflict_count` the
    results that differ in all of its rounds.
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
        """Return whether the section has not started."""
        return self.round_count > 0 and not self.current_round and not self.ended_round_count

    @property
    def is_finished(self) -> bool:
        """Return whether all of its rounds have ended."""
        return 0 < self.round_count == self.ended_round_count


@dataclass(frozen=True)
class RoundProgress:
    """A round in progress: how many sections play it, and how many boards lack a result."""

    number: int
    section_count: int
    missing_count: int


def progress_by_round(progress: Sequence[SectionProgress]) -> list[RoundProgress]:
    """Return the rounds that some section plays, by number."""
    numbers = sorted({section.current_round for section in progress if section.current_round})
    return [
        _round_progress(
            number, [section for section in progress if section.current_round == number]
        )
        for number in numbers
    ]


def _round_progress(round_number: int, sections: Sequence[SectionProgress]) -> RoundProgress:
    return RoundProgress(
        round_number, len(sections), sum(section.missing_count for section in sections)
    )


def is_in_play(session: Session) -> bool:
    """Return whether a section of a session plays a round, or is still to start its first one.

    If rounds are drawn, a first round that was drawn but not started does not count.
    """
    unended = Round.objects.filter(section__session=session, ended_at=None)
    started_or_first = (
        ~Q(started_at=None) if session.stage.is_drawn else ~Q(started_at=None) | Q(number=1)
    )
    return unended.filter(started_or_first).exists()


def read_progress(sections: QuerySet[Section]) -> tuple[SectionProgress, ...]:
    """Return the progress of each section by number, in three queries however many there are."""
    rounds, plays = _round_counts(sections), _open_play_counts(sections)
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


def _round_counts(sections: QuerySet[Section]) -> Mapping[int, tuple[int, int, int]]:
    """Return the current round, number of rounds and ended rounds of each section."""
    lowest_in_progress = Min("number", filter=Q(ended_at=None) & ~Q(started_at=None))
    ended_count = Count("pk", filter=~Q(ended_at=None))
    rounds = Round.objects.filter(section__in=sections).order_by().values("section")
    annotated = rounds.annotate(
        current_round=lowest_in_progress, round_count=Max("number"), ended_count=ended_count
    )
    return {
        row["section"]: (row["current_round"] or 0, row["round_count"], row["ended_count"])
        for row in annotated
    }


def _open_play_counts(sections: QuerySet[Section]) -> Mapping[int, tuple[int, int, int]]:
    """Return three numbers of boards by section id: missing, overdue, and in conflict.

    A board is missing if it has no result and its round is in progress. It is overdue if it has no
    result and its round ended before the session did.
    """
    started, ended = ~Q(seating__round__started_at=None), ~Q(seating__round__ended_at=None)
    ended_with_session = Q(seating__round__ended_at=F("board__session__finished_at"))
    open_plays = Play.objects.filter(state__in=(Play.State.DUE, Play.State.CONFLICT))
    by_section = (
        open_plays.filter(seating__round__section__in=sections)
        .order_by()
        .values("seating__round__section")
    )
    annotated = by_section.annotate(
        missing=Count("pk", filter=Q(state=Play.State.DUE) & started & ~ended),
        overdue=Count("pk", filter=Q(state=Play.State.DUE) & started & ended & ~ended_with_session),
        conflicts=Count("pk", filter=Q(state=Play.State.CONFLICT)),
    )
    return {
        row["seating__round__section"]: (row["missing"], row["overdue"], row["conflicts"])
        for row in annotated
    }
