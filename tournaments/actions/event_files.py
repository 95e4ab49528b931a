"""An event from its event file: stored whole or not at all."""

from collections.abc import Iterable, Iterator
from typing import Any

from django.db import transaction

from games.problems import Problem, Refused
from games.text import gettext_noop as _
from tournaments.actions.actor import Actor
from tournaments.actions.audit import record
from tournaments.actions.exchange.differences import differences
from tournaments.actions.exchange.layout import FILE, HEAD
from tournaments.actions.exchange.rows import store_event
from tournaments.actions.exchange.sense import sense_problems
from tournaments.actions.exchange.versions import as_now
from tournaments.models import Board, Club, Event
from tournaments.queries.event_file import event_file
from tournaments.tasks import after_commit, refresh_standings, rescore_board


def import_event(said: Any, actor: Actor) -> Event:
    """The event that an event file (JSON values) holds, in its club, which is founded where there is none.

    It is read-only when a session's seed is still secret. Awards and standings are made anew. Raises
    `Refused` with every problem of shape, or else everything that makes no sense, each with its path; also
    when the club already has an event at this address, when another club has the club's, and when exporting
    the event would not give the same file.
    """
    said = as_now(said)
    _refuse(_unknown_file(said) or FILE.problems(said, ""))
    _refuse(sense_problems(said))
    with transaction.atomic():
        _refuse(_taken(said))
        club, _new = Club.objects.get_or_create(slug=said["club"]["slug"], defaults=said["club"])
        event = store_event(club, said, _lacks_a_seed(said))
        _refuse(differences(said, event_file(event)))
        record(actor, "import event", club, event=event.slug)
        _score(event)
    return event


def _unknown_file(said: Any) -> list[Problem]:
    """Why this is no event file, or none of a version known here: then no key of it is judged."""
    if isinstance(said, dict):
        said = {key: value for key, value in said.items() if key in HEAD.shapes}
    return list(HEAD.problems(said, ""))


def _refuse(problems: Iterable[Problem]) -> None:
    if found := list(problems):
        raise Refused(found)


def _taken(said: Any) -> Iterator[Problem]:
    club, event = said["club"], said["event"]
    known = Club.objects.filter(slug=club["slug"]).first()
    if known and known.name != club["name"]:
        params = {"path": "club.name", "slug": known.slug, "name": known.name}
        template = _("%(path)s: the club at %(slug)s is called %(name)s here.")
        yield Problem("other_club", template, params, "club.name")
    elif known and known.events.filter(slug=event["slug"]).exists():
        params = {"path": "event.slug", "address": f"{known.slug}/{event['slug']}"}
        template = _("%(path)s: there is an event at %(address)s already; nothing is imported over it.")
        yield Problem("event_exists", template, params, "event.slug")


def _lacks_a_seed(said: Any) -> bool:
    """Whether hands are committed to that nobody here could deal."""
    sessions = [session for stage in said["stages"] for session in stage["sessions"]]
    return any(session["commitment"] and not session["seed"] for session in sessions)


def _score(event: Event) -> None:
    """Queue what makes awards follow from entries, and standings from awards and penalties."""
    said = Board.objects.filter(session__stage__event=event, plays__revision__gt=0).distinct()
    for board in said.values_list("pk", flat=True):
        after_commit(rescore_board, board)
    for stage in event.stages.filter(awards_revision__gt=0):
        after_commit(refresh_standings, stage.pk)
