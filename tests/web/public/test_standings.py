"""Explanations in the standings: percent, tie-breaks, search results."""

import re
from datetime import UTC, datetime
from fractions import Fraction

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from scoring.tiebreaks import DecidingTieBreak
from tests.scenes import evening
from tests.scenes.latest_standings import latest_standings
from tests.scenes.matches import play_matches, started_matches
from tournaments.actions.events.create import EventPlan, create_event
from tournaments.actions.rounds.sessions import (
    create_session,
    deal_session,
    finish_session,
    start_session,
)
from tournaments.models import Play, Session, Snapshot, Table
from tournaments.permissions.actor import Actor
from tournaments.queries.clubs.programme import stage_winners
from tournaments.queries.phone.table_codes import code_of
from tournaments.queries.standings.latest import shown_standings
from tournaments.queries.standings.ranking import TieBreakLead
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db
EVENT = "/club-manilla/campionat/"


def started(**options: object) -> Session:
    """Play ten pairs at five tables, one board a round; in round 1 all results differ."""
    club, director = evening.club_with_director()
    plan = EventPlan("Campionat", movement_key="mitchell", **options)
    session = create_session(
        create_event(club, plan, evening.pairs(10), director), 5, 1, director, seed=evening.SEED
    )
    deal_session(session.pk, "sort", director)
    start_session(session.pk, director)
    return session


def enter_first_boards(*points: int) -> None:
    """Confirm the first board of each table with these points of N-S."""
    plays = Play.objects.filter(seating__round__number=1).order_by("seating__table__number")
    for play, ns_points in zip(plays.select_related("seating__table"), points, strict=True):
        form_data = {
            "trump": "oros",
            "delegated": "no",
            "contro": "none",
            "ns_points": str(ns_points),
        }
        evening.enter(play, form_data)
    catch_up()


def test_matchpoints_are_ranked_and_shown_in_percent(client: Client) -> None:
    session = started(method_key="matchpoints")
    enter_first_boards(40, 41, 42, 43, 44)
    page = client.get(EVENT).content.decode()
    # each table played another board: one result of five, half of the top of 8
    assert ">50.00 %</td>" in page
    assert "percent of the possible points" in page
    assert "mean " not in page
    row = latest_standings(session.stage).rows[0]
    assert (row.total, row.mean, row.percent) == (4, 4, 50)
    assert (
        "brings points, a tie half as many" in client.get(f"{EVENT}contestants/1/").content.decode()
    )
    assert session.stage.event.method_key == "matchpoints"


def test_places_are_blank_until_a_board_is_played_at_two_tables(client: Client) -> None:
    started()
    enter_first_boards(40, 41, 42, 43, 44)
    page = client.get(EVENT).content.decode()
    assert "Nobody has a place (–) yet: all are equal so far." in page
    assert page.count('class="num place"><span>–</span>') == 10
    card = client.get(f"{EVENT}contestants/1/").content.decode()
    assert re.search(r"<dt>Place[^<]*</dt>\s*<dd>\s*–", card)


def test_places_are_shown_once_the_session_is_over_even_if_all_are_equal(client: Client) -> None:
    session = started()
    enter_first_boards(40, 41, 42, 43, 44)
    finish_session(session.pk, Actor.of_user(get_user_model().objects.get().pk))
    catch_up()
    page = client.get(EVENT).content.decode()
    assert "Nobody has a place" not in page
    assert page.count('class="num place"><span>1</span>') == 10


def test_finished_event_leads_to_other_methods_only_where_they_can_be_compared(
    client: Client,
) -> None:
    session = started()
    enter_first_boards(40, 41, 42, 43, 44)
    finish_session(session.pk, Actor.of_user(get_user_model().objects.get().pk))
    assert f'href="{EVENT}methods/"' in client.get(EVENT).content.decode()


def test_finished_event_of_matches_does_not_lead_to_other_methods(client: Client) -> None:
    session, director = started_matches(4, round_count=1)
    play_matches(session, director)
    finish_session(session.pk, director)
    catch_up()
    page = client.get(EVENT).content.decode()
    assert "More about this event" in page
    assert f'href="{EVENT}methods/"' not in page


def test_standings_name_the_deciding_tiebreak(client: Client) -> None:
    session = started(tiebreaks=("sum_x",))  # each alone on its board: everybody has 1.5
    enter_first_boards(40, 41, 42, 43, 43)
    north = latest_standings(session.stage).rankings[0].rows
    assert [row.rank for row in north] == [1, 1, 3, 4, 5]
    assert north[2].tiebreak == DecidingTieBreak("sum_x", 7, 6)
    assert [row.tiebreak for row in north[:2]] == [None, None]
    page = client.get(EVENT).content.decode()
    assert page.count("ahead by sum of X") == 6
    assert "7 to 6" not in page  # the board is still to be played by others
    finish_session(session.pk, Actor.of_user(get_user_model().objects.get().pk))
    assert "ahead by sum of X: 7 to 6" in client.get(EVENT).content.decode()


