"""Properties of all corrections: cheap previews, safe concurrency, bounded queries."""

import importlib
import inspect
import pkgutil
import random
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from threading import Barrier
from types import FrameType
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.problems import ValidationFailed
from tests.actions.corrections.test_table_corrections import (
    TABLE_CORRECTIONS,
    ApplyCorrection,
    plays,
    seating,
)
from tests.scenes.arrivals_and_departures import withdraw_during_session
from tests.scenes.evening import at, enter_round, outcome, play_round, started
from tests.scenes.field import create_field
from tournaments import actions, movements, scoring_pipeline
from tournaments.actions.clubs.club import add_member
from tournaments.actions.contestants.departures import withdraw_during_play
from tournaments.actions.contestants.late_arrivals import add_late_arrival
from tournaments.actions.corrections.correcting import CorrectionRequest
from tournaments.actions.corrections.fewer_boards import drop_boards
from tournaments.actions.corrections.fewer_rounds import drop_last_round
from tournaments.actions.corrections.merged_tables import merge_tables
from tournaments.actions.corrections.misplaced_results import (
    move_result,
    swap_result_sides,
)
from tournaments.actions.corrections.reseated_table import reseat_table
from tournaments.actions.corrections.substitutes import SubstituteRequest, add_substitute
from tournaments.actions.history.preview import preview_action
from tournaments.actions.history.stale_previews import latest_step_id
from tournaments.actions.history.undo import restore_before, undo_step
from tournaments.actions.idempotency import Answer
from tournaments.actions.results.entries import submit_entry
from tournaments.models import (
    ContestantPlayer,
    Entry,
    Membership,
    Player,
    Round,
    SeatHolder,
    Session,
    UndoStep,
)
from tournaments.permissions.actor import SYSTEM, Actor
from tournaments.queries.contestants.late_arrival_seats import (
    find_late_arrival_seats,
    tables_for_sitting_out,
)
from tournaments.queries.rounds.seating import playing_round
from tournaments.tasks import catch_up

# How long a preview may block other writers, at 60 tables.
MAX_PREVIEW_SECONDS = 0.2

# How many queries a correction may need for each play that it makes void.
MAX_QUERIES_PER_PLAY = 6


def moved_result_correction(session: Session) -> ApplyCorrection:
    play, intended = plays(session)[0], plays(session, 7 if session.rounds_planned == 7 else 8)[0]
    return lambda request: move_result(play.pk, intended.pk, request)


def dropped_round_correction(session: Session) -> ApplyCorrection:
    return lambda request: drop_last_round(session.sections.get().pk, request)


def substitute_correction(session: Session) -> ApplyCorrection:
    seat_holder = SeatHolder.objects.filter(seating=seating(session, 2)).order_by("seat").first()
    substitute_request = SubstituteRequest(
        seat_holder.contestant_id, seat_holder.player_id, "Carla Mas", 2
    )
    return lambda request: add_substitute(session.pk, substitute_request, request)


def dropped_boards_correction(session: Session) -> ApplyCorrection:
    return lambda request: drop_boards(session.sections.get().pk, request)


def reseating_correction(session: Session) -> ApplyCorrection:
    table, new_seats = seating(session, 2), {"N": "S", "S": "N", "E": "E", "W": "W"}
    return lambda request: reseat_table(table.pk, new_seats, request)


def swapped_sides_correction(session: Session) -> ApplyCorrection:
    play = plays(session)[0]
    return lambda request: swap_result_sides(play.pk, request)


def withdrawal_correction(session: Session) -> ApplyCorrection:
    withdrawn = (
        SeatHolder.objects.filter(seating=seating(session, 2)).order_by("seat").first().contestant
    )
    return lambda request: withdraw_during_play(session.stage.event, withdrawn.pk, request)


def late_arrival_correction(session: Session) -> ApplyCorrection:
    """Vacate a seat, and let a late arrival take it."""
    event = session.stage.event
    withdraw_during_session(event, event.contestants.order_by("-number").first().pk, SYSTEM)
    seats = find_late_arrival_seats(event)
    return lambda request: add_late_arrival(event, "Nova Pi – Vella Pi", seats, request)


