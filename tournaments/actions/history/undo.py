"""Undo and redo one step, or restore an event to an earlier step."""

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
    """Undo a step, or redo it if it undid another.

    Restores the rows that it changed and withdraws its decisions. Returns the primary key of the
    new step as `act`; the same actor gets the same answer again. Entries made by tables since then
    stay, and the plays are settled by them.

    Raises `ValidationFailed` if a later step changed the same rows, which it names, or if play has
    gone on from there (see `undo_checks`); `NotPermitted` to actors who do not direct the whole
    event; and `UndoStep.DoesNotExist`.
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
    """Return the audit action of the reversal: redo for a step that undid another, else undo."""
    return AuditAction.REDO_STEP if step.kind == AuditAction.UNDO_STEP else AuditAction.UNDO_STEP


def _check_can_direct(event: Event, actor: Actor) -> None:
    if actor.table_id is not None or (actor.user_id and not can_direct(actor.user_id, event)):
        raise NotPermitted([Problem("not_yours", _NOT_PERMITTED)])


def _check_not_undone(step: UndoStep) -> None:
    """Raise `ValidationFailed` if the step has no changes or has been undone already."""
    if changed_nothing(step):
        raise ValidationFailed([Problem("changed_nothing", _CHANGED_NOTHING)])
    if reversal := UndoStep.objects.filter(undoes=step).select_related("user").first():
        raise ValidationFailed(
            [Problem("undone", _ALREADY_UNDONE, step_problem(reversal, _ALREADY_UNDONE).params)]
        )


def _lock_step(step: UndoStep) -> None:
    """Lock the event, the session, then the boards concerned, in the order used everywhere."""
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
    """Append a withdrawal of the entry; its play is settled by the remaining entries."""
    plays = Play.objects.select_related("seating__round", "board__session__stage__event")
    play = plays.get(pk=entry.play_id)
    check_own_board_rule(play, actor)
    withdrawal = Entry(
        kind=Entry.Kind.WITHDRAWAL, withdraws=entry.revision, at=timezone.now(), **actor.columns()
    )
    append_entry(play, withdrawal)
    return withdrawal


def _rescore_plays(changes: Iterable[RowChange]) -> None:
    """Rescore plays that were moved, regrouped, restored, deleted or marked as in time."""
    play_changes = [change for change in changes if change.model == "play"]
    play_ids = [
        change.pk for change in play_changes if change.before and change.after
    ] + _play_ids_of_entries(changes)
    current_boards = Play.objects.filter(pk__in=play_ids).values_list("board", flat=True)
    if boards := {*current_boards, *_board_ids(play_changes)}:
        rescore_boards(play_ids, boards)


def _play_ids_of_entries(changes: Iterable[RowChange]) -> list[int]:
    entries = Entry.objects.filter(
        pk__in=[change.pk for change in changes if change.model == "entry"]
    )
    return list(entries.values_list("play", flat=True).distinct())


def _board_ids(changes: Iterable[RowChange]) -> set[int]:
    """Return the boards that changes of plays mention."""
    rows = (row for change in changes for row in (change.before, change.after) if row)
    return {row["board_id"] for row in rows if "board_id" in row}


def _store_reversal(
    step: UndoStep, changes: Iterable[RowChange], withdrawals: Iterable[Entry], actor: Actor
) -> UndoStep:
    """Store the reversal as a step that can itself be undone."""
    return UndoStep.objects.create(
        event=step.event,
        session=step.session,
        kind=reversal_action(step),
        about=step.about,
        changes=[change.inverse._asdict() for change in changes],
        entries=[entry.pk for entry in withdrawals],
        undoes=step,
        at=timezone.now(),
        **actor.columns(),
    )


def _schedule_standings(step: UndoStep) -> None:
    stages = (
        step.event.stages.filter(sessions=step.session) if step.session else step.event.stages.all()
    )
    for stage in stages.order_by("number"):
        rebuild_standings(stage.pk)


_NOTHING_SINCE = _("Nothing was done since that can be undone.")


def restore_to(step_id: int, actor: Actor, last_seen_step: int | None = None) -> Answer:
    """Undo every later step that still has an effect; entries of tables stay.

    `last_seen_step` is the event's latest step when the list of what would be undone was shown,
    None if it was not shown. Returns the number of `undone` steps; the same `last_seen_step` gets
    the same answer again.

    Raises what `undo_step` does for the first step that cannot be undone, and then undoes nothing;
    `Conflict` if more was done since than was shown; and `ValidationFailed` if there is nothing to
    undo.
    """
    return _restore(step_id, step_id + 1, actor, last_seen_step)


def restore_before(step_id: int, actor: Actor, last_seen_step: int | None = None) -> Answer:
    """Undo this step and every later one that still has an effect; see `restore_to`."""
    return _restore(step_id, step_id, actor, last_seen_step)


def _restore(step_id: int, first_step: int, actor: Actor, last_seen_step: int | None) -> Answer:
    """Run `_reverse_steps_from` once for each state of the event, by an idempotency key."""
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
