"""Import an event file in one transaction: all of it, or nothing."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from django.db import transaction

from games.problems import Problem, raise_if_any
from games.text import gettext_noop as _
from tournaments.actions.audit import record_audit
from tournaments.actions.clubs.club import RESERVED_SLUGS
from tournaments.actions.event_file.people import normalize_names
from tournaments.actions.event_file.rows import store_event
from tournaments.actions.event_file.schema.layout import EVENT_FILE, HEADER
from tournaments.actions.event_file.schema.types import json_excerpt
from tournaments.actions.event_file.validation import consistency_problems
from tournaments.models import AuditAction, Club, Event
from tournaments.permissions.actor import Actor
from tournaments.queries.events.event_file import event_file
from tournaments.tasks import enqueue_on_commit, score_stage

# At most this many problems of a file are reported.
MAX_REPORTED_PROBLEMS = 200


def file_differences(values: Any, exported: Any, path: str = "") -> Iterator[Problem]:
    """Yield a problem for each value of a file that differs from the exported one at its path.

    A list whose length differs is one problem, without problems of its items.
    """
    if isinstance(values, dict):
        for key in values:
            yield from file_differences(
                values[key], exported[key], f"{path}.{key}".removeprefix(".")
            )
    elif isinstance(values, list) and len(values) == len(exported):
        for index, (value, exported_value) in enumerate(zip(values, exported, strict=True)):
            yield from file_differences(value, exported_value, f"{path}[{index}]")
    elif values != exported:
        params = {"path": path, "said": json_excerpt(values), "kept": json_excerpt(exported)}
        template = _("%(path)s: write %(said)s as %(kept)s, as exports do.")
        yield Problem("not_as_exported", template, params, path)


def import_event(values: Any, actor: Actor) -> Event:
    """Import an event file (JSON values) into its club, which is created if it does not exist.

    The event is read-only if the seed of a dealt session is missing. Scoring is requested, because
    the file has no awards and standings. Raises `ValidationFailed` with the problems of the schema.
    If there are none, raises it with every inconsistency, each with its path. Also raises it if the
    club has an event with this slug, if another club has the club's slug, or if exporting the event
    would give another file.
    """
    values = validated_file(values)
    with transaction.atomic():
        event = store_validated_file(values, _has_secret_seed(values))
        record_audit(actor, AuditAction.IMPORT_EVENT, event.club, event=event.slug)
        _request_scoring(event)
    return event


def validated_file(values: Any) -> Any:
    """Return the values of an event file with normalized names.

    Raises `ValidationFailed` with the problems of the schema, or else with every inconsistency.
    """
    raise_if_any(first_problems(_format_problems(values) or EVENT_FILE.problems(values, "")))
    values = normalize_names(values)
    raise_if_any(first_problems(consistency_problems(values)))
    return values


def store_validated_file(values: Any, read_only: bool) -> Event:
    """Store the rows of a validated event file. Call within a transaction.

    Raises `ValidationFailed` if a slug is taken, or if exporting would give another file.
    """
    raise_if_any(_slug_problems(values))
    club, _created = Club.objects.get_or_create(
        slug=values["club"]["slug"], defaults=values["club"]
    )
    event = store_event(club, values, read_only)
    raise_if_any(first_problems(file_differences(values, event_file(event))))
    return event


def first_problems(problems: Iterable[Problem]) -> Iterator[Problem]:
    """Return at most `MAX_REPORTED_PROBLEMS`: a wrong file might have millions."""
    return islice(problems, MAX_REPORTED_PROBLEMS)


def _format_problems(values: Any) -> list[Problem]:
    """Return problems of the file's format and version; other keys are not checked."""
    if isinstance(values, dict):
        values = {key: value for key, value in values.items() if key in HEADER.properties}
    return list(HEADER.problems(values, ""))


def _slug_problems(values: Any) -> Iterator[Problem]:
    club, event = values["club"], values["event"]
    existing_club = Club.objects.filter(slug=club["slug"]).first()
    if existing_club and existing_club.name != club["name"]:
        params = {"path": "club.name", "slug": existing_club.slug, "name": existing_club.name}
        template = _("%(path)s: the club at %(slug)s is called %(name)s here.")
        yield Problem("other_club", template, params, "club.name")
    elif existing_club is None and club["slug"] in RESERVED_SLUGS:
        params = {"path": "club.slug", "slug": club["slug"]}
        template = _("%(path)s: no club can have the address %(slug)s, which the site uses itself.")
        yield Problem("address_of_ours", template, params, "club.slug")
    elif existing_club and existing_club.events.filter(slug=event["slug"]).exists():
        params = {"path": "event.slug", "address": f"{existing_club.slug}/{event['slug']}"}
        template = _("%(path)s: there is already an event at %(address)s; nothing was imported.")
        yield Problem("event_exists", template, params, "event.slug")


def _has_secret_seed(values: Any) -> bool:
    """Return whether a session is committed to a seed that the file does not contain."""
    sessions = [session for stage in values["stages"] for session in stage["sessions"]]
    return any(session["commitment"] and not session["seed"] for session in sessions)


def _request_scoring(event: Event) -> None:
    """Enqueue the scoring of all stages for after the transaction's commit."""
    for stage in event.stages.all():
        enqueue_on_commit(score_stage, stage.pk)
