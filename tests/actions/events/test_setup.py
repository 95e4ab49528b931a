"""Creating an event with its first session seats pairs or single players, or is refused."""

from dataclasses import replace

import pytest

from games.problems import ValidationFailed
from scoring.catalogue import TEAM_METHODS
from scoring.method import Method
from tests.scenes.evening import club_with_director
from tournaments.actions.contestants.registration import add_contestants, withdraw_contestant
from tournaments.actions.events.create import EventPlan, create_event
from tournaments.actions.events.create_with_session import EventSetup, create_event_from_names
from tournaments.actions.rounds.sessions import deal_session, finish_session, start_session
from tournaments.models import Event, SeatHolder, Seed, Session
from tournaments.permissions.actor import SYSTEM
from tournaments.permissions.visibility.hands import PRINTING_SLIPS, public_seed, visible_hands
from tournaments.queries.events.event_file import event_file

pytestmark = pytest.mark.django_db

PLAYERS = tuple(f"Anna {number}" for number in range(1, 10))
SCORE_SHEET_PLAN = EventPlan(
    "Bruixes",
    "score_sheet",
    {"players": "3"},
    movement_key="individual",
    movement_options={"seats": "3"},
)


def create_planned_session(plan: EventPlan, contestants: tuple[str, ...] = PLAYERS) -> Session:
    club, director = club_with_director()
    create_event_from_names(club, EventSetup(plan, contestants, 2, 1), director, "key")
    return Session.objects.get()


def problem_codes_for_plan(plan: EventPlan, contestants: tuple[str, ...] = PLAYERS) -> list[str]:
    with pytest.raises(ValidationFailed) as refused:
        create_planned_session(plan, contestants)
    assert not Event.objects.exists()
    return [problem.code for problem in refused.value.problems]


@pytest.mark.parametrize(
    ("game", "players_each", "expected"),
    [("botifarra", None, 2), ("botifarra", 1, 1), ("botifarra", 2, 2), ("score_sheet", None, 1)],
)
def test_contestants_are_pairs_by_default_if_the_game_has_partners(
    game: str, players_each: int | None, expected: int
) -> None:
    club, director = club_with_director()
    stage = create_event(club, EventPlan("Nit", game, players_each=players_each), PLAYERS, director)
    assert stage.event.players_each == expected


@pytest.mark.parametrize(("game", "size"), [("score_sheet", 2), ("botifarra", 3), ("botifarra", 0)])
def test_contestants_of_another_size_are_refused(game: str, size: int) -> None:
    plan = EventPlan("Nit", game, players_each=size, movement_key="barometer")
    assert problem_codes_for_plan(plan) == ["wrong_players_each"]


@pytest.mark.parametrize("method", TEAM_METHODS, ids=lambda method: method.key)
@pytest.mark.parametrize(
    "plan",
    [
        EventPlan("Nit", movement_key="barometer"),
        EventPlan("Nit", players_each=1, movement_key="individual"),
        EventPlan("Lliga", "match", {"games": "6"}, movement_key="league"),
    ],
    ids=["pairs", "players", "teams with cards of their own"],
)
def test_team_method_is_refused_for_other_contestants(
    plan: EventPlan, method: type[Method]
) -> None:
    assert problem_codes_for_plan(replace(plan, method_key=method.key)) == ["method_for_teams"]


@pytest.mark.parametrize(
    "plan",
    [
        EventPlan("Nit", "score_sheet", movement_key="barometer"),
        EventPlan("Nit", players_each=1, movement_key="barometer"),
        EventPlan("Nit", movement_key="individual"),
        EventPlan(
            "Nit", players_each=1, movement_key="individual", movement_options={"seats": "4"}
        ),
        EventPlan("Nit", "score_sheet", movement_key="individual", movement_options={"seats": "3"}),
    ],
)
def test_movement_with_other_seats_is_refused_and_stores_nothing(plan: EventPlan) -> None:
    assert problem_codes_for_plan(plan) == ["wrong_movement"]


def test_single_players_are_seated_in_a_game_of_pairs() -> None:
    session = create_planned_session(EventPlan("Nit", players_each=1, movement_key="individual"))
    deal_session(session.pk, "sort", SYSTEM)
    seat_holders = SeatHolder.objects.filter(
        seating__round__section__session=session, seating__round__number=1
    )
    assert seat_holders.count() == 8
    assert len(set(seat_holders.values_list("contestant", flat=True))) == 8
    assert all(
        seat_holder.player and seat_holder.player.name == seat_holder.contestant.name
        for seat_holder in seat_holders
    )


def test_session_without_cards_has_no_seed_commitment_or_salt() -> None:
    session = create_planned_session(SCORE_SHEET_PLAN)
    assert (session.commitment, Seed.objects.count()) == ("", 0)
    deal_session(session.pk, "sort", SYSTEM)
    start_session(session.pk, SYSTEM)
    finish_session(session.pk, SYSTEM)
    session.refresh_from_db()
    assert (session.state, session.salt, public_seed(session)) == ("finished", None, None)
    assert all(visible_hands(PRINTING_SLIPS, board) is None for board in session.boards.all())
    assert event_file(session.stage.event)["event"]["players_each"] == 1


def test_added_and_withdrawn_players_replan_the_tables() -> None:
    session = create_planned_session(SCORE_SHEET_PLAN)
    event = session.stage.event
    deal_session(session.pk, "", SYSTEM)
    add_contestants(event, ["Nova", "Nou", "Novell"], SYSTEM)
    assert SeatHolder.objects.filter(seating__round__number=1).count() == 12
    withdraw_contestant(event, event.contestants.get(name="Anna 1").pk, SYSTEM)
    assert SeatHolder.objects.filter(seating__round__number=1).count() == 9
    assert event.contestants.get(number=1).name == "Novell"


def test_rejection_of_a_registered_player_states_their_number() -> None:
    session = create_planned_session(SCORE_SHEET_PLAN)
    with pytest.raises(ValidationFailed) as refused:
        add_contestants(session.stage.event, ["anna 3"], SYSTEM)
    (problem,) = refused.value.problems
    assert problem.message == "Line 1: anna 3 plays in this event already, with number 3."
