"""The six tasks of a rehearsal, each mended as its story says, and what the desk says of them."""

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


def plays(event: Event, table: int, round_: int) -> list[Play]:
    found = Play.objects.filter(board__session__stage__event=event, seating__round__number=round_)
    return list(found.filter(seating__table__number=table).order_by("board__number"))


def settle(event: Event, who: Actor) -> None:
    play = plays(event, 1, 2)[0]
    right = play.entries.get(side="ew").outcome
    decide_play(
        play.pk,
        Entry.Kind.CORRECTION,
        right,
        replaces=play.revision,
        reason="so",
        actor=who,
        key="1",
    )


def move_board(event: Event, who: Actor) -> None:
    rehearsal = Rehearsal.objects.get(event=event)
    play = next(each for each in plays(event, 2, 1) if each.board.number == rehearsal.entered_board)
    correct_played_board(play.pk, rehearsal.played_board, CorrectionRequest(who, "2"))


def turn(event: Event, who: Actor) -> None:
    at = Seating.objects.get(
        round__number=1, table__number=3, table__section__session__stage__event=event
    )
    turn_table(at.pk, CorrectionRequest(who, "3"))


def exchange(event: Event, who: Actor) -> None:
    one, other = plays(event, 4, 1)
    exchange_results(one.pk, other.pk, CorrectionRequest(who, "4"))


def give_averages(event: Event, who: Actor) -> None:
    play, given = plays(event, 3, 2)[1], {"ns": "average", "ew": "average"}
    give_awards(
        play.pk, given, replaces=play.revision, reason="a card on the floor", actor=who, key="5"
    )


def undo_early_end(event: Event, who: Actor) -> None:
    ended = UndoStep.objects.filter(event=event, about__round=3).earliest("pk")
    undo_step(ended.pk, who)


MENDING: list[Callable[[Event, Actor], None]] = [
    settle,
    move_board,
    turn,
    exchange,
    give_averages,
    undo_early_end,
]


def mended(event: Event) -> list[int]:
    return [task.number for task in shown(event).tasks if task.is_corrected]


def shown(event: Event) -> RehearsalProgress:
    """As the desk has it now; the event is read anew."""
    found = rehearsal_progress(Event.objects.get(pk=event.pk))
    assert found
    return found
