"""The form of a new event of matches: its own scoring, its own movements, teams by name."""

import re

import pytest
from django.test import Client

from tests.scenes import evening
from tests.web.signed_in import signed_in
from tournaments.models import Club, Event, Session

pytestmark = [pytest.mark.django_db, pytest.mark.once]

HIDDEN = re.compile(r'name="(scored_as|paced)"[^>]*value="([^"]*)"')
CHOSEN = re.compile(r'<select name="(\w+)".*?<option value="([^"]*)" selected', re.DOTALL)


@pytest.fixture
def director(client: Client) -> Client:
    _club, actor = evening.club_with_director()
    return signed_in(client, actor)


def shown(client: Client, **said: str) -> dict[str, str]:
    """What the form holds after it was asked to show the movements for what was said."""
    page = client.post("/desk/new/", said | {"show": "options"}).content.decode()
    hidden = {
        name: value
        for tag in re.findall("<input[^>]*>", page)
        for name, value in HIDDEN.findall(tag)
    }
    return {**said, **hidden, **dict(CHOSEN.findall(page))}


def asked(**said: str) -> dict[str, str]:
    return {
        "key": "k",
        "club": str(Club.objects.get().pk),
        "name": "Campionat",
        "game": "match",
        "option_target": "101",
        "option_cap": "121",
        "option_games": "1",
        "option_winner": "all_points",
        "minutes": "300",
        "movement": "",
    } | said


def test_scoring_follows_the_game_while_it_is_left_alone(director: Client) -> None:
    first = shown(director, game="botifarra", club=str(Club.objects.get().pk))
    assert first["method"] == "min_max"
    matches = shown(director, **(first | {"game": "match"}))
    assert (matches["method"], matches["tiebreak_1"], matches["tiebreak_2"]) == (
        "wins",
        "sum_x",
        "points",
    )
    teams = shown(director, **(matches | {"option_games": "6"}))
    assert (teams["tiebreak_1"], teams["method_option_win_wins"]) == ("points", "3")
    back = shown(director, **(teams | {"game": "botifarra"}))
    assert (back["method"], back.get("tiebreak_1", "")) == ("min_max", "")


def test_scoring_that_was_chosen_stays_when_the_game_changes(director: Client) -> None:
    first = shown(director, game="botifarra", club=str(Club.objects.get().pk))
    other = shown(director, **(first | {"method": "butler", "game": "match"}))
    assert other["method"] == "butler"


def test_pairs_and_minutes_make_a_swiss_of_matches(director: Client) -> None:
    director.post("/desk/new/", asked(count="13"))
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


def test_teams_are_known_by_their_names_alone(director: Client) -> None:
    names = "Els de dalt i els de baix\nBar Nou\nPenya B\nLa Manilla"
    director.post(
        "/desk/new/",
        asked(
            contestants=names, option_games="6", option_target="none", movement="league seats=pairs"
        ),
    )
    event = Event.objects.get()
    assert (event.players_each, event.method_options["win"]) == (4, "3")
    assert [each.name for each in event.contestants.all()] == names.splitlines()
    assert not any(each.partners.exists() for each in event.contestants.all())
    assert (event.stages.get().movement_key, Session.objects.get().rounds_planned) == ("league", 6)


def test_a_knock_out_by_a_method_that_compares_tables_is_refused(director: Client) -> None:
    first = asked(count="8", movement="knock_out seats=pairs third=no")
    answer = director.post("/desk/new/", first | {"method": "min_max", "scored_as": "method=wins"})
    assert answer.status_code == 422
    assert "matches won" in answer.content.decode()
    assert not Event.objects.exists()
