"""Create, restart and remove rehearsals.

A rehearsal is an invented event with planted mistakes, on which a director practises corrections.
"""

from django.db import transaction
from django.utils.translation import gettext

from games.problems import Problem
from games.text import gettext_noop as _
from tournaments.actions.audit import record_audit
from tournaments.actions.clubs.demo import delete_examples
from tournaments.actions.events.create import EventPlan, create_event
from tournaments.actions.rehearsal.mistakes import play_with_mistakes
from tournaments.actions.rounds.sessions import create_session, deal_session, start_session
from tournaments.models import AuditAction, Club, Event, Rehearsal, Session
from tournaments.permissions.actor import Actor, NotPermitted
from tournaments.permissions.roles import DIRECTOR_ROLES, clubs_of_user, is_club_owner

_REHEARSAL_NAME = _("Rehearsal")
# Pairs for four tables, with invented names, so that they match no player of the club.
_PAIRS = (
    "Anna Assaig – Berta Assaig",
    "Carles Assaig – Dora Assaig",
    "Emma Assaig – Feliu Assaig",
    "Glòria Assaig – Hug Assaig",
    "Irene Assaig – Jordi Assaig",
    "Laia Assaig – Martí Assaig",
    "Neus Assaig – Oriol Assaig",
    "Pere Assaig – Quima Assaig",
)

# Fewer rounds than a full Howell movement, so that every contestant misses some boards: one of the
# planted mistakes needs a board that the contestants of its table never play.
_ROUND_COUNT, _BOARDS_PER_ROUND = 5, 2
_NOT_PERMITTED = _(
    "Only a director of the club can start a rehearsal, and only the person who "
    "started it can remove it."
)


def get_or_create_rehearsal(club: Club, actor: Actor) -> Event:
    """Return the actor's rehearsal in a club, or create one.

    Raises `NotPermitted` unless the actor is a director of the whole club.
    """
    with transaction.atomic():
        _lock_club_for_director(club, actor)
        existing = Event.objects.filter(club=club, rehearsal__made_by=actor.user_id).first()
        return existing or _create_rehearsal(club, actor)


def restart_rehearsal(event: Event, actor: Actor) -> Event:
    """Replace a rehearsal by a new one; raise the errors of `remove_rehearsal`."""
    with transaction.atomic():
        remove_rehearsal(event, actor)
        return get_or_create_rehearsal(event.club, actor)


def remove_rehearsal(event: Event, actor: Actor) -> None:
    """Delete a rehearsal with everything done in it.

    Raises `NotPermitted` unless the actor is a director of the whole club and created it, or owns
    the club, and `Rehearsal.DoesNotExist` for another event.
    """
    with transaction.atomic():
        club = _lock_club_for_director(event.club, actor)
        rehearsal = Rehearsal.objects.select_related("event").get(event=event)
        if rehearsal.made_by_id != actor.user_id and not is_club_owner(actor.user_id, club.pk):
            raise NotPermitted([Problem("not_yours", _NOT_PERMITTED)])
        delete_examples([rehearsal.event])
        record_audit(actor, AuditAction.REMOVE_REHEARSAL, club)


def _lock_club_for_director(club: Club, actor: Actor) -> Club:
    """Lock and return the club, so that two requests create only one rehearsal.

    Raises `NotPermitted` unless the actor is a director of the whole club.
    """
    if (
        actor.user_id is None
        or not clubs_of_user(actor.user_id, DIRECTOR_ROLES).filter(pk=club.pk).exists()
    ):
        raise NotPermitted([Problem("not_yours", _NOT_PERMITTED)])
    return Club.objects.select_for_update().get(pk=club.pk)


def _create_rehearsal(club: Club, actor: Actor) -> Event:
    plan = EventPlan(gettext(_REHEARSAL_NAME), movement_key="howell")
    stage = create_event(club, plan, _PAIRS, actor)
    session = create_session(stage, _ROUND_COUNT, _BOARDS_PER_ROUND, actor)
    deal_session(session.pk, gettext(_REHEARSAL_NAME), actor)
    start_session(session.pk, actor)
    play_with_mistakes(
        Session.objects.select_related("stage__event__club").get(pk=session.pk), actor
    )
    record_audit(actor, AuditAction.CREATE_REHEARSAL, stage.event)
    return stage.event
