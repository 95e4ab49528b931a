"""Public standings omit sealed boards if awards reveal X; those of the desk do not."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.scenes.evening import enter, started
from tests.web.signed_in import desk_url, signed_in
from tournaments.access.shown_standings import desk_snapshot, visible_snapshot
from tournaments.actions.people.players import link_member
from tournaments.actions.rounds.sessions import finish_session
from tournaments.models import Event, Play, Player, Session, Snapshot, Stage
from tournaments.permissions.actor import Actor
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db

RESULT = {"trump": "oros", "delegated": "no", "contro": "none", "ns_points": "71"}


def session_with_two_results(method: str) -> tuple[Session, Actor]:
    """Confirm board 1 at two of the four tables that play it, with results shown at once."""
    session, director = started(
        8, movement="barometer", round_count=3, boards_per_round=1, results_shown="at_once"
    )
    Event.objects.filter(pk=session.stage.event_id).update(
        method_key=method, method_options={}, tiebreaks=[]
    )
    for play in plays(session)[:2]:
        enter(play, RESULT)
    catch_up()
    return Session.objects.select_related("stage__event__club").get(pk=session.pk), director


def plays(session: Session) -> list[Play]:
    plays_of_board = Play.objects.filter(board__session=session, board__number=1).select_related(
        "seating__table"
    )
    return list(plays_of_board.order_by("seating__table__number"))


def counted_play_count(snapshot: Snapshot | None) -> int:
    return snapshot.standings["plays"] if snapshot else 0


def standings_page(session: Session) -> str:
    event = session.stage.event
    return Client().get(reverse("standings", args=[event.club.slug, event.slug])).content.decode()


def api_result_count(session: Session) -> int:
    return (
        Client().get(f"/api/v1/events/{session.stage.event_id}/standings/").json().get("results", 0)
    )


@pytest.mark.parametrize(
    ("method", "count"), [("total", 0), ("butler", 0), ("min_max", 2), ("matchpoints", 2)]
)
def test_result_of_a_sealed_board_counts_for_the_desk_only(method: str, count: int) -> None:
    session, _director = session_with_two_results(method)
    assert counted_play_count(visible_snapshot(session.stage)) == count
    assert counted_play_count(desk_snapshot(session.stage)) == 2
    assert api_result_count(session) == count
    assert ("Only open boards count so far" in standings_page(session)) == (count == 0)


def test_result_counts_once_its_board_is_open() -> None:
    session, _director = session_with_two_results("total")
    for play in plays(session)[2:]:
        enter(play, RESULT)
    catch_up()
    assert counted_play_count(visible_snapshot(reloaded_stage(session))) == 4
    assert api_result_count(session) == 4


def test_result_counts_once_the_session_is_over() -> None:
    session, director = session_with_two_results("total")
    finish_session(session.pk, director)
    catch_up()
    assert counted_play_count(visible_snapshot(reloaded_stage(session))) == 2
    assert "Only open boards count" not in standings_page(session)


def test_rank_history_omits_sealed_boards() -> None:
    session, _director = session_with_two_results("total")
    event = session.stage.event
    page = (
        Client().get(reverse("rank_history", args=[event.club.slug, event.slug])).content.decode()
    )
    assert "Anna 1" not in page


def test_playing_director_prints_public_standings() -> None:
    session, director = session_with_two_results("total")
    client = signed_in(Client(), director)
    assert "2 results" in client.get(desk_url(session, "printed_results")).content.decode()
    player_id = plays(session)[3].seating.places.order_by("pk")[0].player_id
    player = Player.objects.select_related("club").get(pk=player_id)
    link_member(player, director.user_id or 0, director)
    assert "2 results" not in client.get(desk_url(session, "printed_results")).content.decode()


def test_hidden_result_makes_no_new_public_snapshot() -> None:
    session, _director = session_with_two_results("total")
    public_snapshots = session.stage.snapshots.filter(audience=Snapshot.Audience.PUBLIC)
    snapshots_before = list(public_snapshots.values_list("number", "at"))
    enter(plays(session)[2], RESULT, ["ns"])
    catch_up()
    assert list(public_snapshots.values_list("number", "at")) == snapshots_before
    assert counted_play_count(desk_snapshot(reloaded_stage(session))) == 3


def reloaded_stage(session: Session) -> Stage:
    return Stage.objects.select_related("event").get(pk=session.stage_id)