def test_winners_of_a_stage_have_the_tiebreak_that_ordered_them() -> None:
    session = started(tiebreaks=("sum_x",))
    enter_first_boards(40, 41, 42, 43, 43)
    finish_session(session.pk, Actor.of_user(get_user_model().objects.get().pk))
    catch_up()
    assert stage_winners(session.stage.event, session.stage)[0].tiebreak == "sum of X"


def test_contestants_without_a_tiebreak_share_the_place(client: Client) -> None:
    session = started()
    enter_first_boards(40, 41, 42, 43, 43)
    assert "ahead by" not in client.get(EVENT).content.decode()
    assert {row.rank for row in latest_standings(session.stage).rankings[0].rows} == {1}


def test_values_have_enough_decimals_to_differ() -> None:
    third = Fraction(1, 3)
    assert TieBreakLead("", "", Fraction(5), Fraction(3), True).decimals == 0
    assert TieBreakLead("", "", 4 * third, third, True).decimals == 2
    assert TieBreakLead("", "", third, third - Fraction(1, 5000), True).decimals == 4


@pytest.mark.parametrize(("method", "has_bar"), [("min_max", True), ("matchpoints", False)])
def test_bar_from_1_to_2_is_only_for_the_min_max_scale(
    client: Client, method: str, has_bar: bool
) -> None:
    session = started(method_key=method)
    enter_first_boards(40, 41, 42, 43, 43)
    finish_session(session.pk, Actor.of_user(get_user_model().objects.get().pk))
    table = Table.objects.select_related("section").get(number=1)
    page = client.get(f"/t/{code_of(table)}/boards/1/").content.decode()
    assert "own-awards" in page
    assert ('class="award-bar' in page.split("own-awards")[1].split("</div>")[0]) is has_bar


def test_scorecard_shows_the_place_in_the_group(client: Client) -> None:
    session, director = started_matches(
        8, "round_robin", round_count=3, movement_options={"groups": "2"}
    )
    play_matches(session, director)
    catch_up()
    snapshot = Snapshot.objects.filter(audience=Snapshot.Audience.PUBLIC).latest("number")
    ranked = [
        row for group in shown_standings(session.stage, snapshot).rankings for row in group.rows
    ]
    assert len(ranked) == 8
    for row in ranked:
        card = " ".join(client.get(f"{EVENT}contestants/{row.number}/").content.decode().split())
        assert f"<dt>Place</dt> <dd> {row.rank} <small>of 4</small> </dd>" in card


def test_search_results_show_the_figure_that_ranks(
    client: Client,
) -> None:
    started(method_key="matchpoints")
    enter_first_boards(40, 41, 42, 43, 44)
    page = client.get(EVENT, {"who": "1"}).content.decode()
    assert f'action="{EVENT}#find"' in page
    found_names = page.split('<ul class="found">')[1].split("</ul>")[0]
    assert "50.00 %" in found_names
    assert "percent of the possible points" in found_names


def test_standings_and_scorecard_explain_awards_from_1_to_2(
    client: Client,
) -> None:
    started()
    enter_first_boards(40, 41, 42, 43, 44)
    assert "an award from 1, the worst result" in client.get(EVENT).content.decode()
    card = client.get(f"{EVENT}contestants/1/").content.decode()
    assert "The award goes from 1, the worst result" in card


def test_matchpoints_page_does_not_say_that_awards_go_from_1_to_2(client: Client) -> None:
    started(method_key="matchpoints")
    enter_first_boards(40, 41, 42, 43, 44)
    for url in (EVENT, f"{EVENT}contestants/1/"):
        assert "from 1, the worst" not in client.get(url).content.decode()


def test_head_of_an_event_has_the_day_it_is_played_on(client: Client) -> None:
    session = started()
    enter_first_boards(40, 41, 42, 43, 44)
    Session.objects.filter(pk=session.pk).update(
        started_at=datetime(2026, 11, 20, 21, 10, tzinfo=UTC)
    )
    assert "20 November 2026" in client.get(EVENT).content.decode().replace("\xa0", " ")


def test_standings_show_no_coin_while_all_share_first_place(client: Client) -> None:
    started()
    enter_first_boards(40, 41, 42, 43, 43)
    assert not re.search(r'class="\s*first', client.get(EVENT).content.decode())
