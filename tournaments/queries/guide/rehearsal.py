"""Rehearsals: their tasks, whether each is corrected, and what differs from how it was prepared."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from games.seats import LINE_NAMES
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

EXISTS = ""
"""In place of a column: whether there was such a row at all."""

Key = tuple[str, int]
Row = dict[str, Any]


def net_changes(acts: Iterable[UndoStep]) -> dict[Key, Row]:
    """Of every row that differs, by its model and number, the columns that do, as they were.

    The acts are given in their order; what was changed and changed back, by whatever act, is not in
    it.
    """
    was: dict[Key, Row] = defaultdict(dict)
    now: dict[Key, Row] = defaultdict(dict)
    for change in (each for act in acts for each in act.changes):
        key = change["model"], change["pk"]
        was[key] = _whole(change["before"]) | was[key]
        now[key] |= _whole(change["after"])
    differing = {key: _differing(was[key], now[key]) for key in was}
    return {key: columns for key, columns in differing.items() if columns}


def _whole(row: Mapping[str, Any] | None) -> Row:
    return {EXISTS: row is not None, **(row or {})}


def _differing(was: Row, now: Row) -> Row:
    """Nothing of a row that came and went."""
    if not (was[EXISTS] or now[EXISTS]):
        return {}
    return {column: value for column, value in was.items() if now.get(column) != value}


TABLE_COUNT, ENDED_ROUND_COUNT = 4, 2
"""Every rehearsal has so many tables, has played so many rounds, and ended the next one too
early."""

EARLY_ENDED_ROUND = ENDED_ROUND_COUNT + 1


class RehearsalFacts:
    """The facts of a rehearsal that its tasks ask about, each read once.

    It was made with the end of the round that ended too early; what differs since then, somebody
    has done.
    """

    def __init__(self, rehearsal: Rehearsal) -> None:
        self.rehearsal = rehearsal
        self.lines = rehearsal.event.game.lines

    @cached_property
    def early_end(self) -> UndoStep:
        """The act that ended the round too early."""
        return UndoStep.objects.filter(
            event=self.rehearsal.event_id,
            kind=AuditAction.END_ROUND,
            about__round=EARLY_ENDED_ROUND,
        )[0]

    @cached_property
    def changed_rows(self) -> dict[tuple[str, int], dict[str, Any]]:
        """The rows that are not as they were made, with the columns that differ as they were."""
        since = UndoStep.objects.filter(event=self.rehearsal.event_id, pk__gt=self.early_end.pk)
        return net_changes(since.order_by("pk"))

    @cached_property
    def plays(self) -> list[Play]:
        """Every play, by the board that it had at first."""
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
        """The number of the board that a play had when the rehearsal was made."""
        columns = self.changed_rows.get(("play", play.pk), {})
        return self._boards[columns.get("board_id", play.board_id)]

    def plays_at(self, table: int, round_: int) -> list[Play]:
        """The plays of a table in a round, by the board that each had at first."""
        where = table, round_
        return [play for play in self.plays if play_location(play) == where]

    def original_outcome(self, play: Play) -> Any:
        """What E-W said of it before the rehearsal began, which is right everywhere; or None."""
        side = list(self.lines)[1]
        said = (
            each
            for each in play.entries.all()
            if each.side == side and each.kind == Entry.Kind.TABLE
        )
        return next((each.outcome for each in said if each.at <= self.early_end.at), None)

    @cached_property
    def early_round(self) -> Round:
        """The round that was ended too early, as it is now."""
        rounds = Round.objects.filter(section__session__stage__event=self.rehearsal.event_id)
        return rounds.get(number=EARLY_ENDED_ROUND)

    @cached_property
    def ended_early_at(self) -> str:
        """The moment at which that was, as its act has it."""
        changes = (each for each in self.early_end.changes if each["pk"] == self.early_round.pk)
        return next(str(each["after"]["ended_at"]) for each in changes if each["model"] == "round")

    def seat_holders_for(self, table: int, round_: int) -> list[SeatHolder]:
        """Who sits where at a table in a round."""
        return [place for place in self.seat_holders if seat_location(place) == (table, round_)]

    @cached_property
    def seat_holders(self) -> list[SeatHolder]:
        """Every place of the evening."""
        places = SeatHolder.objects.filter(
            seating__table__section__session__stage__event=self.rehearsal.event_id
        )
        return list(places.select_related("seating__round", "seating__table").order_by("pk"))


def play_location(play: Play) -> tuple[int, int]:
    """The table and the round of a play, by their numbers."""
    return play.seating.table.number, play.seating.round.number


def seat_location(place: SeatHolder) -> tuple[int, int]:
    """The table and the round of a place, by their numbers."""
    return place.seating.table.number, place.seating.round.number


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

_AVERAGES = {Average.AVERAGE.value, format_adjusted_award(PercentAward(PERCENTS[Average.AVERAGE]))}
"""Both come to the same award."""


class TaskStatus(NamedTuple):
    """Whether a task is mended; what differs from its story where somebody has tried, else None."""

    is_corrected: bool
    difference: Text | None = None


CORRECTED, TO_DO = TaskStatus(is_corrected=True), TaskStatus(is_corrected=False)


def check_conflict(facts: RehearsalFacts) -> TaskStatus:
    """What E-W said is the result."""
    play = facts.plays_at(1, 2)[0]
    if play.state == Play.State.CONFLICT:
        return TO_DO
    return _differs_from(facts, play, facts.original_outcome(play)) or CORRECTED


def check_moved_board(facts: RehearsalFacts) -> TaskStatus:
    """The board that was sent is the one that was played, with the result that was sent."""
    play = facts.plays_at(2, 1)[1]
    said, played = facts.rehearsal.entered_board, facts.rehearsal.played_board
    has_result = _counts(play, facts.original_outcome(play))
    if play.board.number == said:
        return TO_DO if has_result else _tried(_STILL_THERE, played=played)
    if play.board.number != played:
        return _tried(_WRONG_BOARD, board=said, now=play.board.number, played=played)
    return CORRECTED if has_result else _tried(_ONLY_BOARD)


def check_turned_table(facts: RehearsalFacts) -> TaskStatus:
    """Both seats of each line have the pair that was to sit on the other one."""
    places = facts.seat_holders_for(3, 1)
    if all(_has_other_pair(facts, place) for place in places):
        return CORRECTED
    touched = any(("seatholder", place.pk) in facts.changed_rows for place in places)
    return _tried(_SEATS) if touched else TO_DO


def _has_other_pair(facts: RehearsalFacts, place: SeatHolder) -> bool:
    is_first = place.seat in next(iter(facts.lines.values()))
    return is_first == (place.contestant_id == facts.rehearsal.sat_first_id)


def check_exchanged_results(facts: RehearsalFacts) -> TaskStatus:
    """Each of the two boards has what was said of the other."""
    one, other = facts.plays_at(4, 1)
    said, said_of_other = facts.original_outcome(one), facts.original_outcome(other)
    if _counts(one, said) and _counts(other, said_of_other):
        return TO_DO
    return (
        _differs_from(facts, one, said_of_other) or _differs_from(facts, other, said) or CORRECTED
    )


def check_averages(facts: RehearsalFacts) -> TaskStatus:
    """Each line is given an average."""
    play = facts.plays_at(3, 2)[1]
    given = play.entry.given if play.entry else {}
    if given.keys() == facts.lines.keys() and _AVERAGES.issuperset(given.values()):
        return CORRECTED
    if _counts(play, facts.original_outcome(play)):
        return TO_DO
    return _tried(_NOT_AVERAGE, board=facts.original_board(play))


def check_reopened_round(facts: RehearsalFacts) -> TaskStatus:
    """The early end is undone; also where the round was played to its end since, and ended
    again."""
    round_, missing = facts.early_round, _is_missing(facts)
    if round_.ended_at is None:
        return CORRECTED if round_.started_at else _tried(_NOT_PLAYING, round=EARLY_ENDED_ROUND)
    if round_.ended_at.isoformat() != facts.ended_early_at:
        return _tried(_ENDED_AGAIN, round=EARLY_ENDED_ROUND) if missing else CORRECTED
    return TO_DO if missing else _tried(_NOT_REOPENED, round=EARLY_ENDED_ROUND)


def _is_missing(facts: RehearsalFacts) -> bool:
    return any(
        play.state == Play.State.DUE
        for play in facts.plays
        if play.seating.round.number == EARLY_ENDED_ROUND
    )


def _counts(play: Play, outcome: object) -> bool:
    """Whether an outcome is the plain result of a play."""
    return play.state == Play.State.CONFIRMED and bool(play.entry and play.entry.outcome == outcome)


def _differs_from(facts: RehearsalFacts, play: Play, outcome: object) -> TaskStatus | None:
    """What is not so of a play that is to have an outcome; None where it has it."""
    if _counts(play, outcome):
        return None
    is_ruled = play.state == Play.State.RULED and play.entry and play.entry.outcome == outcome
    return _tried(_RULED if is_ruled else _NOT_RIGHT, board=facts.original_board(play))


def _tried(sentence: str, **params: int) -> TaskStatus:
    return TaskStatus(is_corrected=False, difference=Text(sentence, params))


Location = tuple[int, int]
"""A table and a round, by their numbers."""

NO_TABLE: Location = (0, 0)
"""Where what has changed is at no table: a penalty, a contestant, a round left out."""

_GOES_ON = {"round": {"started_at", "ended_at"}, "entry": {"late"}}
"""Columns that change as an evening goes on, by their model."""


def unrelated_changes(facts: RehearsalFacts) -> set[Location]:
    """Where something was changed that none of the tasks tells of; empty where nothing was."""
    told = _told_of(facts)
    results = {
        play_location(play)
        for play in facts.plays
        if play.pk not in told and not _is_as_at_first(facts, play)
    }
    asked = _asked_for(facts)
    rows = {
        key
        for key, columns in facts.changed_rows.items()
        if not columns.keys() <= asked.get(key, _usual(key))
    }
    return results | {_where(facts, key) for key in rows}


def _told_of(facts: RehearsalFacts) -> set[int]:
    """The plays whose results are the stories' own."""
    plays = (
        facts.plays_at(1, 2)[0],
        facts.plays_at(2, 1)[1],
        *facts.plays_at(4, 1),
        facts.plays_at(3, 2)[1],
    )
    return {play.pk for play in plays}


