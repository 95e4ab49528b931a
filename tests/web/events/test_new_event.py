"""The form that creates an event."""

import re

import pytest
from django.test import Client

from games.catalogue import GAMES
from games.game import MIN_TEAM_SIZE, Game
from games.options import MINUTES
from scoring.catalogue import METHODS
from tests.web.events.forms import new_event_form
from tests.web.signed_in import desk_url
from tournaments.actions.clubs.club import create_club
from tournaments.models import Event, Session
from tournaments.permissions.actor import SYSTEM

pytestmark = [pytest.mark.django_db, pytest.mark.once]


def test_form_creates_event_contestants_and_session(director_client: Client) -> None:
    response = director_client.post("/desk/new/", new_event_form(8, name="Nit de Reis"))
    session = Session.objects.get()
    event = session.stage.event
    assert response.headers["Location"] == desk_url(session)
    assert (event.name, event.options["edition"], event.contestants.count()) == (
        "Nit de Reis",
        "western",
        8,
    )
    assert (session.stage.movement_key, session.rounds_planned) == ("howell", 7)
    assert session.commitment


@pytest.mark.daily(3)
@pytest.mark.parametrize("club", ["9" * 5000, "9" * 30, "１", "-1", "x"])
@pytest.mark.parametrize("url", ["/desk/new/", "/desk/new/_game", "/desk/new/_proposals"])
def test_any_club_number_is_handled_without_a_server_error(
    director_client: Client, url: str, club: str
) -> None:
    assert director_client.post(url, new_event_form(club=club)).status_code in {200, 302, 422}


def test_double_click_creates_one_event(director_client: Client) -> None:
    first_response, second_response = (
        director_client.post("/desk/new/", new_event_form()) for _click in range(2)
    )
    assert first_response.headers["Location"] == second_response.headers["Location"]
    assert Event.objects.count() == 1


def test_same_key_with_another_form_is_a_conflict(director_client: Client) -> None:
    director_client.post("/desk/new/", new_event_form())
    assert director_client.post("/desk/new/", new_event_form(name="Another")).status_code == 409
    assert Event.objects.count() == 1


def test_wrong_form_reports_every_problem_and_keeps_what_was_typed(director_client: Client) -> None:
    response = director_client.post(
        "/desk/new/", new_event_form(name=" ", contestants="Anna\nPep - Anna", rounds="0")
    )
    page = response.content.decode()
    assert response.status_code == 422
    for message in (
        "Give the event a name.",
        "Line 1: Anna has no partner yet",
        "Line 2: Anna",
        "from 1 to 200",
    ):
        assert message in page
    assert "Pep - Anna" in page
    assert not Event.objects.exists()


@pytest.mark.parametrize(("ranked", "contestants"), [("2", "pairs"), ("1", "players")])
def test_form_without_contestants_asks_for_their_number_or_names(
    director_client: Client, ranked: str, contestants: str
) -> None:
    form_data = new_event_form(contestants="", count="", ranked=ranked)
    page = director_client.post("/desk/new/", form_data).content.decode()
    assert f"Write how many {contestants} play, or their names" in page


def test_unsuitable_movement_stores_nothing(director_client: Client) -> None:
    response = director_client.post("/desk/new/", new_event_form(8, rounds="40"))
    assert response.status_code == 422
    assert "Howell for 8 has 7 rounds" in response.content.decode()
    assert not Event.objects.exists()


def test_too_many_pairs_are_refused(director_client: Client) -> None:
    response = director_client.post("/desk/new/", new_event_form(500))
    assert response.status_code == 422
    assert "No movement takes 500 pairs" in response.content.decode()


def test_chosen_movement_is_used(director_client: Client) -> None:
    director_client.post("/desk/new/", new_event_form(movement="barometer rotation=round_robin"))
    stage = Session.objects.get().stage
    assert (stage.movement_key, stage.movement_options) == (
        "barometer",
        {"rotation": "round_robin"},
    )


@pytest.mark.parametrize(("submitted", "minutes"), [("45", 45), ("0", 0), ("", None)])
def test_objection_time_is_set_with_the_event(
    director_client: Client, submitted: str, minutes: int | None
) -> None:
    assert (
        'name="objection_minutes" value="30"' in director_client.get("/desk/new/").content.decode()
    )
    director_client.post("/desk/new/", new_event_form(objection_minutes=submitted))
    assert Event.objects.get().objection_minutes == minutes


