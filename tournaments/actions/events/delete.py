"""Delete events with all that is below them; the lines of the audit about them stay."""

from collections.abc import Iterator, Sequence

from django.db import transaction

from games.problems import Problem, raise_if_any
from games.text import gettext_noop as _
from tournaments.actions.audit import record_audit
from tournaments.actions.events.archive import running_problems
from tournaments.models import (
    AuditAction,
    BoardPreparation,
    BoardRemake,
    Call,
    CardContradiction,
    Contestant,
    Draft,
    Entry,
    Event,
    IdempotencyRecord,
    LineUp,
    Objection,
    PlausibilityQuestion,
    Play,
    Player,
    PlayReveal,
    Qualifier,
    SeatHolder,
    Seating,
    Section,
    Session,
    SitOut,
    Table,
)
from tournaments.permissions.actor import Actor, NotPermitted
from tournaments.permissions.editable import require_editable
from tournaments.permissions.roles import is_club_owner
from tournaments.queries.events.details import has_results
from tournaments.queries.offline.sections import exported_sections


def remove_events(events: Sequence[Event]) -> None:
    """Delete events, and players who were in nothing else; rows that protect others go first.

    What is to go is read first: as parts of the deletions PostgreSQL without statistics joins it
    badly.
    """
    entered = Player.objects.filter(contestants__event__in=events).values_list("pk", flat=True)
    came = Player.objects.filter(substitutions__place__contestant__event__in=events)
    players = [*entered, *came.values_list("pk", flat=True)]
    plays = set(
        Play.objects.filter(board__session__stage__event__in=events).values_list("pk", flat=True)
    )
    seatings = set(
        Seating.objects.filter(table__in=tables_of_events(events)).values_list("pk", flat=True)
    )
    calls = set(
        Call.objects.filter(table__in=tables_of_events(events)).values_list("pk", flat=True)
    )
    _delete_receipts(plays, calls)
    Play.objects.filter(pk__in=plays).update(entry=None)
    Entry.objects.filter(play__in=plays).delete()
    for note in (
        PlausibilityQuestion,
        CardContradiction,
        PlayReveal,
        Objection,
        Draft,
        BoardRemake,
    ):
        note.objects.filter(play__in=plays).delete()
    BoardPreparation.objects.filter(session__stage__event__in=events).delete()
    SeatHolder.objects.filter(seating__in=seatings).delete()
    LineUp.objects.filter(contestant__event__in=events).delete()
    SitOut.objects.filter(contestant__event__in=events).delete()
    Qualifier.objects.filter(contestant__event__in=events).delete()
    Contestant.objects.filter(event__in=events).delete()
    Event.objects.filter(pk__in=[event.pk for event in events]).delete()
    unused = Player.objects.filter(contestants=None, places=None, substitutions=None, line_ups=None)
    unused.filter(pk__in=players, user=None, person=None).delete()


def tables_of_events(events: Sequence[Event]) -> dict[int, str]:
    """How all tables of some events are called, by their rows."""
    tables = Table.objects.filter(section__session__stage__event__in=events).select_related(
        "section"
    )
    return {table.pk: table.label for table in tables}


def _delete_receipts(plays: set[int], calls: set[int]) -> None:
    """Delete the receipts of entries and calls, which name their row only in the stored answer."""
    answers = IdempotencyRecord.objects.values_list("pk", "answer__play", "answer__call")
    deleted = [pk for pk, play, call in answers if play in plays or call in calls]
    IdempotencyRecord.objects.filter(pk__in=deleted).delete()


_SENT = _("A section was sent as a file, and may be played elsewhere: call its copies void first.")
_OTHER_NAME = _("This is not the name of the event. Type it exactly: %(name)s")
_OWNERS_ONLY = _("Only an owner of the club can delete an event.")


def delete_event(event_id: int, typed_name: str, actor: Actor) -> None:
    """Delete an event and everything of it, archived or not; lines of the audit stay as they are.

    Raises `NotPermitted` for a user who is no owner of its club, and `ValidationFailed` while a
    session that has results is running or a section is elsewhere as a file, and for a `typed_name`
    that is not that of the event.
    """
    with transaction.atomic():
        event = (
            Event.objects.select_for_update(of=("self",)).select_related("club").get(pk=event_id)
        )
        if not is_club_owner(actor.user_id, event.club_id):
            raise NotPermitted([Problem("owners_only", _OWNERS_ONLY)])
        require_editable(event, AuditAction.DELETE_EVENT)
        _hold_results_back(event)
        raise_if_any(_problems(event, typed_name))
        record_audit(actor, AuditAction.DELETE_EVENT, event, **_remembered(event))
        remove_events([event])


def _hold_results_back(event: Event) -> None:
    """Who is storing the first result is waited for; who comes after finds no play any more."""
    sessions = Session.objects.filter(stage__event=event).order_by("pk")
    list(sessions.select_for_update(of=("self",)))
    plays = Play.objects.filter(board__session__stage__event=event).order_by("pk")
    list(plays.select_for_update(of=("self",)))


def _problems(event: Event, typed_name: str) -> Iterator[Problem]:
    if has_results(event):
        yield from running_problems(event)
    if exported_sections(Section.objects.filter(session__stage__event=event)).exists():
        yield Problem("section_away", _SENT)
    if typed_name.strip() != event.name:
        yield Problem("other_name", _OTHER_NAME, {"name": event.name}, "name")


def _remembered(event: Event) -> dict[str, object]:
    """What its lines in the audit will be read by."""
    return {
        "name": event.name,
        "game": event.game_key,
        "contestants": event.contestants.count(),
        "tables": {str(row): label for row, label in tables_of_events([event]).items()},
    }
