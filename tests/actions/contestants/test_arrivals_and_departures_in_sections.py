"""Who leaves and who comes while a divided session plays: each within one section."""

from dataclasses import replace

import pytest

from games.problems import ValidationFailed
from tests.scenes.divided import FEW, SIX, TEN, begun_in_sections, play_in, section_of
from tests.scenes.late_and_leaving import let_join, let_leave
from tournaments.actions.clubs.venues import add_venue
from tournaments.models import Contestant, Play, SeatHolder, Seating, SectionAssignment
from tournaments.queries.rounds.seating import first_tables

pytestmark = pytest.mark.django_db

FIVE = replace(SIX, contestants=(11, 12, 13, 14, 15))


def where(contestant: Contestant) -> set[tuple[str, int]]:
    """The section and the round of every place he has."""
    places = SeatHolder.objects.filter(contestant=contestant)
    return set(places.values_list("seating__round__section__name", "seating__round__number"))


def test_who_comes_late_meets_whoever_rests_in_his_section() -> None:
    session, director = begun_in_sections(TEN, FIVE, FEW)
    play_in(session, "A", 2, director)
    newcomer = let_join(session.stage.event, "Joan – Laia", director)
    assert where(newcomer) == {("B", number) for number in (2, 3, 4, 5)}
    seatings = Seating.objects.filter(places__contestant=newcomer).distinct()
    assert {seating.table.label for seating in seatings.select_related("table__section")} == {"B3"}
    own = set(
        Play.objects.filter(seating__round__section__name="B").values_list("board", flat=True)
    )
    assert {play.board_id for seating in seatings for play in seating.plays.all()} <= own
    allotment = SectionAssignment.objects.get(contestant=newcomer)
    assert (allotment.section.name, allotment.number) == ("B", 6)


def test_nobody_is_seated_where_no_section_has_a_place() -> None:
    session, director = begun_in_sections()
    with pytest.raises(ValidationFailed, match="There is no free place"):
        let_join(session.stage.event, "Joan – Laia", director)


def test_who_takes_over_plays_in_the_section_of_whoever_left() -> None:
    session, director = begun_in_sections()
    play_in(session, "A", 1, director)
    gone = Contestant.objects.get(number=12)
    let_leave(session.stage.event, gone.pk, director, "Joan – Laia")
    comes = Contestant.objects.get(name="Joan – Laia")
    assert where(comes) == {("B", number) for number in (2, 3, 4, 5)}
    assert section_of(session, "B").assignments.get(contestant=comes).number == 7
    called_off = Play.objects.filter(state=Play.State.VOID)
    assert set(
        called_off.values_list("seating__round__section__name", "seating__round__number")
    ) == {("B", 1)}


def test_who_comes_late_plays_in_the_section_that_is_named() -> None:
    four = replace(FEW, contestants=(17, 18, 19, 20, 21))
    session, director = begun_in_sections(TEN, FIVE, four)
    event = session.stage.event
    with pytest.raises(ValidationFailed, match="There is no section C"):
        let_join(event, "Joan – Laia", director, "C")
    with pytest.raises(ValidationFailed, match="There is no free place"):
        let_join(event, "Joan – Laia", director, "A")
    newcomer = let_join(event, "Joan – Laia", director, " vic ")
    assert {section for section, _round in where(newcomer)} == {"Vic"}
    assert [table.label for table in first_tables(newcomer)] == ["Vic 3"]


def test_where_a_section_is_at_a_venue_nobody_is_seated_in_another_town_without_a_word() -> None:
    session, director = begun_in_sections(TEN, FIVE, FEW)
    venue = add_venue(session.stage.event.club, "Manlleu", director)
    session.sections.filter(name="B").update(venue=venue)
    with pytest.raises(ValidationFailed) as refused:
        let_join(session.stage.event, "Joan – Laia", director)
    assert [(each.code, each.field) for each in refused.value.problems] == [
        ("which_section", "section")
    ]
    assert not Contestant.objects.filter(name="Joan – Laia").exists()
    newcomer = let_join(session.stage.event, "Joan – Laia", director, "B")
    assert {section for section, _round in where(newcomer)} == {"B"}
