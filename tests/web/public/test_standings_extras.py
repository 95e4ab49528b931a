"""What standings show besides their table: winners, who climbs, the boards of which people talk."""

import re
from fractions import Fraction

import pytest
from django.test import Client

from tests.scenes.evening import play_round, started
from tournaments.actions.contestants.categories import set_categories
from tournaments.actions.events.publish import publish_event
from tournaments.actions.rounds.sessions import finish_session
from tournaments.models import Play, Round, Session, Snapshot
from tournaments.permissions.actor import SYSTEM, Actor
from tournaments.queries.boards.widest_spread import boards_with_widest_spread
from tournaments.queries.results.line_points import parse_line_points
from tournaments.queries.standings.latest import last_snapshot, shown_standings
from tournaments.scoring_pipeline.rank_history import rank_histories
from tournaments.tasks import catch_up
from tournaments.templatetags.awards import rounded

pytestmark = pytest.mark.django_db
EVENT = "/club-manilla/campionat/"


def told(client: Client, address: str = EVENT) -> str:
    return client.get(address).content.decode()


def played(rounds: int, number: int = 8, movement: str = "howell") -> tuple[Session, Actor]:
    session, director = started(number, movement, number - 1, 2)
    for _each in range(rounds):
        play_round(session, director)
    catch_up()
    return session, director


def over() -> Session:
    session, director = played(7)
    finish_session(session.pk, director)
    publish_event(session.stage.event_id, director)
    catch_up()
    session.refresh_from_db()
    return session


def winners(page: str) -> list[tuple[int, int]]:
    """Place and number of everybody who is named first."""
    return [
        (int(place), int(number))
        for number, place in re.findall(r'data-number="(\d+)"[^>]*won-(\d+)', page)
    ]


def test_the_first_three_stand_first_once_it_is_over(client: Client) -> None:
    session = over()
    page = told(client)
    snapshot = last_snapshot(session.stage, Snapshot.Audience.PUBLIC)
    assert snapshot
    (ranking,) = shown_standings(session.stage, snapshot).rankings
    assert winners(page) == [
        (row.rank, row.number) for row in ranking.rows if row.rank and row.rank <= 3
    ]
    assert winners(told(client, f"{EVENT}_standings")) == winners(page)


def test_nobody_has_won_while_it_goes_on(client: Client) -> None:
    played(2)
    page = told(client)
    assert winners(page) == []
    assert "Boards to talk about" not in page


def climbs(page: str) -> dict[int, int]:
    """Of whoever stands otherwise than a round ago, how many places higher."""
    climbed = r'(?:<span class="climbed">\s*<span[^>]*>(.) (\d+)<)?'
    row = rf'<tr role="row" data-number="(\d+)"[^>]*>\s*<td[^>]*><span>\d+</span>{climbed}'
    signs = {"▲": 1, "▼": -1}
    return {
        int(number): signs[sign] * int(places)
        for number, sign, places in re.findall(row, page)
        if sign
    }


def test_a_winner_has_the_tie_break_beside_his_total(client: Client) -> None:
    session = over()
    snapshot = last_snapshot(session.stage, Snapshot.Audience.PUBLIC)
    assert snapshot
    (ranking,) = shown_standings(session.stage, snapshot).rankings
    page = told(client)
    for row in ranking.winners:
        own = page.split(f'data-number="{row.number}"')[1].split("</tr>")[0]
        assert own.count("ahead by") == (row.tiebreak_lead is not None)


def test_each_row_has_its_mean_on_the_rail(client: Client) -> None:
    session, _director = played(7)
    snapshot = last_snapshot(session.stage, Snapshot.Audience.PUBLIC)
    assert snapshot
    (ranking,) = shown_standings(session.stage, snapshot).rankings
    drawn = re.findall(r'aria-label="Award ([\d.]+), from 1 at MIN to 2 at MAX"', told(client))
    assert drawn == [rounded(row.mean) for row in ranking.rows]