def _is_as_at_first(facts: RehearsalFacts, play: Play) -> bool:
    """What was said then counts; where nothing was, it may have been played since, not called
    off."""
    said, entry = facts.original_outcome(play), play.entry
    if said is None:
        return play.state != Play.State.VOID and not (entry and entry.given)
    return play.state == Play.State.CONFIRMED and bool(entry and entry.outcome == said)


def _asked_for(facts: RehearsalFacts) -> dict[tuple[str, int], set[str]]:
    """The columns of rows that a story asks to change."""
    seats = {
        ("seatholder", place.pk): {"contestant_id", "player_id"}
        for place in facts.seat_holders_for(3, 1)
    }
    return {("play", facts.plays_at(2, 1)[1].pk): {"board_id"}, **seats}


def _usual(key: tuple[str, int]) -> AbstractSet[str]:
    return _GOES_ON.get(key[0], set())


def _where(facts: RehearsalFacts, key: tuple[str, int]) -> Location:
    """Of a row that differs."""
    model, pk = key
    if model == "play":
        return next((play_location(each) for each in facts.plays if each.pk == pk), NO_TABLE)
    if model == "seatholder":
        return next((seat_location(each) for each in facts.seat_holders if each.pk == pk), NO_TABLE)
    return NO_TABLE


