"""The audit as an owner reads it: the one place that asks it for anything, and only to show it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet

from games.text import Text
from tournaments.models import AuditAction, AuditEntry, Club, Event, Play
from tournaments.permissions.visibility.playing_members import plays_hidden_from
from tournaments.queries.history.descriptions import (
    FREE_TEXT_KEYS,
    SENTENCES,
    UNKNOWN_ACTION,
    Subjects,
)

LINES_PER_PAGE = 100
"""Lines on a page."""


@dataclass(frozen=True)
class AuditFilter:
    """Which lines are asked for; what is blank asks for all. A page goes on from the line
    `before`."""

    event: Event | None = None
    person: int | None = None
    action: str = ""
    since: datetime | None = None
    until: datetime | None = None
    before: int | None = None


@dataclass(frozen=True)
class AuditLine:
    """A line as it is read: a user or a table did something; whom and what it was about; words of
    his own.

    `event` is what it is called, or was before it was deleted; blank for none. `is_redactable`:
    whether it holds words that somebody wrote himself, here or in what it was about.
    """

    number: int
    at: datetime
    user: str
    table: str | None
    sentence: Text
    event: str
    subjects: list[Text]
    names: list[str]
    free_text: str
    is_redactable: bool


@dataclass(frozen=True)
class AuditPage:
    """Lines, the newest first; `older` is the line from which the next page goes on, where there
    is one."""

    lines: list[AuditLine]
    older: int | None


def audit_page(club: Club, reader: int, criteria: AuditFilter) -> AuditPage:
    """A page of the club's audit, without what is said of plays that are concealed from the
    `reader`."""
    plays = plays_hidden_from(reader, Play.objects.filter(board__session__stage__event__club=club))
    hidden_plays = set(plays.values_list("pk", flat=True))
    lines = _visible_lines(AuditEntry.objects.filter(club=club), hidden_plays)
    lines = lines.filter(*_conditions(criteria)).select_related("user", "table__section", "event")
    entries = list(lines.order_by("-pk")[: LINES_PER_PAGE + 1])
    page_entries = entries[:LINES_PER_PAGE]
    subjects = Subjects.of(club, [line.data for line in page_entries])
    deleted = _DeletedEvents.of(club, page_entries)
    audit_lines = [_audit_line(line, subjects, deleted, hidden_plays) for line in page_entries]
    return AuditPage(audit_lines, page_entries[-1].pk if len(entries) > LINES_PER_PAGE else None)


@dataclass(frozen=True)
class _DeletedEvents:
    """Events that were deleted, by their names, and how their tables were called, as the act
    noted it."""

    events: Mapping[int, str]
    tables: Mapping[int, str]

    @classmethod
    def of(cls, club: Club, lines: Iterable[AuditEntry]) -> "_DeletedEvents":
        deleted_ids = {line.event_id for line in lines if line.event_id and not line.event}
        deletions = (
            AuditEntry.objects.filter(
                club=club, event__in=deleted_ids, verb=AuditAction.DELETE_EVENT
            )
            if deleted_ids
            else []
        )
        deleted = [(line.event_id, line.data) for line in deletions]
        tables = (item for _event, data in deleted for item in data["tables"].items())
        return cls(
            {event: data["name"] for event, data in deleted if event},
            {int(row): label for row, label in tables},
        )


def _visible_lines(lines: QuerySet[AuditEntry], hidden_plays: set[int]) -> QuerySet[AuditEntry]:
    """That a play was asked about, contradicted or decided says something of it, so no line of
    it is left."""
    if not hidden_plays:
        return lines
    return lines.filter(Q(data__play__isnull=True) | ~Q(data__play__in=hidden_plays))


def _conditions(criteria: AuditFilter) -> Iterable[Q]:
    """What `wanted` asks, as conditions. A person is who acted, or whose account or place it is
    about."""
    if criteria.event:
        yield Q(event=criteria.event)
    if user_id := criteria.person:
        yield Q(user=user_id) | Q(data__user=user_id) | Q(data__member=user_id)
    if criteria.action:
        yield Q(verb=criteria.action)
    if criteria.since:
        yield Q(at__gte=criteria.since)
    if criteria.until:
        yield Q(at__lt=criteria.until)
    if criteria.before:
        yield Q(pk__lt=criteria.before)


def _audit_line(
    line: AuditEntry, subjects: Subjects, deleted: _DeletedEvents, hidden_plays: set[int]
) -> AuditLine:
    user = line.user.get_username() if line.user else ""
    free_text = line.data.get(FREE_TEXT_KEYS.get(line.verb, ""), "")
    if hidden_plays.intersection(line.data.get("plays", ())):
        free_text = ""  # why two results were exchanged may tell what they are
    return AuditLine(
        number=line.pk,
        at=line.at,
        user=user,
        table=line.table.label if line.table else deleted.tables.get(line.table_id or 0),
        sentence=Text(SENTENCES.get(line.verb, UNKNOWN_ACTION)),
        event=line.event.name if line.event else deleted.events.get(line.event_id or 0, ""),
        subjects=subjects.texts(line.data),
        names=[name for name in subjects.names(line.data) if name != user],
        free_text=free_text if isinstance(free_text, str) else "",
        is_redactable=bool(free_text),
    )
