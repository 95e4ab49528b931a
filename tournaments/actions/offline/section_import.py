"""Import an offline section: its file becomes an event of this installation."""

import secrets
from collections.abc import Iterator
from itertools import product
from typing import Any

from django.db import transaction
from django.utils import timezone

from games.problems import Problem, raise_if_any
from games.text import gettext_noop as _
from tournaments.actions.audit import record_audit
from tournaments.actions.clubs.club import deduplicate_slug
from tournaments.actions.event_file.importing import (
    first_problems,
    store_validated_file,
    validated_file,
)
from tournaments.actions.event_file.schema.columns import parse_time
from tournaments.actions.event_file.session_validation import matches_commitment
from tournaments.actions.offline.encryption import candidate_keys, decrypt
from tournaments.actions.offline.schema import (
    SECTION_CONTENT,
    SECTION_ENVELOPE,
    SECTION_FILE,
    wrong_file_problems,
)
from tournaments.models import AuditAction, Club, Event, ImportedSection, Seed, Session
from tournaments.permissions.actor import Actor

# The column has room for four more characters, for a number.
_MAX_SLUG_LENGTH = 116
_WRONG_PHRASE = Problem(
    "wrong_phrase",
    _("This pass phrase does not open the file, or the file was changed on its way. Check both."),
    field="phrase",
)


def import_section(club: Club, file: Any, phrase: str, actor: Actor) -> Event:
    """Create an event in a club from a section's file, which is given as JSON values.

    The event's session is dealt. If the same section was exported and imported twice, the events
    have different slugs. Raises `ValidationFailed` with every problem of the file, for a wrong pass
    phrase, and if the club has imported this file before.
    """
    raise_if_any(wrong_file_problems(file, SECTION_FILE))
    raise_if_any(first_problems(SECTION_ENVELOPE.problems(file, "")))
    content = decrypt(
        file["sealed"], candidate_keys(phrase, file["salt"], file["cost"]), _WRONG_PHRASE
    )
    raise_if_any(first_problems(SECTION_CONTENT.problems(content, "")))
    values = validated_file(content["event"] | {"club": {"name": club.name, "slug": club.slug}})
    raise_if_any(_content_problems(values, content["seed"]))
    with transaction.atomic():
        # Locked, because otherwise a double click would import the section twice.
        club = Club.objects.select_for_update().get(pk=club.pk)
        raise_if_any(_already_imported_problems(club, content["copy"]))
        taken_slugs = set(club.events.values_list("slug", flat=True))
        values["event"] |= {
            "slug": deduplicate_slug(values["event"]["slug"][:_MAX_SLUG_LENGTH], taken_slugs)
        }
        event = store_validated_file(values, read_only=False)
        session = Session.objects.get(stage__event=event)
        if content["seed"]:
            Seed.objects.create(session=session, hex=content["seed"])
        _store_imported_section(event, content, actor)
        record_audit(actor, AuditAction.IMPORT_SECTION, event)
    return event


def _content_problems(values: Any, seed: str | None) -> Iterator[Problem]:
    """Yield a problem unless the file has one section, dealt but not started, with its seed."""
    sessions = [session for stage in values["stages"] for session in stage["sessions"]]
    sections = [section for session in sessions for section in session["sections"]]
    rounds = [round_ for section in sections for round_ in section["rounds"]]
    has_one_section = len(values["stages"]) == len(sessions) == len(sections) == 1
    has_started = any(session["state"] != Session.State.DEALT for session in sessions)
    if (
        not has_one_section
        or has_started
        or values["event"]["arrival"]
        or any(round_["started_at"] for round_ in rounds)
    ):
        yield Problem(
            "no_section", _("The file contains no section that is dealt and not yet started.")
        )
    elif repeated_board := _find_repeated_board(sections[0]):
        template = _("%(path)s: contestant %(contestant)s would play board %(board)s twice.")
        yield Problem("board_twice", template, repeated_board, str(repeated_board["path"]))
    elif not _seed_matches(seed, sessions[0]["commitment"]):
        yield Problem(
            "wrong_seed",
            _(
                "The cards in the file do not match their commitment. Ask the "
                "organiser for a new file."
            ),
        )


def _find_repeated_board(section: Any) -> dict[str, object] | None:
    """Return where a contestant would play a board in two rounds; None if nowhere.

    In the same round a team plays a board at two tables, which is right.
    """
    first_round: dict[tuple[int, int], int] = {}
    for round_index, round_ in enumerate(section["rounds"]):
        for seating_index, seating in enumerate(round_["seatings"]):
            contestants = {item["contestant"] for item in seating["places"]}
            for board, contestant in product(
                [item["board"] for item in seating["plays"]], sorted(contestants)
            ):
                if first_round.setdefault((contestant, board), round_index) != round_index:
                    section_path = "stages[0].sessions[0].sections[0]"
                    path = f"{section_path}.rounds[{round_index}].seatings[{seating_index}]"
                    return {"path": path, "contestant": contestant, "board": board}
    return None


def _already_imported_problems(club: Club, copy: str) -> Iterator[Problem]:
    for imported_section in ImportedSection.objects.filter(
        event__club=club, copy=copy
    ).select_related("event"):
        template = _("This file has already been imported here: %(event)s.")
        yield Problem("opened_before", template, {"event": imported_section.event.name}, "file")


def _seed_matches(seed: str | None, commitment: str) -> bool:
    """Return whether the seed matches the commitment, or both are missing."""
    return (
        matches_commitment(seed, commitment) if seed and commitment else not seed and not commitment
    )


def _store_imported_section(event: Event, content: Any, actor: Actor) -> None:
    event.is_offline_section = True
    event.save(update_fields=["is_offline_section"])
    ImportedSection.objects.create(
        event=event,
        laptop=secrets.token_hex(8),
        opens_at=parse_time(content["opens_at"]),
        at=timezone.now(),
        **{key: content[key] for key in ("copy", "key", "home_event")},
        **actor.audit_columns(),
    )
