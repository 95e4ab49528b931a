"""The corrections of the six rehearsal tasks, and the progress that the desk shows."""

from collections.abc import Callable

from tournaments.actions.corrections.correcting import CorrectionRequest
from tournaments.actions.corrections.misplaced_results import exchange_results
from tournaments.actions.corrections.turned_table import turn_table
from tournaments.actions.corrections.wrong_board import correct_played_board
from tournaments.actions.history.undo import undo_step
from tournaments.actions.results.adjusted_awards import give_awards
from tournaments.actions.results.decisions import decide_play
from tournaments.models import Entry, Event, Play, Rehearsal, Seating, UndoStep
from tournaments.permissions.actor import Actor
from tournaments.queries.guide.rehearsal import RehearsalProgress, rehearsal_progress


def plays(event: Event, table_number: int, round_number: int) -> list[Play]:
    plays_of_round = Play.objects.filter(
        board__session__stage__event=event, seating__round__number=round_number
    )
    return list(
        plays_of_round.filter(seating__table__number=table_number).order_by("board__number")
    )


def correct_conflict(event: Event, actor: Actor) -> None:
    play = plays(event, 1, 2)[0]
    correct_outcome = play.entries.get(side="ew").outcome
    decide_play(
        play.pk,
        Entry.Kind.CORRECTION,
        correct_outcome,
        replaces=play.revision,
        reason="both sides agree",
        actor=actor,
        key="1",
    )


def move_board(event: Event, actor: Actor) -> None:
    rehearsal = Rehearsal.objects.get(event=event)
    play = next(item for item in plays(event, 2, 1) if item.board.number == rehearsal.entered_board)
    correct_played_board(play.pk, rehearsal.played_board, CorrectionRequest(actor, "2"))


def turn(event: Event, actor: Actor) -> None:
    at = Seating.objects.get(
        round__number=1, table__number=3, table__section__session__stage__event=event
    )
    turn_table(at.pk, CorrectionRequest(actor, "3"))


def exchange(event: Event, actor: Actor) -> None:
    play, other_play = plays(event, 4, 1)
    exchange_results(play.pk, other_play.pk, CorrectionRequest(actor, "4"))


def give_averages(event: Event, actor: Actor) -> None:
    play, awards = plays(event, 3, 2)[1], {"ns": "average", "ew": "average"}
    give_awards(
        play.pk, awards, replaces=play.revision, reason="a card on the floor", actor=actor, key="5"
    )


def undo_early_end(event: Event, actor: Actor) -> None:
    ended = UndoStep.objects.filter(event=event, about__round=3).earliest("pk")
    undo_step(ended.pk, actor)


CORRECTIONS: list[Callable[[Event, Actor], None]] = [
    correct_conflict,
    move_board,
    turn,
    exchange,
    give_averages,
    undo_early_end,
]


def corrected_tasks(event: Event) -> list[int]:
    return [task.number for task in read_progress(event).tasks if task.is_corrected]


def read_progress(event: Event) -> RehearsalProgress:
    """Return the progress of a freshly loaded rehearsal."""
    progress = rehearsal_progress(Event.objects.get(pk=event.pk))
    assert progress
    return progress
