"""A session in two sections, one of which is exported and played on another installation."""

import json
from datetime import datetime
from typing import Any

from tests.scenes.divided_session import section_of
from tests.scenes.evening import club_with_director, created
from tournaments.actions.offline.section_export import export_section
from tournaments.actions.offline.section_import import import_section
from tournaments.actions.rounds.division import Division, SectionPlan, divide_session
from tournaments.actions.rounds.sessions import deal_session, start_session
from tournaments.models import Play, Session
from tournaments.permissions.actor import Actor

PASSPHRASE = "k7wm-3xqd-bar-nou"
SECTION_A = SectionPlan("A", "howell", {}, 2, (1, 2, 3, 4))
OFFLINE_SECTION = SectionPlan("Vic", "howell", {}, 3, (5, 6, 7, 8))


def dealt_in_two() -> tuple[Session, Actor]:
    """Deal a session of four pairs here and four in Vic, who play one round more."""
    session, director = created(8, movement="howell", round_count=3, boards_per_round=2)
    divide_session(session, Division((SECTION_A, OFFLINE_SECTION)), director)
    deal_session(session.pk, "sort i encert", director)
    session.refresh_from_db()
    return session, director


def started_in_two() -> tuple[Session, Actor]:
    """Deal and start a session in two sections."""
    session, director = dealt_in_two()
    start_session(session.pk, director)
    session.refresh_from_db()
    return session, director


def exported_section(
    session: Session, director: Actor, name: str = "Vic", opens_at: datetime | None = None
) -> Any:
    """Return the file of an exported section."""
    section = section_of(session, name)
    return json.loads(export_section(section.pk, "Bar Nou", PASSPHRASE, opens_at, director).text)


def import_and_start(file: Any, club: str = "Bar Nou") -> tuple[Session, Actor]:
    """Import the file of a section in a club of its own, and start the session there."""
    club_row, director = club_with_director(club)
    event = import_section(club_row, file, PASSPHRASE, director)
    session = Session.objects.select_related("stage__event__club").get(stage__event=event)
    start_session(session.pk, director)
    session.refresh_from_db()
    return session, director


def started_with_offline_section() -> tuple[Session, Actor, Session, Actor]:
    """Return session and director of the organiser, then those of the offline section."""
    session, director = started_in_two()
    return (session, director, *import_and_start(exported_section(session, director)))


def stored_results(session: Session, name: str = "Vic") -> list[tuple[Any, ...]]:
    """Return every play of a section: round, table, board, state, and what counts."""
    plays = Play.objects.filter(board__session=session, seating__round__section__name=name)
    order = ("seating__round__number", "seating__table__number", "board__number")
    columns = (*order, "state", "flagged", "line_points", "entry__kind", "entry__outcome")
    return list(plays.order_by(*order).values_list(*columns))
