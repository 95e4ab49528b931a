"""A session in three sections, each with its own movement, rounds and tables."""

import random
from dataclasses import replace

from django.contrib.auth import get_user_model
from django.utils.text import slugify

from tests.scenes.evening import created, enter_round
from tournaments.actions.clubs.club import add_member
from tournaments.actions.clubs.venues import add_venue, change_venue
from tournaments.actions.rounds.division import Division, SectionPlan, divide_session
from tournaments.actions.rounds.end_round import end_round
from tournaments.actions.rounds.sessions import deal_session, start_session
from tournaments.models import Club, Membership, Round, Section, Session, Table
from tournaments.permissions.actor import SYSTEM, Actor

SECTION_OF_TEN = SectionPlan("A", "mitchell", {}, 5, tuple(range(1, 11)))
SECTION_OF_SIX = SectionPlan("B", "howell", {}, 5, tuple(range(11, 17)))
SECTION_OF_FEWER_ROUNDS = SectionPlan("Vic", "mitchell", {}, 3, tuple(range(17, 23)))


def dealt_in_sections(*plans: SectionPlan) -> tuple[Session, Actor]:
    """Deal a session of 22 pairs: ten in A, six in B, and six in Vic with three rounds."""
    session, director = created(22, movement="barometer", round_count=5, boards_per_round=2)
    divide_session(
        session,
        Division(plans or (SECTION_OF_TEN, SECTION_OF_SIX, SECTION_OF_FEWER_ROUNDS)),
        director,
    )
    deal_session(session.pk, "sort i encert", director)
    session.refresh_from_db()
    return session, director


def started_in_sections(*plans: SectionPlan) -> tuple[Session, Actor]:
    """Create the same session and start the first round of every section."""
    session, director = dealt_in_sections(*plans)
    start_session(session.pk, director)
    session.refresh_from_db()
    return session, director


def section_of(session: Session, name: str) -> Section:
    """Return a section by its name, with its event."""
    return Section.objects.select_related("session__stage__event__club").get(
        session=session, name=name
    )


def table_of(session: Session, name: str, number: int) -> Table:
    """Return a table by the name of its section and its number, with its event."""
    tables = Table.objects.select_related("section__session__stage__event__club")
    return tables.get(section__session=session, section__name=name, number=number)


def play_rounds_of_section(session: Session, name: str, round_count: int, director: Actor) -> None:
    """Enter, confirm and end the given number of rounds of a section."""
    rng = random.Random(3)
    section = section_of(session, name)
    for round_ in Round.objects.filter(section=section, ended_at=None).order_by("number")[
        :round_count
    ]:
        enter_round(round_, rng)
        end_round(round_.pk, director)


def dealt_at_venues() -> tuple[Session, Actor, dict[str, Actor]]:
    """Deal three sections at two venues, Bar Nou and a library, each with a director."""
    session, director = created(22, movement="barometer", round_count=5, boards_per_round=2)
    staff = {
        name: create_venue_staff(session.stage.event.club, name)
        for name in ("Bar Nou", "Biblioteca de Vic")
    }
    first_venue, second_venue = staff
    plans = (
        replace(SECTION_OF_TEN, venue=first_venue),
        replace(SECTION_OF_SIX, venue=first_venue),
        replace(SECTION_OF_FEWER_ROUNDS, venue=second_venue),
    )
    divide_session(session, Division(plans), director)
    deal_session(session.pk, "sort i encert", director)
    session.refresh_from_db()
    return session, director, staff


def create_venue_staff(
    club: Club, venue: str, role: Membership.Role = Membership.Role.VENUE_DIRECTOR, name: str = ""
) -> Actor:
    """Create a member with a role at a venue of the club; the venue is created if needed."""
    user = get_user_model().objects.create_user(name or slugify(venue), password="paraula-de-pas")
    member = add_member(club, user.pk, role, SYSTEM)
    venue_row = club.venues.filter(name=venue).first() or add_venue(club, venue, SYSTEM)
    staff = [*venue_row.staff.values_list("pk", flat=True), member.pk]
    change_venue(venue_row, venue, staff, SYSTEM)
    return Actor.of_user(user.pk)
