"""A section that came as a file, opened by its pass phrase: an event here, whose field is
elsewhere."""

import secrets
from collections.abc import Iterator
from itertools import product
from typing import Any

from django.db import transaction
from django.utils import timezone

from games.problems import Problem, raise_if_any
from games.text import gettext_noop as _
from tournaments.actions.audit import record
from tournaments.actions.clubs.club import unused_slug
from tournaments.actions.event_file.importing import first_told, judged_file, store_judged
from tournaments.actions.event_file.played_session import is_committed
from tournaments.actions.event_file.schema.columns import moment_in
from tournaments.actions.offline.encryption import candidate_keys, decrypt
from tournaments.actions.offline.schema import (
    SECTION_CONTENT,
    SECTION_ENVELOPE,
    SECTION_FILE,
    wrong_file_problems,
)
from tournaments.models import AuditAction, Club, Event, ImportedSection, Seed, Session
from tournaments.permissions.actor import Actor

_LONGEST_SLUG = 116  # which leaves room for a number
_WRONG_PHRASE = Problem(
    "wrong_phrase",
    _("This pass phrase does not open the file, or the file was changed on its way. Check both."),
    field="phrase",
)


def import_section(club: Club, sent: Any, phrase: str, actor: Actor) -> Event:
    """The event that a section's file (JSON values) holds, in a club of this installation; it is
    dealt.

    Another copy of a section that is here already, as one that was sent again, has an address of
    its own. Raises `ValidationFailed` with everything wrong with the file, for a wrong phrase, and
    where this very copy was opened in the club before.
    """
    raise_if_any(wrong_file_problems(sent, SECTION_FILE))
    raise_if_any(first_told(SECTION_ENVELOPE.problems(sent, "")))
    inside = decrypt(
        sent["sealed"], candidate_keys(phrase, sent["salt"], sent["cost"]), _WRONG_PHRASE
    )
    raise_if_any(first_told(SECTION_CONTENT.problems(inside, "")))
    values = judged_file(inside["event"] | {"club": {"name": club.name, "slug": club.slug}})
    raise_if_any(_problems(values, inside["seed"]))
    with transaction.atomic():
        club = Club.objects.select_for_update().get(pk=club.pk)  # two clicks would open it twice
        raise_if_any(_opened_before(club, inside["copy"]))
        taken = set(club.events.values_list("slug", flat=True))
        values["event"] |= {"slug": unused_slug(values["event"]["slug"][:_LONGEST_SLUG], taken)}
        event = store_judged(values, read_only=False)
        session = Session.objects.get(stage__event=event)
        if inside["seed"]:
            Seed.objects.create(session=session, hex=inside["seed"])
        _store_arrival(event, inside, actor)
        record(actor, AuditAction.OPEN_SECTION, event)
    return event


def _problems(values: Any, seed: str | None) -> Iterator[Problem]:
    """Whether it is one section, dealt and not begun, with the seed that was committed to."""
    sessions = [session for stage in values["stages"] for session in stage["sessions"]]
    sections = [section for session in sessions for section in session["sections"]]
    rounds = [round_ for section in sections for round_ in section["rounds"]]
    is_one = len(values["stages"]) == len(sessions) == len(sections) == 1
    begun = any(session["state"] != Session.State.DEALT for session in sessions)
    if (
        not is_one
        or begun
        or values["event"]["arrival"]
        or any(each["started_at"] for each in rounds)
    ):
        yield Problem(
            "no_section", _("The file contains no section that is dealt and not yet started.")
        )
    elif twice := _board_twice(sections[0]):
        template = _("%(path)s: contestant %(contestant)s would play board %(board)s twice.")
        yield Problem("board_twice", template, twice, str(twice["path"]))
    elif not _fits(seed, sessions[0]["commitment"]):
        yield Problem(
            "wrong_seed",
            _(
                "The cards in the file do not match their commitment. Ask the "
                "organiser for a new file."
            ),
        )


def _board_twice(section: Any) -> dict[str, object] | None:
    """Where a contestant is to play a board a second time: they would know its cards; None if
    nowhere.

    The two halves of a team play the same boards, each at its own table.
    """
    seen: dict[tuple[int, int], int] = {}
    for number, round_ in enumerate(section["rounds"]):
        for place, seating in enumerate(round_["seatings"]):
            who = {each["contestant"] for each in seating["places"]}
            for board, contestant in product(
                [each["board"] for each in seating["plays"]], sorted(who)
            ):
                if seen.setdefault((contestant, board), number) != number:
                    path = f"stages[0].sessions[0].sections[0].rounds[{number}].seatings[{place}]"
                    return {"path": path, "contestant": contestant, "board": board}
    return None


def _opened_before(club: Club, copy: str) -> Iterator[Problem]:
    for arrival in ImportedSection.objects.filter(event__club=club, copy=copy).select_related(
        "event"
    ):
        template = _("This file has already been imported here: %(event)s.")
        yield Problem("opened_before", template, {"event": arrival.event.name}, "file")


def _fits(seed: str | None, commitment: str) -> bool:
    """Whether the hands are those that were committed to, or neither is known."""
    return is_committed(seed, commitment) if seed and commitment else not seed and not commitment


def _store_arrival(event: Event, inside: Any, actor: Actor) -> None:
    event.is_offline_section = True
    event.save(update_fields=["is_offline_section"])
    ImportedSection.objects.create(
        event=event,
        laptop=secrets.token_hex(8),
        opens_at=moment_in(inside["opens_at"]),
        at=timezone.now(),
        **{key: inside[key] for key in ("copy", "key", "home_event")},
        **actor.columns(),
    )