def merged_tables_correction(session: Session) -> ApplyCorrection:
    """Withdraw two contestants, and seat their opponents at one table."""
    section = session.sections.get()
    for table in (1, 2):
        withdrawn = seating(session, 2, table).places.get(seat="N").contestant_id
        withdraw_during_session(session.stage.event, withdrawn, SYSTEM)
    tables = tables_for_sitting_out(section)
    return lambda request: merge_tables(section.pk, tables, request)


# Problem codes of corrections that the other director has already applied.
CODES_WHEN_ALREADY_DONE = {
    "other_board_correction": "own_board",
    "other_set_correction": "unknown_board",
    "void_board_correction": "out_already",
    "moved_result_correction": "no_result",
    "substitute_correction": "sits_nowhere",
    "dropped_boards_correction": "one_board",
    "withdrawal_correction": "left_already",
    "late_arrival_correction": "plays_already",
    "merged_tables_correction": "no_longer_free",
}

ALL_CORRECTIONS = [
    *TABLE_CORRECTIONS,
    moved_result_correction,
    dropped_round_correction,
    substitute_correction,
    dropped_boards_correction,
    reseating_correction,
    swapped_sides_correction,
    withdrawal_correction,
    late_arrival_correction,
    merged_tables_correction,
]
# Tested every day: turning a table, which changes seats, and taking out a board, which makes most
# plays void.
DAILY_CORRECTIONS = (TABLE_CORRECTIONS[0], TABLE_CORRECTIONS[-1])

every_correction = pytest.mark.parametrize(
    "make_correction",
    [
        pytest.param(
            correction, marks=() if correction in DAILY_CORRECTIONS else pytest.mark.thorough
        )
        for correction in ALL_CORRECTIONS
    ],
    ids=[correction.__name__ for correction in ALL_CORRECTIONS],
)


# With eight pairs some corrections find no spare boards; these are tested with more.
PAIR_COUNTS = {"merged_tables_correction": 12}


def session_in_third_round(
    make_correction: Callable[[Session], ApplyCorrection],
) -> tuple[Session, Actor]:
    """Return a session in its third round of seven, with all results entered and scored."""
    session, director = started(
        PAIR_COUNTS.get(make_correction.__name__, 8),
        movement="howell",
        round_count=7,
        boards_per_round=2,
    )
    for number in (1, 2):
        play_round(session, director, random.Random(number))
    enter_round(playing_round(session), random.Random(3))
    catch_up()
    return session, director


def modules_of(package: Any) -> Iterator[Any]:
    for module_info in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        yield importlib.import_module(module_info.name)


def defined_corrections() -> set[str]:
    """Return the names of all actions that take a `CorrectionRequest` and return an answer."""
    functions = (
        value
        for module in modules_of(actions)
        for value in vars(module).values()
        if inspect.isfunction(value)
    )
    actions_with_answer = (
        function
        for function in functions
        if inspect.signature(function).return_annotation is Answer
    )
    return {
        action.__name__
        for action in actions_with_answer
        if not action.__name__.startswith("_")
        and any(
            parameter.annotation is CorrectionRequest
            for parameter in inspect.signature(action).parameters.values()
        )
    }


@contextmanager
def record_searches() -> Iterator[list[str]]:
    """Record the calls of functions that search for a movement, a draw or free seats."""
    recorded_calls: list[str] = []
    for module in modules_of(movements):
        for value in vars(module).values():
            if clear := getattr(value, "cache_clear", None):
                clear()

    def record_call(frame: FrameType, event: str, _arg: object) -> None:
        if event == "call" and is_search(frame.f_code.co_filename, frame.f_code.co_name):
            recorded_calls.append(f"{frame.f_code.co_filename} {frame.f_code.co_name}")

    sys.setprofile(record_call)
    try:
        yield recorded_calls
    finally:
        sys.setprofile(None)


# Names of functions that create rounds or search for seats, in any module of movements and actions.
SEARCH_FUNCTIONS = {
    "next_round",
    "rounds",
    "plan",
    "tables_by_round",
    "found_places",
    "score_and_read_stage_state",
    "create_plan_rows",
}


