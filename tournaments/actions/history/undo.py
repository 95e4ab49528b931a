"""Undo or redo one step, or restore an event to the state after or before an earlier step."""

from collections.abc import Iterable

from django.db.models import QuerySet
from django.utils import timezone

from games.problems import Problem, ValidationFailed, raise_if_any
from games.text import gettext_noop as _
from tournaments.actions.audit import record_audit
from tournaments.actions.history.changed_rows import RowChange, restore_rows
from tournaments.actions.history.round_changes import sync_after_round_changes
from tournaments.actions.history.stale_previews import latest_step_id, stale_preview_problems
from tournaments.actions.history.undo_checks import later_change_problems, undo_guard
from tournaments.actions.idempotency import Answer, Conflict, idempotent
from tournaments.actions.results.entries import append_entry
from tournaments.actions.results.rescoring import rebuild_standings, rescore_boards
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

_ALREADY_UNDONE = _("This has already been undone. %(who)s, %(time)s: %(what)s.")
_CHANGED_NOTHING = _("This changed nothing, so there is nothing to undo.")
_NOT_PERMITTED = _("Only a director of the whole event can undo this.")


def undo_step(step_id: int, actor: Actor) -> Answer:
    """Undo a step, or redo the original action if the step undid one.

    The rows that the step changed are restored, and its decisions are withdrawn. Entries that
    tables have made since then remain, and determine the results of their plays. The answer has
    the primary key of the new step as `act`; the same actor gets the same answer again.

    Raises `ValidationFailed` if a later step, which the problem names, changed the same rows, or if
    undoing is no longer possible (see `undo_checks`). Raises `NotPermitted` to actors who do not
    direct the whole event, and `UndoStep.DoesNotExist`.
    """
    return idempotent(
        actor, f"undo {step_id}", ["undo", step_id], lambda: reverse_step(step_id, actor)
    )


def reverse_step(step_id: int, actor: Actor) -> Answer:
    """Undo a step inside the transaction of a larger action; see `undo_step`."""
    step = UndoStep.objects.select_related("event__club", "session").get(pk=step_id)
    require_editable(step.event, reversal_action(step))
    _check_can_direct(step.event, actor)
    _lock_step(step)
    _check_not_undone(step)
    entries = list(Entry.objects.filter(pk__in=step.entries).order_by("-pk"))
    changes = [RowChange(**change) for change in step.changes]
    raise_if_any(later_change_problems(step, changes, entries))
    with undo_guard(step, changes, entries):
        restore_rows(changes)
        changes.extend(change.inverse for change in sync_after_round_changes(step, changes))
        _rescore_plays(changes)
        withdrawals = [_withdraw(entry, actor) for entry in entries]
    reversal = _store_reversal(step, changes, withdrawals, actor)
    record_audit(actor, AuditAction(reversal.kind), step.event, act=step.pk, **step.about)
    _schedule_standings(step)
    return {"act": reversal.pk}


def reversal_action(step: UndoStep) -> AuditAction:
    """Return the audit action of reversing a step: redo if the step is an undo, else undo."""
    return AuditAction.REDO_STEP if step.kind == AuditAction.UNDO_STEP else AuditAction.UNDO_STEP


def _check_can_direct(event: Event, actor: Actor) -> None:
    if actor.table_id is not None or (actor.user_id and not can_direct(actor.user_id, event)):
        raise NotPermitted([Problem("not_yours", _NOT_PERMITTED)])


def _check_not_undone(step: UndoStep) -> None:
    """Raise `ValidationFailed` if the step changed nothing or has been undone already."""
    if changed_nothing(step):
        raise ValidationFailed([Problem("changed_nothing", _CHANGED_NOTHING)])
    if reversal := UndoStep.objects.filter(undoes=step).select_related("user").first():
        raise ValidationFailed(
            [Problem("undone", _ALREADY_UNDONE, step_problem(reversal, _ALREADY_UNDONE).params)]
        )


def _lock_step(step: UndoStep) -> None:
    """Lock event, session and changed boards, in the order in which all actions lock."""
    Event.objects.select_for_update(of=("self",), no_key=True).get(pk=step.event_id)
    if step.session_id:
        Session.objects.select_for_update(of=("self",), no_key=True).get(pk=step.session_id)
    play_changes = [RowChange(**change) for change in step.changes if change["model"] == "play"]
    board_ids = {
        *_plays_with_decisions(step).values_list("board", flat=True),
        *_board_ids(play_changes),
    }
    list(
        Board.objects.filter(pk__in=board_ids)
        .select_for_update(of=("self",))
        .order_by("session_id", "number")
    )


def _plays_with_decisions(step: UndoStep) -> QuerySet[Play]:
    return Play.objects.filter(entries__in=step.entries)


