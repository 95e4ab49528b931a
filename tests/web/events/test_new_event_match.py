"""The form of a new event of matches: its scoring, its movements, and teams by name."""

import re

import pytest
from django.test import Client

from tournaments.models import Club, Event, Session

pytestmark = [pytest.mark.django_db, pytest.mark.once]

HIDDEN_FIELD = re.compile(r'name="(scored_as|paced)"[^>]*value="([^"]*)"')
SELECTED_OPTION = re.compile(r'<select name="(\w+)".*?<option value="([^"]*)" selected', re.DOTALL)


def updated_form(client: Client, **submitted: str) -> dict[str, str]:
    """Return the values of the form after it was updated with what was entered."""
    page = client.post("/desk/new/", submitted | {"show": "options"}).content.decode()
    hidden_values = {
        name: value
        for tag in re.findall("<input[^>]*>", page)
        for name, value in HIDDEN_FIELD.findall(tag)
    }
    return {**submitted, **hidden_values, **dict(SELECTED_OPTION.findall(page))}


def form_data(**submitted: str) -> dict[str, str]:
    return {
        "key": "requestkey",
        "club": str(Club.objects.get().pk),
        "name": "Campionat",
        "game": "match",
        "option_target": "101",
        "option_cap": "121",
        "option_games": "1",
        "option_winner": "all_points",
        "minutes": "300",
        "movement": "",
    } | submitted


def test_untouched_scoring_follows_the_game(director_client: Client) -> None:
    botifarra_form = updated_form(
        director_client, game="botifarra", club=str(Club.objects.get().pk)
    )
    assert botifarra_form["method"] == "min_max"
    match_form = updated_form(director_client, **(botifarra_form | {"game": "match"}))
    assert (match_form["method"], match_form["tiebreak_1"], match_form["tiebreak_2"]) == (
        "wins",
        "sum_x",
        "points",
    )
    team_form = updated_form(director_client, **(match_form | {"option_games": "6"}))
    assert (team_form["tiebreak_1"], team_form["method_option_win_wins"]) == ("points", "3")
    second_botifarra_form = updated_form(director_client, **(team_form | {"game": "botifarra"}))
    assert (second_botifarra_form["method"], second_botifarra_form.get("tiebreak_1", "")) == (
        "min_max",
        "",
    )


def test_chosen_scoring_stays_when_the_game_changes(director_client: Client) -> None:
    botifarra_form = updated_form(
        director_client, game="botifarra", club=str(Club.objects.get().pk)
    )
    match_form = updated_form(
        director_client, **(botifarra_form | {"method": "butler", "game": "match"})
    )
    assert match_form["method"] == "butler"


def test_swiss_of_matches_is_chosen_for_thirteen_pairs(director_client: Client) -> None:
    director_client.post("/desk/new/", form_data(count="13"))
    session = Session.objects.get()
    event = session.stage.event
    assert (event.method_key, event.tiebreaks, event.players_each) == (
        "wins",
        ["sum_x", "points"],
        2,
    )
    assert (session.stage.movement_key, session.boards_per_round, session.commitment) == (
        "swiss",
        1,
        "",
    )


def test_teams_need_no_players(director_client: Client) -> None:
    names = "Els de dalt i els de baix\nBar Nou\nPenya B\nLa Manilla"
    director_client.post(
        "/desk/new/",
        form_data(
            contestants=names, option_games="6", option_target="none", movement="league seats=pairs"
        ),
    )
    event = Event.objects.get()
    assert (event.players_each, event.method_options["win"]) == (4, "3")
    assert [contestant.name for contestant in event.contestants.all()] == names.splitlines()
    assert not any(contestant.partners.exists() for contestant in event.contestants.all())
    assert (event.stages.get().movement_key, Session.objects.get().rounds_planned) == ("league", 6)


def test_knock_out_with_a_method_that_compares_tables_is_refused(director_client: Client) -> None:
    submitted = form_data(count="8", movement="knock_out seats=pairs third=no")
    response = director_client.post(
        "/desk/new/", submitted | {"method": "min_max", "scored_as": "method=wins"}
    )
    assert response.status_code == 422
    assert "matches won" in response.content.decode()
    assert not Event.objects.exists()