def test_form_without_objection_time_uses_the_default(director_client: Client) -> None:
    """The page may have been opened before the form had the field."""
    director_client.post("/desk/new/", new_event_form())
    assert Event.objects.get().objection_minutes == 30


@pytest.mark.parametrize("minutes", ["soon", "-1", "10081", "9" * 5000])
def test_wrong_objection_time_is_refused_at_its_field(
    director_client: Client, minutes: str
) -> None:
    response = director_client.post("/desk/new/", new_event_form(objection_minutes=minutes))
    page = response.content.decode()
    assert response.status_code == 422
    assert re.search(r"<details open>\s*<summary>Reporting a wrong result</summary>", page)
    assert "Write a number of minutes" in page
    assert not Event.objects.exists()


def test_untouched_form_uses_default_scoring(director_client: Client) -> None:
    page = director_client.get("/desk/new/").content.decode()
    assert '<option value="min_max" selected>' in page
    assert "<details open>" not in page
    director_client.post("/desk/new/", new_event_form())
    event = Event.objects.get()
    usual = {
        "equal": "3/2",
        "flagged": "out",
        "small_groups": "neuberg",
        "unplayed": "nothing",
        "unranked_below": "1/2",
    }
    assert (event.method_key, event.method_options, event.tiebreaks) == ("min_max", usual, [])


def test_pairs_and_players_are_offered_no_method_for_teams(director_client: Client) -> None:
    page = director_client.get("/desk/new/").content.decode()
    offered = page.partition('<select name="method"')[2].partition("</select>")[0]
    assert re.findall(r'value="(\w+)"', offered) == [method.key for method in METHODS]
    assert "method_option_deviation" not in page


def test_form_shows_only_options_of_the_chosen_method(director_client: Client) -> None:
    field_names = {
        method: set(
            re.findall('name="method_option_(\\w+)"', form_page(director_client, method=method))
        )
        for method in ("min_max", "matchpoints", "dice")
    }
    assert field_names["matchpoints"] == {
        "win",
        "flagged",
        "small_groups",
        "unplayed",
        "unranked_below",
    }
    assert (
        field_names["min_max"]
        == field_names["dice"]
        == field_names["matchpoints"] - {"win"} | {"equal"}
    )


def form_page(director_client: Client, **fields: str) -> str:
    """Return the form's page for what was entered so far."""
    response = director_client.post("/desk/new/", new_event_form(**fields) | {"show": "options"})
    assert response.status_code == 200
    return response.content.decode()


def test_scoring_follows_the_game_if_only_one_method_is_shown(director_client: Client) -> None:
    page = form_page(director_client)
    shown_scoring = re.search('name="scored_as" value="([^"]*)"', page)
    assert shown_scoring
    match_page = form_page(director_client, game="match", scored_as=shown_scoring[1])
    assert 'value="wins" selected' in match_page


def test_method_that_the_game_does_not_have_is_replaced_by_the_default(
    director_client: Client,
) -> None:
    """The tie-breaks are replaced as well, by the default ones of the game."""
    sheet = {"option_players": "4", "option_wins": "high"}
    sheet_page = form_page(director_client, game="score_sheet", method="placement", **sheet)
    shown_scoring = re.search('name="scored_as" value="([^"]*)"', sheet_page)
    assert shown_scoring
    assert 'value="placement" selected' in sheet_page
    match_page = form_page(
        director_client, game="match", method="placement", scored_as=shown_scoring[1]
    )
    chosen = re.findall('value="(\\w+)" selected', match_page.partition('id="of-scoring"')[2])
    assert chosen[0] == "wins"
    assert {"sum_x", "points"} <= set(chosen)


def test_method_its_options_and_the_order_of_tiebreaks_are_chosen(director_client: Client) -> None:
    scoring = {"method": "matchpoints", "method_option_win": "1", "method_option_equal": "2"}
    scoring |= {"method_option_small_groups": "65/55", "method_option_unplayed": "own_mean"}
    director_client.post(
        "/desk/new/", new_event_form(**scoring, tiebreak_1="sum_x", tiebreak_3="tops")
    )
    event = Event.objects.get()
    options = {
        "win": "1",
        "flagged": "out",
        "small_groups": "65/55",
        "unplayed": "own_mean",
        "unranked_below": "1/2",
    }
    assert (event.method_key, event.method_options, event.tiebreaks) == (
        "matchpoints",
        options,
        ["sum_x", "tops"],
    )


