"""An event deleted for good by an owner of its club, who types its name."""

from collections.abc import Iterator

from django.db import transaction

from games.problems import Problem, refuse
from games.text import gettext_noop as _
from tournaments.actions.actor import Actor, NotYours
from tournaments.actions.audit import record
from tournaments.actions.events.archive import running_problems
from tournaments.actions.events.removal import remove_events, tables_of_events
from tournaments.models import Event, Play, Section, Session, Verb
from tournaments.permissions.roles import owns_club
from tournaments.queries.events.details import has_results
from tournaments.queries.offline.sections import sections_sent

_SENT = _("A section was sent as a file, and may be played elsewhere: call its copies void first.")
_OTHER_NAME = _("This is not the name of the event: write it exactly so: %(name)s")
_OWNERS_ONLY = _("Only an owner of the club deletes an event.")


def delete_event(event_id: int, typed_name: str, actor: Actor) -> None:
    """Delete an event and everything of it, archived or not; lines of the audit stay as they are.

    Raises `NotYours` for a user who is no owner of its club, and `Refused` while a session that has
    results is running or a section is elsewhere as a file, and for a `typed_name` that is not that
    of the event.
    """
    with transaction.atomic():
        event = (
            Event.objects.select_for_update(of=("self",)).select_related("club").get(pk=event_id)
        )
        if not owns_club(actor.user_id, event.club_id):
            raise NotYours([Problem("owners_only", _OWNERS_ONLY)])
        _hold_results_back(event)
        refuse(_problems(event, typed_name))
        record(actor, Verb.DELETE_EVENT, event, **_remembered(event))
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
    if sections_sent(Section.objects.filter(session__stage__event=event)).exists():
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
