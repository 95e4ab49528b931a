"""The page that divides a session: the proposed division, what it stores, and problems."""

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
    """Return an undealt session of 37 pairs; the client is the director's."""
    created, director = evening.created(37, movement="barometer", round_count=5, boards_per_round=2)
    signed_in(client, director)
    return created


def sections_url(session: Session) -> str:
    return reverse("event_sections", args=[session.stage.event_id])


def form_data(*sections: tuple[str, str], **fields: str) -> dict[str, str]:
    """Return what the form sends for these names and numbers."""
    data = {"sections": str(len(sections)), **fields}
    for number, (name, contestants) in enumerate(sections, 1):
        data |= {
            f"s{number}-name": name,
            f"s{number}-contestants": contestants,
            f"s{number}-movement": "",
        }
    return data


def test_page_proposes_how_to_divide_37_pairs_into_three_sections(
    session: Session, client: Client
) -> None:
    page = client.get(sections_url(session), {"sections": 3}).content.decode()
    for value in ("A", "1-12", "B", "13-24", "C", "25-37"):
        assert f'value="{value}"' in page
    assert page.count("5 rounds of 2 boards") >= 3


def test_proposed_division_can_be_stored(session: Session, client: Client) -> None:
    response = client.post(
        sections_url(session),
        form_data(("A", "1-12"), ("B", "13–24"), ("Vic", "25-37"), apart="yes"),
    )
    assert response.status_code == 302
    sections = [(section.name, section.assignments.count()) for section in session.sections.all()]
    assert sections == [("A", 12), ("B", 12), ("Vic", 13)]
    session.stage.refresh_from_db()
    assert session.stage.ranks_sections_separately
    page_again = client.get(sections_url(session)).content.decode()
    assert 'value="25-37"' in page_again
    assert 'value="Vic"' in page_again
    contestants = client.get(
        reverse("event_contestants", args=[session.stage.event_id])
    ).content.decode()
    assert sections_url(session) in contestants
    assert contestants.count('<span class="quiet">Vic</span>') == 13


def test_problems_are_shown_beside_their_section(session: Session, client: Client) -> None:
    response = client.post(
        sections_url(session), form_data(("A", "1-12"), ("A", "12-24, 99"), ("", "all"))
    )
    page = response.content.decode()
    assert response.status_code == 422
    assert "Write numbers" in page
    response = client.post(sections_url(session), form_data(("A", "1-12"), ("A", "12-24, 99")))
    page = response.content.decode()
    for sentence in (
        "another section is also called A",
        "number 12 is listed twice",
        "no contestant of this event has the number 99",
    ):
        assert sentence in page
    assert 'value="12-24, 99"' in page
    assert session.sections.count() == 1


def test_chosen_movement_stays_chosen_while_the_form_has_problems(
    session: Session, client: Client
) -> None:
    chosen = "mitchell even=share switch=best"
    for numbers, message in (
        ("13-24, x", "Write numbers"),
        ("13-23, 99", "no contestant of this event has"),
    ):
        sections = form_data(("A", "1-12"), ("B", numbers)) | {
            "s1-movement": chosen,
            "s2-movement": chosen,
        }
        page = client.post(sections_url(session), sections).content.decode()
        assert message in page
        assert page.count(f'<option value="{chosen}" selected') == 2
    strange = form_data(("A", "1-12"), ("B", "x")) | {"s2-movement": "nothing at=all x"}
    assert client.post(sections_url(session), strange).status_code == 422


@pytest.mark.thorough
def test_form_with_the_maximum_of_sections_is_accepted(session: Session, client: Client) -> None:
    sections = [(f"Sala {number}", str(number)) for number in range(1, MAX_SECTIONS + 1)]
    response = client.post(sections_url(session), form_data(*sections))
    assert response.status_code == 422
    assert "nobody in this event has the number 500" in response.content.decode()


@pytest.mark.thorough
@pytest.mark.parametrize("sections", ["", "0", "-1", "x", "99999999999999999999"])
def test_strange_number_of_sections_causes_no_server_error(
    sections: str, session: Session, client: Client
) -> None:
    assert client.get(sections_url(session), {"sections": sections}).status_code == 200
    assert client.post(sections_url(session), {"sections": sections}).status_code == 422
    assert session.sections.count() == 1


@pytest.mark.long
def test_page_of_a_started_session_says_that_it_cannot_be_divided(
    session: Session, client: Client
) -> None:
    deal_session(session.pk, "", evening.SYSTEM)
    start_session(session.pk, evening.SYSTEM)
    page = client.get(sections_url(session)).content.decode()
    assert "Sections can be made only before round 1" in page
    assert 'name="s1-name"' not in page
    response = client.post(sections_url(session), form_data(("A", "1-12"), ("B", "13-24")))
    assert response.status_code == 422
    assert session.sections.count() == 1


def test_number_lists_are_parsed_as_people_write_them() -> None:
    assert parse_number_list(" 1-3, 7;9 11 – 12") == (1, 2, 3, 7, 9, 11, 12)
    assert format_number_list([3, 1, 2, 7, 9, 11, 12, 10]) == "1-3, 7, 9-12"
    assert format_number_list([]) == ""
    for wrong_list in ("", "a", "3-1", "1-", "1--2", "1,,2x", "1-19999 1-2", "1-99999 " * 1000):
        with pytest.raises(ValueError):  # noqa: PT011 (the text is what is wrong)
            parse_number_list(wrong_list)


@pytest.mark.thorough
def test_best_movement_for_sections_ranked_together_has_one_ranking(client: Client) -> None:
    session, director = evening.created(31, movement="barometer", round_count=3, boards_per_round=2)
    signed_in(client, director)
    rooms = ("A", "1-10"), ("Vic", "11-20"), ("Ripoll", "21-31")

    def winners(**form_fields: str) -> set[int]:
        assert (
            client.post(sections_url(session), form_data(*rooms, **form_fields)).status_code == 302
        )
        sections = session.sections.select_related("session__stage__event")
        return {
            section.movement.winner_count(len(contestants_of_section(section)))
            for section in sections
            if section.movement
        }

    assert 2 in winners(apart="yes")
    assert winners() == {1}
    assert "N-S and E-W ranked apart" in client.get(sections_url(session)).content.decode()
