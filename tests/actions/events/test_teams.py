"""Teams that meet at two tables need their own methods and movements, and name their players."""

from dataclasses import replace

import pytest

from games.game import MIN_TEAM_SIZE
from games.problems import ValidationFailed
from scoring.catalogue import METHODS
from tests.scenes.evening import club_with_director
from tests.scenes.teams import PLAN, created_teams, team_texts
from tournaments.actions.contestants.registration import (
    add_contestants,
    name_contestant,
    replace_contestant,
    withdraw_contestant,
)
from tournaments.actions.events.copy import EventCopy, copy_event
from tournaments.actions.events.create import EventPlan, create_event
from tournaments.actions.events.edit import edit_event
from tournaments.actions.people.players import rename_player
from tournaments.actions.rounds.division import Division, SectionPlan, divide_session
from tournaments.models import ContestantPlayer, Event, Player, SeatHolder
from tournaments.permissions.actor import SYSTEM
from tournaments.queries.people.players import suggested_lines

pytestmark = pytest.mark.django_db


def problem_codes_for_plan(plan: EventPlan) -> list[str]:
    with pytest.raises(ValidationFailed) as refused:
        created_teams(4, plan)
    assert not Event.objects.exists()
    return [problem.code for problem in refused.value.problems]


@pytest.mark.parametrize(
    ("game", "options", "method", "deviation"),
    [
        ("botifarra", {}, "victory_points", "39"),
        ("botifarra", {"scoring": "ordinary"}, "board_a_match", None),
        ("tantony", {}, "victory_points", "110"),
    ],
)
def test_teams_get_the_default_method_of_their_game(
    game: str, options: dict[str, str], method: str, deviation: str | None
) -> None:
    club, director = club_with_director()
    plan = EventPlan("Equips", game, options, players_each=MIN_TEAM_SIZE, movement_key="swiss")
    event = create_event(club, plan, team_texts(4), director).event
    assert (event.method_key, event.method_options.get("deviation")) == (method, deviation)
    assert event.tiebreaks == []


def test_victory_points_are_refused_without_a_deviation() -> None:
    plan = replace(PLAN, options={"scoring": "ordinary"}, method_key="victory_points")
    assert problem_codes_for_plan(plan) == ["deviation_missing"]


@pytest.mark.parametrize("method", METHODS, ids=lambda method: method.key)
def test_methods_for_pairs_are_refused_for_teams(method: type) -> None:
    assert problem_codes_for_plan(replace(PLAN, method_key=method.key)) == ["method_for_teams"]


@pytest.mark.parametrize(
    ("movement", "code"),
    [
        ("mitchell", "too_many_rounds"),
        ("howell", "not_for_teams"),
        ("barometer", "not_for_teams"),
        ("league", "not_for_teams"),
    ],
)
def test_movements_for_pairs_are_refused_for_teams(movement: str, code: str) -> None:
    assert problem_codes_for_plan(replace(PLAN, movement_key=movement)) == [code]


def test_every_problem_with_the_scoring_of_teams_is_reported() -> None:
    plan = replace(PLAN, method_key="butler", halves=3)
    assert problem_codes_for_plan(plan) == ["method_for_teams", "wrong_halves"]
    assert problem_codes_for_plan(replace(PLAN, tiebreaks=("sum_x", "tops"))) == [
        "tiebreak_not_for_teams"
    ]
    plan_for_pairs = EventPlan("Parelles", movement_key="howell", halves=2)
    assert problem_codes_for_plan(plan_for_pairs) == ["wrong_halves"]


def test_editing_tiebreaks_of_teams_refuses_those_for_pairs() -> None:
    session, director = created_teams()
    event = session.stage.event
    with pytest.raises(ValidationFailed) as refused:
        edit_event(event.pk, {"tiebreaks": ["tops"]}, director)
    assert [problem.code for problem in refused.value.problems] == ["tiebreak_not_for_teams"]
    edit_event(event.pk, {"tiebreaks": ["head_to_head"]}, director)


def test_match_of_a_team_knock_out_has_several_boards() -> None:
    session, _director = created_teams(
        4, replace(PLAN, movement_key="knock_out", halves=2), round_count=2, boards_per_half=3
    )
    assert (session.rounds_planned, session.boards_per_round, session.stage.halves) == (4, 3, 2)


