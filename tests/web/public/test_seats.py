"""Where somebody sits, by name: the round that is played first, and nothing that the rounds do
not show."""

import html
import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.scenes.arrivals_and_departures import withdraw_during_session
from tests.scenes.evening import created, play_out, play_round, started
from tests.scenes.matches import play_matches, started_matches
from tests.scenes.teams import started_teams
from tournaments.actions.corrections.correcting import CorrectionRequest
from tournaments.actions.corrections.substitutes import SubstituteRequest, add_substitute
from tournaments.actions.rounds.sessions import deal_session
from tournaments.models import Event, Session
from tournaments.queries.rounds import seat_search
from tournaments.queries.rounds.seat_search import FoundSeat, search_seats
from tournaments.queries.rounds.seating import playing_round

pytestmark = pytest.mark.django_db


def address(event: Event, page: str = "rounds") -> str:
    return reverse(page, args=[event.club.slug, event.slug])


def said(client: Client, session: Session, who: str, page: str = "rounds") -> str:
    """What is found, as somebody reads it."""
    answer = client.get(address(session.stage.event, page), {"who": who})
    assert answer.status_code == 200
    content = answer.content.decode()
    if page == "rounds":
        content = content.partition('<div id="seats"')[2].partition("</section>")[0]
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", content)).split()).removeprefix(
        'role="status"> '
    )


def the_seat(session: Session, who: str) -> FoundSeat:
    (seat,) = search_seats(session, who).seats
    return seat


def test_the_round_that_is_played_stands_first(client: Client) -> None:
    session, director = started(8, "mitchell", 4, 2)
    play_round(session, director)
    seating = playing_round(session).seatings.get(table__number=2)
    ew = next(place.contestant for place in seating.places.all() if place.seat == "E")
    ns = next(place.contestant for place in seating.places.all() if place.seat == "N")
    boards = ", ".join(str(play.board.number) for play in seating.plays.order_by("board__number"))
    found = said(client, session, str(ew.number))
    assert "now playing" in found
    assert f"Round 2: table 2, E-W boards {boards} against {ns}" in found
    assert found.index("Round 2") < found.index("Round 3") < found.index("Round 4")
    assert "Round 1" not in found


@pytest.mark.parametrize("who", ["anna 3", "BER", "Bérta 3", "3"])
def test_by_number_or_the_beginning_of_any_name(client: Client, who: str) -> None:
    session, _director = started(8, "mitchell", 4, 2)
    assert "Anna 3 – Berta 3" in said(client, session, who)


def test_a_script_is_given_the_same_alone(client: Client) -> None:
    session, _director = started(8, "mitchell", 4, 2)
    part = said(client, session, "anna 3", "seats_fragment")
    assert part == said(client, session, "anna 3")
    assert said(client, session, " ", "seats_fragment") == ""


def test_nobody_of_the_name(client: Client) -> None:
    session, _director = started(8, "mitchell", 4, 2)
    assert "begins with “<b>x”" in html.unescape(
        client.get(address(session.stage.event), {"who": "<b>x"}).content.decode()
    )
    assert (
        said(client, session, "zzz")
        == "Nobody here has the number or a name that begins with “zzz”."
    )


def test_only_so_many_are_listed(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seat_search, "MAX_SEARCH_RESULTS", 3)
    session, _director = started(8, "mitchell", 4, 2)
    found = said(client, session, "anna")
    assert "Anna 3" in found
    assert "Anna 4" not in found.replace("against Anna 4", "")
    assert found.endswith("More names begin like this: type another letter.")
    assert "More people" not in said(client, session, "anna 3")


def test_who_rests_is_told_so_and_where_he_sits_after_it(client: Client) -> None:
    session, _director = started(7, "howell", 7, 1)
    seated = playing_round(session).seatings.values("places__contestant")
    resting = session.stage.event.contestants.exclude(pk__in=seated).get()
    seat = the_seat(session, str(resting.number))
    assert [(each.round, each.table) for each in seat.first] == [(1, None)]
    assert all(each.table for each in seat.later)
    assert "Round 1: rests" in said(client, session, str(resting.number))


@pytest.mark.parametrize("draw", [False, True])
def test_who_has_left_is_told_so_and_who_was_to_meet_him_rests(client: Client, draw: bool) -> None:
    session, director = started_matches(8) if draw else started(8, "howell", 7, 2)
    places = playing_round(session).seatings.get(table__number=2).places.order_by("seat")
    gone, opponent = list(dict.fromkeys(place.contestant for place in places))
    withdraw_during_session(session.stage.event, gone.pk, director)
    assert said(client, session, str(gone.number)).endswith("Has left the event.")
    assert f"Round {playing_round(session).number}: rests" in said(
        client, session, str(opponent.number)
    )


def test_a_round_that_is_not_drawn_yet_says_so(client: Client) -> None:
    session, director = started_matches(8)
    assert the_seat(session, "1").is_now
    play_matches(session, director)
    assert said(client, session, "1").endswith(
        "Round 2 has not been drawn yet. The table will appear here."
    )


def test_before_the_first_round_it_is_the_first(client: Client) -> None:
    session, director = created(8, "mitchell", 4, 2)
    assert 'id="where"' not in client.get(address(session.stage.event)).content.decode()
    deal_session(session.pk, "sort", director)
    session.refresh_from_db()
    found = said(client, session, "1")
    assert "Round 1: table" in found
    assert "now playing" not in found


def test_afterwards_nobody_is_asked(client: Client) -> None:
    session, director = started(6, "mitchell", 3, 1)
    play_out(session, director)
    page = client.get(address(session.stage.event), {"who": "anna"}).content.decode()
    assert 'id="where"' not in page
    assert said(client, session, "anna", "seats_fragment") == ""


def test_a_team_sits_at_two_tables(client: Client) -> None:
    session, _director = started_teams()
    seat = the_seat(session, "1")
    assert len({each.table for each in seat.first}) == 2
    assert {each.line for each in seat.first} == {"ns", "ew"}


def test_two_taps_from_the_first_page_of_the_event(client: Client) -> None:
    session, _director = started(8, "mitchell", 4, 2)
    first = client.get(address(session.stage.event, "standings")).content.decode()
    assert f'href="{address(session.stage.event)}#where"' in first
    assert 'id="where"' in client.get(address(session.stage.event)).content.decode()


def test_a_substitute_finds_his_seat_by_his_own_name(client: Client) -> None:
    session, director = started(8, "howell", 7, 2)
    place = playing_round(session).seatings.get(table__number=1).places.get(seat="N")
    comes = SubstituteRequest(place.contestant_id, place.player_id, "Carla Mas", round=1)
    add_substitute(session.pk, comes, CorrectionRequest(director, "k"))
    found = said(client, session, "mas")
    assert place.contestant.name in found
    assert "Carla Mas plays for them." in found
    assert "plays for them" in said(client, session, str(place.contestant.number))
    assert "plays for them" not in said(
        client, session, "8" if place.contestant.number != 8 else "7"
    )
