"""The page that divides a session: what it proposes, what it stores, and what it says of what is
wrong."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.scenes import evening
from tests.web.signed_in import signed_in
from tournaments.actions.limits import MAX_SECTIONS
from tournaments.actions.rounds.sessions import deal_session, start_session
from tournaments.forms import format_number_list, parse_number_list
from tournaments.models import Session
from tournaments.queries.rounds.seating import contestants_of_section

pytestmark = pytest.mark.django_db


@pytest.fixture
def session(client: Client) -> Session:
    """A session of 37 pairs that waits for its deal; the client is its director's."""
    created, director = evening.created(37, "barometer", 5, 2)
    signed_in(client, director)
    return created


def address(session: Session) -> str:
    return reverse("event_sections", args=[session.stage.event_id])


def sent(*sections: tuple[str, str], **more: str) -> dict[str, str]:
    """What the form posts for these names and numbers."""
    said = {"sections": str(len(sections)), **more}
    for number, (name, contestants) in enumerate(sections, 1):
        said |= {
            f"s{number}-name": name,
            f"s{number}-contestants": contestants,
            f"s{number}-movement": "",
        }
    return said


def test_it_proposes_how_to_spread_37_pairs_over_three_rooms(
    session: Session, client: Client
) -> None:
    page = client.get(address(session), {"sections": 3}).content.decode()
    for value in ("A", "1-12", "B", "13-24", "C", "25-37"):
        assert f'value="{value}"' in page
    assert page.count("5 rounds of 2 boards") >= 3


def test_what_it_proposes_can_be_stored(session: Session, client: Client) -> None:
    answer = client.post(
        address(session), sent(("A", "1-12"), ("B", "13–24"), ("Vic", "25-37"), apart="yes")
    )
    assert answer.status_code == 302
    told = [(each.name, each.assignments.count()) for each in session.sections.all()]
    assert told == [("A", 12), ("B", 12), ("Vic", 13)]
    session.stage.refresh_from_db()
    assert session.stage.ranks_sections_separately
    again = client.get(address(session)).content.decode()
    assert 'value="25-37"' in again
    assert 'value="Vic"' in again
    contestants = client.get(
        reverse("event_contestants", args=[session.stage.event_id])
    ).content.decode()
    assert address(session) in contestants
    assert contestants.count('<span class="quiet">Vic</span>') == 13


def test_everything_wrong_stands_beside_its_section(session: Session, client: Client) -> None:
    answer = client.post(address(session), sent(("A", "1-12"), ("A", "12-24, 99"), ("", "all")))
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "Write numbers" in page
    answer = client.post(address(session), sent(("A", "1-12"), ("A", "12-24, 99")))
    page = answer.content.decode()
    for sentence in (
        "another section is also called A",
        "number 12 is listed twice",
        "no contestant of this event has the number 99",
    ):
        assert sentence in page
    assert 'value="12-24, 99"' in page
    assert session.sections.count() == 1


def test_the_movement_that_was_chosen_stays_chosen_while_anything_is_wrong(
    session: Session, client: Client
) -> None:
    chosen = "mitchell even=share switch=best"
    for numbers, said in (
        ("13-24, x", "Write numbers"),
        ("13-23, 99", "no contestant of this event has"),
    ):
        sections = sent(("A", "1-12"), ("B", numbers)) | {
            "s1-movement": chosen,
            "s2-movement": chosen,
        }
        page = client.post(address(session), sections).content.decode()
        assert said in page
        assert page.count(f'<option value="{chosen}" selected') == 2
    strange = sent(("A", "1-12"), ("B", "x")) | {"s2-movement": "nothing at=all x"}
    assert client.post(address(session), strange).status_code == 422


@pytest.mark.thorough
def test_a_form_of_as_many_sections_as_there_may_be_is_read(
    session: Session, client: Client
) -> None:
    sections = [(f"Sala {number}", str(number)) for number in range(1, MAX_SECTIONS + 1)]
    answer = client.post(address(session), sent(*sections))
    assert answer.status_code == 422
    assert "nobody in this event has the number 500" in answer.content.decode()


@pytest.mark.thorough
@pytest.mark.parametrize("sections", ["", "0", "-1", "x", "99999999999999999999"])
def test_a_strange_number_of_sections_is_no_error(
    sections: str, session: Session, client: Client
) -> None:
    assert client.get(address(session), {"sections": sections}).status_code == 200
    assert client.post(address(session), {"sections": sections}).status_code == 422
    assert session.sections.count() == 1


@pytest.mark.long
def test_once_it_has_started_it_says_so(session: Session, client: Client) -> None:
    deal_session(session.pk, "", evening.SYSTEM)
    start_session(session.pk, evening.SYSTEM)
    page = client.get(address(session)).content.decode()
    assert "only before it starts" in page
    assert 'name="s1-name"' not in page
    answer = client.post(address(session), sent(("A", "1-12"), ("B", "13-24")))
    assert answer.status_code == 422
    assert session.sections.count() == 1


def test_numbers_are_read_as_people_write_them() -> None:
    assert parse_number_list(" 1-3, 7;9 11 – 12") == (1, 2, 3, 7, 9, 11, 12)
    assert format_number_list([3, 1, 2, 7, 9, 11, 12, 10]) == "1-3, 7, 9-12"
    assert format_number_list([]) == ""
    for wrong in ("", "a", "3-1", "1-", "1--2", "1,,2x", "1-19999 1-2", "1-99999 " * 1000):
        with pytest.raises(ValueError):  # noqa: PT011 (the text is what is wrong)
            parse_number_list(wrong)


@pytest.mark.thorough
def test_the_best_for_sections_of_one_field_ranks_everybody_together(client: Client) -> None:
    session, director = evening.created(31, "barometer", 3, 2)
    signed_in(client, director)
    rooms = ("A", "1-10"), ("Vic", "11-20"), ("Ripoll", "21-31")

    def winners(**apart: str) -> set[int]:
        assert client.post(address(session), sent(*rooms, **apart)).status_code == 302
        chosen = session.sections.select_related("session__stage__event")
        return {
            each.movement.winner_count(len(contestants_of_section(each)))
            for each in chosen
            if each.movement
        }

    assert 2 in winners(apart="yes")
    assert winners() == {1}
    assert "N-S and E-W ranked apart" in client.get(address(session)).content.decode()