def test_tiebreak_cannot_be_chosen_twice(director_client: Client) -> None:
    response = director_client.post(
        "/desk/new/", new_event_form(tiebreak_1="tops", tiebreak_2="tops")
    )
    page = response.content.decode()
    assert response.status_code == 422
    assert page.count("This tie-break is chosen twice") == 2  # above the form, and at its field
    assert "<details open>" in page
    assert not Event.objects.exists()


@pytest.mark.parametrize(
    "wrong",
    [
        {"method": "dice"},
        {"method_option_flagged": "sometimes"},
        {"tiebreak_1": "dice"},
        {"option_edition": "northern"},
        {"club": "999"},
        {"club": "x"},
        {"boards_per_round": "many"},
        {"boards_per_round": "65"},
        {"key": ""},
        {"name": "x" * 121},
    ],
)
def test_forged_or_mistyped_field_is_refused(
    director_client: Client, wrong: dict[str, str]
) -> None:
    assert director_client.post("/desk/new/", new_event_form(**wrong)).status_code == 422
    assert not Event.objects.exists()


def test_another_club_cannot_be_chosen(director_client: Client) -> None:
    form = new_event_form()
    other_club = create_club("Another", SYSTEM)
    assert (
        director_client.post("/desk/new/", form | {"club": str(other_club.pk)}).status_code == 422
    )


MITCHELL_FOR_NINE = "mitchell even=share switch=none"


def test_movements_are_updated_while_the_list_is_pasted(director_client: Client) -> None:
    form = new_event_form(9, name="", movement=MITCHELL_FOR_NINE)
    fragment = director_client.post("/desk/new/_proposals", form).content.decode()
    assert "Movement for 9 pairs" in fragment
    assert f'value="{MITCHELL_FOR_NINE}" checked' in fragment


def test_button_shows_movements_without_scripts(director_client: Client) -> None:
    form = new_event_form(9, name="", movement=MITCHELL_FOR_NINE)
    response = director_client.post("/desk/new/", form | {"show": "movements"})
    page = response.content.decode()
    assert response.status_code == 200
    assert f'value="{MITCHELL_FOR_NINE}" checked' in page
    assert "Give the event a name." not in page, "nothing is validated yet"


def chosen_and_proposed(fragment: str) -> tuple[str, str]:
    """Return the movement that is chosen in a list of proposals, and the one that is proposed."""
    chosen = re.search(r'name="movement" value="([^"]+)" checked', fragment)
    proposed = re.search(r'name="proposed" value="([^"]+)"', fragment)
    assert chosen
    assert proposed
    return chosen[1], proposed[1]


def test_default_choice_follows_the_proposals_and_a_chosen_one_stays(
    director_client: Client,
) -> None:
    typed = new_event_form(movement="", count="6", contestants="")
    chosen_movement, proposed = chosen_and_proposed(
        director_client.post("/desk/new/_proposals", typed).content.decode()
    )
    assert chosen_movement == proposed == "howell"
    shorter = typed | {"rounds": "3", "boards_per_round": "2", "proposed": proposed}
    page = director_client.post("/desk/new/_proposals", shorter | {"movement": "howell"})
    chosen_for_less_time, proposed_for_less_time = chosen_and_proposed(page.content.decode())
    assert chosen_for_less_time == proposed_for_less_time != "howell"
    own_choice = director_client.post(
        "/desk/new/_proposals", shorter | {"movement": "barometer rotation=round_robin"}
    )
    assert chosen_and_proposed(own_choice.content.decode())[0] == "barometer rotation=round_robin"


