"""Events that show results after the round or session, on phones, pages and in the API."""

import pytest

from tests.scenes.devices import shared_phone
from tests.scenes.evening import enter, play_round, started
from tournaments.access.shown_standings import visible_snapshot
from tournaments.actions.events.edit import edit_event
from tournaments.actions.rounds.end_round import end_round
from tournaments.actions.rounds.sessions import finish_session
from tournaments.models import Play
from tournaments.permissions.visibility.results_shown import hidden_board_numbers, is_board_hidden
from tournaments.queries.phone.board_sheet import read_board_sheet
from tournaments.queries.rounds.seating import current_seating, playing_round
from tournaments.scoring_pipeline.rank_history import rank_histories
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db


def session_with_round_1_entered(results_shown: str):
    """Enter all results of round 1, in a session whose results are shown at the given time."""
    session, director = started(8, movement="mitchell", round_count=2, boards_per_round=2)
    edit_event(session.stage.event_id, {"results_shown": results_shown}, director)
    session.stage.event.refresh_from_db()
    plays = Play.objects.filter(seating__round=playing_round(session)).order_by("pk")
    for play in plays:
        enter(play, {"trump": "oros", "ns_points": str(30 + play.pk % 7)})
    return session, director


def visible_standings(session):
    catch_up()
    return visible_snapshot(session.stage)


def board_sheet(play):
    play = Play.objects.select_related("board__session__stage__event", "seating__round").get(
        pk=play.pk
    )
    return read_board_sheet(
        play, shared_phone(play.seating.table, ("ns",)), current_seating(play.seating.table)
    )


def test_barometer_shows_results_after_the_round_by_default():
    assert (
        started(8, movement="barometer", round_count=7, boards_per_round=2, results_shown="")[
            0
        ].stage.event.results_shown
        == "round"
    )


def test_other_movements_show_results_at_once_by_default():
    session, _director = started(
        8, movement="mitchell", round_count=2, boards_per_round=2, results_shown=""
    )
    assert session.stage.event.results_shown == "at_once"
    assert hidden_board_numbers(session) == {
        1,
        2,
        3,
        4,
        5,
        6,
        7,
        8,
    }  # all of them still have to be played at some table


def test_table_sees_its_own_result_without_award_until_the_round_ends():
    session, director = session_with_round_1_entered("round")
    play = Play.objects.filter(seating__round=playing_round(session)).first()
    sheet_before = board_sheet(play)
    assert (sheet_before.own_results_only_until, sheet_before.table_results, sheet_before.step) == (
        "round",
        None,
        "done",
    )
    assert visible_standings(session) is None
    end_round(playing_round(session).pk, director)
    assert board_sheet(play).own_results_only_until == ""
    assert visible_standings(session).standings["plays"] == 8


def test_standings_count_ended_rounds_only():
    session, director = session_with_round_1_entered("round")
    end_round(playing_round(session).pk, director)
    play = Play.objects.filter(seating__round=playing_round(session)).first()
    enter(play, {"trump": "copes", "ns_points": "60"})
    session.stage.refresh_from_db()
    snapshot = visible_standings(session)
    assert snapshot.standings["plays"] == 8
    assert {
        moment
        for history in rank_histories(session.stage, snapshot)
        for moment in history.round_keys
    } == {(1, 1)}
    play_round_rest(session, director)
    session.stage.event.refresh_from_db()
    assert visible_standings(session).standings["plays"] == 16


def play_round_rest(session, director):
    for play in Play.objects.filter(seating__round=playing_round(session), state="due"):
        enter(play, {"trump": "copes", "ns_points": "40"})
    end_round(playing_round(session).pk, director)


def test_results_are_hidden_until_the_session_ends():
    session, director = session_with_round_1_entered("session")
    end_round(playing_round(session).pk, director)
    play_round_rest(session, director)
    play = Play.objects.filter(board__session=session).order_by("pk").first()
    assert board_sheet(play).own_results_only_until == "session"
    assert is_board_hidden(play.board)
    assert visible_standings(session) is None
    finish_session(session.pk, director)
    session.stage.event.refresh_from_db()
    play.refresh_from_db()
    assert visible_standings(session).standings["plays"] == 16
    assert board_sheet(play).table_results is not None


def test_pages_say_when_results_are_shown(client):
    session, _director = session_with_round_1_entered("round")
    event = session.stage.event
    page = client.get(f"/{event.club.slug}/{event.slug}/").content.decode()
    assert "The results of this round will be here when it ends." in page
    assert "1.50" not in page
    board_page = client.get(
        f"/{event.club.slug}/{event.slug}/sessions/1/boards/1/"
    ).content.decode()
    assert "Results after the round" in board_page


def test_scorecards_and_api_hide_results_too(client):
    session, director = session_with_round_1_entered("session")
    play_round(session, director)
    event = session.stage.event
    catch_up()
    card = client.get(f"/{event.club.slug}/{event.slug}/contestants/1/").content.decode()
    assert "not open yet" in card
    assert 'class="worked-out"' not in card
    assert client.get(f"/api/v1/events/{event.pk}/standings/").json()["rankings"] == []
