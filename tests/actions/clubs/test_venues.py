"""Venues of a club: names, staff, sections, and removal."""

import pytest
from django.contrib.auth import get_user_model

from games.problems import ValidationFailed
from tests.scenes.divided_session import create_venue_staff, dealt_at_venues
from tests.scenes.evening import club_with_director
from tournaments.actions.clubs import venues as venue_actions
from tournaments.actions.clubs.club import add_member
from tournaments.actions.clubs.members import change_role, remove_member
from tournaments.actions.clubs.venues import add_venue, change_venue, remove_venue
from tournaments.actions.events.next_session import create_next_session
from tournaments.actions.rounds.sessions import finish_session, start_session
from tournaments.models import AuditAction, AuditEntry, Club, Membership, Section, Venue
from tournaments.permissions.actor import SYSTEM
from tournaments.permissions.roles import (
    SCORER_ROLES,
    SECTION_DIRECTOR_ROLES,
    SECTION_SCORER_ROLES,
    events_of_user,
    sections_of_user,
)

pytestmark = pytest.mark.django_db

Role = Membership.Role


@pytest.fixture
def club() -> Club:
    return club_with_director()[0]


def test_venue_name_is_unique_within_its_club(club: Club) -> None:
    vic = add_venue(club, "  Biblioteca   de Vic ", SYSTEM)
    assert vic.name == "Biblioteca de Vic"
    other_club, _director = club_with_director("Another club")
    add_venue(other_club, "Biblioteca de Vic", SYSTEM)
    invalid = {"": "venue_unnamed", "x" * 81: "venue_name_long"}
    duplicates = dict.fromkeys((vic.name, "BIBLIOTECA de vic"), "venue_name_taken")
    for name, code in (invalid | duplicates).items():
        with pytest.raises(ValidationFailed) as refused:
            add_venue(club, name, SYSTEM)
        assert [problem.code for problem in refused.value.problems] == [code]
    assert club.venues.count() == 1
    change_venue(vic, "biblioteca de Vic", [], SYSTEM)


def test_number_of_venues_is_limited(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(venue_actions, "MAX_VENUES", 1)
    add_venue(club, "Vic", SYSTEM)
    with pytest.raises(ValidationFailed, match="at most 1"):
        add_venue(club, "Olot", SYSTEM)


def test_staff_of_a_venue_need_a_venue_role_in_its_club(club: Club) -> None:
    vic = add_venue(club, "Vic", SYSTEM)
    director = club.memberships.get()
    other_club, _director = club_with_director("Another club")
    for membership_ids in (
        [director.pk],
        [10**9],
        [*other_club.memberships.values_list("pk", flat=True)],
    ):
        with pytest.raises(ValidationFailed, match="role at a venue"):
            change_venue(vic, "Vic", membership_ids, SYSTEM)
    create_venue_staff(club, "Vic")
    audit_entry = AuditEntry.objects.filter(verb=AuditAction.GIVE_VENUE).latest("pk")
    assert audit_entry.data["user"] == get_user_model().objects.get(username="vic").pk
    assert audit_entry.data["at_venue"] == "Vic"
    change_venue(vic, "Vic", [], SYSTEM)
    assert AuditEntry.objects.filter(verb=AuditAction.TAKE_VENUE).count() == 1


def test_venue_staff_see_only_sections_of_their_venue() -> None:
    session, director, staff = dealt_at_venues()
    event = session.stage.event
    sections_by_venue = {
        venue: [
            section.name
            for section in sections_of_user(actor.user_id or 0, event, SECTION_DIRECTOR_ROLES)
        ]
        for venue, actor in staff.items()
    }
    assert sections_by_venue == {"Bar Nou": ["A", "B"], "Biblioteca de Vic": ["Vic"]}
    scorer_id = create_venue_staff(event.club, "Bar Nou", Role.VENUE_SCORER, "helper").user_id or 0
    assert sections_of_user(scorer_id, event, SECTION_SCORER_ROLES).count() == 2
    assert not sections_of_user(scorer_id, event, SECTION_DIRECTOR_ROLES).exists()
    assert not events_of_user(scorer_id, SCORER_ROLES).exists(), (
        "a venue scorer has no role in the club"
    )
    assert sections_of_user(director.user_id or 0, event, SECTION_DIRECTOR_ROLES).count() == 3
    olot_staff = create_venue_staff(event.club, "Olot")
    assert not events_of_user(olot_staff.user_id or 0, SECTION_SCORER_ROLES).exists()


def test_member_loses_venues_with_the_role_or_membership() -> None:
    session, _director, staff = dealt_at_venues()
    event = session.stage.event
    add_member(event.club, get_user_model().objects.create_user("owner").pk, Role.OWNER, SYSTEM)
    bar_membership = Membership.objects.get(user=staff["Bar Nou"].user_id)
    change_role(bar_membership, Role.SCORER, SYSTEM)
    change_role(bar_membership, Role.VENUE_DIRECTOR, SYSTEM)
    library_membership = Membership.objects.get(user=staff["Biblioteca de Vic"].user_id)
    remove_member(library_membership, SYSTEM)
    add_member(event.club, library_membership.user_id, Role.VENUE_DIRECTOR, SYSTEM)
    for actor in staff.values():
        assert not events_of_user(actor.user_id or 0, SECTION_SCORER_ROLES).exists()


def test_sections_of_a_removed_venue_belong_to_the_club() -> None:
    session, _director, staff = dealt_at_venues()
    remove_venue(Venue.objects.get(name="Biblioteca de Vic"), SYSTEM)
    assert Section.objects.get(name="Vic").venue is None
    assert not events_of_user(
        staff["Biblioteca de Vic"].user_id or 0, SECTION_SCORER_ROLES
    ).exists()
    assert AuditEntry.objects.filter(verb=AuditAction.REMOVE_VENUE).count() == 1
    assert session.sections.count() == 3


def test_sections_of_the_next_session_keep_their_venues() -> None:
    session, director, _staff = dealt_at_venues()
    start_session(session.pk, director)
    finish_session(session.pk, director)
    next_session = create_next_session(session.stage.event, director)
    venues = [section.venue and section.venue.name for section in next_session.sections.all()]
    assert venues == ["Bar Nou", "Bar Nou", "Biblioteca de Vic"]
