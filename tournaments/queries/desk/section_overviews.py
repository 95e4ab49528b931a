"""Read the tables of the current round as tiles, with the last results of each section."""

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
    KINDS_BY_URGENCY,
    UNLINKED,
    PendingDecision,
)
from tournaments.queries.desk.section_grids import GridCell, PlayMark, SeatedContestant, SectionGrid
from tournaments.queries.results.drafts import DraftLegs, draft_legs_by_table
from tournaments.queries.results.notations import ResultFigures, result_figures
from tournaments.queries.results.play_state import DECIDED_STATE
from tournaments.queries.rounds.clock import (
    SectionClock,
    SectionsWithClockFacts,
    late_since,
    read_clocks,
)
from tournaments.queries.rounds.seating import rounds_in_progress
from tournaments.queries.rounds.substitutes import substitutes_in

# Marks of a board with a result that counts.
_MARKS_WITH_RESULT = (
    Play.State.ENTERED,
    Play.State.CONFIRMED,
    Play.State.RULED,
    DECIDED_STATE,
    UNLINKED,
)

# Marks of a board that needs no more entry or confirmation.
SETTLED = (Play.State.CONFIRMED, Play.State.RULED, DECIDED_STATE, Play.State.VOID)


@dataclass(frozen=True)
class Tile:
    """A table in the current round: its players, boards and what the director must look at.

    `last_result_at` is when the last result of this round came, None before the first.
    `overdue_since` is when the table's time was over, if that was some minutes ago and a board is
    still due. `draft_legs` are stored legs of incomplete boards, `boards_to_remake` the numbers of
    boards to be made up again.
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
        """Return the class of the tile: "bad" if results differ, "ask" if the director is needed.

        "done" means that nothing of the round is left to play or to confirm.
        """
        if any(decision.is_conflict for decision in self.pending):
            return "bad"
        if self.needs_director:
            return "ask"
        return "done" if all(play.mark in SETTLED for play in self.plays) else ""

    @property
    def most_urgent(self) -> PendingDecision | None:
        """Return the pending decision that is most urgent, or None."""
        return min(
            self.pending, key=lambda decision: KINDS_BY_URGENCY.index(decision.kind), default=None
        )

    @property
    def play_to_open(self) -> int | None:
        """Return the id of the play that the tile opens; None if there is no board.

        It is the most urgent decision, otherwise the first unsettled board, otherwise the first.
        """
        if self.most_urgent:
            return self.most_urgent.play
        unsettled = [play.pk for play in self.plays if play.mark not in SETTLED]
        return next(iter(unsettled or [play.pk for play in self.plays]), None)


class LastEntry(NamedTuple):
    """When the last entry about a play came, and the outcome that counts for it now."""

    at: datetime
    outcome: Outcome


class LastResult(NamedTuple):
    """The last entry about a board at a table, with the board's present state.

    `figures` are those of its result; None if none counts, or the reader may not see it.
    """

    at: datetime
    table: Table
    play: PlayMark
    figures: ResultFigures | None


# The number of results that are listed as the last ones of a section.
MAX_LAST_RESULTS = 6


@dataclass(frozen=True)
class SectionOverview:
    """A section in its current round: its grid, its tables as tiles, and who sits out.

    `last_results` has the newest first, and includes the previous round. `clock` is None if no
    round is in progress.
    """

    grid: SectionGrid
    tiles: tuple[Tile, ...]
    sitting_out: tuple[SeatedContestant, ...]
    last_results: tuple[LastResult, ...]
    clock: SectionClock | None

    def with_results_hidden(self, hidden_play_ids: Collection[int]) -> "SectionOverview":
        """Return a copy without the figures of these plays."""
        last_results = tuple(
            result._replace(figures=None) if result.play.pk in hidden_play_ids else result
            for result in self.last_results
        )
        return replace(self, last_results=last_results)

    @property
    def tiles_in_use(self) -> list[Tile]:
        """Return the tables where somebody plays or that need the director."""
        return [tile for tile in self.tiles if tile.plays or tile.needs_director]

    @property
    def tiles_to_remake(self) -> list[Tile]:
        """Return the tables that still have to make up a board again for the next table."""
        return [tile for tile in self.tiles if tile.boards_to_remake]


def read_section_overviews(
    session: Session,
    grids: Collection[SectionGrid],
    sections: QuerySet[Section],
    pending: Iterable[PendingDecision],
    known_facts: SectionsWithClockFacts | None = None,
) -> tuple[SectionOverview, ...]:
    """Read the current rounds of some sections, in a few queries however many there are.

    `known_facts` are those of the sections' clocks, if they were read before.
    """
    calls = {call.table: call for call in calls_without_minutes(sections) if not call.is_past}
    clocks = (
        _clock_by_section(session, sections, known_facts)
        if any(grid.current_round for grid in grids)
        else {}
    )
    draft_legs = draft_legs_by_table(session.stage.event.game, sections)
    boards_to_remake = boards_awaiting_remake(session, sections)
    facts = _TableFacts(
        session.stage.event.game,
        _last_entry_by_play(grids),
        _decision_by_play(pending),
        calls,
        _substitutes(sections),
        clocks,
        draft_legs,
        boards_to_remake,
    )
    has_sit_outs = any(grid.current_round.has_sit_outs for grid in grids if grid.current_round)
    sitting_out = _sitting_out(sections) if has_sit_outs else {}
    movement = session.stage.movement
    is_season = bool(movement and movement.is_season)  # its tables are never late
    return tuple(
        _section_overview(grid, facts, sitting_out.get(grid.pk, set()), is_season) for grid in grids
    )


def _clock_by_section(
    session: Session, sections: QuerySet[Section], known_facts: SectionsWithClockFacts | None
) -> Mapping[int, SectionClock]:
    return {
        clock.section.pk: clock for clock in read_clocks(session, sections, known_facts=known_facts)
    }


class _TableFacts(NamedTuple):
    """What is known of the tables of some sections.

    Last entries and pending decisions are by play id, calls by the label of the table, clocks by
    section id. Substitutes, legs and boards are by table id.
    """

    game: Game
    last: Mapping[int, LastEntry]
    waiting: Mapping[int, PendingDecision]
    calls: Mapping[str, OpenCall]
    substitutes: Mapping[int, tuple[Text, ...]]
    clocks: Mapping[int, SectionClock]
    legs: Mapping[int, tuple[DraftLegs, ...]]
    mixed: Mapping[int, tuple[int, ...]]


def _section_overview(
    grid: SectionGrid, facts: _TableFacts, extra_sitting_out: set[SeatedContestant], is_season: bool
) -> SectionOverview:
    clock = facts.clocks.get(grid.pk)
    clock_with_end = None if grid.is_offline or is_season else clock
    tiles = tuple(_tile(table, cell, facts, clock_with_end) for table, cell in grid.current_cells)
    sitting_out = tuple(sorted({*grid.sitting_out, *extra_sitting_out}))
    return SectionOverview(grid, tiles, sitting_out, _last_results(grid, facts), clock)


def _last_results(grid: SectionGrid, facts: _TableFacts) -> tuple[LastResult, ...]:
    entered_results = [
        LastResult(facts.last[play.pk].at, table, play, _figures(play, facts))
        for table, cell in grid.recent_cells
        for play in cell.plays
        if play.pk in facts.last
    ]
    newest_first = sorted(
        entered_results, key=lambda result: (result.at, result.play.pk), reverse=True
    )
    return tuple(newest_first[:MAX_LAST_RESULTS])


def _figures(play: PlayMark, facts: _TableFacts) -> ResultFigures | None:
    outcome = facts.last[play.pk].outcome
    return (
        result_figures(facts.game, outcome) if outcome and play.mark in _MARKS_WITH_RESULT else None
    )


def _tile(table: Table, cell: GridCell, facts: _TableFacts, clock: SectionClock | None) -> Tile:
    pending = tuple(facts.waiting[play.pk] for play in cell.plays if play.pk in facts.waiting)
    last_result_at = max(
        (facts.last[play.pk].at for play in cell.plays if play.pk in facts.last), default=None
    )
    call = facts.calls.get(table.label)
    is_due = any(play.mark == Play.State.DUE for play in cell.plays)
    overdue_since = late_since(clock, table) if is_due else None
    substitutes, draft_legs = facts.substitutes.get(table.pk, ()), facts.legs.get(table.pk, ())
    boards_to_remake = facts.mixed.get(table.pk, ())
    return Tile(
        table,
        cell.sides,
        cell.plays,
        last_result_at,
        call,
        pending,
        substitutes,
        overdue_since,
        draft_legs,
        boards_to_remake,
    )


def _substitutes(sections: QuerySet[Section]) -> Mapping[int, tuple[Text, ...]]:
    """Return who plays for whom at the tables of the rounds in progress, by table id."""
    texts_by_table: dict[int, tuple[Text, ...]] = {}
    for substitute in substitutes_in(
        Seating.objects.filter(round__in=rounds_in_progress(sections))
    ):
        table_id = substitute.place.seating.table_id
        texts_by_table[table_id] = (*texts_by_table.get(table_id, ()), substitute.text)
    return texts_by_table


def _decision_by_play(pending: Iterable[PendingDecision]) -> Mapping[int, PendingDecision]:
    return {decision.play: decision for decision in pending}


def _last_entry_by_play(grids: Iterable[SectionGrid]) -> Mapping[int, LastEntry]:
    """Return the last entry of each play of the current and the previous round, by play id."""
    round_ids = [column.pk for grid in grids for column in grid.recent_columns]
    entries = Entry.objects.filter(play__seating__round__in=round_ids).order_by()
    columns = ("play", "play__entry__outcome", "play__entry__given")
    return {
        play_id: LastEntry(at, {} if awards else outcome or {})
        for play_id, outcome, awards, at in entries.values_list(*columns).annotate(Max("at"))
    }


def _sitting_out(sections: QuerySet[Section]) -> Mapping[int, set[SeatedContestant]]:
    """Return who has no table in a drawn round in progress, by section id.

    Some of them may never have had a table.
    """
    sitting_out_by_section: dict[int, set[SeatedContestant]] = {}
    sit_outs_now = SitOut.objects.filter(round__in=rounds_in_progress(sections))
    present = sit_outs_now.filter(contestant__withdrawn_at=None).order_by()
    for section_id, number, name in present.values_list(
        "round__section", "contestant__number", "contestant__name"
    ):
        sitting_out_by_section.setdefault(section_id, set()).add(
            SeatedContestant(number, name, has_left=False)
        )
    return sitting_out_by_section
