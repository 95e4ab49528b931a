"""Every page of a team event, before the start, during play and at the end."""

import random
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.game import MIN_TEAM_SIZE
from tests.scenes.arrivals_and_departures import withdraw_during_session
from tests.scenes.evening import enter, outcome, play_round
from tests.scenes.teams import PLAN, created_teams, started_teams
from tests.web.signed_in import desk_url, signed_in
from tournaments.actions.events.create import EventPlan
from tournaments.actions.events.edit import edit_event
from tournaments.actions.rounds.draws import begin_round, draw_round
from tournaments.actions.rounds.end_round import end_round
from tournaments.actions.rounds.sessions import deal_session, finish_session, start_session
from tournaments.models import Play, SeatHolder, Session
from tournaments.permissions.actor import Actor
from tournaments.queries.phone.table_codes import code_of
from tournaments.queries.scorecards.match_rows import match_rows
from tournaments.scoring_pipeline import lock_and_compute_standings
from tournaments.tasks import catch_up
from tournaments.templatetags.awards import rounded

pytestmark = [pytest.mark.django_db, pytest.mark.once]

PLANS = [
    EventPlan("Equips", players_each=MIN_TEAM_SIZE, movement_key="round_robin", halves=2),
    EventPlan(
        "Equips",
        players_each=MIN_TEAM_SIZE,
        movement_key="swiss",
        method_key="board_a_match",
        halves=2,
    ),
    EventPlan(
        "Equips", players_each=MIN_TEAM_SIZE, movement_key="knock_out", method_key="aggregate"
    ),
]
OF_EVENT = ("standings", "standings_fragment", "rank_history", "rounds")
OF_DESK = (
    *("event_desk", "desk_update", "event_movement_report", "event_contestants", "penalties"),
    *(
        "table_sheets",
        "poster",
        "paper",
        "movement_cards",
        "hand_records",
        "printed_results",
        "typing",
    ),
    *("score_slips", "event_draw", "pairings", "event_line_ups", "event_team_links"),
)


def team_event_urls(session: Session) -> Iterator[str]:
    """Return the public pages, those of the desk, and those of the phone at table 1."""
    event = session.stage.event
    slugs = event.club.slug, event.slug
    yield from (reverse(name, args=slugs) for name in OF_EVENT)
    yield from (reverse("scorecard", args=[*slugs, number]) for number in (1, 2))
    yield from (
        reverse("traveller", args=[*slugs, session.sitting, number])
        for number in session.boards.values_list("number", flat=True)
    )
    yield from (reverse("match", args=[*slugs, session.sitting, turn, 1]) for turn in (1, 2))
    yield from (desk_url(session, name) for name in OF_DESK)
    for section in session.sections.all():
        for table in section.tables.filter(number__lt=3):
            code = code_of(table)
            yield from (f"/t/{code}/", *(f"/t/{code}/boards/{board}/" for board in (1, 2)))


def refuse_errors(client: Client, session: Session) -> None:
    """Check that no page fails; pages of drawn movements are missing in fixed ones."""
    for url in team_event_urls(session):
        response = client.get(url, follow=True)
        assert response.status_code in (200, 204, 404, 422), (url, response.status_code)
        if response.status_code == 404:
            assert "/draw/" in url or "pairings" in url or "boards" in url or "matches" in url, url


def play_remaining_rounds(session: Session, director: Actor) -> None:
    """Play the remaining rounds."""
    rng = random.Random(1)
    for number in range(2, session.rounds_planned + 1):
        if session.stage.is_drawn and (number - 1) % session.stage.halves == 0:
            begin_round(draw_round(session.pk, director).pk, director)
        play_round(session, director, rng)
    finish_session(session.pk, director)


AT_NIGHT = [pytest.param(plan, marks=pytest.mark.thorough) for plan in PLANS[1:]]


