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
    MISHAPS,
    Mend,
    exchanged,
    plays,
    seating,
)
from tests.scenes.evening import at, enter_round, outcome, play_round, started
from tests.scenes.field import lay_field
from tests.scenes.late_and_leaving import let_leave
from tournaments import actions, movements, scoring_pipeline
from tournaments.actions.clubs.club import add_member
from tournaments.actions.contestants.late_arrivals import join_event
from tournaments.actions.contestants.leaving import leave_event
from tournaments.actions.corrections.correcting import CorrectionRequest
from tournaments.actions.corrections.fewer_boards import drop_boards
from tournaments.actions.corrections.fewer_rounds import drop_last_round
from tournaments.actions.corrections.merged_tables import merge_tables
from tournaments.actions.corrections.misplaced_results import (
    exchange_results,
    move_result,
    swap_result_sides,
)
from tournaments.actions.corrections.reseated_table import reseat_table
from tournaments.actions.corrections.substitutes import SubstituteRequest, add_substitute
from tournaments.actions.history.preview import preview_action
from tournaments.actions.history.stale_previews import latest_step_id
from tournaments.actions.history.undo import restore_before, undo_step
from tournaments.actions.idempotency import Answer
from tournaments.actions.results.entries import post_entry
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
    find_late_seats,
    tables_of_those_who_rest,
)
from tournaments.queries.rounds.seating import playing_round
from tournaments.tasks import catch_up

LONGEST = 0.2
"""Seconds for which a preview may keep everybody else from writing, at 60 tables."""

A_PLAY = 6
"""Statements that a repair may need for each play that it decides about."""


def moved(session: Session) -> Mend:
    said, meant = plays(session)[0], plays(session, 7 if session.rounds_planned == 7 else 8)[0]
    return lambda how: move_result(said.pk, meant.pk, how)


def two_exchanged(session: Session) -> Mend:
    one, other = plays(session)[:2]
    return lambda how: exchange_results(one.pk, other.pk, how)


def last_round_dropped(session: Session) -> Mend:
    return lambda how: drop_last_round(session.sections.get().pk, how)


def substituted(session: Session) -> Mend:
    place = SeatHolder.objects.filter(seating=seating(session, 2)).order_by("seat").first()
    wanted = SubstituteRequest(place.contestant_id, place.player_id, "Carla Mas", 2)
    return lambda how: add_substitute(session.pk, wanted, how)


def board_less(session: Session) -> Mend:
    return lambda how: drop_boards(session.sections.get().pk, how)


def reseated(session: Session) -> Mend:
    table, sat = seating(session, 2), {"N": "S", "S": "N", "E": "E", "W": "W"}
    return lambda how: reseat_table(table.pk, sat, how)


def turned_result(session: Session) -> Mend:
    play = plays(session)[0]
    return lambda how: swap_result_sides(play.pk, how)


def left(session: Session) -> Mend:
    gone = (
        SeatHolder.objects.filter(seating=seating(session, 2)).order_by("seat").first().contestant
    )
    return lambda how: leave_event(session.stage.event, gone.pk, how)


def joined(session: Session) -> Mend:
    """Where somebody has left; which seats are free was searched before."""
    event = session.stage.event
    let_leave(event, event.contestants.order_by("-number").first().pk, SYSTEM)
    seats = find_late_seats(event)
    return lambda how: join_event(event, "Nova Pi – Vella Pi", seats, how)


def merged(session: Session) -> Mend:
    """Where two have left; who could play whom was searched before."""
    section = session.sections.get()
    for table in (1, 2):
        gone = seating(session, 2, table).places.get(seat="N").contestant_id
        let_leave(session.stage.event, gone, SYSTEM)
    tables = tables_of_those_who_rest(section)
    return lambda how: merge_tables(section.pk, tables, how)


IT_IS_SO = {
    "other_board": "own_board",
    "other_set": "unknown_board",
    "taken_out": "out_already",
    "moved": "no_result",
    "substituted": "sits_nowhere",
    "board_less": "one_board",
    "left": "left_already",
    "joined": "plays_already",
    "merged": "no_longer_free",
}
"""What who comes second is told where what he asks is so already, besides that somebody was
quicker."""

ALL_CORRECTIONS = [
    *(each for each in MISHAPS if each is not exchanged),
    two_exchanged,
    moved,
    last_round_dropped,
    substituted,
    board_less,
    reseated,
    turned_result,
    left,
    joined,
    merged,
]
BY_DAY = (MISHAPS[0], MISHAPS[-1])
"""Those tried every day: one that changes places, and the one that decides about most plays."""

