"""Who comes while an event is played: into which session, under which name and number, in which
section."""

from django.db.models import Max

from games.problems import Problem, Refused
from games.text import gettext_noop as _
from tournaments.actions.contestants.pasted_list import FIELD
from tournaments.actions.contestants.registration import (
    enter_contestants,
    next_number,
    refuse_known,
)
from tournaments.models import Allotment, Contestant, Event, Section, Session
from tournaments.queries.people.names import name_of
from tournaments.queries.rounds.in_progress import running_session_of

_NAME_OF_GONE = _(
    "%(name)s has left this event, and the results made before stand under this name. Who comes "
    "back begins "
    "anew: write the name a little otherwise."
)


def running_session(event: Event) -> Session:
    """The session that is being played, locked; raises `Refused` where there is none."""
    return running_session_of(event, Session.objects.select_for_update(of=("self",)))


def everywhere(session: Session) -> list[Section]:
    """All sections of a session: who comes to it, or leaves, is ranked among all who play."""
    return list(session.sections.select_related("session__stage__event__club").order_by("number"))


def enter_newcomer(event: Event, name: str) -> Contestant:
    """A contestant under the next number; raises `Refused` for who plays already, or left under
    this name."""
    called = name_of(name, event.players_each)
    if event.contestants.filter(name=called).exclude(withdrawn_at=None).exists():
        raise Refused([Problem("name_of_gone", _NAME_OF_GONE, {"name": called}, FIELD)])
    refuse_known(event, event.contestants.filter(withdrawn_at=None), [name])
    (newcomer,) = enter_contestants(event, [name], next_number(event))
    return newcomer


def allot_late(section: Section, newcomer: Contestant) -> None:
    """Say that he plays in a section, where that is said of others: its movement never knew his
    number."""
    if last := section.allotments.aggregate(last=Max("number"))["last"]:
        Allotment.objects.create(section=section, contestant=newcomer, number=last + 1)
