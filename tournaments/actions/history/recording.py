"""An act as it is done: which rows differ after it, and which decisions it made."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from tournaments.actions.actor import Actor
from tournaments.actions.history.rows import Change, Key, Rows, changes_between, rows_now
from tournaments.models import Act, Entry, Event, Session, Verb

Watched = Iterable[QuerySet[Any]]


@dataclass
class _Recording:
    """What is watched, each with its rows as they were, and the entries that were appended
    since."""

    watched: list[tuple[QuerySet[Any], Rows]] = field(default_factory=list)
    entries: list[int] = field(default_factory=list)

    def watch(self, rows: Watched) -> None:
        self.watched += [(each, rows_now(each.all())) for each in rows]

    def changes(self) -> list[Change]:
        """Of a row that is watched twice, what differs from the first time on."""
        found: dict[Key, Change] = {}
        for rows, before in self.watched:
            for change in changes_between(before, rows_now(rows.all())):
                found.setdefault(change.key, change)
        return [found[key] for key in sorted(found)]


_RECORDING: ContextVar[_Recording | None] = ContextVar("recording", default=None)


@contextmanager
def recorded(
    actor: Actor,
    verb: Verb,
    event: Event,
    about: Mapping[str, Any],
    rows: Watched = (),
    *,
    session: Session | None = None,
    reason: str = "",
) -> Iterator[None]:
    """Write down what is done inside, in its transaction, so that it can be undone.

    `rows` are those that it may change, by conditions that it leaves as they are; `about` has
    numbers, as for the audit. An act inside another one is a part of it.
    """
    outer = _RECORDING.get()
    if outer is not None:
        outer.watch(rows)
        yield
        return
    with _recording(rows) as recording:
        yield
    columns = {"session": session, "reason": reason, "about": dict(about), **actor.columns()}
    _store(Act(event=event, kind=verb, at=timezone.now(), **columns), recording)


@contextmanager
def _recording(rows: Watched) -> Iterator[_Recording]:
    recording = _Recording()
    recording.watch(rows)
    token = _RECORDING.set(recording)
    try:
        yield recording
    finally:
        _RECORDING.reset(token)


def _store(act: Act, recording: _Recording) -> None:
    """With what was done; what came to nothing is no act."""
    act.changes = [each._asdict() for each in recording.changes()]
    act.entries = _stored(recording.entries)
    if act.changes or act.entries:
        act.save()


def entry_appended(entry: Entry) -> None:
    """Have the act that is being recorded know of a decision; what tables say is undone by no
    act."""
    recording = _RECORDING.get()
    if recording is not None and entry.kind != Entry.Kind.TABLE:
        recording.entries.append(entry.pk)


def _stored(entries: list[int]) -> list[int]:
    """Those that were not done again because somebody else was quicker."""
    return list(Entry.objects.filter(pk__in=entries).order_by("pk").values_list("pk", flat=True))