every_repair = pytest.mark.parametrize(
    "repair",
    [
        pytest.param(each, marks=() if each in BY_DAY else pytest.mark.thorough)
        for each in ALL_CORRECTIONS
    ],
    ids=[each.__name__ for each in ALL_CORRECTIONS],
)


ENOUGH = {"merged": 12}
"""How many pairs it takes, where eight have no boards to spare."""


def evening(repair: Callable[[Session], Mend]) -> tuple[Session, Actor]:
    """Three rounds of seven, all of which have been said and are counted."""
    session, director = started(
        ENOUGH.get(repair.__name__, 8), movement="howell", rounds=7, boards_per_round=2
    )
    for number in (1, 2):
        play_round(session, director, random.Random(number))
    enter_round(playing_round(session), random.Random(3))
    catch_up()
    return session, director


def modules_of(package: Any) -> Iterator[Any]:
    for each in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        yield importlib.import_module(each.name)


def repairs_there_are() -> set[str]:
    """Every act that is asked for by a `CorrectionRequest` and gives an answer."""
    found = (
        each
        for module in modules_of(actions)
        for each in vars(module).values()
        if inspect.isfunction(each)
    )
    asked = (each for each in found if inspect.signature(each).return_annotation is Answer)
    return {
        each.__name__
        for each in asked
        if not each.__name__.startswith("_")
        and any(
            one.annotation is CorrectionRequest
            for one in inspect.signature(each).parameters.values()
        )
    }


@contextmanager
def nothing_searches() -> Iterator[list[str]]:
    """Inside, whatever plans, pairs, draws or looks for designs or free places is noted."""
    called: list[str] = []
    for module in modules_of(movements):
        for each in vars(module).values():
            if clear := getattr(each, "cache_clear", None):
                clear()

    def note(frame: FrameType, event: str, _arg: object) -> None:
        if event == "call" and searches(frame.f_code.co_filename, frame.f_code.co_name):
            called.append(f"{frame.f_code.co_filename} {frame.f_code.co_name}")

    sys.setprofile(note)
    try:
        yield called
    finally:
        sys.setprofile(None)


SEARCHING = {
    "next_round",
    "rounds",
    "plan",
    "tables",
    "found_places",
    "up_to_date_state",
    "copy_plan",
}
"""What makes rounds, wherever it stands; and the rooms in which nothing but searching is done."""


def searches(path: str, name: str) -> bool:
    here = path.partition("/tournaments/")[2]
    rooms = ("movements/designs/", "movements/drawing/", "movements/advice/", "movements/fairness/")
    makes = here.startswith(("movements/", "actions/")) and name in SEARCHING
    return here.startswith(rooms) or makes


@pytest.mark.django_db
def test_guard_against_searching_works() -> None:
    with nothing_searches() as called:
        started(6, movement="howell", rounds=3, boards_per_round=1)
    assert called


@pytest.mark.thorough
@pytest.mark.django_db
@every_repair
def test_no_preview_searches_or_draws(repair: Callable[[Session], Mend]) -> None:
    session, director = evening(repair)
    mend = repair(session)
    with nothing_searches() as called:
        tried = preview_action(session.stage, lambda: mend(CorrectionRequest(director, "k")))
    assert (called, tried.problems) == ([], ())
    mend(CorrectionRequest(director, "k"))
    act = latest_step_id(session.stage.event_id)
    for back in (undo_step, restore_before):
        with nothing_searches() as called:
            tried = preview_action(session.stage, partial(back, act, director))
        assert called == []
        assert {each.code for each in tried.problems} <= {"board_was_open"}


def test_all_corrections_are_listed() -> None:
    done = {name for repair in ALL_CORRECTIONS for name in repair.__code__.co_names}
    nested = {
        name
        for repair in ALL_CORRECTIONS
        for const in repair.__code__.co_consts
        if inspect.iscode(const)
        for name in const.co_names
    }
    assert repairs_there_are() <= done | nested


@pytest.mark.daily(1)
@pytest.mark.django_db(transaction=True)
@every_repair
def test_only_one_of_two_simultaneous_corrections_is_applied(
    repair: Callable[[Session], Mend],
) -> None:
    session, director = evening(repair)
    mend, other = repair(session), second_director(session)
    seen, play = latest_step_id(session.stage.event_id), plays(session, 3, 2)[0]
    said = Entry.objects.filter(play=play).count()
    asked = [
        partial(mend, CorrectionRequest(who, "k", last_seen_step=seen)) for who in (director, other)
    ]
    told, answers = at_once(
        *asked, lambda: post_entry(play.pk, outcome(random.Random(5)), at(play, "ns"), "late")
    )
    assert len(UndoStep.objects.filter(pk__gt=seen)) == 1
    assert sum(answer is not None for answer in answers[:2]) == 1
    assert answers[2] is not None
    assert set(told) <= {"done_since", "stale", IT_IS_SO.get(repair.__name__)}
    assert Entry.objects.filter(play=play, kind=Entry.Kind.TABLE).count() == said + 1
    catch_up()
    assert scoring_pipeline.recount(session.stage.event) == []


