"""Export a section as a file: its plan, names and seed, encrypted with a pass phrase."""

import json
import secrets
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, NamedTuple

from django.conf import settings
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from games.problems import Problem, raise_if_any
from games.text import gettext_noop as _
from tournaments.actions.audit import record_audit
from tournaments.actions.limits import MIN_PASSPHRASE_LENGTH
from tournaments.actions.offline.encryption import (
    derive_key,
    encrypt,
    generate_key,
    generate_salt,
    normalize_passphrase,
)
from tournaments.actions.offline.schema import FILE_VERSION, SECTION_FILE
from tournaments.models import AuditAction, Event, ExportedSection, Section, Session
from tournaments.models.offline import MAX_HOLDER_LENGTH
from tournaments.permissions.actor import Actor
from tournaments.permissions.editable import require_editable
from tournaments.permissions.visibility.hands import seed_for_export
from tournaments.permissions.visibility.playing_members import boards_to_play
from tournaments.queries.events.event_file import time_value
from tournaments.queries.offline.exported_section import section_event_file

_EXPORTABLE_STATES = (Session.State.DEALT, Session.State.RUNNING)
# Different letters that a pass phrase must have.
_MIN_DISTINCT_LETTERS = 5
# Files can contain times until the year 2999. A year less leaves room for every time zone.
_MAX_YEAR = 2998
_ACTOR_PLAYS = _(
    "You still have boards to play in this session, and the file contains all its cards. A "
    "director who does not play must export it."
)


class ExportFile(NamedTuple):
    """The name and the text of a file to be downloaded."""

    name: str
    text: str


def export_section(
    section_id: int, holder: str, phrase: str, opens_at: datetime | None, actor: Actor
) -> ExportFile:
    """Return the file of a section, encrypted with a pass phrase that is not stored.

    Each call stores another `ExportedSection`, so a section can be exported again if a laptop is
    lost. The laptop may show hands and seed from `opens_at` on, never if it is None. Raises
    `ObjectDoesNotExist` if the section no longer exists, and `ValidationFailed` if the session is
    not dealt, is over or has only one section, if the actor has boards to play in it, and for
    invalid input.
    """
    salt = generate_salt()
    # Deriving the key is slow on purpose, so it happens before anything is locked.
    phrase_key = derive_key(phrase, salt, settings.PASSPHRASE_COST)
    with transaction.atomic():
        section = _lock_session_of_section(section_id)
        require_editable(section.session.stage.event, AuditAction.EXPORT_SECTION)
        problem_groups = (
            _session_problems(section.session, actor),
            _input_problems(holder.strip(), opens_at, phrase),
        )
        raise_if_any([problem for group in problem_groups for problem in group])
        times = {"opens_at": opens_at and opens_at.astimezone(UTC), "at": timezone.now()}
        columns = {"holder": holder.strip(), **times, **actor.audit_columns()}
        exported_section = section.copies.create(
            identifier=secrets.token_hex(8), key=generate_key(), **columns
        )
        record_audit(
            actor, AuditAction.EXPORT_SECTION, section.session.stage.event, section=section.name
        )
        event = section_event_file(section)
        encrypted = encrypt(_file_content(exported_section, event), phrase_key)
    envelope = {"format": SECTION_FILE, "version": FILE_VERSION, "cost": settings.PASSPHRASE_COST}
    text = json.dumps({**envelope, "salt": salt, "sealed": encrypted}, indent=1) + "\n"
    return ExportFile(f"{event['event']['slug']}.manilla-section", text)


def void_exported_section(event: Event, identifier: str, actor: Actor) -> None:
    """Void an exported section, so that no more of its results are imported.

    Results imported before remain. Voiding it again has no effect. Raises `ObjectDoesNotExist` if
    the event has no exported section with this identifier.
    """
    require_editable(event, AuditAction.VOID_EXPORTED_SECTION)
    with transaction.atomic():
        exported_sections = ExportedSection.objects.filter(
            section__session__stage__event=event, identifier=identifier
        )
        exported_section = exported_sections.get(
            section=_lock_session_of_section(exported_sections.get().section_id)
        )
        if exported_section.void_at is None:
            exported_section.void_at = timezone.now()
            exported_section.save(update_fields=["void_at"])
            record_audit(
                actor,
                AuditAction.VOID_EXPORTED_SECTION,
                event,
                section=exported_section.section.name,
                copy=identifier,
            )


def _file_content(exported_section: ExportedSection, event: dict[str, Any]) -> dict[str, Any]:
    session = exported_section.section.session
    return {
        "copy": exported_section.identifier,
        "key": exported_section.key,
        "home_event": session.stage.event_id,
        "opens_at": time_value(exported_section.opens_at),
        "seed": seed_for_export(session),
        "event": event,
    }


def _lock_session_of_section(section_id: int) -> Section:
    """Lock the section's session, and return the section; raise `ObjectDoesNotExist`."""
    sessions = Session.objects.select_for_update(of=("self",)).select_related("stage__event__club")
    session = sessions.get(sections=section_id)
    section = session.sections.get(pk=section_id)
    section.session = session
    return section


def _session_problems(session: Session, actor: Actor) -> Iterator[Problem]:
    if session.state not in _EXPORTABLE_STATES:
        yield Problem(
            "not_dealt",
            _("A section can be exported once its session is dealt and until the session is over."),
        )
    if session.sections.count() < 2:
        yield Problem(
            "undivided", _("Only a session that is divided into sections has a section to export.")
        )
    if actor.user_id and boards_to_play(actor.user_id, session):
        yield Problem("plays_himself", _ACTOR_PLAYS)


def _input_problems(holder: str, opens_at: datetime | None, phrase: str) -> Iterator[Problem]:
    if not 1 <= len(holder) <= MAX_HOLDER_LENGTH:
        template = _("Enter who takes it, in at most %(most)s letters.")
        yield Problem("no_holder", template, {"most": MAX_HOLDER_LENGTH}, "holder")
    yield from _opening_time_problems(opens_at)
    yield from _passphrase_problems(phrase)


def _opening_time_problems(opens_at: datetime | None) -> Iterator[Problem]:
    if opens_at and opens_at.year > _MAX_YEAR:
        yield Problem(
            "far_moment", _("Choose a year before %(year)s."), {"year": _MAX_YEAR + 1}, "opens_at"
        )
    elif opens_at and opens_at < timezone.now():
        yield Problem(
            "past_moment",
            _("This moment is past, and the boards are still being played. Choose a later one."),
            field="opens_at",
        )


def _passphrase_problems(phrase: str) -> Iterator[Problem]:
    normalized_phrase = normalize_passphrase(phrase)
    if len(normalized_phrase) < MIN_PASSPHRASE_LENGTH:
        template = _("The pass phrase needs at least %(least)s letters.")
        yield Problem("short_phrase", template, {"least": MIN_PASSPHRASE_LENGTH}, "phrase")
    elif len(set(normalized_phrase)) < _MIN_DISTINCT_LETTERS or _is_common_password(
        normalized_phrase
    ):
        template = _("This pass phrase is easy to guess. Use the proposed one, or a longer one.")
        yield Problem("common_phrase", template, field="phrase")


def _is_common_password(phrase: str) -> bool:
    try:
        validate_password(phrase)
    except ValidationError:
        return True
    return False