@pytest.mark.parametrize(
    ("count", "before", "numbers", "sentence"),
    [
        (
            "6",
            "howell",
            {"boards_per_round": "2"},
            "Now proposed: Barometer (3 copies of each board). "
            "With Howell, tables would wait for boards that they share.",
        ),
        (
            "6",
            "barometer rotation=round_robin",
            {"boards_per_round": "3"},
            "Now proposed: Howell (1 copy of each board). "
            "Barometer would need more copies of each board.",
        ),
        (
            "8",
            "howell",
            {"boards_per_round": "3", "minutes": "120", "minutes_per_board": "7"},
            "Now proposed: Barometer (4 copies of each board). It is fairer than Howell.",
        ),
        (
            "6",
            "knock_out",
            {"boards_per_round": "2"},
            "Now proposed: Barometer (3 copies of each board). "
            "The movement proposed before does not fit any more.",
        ),
    ],
)
def test_sheet_says_which_movement_is_proposed_now_and_why(
    director_client: Client, count: str, before: str, numbers: dict[str, str], sentence: str
) -> None:
    shown = {"movement": before, "proposed": before, "proposed_for": count}
    typed = new_event_form(count=count, contestants="") | shown | numbers
    page = re.sub(r"\s+", " ", director_client.post("/desk/new/_proposals", typed).content.decode())
    assert sentence in page


@pytest.mark.parametrize(
    "shown",
    [
        {"movement": "howell", "proposed": "howell", "proposed_for": "8"},
        {"movement": "howell", "proposed": "mitchell", "proposed_for": "6"},
        {},
    ],
    ids=["proposed for another number of pairs", "chosen by the director", "first page"],
)
def test_sheet_says_nothing_if_no_other_movement_is_proposed(
    director_client: Client, shown: dict[str, str]
) -> None:
    typed = new_event_form(count="6", contestants="", boards_per_round="2") | shown
    page = director_client.post("/desk/new/_proposals", typed).content.decode()
    assert "Now proposed" not in page


def test_form_is_not_found_by_users_who_may_not_create_events(
    client: Client, django_user_model: type
) -> None:
    client.force_login(django_user_model.objects.create_user("nobody"))
    assert "Ask the owner of your club" in client.get("/desk/").content.decode()
    assert client.get("/desk/new/").status_code == 404
    for url in ("/desk/new/", "/desk/new/_game", "/desk/new/_proposals"):
        assert client.post(url, {"name": "X", "count": "8"}).status_code == 404


def other_game_form(game: str, names: list[str], /, **fields: str) -> dict[str, str]:
    """Return what the form sends for another game with these options."""
    form = {
        name: value for name, value in new_event_form().items() if not name.startswith("option_")
    }
    return {**form, "game": game, "contestants": "\n".join(names)} | fields


SHEET = {"option_players": "3", "option_wins": "high"}


def test_every_game_is_offered_by_name_and_botifarra_first(director_client: Client) -> None:
    page = director_client.get("/desk/new/").content.decode()
    offered = re.findall(r'<option value="(\w+)"( selected)?>', page.partition('id="id_game"')[2])
    assert [key for key, _selected in offered[: len(GAMES)]] == [game.key for game in GAMES]
    assert offered[0] == ("botifarra", " selected")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_changing_the_game_shows_its_options_and_keeps_what_was_typed(
    director_client: Client, game: type[Game]
) -> None:
    typed = new_event_form(
        name="Nit", contestants="Anna\nBerta", game=game.key, boards_per_round="2"
    )
    page = director_client.post("/desk/new/_game", typed).content.decode()
    shown_options = dict.fromkeys(re.findall(r'name="option_(\w+)"', page))
    # The form of every game has another field for the minutes.
    expected_options = {option.key for option in game.own_options} - {MINUTES}
    assert set(shown_options) == expected_options
    assert 'value="Nit"' in page
    assert "Anna\nBerta</textarea>" in page
    assert ('name="ranked"' in page) == (len(game().contestant_sizes) > 1)
    assert not Event.objects.exists()


def test_button_without_scripts_shows_the_options_and_creates_nothing(
    director_client: Client,
) -> None:
    typed = other_game_form("score_sheet", ["Anna"], name="Nit")
    response = director_client.post("/desk/new/", typed | {"show": "options"})
    page = response.content.decode()
    assert response.status_code == 200
    assert 'name="option_wins"' in page
    assert 'value="score_sheet" selected' in page
    assert 'value="Nit"' in page
    assert not Event.objects.exists()


