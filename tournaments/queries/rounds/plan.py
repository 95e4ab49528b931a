"""Read the current plan of a stage from its stored rounds, and summarise a session's plan."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Max, QuerySet

from games.problems import ValidationFailed
from games.text import gettext_noop as _
from tournaments.models import Play, Round, Section, Session, SitOut, Stage, Table
from tournaments.movements.advice.time_budget import duration_minutes
from tournaments.movements.base.movement import Movement
from tournaments.movements.base.plan import Plan, RoundSeating, TableSeating
from tournaments.movements.base.team_matches import as_match_rounds
from tournaments.queries.boards.copies import (
    copies_needed,
    extra_copies_needed,
    waiting_time_in_boards,
)
from tournaments.queries.rounds.club_pace import session_minutes_per_board
from tournaments.queries.rounds.table_seatings import table_seatings


class CurrentPlan(NamedTuple):
    """A plan in which the contestants are renumbered from 1 on.

    `contestant_numbers` are their numbers in the event, in the order of their numbers in the plan.
    """

    plan: Plan
    contestant_numbers: tuple[int, ...]


def current_plan(stage: Stage) -> CurrentPlan:
    """Return the plan of a stage as stored, without drawn rounds that have not started.

    The plan does not have the boards that a table left out, nor tables that left out all boards. A
    team match is one table in it. Boards are numbered on from session to session.

    Before the deal, the plan is the one that would be dealt. It is empty if the stage has no
    movement, if its movement is random or drawn, or if its session is divided into sections.
    """
    rounds = _rounds(stage)
    rounds_of_tables = list(_round_seatings(stage, rounds))
    while rounds_of_tables and not rounds_of_tables[-1]:
        rounds_of_tables.pop()  # rounds that had not started when the session was finished
    if not rounds_of_tables:
        return _plan_before_deal(stage)
    seated_numbers = {
        contestant
        for round_tables in rounds_of_tables
        for table in round_tables
        for contestant in table.contestants
    }
    contestant_numbers = sorted(seated_numbers.union(_sit_out_numbers(rounds)))
    new_numbers = {number: new_number for new_number, number in enumerate(contestant_numbers, 1)}
    renumbered_rounds = tuple(
        tuple(_renumbered(table, new_numbers) for table in round_tables)
        for round_tables in rounds_of_tables
    )
    return CurrentPlan(
        Plan(
            stage.movement_key,
            len(contestant_numbers),
            renumbered_rounds,
            copies=len(contestant_numbers),
            max_meetings=_meetings_allowed(stage, renumbered_rounds),
        ),
        tuple(contestant_numbers),
    )


def common_movement(sections: Iterable[Section]) -> Movement | None:
    """Return the movement that all these sections share; None if they differ or have none."""
    movements = [section.movement for section in sections]
    movement_keys = {
        (movement.key, *sorted(movement.options.items())) if movement else None
        for movement in movements
    }
    return movements[0] if len(movement_keys) == 1 else None


def movement_of_stage(stage: Stage) -> Movement | None:
    """Return the movement that all sections of a stage share, in all its sessions, or None."""
    return common_movement(_sections(stage))


def _sections(stage: Stage) -> QuerySet[Section]:
    ordered = Section.objects.filter(session__stage=stage).order_by("session__number", "number")
    return ordered.select_related("session__stage")


def _rounds(stage: Stage) -> QuerySet[Round]:
    rounds = Round.objects.filter(section__session__stage=stage)
    if stage.is_drawn:
        rounds = rounds.exclude(started_at=None)
    return rounds.order_by("section__session__number", "number", "section__number")


def _round_seatings(stage: Stage, rounds: QuerySet[Round]) -> Iterator[RoundSeating]:
    """Return the tables of each round, numbered on from section to section."""
    seatings_by_round, unplayed_boards = (
        table_seatings(list(rounds), stage.event.game.lines),
        _unplayed_boards(rounds),
    )
    board_counts_before, table_counts_before = (
        _board_counts_before(stage),
        _table_counts_before(stage),
    )
    tables_by_round: dict[tuple[int, int], list[TableSeating]] = {}
    columns = ("pk", "section_id", "section__session_id", "number")
    for round_id, section_id, session_id, round_number in rounds.values_list(*columns):
        tables = tables_by_round.setdefault((session_id, round_number), [])
        for seated_table, seating_id in seatings_by_round[round_id]:
            board_numbers = [
                board_counts_before[session_id] + board_number
                for board_number in seated_table.boards
                if (seating_id, board_number) not in unplayed_boards
            ]
            if board_numbers:
                tables.append(
                    TableSeating(
                        table_counts_before[section_id] + seated_table.table,
                        seated_table.lines,
                        tuple(board_numbers),
                    )
                )
    if not stage.event.at_two_tables:
        return (tuple(round_tables) for round_tables in tables_by_round.values())
    rounds_by_session: dict[int, list[RoundSeating]] = {}
    for (session_id, _number), round_tables in tables_by_round.items():
        rounds_by_session.setdefault(session_id, []).append(tuple(round_tables))
    return (
        match_round
        for session_rounds in rounds_by_session.values()
        for match_round in as_match_rounds(session_rounds, stage.halves)
    )


def _unplayed_boards(rounds: QuerySet[Round]) -> set[tuple[int, int]]:
    """Return seating id and board number of the boards that a table did not or will not play.

    Such a play is void, or was still open when the session was finished.
    """
    plays = Play.objects.filter(seating__round__in=rounds)
    columns = ("seating_id", "board__number")
    return {
        *plays.filter(state=Play.State.VOID).values_list(*columns),
        *plays.unplayed_at_finish().order_by().values_list(*columns),
    }


def _board_counts_before(stage: Stage) -> dict[int, int]:
    """Return how many boards the earlier sessions have, by session id."""
    counts_before, total = {}, 0
    sessions = stage.sessions.annotate(last=Max("boards__number")).order_by("number")
    for session_id, last_board_number in sessions.values_list("pk", "last"):
        counts_before[session_id] = total
        total += last_board_number or 0
    return counts_before


def _table_counts_before(stage: Stage) -> dict[int, int]:
    """Return how many tables the earlier sections of the session have, by section id."""
    counts_before: dict[int, int] = {}
    total_by_session: dict[int, int] = defaultdict(int)
    for section in _sections(stage).annotate(last=Max("tables__number")):
        counts_before[section.pk] = total_by_session[section.session_id]
        total_by_session[section.session_id] += section.last or 0
    return counts_before


def _sit_out_numbers(rounds: QuerySet[Round]) -> set[int]:
    return set(SitOut.objects.filter(round__in=rounds).values_list("contestant__number", flat=True))


def _renumbered(table: TableSeating, new_numbers: dict[int, int]) -> TableSeating:
    lines = {
        line: tuple(new_numbers[old_number] for old_number in old_numbers)
        for line, old_numbers in table.lines.items()
    }
    return TableSeating(table.table, lines, table.boards)


def _meetings_allowed(stage: Stage, rounds: tuple[RoundSeating, ...]) -> int:
    """Return how often two contestants may meet over all sessions."""
    allowed_counts = (
        section.movement.max_meetings(rounds) for section in _sections(stage) if section.movement
    )
    return max(allowed_counts, default=1) * max(stage.sessions.count(), 1)


def _plan_before_deal(stage: Stage) -> CurrentPlan:
    """Return the plan that would be dealt; an empty plan if that is not known before the deal.

    It is not known if there is no movement or session, if rounds are drawn or random, if the
    session has several sections, or if the movement cannot seat these contestants.
    """
    movement, session = stage.movement, stage.sessions.order_by("number").first()
    contestant_count = stage.event.contestants.count()
    no_plan = CurrentPlan(Plan(stage.movement_key, 0, ()), ())
    if movement is None or session is None or not movement.is_fixed or movement.has_random_plan:
        return no_plan
    if session.sections.count() > 1:
        return no_plan
    try:
        plan = movement.plan(
            contestant_count,
            session.rounds_planned // stage.halves,
            session.boards_per_movement_round,
        )
    except ValidationFailed:
        return no_plan
    return CurrentPlan(plan, tuple(range(1, contestant_count + 1)))


_SEVERAL_MOVEMENTS = _("Sections with movements of their own")


@dataclass(frozen=True)
class PlanSummary:
    """The plan of a session in figures.

    `movement` is blank if there is none, and `tables` is 0 before the deal. `rounds` and
    `boards_per_round` are the movement's: both halves of a match are one round. `minutes` is the
    duration at the club's pace, including the time for remaking boards and that
    in which tables wait for boards that they share. `copies` is how many copies of each board
    are in use at once in a section; `extra_copies` is how many one section needs because its
    rounds are short, 0 if it needs no more than its movement always has.
    """

    movement: str
    rounds: int
    boards_per_round: int
    tables: int
    minutes: int
    extra_copies: int = 0
    copies: int = 1


def plan_summary(session: Session) -> PlanSummary:
    """Return the session's plan in figures."""
    return PlanSummary(
        _movement_title(session),
        session.rounds_planned // session.stage.halves,
        session.boards_per_movement_round,
        Table.objects.filter(section__session=session).count(),
        duration_minutes(
            session.rounds_planned,
            session.boards_per_round,
            session_minutes_per_board(session),
            waiting_time_in_boards(session),
        ),
        extra_copies_needed(session),
        max(copies_needed(session).values(), default=1),
    )


def _movement_title(session: Session) -> str:
    if not session.stage.movement_key:
        return ""
    movement = common_movement(list(session.sections.order_by("number")))
    return movement.title if movement else _SEVERAL_MOVEMENTS
