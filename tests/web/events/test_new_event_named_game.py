"""Games that are in no catalogue, under the names that clubs give them."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.scenes import evening
from tests.web.events.forms import new_event_form
from tests.web.signed_in import desk_url, signed_in
from tournaments.models import Event, Session

pytestmark = pytest.mark.django_db

NAMES = "\n".join(f"Anna {number}" for number in range(1, 9))


@pytest.fixture
def director(client: Client) -> Client:
    _club, actor = evening.club_with_director()
    return signed_in(client, actor)


def form_data(**changed: str) -> dict[str, str]:
    return (
        new_event_form(
            contestants=NAMES,
            rounds="2",
            boards_per_round="1",
            option_players="4",
            option_wins="high",
        )
        | changed
    )


def create_event(director: Client, **changed: str) -> Event:
    response = director.post("/desk/new/", form_data(**changed))
    assert response.status_code == 302, response.content.decode()
    return Event.objects.get()


@pytest.mark.parametrize("title", ["Broom Service", "Wie verhext!"])
def test_menu_offers_the_score_sheet_by_the_names_of_games(director: Client, title: str) -> None:
    page = director.get("/desk/new/").content.decode()
    assert f'<option value="score_sheet:{title}">{title}</option>' in page
    part = director.post("/desk/new/_game", form_data(game=f"score_sheet:{title}")).content.decode()
    assert 'name="option_title"' not in part
    event = create_event(director, game=f"score_sheet:{title}")
    assert (event.game_key, event.options["title"], event.game.club_title) == (
        "score_sheet",
        title,
        title,
    )


def test_any_other_game_can_be_named_in_the_form(director: Client) -> None:
    part = director.post("/desk/new/_game", form_data(game="score_sheet")).content.decode()
    assert 'name="option_title"' in part
    assert (
        create_event(director, game="score_sheet", option_title=" Catan ").options["title"]
        == "Catan"
    )


def test_wrong_name_of_a_game_is_reported_and_stays_as_typed(director: Client) -> None:
    long = "Catan" * 13
    response = director.post("/desk/new/", form_data(game="score_sheet", option_title=long))
    page = response.content.decode()
    assert (response.status_code, Event.objects.count()) == (422, 0)
    assert "Write 60 characters at most: these are 65." in page
    assert f'value="{long}"' in page
    page = director.post(
        "/desk/new/_game", form_data(game="score_sheet", option_title=long)
    ).content.decode()
    assert f'value="{long}"' in page


def test_entered_minutes_per_board_are_stored_and_used(director: Client) -> None:
    part = director.post(
        "/desk/new/_game", form_data(game="score_sheet:Broom Service")
    ).content.decode()
    assert re.search(r'name="minutes_per_board" value="30"', part)
    event = create_event(
        director,
        game="score_sheet:Broom Service",
        paced="30",
        minutes_per_board="75.0",
        minutes="240",
    )
    assert (event.options["minutes"], event.game.minutes_per_board) == ("75", 75)


def test_untouched_minutes_per_board_follow_the_club(director: Client) -> None:
    event = create_event(director, game="score_sheet", paced="30", minutes_per_board="30")
    assert event.options["minutes"] == ""


def test_pages_show_the_name_given_to_the_game(director: Client) -> None:
    event = create_event(director, game="score_sheet", option_title="Hive & <b>Co</b>")
    session = Session.objects.get()
    escaped_title = "Hive &amp; &lt;b&gt;Co&lt;/b&gt;"
    of_event = [event.club.slug, event.slug]
    for address in (
        reverse("standings", args=of_event),
        desk_url(session, "event_desk"),
        desk_url(session, "paper"),
    ):
        page = director.get(address).content.decode()
        assert f"{event.name} · {escaped_title}" in page, address
        assert "<b>Co" not in page
    page = director.get(reverse("standings", args=of_event)).content.decode()
    assert f'content="{event.name} · {event.club} · {escaped_title}' in page
