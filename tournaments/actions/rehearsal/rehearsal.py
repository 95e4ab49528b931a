"""Rehearsals: an evening with six mishaps, made by a director for himself, made anew and removed
again."""

from django.db import transaction
from django.utils.translation import gettext

from games.problems import Problem
from games.text import gettext_noop as _
from tournaments.actions.audit import record_audit
from tournaments.actions.clubs.demo import remove_examples
from tournaments.actions.events.create import EventPlan, create_event
from tournaments.actions.rehearsal.incidents import play_with_mistakes
from tournaments.actions.rounds.sessions import create_session, deal_session, start_session
from tournaments.models import AuditAction, Club, Event, Rehearsal, Session
from tournaments.permissions.actor import Actor, NotPermitted
from tournaments.permissions.roles import DIRECTOR_ROLES, clubs_of_user, is_club_owner

_NAME = _("Rehearsal")
_WHO = (
    "Anna Assaig – Berta Assaig",
    "Carles Assaig – Dora Assaig",
    "Emma Assaig – Feliu Assaig",
    "Glòria Assaig – Hug Assaig",
    "Irene Assaig – Jordi Assaig",
    "Laia Assaig – Martí Assaig",
    "Neus Assaig – Oriol Assaig",
    "Pere Assaig – Quima Assaig",
)
"""Four tables of nobody who plays in a club."""

_ROUNDS, _BOARDS = 5, 2
"""Short of a whole Howell: some boards are on nobody's way, so that moving a result there can be
undone."""
_NOT_YOURS = _(
    "Only a director of the club can start a rehearsal, and only the person who "
    "started it can remove it."
)


def get_or_create_rehearsal(club: Club, actor: Actor) -> Event:
    """The rehearsal of a director in a club: the one that he has there, else a new one.

    Raises `NotPermitted` to who does not direct in all of the club.
    """
    with transaction.atomic():
        _hold(club, actor)
        known = Event.objects.filter(club=club, rehearsal__made_by=actor.user_id).first()
        return known or _made(club, actor)


def restart_rehearsal(event: Event, actor: Actor) -> Event:
    """A rehearsal made anew, as broken as it was at first. Raises as `remove_rehearsal` does."""
    with transaction.atomic():
        remove_rehearsal(event, actor)
        return get_or_create_rehearsal(event.club, actor)


def remove_rehearsal(event: Event, actor: Actor) -> None:
    """Remove a rehearsal with all that was done in it.

    Raises `NotPermitted` to whoever has neither made it nor owns its club, and
    `Rehearsal.DoesNotExist`.
    """
    with transaction.atomic():
        club = _hold(event.club, actor)
        rehearsal = Rehearsal.objects.select_related("event").get(event=event)
        if rehearsal.made_by_id != actor.user_id and not is_club_owner(actor.user_id, club.pk):
            raise NotPermitted([Problem("not_yours", _NOT_YOURS)])
        remove_examples([rehearsal.event])
        record_audit(actor, AuditAction.REMOVE_REHEARSAL, club)


def _hold(club: Club, actor: Actor) -> Club:
    """The club, locked: whoever asks twice gets one rehearsal."""
    if (
        actor.user_id is None
        or not clubs_of_user(actor.user_id, DIRECTOR_ROLES).filter(pk=club.pk).exists()
    ):
        raise NotPermitted([Problem("not_yours", _NOT_YOURS)])
    return Club.objects.select_for_update().get(pk=club.pk)


def _made(club: Club, actor: Actor) -> Event:
    plan = EventPlan(gettext(_NAME), movement_key="howell")
    stage = create_event(club, plan, _WHO, actor)
    session = create_session(stage, _ROUNDS, _BOARDS, actor)
    deal_session(session.pk, gettext(_NAME), actor)
    start_session(session.pk, actor)
    play_with_mistakes(
        Session.objects.select_related("stage__event__club").get(pk=session.pk), actor
    )
    record_audit(actor, AuditAction.MAKE_REHEARSAL, stage.event)
    return stage.event
