"""The seat search: the current round first, and nothing that the rounds page hides."""

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


def event_page_url(event: Event, url_name: str = "rounds") -> str:
    return reverse(url_name, args=[event.club.slug, event.slug])


def seat_search_text(
    client: Client, session: Session, search_text: str, page: str = "rounds"
) -> str:
    """Return the search results as text."""
    response = client.get(event_page_url(session.stage.event, page), {"who": search_text})
    assert response.status_code == 200
    content = response.content.decode()
    if page == "rounds":
        content = content.partition('<div id="seats"')[2].partition("</section>")[0]
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", content)).split()).removeprefix(
        'role="status"> '
    )


def only_seat_found(session: Session, search_text: str) -> FoundSeat:
    (seat,) = search_seats(session, search_text).seats
    return seat


def test_seat_search_shows_the_current_round_first(client: Client) -> None:
    session, director = started(8, movement="mitchell", round_count=4, boards_per_round=2)
    play_round(session, director)
    seating = playing_round(session).seatings.get(table__number=2)
    ew = next(
        seat_holder.contestant for seat_holder in seating.places.all() if seat_holder.seat == "E"
    )
    ns = next(
        seat_holder.contestant for seat_holder in seating.places.all() if seat_holder.seat == "N"
    )
    boards = ", ".join(str(play.board.number) for play in seating.plays.order_by("board__number"))
    results = seat_search_text(client, session, str(ew.number))
    assert "now playing" in results
    assert f"Round 2: table 2, E-W boards {boards} against {ns}" in results
    assert results.index("Round 2") < results.index("Round 3") < results.index("Round 4")
    assert "Round 1" not in results
    assert results.endswith("Code on the table Go to the table")


@pytest.mark.parametrize("search_text", ["anna 3", "BER", "Bérta 3", "3"])
def test_seat_search_finds_by_number_or_start_of_any_name(client: Client, search_text: str) -> None:
    session, _director = started(8, movement="mitchell", round_count=4, boards_per_round=2)
    assert "Anna 3 – Berta 3" in seat_search_text(client, session, search_text)


def test_seats_fragment_returns_the_search_results_only(client: Client) -> None:
    session, _director = started(8, movement="mitchell", round_count=4, boards_per_round=2)
    fragment = seat_search_text(client, session, "anna 3", "seats_fragment")
    assert fragment == seat_search_text(client, session, "anna 3")
    assert seat_search_text(client, session, " ", "seats_fragment") == ""


def test_seat_search_reports_no_match(client: Client) -> None:
    session, _director = started(8, movement="mitchell", round_count=4, boards_per_round=2)
    assert "begins with “<b>x”" in html.unescape(
        client.get(event_page_url(session.stage.event), {"who": "<b>x"}).content.decode()
    )
    assert (
        seat_search_text(client, session, "zzz")
        == "Nobody here has the number or a name that begins with “zzz”."
    )


def test_seat_search_limits_its_results(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seat_search, "MAX_SEARCH_RESULTS", 3)
    session, _director = started(8, movement="mitchell", round_count=4, boards_per_round=2)
    results = seat_search_text(client, session, "anna")
    assert "Anna 3" in results
    assert "Anna 4" not in results.replace("against Anna 4", "")
    assert results.endswith("More names begin like this: type another letter.")
    assert "More names begin like this" not in seat_search_text(client, session, "anna 3")


def test_seat_search_shows_a_sit_out_and_the_seat_after_it(client: Client) -> None:
    session, _director = started(7, movement="howell", round_count=7, boards_per_round=1)
    seated_ids = playing_round(session).seatings.values("places__contestant")
    sitting_out = session.stage.event.contestants.exclude(pk__in=seated_ids).get()
    seat = only_seat_found(session, str(sitting_out.number))
    assert [(seat_round.round, seat_round.table) for seat_round in seat.next_rounds] == [(1, None)]
    assert all(seat_round.table for seat_round in seat.later_rounds)
    assert "Round 1: rests" in seat_search_text(client, session, str(sitting_out.number))


@pytest.mark.parametrize("is_drawn", [False, True])
def test_seat_search_shows_that_a_pair_left_and_its_opponents_sit_out(
    client: Client, is_drawn: bool
) -> None:
    session, director = (
        started_matches(8)
        if is_drawn
        else started(8, movement="howell", round_count=7, boards_per_round=2)
    )
    seat_holders = playing_round(session).seatings.get(table__number=2).places.order_by("seat")
    withdrawn, opponent = list(
        dict.fromkeys(seat_holder.contestant for seat_holder in seat_holders)
    )
    withdraw_during_session(session.stage.event, withdrawn.pk, director)
    assert seat_search_text(client, session, str(withdrawn.number)).endswith("Has left the event.")
    assert f"Round {playing_round(session).number}: rests" in seat_search_text(
        client, session, str(opponent.number)
    )


def test_seat_search_says_that_the_round_is_not_drawn(client: Client) -> None:
    session, director = started_matches(8)
    assert only_seat_found(session, "1").is_in_progress
    play_matches(session, director)
    assert seat_search_text(client, session, "1").endswith(
        "Round 2 has not been drawn yet. The table will appear here."
    )


def test_seat_search_before_the_start_shows_round_1(client: Client) -> None:
    session, director = created(8, movement="mitchell", round_count=4, boards_per_round=2)
    assert 'id="where"' not in client.get(event_page_url(session.stage.event)).content.decode()
    deal_session(session.pk, "sort", director)
    session.refresh_from_db()
    results = seat_search_text(client, session, "1")
    assert "Round 1: table" in results
    assert "now playing" not in results


def test_seat_search_is_not_offered_after_the_session(client: Client) -> None:
    session, director = started(6, movement="mitchell", round_count=3, boards_per_round=1)
    play_out(session, director)
    page = client.get(event_page_url(session.stage.event), {"who": "anna"}).content.decode()
    assert 'id="where"' not in page
    assert seat_search_text(client, session, "anna", "seats_fragment") == ""


def test_seat_search_shows_both_tables_of_a_team(client: Client) -> None:
    session, _director = started_teams()
    seat = only_seat_found(session, "1")
    assert len({seat_round.table for seat_round in seat.next_rounds}) == 2
    assert {seat_round.line for seat_round in seat.next_rounds} == {"ns", "ew"}


def test_standings_page_links_the_seat_search(client: Client) -> None:
    session, _director = started(8, movement="mitchell", round_count=4, boards_per_round=2)
    standings_page = client.get(event_page_url(session.stage.event, "standings")).content.decode()
    assert f'href="{event_page_url(session.stage.event)}#where"' in standings_page
    assert 'id="where"' in client.get(event_page_url(session.stage.event)).content.decode()


def test_substitute_is_found_by_their_own_name(client: Client) -> None:
    session, director = started(8, movement="howell", round_count=7, boards_per_round=2)
    seat_holder = playing_round(session).seatings.get(table__number=1).places.get(seat="N")
    substitute_request = SubstituteRequest(
        seat_holder.contestant_id, seat_holder.player_id, "Carla Mas", round=1
    )
    add_substitute(session.pk, substitute_request, CorrectionRequest(director, "requestkey"))
    results = seat_search_text(client, session, "mas")
    assert seat_holder.contestant.name in results
    assert "Carla Mas plays for them." in results
    assert "plays for them" in seat_search_text(client, session, str(seat_holder.contestant.number))
    assert "plays for them" not in seat_search_text(
        client, session, "8" if seat_holder.contestant.number != 8 else "7"
    )
