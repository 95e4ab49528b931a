"""A section sent as a file: its plan, its names and its seed, sealed by a pass phrase."""

import json
import secrets
from datetime import datetime
from typing import Any, NamedTuple

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from games.problems import Problem, refuse
from games.text import gettext_noop as _
from tournaments.actions.actor import Actor
from tournaments.actions.audit import record
from tournaments.actions.travel.layout import FILE_VERSION, SECTION_FILE
from tournaments.actions.travel.sealing import SHORTEST_PHRASE, key_of_phrase, new_key, new_salt, seal
from tournaments.models import Section, SectionCopy, Session, Verb
from tournaments.models.receipt import LONGEST_HOLDER
from tournaments.queries.event_file_session import moment_value
from tournaments.queries.section_file import section_file
from tournaments.queries.visibility.hands import seed_to_travel
from tournaments.read_out import plain

_PLAYABLE = (Session.State.DEALT, Session.State.RUNNING)


class SentFile(NamedTuple):
    """A file as it leaves: what it is called, and its text."""

    name: str
    text: str


def send_section(
    section_id: int, holder: str, phrase: str, opens_at: datetime | None, actor: Actor
) -> SentFile:
    """The file of a section for whoever holds it, opened there by the phrase, which is kept nowhere.

    It may be sent again, as where a laptop was lost: each file is a copy of its own. `opens_at` is when
    hands and seed may be shown there, None for never. Raises `Refused` where the session is not dealt or is
    over, is not divided, without a holder, and for a short phrase.
    """
    salt = new_salt()
    by_phrase = key_of_phrase(phrase, salt, settings.PHRASE_COST)  # slow on purpose: nothing is locked yet
    with transaction.atomic():
        section = _locked(section_id)
        refuse(_problems(section, holder.strip(), phrase))
        sent = {"holder": holder.strip(), "opens_at": opens_at, "at": timezone.now(), **actor.columns()}
        copy = section.copies.create(identifier=secrets.token_hex(8), key=new_key(), **sent)
        record(actor, Verb.SEND_SECTION, section.session.stage.event, section=section.name)
        event = section_file(section)
        sealed = seal(_inside(copy, event), by_phrase)
    outside = {"format": SECTION_FILE, "version": FILE_VERSION, "cost": settings.PHRASE_COST}
    text = json.dumps({**outside, "salt": salt, "sealed": sealed}, indent=1) + "\n"
    return SentFile(f"{event['event']['slug']}.manilla-section", text)


def _inside(copy: SectionCopy, event: dict[str, Any]) -> dict[str, Any]:
    session = copy.section.session
    return {
        "copy": copy.identifier,
        "key": copy.key,
        "home_event": session.stage.event_id,
        "opens_at": moment_value(copy.opens_at),
        "seed": seed_to_travel(session),
        "event": event,
    }


def _locked(section_id: int) -> Section:
    """The section, whose session nobody plans anew meanwhile."""
    section = Section.objects.get(pk=section_id)
    sessions = Session.objects.select_for_update(of=("self",)).select_related("stage__event__club")
    section.session = sessions.get(pk=section.session_id)
    return section


def _problems(section: Section, holder: str, phrase: str) -> list[Problem]:
    problems = []
    if section.session.state not in _PLAYABLE:
        template = _("A section is sent once its session is dealt, and before that is over.")
        problems.append(Problem("not_dealt", template))
    if section.session.sections.count() < 2:
        problems.append(Problem("undivided", _("Only a session that is divided has a section to send.")))
    if not 1 <= len(holder) <= LONGEST_HOLDER:
        template = _("Say who takes it, in at most %(most)s letters.")
        problems.append(Problem("no_holder", template, {"most": LONGEST_HOLDER}, "holder"))
    if len(plain(phrase)) < SHORTEST_PHRASE:
        template = _("A pass phrase has at least %(least)s letters.")
        problems.append(Problem("short_phrase", template, {"least": SHORTEST_PHRASE}, "phrase"))
    return problems
