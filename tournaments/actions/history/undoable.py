"""Record the rows that an action changes as an undo step, and its audit line."""

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
    """The watched querysets with their initial rows, and the decisions appended since."""

    watched: list[tuple[QuerySet[Any], Rows]] = field(default_factory=list)
    entries: list[int] = field(default_factory=list)

    def watch(self, querysets: WatchedRows) -> None:
        self.watched += [(queryset, row_values(queryset.all())) for queryset in querysets]

    def changes(self) -> list[RowChange]:
        """Return what has changed; of a row watched twice, since it was first watched."""
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
    """Store the changes made inside as one undo step, and write an audit line.

    The line contains `subject`, the reason, and what the action puts into the yielded dictionary;
    the action may also add to `subject`. The arguments are the same as for `recording_undo_step`.
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
    """Store the changes made inside as one undo step; needs an open transaction.

    `rows` are querysets of the rows that may change; their conditions must select the same rows
    before and after. `subject` holds primary keys and numbers, as for the audit. A step inside
    another becomes part of the outer one.
    """
    outer_recording = _RECORDING.get()
    if outer_recording is not None:
        outer_recording.watch(rows)
        yield
        return
    with _recording(rows) as recording:
        yield
    columns = {"session": session, "reason": reason, "about": dict(subject), **actor.columns()}
    _store_step(UndoStep(event=event, kind=action, at=timezone.now(), **columns), recording)


@contextmanager
def _recording(rows: WatchedRows) -> Iterator[_Recording]:
    recording = _Recording()
    recording.watch(rows)
    token = _RECORDING.set(recording)
    try:
        yield recording
    finally:
        _RECORDING.reset(token)


def _store_step(step: UndoStep, recording: _Recording) -> None:
    """Save the step with its changes and decisions, unless there are none."""
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
    """Add a line to the history that is only to be read, because it cannot be undone.

    As `subject` is shown to directors, it names plays but never results.
    """
    UndoStep.objects.create(
        event=event,
        session=session,
        kind=action,
        about=dict(subject),
        at=timezone.now(),
        **actor.columns(),
    )


def record_decision(entry: Entry) -> None:
    """Add a decision to the step being recorded; entries of tables are never undone."""
    recording = _RECORDING.get()
    if recording is not None and entry.kind != Entry.Kind.TABLE:
        recording.entries.append(entry.pk)


def _stored_entries(entry_ids: list[int]) -> list[int]:
    """Return the decisions that were really stored.

    The others were rolled back and tried again after a conflict.
    """
    return list(Entry.objects.filter(pk__in=entry_ids).order_by("pk").values_list("pk", flat=True))
