"""Events of games that are not in the catalogue and have a name given by the club."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.web.events.forms import new_event_form
from tests.web.signed_in import desk_url
from tournaments.models import Event, Session

pytestmark = pytest.mark.django_db

NAMES = "\n".join(f"Anna {number}" for number in range(1, 9))


def form_data(**fields: str) -> dict[str, str]:
    return (
        new_event_form(
            contestants=NAMES,
            rounds="2",
            boards_per_round="1",
            option_players="4",
            option_wins="high",
        )
        | fields
    )


def create_event(director_client: Client, **fields: str) -> Event:
    response = director_client.post("/desk/new/", form_data(**fields))
    assert response.status_code == 302, response.content.decode()
    return Event.objects.get()


@pytest.mark.parametrize("title", ["Broom Service", "Wie verhext!"])
def test_menu_lists_named_games_that_use_the_score_sheet(
    director_client: Client, title: str
) -> None:
    page = director_client.get("/desk/new/").content.decode()
    assert f'<option value="score_sheet:{title}">{title}</option>' in page
    fragment = director_client.post(
        "/desk/new/_game", form_data(game=f"score_sheet:{title}")
    ).content.decode()
    assert 'name="option_title"' not in fragment
    event = create_event(director_client, game=f"score_sheet:{title}")
    assert (event.game_key, event.options["title"], event.game.club_title) == (
        "score_sheet",
        title,
        title,
    )


def test_any_other_game_can_be_named_in_the_form(director_client: Client) -> None:
    fragment = director_client.post(
        "/desk/new/_game", form_data(game="score_sheet")
    ).content.decode()
    assert 'name="option_title"' in fragment
    assert (
        create_event(director_client, game="score_sheet", option_title=" Catan ").options["title"]
        == "Catan"
    )


def test_wrong_name_of_a_game_is_reported_and_stays_as_typed(director_client: Client) -> None:
    too_long_title = "Catan" * 13
    response = director_client.post(
        "/desk/new/", form_data(game="score_sheet", option_title=too_long_title)
    )
    page = response.content.decode()
    assert (response.status_code, Event.objects.count()) == (422, 0)
    assert "Write 60 characters at most: these are 65." in page
    assert f'value="{too_long_title}"' in page
    page = director_client.post(
        "/desk/new/_game", form_data(game="score_sheet", option_title=too_long_title)
    ).content.decode()
    assert f'value="{too_long_title}"' in page


def test_entered_minutes_per_board_are_stored_and_used(director_client: Client) -> None:
    fragment = director_client.post(
        "/desk/new/_game", form_data(game="score_sheet:Broom Service")
    ).content.decode()
    assert re.search(r'name="minutes_per_board" value="30"', fragment)
    event = create_event(
        director_client,
        game="score_sheet:Broom Service",
        paced="30",
        minutes_per_board="75.0",
        minutes="240",
    )
    assert (event.options["minutes"], event.game.minutes_per_board) == ("75", 75)


def test_untouched_minutes_per_board_follow_the_club(director_client: Client) -> None:
    event = create_event(director_client, game="score_sheet", paced="30", minutes_per_board="30")
    assert event.options["minutes"] == ""


def test_pages_show_the_name_given_to_the_game(director_client: Client) -> None:
    event = create_event(director_client, game="score_sheet", option_title="Hive & <b>Co</b>")
    session = Session.objects.get()
    escaped_title = "Hive &amp; &lt;b&gt;Co&lt;/b&gt;"
    event_slugs = [event.club.slug, event.slug]
    for url in (
        reverse("standings", args=event_slugs),
        desk_url(session, "event_desk"),
        desk_url(session, "paper"),
    ):
        page = director_client.get(url).content.decode()
        assert f"{event.name} · {escaped_title}" in page, url
        assert "<b>Co" not in page
    page = director_client.get(reverse("standings", args=event_slugs)).content.decode()
    assert f'content="{event.name} · {event.club} · {escaped_title}' in page
