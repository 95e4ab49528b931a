"""Correcting who sat in which seat, and for which side a result was entered."""

import random

import pytest

from games.problems import ValidationFailed
from tests.scenes.evening import at, club_with_director, enter_round, started, started_game
from tests.scenes.problems import problem_codes
from tests.scenes.teams import started_teams
from tests.scenes.undo import facts, latest_step
from tournaments import scoring_pipeline
from tournaments.actions.corrections.correcting import CorrectionRequest
from tournaments.actions.corrections.misplaced_results import swap_result_sides
from tournaments.actions.corrections.reseated_table import reseat_table
from tournaments.actions.corrections.turned_table import turn_table
from tournaments.actions.history.preview import preview_action
from tournaments.actions.history.undo import undo_step
from tournaments.models import Play, Seating, Session
from tournaments.permissions.actor import NotPermitted
from tournaments.queries.rounds.seating import playing_round

pytestmark = pytest.mark.django_db

NS_EXCHANGED = {"N": "S", "S": "N", "E": "E", "W": "W"}


def first_table(session: Session) -> Seating:
    return Seating.objects.get(round=playing_round(session), table__number=1)


def occupants(session: Session) -> dict[str, tuple[int, int | None]]:
    seat_holders = first_table(session).places.values_list("seat", "contestant", "player")
    return {seat: (contestant, player) for seat, contestant, player in seat_holders}


def moved_one_seat(seats: list[str]) -> dict[str, str]:
    """Return a mapping of seats in which each contestant moves on by one seat."""
    return dict(zip(seats[1:] + seats[:1], seats, strict=True))


def test_partners_can_exchange_seats_but_not_be_parted() -> None:
    session, director = started(8, movement="howell", round_count=7, boards_per_round=2)
    occupants_before = occupants(session)
    table = first_table(session)
    reseat_table(table.pk, NS_EXCHANGED, CorrectionRequest(director, "k"))
    occupants_after = occupants(session)
    assert (
        occupants_after["N"],
        occupants_after["S"],
        occupants_after["E"],
        occupants_after["W"],
    ) == (
        occupants_before["S"],
        occupants_before["N"],
        occupants_before["E"],
        occupants_before["W"],
    )
    with pytest.raises(ValidationFailed) as refused:
        reseat_table(
            table.pk, {"N": "E", "E": "N", "S": "S", "W": "W"}, CorrectionRequest(director, "l")
        )
    assert problem_codes(refused) == ["parted", "parted"]
    reseat_table(
        table.pk,
        {"N": "E", "E": "S", "S": "W", "W": "N"},
        CorrectionRequest(director, "one seat further"),
    )
    assert {occupants(session)[seat][0] for seat in "NS"} == {occupants_before["E"][0]}


def test_individual_seats_are_exchanged_undone_and_redone() -> None:
    session, director = started_game("donguri", {"players": "5"})
    table, facts_before, occupants_before = first_table(session), facts(session), occupants(session)
    seats = moved_one_seat(sorted(occupants_before))
    with pytest.raises(ValidationFailed) as refused:
        turn_table(table.pk, CorrectionRequest(director, "turned"))
    assert problem_codes(refused) == ["no_other_way"]
    assert (
        preview_action(
            session.stage, lambda: reseat_table(table.pk, seats, CorrectionRequest(director, "k"))
        ).problems
        == ()
    )
    assert facts(session) == facts_before, "a preview stores nothing"
    for _attempt in range(2):
        reseat_table(table.pk, seats, CorrectionRequest(director, "k"))
    facts_after = facts(session)
    assert {
        seat: occupants_before[source_seat] for seat, source_seat in seats.items()
    } == occupants(session)
    undo_step_id = undo_step(latest_step().pk, director)["act"]
    assert facts(session) == facts_before
    undo_step(undo_step_id, director)
    assert facts(session) == facts_after
    assert scoring_pipeline.recount(session.stage.event) == []


def test_reseating_needs_each_player_once_and_a_change() -> None:
    session, director = started(8, movement="howell", round_count=7, boards_per_round=2)
    table = first_table(session)
    for seats, code in (
        ({"N": "S"}, "everybody_once"),
        (dict.fromkeys("NESW", "N"), "everybody_once"),
        ({seat: seat for seat in "NESW"}, "as_before"),
    ):
        with pytest.raises(ValidationFailed) as refused:
            reseat_table(table.pk, seats, CorrectionRequest(director, code))
        assert problem_codes(refused) == [code]


def test_only_directors_of_the_event_can_reseat_a_table() -> None:
    session, _director = started(8, movement="howell", round_count=7, boards_per_round=2)
    table = first_table(session)
    for unauthorized in (club_with_director("Another club")[1], at(table.plays.first(), "ns")):
        with pytest.raises(NotPermitted):
            reseat_table(table.pk, NS_EXCHANGED, CorrectionRequest(unauthorized, "k"))


def test_team_table_cannot_be_reseated() -> None:
    session, director = started_teams()
    with pytest.raises(ValidationFailed) as refused:
        reseat_table(first_table(session).pk, NS_EXCHANGED, CorrectionRequest(director, "k"))
    assert problem_codes(refused) == ["teams_line_up"]


def test_result_is_swapped_to_the_other_side_undone_and_redone() -> None:
    session, director = started(6, movement="barometer", round_count=3, boards_per_round=2)
    enter_round(playing_round(session), random.Random(3))
    play = Play.objects.filter(seating=first_table(session)).select_related("entry").first()
    outcome, facts_before = play.entry.outcome, facts(session)
    preview = preview_action(
        session.stage, lambda: swap_result_sides(play.pk, CorrectionRequest(director, "k"))
    )
    assert preview.ranking_changes
    assert facts(session) == facts_before, "a preview stores nothing"
    for _attempt in range(2):
        swap_result_sides(play.pk, CorrectionRequest(director, "k"))
    play = Play.objects.select_related("entry").get(pk=play.pk)
    assert play.entry.outcome == outcome | {"ns_points": 72 - outcome["ns_points"]}
    assert (play.state, play.entry.reason) == (
        "confirmed",
        "The result of one side was entered for the other.",
    )
    facts_after = facts(session)
    undo_step_id = undo_step(latest_step().pk, director)["act"]
    assert facts(session) == facts_before
    undo_step(undo_step_id, director)
    assert facts(session) == facts_after
    with pytest.raises(NotPermitted):
        swap_result_sides(play.pk, CorrectionRequest(at(play, "ns"), "k"))


def test_play_without_a_result_cannot_be_swapped() -> None:
    session, director = started(8, movement="howell", round_count=7, boards_per_round=2)
    with pytest.raises(ValidationFailed) as refused:
        swap_result_sides(first_table(session).plays.first().pk, CorrectionRequest(director, "k"))
    assert problem_codes(refused) == ["no_result"]