_WRONG = Text(_("Something went wrong"))
_CHANGE_BOARD, _TURN = Text(_("Change the board")), Text(_("Turn the table"))
_EXCHANGE = Text(_("Exchange the results"))
_SEE, _REASON = Text(_("Show preview")), Text(_("Reason"))
_NAMED = _("Board %(board)s, table %(table)s")
_USE, _USE_NUMBER = _("Fill this in"), _("Fill in %(number)s")
_RESULT_OF = _("Board %(board)s: the result is wrong, or it was not played here")
_THE_ROUND = _("Round %(round)s")
_BESIDE_IT = _(
    "Something was changed at table %(table)s in round %(round)s, but not what the story says."
)


class Task(NamedTuple):
    """One mishap: its story in two sentences, the keys that mend it one after the other, and its
    check."""

    story: str
    hint_steps: Callable[[dict[str, int]], tuple[Text, ...]]
    parameters: Callable[[RehearsalFacts], dict[str, int]]
    check: Callable[[RehearsalFacts], TaskStatus]


@dataclass(frozen=True)
class RehearsalTask:
    """A task as the desk shows it: what happened, the keys of its hint, and whether it is mended.

    `difference`: what is not as the story says, where somebody has tried to mend it; None where
    nobody has.
    """

    number: int
    story: Text
    hint_steps: tuple[Text, ...]
    is_corrected: bool
    difference: Text | None


@dataclass(frozen=True)
class RehearsalProgress:
    """A rehearsal and its tasks; `creator_id` is whose it is.

    `has_unrelated_changes`: whether something was changed besides, that none of them tells of.
    """

    creator_id: int | None
    tasks: tuple[RehearsalTask, ...]
    has_unrelated_changes: bool

    @property
    def corrected_count(self) -> int:
        """How many tasks are mended."""
        return sum(task.is_corrected for task in self.tasks)

    @property
    def is_finished(self) -> bool:
        """Whether all are, and nothing else was changed."""
        return self.corrected_count == len(self.tasks) and not self.has_unrelated_changes


def rehearsal_progress(event: Event) -> RehearsalProgress | None:
    """The tasks of an event as its facts stand; None where it is no rehearsal."""
    rehearsal = getattr(event, "rehearsal", None)
    if rehearsal is None:
        return None
    facts = RehearsalFacts(rehearsal)
    elsewhere = unrelated_changes(facts)
    tasks = tuple(_shown(number, task, facts, elsewhere) for number, task in enumerate(TASKS, 1))
    return RehearsalProgress(rehearsal.made_by_id, tasks, bool(elsewhere))