@pytest.mark.daily(1)
@pytest.mark.django_db(transaction=True)
@every_repair
def test_correction_sent_twice_simultaneously_is_applied_once(
    repair: Callable[[Session], Mend],
) -> None:
    session, director = evening(repair)
    mend, seen = repair(session), latest_step_id(session.stage.event_id)
    told, (one, other) = at_once(
        *[partial(mend, CorrectionRequest(director, "k", last_seen_step=seen))] * 2
    )
    assert (told, one is not None, one) == ([], True, other)
    assert len(UndoStep.objects.filter(pk__gt=seen)) == 1


@pytest.mark.daily(1)
@pytest.mark.django_db(transaction=True)
@every_repair
def test_preview_runs_beside_another_correction(repair: Callable[[Session], Mend]) -> None:
    session, director = evening(repair)
    mend, other = repair(session), second_director(session)
    tries = [
        partial(
            preview_action, session.stage, partial(mend, CorrectionRequest(other, f"t{number}"))
        )
        for number in (1, 2)
    ]
    told, answers = at_once(*tries, partial(mend, CorrectionRequest(director, "k")))
    assert (told, [answer is None for answer in answers]) == ([], [False] * 3)
    assert UndoStep.objects.filter(user=other.user_id).count() == 0


def second_director(session: Session) -> Actor:
    user = get_user_model().objects.create_user("another")
    add_member(session.stage.event.club, user.pk, Membership.Role.DIRECTOR, SYSTEM)
    return Actor.of_user(user.pk)


def at_once(*acts: Callable[[], Any]) -> tuple[list[str], list[Any]]:
    """All of them in threads that begin together; what is refused, and the answers."""
    begun, told = Barrier(len(acts)), list[str]()

    def answered(act: Callable[[], Any]) -> Any:
        try:
            begun.wait(30)
            return act()
        except ValidationFailed as refused:
            told.extend(each.code for each in refused.problems)
            return None
        finally:
            connection.close()

    with ThreadPoolExecutor(len(acts)) as pool:
        return told, [each.result(60) for each in [pool.submit(answered, act) for act in acts]]


def field(tables: int) -> Session:
    """All but the last round is said, which is to begin; one who sits at the first table has a
    name."""
    session = lay_field(tables, rounds=8, boards_per_round=3, played=7, name=f"Camp {tables}")
    Round.objects.filter(section__session=session, number=8).update(started_at=None)
    place = SeatHolder.objects.filter(seating=seating(session, 2)).order_by("seat").first()
    player = Player.objects.create(club=session.stage.event.club, name="Anna Prats")
    ContestantPlayer.objects.create(contestant=place.contestant, player=player, number=1)
    SeatHolder.objects.filter(contestant=place.contestant, seat=place.seat).update(player=player)
    return session


@pytest.mark.django_db(transaction=True)
@every_repair
def test_number_of_queries_does_not_grow_with_the_field(repair: Callable[[Session], Mend]) -> None:
    asked = []
    for tables in (4, 12):
        session = field(tables)
        mend = repair(session)
        with CaptureQueriesContext(connection) as statements:
            tried = preview_action(
                session.stage, lambda mend=mend: mend(CorrectionRequest(SYSTEM, "k"))
            )
        assert not tried.problems
        asked.append(len(statements))
    decided = 8 * A_PLAY if repair.__name__ == "taken_out" else 0
    assert asked[1] - asked[0] <= decided


@pytest.mark.thorough
@pytest.mark.django_db(transaction=True)
def test_correction_at_sixty_tables_is_fast() -> None:
    session, slow = field(60), {}
    for repair in ALL_CORRECTIONS:
        mend, took = repair(session), []
        for number in range(7):
            begun = time.thread_time()
            preview_action(
                session.stage,
                lambda mend=mend, key=f"k{number}": mend(CorrectionRequest(SYSTEM, key)),
            )
            took.append(time.thread_time() - begun)
        print(connection.vendor, repair.__name__, f"{1000 * min(took):.0f} ms")
        if min(took) > LONGEST:
            slow[repair.__name__] = took
    assert slow == {}