def _withdraw(entry: Entry, actor: Actor) -> Entry:
    """Append a withdrawal of the entry; the remaining entries determine the play's result."""
    plays = Play.objects.select_related("seating__round", "board__session__stage__event")
    play = plays.get(pk=entry.play_id)
    check_own_board_rule(play, actor)
    withdrawal = Entry(
        kind=Entry.Kind.WITHDRAWAL,
        withdraws=entry.revision,
        at=timezone.now(),
        **actor.audit_columns(),
    )
    append_entry(play, withdrawal)
    return withdrawal


def _rescore_plays(changes: Iterable[RowChange]) -> None:
    """Rescore the plays whose rows or entries were changed, on their old and new boards."""
    play_changes = [change for change in changes if change.model == "play"]
    play_ids = [
        change.pk for change in play_changes if change.before and change.after
    ] + _play_ids_of_entries(changes)
    current_board_ids = Play.objects.filter(pk__in=play_ids).values_list("board", flat=True)
    if board_ids := {*current_board_ids, *_board_ids(play_changes)}:
        rescore_boards(play_ids, board_ids)


def _play_ids_of_entries(changes: Iterable[RowChange]) -> list[int]:
    entries = Entry.objects.filter(
        pk__in=[change.pk for change in changes if change.model == "entry"]
    )
    return list(entries.values_list("play", flat=True).distinct())


def _board_ids(changes: Iterable[RowChange]) -> set[int]:
    """Return the ids of the boards of plays before and after the changes."""
    rows = (row for change in changes for row in (change.before, change.after) if row)
    return {row["board_id"] for row in rows if "board_id" in row}


def _store_reversal(
    step: UndoStep, changes: Iterable[RowChange], withdrawals: Iterable[Entry], actor: Actor
) -> UndoStep:
    """Store the reversal as a step, which can be undone in turn."""
    return UndoStep.objects.create(
        event=step.event,
        session=step.session,
        kind=reversal_action(step),
        about=step.about,
        changes=[change.inverse._asdict() for change in changes],
        entries=[entry.pk for entry in withdrawals],
        undoes=step,
        at=timezone.now(),
        **actor.audit_columns(),
    )


def _schedule_standings(step: UndoStep) -> None:
    stages = (
        step.event.stages.filter(sessions=step.session) if step.session else step.event.stages.all()
    )
    for stage in stages.order_by("number"):
        rebuild_standings(stage.pk)


_NOTHING_SINCE = _("Nothing was done since that can be undone.")


def restore_to(step_id: int, actor: Actor, last_seen_step: int | None = None) -> Answer:
    """Undo every step after `step_id` that is still in effect; entries of tables remain.

    `last_seen_step` is the event's latest step when the actor saw the list of steps to be undone,
    None if they saw none. The answer has the number of `undone` steps; the same `last_seen_step`
    gets the same answer again.

    If a step cannot be undone, nothing is undone, and the error of `undo_step` is raised. Raises
    `Conflict` if a step was added after `last_seen_step`, and `ValidationFailed` if there is
    nothing to undo.
    """
    return _restore(step_id, step_id + 1, actor, last_seen_step)


def restore_before(step_id: int, actor: Actor, last_seen_step: int | None = None) -> Answer:
    """Undo the step and every later one that is still in effect; otherwise as `restore_to`."""
    return _restore(step_id, step_id, actor, last_seen_step)


def _restore(step_id: int, first_step: int, actor: Actor, last_seen_step: int | None) -> Answer:
    """Run `_reverse_steps_from` under an idempotency key made of the step and the latest step."""
    step = UndoStep.objects.select_related("event__club").get(pk=step_id)
    latest = latest_step_id(step.event_id) if last_seen_step is None else last_seen_step
    body = ["restore" if first_step > step_id else "restore before", step_id, latest]
    return idempotent(
        actor,
        "{} {} of {}".format(*body),
        body,
        lambda: _reverse_steps_from(step, first_step, actor, last_seen_step),
    )


def _reverse_steps_from(
    step: UndoStep, first_step: int, actor: Actor, last_seen_step: int | None
) -> Answer:
    require_editable(step.event, AuditAction.RESTORE)
    Event.objects.select_for_update(of=("self",), no_key=True).get(pk=step.event_id)
    if last_seen_step is not None and (
        problems := stale_preview_problems(step.event_id, last_seen_step)
    ):
        raise Conflict(problems)
    steps = effective_steps_from(step.event_id, first_step)
    if not steps:
        raise ValidationFailed([Problem("nothing_since", _NOTHING_SINCE)])
    for step_to_undo in steps:
        reverse_step(step_to_undo.pk, actor)
    record_audit(actor, AuditAction.RESTORE, step.event, act=step.pk)
    return {"undone": len(steps)}