def is_search(path: str, name: str) -> bool:
    module_path = path.partition("/tournaments/")[2]
    search_packages = (
        "movements/designs/",
        "movements/drawing/",
        "movements/advice/",
        "movements/fairness/",
    )
    is_search_function = (
        module_path.startswith(("movements/", "actions/")) and name in SEARCH_FUNCTIONS
    )
    return module_path.startswith(search_packages) or is_search_function


@pytest.mark.django_db
def test_searches_are_recorded_while_a_session_is_planned() -> None:
    with record_searches() as recorded_calls:
        started(6, movement="howell", round_count=3, boards_per_round=1)
    assert recorded_calls


@pytest.mark.thorough
@pytest.mark.django_db
@every_correction
def test_no_preview_searches_or_draws(
    make_correction: Callable[[Session], ApplyCorrection],
) -> None:
    session, director = session_in_third_round(make_correction)
    apply = make_correction(session)
    with record_searches() as recorded_calls:
        preview = preview_action(session.stage, lambda: apply(CorrectionRequest(director, "k")))
    assert (recorded_calls, preview.problems) == ([], ())
    apply(CorrectionRequest(director, "k"))
    step_id = latest_step_id(session.stage.event_id)
    for revert in (undo_step, restore_before):
        with record_searches() as recorded_calls:
            preview = preview_action(session.stage, partial(revert, step_id, director))
        assert recorded_calls == []
        assert {problem.code for problem in preview.problems} <= {"board_was_open"}


def test_all_corrections_are_listed() -> None:
    covered_names = {
        name for make_correction in ALL_CORRECTIONS for name in make_correction.__code__.co_names
    }
    names_in_lambdas = {
        name
        for make_correction in ALL_CORRECTIONS
        for const in make_correction.__code__.co_consts
        if inspect.iscode(const)
        for name in const.co_names
    }
    assert defined_corrections() <= covered_names | names_in_lambdas


@pytest.mark.daily(1)
@pytest.mark.django_db(transaction=True)
@every_correction
def test_only_one_of_two_simultaneous_corrections_is_applied(
    make_correction: Callable[[Session], ApplyCorrection],
) -> None:
    session, director = session_in_third_round(make_correction)
    apply, other_director = make_correction(session), second_director(session)
    seen_id, play = latest_step_id(session.stage.event_id), plays(session, 3, 2)[0]
    entry_count = Entry.objects.filter(play=play).count()
    attempts = [
        partial(apply, CorrectionRequest(actor, "k", last_seen_step=seen_id))
        for actor in (director, other_director)
    ]
    problem_codes, answers = at_once(
        *attempts, lambda: submit_entry(play.pk, outcome(random.Random(5)), at(play, "ns"), "late")
    )
    assert len(UndoStep.objects.filter(pk__gt=seen_id)) == 1
    assert sum(answer is not None for answer in answers[:2]) == 1
    assert answers[2] is not None
    assert set(problem_codes) <= {
        "done_since",
        "stale",
        CODES_WHEN_ALREADY_DONE.get(make_correction.__name__),
    }
    assert Entry.objects.filter(play=play, kind=Entry.Kind.TABLE).count() == entry_count + 1
    catch_up()
    assert scoring_pipeline.recount(session.stage.event) == []


@pytest.mark.daily(1)
@pytest.mark.django_db(transaction=True)
@every_correction
def test_correction_sent_twice_simultaneously_is_applied_once(
    make_correction: Callable[[Session], ApplyCorrection],
) -> None:
    session, director = session_in_third_round(make_correction)
    apply, seen_id = make_correction(session), latest_step_id(session.stage.event_id)
    problem_codes, (answer, other_answer) = at_once(
        *[partial(apply, CorrectionRequest(director, "k", last_seen_step=seen_id))] * 2
    )
    assert (problem_codes, answer is not None, answer) == ([], True, other_answer)
    assert len(UndoStep.objects.filter(pk__gt=seen_id)) == 1


