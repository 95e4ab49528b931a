"""Record the rows that an action changes as an undo step, and write its audit entry."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from tournaments.actions.audit import record_audit
from tournaments.actions.history.changed_rows import Key, RowChange, Rows, row_changes, row_values
from tournaments.models import AuditAction, Entry, Event, Session, UndoStep
from tournaments.permissions.actor import Actor

WatchedRows = Iterable[QuerySet[Any]]


@dataclass
class _Recording:
    """Querysets to watch with their rows before the action, and ids of decisions it appended."""

    watched: list[tuple[QuerySet[Any], Rows]] = field(default_factory=list)
    entries: list[int] = field(default_factory=list)

    def watch(self, querysets: WatchedRows) -> None:
        self.watched += [(queryset, row_values(queryset.all())) for queryset in querysets]

    def changes(self) -> list[RowChange]:
        """Return the changes of the watched rows.

        For a row in two querysets, its values when the first of them was watched count.
        """
        changes_by_row: dict[Key, RowChange] = {}
        for queryset, before in self.watched:
            for change in row_changes(before, row_values(queryset.all())):
                changes_by_row.setdefault(change.key, change)
        return [changes_by_row[key] for key in sorted(changes_by_row)]


_RECORDING: ContextVar[_Recording | None] = ContextVar("recording", default=None)


@contextmanager
def undoable(
    actor: Actor,
    action: AuditAction,
    event: Event,
    subject: Mapping[str, Any],
    rows: WatchedRows = (),
    *,
    session: Session | None = None,
    reason: str = "",
) -> Iterator[dict[str, Any]]:
    """Context manager that stores the changes of its body as one undo step, and audits them.

    The audit entry has `subject`, the reason, and the data that the body adds to the yielded
    dictionary. The body may also add to `subject`. The arguments are those of
    `recording_undo_step`.
    """
    extra_data: dict[str, Any] = {"reason": reason} if reason else {}
    with recording_undo_step(actor, action, event, subject, rows, session=session, reason=reason):
        yield extra_data
    record_audit(actor, action, event, **subject, **extra_data)


@contextmanager
def recording_undo_step(
    actor: Actor,
    action: AuditAction,
    event: Event,
    subject: Mapping[str, Any],
    rows: WatchedRows = (),
    *,
    session: Session | None = None,
    reason: str = "",
) -> Iterator[None]:
    """Context manager that stores the changes of its body as one undo step.

    Needs an open transaction. `rows` are querysets of the rows that may change; their conditions
    must select the same rows before and after. `subject` has primary keys and numbers, as for the
    audit. Inside another such context manager the changes become part of the outer step.
    """
    outer_recording = _RECORDING.get()
    if outer_recording is not None:
        outer_recording.watch(rows)
        yield
        return
    with _record_changes(rows) as recording:
        yield
    columns = {
        "session": session,
        "reason": reason,
        "about": dict(subject),
        **actor.audit_columns(),
    }
    _store_step(UndoStep(event=event, kind=action, at=timezone.now(), **columns), recording)


@contextmanager
def _record_changes(rows: WatchedRows) -> Iterator[_Recording]:
    recording = _Recording()
    recording.watch(rows)
    token = _RECORDING.set(recording)
    try:
        yield recording
    finally:
        _RECORDING.reset(token)


def _store_step(step: UndoStep, recording: _Recording) -> None:
    """Save the step with its changes and decisions; a step without any is not saved."""
    step.changes = [change._asdict() for change in recording.changes()]
    step.entries = _stored_entries(recording.entries)
    if step.changes or step.entries:
        step.save()


def record_step_without_changes(
    actor: Actor,
    action: AuditAction,
    event: Event,
    subject: Mapping[str, Any],
    session: Session | None = None,
) -> None:
    """Add a step without changes to the history, which cannot be undone.

    Directors see `subject`, so it contains plays but never results.
    """
    UndoStep.objects.create(
        event=event,
        session=session,
        kind=action,
        about=dict(subject),
        at=timezone.now(),
        **actor.audit_columns(),
    )


def record_decision(entry: Entry) -> None:
    """Add a decision to the step that is being recorded; entries of tables are never undone."""
    recording = _RECORDING.get()
    if recording is not None and entry.kind != Entry.Kind.TABLE:
        recording.entries.append(entry.pk)


def _stored_entries(entry_ids: list[int]) -> list[int]:
    """Return those of the recorded ids that exist.

    The others belong to attempts that were rolled back after a conflict.
    """
    return list(Entry.objects.filter(pk__in=entry_ids).order_by("pk").values_list("pk", flat=True))