@pytest.mark.thorough
@pytest.mark.parametrize("plan", [PLANS[0], *AT_NIGHT], ids=lambda plan: plan.movement_key)
def test_pages_of_a_team_event_do_not_fail(client: Client, plan: EventPlan) -> None:
    session, director = created_teams(
        4, plan, round_count=2 if plan.movement_key == "knock_out" else 3, boards_per_half=2
    )
    client = signed_in(client, director)
    refuse_errors(client, session)
    deal_session(session.pk, "sort", director)
    refuse_errors(client, session)
    start_session(session.pk, director)
    session.refresh_from_db()
    for play in Play.objects.filter(seating__table__number__in=(1, 2, 3), board__number=1):
        enter(play, outcome(random.Random(play.pk)))
    catch_up()
    refuse_errors(client, session)
    for play in Play.objects.filter(state=Play.State.DUE, seating__round__number=1):
        enter(play, outcome(random.Random(play.pk)))
    round_ = session.sections.get().rounds.get(number=1)
    end_round(round_.pk, director)
    play_remaining_rounds(session, director)
    catch_up()
    session.refresh_from_db()
    refuse_errors(client, session)
    page = client.get(
        reverse("standings", args=[session.stage.event.club.slug, session.stage.event.slug])
    )
    assert "Equip 3" in page.content.decode()


def page_of(client: Client, session: Session, name: str, *args: int) -> str:
    event = session.stage.event
    return client.get(reverse(name, args=[event.club.slug, event.slug, *args])).content.decode()


@pytest.mark.parametrize(
    "movement", ["swiss", pytest.param("round_robin", marks=pytest.mark.thorough)]
)
def test_match_of_a_withdrawn_team_says_so(client: Client, movement: str) -> None:
    plan = replace(PLAN, method_key="victory_points", movement_key=movement)
    session, director = started_teams(4, plan, round_count=3, boards_per_half=2)
    withdraw_during_session(
        session.stage.event, session.stage.event.contestants.get(number=4).pk, director
    )
    seat_holders = SeatHolder.objects.filter(contestant__number=4, seating__round__number=1)
    match = (seat_holders.order_by("seating__table__number")[0].seating.table.number + 1) // 2
    page = page_of(client, session, "match", 1, 1, match)
    assert "Equip 4 has left." in page
    assert "No board counts: the opponents have what a round without opponents gives." in page
    assert "12.00" in page
    assert "So far" not in page
    rounds = page_of(client, session, "rounds").partition("Round 2")[0]
    assert "Equip 4 has left." in rounds
    assert "Resting:" not in rounds


@pytest.mark.thorough
@pytest.mark.parametrize("method", ["victory_points", "board_a_match", "aggregate"])
def test_team_scorecard_adds_up_to_its_total(client: Client, method: str) -> None:
    session, director = started_teams(
        5, replace(PLAN, method_key=method, halves=2), round_count=5, boards_per_half=2
    )
    play_round(session, director, random.Random(3))
    withdraw_during_session(
        session.stage.event, session.stage.event.contestants.get(number=4).pk, director
    )
    for _round in range(9):
        play_round(session, director, random.Random(4))
    finish_session(session.pk, director)
    catch_up()
    cards = match_rows(session.stage)
    totals = {row.number: row.total for row in lock_and_compute_standings(session.stage).rows}
    assert {number: lines[-1].total for number, lines in cards.items()} == totals
    assert {len(cards[number]) for number in (1, 2, 3, 5)} == {5}
    page = page_of(client, session, "scorecard", 1)
    assert "without opponents" in page
    assert "Mean" not in page
    assert page.count(">Award</th>") == 1
    total = f'"num total">{rounded(totals[1])}<'
    assert total in page
    edit_event(
        session.stage.event_id, {"standings_from": timezone.now() + timedelta(hours=1)}, director
    )
    assert total not in page_of(client, session, "scorecard", 1), (
        "an embargoed scorecard shows no total"
    )
    signed_in(client, director)
    assert ">Matches</th>" in client.get(desk_url(session, "printed_results")).content.decode()
