"""Scenarios are sealed like hands, printed, shown with the results, and verified."""

import json
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from games.problems import ValidationFailed
from games.published_deals import verify_deal_sheet
from tests.scenes.evening import SEED
from tests.scenes.scenarios import play_score_sheet_round, started_scenarios
from tests.web.every_url import board_samples, client_in_role, secret_free_responses
from tests.web.signed_in import desk_url
from tournaments.actions.boards.board_preparation import open_hands
from tournaments.actions.rounds.sessions import finish_session
from tournaments.models import AuditAction, AuditEntry, Play, Session
from tournaments.permissions.actor import Actor
from tournaments.permissions.visibility.hands import PRINTING_SLIPS, visible_hands
from tournaments.permissions.visibility.sealed_boards import sealed_board_numbers

pytestmark = [pytest.mark.django_db, pytest.mark.once]

SessionAndDirector = tuple[Session, Actor]
SCORES = {f"{seat}_score": "7" for seat in "nesw"}


@pytest.fixture
def session_and_director() -> SessionAndDirector:
    """End the first of two rounds: its boards are open, those of the next are sealed."""
    session, director = started_scenarios()
    play_score_sheet_round(session, director)
    assert 0 < len(sealed_board_numbers(session)) < session.boards.count()
    return session, director


def finished_session(session_and_director: SessionAndDirector) -> Session:
    session, director = session_and_director
    play_score_sheet_round(session, director)
    finish_session(session.pk, director)
    return Session.objects.get(pk=session.pk)


def scenario_of(session: Session, number: int) -> dict[str, tuple[str, ...]]:
    board = session.boards.select_related("session__stage__event").get(number=number)
    dealt = visible_hands(PRINTING_SLIPS, board)
    assert dealt
    return dict(dealt.scenario)


def list_items(scenario: dict[str, tuple[str, ...]]) -> list[str]:
    """Return the items of lists as a page shows them."""
    return [
        "".join(f"<li>{escape(item)}</li>" for item in items)
        if len(items) > 1
        else escape(items[0])
        for items in scenario.values()
    ]


def traveller(session: Session, number: int) -> str:
    event = session.stage.event
    args = [event.club.slug, event.slug, session.sitting, number]
    return Client().get(reverse("traveller", args=args)).content.decode()


def test_board_shows_its_scenario_once_it_is_open(session_and_director: SessionAndDirector) -> None:
    session, _director = session_and_director
    first_sealed = min(sealed_board_numbers(session))
    page = traveller(session, 1)
    assert all(item in page for item in list_items(scenario_of(session, 1)))
    assert "<script>alert" not in page
    assert "North starts" in page
    sealed_page = traveller(session, first_sealed)
    assert "Scenario" not in sealed_page
    assert not any(item in sealed_page for item in list_items(scenario_of(session, first_sealed)))


def test_api_shows_a_scenario_once_its_board_is_open(
    session_and_director: SessionAndDirector,
) -> None:
    session, _director = session_and_director
    boards = {
        number: Client().get(f"/api/v1/sessions/{session.pk}/boards/{number}/").json()
        for number in (1, min(sealed_board_numbers(session)))
    }
    open_board, sealed_board = boards.values()
    assert open_board["scenario"] == {
        name: list(items) for name, items in scenario_of(session, 1).items()
    }
    assert (open_board["hands"], open_board["dealer"]) == (None, "N")
    assert (sealed_board["sealed"], sealed_board["scenario"]) == (True, None)


@pytest.mark.long
@pytest.mark.daily(1)
@pytest.mark.parametrize(
    "role",
    [
        "anybody",
        "director",
        *[
            pytest.param(role, marks=pytest.mark.thorough)
            for role in ("stranger", "scorer", "owner")
        ],
    ],
)
def test_scenario_of_an_unplayed_board_is_not_in_any_response(
    session_and_director: SessionAndDirector, derived_board_numbers: list[int], role: str
) -> None:
    """No response of any URL contains the scenario, and none is even drawn for a response."""
    session, _director = session_and_director
    responses = secret_free_responses(session, derived_board_numbers, role, board_samples(session))
    assert len(list(responses)) > 100


def test_etag_does_not_depend_on_a_sealed_scenario(
    session_and_director: SessionAndDirector,
) -> None:
    """Two sessions that differ only in their seed have the same response and etag."""
    session, _director = session_and_director
    number = min(sealed_board_numbers(session))
    event = session.stage.event
    url = reverse("traveller", args=[event.club.slug, event.slug, session.sitting, number])
    response_before = Client().get(url)
    session.seed.hex = "ab" * 32
    session.seed.save()
    response_after = Client().get(url)
    assert response_before.content == response_after.content
    assert response_before.headers.get("ETag") == response_after.headers.get("ETag")


