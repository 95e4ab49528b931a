"""Mark the events of the demo, and delete them when a club starts to use the program."""

from collections.abc import Sequence

from django.db import transaction
from django.db.models import Q

from games.problems import Problem, raise_if_any
from games.text import gettext_noop as _
from games.typed_text import clean_text
from tournaments.actions.audit import record_audit
from tournaments.actions.clubs.club import club_slug
from tournaments.actions.events.delete import remove_events, tables_of_events
from tournaments.actions.limits import MAX_CLUB_NAME_LENGTH
from tournaments.models import AuditAction, AuditEntry, Club, Event
from tournaments.permissions.actor import SYSTEM, Actor
from tournaments.queries.clubs.demo import demo_events


def mark_as_demo(event: Event) -> None:
    """Mark an event as an example that the demo created."""
    with transaction.atomic():
        record_audit(SYSTEM, AuditAction.CREATE_DEMO, event)
        Event.objects.filter(pk=event.pk).update(demo=True)


def clear_demo(club: Club, name: str, actor: Actor) -> None:
    """Delete the demo's events; give the club a new name, and a slug derived from it.

    Members and events that the club created itself are kept. Raises `ValidationFailed` if there is
    no demo, and for a name that is missing or too long.
    """
    name = clean_text(name)
    with transaction.atomic():
        club = Club.objects.select_for_update().get(pk=club.pk)
        raise_if_any(_clearing_problems(club, name))
        deleted_names = delete_examples(list(demo_events(club)))
        club.name, club.slug = name, club_slug(name)
        club.save()
        record_audit(actor, AuditAction.CLEAR_DEMO, club, name=name, events=deleted_names)


def _clearing_problems(club: Club, name: str) -> list[Problem]:
    problems = []
    if not demo_events(club).exists():
        problems.append(Problem("no_demo", _("The demo has already been cleared.")))
    if not name:
        problems.append(Problem("name_missing", _("Write the name of your club."), field="name"))
    if len(name) > MAX_CLUB_NAME_LENGTH:
        params = {"most": MAX_CLUB_NAME_LENGTH}
        problems.append(
            Problem("name_too_long", _("Use at most %(most)s characters."), params, "name")
        )
    return problems


def delete_examples(events: Sequence[Event]) -> list[str]:
    """Delete example events together with their audit entries; return the events' names."""
    of_events = Q(event__in=events) | Q(table__in=tables_of_events(events))
    AuditEntry.objects.filter(of_events).clear()
    remove_events(events)
    return [event.name for event in events]
