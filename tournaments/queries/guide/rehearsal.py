"""Read rehearsals: the tasks, whether each is corrected, and what differs from its story."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from games.seats import SHORT_LABELS
from games.text import Text
from games.text import gettext_noop as _
from scoring.adjusted.averages import PERCENTS, Average
from scoring.adjusted.award_text import format_adjusted_award
from scoring.adjusted.kinds import PercentAward
from tournaments.models import (
    AuditAction,
    Board,
    Entry,
    Event,
    Play,
    Rehearsal,
    Round,
    SeatHolder,
    UndoStep,
)
from tournaments.queries.results.notations import result_figures

# A key that stands beside the names of columns: its value says whether the row existed at all.
EXISTS = ""

Key = tuple[str, int]
Row = dict[str, Any]


def net_changes(steps: Iterable[UndoStep]) -> dict[Key, Row]:
    """Return the changed columns of every row that differs, with their values before.

    `steps` are in the order in which they were done. A column that was changed and changed back is
    left out. Rows are identified by model and id.
    """
    before: dict[Key, Row] = defaultdict(dict)
    after: dict[Key, Row] = defaultdict(dict)
    for change in (change for step in steps for change in step.changes):
        key = change["model"], change["pk"]
        before[key] = _with_existence(change["before"]) | before[key]
        after[key] |= _with_existence(change["after"])
    columns_by_row = {key: _differing_columns(before[key], after[key]) for key in before}
    return {key: columns for key, columns in columns_by_row.items() if columns}


def _with_existence(row: Mapping[str, Any] | None) -> Row:
    return {EXISTS: row is not None, **(row or {})}


def _differing_columns(row_before: Row, row_after: Row) -> Row:
    """Return the columns that differ; none for a row that was created and deleted again."""
    if not (row_before[EXISTS] or row_after[EXISTS]):
        return {}
    return {column: value for column, value in row_before.items() if row_after.get(column) != value}


# Every rehearsal has this many tables, has ended this many rounds, and ended the next one early.
TABLE_COUNT, ENDED_ROUND_COUNT = 4, 2

EARLY_ENDED_ROUND = ENDED_ROUND_COUNT + 1


class RehearsalFacts:
    """Facts of a rehearsal that the checks of its tasks need, each queried once.

    A rehearsal is created together with a round that was ended too early. Later undo steps are the
    work of the member who rehearses.
    """

    def __init__(self, rehearsal: Rehearsal) -> None:
        self.rehearsal = rehearsal
        self.lines = rehearsal.event.game.lines

    @cached_property
    def early_end(self) -> UndoStep:
        """Return the step that ended the round too early."""
        return UndoStep.objects.filter(
            event=self.rehearsal.event_id,
            kind=AuditAction.END_ROUND,
            about__round=EARLY_ENDED_ROUND,
        )[0]

    @cached_property
    def changed_rows(self) -> dict[tuple[str, int], dict[str, Any]]:
        """Return the changed columns of rows that differ since the rehearsal began."""
        since = UndoStep.objects.filter(event=self.rehearsal.event_id, pk__gt=self.early_end.pk)
        return net_changes(since.order_by("pk"))

    @cached_property
    def plays(self) -> list[Play]:
        """Return every play, by its original board."""
        plays = Play.objects.filter(board__session__stage__event=self.rehearsal.event_id)
        related = plays.select_related("board", "entry", "seating__round", "seating__table")
        return sorted(
            related.prefetch_related("entries"),
            key=lambda play: (self.original_board(play), play.pk),
        )

    @cached_property
    def _boards(self) -> dict[int, int]:
        boards = Board.objects.filter(session__stage__event=self.rehearsal.event_id)
        return dict(boards.values_list("pk", "number"))

    def original_board(self, play: Play) -> int:
        """Return the number of the board that a play had when the rehearsal was created."""
        columns = self.changed_rows.get(("play", play.pk), {})
        return self._boards[columns.get("board_id", play.board_id)]

    def plays_at(self, table_number: int, round_number: int) -> list[Play]:
        """Return the plays of a table in a round, by their original boards."""
        location = table_number, round_number
        return [play for play in self.plays if play_location(play) == location]

    def original_outcome(self, play: Play) -> Any:
        """Return what E-W entered before the rehearsal began, or None.

        In every task, E-W entered the right result.
        """
        side = list(self.lines)[1]
        entries = (
            entry
            for entry in play.entries.all()
            if entry.side == side and entry.kind == Entry.Kind.TABLE
        )
        return next((entry.outcome for entry in entries if entry.at <= self.early_end.at), None)

    @cached_property
    def early_round(self) -> Round:
        """Return the round that was ended too early, in its present state."""
        rounds = Round.objects.filter(section__session__stage__event=self.rehearsal.event_id)
        return rounds.get(number=EARLY_ENDED_ROUND)

    @cached_property
    def ended_early_at(self) -> str:
        """Return when it was ended too early, as the undo step has stored it."""
        changes = (
            change for change in self.early_end.changes if change["pk"] == self.early_round.pk
        )
        return next(
            str(change["after"]["ended_at"]) for change in changes if change["model"] == "round"
        )

    def seat_holders_for(self, table_number: int, round_number: int) -> list[SeatHolder]:
        """Return who sits where at a table in a round."""
        return [
            holder
            for holder in self.seat_holders
            if seat_location(holder) == (table_number, round_number)
        ]

    @cached_property
    def seat_holders(self) -> list[SeatHolder]:
        """Return all seat holders of the event."""
        holders = SeatHolder.objects.filter(
            seating__table__section__session__stage__event=self.rehearsal.event_id
        )
        return list(holders.select_related("seating__round", "seating__table").order_by("pk"))


def play_location(play: Play) -> tuple[int, int]:
    """Return the table number and round number of a play."""
    return play.seating.table.number, play.seating.round.number


def seat_location(holder: SeatHolder) -> tuple[int, int]:
    """Return the table number and round number of a seat holder."""
    return holder.seating.table.number, holder.seating.round.number


_NOT_RIGHT = _("The result that counts on board %(board)s is not the one in the story.")
_RULED = _("The result of board %(board)s is right, but it is a ruling. A correction is enough.")
_STILL_THERE = _("The result must move with the board, to board %(played)s of this table.")
_WRONG_BOARD = _(
    "You chose board %(now)s instead of board %(board)s. The story names board %(played)s."
)
_ONLY_BOARD = _("The board is right, but its result is no longer the one that was sent.")
_SEATS = _("The seats were changed, but the two pairs have not changed sides.")
_NOT_AVERAGE = _("Board %(board)s now counts differently, but not as an average for each side.")
_NOT_REOPENED = _("The missing boards have results now, but round %(round)s is still over.")
_ENDED_AGAIN = _("Round %(round)s was ended again, and some of its boards are still missing.")
_NOT_PLAYING = _("Round %(round)s is not being played now: an earlier round is.")

# Two texts that give the same award.
_AVERAGES = {Average.AVERAGE.value, format_adjusted_award(PercentAward(PERCENTS[Average.AVERAGE]))}


class TaskStatus(NamedTuple):
    """Whether a task is corrected; `difference` is what is still wrong if somebody has tried."""

    is_corrected: bool
    difference: Text | None = None


CORRECTED, TO_DO = TaskStatus(is_corrected=True), TaskStatus(is_corrected=False)


def check_conflict(facts: RehearsalFacts) -> TaskStatus:
    """Check that the result is the one that E-W entered."""
    play = facts.plays_at(1, 2)[0]
    if play.state == Play.State.CONFLICT:
        return TO_DO
    return _result_status(facts, play, facts.original_outcome(play)) or CORRECTED


def check_moved_board(facts: RehearsalFacts) -> TaskStatus:
    """Check that the result moved to the board that was played."""
    play = facts.plays_at(2, 1)[1]
    entered_board, played_board = facts.rehearsal.entered_board, facts.rehearsal.played_board
    has_result = _is_plain_result(play, facts.original_outcome(play))
    if play.board.number == entered_board:
        return TO_DO if has_result else _not_corrected(_STILL_THERE, played=played_board)
    if play.board.number != played_board:
        return _not_corrected(
            _WRONG_BOARD, board=entered_board, now=play.board.number, played=played_board
        )
    return CORRECTED if has_result else _not_corrected(_ONLY_BOARD)


def check_turned_table(facts: RehearsalFacts) -> TaskStatus:
    """Check that the two pairs of a table have changed sides."""
    holders = facts.seat_holders_for(3, 1)
    if all(_has_other_pair(facts, holder) for holder in holders):
        return CORRECTED
    is_changed = any(("seatholder", holder.pk) in facts.changed_rows for holder in holders)
    return _not_corrected(_SEATS) if is_changed else TO_DO


def _has_other_pair(facts: RehearsalFacts, holder: SeatHolder) -> bool:
    is_first = holder.seat in next(iter(facts.lines.values()))
    return is_first == (holder.contestant_id == facts.rehearsal.sat_first_id)


def check_exchanged_results(facts: RehearsalFacts) -> TaskStatus:
    """Check that each of the two boards has the result of the other."""
    first, second = facts.plays_at(4, 1)
    outcome, other_outcome = facts.original_outcome(first), facts.original_outcome(second)
    if _is_plain_result(first, outcome) and _is_plain_result(second, other_outcome):
        return TO_DO
    return (
        _result_status(facts, first, other_outcome)
        or _result_status(facts, second, outcome)
        or CORRECTED
    )


def check_averages(facts: RehearsalFacts) -> TaskStatus:
    """Check that each line is given an average."""
    play = facts.plays_at(3, 2)[1]
    awards = play.entry.given if play.entry else {}
    if awards.keys() == facts.lines.keys() and _AVERAGES.issuperset(awards.values()):
        return CORRECTED
    if _is_plain_result(play, facts.original_outcome(play)):
        return TO_DO
    return _not_corrected(_NOT_AVERAGE, board=facts.original_board(play))


def check_reopened_round(facts: RehearsalFacts) -> TaskStatus:
    """Check that the early end is undone, or that the round was completed and ended again."""
    round_, has_missing = facts.early_round, _is_missing(facts)
    if round_.ended_at is None:
        return (
            CORRECTED
            if round_.started_at
            else _not_corrected(_NOT_PLAYING, round=EARLY_ENDED_ROUND)
        )
    if round_.ended_at.isoformat() != facts.ended_early_at:
        return _not_corrected(_ENDED_AGAIN, round=EARLY_ENDED_ROUND) if has_missing else CORRECTED
    return TO_DO if has_missing else _not_corrected(_NOT_REOPENED, round=EARLY_ENDED_ROUND)


def _is_missing(facts: RehearsalFacts) -> bool:
    return any(
        play.state == Play.State.DUE
        for play in facts.plays
        if play.seating.round.number == EARLY_ENDED_ROUND
    )


def _is_plain_result(play: Play, outcome: object) -> bool:
    """Return whether an outcome is the result of a play, and was not ruled by the director."""
    return play.state == Play.State.CONFIRMED and bool(play.entry and play.entry.outcome == outcome)


def _result_status(facts: RehearsalFacts, play: Play, outcome: object) -> TaskStatus | None:
    """Return what is wrong with a play that should have an outcome, or None."""
    if _is_plain_result(play, outcome):
        return None
    is_ruled = play.state == Play.State.RULED and play.entry and play.entry.outcome == outcome
    return _not_corrected(_RULED if is_ruled else _NOT_RIGHT, board=facts.original_board(play))


def _not_corrected(sentence: str, **params: int) -> TaskStatus:
    return TaskStatus(is_corrected=False, difference=Text(sentence, params))


# Table number and round number.
Location = tuple[int, int]

# The location of changes that were made at no table: of a penalty, a contestant, or a round left
# out.
NO_TABLE: Location = (0, 0)

# Columns that change in the course of play, by model.
_ORDINARY_COLUMNS = {"round": {"started_at", "ended_at"}, "entry": {"late"}}


def unrelated_changes(facts: RehearsalFacts) -> set[Location]:
    """Return where something was changed that no task asks for."""
    task_play_ids = _plays_of_tasks(facts)
    results = {
        play_location(play)
        for play in facts.plays
        if play.pk not in task_play_ids and not _has_original_result(facts, play)
    }
    task_columns = _columns_of_tasks(facts)
    rows = {
        key
        for key, columns in facts.changed_rows.items()
        if not columns.keys() <= task_columns.get(key, _ordinary_columns(key))
    }
    return results | {_location_of_row(facts, key) for key in rows}


def _plays_of_tasks(facts: RehearsalFacts) -> set[int]:
    """Return the ids of the plays whose results the tasks are about."""
    plays = (
        facts.plays_at(1, 2)[0],
        facts.plays_at(2, 1)[1],
        *facts.plays_at(4, 1),
        facts.plays_at(3, 2)[1],
    )
    return {play.pk for play in plays}


def _has_original_result(facts: RehearsalFacts, play: Play) -> bool:
    """Return whether the original outcome counts.

    A board that had no outcome may have been played since, but must not be marked as not played.
    """
    outcome, entry = facts.original_outcome(play), play.entry
    if outcome is None:
        return play.state != Play.State.VOID and not (entry and entry.given)
    return play.state == Play.State.CONFIRMED and bool(entry and entry.outcome == outcome)


def _columns_of_tasks(facts: RehearsalFacts) -> dict[tuple[str, int], set[str]]:
    """Return the columns that the tasks ask to change, by row."""
    seats = {
        ("seatholder", holder.pk): {"contestant_id", "player_id"}
        for holder in facts.seat_holders_for(3, 1)
    }
    return {("play", facts.plays_at(2, 1)[1].pk): {"board_id"}, **seats}


def _ordinary_columns(key: tuple[str, int]) -> AbstractSet[str]:
    return _ORDINARY_COLUMNS.get(key[0], set())


def _location_of_row(facts: RehearsalFacts, key: tuple[str, int]) -> Location:
    """Return the location of a row that differs."""
    model, pk = key
    if model == "play":
        return next((play_location(item) for item in facts.plays if item.pk == pk), NO_TABLE)
    if model == "seatholder":
        return next((seat_location(item) for item in facts.seat_holders if item.pk == pk), NO_TABLE)
    return NO_TABLE


_WRONG = Text(_("Something went wrong"))
_CHANGE_BOARD, _TURN = Text(_("Change the board")), Text(_("Swap the sides"))
_EXCHANGE = Text(_("Exchange the results"))
_SEE, _REASON = Text(_("Show preview")), Text(_("Reason"))
_NAMED = _("Board %(board)s, table %(table)s")
_USE, _USE_NUMBER = _("Fill this in"), _("Fill in %(number)s")
_RESULT_OF = _("Board %(board)s: the result is wrong, or it was not played here")
_THE_ROUND = _("Round %(round)s")
_UNRELATED_AT_TABLE = _(
    "Something was changed at table %(table)s in round %(round)s, but not what the story says."
)


class Task(NamedTuple):
    """One mistake to correct.

    `story` is its text, `hint_steps` returns the buttons that correct it one after the other,
    `parameters` returns the numbers for the story, and `check` its status.
    """

    story: str
    hint_steps: Callable[[dict[str, int]], tuple[Text, ...]]
    parameters: Callable[[RehearsalFacts], dict[str, int]]
    check: Callable[[RehearsalFacts], TaskStatus]


@dataclass(frozen=True)
class RehearsalTask:
    """A task as the desk shows it, with its hint.

    `difference` is what is not as the story says, None if nobody has tried to correct it.
    """

    number: int
    story: Text
    hint_steps: tuple[Text, ...]
    is_corrected: bool
    difference: Text | None


@dataclass(frozen=True)
class RehearsalProgress:
    """A rehearsal with the status of its tasks.

    `has_unrelated_changes` says that something else was changed, which no task asks for.
    """

    creator_id: int | None
    tasks: tuple[RehearsalTask, ...]
    has_unrelated_changes: bool

    @property
    def corrected_count(self) -> int:
        """Return how many tasks are corrected."""
        return sum(task.is_corrected for task in self.tasks)

    @property
    def is_finished(self) -> bool:
        """Return whether all tasks are corrected, and nothing else was changed."""
        return self.corrected_count == len(self.tasks) and not self.has_unrelated_changes


def rehearsal_progress(event: Event) -> RehearsalProgress | None:
    """Return the present status of a rehearsal's tasks; None for other events."""
    rehearsal = getattr(event, "rehearsal", None)
    if rehearsal is None:
        return None
    facts = RehearsalFacts(rehearsal)
    unrelated_locations = unrelated_changes(facts)
    tasks = tuple(
        _task_status_row(number, task, facts, unrelated_locations)
        for number, task in enumerate(TASKS, 1)
    )
    return RehearsalProgress(rehearsal.made_by_id, tasks, bool(unrelated_locations))


