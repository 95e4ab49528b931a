"""Standings beyond the table: winners, places gained, boards with the widest spread."""

import re
from datetime import timedelta
from fractions import Fraction

import pytest
from django.test import Client
from django.utils import timezone

from tests.scenes.evening import play_round, started
from tournaments.actions.contestants.categories import set_categories
from tournaments.actions.events.publish import publish_event
from tournaments.actions.rounds.sessions import finish_session
from tournaments.models import Event, Play, Round, Session, Snapshot
from tournaments.permissions.actor import SYSTEM, Actor
from tournaments.queries.boards.widest_spread import boards_with_widest_spread
from tournaments.queries.results.line_points import parse_line_points
from tournaments.queries.standings.latest import last_snapshot, shown_standings
from tournaments.scoring_pipeline.rank_history import rank_histories
from tournaments.tasks import catch_up
from tournaments.templatetags.awards import rounded

pytestmark = pytest.mark.django_db
EVENT = "/club-manilla/campionat/"


def page_text(client: Client, url: str = EVENT) -> str:
    return client.get(url).content.decode()


def played(round_count: int, number: int = 8, movement: str = "howell") -> tuple[Session, Actor]:
    session, director = started(
        number, movement=movement, round_count=number - 1, boards_per_round=2
    )
    for _each in range(round_count):
        play_round(session, director)
    catch_up()
    return session, director


def finished_session() -> Session:
    session, director = played(7)
    finish_session(session.pk, director)
    publish_event(session.stage.event_id, director)
    catch_up()
    session.refresh_from_db()
    return session


def winners(page: str) -> list[tuple[int, int]]:
    """Return rank and number of everybody who is named first."""
    return [
        (int(place), int(number))
        for number, place in re.findall(r'data-number="(\d+)"[^>]*won-(\d+)', page)
    ]


def test_finished_event_shows_the_first_three_first(client: Client) -> None:
    session = finished_session()
    page = page_text(client)
    snapshot = last_snapshot(session.stage, Snapshot.Audience.PUBLIC)
    assert snapshot
    (ranking,) = shown_standings(session.stage, snapshot).rankings
    assert winners(page) == [
        (row.rank, row.number) for row in ranking.rows if row.rank and row.rank <= 3
    ]
    assert winners(page_text(client, f"{EVENT}_standings")) == winners(page)


def test_running_event_shows_no_winners(client: Client) -> None:
    played(2)
    page = page_text(client)
    assert winners(page) == []
    assert "Boards to talk about" not in page


def places_gained_texts(page: str) -> dict[int, int]:
    """Return the places gained since the last round, for those who moved."""
    climbed = r'(?:<span class="climbed">\s*<span[^>]*>(.) (\d+)<)?'
    row = rf'<tr role="row" data-number="(\d+)"[^>]*>\s*<td[^>]*><span>\d+</span>{climbed}'
    signs = {"▲": 1, "▼": -1}
    return {
        int(number): signs[sign] * int(places)
        for number, sign, places in re.findall(row, page)
        if sign
    }


def test_winner_shows_the_tiebreak_beside_the_total(client: Client) -> None:
    session = finished_session()
    snapshot = last_snapshot(session.stage, Snapshot.Audience.PUBLIC)
    assert snapshot
    (ranking,) = shown_standings(session.stage, snapshot).rankings
    page = page_text(client)
    for row in ranking.winners:
        row_html = page.split(f'data-number="{row.number}"')[1].split("</tr>")[0]
        assert row_html.count("ahead by") == (row.tiebreak_lead is not None)


def test_standings_row_shows_its_mean_on_the_rail(client: Client) -> None:
    session, _director = played(7)
    snapshot = last_snapshot(session.stage, Snapshot.Audience.PUBLIC)
    assert snapshot
    (ranking,) = shown_standings(session.stage, snapshot).rankings
    page = page_text(client)
    drawn = re.findall(r'aria-label="Mean ([\d.]+)"', page)
    assert drawn == [rounded(row.mean, ranking.mean_decimals) for row in ranking.rows]
    positions = [int(x) for x in re.findall(r'class="here" cx="(\d+)%"', page)]
    assert (positions[0], positions[-1]) == (100, 0)


def test_header_shows_leader_round_and_boards_entered(client: Client) -> None:
    session, _director = played(3)
    snapshot = last_snapshot(session.stage, Snapshot.Audience.PUBLIC)
    assert snapshot
    standings = shown_standings(session.stage, snapshot)
    felt = page_text(client).split("</header>")[0]
    for leader in standings.rankings[0].leaders:
        assert leader.names.split(" – ")[0] in felt
    started_rounds = Round.objects.filter(section__session=session).exclude(started_at=None).count()
    assert re.search(rf"<dt>Round</dt>\s*<dd>{started_rounds} <small>of 7</small>", felt)
    assert re.search(r"<dt>Boards in</dt>\s*<dd>\d+ <small>of \d+</small>", felt)


