"""Actions undone and done again, one or all since a moment."""

from collections.abc import Iterable

from django.db.models import QuerySet
from django.utils import timezone

from games.problems import Problem, ValidationFailed, raise_if_any
from games.text import gettext_noop as _
from tournaments.actions.audit import record
from tournaments.actions.history.changed_rows import RowChange, restore_rows
from tournaments.actions.history.round_changes import sync_after_round_changes
from tournaments.actions.history.stale_previews import latest_step_id, stale_preview_problems
from tournaments.actions.history.undo_checks import later_change_problems, undo_guard
from tournaments.actions.idempotency import Answer, Conflict, idempotent
from tournaments.actions.results.entries import append_entry
from tournaments.actions.results.standings_changed import count_again, standings_changed
from tournaments.models import AuditAction, Board, Entry, Event, Play, Session, UndoStep
from tournaments.permissions.actor import Actor, NotPermitted
from tournaments.permissions.editable import require_editable
from tournaments.permissions.results import check_own_board_rule
from tournaments.permissions.roles import can_direct
from tournaments.queries.history.undo_steps import (
    changed_nothing,
    effective_steps_from,
    step_problem,
)

_UNDONE = _("This has already been undone. %(who)s, %(time)s: %(what)s.")
_CHANGED_NOTHING = _("This changed nothing, so there is nothing to undo.")
_NOT_YOURS = _("Only a director of the whole event can undo this.")


def undo_step(act_id: int, actor: Actor) -> Answer:
    """Write back what an act has changed and take back what it decided; what undid another, does
    that again.

    Answers the new `act`. By the same actor again it gets the earlier answer. What tables said
    meanwhile stays, and plays are settled by it. Raises `ValidationFailed` where a later act has
    touched the same, which it names, or tables have spoken of a round that would not have begun;
    `NotPermitted` to who does not run all of the event, and `UndoStep.DoesNotExist`.
    """
    return idempotent(
        actor, f"undo {act_id}", ["undo", act_id], lambda: reverse_step(act_id, actor)
    )


def reverse_step(act_id: int, actor: Actor) -> Answer:
    """The same, in the transaction of an act that does more."""
    act = UndoStep.objects.select_related("event__club", "session").get(pk=act_id)
    require_editable(act.event, reversal_action(act))
    _refuse_who_does_not_run(act.event, actor)
    _locked(act)
    _refuse_undone(act)
    entries = list(Entry.objects.filter(pk__in=act.entries).order_by("-pk"))
    changes = [RowChange(**each) for each in act.changes]
    raise_if_any(later_change_problems(act, changes, entries))
    with undo_guard(act, changes, entries):
        restore_rows(changes)
        changes.extend(each.turned for each in sync_after_round_changes(act, changes))
        _count_again(changes)
        withdrawn = [_take_back(entry, actor) for entry in entries]
    done = _noted(act, changes, withdrawn, actor)
    record(actor, AuditAction(done.kind), act.event, act=act.pk, **act.about)
    _tell_the_scorebook(act)
    return {"act": done.pk}


def reversal_action(act: UndoStep) -> AuditAction:
    """An act is undone; one that undid another is undone by doing that again."""
    return AuditAction.REDO_ACT if act.kind == AuditAction.UNDO_ACT else AuditAction.UNDO_ACT


def _refuse_who_does_not_run(event: Event, actor: Actor) -> None:
    if actor.table_id is not None or (actor.user_id and not can_direct(actor.user_id, event)):
        raise NotPermitted([Problem("not_yours", _NOT_YOURS)])


def _refuse_undone(act: UndoStep) -> None:
    """Whoever was slower is told who was quicker."""
    if changed_nothing(act):
        raise ValidationFailed([Problem("changed_nothing", _CHANGED_NOTHING)])
    if done := UndoStep.objects.filter(undoes=act).select_related("user").first():
        raise ValidationFailed([Problem("undone", _UNDONE, step_problem(done, _UNDONE).params)])


def _locked(act: UndoStep) -> None:
    """The event, then the session, then the boards that were decided about, as everybody locks
    them."""
    Event.objects.select_for_update(of=("self",), no_key=True).get(pk=act.event_id)
    if act.session_id:
        Session.objects.select_for_update(of=("self",), no_key=True).get(pk=act.session_id)
    changed = [RowChange(**each) for each in act.changes if each["model"] == "play"]
    named = {*_plays_of(act).values_list("board", flat=True), *_boards_named(changed)}
    list(
        Board.objects.filter(pk__in=named)
        .select_for_update(of=("self",))
        .order_by("session_id", "number")
    )