def _task_status_row(
    task_number: int, task: Task, facts: RehearsalFacts, unrelated_locations: Collection[Location]
) -> RehearsalTask:
    params, status = task.parameters(facts), task.check(facts)
    difference = status.difference
    if status == TO_DO and (params.get("table"), params["round"]) in unrelated_locations:
        difference = Text(_UNRELATED_AT_TABLE, params)
    return RehearsalTask(
        task_number,
        Text(task.story, params),
        task.hint_steps(params),
        status.is_corrected,
        difference,
    )


def _steps_from_table(params: dict[str, int], *steps: Text) -> tuple[Text, ...]:
    """Return the steps to the corrections of a table and round, followed by `steps`."""
    table = Text("%(table)s", {"table": params["table"]})
    round_ = Text(_THE_ROUND, {"round": params["round"]})
    return (_WRONG, table, round_, *steps)


def _board_params(params: dict[str, int]) -> dict[str, object]:
    return {"board": params["board"]}


def _number_text(number: int) -> Text:
    return Text("%(number)s", {"number": number})


def _two_board_params(
    facts: RehearsalFacts, table_number: int, round_number: int
) -> dict[str, int]:
    first_play, second_play = facts.plays_at(table_number, round_number)
    board, other_board = facts.original_board(first_play), facts.original_board(second_play)
    return {"table": table_number, "round": round_number, "board": board, "other": other_board}


