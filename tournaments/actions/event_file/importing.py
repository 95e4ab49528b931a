"""An event from its event file: stored whole or not at all."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from django.db import transaction

from games.problems import Problem, raise_if_any
from games.text import gettext_noop as _
from tournaments.actions.audit import record_audit
from tournaments.actions.clubs.club import ADDRESS_WORDS
from tournaments.actions.event_file.people import normalize_names
from tournaments.actions.event_file.rows import store_event
from tournaments.actions.event_file.schema.layout import EVENT_FILE, HEADER
from tournaments.actions.event_file.schema.types import json_excerpt
from tournaments.actions.event_file.validation import consistency_problems
from tournaments.models import AuditAction, Club, Event
from tournaments.permissions.actor import Actor
from tournaments.queries.events.event_file import event_file
from tournaments.tasks import enqueue_on_commit, score_stage


def file_differences(values: Any, kept: Any, path: str = "") -> Iterator[Problem]:
    """A problem for every part of `values` that `kept` has otherwise; a list of another length
    is one."""
    if isinstance(values, dict):
        for key in values:
            yield from file_differences(values[key], kept[key], f"{path}.{key}".removeprefix("."))
    elif isinstance(values, list) and len(values) == len(kept):
        for place, (each, other) in enumerate(zip(values, kept, strict=True)):
            yield from file_differences(each, other, f"{path}[{place}]")
    elif values != kept:
        params = {"path": path, "said": json_excerpt(values), "kept": json_excerpt(kept)}
        template = _("%(path)s: write %(said)s as %(kept)s, as exports do.")
        yield Problem("not_as_exported", template, params, path)


MAX_PROBLEMS_SHOWN = 200
"""Problems of a file that are told."""


def import_event(values: Any, actor: Actor) -> Event:
    """The event that an event file (JSON values) holds, in its club, which is founded where there
    is none.

    It is read-only when a session's seed is still secret. Awards and standings are made anew.
    Raises `ValidationFailed` with every problem of shape, or else everything that makes no sense,
    each with its path; also when the club already has an event at this address, when another club
    has the club's, and when exporting the event would not give the same file.
    """
    values = validated_file(values)
    with transaction.atomic():
        event = store_validated_file(values, _lacks_a_seed(values))
        record_audit(actor, AuditAction.IMPORT_EVENT, event.club, event=event.slug)
        _score(event)
    return event


def validated_file(values: Any) -> Any:
    """Return an event file that can be stored; raise `ValidationFailed` with every problem of
    another."""
    raise_if_any(first_problems(_unknown_file(values) or EVENT_FILE.problems(values, "")))
    values = normalize_names(values)
    raise_if_any(first_problems(consistency_problems(values)))
    return values


def store_validated_file(values: Any, read_only: bool) -> Event:
    """Its rows, in the transaction of an act; raises `ValidationFailed` for a taken address, and
    what is not kept."""
    raise_if_any(_taken(values))
    club, _new = Club.objects.get_or_create(slug=values["club"]["slug"], defaults=values["club"])
    event = store_event(club, values, read_only)
    raise_if_any(first_problems(file_differences(values, event_file(event))))
    return event


def first_problems(problems: Iterable[Problem]) -> Iterator[Problem]:
    """As many as anybody reads, and no more: of a file that is no event file there would be
    millions."""
    return islice(problems, MAX_PROBLEMS_SHOWN)


def _unknown_file(values: Any) -> list[Problem]:
    """Why this is no event file, or none of a version known here: then no key of it is judged."""
    if isinstance(values, dict):
        values = {key: value for key, value in values.items() if key in HEADER.properties}
    return list(HEADER.problems(values, ""))


def _taken(values: Any) -> Iterator[Problem]:
    club, event = values["club"], values["event"]
    known = Club.objects.filter(slug=club["slug"]).first()
    if known and known.name != club["name"]:
        params = {"path": "club.name", "slug": known.slug, "name": known.name}
        template = _("%(path)s: the club at %(slug)s is called %(name)s here.")
        yield Problem("other_club", template, params, "club.name")
    elif known is None and club["slug"] in ADDRESS_WORDS:
        params = {"path": "club.slug", "slug": club["slug"]}
        template = _("%(path)s: no club can have the address %(slug)s, which the site uses itself.")
        yield Problem("address_of_ours", template, params, "club.slug")
    elif known and known.events.filter(slug=event["slug"]).exists():
        params = {"path": "event.slug", "address": f"{known.slug}/{event['slug']}"}
        template = _("%(path)s: there is already an event at %(address)s; nothing was imported.")
        yield Problem("event_exists", template, params, "event.slug")


def _lacks_a_seed(values: Any) -> bool:
    """Whether hands are committed to that nobody here could deal."""
    sessions = [session for stage in values["stages"] for session in stage["sessions"]]
    return any(session["commitment"] and not session["seed"] for session in sessions)


def _score(event: Event) -> None:
    """Queue what makes awards follow from entries, and standings from awards and penalties."""
    for stage in event.stages.all():
        enqueue_on_commit(score_stage, stage.pk)