def test_header_shows_the_winner_of_a_finished_event(client: Client) -> None:
    session, director = played(7)
    finish_session(session.pk, director)
    catch_up()
    snapshot = last_snapshot(session.stage, Snapshot.Audience.PUBLIC)
    assert snapshot
    (ranking,) = shown_standings(session.stage, snapshot).rankings
    ace = page_text(client).split('class="ace"')[1].split("</p>")[0]
    assert ranking.leaders[0].names.split(" – ")[0] in ace
    assert rounded(ranking.leaders[0].total) in ace


def test_places_gained_agree_with_the_chart(client: Client) -> None:
    session, director = played(1)
    assert places_gained_texts(page_text(client)) == {}
    for _round in range(2):
        play_round(session, director)
    catch_up()
    snapshot = last_snapshot(session.stage, Snapshot.Audience.PUBLIC)
    assert snapshot
    (course,) = rank_histories(session.stage, snapshot)
    moved = {row.number: (row.ranks[1] or 0) - (row.ranks[2] or 0) for row in course.rows}
    assert (
        places_gained_texts(page_text(client))
        == {number: places for number, places in moved.items() if places}
        != {}
    )


def test_boards_with_the_widest_spread_are_shown(client: Client) -> None:
    session = finished_session()
    awards_by_contestant: dict[int, list[Fraction]] = {}
    for play in Play.objects.filter(board__session=session).select_related("board"):
        result = parse_line_points(play.counted_line_points)
        assert result
        awards_by_contestant.setdefault(play.board.number, []).append(Fraction(result.xs[0]))
    spreads = sorted(
        awards_by_contestant,
        key=lambda number: (
            min(awards_by_contestant[number]) - max(awards_by_contestant[number]),
            number,
        ),
    )[:3]
    assert [board.number for board in boards_with_widest_spread(session.stage.event)] == spreads
    page = page_text(client).split("Boards to talk about")[1]
    assert [int(board_number) for board_number in re.findall(r"/boards/(\d+)/", page)] == spreads


def test_sealed_board_is_not_among_the_widest_spread() -> None:
    session, _director = played(2)
    event = session.stage.event
    numbers = {board.number for board in boards_with_widest_spread(event)}
    sealed = {
        play.board.number
        for play in Play.objects.filter(state=Play.State.DUE).select_related("board")
    }
    assert sealed
    assert not numbers & sealed


def test_winners_of_categories_are_named(client: Client) -> None:
    session, director = played(7)
    finish_session(session.pk, director)
    catch_up()
    event = session.stage.event
    snapshot = last_snapshot(session.stage, Snapshot.Audience.PUBLIC)
    assert snapshot
    (ranking,) = shown_standings(session.stage, snapshot).rankings
    *_better, worse, worst = ranking.rows
    set_categories(event, {"novices": [worse.number, worst.number]}, SYSTEM)
    below = page_text(client).split("First in their category")[1]
    assert "novices" in below
    first = [number.number for number in (worse, worst) if number.rank == worse.rank]
    assert [int(number) for number in re.findall(r"/contestants/(\d+)/", below)] == first
    assert "First in their category" not in page_text(client, f"{EVENT}?category=novices")


def test_standings_row_and_scorecard_link_each_other(client: Client) -> None:
    session, _director = played(1)
    page = page_text(client)
    assert {int(number) for number in re.findall(r'data-number="(\d+)"', page)} == set(range(1, 9))
    assert f'data-event="{session.stage.event_id}"' in page
    card = page_text(client, f"{EVENT}contestants/3/")
    assert f'href="{EVENT}?who=3#contestant-3"' in card
    assert page_text(client, f"{EVENT}?who=3").count('id="contestant-3"') == 1
    assert 'data-follow="3"' in card


@pytest.mark.parametrize(("planned_in_days", "shows_plan"), [(7, False), (-1, True)])
def test_event_started_days_before_its_plan_shows_the_day_of_play(
    client: Client, planned_in_days: int, shows_plan: bool
) -> None:
    session, _director = started(8, movement="mitchell", round_count=4, boards_per_round=1)
    event = session.stage.event
    planned = timezone.now() + timedelta(days=planned_in_days)
    Event.objects.filter(pk=event.pk).update(starts_at=planned)
    page = client.get(f"/{event.club.slug}/{event.slug}/").content.decode()
    assert (f"{timezone.localdate(planned):%Y-%m-%d}T" in page) == shows_plan
    assert (f"{timezone.localdate(session.started_at):%Y-%m-%d}T" in page) != shows_plan
