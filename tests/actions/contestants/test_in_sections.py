"""Who leaves and who comes while a divided session plays: each within one section."""

from dataclasses import replace

import pytest

from games.problems import Refused
from tests.scenes.divided import FEW, SIX, TEN, begun_in_sections, play_in, section_of
from tournaments.actions.contestants.leaving_and_joining import join_event, leave_event
from tournaments.models import Allotment, Contestant, Place, Play, Seating

pytestmark = pytest.mark.django_db

FIVE = replace(SIX, contestants=(11, 12, 13, 14, 15))


def where(contestant: Contestant) -> set[tuple[str, int]]:
    """The section and the round of every place he has."""
    places = Place.objects.filter(contestant=contestant)
    return set(places.values_list("seating__round__section__name", "seating__round__number"))


def test_who_comes_late_meets_whoever_rests_in_his_section() -> None:
    session, director = begun_in_sections(TEN, FIVE, FEW)
    play_in(session, "A", 2, director)
    newcomer = join_event(session.stage.event, "Joan – Laia", director)
    assert where(newcomer) == {("B", number) for number in (2, 3, 4, 5)}
    seatings = Seating.objects.filter(places__contestant=newcomer).distinct()
    assert {seating.table.label for seating in seatings.select_related("table__section")} == {"B3"}
    own = set(Play.objects.filter(seating__round__section__name="B").values_list("board", flat=True))
    assert {play.board_id for seating in seatings for play in seating.plays.all()} <= own
    allotment = Allotment.objects.get(contestant=newcomer)
    assert (allotment.section.name, allotment.number) == ("B", 6)


def test_nobody_is_seated_where_no_section_has_a_place() -> None:
    session, director = begun_in_sections()
    with pytest.raises(Refused, match="No place is free"):
        join_event(session.stage.event, "Joan – Laia", director)


def test_who_takes_over_plays_in_the_section_of_whoever_left() -> None:
    session, director = begun_in_sections()
    play_in(session, "A", 1, director)
    gone = Contestant.objects.get(number=12)
    leave_event(session.stage.event, gone.pk, director, "Joan – Laia")
    comes = Contestant.objects.get(name="Joan – Laia")
    assert where(comes) == {("B", number) for number in (2, 3, 4, 5)}
    assert section_of(session, "B").allotments.get(contestant=comes).number == 7
    called_off = Play.objects.filter(state=Play.State.VOID)
    assert set(called_off.values_list("seating__round__section__name", "seating__round__number")) == {
        ("B", 1)
    }
