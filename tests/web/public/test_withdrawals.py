"""Opponents of a withdrawn pair sit out, on the rounds page and in the API."""

import html
import random

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import strip_tags

from tests.scenes.arrivals_and_departures import arrive_during_session, withdraw_during_session
from tests.scenes.evening import enter_round, started
from tests.scenes.matches import started_matches
from tournaments.actions.rounds.end_round import end_round
from tournaments.models import Contestant, Session
from tournaments.permissions.actor import Actor
from tournaments.queries.paper.printed_sheets import read_movement_cards
from tournaments.queries.rounds.rounds import RoundOverview, rounds_of
from tournaments.queries.rounds.seating import playing_round

pytestmark = pytest.mark.django_db

Scene = tuple[Session, Actor]


def withdraw_at_table(scene: Scene, table_number: int) -> tuple[Contestant, Contestant]:
    """Withdraw a pair at a table of the current round; return it and its opponents."""
    session, director = scene
    seating = playing_round(session).seatings.get(table__number=table_number)
    seats = list(seating.places.select_related("contestant").order_by("seat"))
    withdrawn = seats[0].contestant
    opponent = next(
        seat_holder.contestant for seat_holder in seats if seat_holder.contestant != withdrawn
    )
    withdraw_during_session(session.stage.event, withdrawn.pk, director)
    return withdrawn, opponent


def overview_of_running_round(session: Session) -> RoundOverview:
    return next(round_ for round_ in rounds_of(session.stage.event) if round_.round.is_playing)


def seated_contestants(overview: RoundOverview) -> set[Contestant]:
    return {
        contestant
        for table in overview.tables
        for contestants in table.lines.values()
        for contestant in contestants
    }


@pytest.fixture(params=["plan", "draw"])
def scene(request) -> Scene:
    return (
        started(8, movement="howell", round_count=7, boards_per_round=2)
        if request.param == "plan"
        else started_matches(8)
    )


def test_opponents_of_a_withdrawn_pair_sit_out(scene: Scene, client: Client) -> None:
    session, _director = scene
    withdrawn, opponent = withdraw_at_table(scene, 2)
    overview = overview_of_running_round(session)
    assert overview.unseated_sitting_out == [opponent]
    assert not seated_contestants(overview) & {withdrawn, opponent}
    event = session.stage.event
    page = client.get(reverse("rounds", args=[event.club.slug, event.slug])).content.decode()
    assert opponent.name in strip_tags(html.unescape(page)).split("Resting:")[1].split("Boards")[0]
    response = client.get(f"/api/v1/sessions/{session.pk}/rounds/").json()["results"]
    assert [sit_out["number"] for sit_out in response[overview.round.number - 1]["resting"]] == [
        opponent.number
    ]


def test_boards_played_before_a_withdrawal_keep_their_players() -> None:
    scene = session, _director = started(8, movement="howell", round_count=7, boards_per_round=2)
    enter_round(playing_round(session), random.Random(1))
    withdrawn, opponent = withdraw_at_table(scene, 2)
    overview = overview_of_running_round(session)
    assert overview.sitting_out == []
    assert {withdrawn, opponent} <= seated_contestants(overview)


def test_scorecard_shows_a_withdrawals_sit_out_once(scene: Scene) -> None:
    session, _director = scene
    number = playing_round(session).number
    _gone, opponent = withdraw_at_table(scene, 2)
    cards = read_movement_cards(session, session.sections.all())
    rounds = next(card.rounds for card in cards if card.contestant == opponent)
    assert [round_.table for round_ in rounds if round_.round == number] == [None]


def test_late_arrival_does_not_sit_out_round_1(client: Client) -> None:
    session, director = started(7, movement="howell", round_count=7, boards_per_round=1)
    enter_round(playing_round(session), random.Random(1))
    end_round(playing_round(session).pk, director)
    event = session.stage.event
    newcomer = arrive_during_session(event, "Neus Ferrer – Pau Camps", director)
    first_round = rounds_of(event)[0]
    assert newcomer not in first_round.sitting_out
    assert len(first_round.sitting_out) == 1
    card = client.get(reverse("scorecard", args=[event.club.slug, event.slug, newcomer.number]))
    assert "Round 1: rests" not in card.content.decode()


def test_scorecard_lists_the_round_in_which_a_pair_rested(client: Client) -> None:
    session, director = started(7, movement="howell", round_count=7, boards_per_round=1)
    (rested,) = overview_of_running_round(session).sitting_out
    for _round in range(2):
        enter_round(playing_round(session), random.Random(1))
        end_round(playing_round(session).pk, director)
    event = session.stage.event
    page = client.get(reverse("scorecard", args=[event.club.slug, event.slug, rested.number]))
    page_after = strip_tags(html.unescape(page.content.decode()))
    assert page_after.index("Round 1: rests") < page_after.index("Round 2")
