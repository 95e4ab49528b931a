"""New events of single players, and of games without cards."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.web.events.forms import new_event_form
from tests.web.signed_in import desk_url
from tournaments.models import AuditAction, AuditEntry, Session

pytestmark = pytest.mark.django_db

NAMES = [f"Anna {number}" for number in range(1, 13)]
SCORE_SHEET = {"game": "score_sheet", "option_players": "3", "option_wins": "low"}


def create_event(director_client: Client, **fields: str) -> Session:
    """Create an event of single players with the form, and return its session."""
    form = new_event_form(contestants="\n".join(NAMES), rounds="2", boards_per_round="1")
    response = director_client.post("/desk/new/", form | fields)
    assert response.status_code == 302, response.content.decode()
    return Session.objects.get()


def test_single_players_can_be_ranked_in_a_game_with_partners(director_client: Client) -> None:
    session = create_event(director_client, ranked="1")
    event = session.stage.event
    assert (event.game_key, event.players_each, event.contestants.count()) == ("botifarra", 1, 12)
    assert session.stage.movement_options == {"seats": "partners"}
    assert session.commitment


def test_choice_of_pairs_is_ignored_in_a_game_without_partners(director_client: Client) -> None:
    session = create_event(director_client, **SCORE_SHEET, ranked="2")
    event = session.stage.event
    assert (event.game_key, event.options["wins"], event.players_each) == ("score_sheet", "low", 1)
    assert session.stage.movement_key == "triples"


@pytest.mark.thorough
def test_pages_of_an_event_of_single_players_name_players(director_client: Client) -> None:
    session = create_event(director_client, **SCORE_SHEET)
    page = director_client.get(desk_url(session, "event_contestants")).content.decode()
    for text in (
        "<h1>Players",
        "12 players",
        "one player on each line",
        "Fee of a player",
        "Change<span",
    ):
        assert text in page
    assert "pair" not in re.sub("<[^>]*>", " ", page).lower()
    assert "12 players" in director_client.get("/desk/").content.decode()
    assert ">Players</a>" in director_client.get(desk_url(session)).content.decode()
    assert (
        "12 players" in director_client.get(f"/{session.stage.event.club.slug}/").content.decode()
    )


def test_single_players_can_be_added_replaced_and_withdrawn(director_client: Client) -> None:
    session = create_event(director_client, **SCORE_SHEET)
    contestants = session.stage.event.contestants
    first_contestant = contestants.get(number=1)
    page = director_client.post(
        desk_url(session, "event_contestants"), {"contestants": "Nova\nNou"}, follow=True
    )
    assert "14 players" in page.content.decode()
    director_client.post(
        desk_url(session, "contestant_replace", first_contestant.pk), {"name": "Emma Puig i Roca"}
    )
    assert contestants.get(number=1).name == "Emma Puig i Roca"
    director_client.post(desk_url(session, "contestant_withdraw", first_contestant.pk))
    assert contestants.get(number=1).name == "Nou", "the last contestant gets the free number"
    refused_response = director_client.post(
        desk_url(session, "contestant_replace", contestants.get(number=2).pk), {"name": "A\nB"}
    )
    assert "Write one player." in refused_response.content.decode()


def test_names_of_single_players_are_completed(director_client: Client) -> None:
    session = create_event(director_client, **SCORE_SHEET)
    club = str(session.stage.event.club_id)
    for game in ({"game": "score_sheet"}, {"game": "botifarra", "ranked": "1"}):
        typed = {"club": club, "contestants": "Nova\nann"} | game
        fragment = director_client.post("/desk/new/_suggestions", typed).content.decode()
        assert 'data-line="Anna 1"' in fragment


def test_game_without_cards_is_prepared_without_asking_for_a_salt(director_client: Client) -> None:
    session = create_event(director_client, **SCORE_SHEET)
    page = director_client.get(desk_url(session)).content.decode()
    assert "Fix the boards" in page
    assert 'name="salt"' not in page
    page = director_client.post(desk_url(session, "session_deal"), follow=True).content.decode()
    assert "The boards are fixed for 4 tables." in page
    assert desk_url(session, "hand_slips") not in page
    for page_name in ("hand_slips", "hand_records"):
        assert (
            "so there are no hands to print"
            in director_client.get(desk_url(session, page_name)).content.decode()
        )
    director_client.post(desk_url(session, "hand_slips"), {"boards": ""})
    assert not AuditEntry.objects.filter(verb=AuditAction.PRINT_SLIPS).exists()


def test_pages_of_a_game_without_cards_never_mention_hands(director_client: Client) -> None:
    session = create_event(director_client, **SCORE_SHEET)
    director_client.post(desk_url(session, "session_deal"))
    director_client.post(desk_url(session, "session_start"))
    page = director_client.get(desk_url(session)).content.decode()
    assert "every hand" not in page
    page = director_client.get(desk_url(session, "session_finish")).content.decode()
    assert "no more boards can be played today" in page
    assert "hands" not in page
    page = director_client.post(
        desk_url(session, "session_finish"), {"sure": "yes"}, follow=True
    ).content.decode()
    assert "The evening is finished." in page
    assert "secret number" not in page
    event = session.stage.event
    page = director_client.get(
        reverse("deals", args=[event.club.slug, event.slug, session.number])
    ).content.decode()
    assert "This game has no cards to deal here." in page
