"""Wrong corrections of a rehearsal: the desk says what differs, and what else was changed."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from tests.scenes.evening import club_with_director
from tests.web.desk.rehearsal_corrections import (
    CORRECTIONS,
    correct_conflict,
    corrected_tasks,
    move_board,
    plays,
    read_progress,
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
EventAndDirector = tuple[Event, Actor]
Mend = Callable[[Event, Actor], object]


@pytest.fixture
def event_and_director() -> EventAndDirector:
    club, director = club_with_director()
    return get_or_create_rehearsal(club, director), director


def play_at(event: Event, table_number: int, round_number: int, index: int) -> Play:
    return plays(event, table_number, round_number)[index]


def seating(event: Event, table_number: int) -> int:
    return Seating.objects.get(
        round__number=1, table__number=table_number, round__section__session__stage__event=event
    ).pk


def outcome_of(play: Play, side: str) -> dict[str, object]:
    return dict(play.entries.filter(side=side).earliest("revision").outcome)


def decide(
    play: Play, outcome: dict[str, object], actor: Actor, kind: Entry.Kind = Entry.Kind.CORRECTION
) -> None:
    decide_play(
        play.pk,
        kind,
        outcome,
        replaces=play.revision,
        reason="both sides agree",
        actor=actor,
        key=f"{play.pk} {play.revision}",
    )


def believe_the_wrong_side(event: Event, actor: Actor) -> None:
    play = play_at(event, 1, 2, 0)
    decide(play, outcome_of(play, "ns"), actor)


def rule_on_conflict(event: Event, actor: Actor) -> None:
    play = play_at(event, 1, 2, 0)
    decide(play, outcome_of(play, "ew"), actor, Entry.Kind.RULING)


def mark_as_not_played(event: Event, actor: Actor) -> None:
    decide(play_at(event, 1, 2, 0), {}, actor, Entry.Kind.VOID)


def move_to_another_board(event: Event, actor: Actor) -> None:
    rehearsal = Rehearsal.objects.get(event=event)
    own_boards = {play.board.number for item in range(1, 6) for play in plays(event, 2, item)}
    correct_played_board(
        play_at(event, 2, 1, 1).pk,
        _board_new_to_table_2(event, own_boards | {rehearsal.played_board}),
        CorrectionRequest(actor, "w"),
    )


def _board_new_to_table_2(event: Event, taken: set[int]) -> int:
    """Return a board that nobody at table 2 has played in the first round."""
    seated = play_at(event, 2, 1, 1).seating.places.values("contestant")
    played = Play.objects.filter(seating__places__contestant__in=seated, revision__gt=0)
    numbers = taken | set(played.values_list("board__number", flat=True))
    boards = Play.objects.filter(board__session__stage__event=event).order_by("board__number")
    return next(n for n in boards.values_list("board__number", flat=True) if n not in numbers)


def move_the_other_board(event: Event, actor: Actor) -> None:
    correct_played_board(
        play_at(event, 2, 1, 0).pk,
        Rehearsal.objects.get(event=event).played_board,
        CorrectionRequest(actor, "w"),
    )


def turn_the_results(event: Event, actor: Actor) -> None:
    for play in plays(event, 3, 1):
        swap_result_sides(play.pk, CorrectionRequest(actor, f"w{play.pk}"))


def turn_another_table(event: Event, actor: Actor) -> None:
    turn_table(seating(event, 2), CorrectionRequest(actor, "w"))


def exchange_partners(event: Event, actor: Actor) -> None:
    sat = {"N": "S", "S": "N", "E": "E", "W": "W"}
    reseat_table(seating(event, 3), sat, CorrectionRequest(actor, "w"))


def exchange_with_another_table(event: Event, actor: Actor) -> None:
    exchange_results(
        play_at(event, 4, 1, 0).pk, play_at(event, 1, 1, 0).pk, CorrectionRequest(actor, "w")
    )


def correct_one_alone(event: Event, actor: Actor) -> None:
    play, other_play = plays(event, 4, 1)
    decide(play, outcome_of(other_play, "ns"), actor)


def turn_both(event: Event, actor: Actor) -> None:
    for play in plays(event, 4, 1):
        swap_result_sides(play.pk, CorrectionRequest(actor, f"w{play.pk}"))


def give_awards_to(event: Event, actor: Actor, index: int, ns: str, ew: str) -> None:
    play = play_at(event, 3, 2, index)
    give_awards(
        play.pk,
        {"ns": ns, "ew": ew},
        replaces=play.revision,
        reason="both sides agree",
        actor=actor,
        key="w",
    )


def give_to_the_other_board(event: Event, actor: Actor) -> None:
    give_awards_to(event, actor, 0, "average", "average")


def give_more(event: Event, actor: Actor) -> None:
    give_awards_to(event, actor, 1, "average_plus", "average")


def mark_spoilt_board_as_not_played(event: Event, actor: Actor) -> None:
    decide(play_at(event, 3, 2, 1), {}, actor, Entry.Kind.VOID)


def mark_missing_boards_as_not_played(event: Event, actor: Actor) -> None:
    for table in (3, 4):
        decide(play_at(event, table, 3, 1), {}, actor, Entry.Kind.VOID)


def end_once_more(event: Event, actor: Actor) -> None:
    undo_early_end(event, actor)
    end_round(Round.objects.get(section__session__stage__event=event, number=3).pk, actor)


WRONGLY: list[tuple[int, Mend]] = [
    (1, believe_the_wrong_side),
    (1, rule_on_conflict),
    (1, mark_as_not_played),
    (2, move_to_another_board),
    (2, move_the_other_board),
    (3, turn_the_results),
    (3, exchange_partners),
    (4, exchange_with_another_table),
    (4, correct_one_alone),
    (4, turn_both),
    (5, give_to_the_other_board),
    (5, give_more),
    (5, mark_spoilt_board_as_not_played),
    (6, mark_missing_boards_as_not_played),
    (6, end_once_more),
]


# One wrong correction of each task, for the daily run.
DAILY = dict(reversed(WRONGLY))


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
def test_wrong_correction_is_not_accepted_and_says_what_differs(
    number: int, wrongly: Mend, event_and_director: EventAndDirector, client: Client
) -> None:
    event, director = event_and_director
    wrongly(event, director)
    assert corrected_tasks(event) == []
    assert [task.number for task in read_progress(event).tasks if task.difference] == [number]
    page = signed_in(client, director).get(reverse("event_desk", args=[event.pk])).content.decode()
    assert page.count("Not corrected yet.") == 1


def correct_both(event: Event, actor: Actor) -> None:
    play, other_play = plays(event, 4, 1)
    decide(play, outcome_of(other_play, "ns"), actor)
    decide(other_play, outcome_of(play, "ns"), actor)


def seat_everybody(event: Event, actor: Actor) -> None:
    sat = {"N": "E", "E": "N", "S": "W", "W": "S"}
    reseat_table(seating(event, 3), sat, CorrectionRequest(actor, "r"))


def give_half(event: Event, actor: Actor) -> None:
    give_awards_to(event, actor, 1, "50%", "50%")


def play_on_and_end(event: Event, actor: Actor) -> None:
    undo_early_end(event, actor)
    for table in (3, 4):
        play = play_at(event, table, 3, 1)
        for side in ("ns", "ew"):
            phone = Actor.of_table(play.seating.table_id, "phone", side)
            submit_entry(
                play.pk, outcome_of(play_at(event, table, 3, 0), "ns"), phone, f"{table} {side}"
            )
    end_round(Round.objects.get(section__session__stage__event=event, number=3).pk, actor)


OTHERWISE: list[tuple[int, Mend]] = [
    (3, seat_everybody),
    (4, correct_both),
    (5, give_half),
    (6, play_on_and_end),
]


@pytest.mark.daily(1)
@pytest.mark.parametrize(("number", "otherwise"), OTHERWISE)
def test_task_accepts_other_valid_corrections(
    number: int, otherwise: Mend, event_and_director: EventAndDirector
) -> None:
    event, director = event_and_director
    otherwise(event, director)
    assert corrected_tasks(event) == [number]
    assert not read_progress(event).has_unrelated_changes


def test_task_is_corrected_after_a_wrong_attempt_was_corrected(
    event_and_director: EventAndDirector,
) -> None:
    event, director = event_and_director
    believe_the_wrong_side(event, director)
    play = play_at(event, 1, 2, 0)
    decide(play, outcome_of(play, "ew"), director)
    assert corrected_tasks(event) == [1]


def take_out(event: Event, actor: Actor) -> None:
    take_out_board(play_at(event, 4, 3, 1).board_id, CorrectionRequest(actor, "w"))


def correct_elsewhere(event: Event, actor: Actor) -> None:
    play = play_at(event, 2, 3, 0)
    decide(play, outcome_of(play_at(event, 2, 3, 1), "ns"), actor)


@pytest.mark.daily(1)
@pytest.mark.parametrize(
    "damage", [turn_another_table, correct_elsewhere, exchange_with_another_table, turn_the_results]
)
def test_unrelated_change_is_reported_until_it_is_undone(
    damage: Mend, event_and_director: EventAndDirector, client: Client
) -> None:
    event, director = event_and_director
    last_step_before = UndoStep.objects.filter(event=event).latest("pk").pk
    damage(event, director)
    page = signed_in(client, director).get(reverse("event_desk", args=[event.pk])).content.decode()
    assert "none of the six" in page
    for act in UndoStep.objects.filter(event=event, pk__gt=last_step_before).order_by("-pk"):
        undo_step(act.pk, director)
    assert not read_progress(event).has_unrelated_changes


def test_board_taken_out_stays_reported(event_and_director: EventAndDirector) -> None:
    event, director = event_and_director
    take_out(event, director)
    assert read_progress(event).has_unrelated_changes


def test_corrections_of_tasks_do_not_count_as_unrelated_changes(
    event_and_director: EventAndDirector,
) -> None:
    event, director = event_and_director
    for mend in (correct_conflict, move_board, turn):
        mend(event, director)
        assert not read_progress(event).has_unrelated_changes
    assert len(CORRECTIONS) == len(read_progress(event).tasks)


def test_rehearsal_is_unfinished_while_an_unrelated_change_remains(
    event_and_director: EventAndDirector,
) -> None:
    event, director = event_and_director
    for mend in CORRECTIONS:
        mend(event, director)
    assert read_progress(event).is_finished
    correct_elsewhere(event, director)
    assert read_progress(event).corrected_count == 6
    assert not read_progress(event).is_finished