def _conflict_params(facts: RehearsalFacts) -> dict[str, int]:
    """Return the board on which two phones differ, and the number on the right button."""
    outcome = facts.original_outcome(facts.plays_at(1, 2)[0])
    number = result_figures(facts.rehearsal.event.game, outcome or {}).number
    return _two_board_params(facts, 1, 2) | ({"number": int(number)} if number else {})


def _wrong_board_params(facts: RehearsalFacts) -> dict[str, int]:
    entered_board, played_board = facts.rehearsal.entered_board, facts.rehearsal.played_board
    return {"table": 2, "round": 1, "board": entered_board, "other": played_board}


def _average_params(facts: RehearsalFacts) -> dict[str, int]:
    return {"table": 3, "round": 2, "board": facts.original_board(facts.plays_at(3, 2)[1])}


# The tasks in the order in which they are listed; they can be corrected in any order.
TASKS = (
    Task(
        _(
            "On board %(board)s of round %(round)s, the two phones of table %(table)s "
            "entered different results. They called you and counted again: E-W is right."
        ),
        lambda params: (
            Text(_NAMED, params),
            Text(SHORT_LABELS["ew"]),
            Text(_USE_NUMBER if "number" in params else _USE, params),
            _REASON,
            Text(_("Save the decision")),
        ),
        _conflict_params,
        check_conflict,
    ),
    Task(
        _(
            "In round %(round)s, table %(table)s sent a result for board %(board)s. They had "
            "played the cards of board %(other)s."
        ),
        lambda params: _steps_from_table(
            params,
            Text(_("They played another board")),
            _number_text(params["other"]),
            _CHANGE_BOARD,
        ),
        _wrong_board_params,
        check_moved_board,
    ),
    Task(
        _(
            "In round %(round)s, the two pairs of table %(table)s sat the wrong way round. "
            "The N-S pair sat E-W for all their boards."
        ),
        lambda params: _steps_from_table(params, Text(_("They sat the wrong way round")), _TURN),
        lambda facts: {"table": 3, "round": 1},
        check_turned_table,
    ),
    Task(
        _(
            "In round %(round)s, table %(table)s played boards %(board)s and %(other)s. The "
            "result of each was entered for the other."
        ),
        lambda params: _steps_from_table(
            params,
            Text(_("A result is in the wrong place")),
            Text(_NAMED, params),
            Text(_NAMED, {**params, "board": params["other"]}),
            _SEE,
            _EXCHANGE,
        ),
        lambda facts: _two_board_params(facts, 4, 1),
        check_exchanged_results,
    ),
    Task(
        _(
            "In round %(round)s, table %(table)s played board %(board)s while a card lay on "
            "the floor. It was nobody’s fault: the result should not count, and each side "
            "gets an average."
        ),
        lambda params: _steps_from_table(
            params,
            Text(_RESULT_OF, _board_params(params)),
            Text(_("Give awards instead of a result")),
            Text(_("average")),
            Text(_("average")),
            _REASON,
            _SEE,
            Text(_("Give these awards")),
        ),
        _average_params,
        check_averages,
    ),
    Task(
        _(
            "You ended round %(round)s although two tables had not finished. They want to "
            "play on, and nobody has started the next round yet."
        ),
        lambda params: (
            Text(_("History")),
            Text(_("Round %(round)s ended"), params),
            Text(_("Undo")),
            Text(_("Undo")),
        ),
        lambda facts: {"round": EARLY_ENDED_ROUND},
        check_reopened_round,
    ),
)
