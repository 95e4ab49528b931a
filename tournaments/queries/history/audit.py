"""Read pages of a club's audit log.

Nothing else reads the log: what is the case is asked of the other tables.
"""

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

# The number of lines on a page of the audit log.
LINES_PER_PAGE = 100


@dataclass(frozen=True)
class AuditFilter:
    """The conditions for lines of the audit; None or blank selects all.

    `person` is a user's primary key. A page continues with the lines older than the line `before`.
    """

    event: Event | None = None
    person: int | None = None
    action: str = ""
    since: datetime | None = None
    until: datetime | None = None
    before: int | None = None


@dataclass(frozen=True)
class AuditLine:
    """A line of the audit as shown: who did what, about whom or what, and when.

    `event` is the event's name, also after it was deleted; blank for none. `free_text` is what
    somebody wrote, and `is_redactable` says that the line holds such text, even if the reader may
    not see it.
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
    """Lines, the newest first; `older` is the line before which the next page goes on, if any."""

    lines: list[AuditLine]
    older: int | None


def audit_page(club: Club, reader_id: int, criteria: AuditFilter) -> AuditPage:
    """Return a page of the club's audit, without lines about plays hidden from the reader."""
    plays = plays_hidden_from(
        reader_id, Play.objects.filter(board__session__stage__event__club=club)
    )
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
    """The names of deleted events and the labels of their tables, recorded at their deletion."""

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


def _visible_lines(lines: QuerySet[AuditEntry], hidden_play_ids: set[int]) -> QuerySet[AuditEntry]:
    """Leave out lines about hidden plays.

    Even the fact that an entry was questioned, contradicted or decided says something about its
    result.
    """
    if not hidden_play_ids:
        return lines
    return lines.filter(Q(data__play__isnull=True) | ~Q(data__play__in=hidden_play_ids))


def _conditions(criteria: AuditFilter) -> Iterable[Q]:
    """Yield the filter's conditions.

    A person matches lines that they caused, and lines about their account or role.
    """
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
    line: AuditEntry, subjects: Subjects, deleted: _DeletedEvents, hidden_play_ids: set[int]
) -> AuditLine:
    user = line.user.get_username() if line.user else ""
    free_text = line.data.get(FREE_TEXT_KEYS.get(line.verb, ""), "")
    if hidden_play_ids.intersection(line.data.get("plays", ())):
        free_text = ""  # the reason for exchanging two results may reveal them
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
