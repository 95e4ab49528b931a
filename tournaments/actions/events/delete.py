"""Delete events with everything that belongs to them, except their audit entries."""

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
    """Delete events, and their players who are in no other event.

    A row that a protected foreign key refers to can only be deleted after the rows that refer to
    it, so these are deleted first.
    """
    # The ids are read first. As subqueries of the deletions they would be slow, because PostgreSQL
    # plans them badly until it has collected statistics.
    registered_ids = Player.objects.filter(contestants__event__in=events).values_list(
        "pk", flat=True
    )
    substitutes = Player.objects.filter(substitutions__place__contestant__event__in=events)
    players = [*registered_ids, *substitutes.values_list("pk", flat=True)]
    plays = set(
        Play.objects.filter(board__session__stage__event__in=events).values_list("pk", flat=True)
    )
    seatings = set(
        Seating.objects.filter(table__in=tables_of_events(events)).values_list("pk", flat=True)
    )
    calls = set(
        Call.objects.filter(table__in=tables_of_events(events)).values_list("pk", flat=True)
    )
    _delete_idempotency_records(plays, calls)
    Play.objects.filter(pk__in=plays).update(entry=None)
    Entry.objects.filter(play__in=plays).delete()
    for model in (
        PlausibilityQuestion,
        CardContradiction,
        PlayReveal,
        Objection,
        Draft,
        BoardRemake,
    ):
        model.objects.filter(play__in=plays).delete()
    BoardPreparation.objects.filter(session__stage__event__in=events).delete()
    SeatHolder.objects.filter(seating__in=seatings).delete()
    LineUp.objects.filter(contestant__event__in=events).delete()
    SitOut.objects.filter(contestant__event__in=events).delete()
    Qualifier.objects.filter(contestant__event__in=events).delete()
    Contestant.objects.filter(event__in=events).delete()
    Event.objects.filter(pk__in=[event.pk for event in events]).delete()
    unused_players = Player.objects.filter(
        contestants=None, places=None, substitutions=None, line_ups=None
    )
    unused_players.filter(pk__in=players, user=None, person=None).delete()


def tables_of_events(events: Sequence[Event]) -> dict[int, str]:
    """Return the labels of all tables of some events by table id."""
    tables = Table.objects.filter(section__session__stage__event__in=events).select_related(
        "section"
    )
    return {table.pk: table.label for table in tables}


def _delete_idempotency_records(play_ids: set[int], call_ids: set[int]) -> None:
    """Delete the idempotency records whose answers refer to one of these plays or calls."""
    answers = IdempotencyRecord.objects.values_list("pk", "answer__play", "answer__call")
    record_ids = [pk for pk, play, call in answers if play in play_ids or call in call_ids]
    IdempotencyRecord.objects.filter(pk__in=record_ids).delete()


_SECTION_OFFLINE = _(
    "A section was sent as a file, and may be played elsewhere: call its copies void first."
)
_WRONG_NAME = _("This is not the name of the event. Type it exactly: %(name)s")
_OWNERS_ONLY = _("Only an owner of the club can delete an event.")


def delete_event(event_id: int, typed_name: str, actor: Actor) -> None:
    """Delete an event, archived or not, with everything except its audit entries.

    Raises `NotPermitted` unless the user is an owner of its club, and `ValidationFailed` while a
    session with results is running or a section is played offline, and if `typed_name` is not the
    event's name.
    """
    with transaction.atomic():
        event = (
            Event.objects.select_for_update(of=("self",)).select_related("club").get(pk=event_id)
        )
        if not is_club_owner(actor.user_id, event.club_id):
            raise NotPermitted([Problem("owners_only", _OWNERS_ONLY)])
        require_editable(event, AuditAction.DELETE_EVENT)
        _lock_sessions_and_plays(event)
        raise_if_any(_deletion_problems(event, typed_name))
        record_audit(actor, AuditAction.DELETE_EVENT, event, **_audit_summary(event))
        remove_events([event])


def _lock_sessions_and_plays(event: Event) -> None:
    """Lock every session and play, so that no entry can be stored until the event is deleted."""
    sessions = Session.objects.filter(stage__event=event).order_by("pk")
    list(sessions.select_for_update(of=("self",)))
    plays = Play.objects.filter(board__session__stage__event=event).order_by("pk")
    list(plays.select_for_update(of=("self",)))


def _deletion_problems(event: Event, typed_name: str) -> Iterator[Problem]:
    if has_results(event):
        yield from running_problems(event)
    if exported_sections(Section.objects.filter(session__stage__event=event)).exists():
        yield Problem("section_away", _SECTION_OFFLINE)
    if typed_name.strip() != event.name:
        yield Problem("other_name", _WRONG_NAME, {"name": event.name}, "name")


def _audit_summary(event: Event) -> dict[str, object]:
    """Return the data with which the audit can describe the event after its rows are deleted."""
    return {
        "name": event.name,
        "game": event.game_key,
        "contestants": event.contestants.count(),
        "tables": {str(table_id): label for table_id, label in tables_of_events([event]).items()},
    }