def test_director_prints_a_scenario_slip_for_each_board_and_table(
    session_and_director: SessionAndDirector,
) -> None:
    session, director = session_and_director
    client = client_in_role("director", session)
    offered = client.get(desk_url(session, "hand_slips")).content.decode()
    assert "Scenario slips" in offered
    assert 'name="sheets"' not in offered
    page = client.post(desk_url(session, "hand_slips"), {"boards": "3"}).content.decode()
    assert page.count('<div class="slip">') == Play.objects.filter(board__number=3).count() == 2
    assert all(page.count(item) >= 2 for item in list_items(scenario_of(session, 3)))
    assert "South starts" in page
    assert "Broom Service" in page
    assert AuditEntry.objects.filter(verb=AuditAction.PRINT_SLIPS).count() == 1
    assert director


def test_game_with_scenarios_has_no_board_preparation(
    session_and_director: SessionAndDirector,
) -> None:
    session, director = session_and_director
    with pytest.raises(ValidationFailed) as refused:
        open_hands(session, None, 3, director)
    assert [problem.code for problem in refused.value.problems] == ["no_hands"]
    page = client_in_role("director", session).get(desk_url(session, "event_desk")).content.decode()
    assert reverse("board_preparation", args=[session.stage.event_id]) not in page


def test_printed_results_contain_open_scenarios(session_and_director: SessionAndDirector) -> None:
    session, _director = session_and_director
    page = (
        client_in_role("director", session).get(desk_url(session, "hand_records")).content.decode()
    )
    assert page.count('<section class="record">') == session.boards.count() - len(
        sealed_board_numbers(session)
    )
    assert all(item in page for item in list_items(scenario_of(session, 1)))


def test_deals_page_verifies_scenarios_once_the_session_is_over(
    session_and_director: SessionAndDirector, tmp_path: Path
) -> None:
    session, _director = session_and_director
    args = [session.stage.event.club.slug, session.stage.event.slug, session.sitting]
    page = Client().get(reverse("deals", args=args)).content.decode()
    assert session.commitment in page
    assert "Every scenario follows from a secret number" in page
    assert Client().get(reverse("deals_file", args=args)).status_code == 404
    session = finished_session(session_and_director)
    response = Client().get(reverse("deals_file", args=args))
    assert Client().get(reverse("deals_text", args=args)).status_code == 404
    assert (
        "Check every scenario in this browser"
        in Client().get(reverse("deals", args=args)).content.decode()
    )
    sheet = json.loads(response.content)
    assert verify_deal_sheet(sheet)["ok"]
    assert sheet["commitment"] == session.commitment
    sheet["boards"][2]["scenario"]["Map"].reverse()
    file = tmp_path / "deals.json"
    file.write_text(json.dumps(sheet), encoding="utf-8")
    with pytest.raises(SystemExit) as exited:
        call_command("verify", str(file))
    assert exited.value.code == 1


def test_deal_command_rejects_games_with_scenarios(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as exited:
        call_command(
            "deal",
            "--game",
            "score_sheet",
            "--seed",
            SEED,
            "--boards",
            "2",
            "--option",
            "scenario=A: a, b",
        )
    assert exited.value.code == 2
    assert "score_sheet has no cards" in capsys.readouterr().err


def test_verify_names_the_list_that_differs(
    session_and_director: SessionAndDirector, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    session = finished_session(session_and_director)
    args = [session.stage.event.club.slug, session.stage.event.slug, session.sitting]
    file = tmp_path / "deals.json"
    file.write_bytes(Client().get(reverse("deals_file", args=args)).content)
    call_command("verify", str(file))
    assert "board 1: right" in capsys.readouterr().out
    changed = json.loads(file.read_text(encoding="utf-8"))
    changed["boards"][0]["scenario"]["Hostile"] = ["something else"]
    file.write_text(json.dumps(changed), encoding="utf-8")
    with pytest.raises(SystemExit):
        call_command("verify", str(file))
    assert "board 1: differs in Hostile" in capsys.readouterr().out


def test_score_sheet_without_lists_is_not_dealt() -> None:
    session, _director = started_scenarios(scenario="")
    assert (session.commitment, session.salt) == ("", None)
    page = client_in_role("director", session).get(desk_url(session, "hand_slips")).content.decode()
    assert "This game has no cards to deal here" in page