def test_players_of_a_team_keep_their_order() -> None:
    session, _director = created_teams()
    first_team = session.stage.event.contestants.get(number=1)
    assert first_team.name == "Equip 1"
    names = [partner.player.name for partner in first_team.partners.order_by("number")]
    assert names == ["Anna 1", "Berta 1", "Carles 1", "Dídac 1"]


def test_team_is_replaced_named_and_added_with_its_players() -> None:
    session, director = created_teams()
    event = session.stage.event
    first_team = event.contestants.get(number=1)
    replace_contestant(event, first_team.pk, "Nous: Emma, Fina, Gina, Hug, Iu", director)
    add_contestants(event, ["Sols"], director)
    last_team = event.contestants.get(name="Sols")
    assert [team.partners.count() for team in (first_team, last_team)] == [5, 0]
    name_contestant(event, last_team.pk, "Tardans: Joan, Karles, Laia, Mar", director)
    assert event.contestants.get(number=5).name == "Tardans"
    assert not SeatHolder.objects.exclude(player=None).exists()


def test_replacing_a_team_requires_its_players() -> None:
    session, director = created_teams()
    event = session.stage.event
    first_team = event.contestants.get(number=1)
    with pytest.raises(ValidationFailed) as refused:
        replace_contestant(event, first_team.pk, "Els Pins", director)
    assert [problem.code for problem in refused.value.problems] == ["players_missing"]
    first_team.refresh_from_db()
    assert (first_team.name, first_team.partners.count()) == ("Equip 1", 4)


def test_player_cannot_play_for_two_teams() -> None:
    session, director = created_teams()
    with pytest.raises(ValidationFailed) as refused:
        add_contestants(
            session.stage.event, ["equip 2: anna 3, B, C, D", "Nous: Berta 1, E, F, G"], director
        )
    repeated_names = [
        (problem.params["name"], problem.params["number"]) for problem in refused.value.problems
    ]
    assert repeated_names == [("equip 2", 2), ("anna 3", 3), ("Berta 1", 1)]


def test_withdrawn_team_leaves_no_gap() -> None:
    session, director = created_teams(5)
    event = session.stage.event
    withdraw_contestant(event, event.contestants.get(number=2).pk, director)
    assert list(event.contestants.values_list("number", "name"))[1] == (2, "Equip 5")


def test_renaming_a_player_does_not_rename_the_team() -> None:
    session, _director = created_teams()
    event = session.stage.event
    rename_player(Player.objects.get(name="Anna 1"), "Anna Puig", SYSTEM)
    assert event.contestants.get(number=1).name == "Equip 1"


def test_copied_event_has_the_same_teams_and_halves() -> None:
    session, director = created_teams(4, replace(PLAN, halves=2))
    answer = copy_event(
        session.stage.event_id, EventCopy("De nou", same_contestants=True), director, "copy"
    )
    copied_event = Event.objects.get(pk=answer["event"])
    new_session = copied_event.stages.get().sessions.get()
    assert (
        copied_event.stages.get().halves,
        new_session.rounds_planned,
        new_session.boards_per_round,
    ) == (2, 6, 2)
    assert ContestantPlayer.objects.filter(contestant__event=copied_event).count() == 16
    assert [team.name for team in copied_event.contestants.all()] == [
        f"Equip {number}" for number in range(1, 5)
    ]


def test_teams_cannot_be_divided_into_sections() -> None:
    session, director = created_teams(6)
    plans = (
        SectionPlan("A", "round_robin", {}, 3, (1, 2, 3)),
        SectionPlan("B", "round_robin", {}, 3, (4, 5, 6)),
    )
    with pytest.raises(ValidationFailed) as refused:
        divide_session(session, Division(plans), director)
    assert "teams_divided" in [problem.code for problem in refused.value.problems]


def test_players_are_suggested_after_the_name_of_a_team() -> None:
    session, _director = created_teams(3)
    club = session.stage.event.club
    assert suggested_lines(club, "Nous: Anna 1, An", MIN_TEAM_SIZE) == [
        "Nous: Anna 1, Anna 2",
        "Nous: Anna 1, Anna 3",
    ]
    assert suggested_lines(club, "An", MIN_TEAM_SIZE) == []
    assert suggested_lines(club, "Nous: a, b, c, d, e, f, An", MIN_TEAM_SIZE) == []