def test_required_options_that_were_not_sent_are_reported(director_client: Client) -> None:
    response = director_client.post("/desk/new/", new_event_form(game="score_sheet"))
    assert response.status_code == 422
    assert "Choose one: the game needs it." in response.content.decode()
    assert not Event.objects.exists()


def test_option_with_a_value_that_the_new_game_does_not_have_gets_its_default(
    director_client: Client,
) -> None:
    page = director_client.post(
        "/desk/new/_game", {"game": "score_sheet", "option_players": "9"}
    ).content.decode()
    assert re.search(r'value="4"[^>]*checked', page)


def test_form_names_pairs_or_players(director_client: Client) -> None:
    pairs = director_client.post("/desk/new/_game", new_event_form(9)).content.decode()
    assert "Pairs, one on each line" in pairs
    assert "Movement for 9 pairs" in pairs
    players = director_client.post(
        "/desk/new/_game", new_event_form(9, ranked="1")
    ).content.decode()
    assert "Players, one on each line" in players
    assert "Movement for 9 players" in players
    fragment = director_client.post(
        "/desk/new/_game", other_game_form("score_sheet", ["Anna"], **SHEET)
    ).content.decode()
    assert "Enter at least 6 players" in fragment


def test_list_of_players_has_one_name_on_each_line(director_client: Client) -> None:
    page = director_client.post("/desk/new/", new_event_form(8, ranked="1")).content.decode()
    assert page.count("needs one name: write each player on a line of their own") >= 8
    assert not Event.objects.exists()


def names(players_each: int) -> list[str]:
    """Return a list of twelve contestants, one a line."""
    return [
        " - ".join(f"{name} {number}" for name in ("Anna", "Berta")[:players_each])
        for number in range(12)
    ]


EVERY_EVENT = [
    (game, size) for game in GAMES for size in game().contestant_sizes if size < MIN_TEAM_SIZE
]


@pytest.mark.daily(7)
@pytest.mark.parametrize(("game", "size"), EVERY_EVENT, ids=lambda item: getattr(item, "key", item))
def test_event_of_every_game_can_be_created_and_dealt(
    director_client: Client, game: type[Game], size: int
) -> None:
    options = {f"option_{key}": value for key, value in game().options.items()}
    form = other_game_form(
        game.key, names(size), ranked=str(size), boards_per_round="1", rounds="2"
    )
    assert director_client.post("/desk/new/", form | options).status_code == 302
    session = Session.objects.get()
    assert (session.stage.event.game_key, session.stage.event.players_each) == (game.key, size)
    director_client.post(desk_url(session, "session_deal"), {"salt": "sort"})
    session.refresh_from_db()
    assert session.state == "dealt"
    assert bool(session.commitment) == game().has_play
    seats = (
        session.sections.get()
        .rounds.get(number=1)
        .seatings.first()
        .places.values_list("seat", flat=True)
    )
    assert sorted(seats) == sorted(game().seats)


def test_placement_is_offered_for_games_without_partners(director_client: Client) -> None:
    page = director_client.post(
        "/desk/new/_game", new_event_form(game="score_sheet")
    ).content.decode()
    offered = page.partition('<select name="method"')[2].partition("</select>")[0]
    assert re.findall(r'value="(\w+)"', offered)[-1] == "placement"


def test_form_starts_with_game_rules_and_place_of_the_last_event(director_client: Client) -> None:
    first_form = director_client.get("/desk/new/").content.decode()
    assert "Repeat this evening" not in first_form
    director_client.post(
        "/desk/new/",
        new_event_form(
            8, game="botifarra", option_edition="western", ranked="1", place="Bar La Violeta"
        )
        | {"contestants": "", "count": "8"},
    )
    event = Event.objects.get()
    page = director_client.get("/desk/new/").content.decode()
    assert f'href="/desk/{event.pk}/copy/"' in page
    assert 'name="place" value="Bar La Violeta"' in page
    for name, value in (("option_edition", "western"), ("ranked", "1")):
        assert re.search(f'name="{name}" value="{value}"[^>]* checked', page)


def test_form_does_not_start_with_a_demo_event(director_client: Client) -> None:
    director_client.post("/desk/new/", new_event_form(place="Casino"))
    Event.objects.update(demo=True)
    page = director_client.get("/desk/new/").content.decode()
    assert "Casino" not in page
    assert "Repeat this evening" not in page
