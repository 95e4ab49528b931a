"""Store what an action changes, so that it can be undone, and its line of the audit."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from tournaments.actions.audit import record
from tournaments.actions.history.changed_rows import Key, RowChange, Rows, row_changes, row_values
from tournaments.models import AuditAction, Entry, Event, Session, UndoStep
from tournaments.permissions.actor import Actor

WatchedRows = Iterable[QuerySet[Any]]


@dataclass
class _Recording:
    """What is watched, each with its rows as they were, and the entries that were appended
    since."""

    watched: list[tuple[QuerySet[Any], Rows]] = field(default_factory=list)
    entries: list[int] = field(default_factory=list)

    def watch(self, querysets: WatchedRows) -> None:
        self.watched += [(queryset, row_values(queryset.all())) for queryset in querysets]

    def changes(self) -> list[RowChange]:
        """Of a row that is watched twice, what differs from the first time on."""
        by_row: dict[Key, RowChange] = {}
        for queryset, before in self.watched:
            for change in row_changes(before, row_values(queryset.all())):
                by_row.setdefault(change.key, change)
        return [by_row[key] for key in sorted(by_row)]


_RECORDING: ContextVar[_Recording | None] = ContextVar("recording", default=None)


@contextmanager
def undoable(
    actor: Actor,
    verb: AuditAction,
    event: Event,
    about: Mapping[str, Any],
    rows: WatchedRows = (),
    *,
    session: Session | None = None,
    reason: str = "",
) -> Iterator[dict[str, Any]]:
    """Store what is done inside as one undo step, and write a line of the audit.

    The line says `about`, the reason, and what the action puts into the yielded dictionary. The
    action may still add to `about` too. Arguments as for `recording_undo_step`.
    """
    extra: dict[str, Any] = {"reason": reason} if reason else {}
    with recording_undo_step(actor, verb, event, about, rows, session=session, reason=reason):
        yield extra
    record(actor, verb, event, **about, **extra)


@contextmanager
def recording_undo_step(
    actor: Actor,
    verb: AuditAction,
    event: Event,
    about: Mapping[str, Any],
    rows: WatchedRows = (),
    *,
    session: Session | None = None,
    reason: str = "",
) -> Iterator[None]:
    """Store what is done inside as one step that can be undone; to be used in its transaction.

    `rows` are those that may change, selected by conditions that the action leaves unchanged;
    `about` holds numbers, as for the audit. A step inside another one becomes part of it.
    """
    outer = _RECORDING.get()
    if outer is not None:
        outer.watch(rows)
        yield
        return
    with _recording(rows) as recording:
        yield
    columns = {"session": session, "reason": reason, "about": dict(about), **actor.columns()}
    _store_step(UndoStep(event=event, kind=verb, at=timezone.now(), **columns), recording)


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
    """With what was done; what came to nothing is no act."""
    step.changes = [change._asdict() for change in recording.changes()]
    step.entries = _stored_entries(recording.entries)
    if step.changes or step.entries:
        step.save()


def record_decision(entry: Entry) -> None:
    """Have the act that is being recorded know of a decision; what tables say is undone by no
    act."""
    recording = _RECORDING.get()
    if recording is not None and entry.kind != Entry.Kind.TABLE:
        recording.entries.append(entry.pk)


def _stored_entries(entry_ids: list[int]) -> list[int]:
    """Those that were not done again because somebody else was quicker."""
    return list(Entry.objects.filter(pk__in=entry_ids).order_by("pk").values_list("pk", flat=True))