def test_the_felt_says_who_leads_the_round_and_the_boards_in(client: Client) -> None:
    session, _director = played(3)
    snapshot = last_snapshot(session.stage, Snapshot.Audience.PUBLIC)
    assert snapshot
    shown = shown_standings(session.stage, snapshot)
    felt = told(client).split("</header>")[0]
    for leader in shown.rankings[0].leaders:
        assert leader.names.split(" – ")[0] in felt
    begun = Round.objects.filter(section__session=session).exclude(started_at=None).count()
    assert re.search(rf"<dt>Round</dt>\s*<dd>{begun} <small>of 7</small>", felt)
    assert re.search(r"<dt>Boards in</dt>\s*<dd>\d+ <small>of \d+</small>", felt)


def test_the_winner_of_an_event_that_is_over_is_on_its_felt(client: Client) -> None:
    session, director = played(7)
    finish_session(session.pk, director)
    catch_up()
    snapshot = last_snapshot(session.stage, Snapshot.Audience.PUBLIC)
    assert snapshot
    (ranking,) = shown_standings(session.stage, snapshot).rankings
    ace = told(client).split('class="ace"')[1].split("</p>")[0]
    assert ranking.leaders[0].names.split(" – ")[0] in ace
    assert rounded(ranking.leaders[0].total) in ace


def test_who_stands_higher_than_a_round_ago_is_told_as_the_chart_draws_it(client: Client) -> None:
    session, director = played(1)
    assert climbs(told(client)) == {}
    play_round(session, director)
    catch_up()
    snapshot = last_snapshot(session.stage, Snapshot.Audience.PUBLIC)
    assert snapshot
    (course,) = rank_histories(session.stage, snapshot)
    moved = {row.number: (row.ranks[0] or 0) - (row.ranks[1] or 0) for row in course.rows}
    assert (
        climbs(told(client)) == {number: places for number, places in moved.items() if places} != {}
    )


def test_the_boards_furthest_apart_are_told_from_what_tables_made(client: Client) -> None:
    session = over()
    made: dict[int, list[Fraction]] = {}
    for play in Play.objects.filter(board__session=session).select_related("board"):
        result = parse_line_points(play.counted_line_points)
        assert result
        made.setdefault(play.board.number, []).append(Fraction(result.xs[0]))
    apart = sorted(made, key=lambda number: (min(made[number]) - max(made[number]), number))[:3]
    assert [board.number for board in boards_with_widest_spread(session.stage.event)] == apart
    page = told(client).split("Boards to talk about")[1]
    assert [int(each) for each in re.findall(r"/boards/(\d+)/", page)] == apart


def test_a_board_that_is_not_open_is_not_talked_about() -> None:
    session, _director = played(2)
    event = session.stage.event
    shown = {board.number for board in boards_with_widest_spread(event)}
    sealed = {
        play.board.number
        for play in Play.objects.filter(state=Play.State.DUE).select_related("board")
    }
    assert sealed
    assert not shown & sealed


def test_who_is_first_in_a_category_is_named_below(client: Client) -> None:
    session, director = played(7)
    finish_session(session.pk, director)
    catch_up()
    event = session.stage.event
    snapshot = last_snapshot(session.stage, Snapshot.Audience.PUBLIC)
    assert snapshot
    (ranking,) = shown_standings(session.stage, snapshot).rankings
    *_better, worse, worst = ranking.rows
    set_categories(event, {"novices": [worse.number, worst.number]}, SYSTEM)
    below = told(client).split("First in their category")[1]
    assert "novices" in below
    first = [each.number for each in (worse, worst) if each.rank == worse.rank]
    assert [int(each) for each in re.findall(r"/contestants/(\d+)/", below)] == first
    assert "First in their category" not in told(client, f"{EVENT}?category=novices")


def test_a_row_says_whose_it_is_and_a_card_leads_to_it(client: Client) -> None:
    session, _director = played(1)
    page = told(client)
    assert {int(each) for each in re.findall(r'data-number="(\d+)"', page)} == set(range(1, 9))
    assert f'data-event="{session.stage.event_id}"' in page
    card = told(client, f"{EVENT}contestants/3/")
    assert f'href="{EVENT}?who=3#contestant-3"' in card
    assert told(client, f"{EVENT}?who=3").count('id="contestant-3"') == 1
    assert 'data-follow="3"' in card
