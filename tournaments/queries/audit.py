"""The audit as an owner reads it: the one place that asks it for anything, and only to show it."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet

from games.text import Words
from tournaments.models import AuditEntry, Club, Event, Play
from tournaments.queries.audit_subjects import Subjects
from tournaments.queries.audit_words import FREE_WORDS, OTHERWISE, SENTENCES
from tournaments.queries.visibility.concealed import concealed_plays

PAGE = 100
"""Lines on a page."""


@dataclass(frozen=True)
class Wanted:
    """Which lines are asked for; what is blank asks for all. A page goes on from the line `before`."""

    event: Event | None = None
    person: int | None = None
    act: str = ""
    since: datetime | None = None
    until: datetime | None = None
    before: int | None = None


@dataclass(frozen=True)
class AuditLine:
    """A line as it is read: a user or a table did something; whom and what it was about; words of his own."""

    number: int
    at: datetime
    user: str
    table: str | None
    did: Words
    event: Event | None
    about: list[Words]
    named: list[str]
    written: str


@dataclass(frozen=True)
class AuditPage:
    """Lines, the newest first; `older` is the line from which the next page goes on, where there is one."""

    lines: list[AuditLine]
    older: int | None


def audit_page(club: Club, reader: int, wanted: Wanted) -> AuditPage:
    """A page of the club's audit, without what is said of plays that are concealed from the `reader`."""
    plays = concealed_plays(reader, Play.objects.filter(board__session__stage__event__club=club))
    lines = _visible(AuditEntry.objects.filter(club=club), set(plays.values_list("pk", flat=True)))
    lines = lines.filter(*_asked(wanted)).select_related("user", "table__section", "event")
    found = list(lines.order_by("-pk")[: PAGE + 1])
    shown = found[:PAGE]
    subjects = Subjects.of(club, [line.data for line in shown])
    return AuditPage([_read(line, subjects) for line in shown], shown[-1].pk if len(found) > PAGE else None)


def _visible(lines: QuerySet[AuditEntry], concealed: set[int]) -> QuerySet[AuditEntry]:
    """That a play was asked about, contradicted or decided says something of it, so no line of it is left."""
    if not concealed:
        return lines
    return lines.filter(Q(data__play__isnull=True) | ~Q(data__play__in=concealed))


def _asked(wanted: Wanted) -> Iterable[Q]:
    """What `wanted` asks, as conditions. A person is who acted, or whose account or place it is about."""
    if wanted.event:
        yield Q(event=wanted.event)
    if who := wanted.person:
        yield Q(user=who) | Q(data__user=who) | Q(data__member=who)
    if wanted.act:
        yield Q(verb=wanted.act)
    if wanted.since:
        yield Q(at__gte=wanted.since)
    if wanted.until:
        yield Q(at__lt=wanted.until)
    if wanted.before:
        yield Q(pk__lt=wanted.before)


def _read(line: AuditEntry, subjects: Subjects) -> AuditLine:
    user = line.user.get_username() if line.user else ""
    return AuditLine(
        number=line.pk,
        at=line.at,
        user=user,
        table=line.table.label if line.table else None,
        did=Words(SENTENCES.get(line.verb, OTHERWISE)),
        event=line.event,
        about=subjects.things(line.data),
        named=[name for name in subjects.people(line.data) if name != user],
        written=line.data.get(FREE_WORDS.get(line.verb, ""), ""),
    )