@pytest.mark.daily(1)
@pytest.mark.django_db(transaction=True)
@every_correction
def test_preview_runs_during_another_correction(
    make_correction: Callable[[Session], ApplyCorrection],
) -> None:
    session, director = session_in_third_round(make_correction)
    apply, other_director = make_correction(session), second_director(session)
    previews = [
        partial(
            preview_action,
            session.stage,
            partial(apply, CorrectionRequest(other_director, f"t{number}")),
        )
        for number in (1, 2)
    ]
    problem_codes, answers = at_once(*previews, partial(apply, CorrectionRequest(director, "k")))
    assert (problem_codes, [answer is None for answer in answers]) == ([], [False] * 3)
    assert UndoStep.objects.filter(user=other_director.user_id).count() == 0


def second_director(session: Session) -> Actor:
    user = get_user_model().objects.create_user("another")
    add_member(session.stage.event.club, user.pk, Membership.Role.DIRECTOR, SYSTEM)
    return Actor.of_user(user.pk)


def at_once(*callables: Callable[[], Any]) -> tuple[list[str], list[Any]]:
    """Run actions simultaneously in threads; return their problem codes and answers."""
    barrier, problem_codes = Barrier(len(callables)), list[str]()

    def run(action: Callable[[], Any]) -> Any:
        try:
            barrier.wait(30)
            return action()
        except ValidationFailed as refused:
            problem_codes.extend(problem.code for problem in refused.problems)
            return None
        finally:
            connection.close()

    with ThreadPoolExecutor(len(callables)) as pool:
        return problem_codes, [
            future.result(60) for future in [pool.submit(run, action) for action in callables]
        ]


def session_with_tables(table_count: int) -> Session:
    """Return a session with many tables that has played seven of its eight rounds."""
    session = create_field(
        table_count,
        round_count=8,
        boards_per_round=3,
        played_round_count=7,
        name=f"Camp {table_count}",
    )
    Round.objects.filter(section__session=session, number=8).update(started_at=None)
    seat_holder = SeatHolder.objects.filter(seating=seating(session, 2)).order_by("seat").first()
    player = Player.objects.create(club=session.stage.event.club, name="Anna Prats")
    ContestantPlayer.objects.create(contestant=seat_holder.contestant, player=player, number=1)
    SeatHolder.objects.filter(contestant=seat_holder.contestant, seat=seat_holder.seat).update(
        player=player
    )
    return session


@pytest.mark.django_db(transaction=True)
@every_correction
def test_number_of_queries_does_not_grow_with_the_field(
    make_correction: Callable[[Session], ApplyCorrection],
) -> None:
    query_counts = []
    for table_count in (4, 12):
        session = session_with_tables(table_count)
        apply = make_correction(session)
        with CaptureQueriesContext(connection) as statements:
            preview = preview_action(
                session.stage, lambda apply=apply: apply(CorrectionRequest(SYSTEM, "k"))
            )
        assert not preview.problems
        query_counts.append(len(statements))
    allowed_growth = (
        8 * MAX_QUERIES_PER_PLAY if make_correction.__name__ == "void_board_correction" else 0
    )
    assert query_counts[1] - query_counts[0] <= allowed_growth


def least_preview_seconds(session: Session, apply: ApplyCorrection) -> float:
    """Return the processor time of the fastest of seven previews, in seconds."""
    seconds = []
    for number in range(7):
        start_time = time.thread_time()
        preview_action(
            session.stage, lambda key=f"k{number}": apply(CorrectionRequest(SYSTEM, key))
        )
        seconds.append(time.thread_time() - start_time)
    return min(seconds)


@pytest.mark.thorough
@pytest.mark.django_db(transaction=True)
def test_preview_at_sixty_tables_is_fast() -> None:
    session = session_with_tables(60)
    seconds_by_correction = {
        make_correction.__name__: least_preview_seconds(session, make_correction(session))
        for make_correction in ALL_CORRECTIONS
    }
    print(connection.vendor, seconds_by_correction)
    assert max(seconds_by_correction.values()) <= MAX_PREVIEW_SECONDS, seconds_by_correction