def _shown(
    number: int, task: Task, facts: RehearsalFacts, elsewhere: Collection[Location]
) -> RehearsalTask:
    about, found = task.parameters(facts), task.check(facts)
    differs = found.difference
    if found == TO_DO and (about.get("table"), about["round"]) in elsewhere:
        differs = Text(_BESIDE_IT, about)
    return RehearsalTask(
        number, Text(task.story, about), task.hint_steps(about), found.is_corrected, differs
    )


def _at_table(about: dict[str, int], *then: Text) -> tuple[Text, ...]:
    """The way to the table and its round, and on from there."""
    table = Text("%(table)s", {"table": about["table"]})
    round_ = Text(_THE_ROUND, {"round": about["round"]})
    return (_WRONG, table, round_, *then)


def _board(about: dict[str, int]) -> dict[str, object]:
    return {"board": about["board"]}


def _number(number: int) -> Text:
    return Text("%(number)s", {"number": number})


def _of_boards(facts: RehearsalFacts, table: int, round_: int) -> dict[str, int]:
    one, other = facts.plays_at(table, round_)
    board, other_board = facts.original_board(one), facts.original_board(other)
    return {"table": table, "round": round_, "board": board, "other": other_board}


def _differing_board(facts: RehearsalFacts) -> dict[str, int]:
    """The board on which two phones differ, and the number by which its button names what is
    right."""
    right = facts.original_outcome(facts.plays_at(1, 2)[0])
    number = result_figures(facts.rehearsal.event.game, right or {}).number
    return _of_boards(facts, 1, 2) | ({"number": int(number)} if number else {})


def _other_board(facts: RehearsalFacts) -> dict[str, int]:
    said, played = facts.rehearsal.entered_board, facts.rehearsal.played_board
    return {"table": 2, "round": 1, "board": said, "other": played}


def _spoilt(facts: RehearsalFacts) -> dict[str, int]:
    return {"table": 3, "round": 2, "board": facts.original_board(facts.plays_at(3, 2)[1])}


TASKS = (
    Task(
        _(
            "On board %(board)s of round %(round)s, the two phones of table %(table)s "
            "entered different results. They called you and counted again: E-W is right."
        ),
        lambda about: (
            Text(_NAMED, about),
            Text(LINE_NAMES["ew"]),
            Text(_USE_NUMBER if "number" in about else _USE, about),
            _REASON,
            Text(_("Save the decision")),
        ),
        _differing_board,
        check_conflict,
    ),
    Task(
        _(
            "In round %(round)s, table %(table)s sent a result for board %(board)s. They had "
            "played the cards of board %(other)s."
        ),
        lambda about: _at_table(
            about, Text(_("They played another board")), _number(about["other"]), _CHANGE_BOARD
        ),
        _other_board,
        check_moved_board,
    ),
    Task(
        _(
            "In round %(round)s, the two pairs of table %(table)s sat the wrong way round. "
            "The N-S pair sat E-W for all their boards."
        ),
        lambda about: _at_table(about, Text(_("They sat the wrong way round")), _TURN),
        lambda facts: {"table": 3, "round": 1},
        check_turned_table,
    ),
    Task(
        _(
            "In round %(round)s, table %(table)s played boards %(board)s and %(other)s. The "
            "result of each was entered for the other."
        ),
        lambda about: _at_table(
            about,
            Text(_("A result is in the wrong place")),
            Text(_NAMED, about),
            Text(_NAMED, {**about, "board": about["other"]}),
            _SEE,
            _EXCHANGE,
        ),
        lambda facts: _of_boards(facts, 4, 1),
        check_exchanged_results,
    ),
    Task(
        _(
            "In round %(round)s, table %(table)s played board %(board)s while a card lay on "
            "the floor. It was nobody’s fault: the result should not count, and each side "
            "gets an average."
        ),
        lambda about: _at_table(
            about,
            Text(_RESULT_OF, _board(about)),
            Text(_("Give awards instead of a result")),
            Text(_("average")),
            Text(_("average")),
            _REASON,
            _SEE,
            Text(_("Give these awards")),
        ),
        _spoilt,
        check_averages,
    ),
    Task(
        _(
            "You ended round %(round)s although two tables had not finished. They want to "
            "play on, and nobody has started the next round yet."
        ),
        lambda about: (
            Text(_("History")),
            Text(_("Round %(round)s ended"), about),
            Text(_("Undo")),
            Text(_("Undo")),
        ),
        lambda facts: {"round": EARLY_ENDED_ROUND},
        check_reopened_round,
    ),
)
"""In the order in which they are told; they can be mended in any."""
