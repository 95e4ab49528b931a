"""The tables of the round being played, as the control room shows them."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import NamedTuple

from django.db.models import Max, QuerySet

from games.fields import Outcome
from games.game import Game
from games.text import Text
from tournaments.models import Entry, Play, Seating, Section, Session, SitOut, Table
from tournaments.queries.boards.remade_boards import boards_awaiting_remake
from tournaments.queries.desk.calls import OpenCall, calls_without_minutes
from tournaments.queries.desk.pending_decisions import (
    CONTRADICTED,
    OBJECTION,
    UNLINKED,
    UNSCORABLE,
    PendingDecision,
)
from tournaments.queries.desk.section_grids import GridCell, PlayMark, SeatedContestant, SectionGrid
from tournaments.queries.results.drafts import DraftLegs, draft_legs_by_table
from tournaments.queries.results.notations import ResultFigures, result_figures
from tournaments.queries.results.play_state import DECIDED_STATE
from tournaments.queries.rounds.clock import (
    ClockBasis,
    SectionClock,
    read_clocks,
    time_over_since,
)
from tournaments.queries.rounds.seating import rounds_in_progress
from tournaments.queries.rounds.substitutes import substitutes_in

_ORDER = (CONTRADICTED, "conflict", UNSCORABLE, "late", "decided", UNLINKED, OBJECTION)
"""Why a board waits, what is most urgent first."""


# Marks of a board with a result that counts.
_COUNTS = (Play.State.ENTERED, Play.State.CONFIRMED, Play.State.RULED, DECIDED_STATE)

SETTLED = (Play.State.CONFIRMED, Play.State.RULED, DECIDED_STATE, Play.State.VOID)
"""Marks of a board of which nothing is left to play or to confirm."""


@dataclass(frozen=True)
class Tile:
    """A table in the round being played: who sits there, its boards, and what of it waits for the
    director.

    `last_result_at` is when the last result of this round came, None before the first; `call` is
    its open call. `overdue_since` is when its time was over, where that is some minutes ago and a
    board of it is still due. `draft_legs` are those kept of boards that are not whole yet,
    `boards_to_remake` the boards to be made up again.
    """

    table: Table
    sides: tuple[tuple[str, tuple[SeatedContestant, ...]], ...]
    plays: tuple[PlayMark, ...]
    last_result_at: datetime | None
    call: OpenCall | None
    pending: tuple[PendingDecision, ...]
    substitutes: tuple[Text, ...]
    overdue_since: datetime | None
    draft_legs: tuple[DraftLegs, ...]
    boards_to_remake: tuple[int, ...]

    @property
    def needs_director(self) -> bool:
        """Return whether the table calls, waits for a decision, or is late."""
        return bool(self.call or self.pending or self.overdue_since)

    @property
    def tone(self) -> str:
        """`bad` where results differ, `ask` where something else wants the director, `done` where
        nothing of the round is left to play or to confirm."""
        if any(each.is_conflict for each in self.pending):
            return "bad"
        if self.needs_director:
            return "ask"
        return "done" if all(play.mark in SETTLED for play in self.plays) else ""

    @property
    def most_urgent(self) -> PendingDecision | None:
        """The board that most needs a decision, None if none does."""
        return min(self.pending, key=lambda each: _ORDER.index(each.kind), default=None)

    @property
    def play_to_open(self) -> int | None:
        """The row of the play that the tile opens, None where no board is played.

        The one that needs a decision, otherwise the first that is not settled, otherwise the first.
        """
        if self.most_urgent:
            return self.most_urgent.play
        unsettled = [play.pk for play in self.plays if play.mark not in SETTLED]
        return next(iter(unsettled or [play.pk for play in self.plays]), None)


class LastEntry(NamedTuple):
    """When the last entry about a play came, and the outcome that counts of it by now."""

    at: datetime
    outcome: Outcome


class LastResult(NamedTuple):
    """The last entry about a board at a table: when it came, and the board as it is now.

    `figures` are those of its result; None where none counts, or the reader may not see it.
    """

    at: datetime
    table: Table
    play: PlayMark
    figures: ResultFigures | None


MAX_LAST_RESULTS = 6


@dataclass(frozen=True)
class SectionOverview:
    """A section in the round it plays: its room, its tables as tiles, and who rests, by number.

    `last_results` are the entries that came last, the newest first, those of the round before
    among them; `clock` is None where no round is played.
    """

    grid: SectionGrid
    tiles: tuple[Tile, ...]
    resting: tuple[SeatedContestant, ...]
    last_results: tuple[LastResult, ...]
    clock: SectionClock | None

    def with_results_hidden(self, hidden: Collection[int]) -> "SectionOverview":
        """Return the same without the figures of these plays."""
        shown = tuple(
            each._replace(figures=None) if each.play.pk in hidden else each
            for each in self.last_results
        )
        return replace(self, last_results=shown)

    @property
    def tiles_in_use(self) -> list[Tile]:
        """The tables where somebody plays or something wants the director, in the order of the
        room."""
        return [tile for tile in self.tiles if tile.plays or tile.needs_director]

    @property
    def tiles_to_remake(self) -> list[Tile]:
        """The tables that have yet to make up a board again for the next one."""
        return [tile for tile in self.tiles if tile.boards_to_remake]


def read_section_overviews(
    session: Session,
    rooms: Collection[SectionGrid],
    here: QuerySet[Section],
    waiting: Iterable[PendingDecision],
    basis: ClockBasis | None = None,
) -> tuple[SectionOverview, ...]:
    """What the director looks at in the rounds that these sections play, in a few queries
    however many; `basis` is that of their clocks where it was read."""
    calls = {call.table: call for call in calls_without_minutes(here) if not call.is_past}
    clocks = _clocks(session, here, basis) if any(room.current_round for room in rooms) else {}
    legs = draft_legs_by_table(session.stage.event.game, here)
    mixed = boards_awaiting_remake(session, here)
    told = _Told(
        session.stage.event.game,
        _last_entries(rooms),
        _waiting_at(waiting),
        calls,
        _substitutes(here),
        clocks,
        legs,
        mixed,
    )
    rests = any(room.current_round.has_sit_outs for room in rooms if room.current_round)
    sits_out = _sit_outs(here) if rests else {}
    movement = session.stage.movement
    is_season = bool(movement and movement.is_season)  # nothing of it is late: it is no evening
    return tuple(
        _section_now(room, told, sits_out.get(room.pk, set()), is_season) for room in rooms
    )


def _clocks(
    session: Session, here: QuerySet[Section], basis: ClockBasis | None
) -> Mapping[int, SectionClock]:
    return {each.section.pk: each for each in read_clocks(session, here, basis=basis)}


class _Told(NamedTuple):
    """What is known of tables: the last entry about each play (by row), what waits and who calls
    (by label).

    `clocks` are those of their sections, by row.
    """

    game: Game
    last: Mapping[int, LastEntry]
    waiting: Mapping[int, PendingDecision]
    calls: Mapping[str, OpenCall]
    substitutes: Mapping[int, tuple[Text, ...]]
    clocks: Mapping[int, SectionClock]
    legs: Mapping[int, tuple[DraftLegs, ...]]
    mixed: Mapping[int, tuple[int, ...]]


def _section_now(
    room: SectionGrid, told: _Told, sits_out: set[SeatedContestant], is_season: bool
) -> SectionOverview:
    clock = told.clocks.get(room.pk)
    ends = None if room.is_offline or is_season else clock
    tiles = tuple(_tile(table, cell, told, ends) for table, cell in room.current_cells)
    resting = tuple(sorted({*room.resting, *sits_out}))
    return SectionOverview(room, tiles, resting, _last_results(room, told), clock)


def _last_results(room: SectionGrid, told: _Told) -> tuple[LastResult, ...]:
    entered = [
        LastResult(told.last[play.pk].at, table, play, _figures(play, told))
        for table, cell in room.recent_cells
        for play in cell.plays
        if play.pk in told.last
    ]
    newest_first = sorted(entered, key=lambda each: (each.at, each.play.pk), reverse=True)
    return tuple(newest_first[:MAX_LAST_RESULTS])


def _figures(play: PlayMark, told: _Told) -> ResultFigures | None:
    outcome = told.last[play.pk].outcome
    return result_figures(told.game, outcome) if outcome and play.mark in _COUNTS else None


def _tile(table: Table, cell: GridCell, told: _Told, clock: SectionClock | None) -> Tile:
    waiting = tuple(told.waiting[play.pk] for play in cell.plays if play.pk in told.waiting)
    last = max((told.last[play.pk].at for play in cell.plays if play.pk in told.last), default=None)
    call = told.calls.get(table.label)
    is_due = any(play.mark == Play.State.DUE for play in cell.plays)
    over = time_over_since(clock, table) if is_due else None
    stand_in, legs = told.substitutes.get(table.pk, ()), told.legs.get(table.pk, ())
    mixed = told.mixed.get(table.pk, ())
    return Tile(table, cell.sides, cell.plays, last, call, waiting, stand_in, over, legs, mixed)


def _substitutes(here: QuerySet[Section]) -> Mapping[int, tuple[Text, ...]]:
    """Who plays for whom at the tables of the rounds being played, by the rows of the tables."""
    found: dict[int, tuple[Text, ...]] = {}
    for each in substitutes_in(Seating.objects.filter(round__in=rounds_in_progress(here))):
        table = each.place.seating.table_id
        found[table] = (*found.get(table, ()), each.words)
    return found


def _waiting_at(waiting: Iterable[PendingDecision]) -> Mapping[int, PendingDecision]:
    return {each.play: each for each in waiting}


def _last_entries(rooms: Iterable[SectionGrid]) -> Mapping[int, LastEntry]:
    """Return the last entry about each play of the rounds being played and of those before, by the
    row of the play."""
    shown = [column.pk for room in rooms for column in room.recent_columns]
    entries = Entry.objects.filter(play__seating__round__in=shown).order_by()
    columns = ("play", "play__entry__outcome", "play__entry__given")
    return {
        play: LastEntry(at, {} if given else outcome or {})
        for play, outcome, given, at in entries.values_list(*columns).annotate(Max("at"))
    }


def _sit_outs(here: QuerySet[Section]) -> Mapping[int, set[SeatedContestant]]:
    """Who has no table in a drawn round that is being played, by section: some may never have
    had one."""
    found: dict[int, set[SeatedContestant]] = {}
    playing = SitOut.objects.filter(round__in=rounds_in_progress(here))
    who = playing.filter(contestant__withdrawn_at=None).order_by()
    for section, number, name in who.values_list(
        "round__section", "contestant__number", "contestant__name"
    ):
        found.setdefault(section, set()).add(SeatedContestant(number, name, has_left=False))
    return found
