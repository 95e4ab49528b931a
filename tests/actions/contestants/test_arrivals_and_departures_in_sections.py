"""Arrivals and departures in a divided session: each affects one section."""

from dataclasses import replace

import pytest

from games.problems import ValidationFailed
from tests.scenes.arrivals_and_departures import arrive_during_session, withdraw_during_session
from tests.scenes.divided_session import (
    SECTION_OF_FEWER_ROUNDS,
    SECTION_OF_SIX,
    SECTION_OF_TEN,
    play_rounds_of_section,
    section_of,
    started_in_sections,
)
from tournaments.actions.clubs.venues import add_venue
from tournaments.models import Contestant, Play, SeatHolder, Seating, SectionAssignment
from tournaments.queries.rounds.seating import first_tables

pytestmark = pytest.mark.django_db

FIVE = replace(SECTION_OF_SIX, contestants=(11, 12, 13, 14, 15))


def sections_and_rounds(contestant: Contestant) -> set[tuple[str, int]]:
    """Return section and round of each of the contestant's places."""
    seat_holders = SeatHolder.objects.filter(contestant=contestant)
    return set(seat_holders.values_list("seating__round__section__name", "seating__round__number"))


def test_late_arrival_meets_contestants_who_sit_out_in_the_section() -> None:
    session, director = started_in_sections(SECTION_OF_TEN, FIVE, SECTION_OF_FEWER_ROUNDS)
    play_rounds_of_section(session, "A", 2, director)
    newcomer = arrive_during_session(session.stage.event, "Joan – Laia", director)
    assert sections_and_rounds(newcomer) == {("B", number) for number in (2, 3, 4, 5)}
    seatings = Seating.objects.filter(places__contestant=newcomer).distinct()
    assert {seating.table.label for seating in seatings.select_related("table__section")} == {"B3"}
    boards_of_section = set(
        Play.objects.filter(seating__round__section__name="B").values_list("board", flat=True)
    )
    assert {
        play.board_id for seating in seatings for play in seating.plays.all()
    } <= boards_of_section
    assignment = SectionAssignment.objects.get(contestant=newcomer)
    assert (assignment.section.name, assignment.number) == ("B", 6)


def test_late_arrival_is_refused_if_no_section_has_a_place() -> None:
    session, director = started_in_sections()
    with pytest.raises(ValidationFailed, match="There is no free place"):
        arrive_during_session(session.stage.event, "Joan – Laia", director)


def test_replacement_plays_in_the_section_of_the_withdrawn_contestant() -> None:
    session, director = started_in_sections()
    play_rounds_of_section(session, "A", 1, director)
    withdrawn = Contestant.objects.get(number=12)
    withdraw_during_session(session.stage.event, withdrawn.pk, director, "Joan – Laia")
    replacement = Contestant.objects.get(name="Joan – Laia")
    assert sections_and_rounds(replacement) == {("B", number) for number in (2, 3, 4, 5)}
    assert section_of(session, "B").assignments.get(contestant=replacement).number == 7
    void_plays = Play.objects.filter(state=Play.State.VOID)
    assert set(
        void_plays.values_list("seating__round__section__name", "seating__round__number")
    ) == {("B", 1)}


def test_late_arrival_plays_in_the_named_section() -> None:
    four = replace(SECTION_OF_FEWER_ROUNDS, contestants=(17, 18, 19, 20, 21))
    session, director = started_in_sections(SECTION_OF_TEN, FIVE, four)
    event = session.stage.event
    with pytest.raises(ValidationFailed, match="There is no section C"):
        arrive_during_session(event, "Joan – Laia", director, "C")
    with pytest.raises(ValidationFailed, match="There is no free place"):
        arrive_during_session(event, "Joan – Laia", director, "A")
    newcomer = arrive_during_session(event, "Joan – Laia", director, " vic ")
    assert {section for section, _round in sections_and_rounds(newcomer)} == {"Vic"}
    assert [table.label for table in first_tables(newcomer)] == ["Vic 3"]


def test_section_must_be_named_if_one_is_at_a_venue() -> None:
    session, director = started_in_sections(SECTION_OF_TEN, FIVE, SECTION_OF_FEWER_ROUNDS)
    venue = add_venue(session.stage.event.club, "Manlleu", director)
    session.sections.filter(name="B").update(venue=venue)
    with pytest.raises(ValidationFailed) as refused:
        arrive_during_session(session.stage.event, "Joan – Laia", director)
    assert [(problem.code, problem.field) for problem in refused.value.problems] == [
        ("which_section", "section")
    ]
    assert not Contestant.objects.filter(name="Joan – Laia").exists()
    newcomer = arrive_during_session(session.stage.event, "Joan – Laia", director, "B")
    assert {section for section, _round in sections_and_rounds(newcomer)} == {"B"}