def _plays_of(act: UndoStep) -> QuerySet[Play]:
    return Play.objects.filter(entries__in=act.entries)


def _take_back(entry: Entry, actor: Actor) -> Entry:
    """Append that it is taken back; its play is settled by what is left."""
    plays = Play.objects.select_related("seating__round", "board__session__stage__event")
    play = plays.get(pk=entry.play_id)
    check_own_board_rule(play, actor)
    taking = Entry(
        kind=Entry.Kind.WITHDRAWAL, withdraws=entry.revision, at=timezone.now(), **actor.columns()
    )
    append_entry(play, taking)
    return taking


def _count_again(changes: Iterable[RowChange]) -> None:
    """Plays that are on another board again, in another group of it, there again, gone, or said
    in time."""
    plays = [each for each in changes if each.model == "play"]
    moved = [each.pk for each in plays if each.before and each.after] + _plays_said_of(changes)
    here = Play.objects.filter(pk__in=moved).values_list("board", flat=True)
    if boards := {*here, *_boards_named(plays)}:
        count_again(moved, boards)


def _plays_said_of(changes: Iterable[RowChange]) -> list[int]:
    entries = Entry.objects.filter(pk__in=[each.pk for each in changes if each.model == "entry"])
    return list(entries.values_list("play", flat=True).distinct())


def _boards_named(changes: Iterable[RowChange]) -> set[int]:
    """The boards that changes of plays speak of."""
    rows = (row for each in changes for row in (each.before, each.after) if row)
    return {row["board_id"] for row in rows if "board_id" in row}


def _noted(
    act: UndoStep, changes: Iterable[RowChange], withdrawn: Iterable[Entry], actor: Actor
) -> UndoStep:
    """Store the reversal itself, which can be undone in turn."""
    return UndoStep.objects.create(
        event=act.event,
        session=act.session,
        kind=reversal_action(act),
        about=act.about,
        changes=[each.turned._asdict() for each in changes],
        entries=[entry.pk for entry in withdrawn],
        undoes=act,
        at=timezone.now(),
        **actor.columns(),
    )


def _tell_the_scorebook(act: UndoStep) -> None:
    stages = (
        act.event.stages.filter(sessions=act.session) if act.session else act.event.stages.all()
    )
    for stage in stages.order_by("number"):
        standings_changed(stage.pk)


_NOTHING = _("Nothing was done since that can be undone.")


def restore_to(act_id: int, actor: Actor, seen: int | None = None) -> Answer:
    """Undo every act after this one that has an effect; what tables said stays.

    `seen` is the last act of the event that was there when it was shown what would be undone; None
    where nobody has looked. Answers how many, `undone`; the same `seen` again gets the earlier
    answer. Raises as `undo_step` does, for the first that cannot be undone: then nothing is;
    `Conflict` where more was done since than was seen; and `ValidationFailed` where there is
    nothing to undo.
    """
    return _restored(act_id, act_id + 1, actor, seen)


def restore_before(act_id: int, actor: Actor, seen: int | None = None) -> Answer:
    """The same, of this act too: the event is as it was before it."""
    return _restored(act_id, act_id, actor, seen)


def _restored(act_id: int, first: int, actor: Actor, seen: int | None) -> Answer:
    """Once from each state that was seen, else from each that is there."""
    act = UndoStep.objects.select_related("event__club").get(pk=act_id)
    last = latest_step_id(act.event_id) if seen is None else seen
    body = ["restore" if first > act_id else "restore before", act_id, last]
    return idempotent(
        actor, "{} {} of {}".format(*body), body, lambda: _undo_from(act, first, actor, seen)
    )


def _undo_from(act: UndoStep, first: int, actor: Actor, seen: int | None) -> Answer:
    require_editable(act.event, AuditAction.RESTORE)
    Event.objects.select_for_update(of=("self",), no_key=True).get(pk=act.event_id)
    if seen is not None and (quicker := stale_preview_problems(act.event_id, seen)):
        raise Conflict(quicker)
    later = effective_steps_from(act.event_id, first)
    if not later:
        raise ValidationFailed([Problem("nothing_since", _NOTHING)])
    for each in later:
        reverse_step(each.pk, actor)
    record(actor, AuditAction.RESTORE, act.event, act=act.pk)
    return {"undone": len(later)}
