"""A rehearsal mended wrongly: the desk says what differs from the story, and what else was
changed."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from tests.scenes.evening import club_with_director
from tests.web.desk.rehearsal_tasks import (
    MENDING,
    mended,
    move_board,
    plays,
    settle,
    shown,
    turn,
    undo_early_end,
)
from tests.web.signed_in import signed_in
from tournaments.actions.corrections.correcting import CorrectionRequest
from tournaments.actions.corrections.fouled_board import take_out_board
from tournaments.actions.corrections.misplaced_results import exchange_results, swap_result_sides
from tournaments.actions.corrections.reseated_table import reseat_table
from tournaments.actions.corrections.turned_table import turn_table
from tournaments.actions.corrections.wrong_board import correct_played_board
from tournaments.actions.history.undo import undo_step
from tournaments.actions.rehearsal.rehearsal import get_or_create_rehearsal
from tournaments.actions.results.adjusted_awards import give_awards
from tournaments.actions.results.decisions import decide_play
from tournaments.actions.results.entries import submit_entry
from tournaments.actions.rounds.end_round import end_round
from tournaments.models import Entry, Event, Play, Rehearsal, Round, Seating, UndoStep
from tournaments.permissions.actor import Actor

pytestmark = pytest.mark.django_db
Evening = tuple[Event, Actor]
Mend = Callable[[Event, Actor], object]


@pytest.fixture
def evening() -> Evening:
    club, director = club_with_director()
    return get_or_create_rehearsal(club, director), director


def at(event: Event, table: int, round_: int, index: int) -> Play:
    return plays(event, table, round_)[index]


def seating(event: Event, table: int) -> int:
    return Seating.objects.get(
        round__number=1, table__number=table, round__section__session__stage__event=event
    ).pk


def said(play: Play, side: str) -> dict[str, object]:
    return dict(play.entries.filter(side=side).earliest("revision").outcome)


def decide(
    play: Play, outcome: dict[str, object], who: Actor, kind: Entry.Kind = Entry.Kind.CORRECTION
) -> None:
    decide_play(
        play.pk,
        kind,
        outcome,
        replaces=play.revision,
        reason="so",
        actor=who,
        key=f"{play.pk} {play.revision}",
    )


def believe_the_wrong_side(event: Event, who: Actor) -> None:
    play = at(event, 1, 2, 0)
    decide(play, said(play, "ns"), who)


def rule(event: Event, who: Actor) -> None:
    play = at(event, 1, 2, 0)
    decide(play, said(play, "ew"), who, Entry.Kind.RULING)


def call_off(event: Event, who: Actor) -> None:
    decide(at(event, 1, 2, 0), {}, who, Entry.Kind.VOID)


def move_to_another_board(event: Event, who: Actor) -> None:
    rehearsal = Rehearsal.objects.get(event=event)
    own = {play.board.number for each in range(1, 6) for play in plays(event, 2, each)}
    correct_played_board(
        at(event, 2, 1, 1).pk,
        _free(event, own | {rehearsal.played_board}),
        CorrectionRequest(who, "w"),
    )


def _free(event: Event, taken: set[int]) -> int:
    """A board that nobody at table 2 in the first round has played."""
    seated = at(event, 2, 1, 1).seating.places.values("contestant")
    played = Play.objects.filter(seating__places__contestant__in=seated, revision__gt=0)
    numbers = taken | set(played.values_list("board__number", flat=True))
    boards = Play.objects.filter(board__session__stage__event=event).order_by("board__number")
    return next(n for n in boards.values_list("board__number", flat=True) if n not in numbers)


def move_the_other_board(event: Event, who: Actor) -> None:
    correct_played_board(
        at(event, 2, 1, 0).pk,
        Rehearsal.objects.get(event=event).played_board,
        CorrectionRequest(who, "w"),
    )


def turn_the_results(event: Event, who: Actor) -> None:
    for play in plays(event, 3, 1):
        swap_result_sides(play.pk, CorrectionRequest(who, f"w{play.pk}"))


def turn_another_table(event: Event, who: Actor) -> None:
    turn_table(seating(event, 2), CorrectionRequest(who, "w"))


def exchange_partners(event: Event, who: Actor) -> None:
    sat = {"N": "S", "S": "N", "E": "E", "W": "W"}
    reseat_table(seating(event, 3), sat, CorrectionRequest(who, "w"))


def exchange_with_another_table(event: Event, who: Actor) -> None:
    exchange_results(at(event, 4, 1, 0).pk, at(event, 1, 1, 0).pk, CorrectionRequest(who, "w"))


def correct_one_alone(event: Event, who: Actor) -> None:
    one, other = plays(event, 4, 1)
    decide(one, said(other, "ns"), who)


def turn_both(event: Event, who: Actor) -> None:
    for play in plays(event, 4, 1):
        swap_result_sides(play.pk, CorrectionRequest(who, f"w{play.pk}"))


def give(event: Event, who: Actor, index: int, ns: str, ew: str) -> None:
    play = at(event, 3, 2, index)
    give_awards(
        play.pk, {"ns": ns, "ew": ew}, replaces=play.revision, reason="so", actor=who, key="w"
    )


def give_to_the_other_board(event: Event, who: Actor) -> None:
    give(event, who, 0, "average", "average")


def give_more(event: Event, who: Actor) -> None:
    give(event, who, 1, "average_plus", "average")


def call_off_spoilt(event: Event, who: Actor) -> None:
    decide(at(event, 3, 2, 1), {}, who, Entry.Kind.VOID)


def call_off_missing(event: Event, who: Actor) -> None:
    for table in (3, 4):
        decide(at(event, table, 3, 1), {}, who, Entry.Kind.VOID)


def end_once_more(event: Event, who: Actor) -> None:
    undo_early_end(event, who)
    end_round(Round.objects.get(section__session__stage__event=event, number=3).pk, who)


WRONGLY: list[tuple[int, Mend]] = [
    (1, believe_the_wrong_side),
    (1, rule),
    (1, call_off),
    (2, move_to_another_board),
    (2, move_the_other_board),
    (3, turn_the_results),
    (3, exchange_partners),
    (4, exchange_with_another_table),
    (4, correct_one_alone),
    (4, turn_both),
    (5, give_to_the_other_board),
    (5, give_more),
    (5, call_off_spoilt),
    (6, call_off_missing),
    (6, end_once_more),
]


DAILY = dict(reversed(WRONGLY))
"""The first of each task."""


@pytest.mark.daily(1)
@pytest.mark.parametrize(
    ("number", "wrongly"),
    [
        pytest.param(
            number, wrongly, marks=() if DAILY[number] is wrongly else pytest.mark.thorough
        )
        for number, wrongly in WRONGLY
    ],
)
def test_a_task_mended_wrongly_is_not_mended_and_says_what_differs(
    number: int, wrongly: Mend, evening: Evening, client: Client
) -> None:
    event, director = evening
    wrongly(event, director)
    assert mended(event) == []
    assert [each.number for each in shown(event).tasks if each.difference] == [number]
    page = signed_in(client, director).get(reverse("event_desk", args=[event.pk])).content.decode()
    assert page.count("Not corrected yet.") == 1


def correct_both(event: Event, who: Actor) -> None:
    one, other = plays(event, 4, 1)
    decide(one, said(other, "ns"), who)
    decide(other, said(one, "ns"), who)


def seat_everybody(event: Event, who: Actor) -> None:
    sat = {"N": "E", "E": "N", "S": "W", "W": "S"}
    reseat_table(seating(event, 3), sat, CorrectionRequest(who, "r"))


def give_half(event: Event, who: Actor) -> None:
    give(event, who, 1, "50%", "50%")


def play_on_and_end(event: Event, who: Actor) -> None:
    undo_early_end(event, who)
    for table in (3, 4):
        play = at(event, table, 3, 1)
        for side in ("ns", "ew"):
            phone = Actor.of_table(play.seating.table_id, "phone", side)
            submit_entry(play.pk, said(at(event, table, 3, 0), "ns"), phone, f"{table} {side}")
    end_round(Round.objects.get(section__session__stage__event=event, number=3).pk, who)


OTHERWISE: list[tuple[int, Mend]] = [
    (3, seat_everybody),
    (4, correct_both),
    (5, give_half),
    (6, play_on_and_end),
]


@pytest.mark.daily(1)
@pytest.mark.parametrize(("number", "otherwise"), OTHERWISE)
def test_another_lawful_way_mends_it_too(number: int, otherwise: Mend, evening: Evening) -> None:
    event, director = evening
    otherwise(event, director)
    assert mended(event) == [number]
    assert not shown(event).has_unrelated_changes


def test_a_wrong_mending_put_right_by_another_act_is_mended(evening: Evening) -> None:
    event, director = evening
    believe_the_wrong_side(event, director)
    play = at(event, 1, 2, 0)
    decide(play, said(play, "ew"), director)
    assert mended(event) == [1]


def take_out(event: Event, who: Actor) -> None:
    take_out_board(at(event, 4, 3, 1).board_id, CorrectionRequest(who, "w"))


def correct_elsewhere(event: Event, who: Actor) -> None:
    play = at(event, 2, 3, 0)
    decide(play, said(at(event, 2, 3, 1), "ns"), who)


@pytest.mark.daily(1)
@pytest.mark.parametrize(
    "damage", [turn_another_table, correct_elsewhere, exchange_with_another_table, turn_the_results]
)
def test_what_no_story_asks_for_is_noticed_until_it_is_undone(
    damage: Mend, evening: Evening, client: Client
) -> None:
    event, director = evening
    before = UndoStep.objects.filter(event=event).latest("pk").pk
    damage(event, director)
    page = signed_in(client, director).get(reverse("event_desk", args=[event.pk])).content.decode()
    assert "none of the six" in page
    for act in UndoStep.objects.filter(event=event, pk__gt=before).order_by("-pk"):
        undo_step(act.pk, director)
    assert not shown(event).has_unrelated_changes


def test_a_board_that_was_taken_out_is_noticed_for_good(evening: Evening) -> None:
    event, director = evening
    take_out(event, director)
    assert shown(event).has_unrelated_changes


def test_mended_as_the_stories_say_nothing_else_is_changed(evening: Evening) -> None:
    event, director = evening
    for mend in (settle, move_board, turn):
        mend(event, director)
        assert not shown(event).has_unrelated_changes
    assert len(MENDING) == len(shown(event).tasks)


def test_all_six_are_not_enough_where_something_else_was_changed(evening: Evening) -> None:
    event, director = evening
    for mend in MENDING:
        mend(event, director)
    assert shown(event).is_finished
    correct_elsewhere(event, director)
    assert shown(event).corrected_count == 6
    assert not shown(event).is_finished
