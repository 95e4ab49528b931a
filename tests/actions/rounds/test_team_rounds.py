"""Rounds of teams: two tables per match, one half or two, planned or drawn."""

import random
from dataclasses import replace
from fractions import Fraction

import pytest

from games.problems import ValidationFailed
from tests.scenes.arrivals_and_departures import arrive_during_session, withdraw_during_session
from tests.scenes.evening import enter, outcome, play_round
from tests.scenes.problems import problem_codes
from tests.scenes.teams import PLAN, started_teams
from tournaments.actions.events.next_session import create_next_session
from tournaments.actions.events.next_stage import create_next_stage
from tournaments.actions.events.next_stage_plan import FinalPlan, NextStagePlan, knock_out_plan
from tournaments.actions.results.decisions import decide_play
from tournaments.actions.rounds.contestant_swaps import swap_contestants, swap_warnings
from tournaments.actions.rounds.draws import begin_round, draw_round, undo_draw
from tournaments.actions.rounds.end_round import end_round
from tournaments.actions.rounds.sessions import deal_session, finish_session, start_session
from tournaments.actions.rounds.stage_state import score_and_read_stage_state
from tournaments.models import Board, Contestant, Entry, Play, Round, SeatHolder, Session, SitOut
from tournaments.movements.base.plan import Plan
from tournaments.movements.base.plan_checks import plan_problems
from tournaments.movements.base.team_matches import as_match_rounds, matches_in
from tournaments.movements.drawing.finals_selection import PlaceRange
from tournaments.permissions.actor import Actor
from tournaments.permissions.visibility.playing_members import is_hidden_from_playing_director
from tournaments.queries.rounds.draws import next_draw_step, read_drawn_round
from tournaments.queries.rounds.plan import current_plan
from tournaments.queries.rounds.seating import playing_round
from tournaments.queries.rounds.table_seatings import table_seatings
from tournaments.queries.rounds.team_matches import tie_break_texts
from tournaments.scoring_pipeline import lock_and_compute_standings
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db

SWISS = replace(PLAN, movement_key="swiss", halves=2)
KNOCK_OUT = replace(PLAN, movement_key="knock_out")


def seatings_by_round(session: Session) -> tuple:
    """Return the stored seatings of a session, by round."""
    rounds = list(Round.objects.filter(section__session=session).order_by("number"))
    tables = table_seatings(rounds, session.stage.event.game.lines)
    return tuple(tuple(table for table, _seating in tables[round_.pk]) for round_ in rounds)


@pytest.mark.parametrize("halves", [1, 2])
def test_round_robin_seats_every_match_at_two_tables_in_all_halves(halves: int) -> None:
    session, _director = started_teams(
        5, replace(PLAN, halves=halves), round_count=5, boards_per_half=2
    )
    assert (session.rounds_planned, session.boards_per_round) == (5 * halves, 2)
    plan = Plan(
        "round_robin", 5, seatings_by_round(session), copies=4, tables_per_match=2, halves=halves
    )
    assert plan_problems(plan) == []
    assert plan.board_count == 10 * halves
    assert {len(matches_in(rnd)) for rnd in plan.rounds} == {2}
    seated_by_name = SeatHolder.objects.exclude(player=None).values_list(
        "seating__round__number", flat=True
    )
    assert set(seated_by_name) == {1}, "who sits where later is still to be declared"
    assert not plan_problems(current_plan(session.stage).plan)


def test_halves_are_drawn_together_and_the_first_ends_into_the_second() -> None:
    session, director = started_teams(5, SWISS, round_count=3)
    first, second = seatings_by_round(session)
    assert [match.teams for match in matches_in(first)] == [
        match.teams for match in matches_in(second)
    ]
    assert {board for table in first for board in table.boards} == {1, 2}
    assert {board for table in second for board in table.boards} == {3, 4}
    assert SitOut.objects.count() == 2
    assert next_draw_step(session) is None
    play_round(session, director)
    assert playing_round(session).number == 2
    assert next_draw_step(session) is None
    with pytest.raises(ValidationFailed) as refused:
        draw_round(session.pk, director)
    assert (problem_codes(refused), refused.value.problems[0].params) == (
        ["round_not_over"],
        {"round": 2},
    )
    play_round(session, director)
    assert next_draw_step(session).number == 3
    drawn_round = draw_round(session.pk, director)
    assert (drawn_round.number, Round.objects.count()) == (3, 4)
    later_round = Round.objects.get(number=4)
    with pytest.raises(ValidationFailed) as refused:
        begin_round(later_round.pk, director)
    assert problem_codes(refused) == ["round_not_over"]
    begin_round(drawn_round.pk, director)
    assert playing_round(session).number == 3


def test_stage_state_of_teams_contains_matches() -> None:
    session, director = started_teams(5, SWISS, round_count=3)
    play_round(session, director)
    assert score_and_read_stage_state(session.stage, session.boards_per_movement_round).played == ()
    play_round(session, director)
    state = score_and_read_stage_state(session.stage, session.boards_per_movement_round)
    assert (state.round_count, state.boards_per_round, state.tables_per_match) == (3, 4, 2)
    (played,) = state.played
    assert played.tables == as_match_rounds(seatings_by_round(session), 2)[0]
    assert len(played.sit_outs) == 1
    for table in played.tables:
        first_team, second_team = table.contestants
        assert played.awards[first_team] == -played.awards[second_team] != 0


def test_missing_result_of_either_half_prevents_the_next_draw() -> None:
    session, director = started_teams(4, SWISS, round_count=3)
    play_round(session, director)
    play_round(session, director)
    play = Play.objects.filter(seating__round__number=1, seating__table__number=3).earliest(
        "board__number"
    )
    reason = {"reason": "otra", "actor": director, "key": "k"}
    decide_play(play.pk, Entry.Kind.VOID, {}, replaces=play.revision, **reason)
    Play.objects.filter(pk=play.pk).update(state=Play.State.DUE)
    with pytest.raises(ValidationFailed) as refused:
        draw_round(session.pk, director)
    assert [problem.params for problem in refused.value.problems] == [{"table": 3}]
    assert next_draw_step(session).unsettled_table_numbers == (3,)


def drawn_again(session: Session, director: Actor) -> Round:
    play_round(session, director)
    play_round(session, director)
    return draw_round(session.pk, director)


def test_undone_draw_deletes_all_its_halves() -> None:
    session, director = started_teams(4, SWISS, round_count=3)
    drawn = drawn_again(session, director)
    seats_before = seatings_by_round(session)
    undo_draw(Round.objects.get(number=4).pk, director)
    assert (Round.objects.count(), Board.objects.count()) == (2, 4)
    second_draw = draw_round(session.pk, director)
    assert (second_draw.number, seatings_by_round(session)) == (drawn.number, seats_before)
    begin_round(second_draw.pk, director)
    enter(Play.objects.filter(seating__round=second_draw).earliest("pk"), outcome(random.Random(1)))
    with pytest.raises(ValidationFailed) as refused:
        undo_draw(Round.objects.get(number=4).pk, director)
    assert problem_codes(refused) == ["has_result"]
    assert not read_drawn_round(Round.objects.get(number=4)).is_changeable


@pytest.mark.parametrize("with_sit_out", [False, True])
def test_swapped_teams_change_places_at_all_tables_of_all_halves(with_sit_out: bool) -> None:
    session, director = started_teams(5, SWISS, round_count=3)
    drawn = drawn_again(session, director)
    first_match, second_match = matches_in(seatings_by_round(session)[2])
    team = first_match.teams[0]
    other_team = (
        SitOut.objects.filter(round=drawn).get().contestant.number
        if with_sit_out
        else second_match.teams[1]
    )
    ids = [Contestant.objects.get(number=number).pk for number in (team, other_team)]
    assert all("twice" not in problem.code for problem in swap_warnings(drawn.pk, *ids))
    swap_contestants(Round.objects.get(number=4).pk, *ids, director)
    for rnd in seatings_by_round(session)[2:]:
        matches = matches_in(rnd)
        assert (len(matches), matches[0].teams) == (2, (other_team, first_match.teams[1]))
    resting = set(
        SitOut.objects.filter(round__number__gt=2).values_list("contestant__number", flat=True)
    )
    assert (team in resting) == with_sit_out


def test_knock_out_match_is_won_by_the_margin() -> None:
    session, director = started_teams(4, KNOCK_OUT, round_count=2, boards_per_half=3)
    play_round(session, director)
    state = score_and_read_stage_state(session.stage, session.boards_per_movement_round)
    winners = {
        max(table.contestants, key=state.played[0].awards.__getitem__)
        for table in state.played[0].tables
    }
    draw_round(session.pk, director)
    (final,) = matches_in(seatings_by_round(session)[1])
    assert set(final.teams) == winners


def played_alike(
    session: Session, director: Actor, at_first: tuple[int, int, int] = (40, 40, 40)
) -> None:
    """Play a round with the same results at all tables, except the given points at the first."""
    for play in Play.objects.select_related("seating__table").order_by("board__number", "pk"):
        points = at_first[play.board.number - 1] if play.seating.table.number == 1 else 40
        enter(
            play, {"trump": "oros", "delegated": "no", "contro": "none", "ns_points": str(points)}
        )
    end_round(playing_round(session).pk, director)
    catch_up()


@pytest.mark.parametrize("method", ["aggregate", "board_a_match", "victory_points"])
def test_tied_knock_out_match_is_won_by_the_better_seed(method: str) -> None:
    session, director = started_teams(
        4, replace(KNOCK_OUT, method_key=method), round_count=2, boards_per_half=3
    )
    played_alike(session, director)
    draw_round(session.pk, director)
    (final,) = matches_in(seatings_by_round(session)[1])
    assert set(final.teams) == {1, 2}
    ranks = {row.number: row.rank for row in lock_and_compute_standings(session.stage).rows}
    assert ranks == {1: 1, 2: 1, 3: 3, 4: 3}
    last_round = Round.objects.get(section__session=session, number=2)
    assert [str(text) for text in tie_break_texts(last_round)] == [
        "Both have the same: Equip 1 wins, placed higher in the seeding.",
        "Both have the same: Equip 2 wins, placed higher in the seeding.",
    ]


def test_tied_knock_out_match_counts_boards_won_before_the_seeding() -> None:
    session, director = started_teams(4, KNOCK_OUT, round_count=2, boards_per_half=3)
    first = matches_in(seatings_by_round(session)[0])[0].teams
    points = (42, 42, 36) if first[1] == 1 else (38, 38, 44)
    played_alike(session, director, points)
    draw_round(session.pk, director)
    (final,) = matches_in(seatings_by_round(session)[1])
    assert set(final.teams) == {4, 2}
    last_round = Round.objects.get(section__session=session, number=2)
    assert (
        str(tie_break_texts(last_round)[0])
        == "Both have the same: Equip 4 wins with more boards won."
    )


def test_knock_out_match_without_counting_boards_does_not_block_the_draw() -> None:
    session, director = started_teams(4, KNOCK_OUT, round_count=2, boards_per_half=1)
    for play in Play.objects.order_by("pk"):
        decide_play(
            play.pk,
            Entry.Kind.VOID,
            {},
            replaces=0,
            reason="no cards",
            actor=director,
            key=f"v {play.pk}",
        )
    end_round(playing_round(session).pk, director)
    draw_round(session.pk, director)
    (final,) = matches_in(seatings_by_round(session)[1])
    assert set(final.teams) == {1, 2}


def test_team_leaving_between_the_halves_voids_the_second() -> None:
    session, director = started_teams(5, SWISS, round_count=3)
    play_round(session, director)
    match = matches_in(seatings_by_round(session)[0])[0]
    withdrawn, staying = (Contestant.objects.get(number=number) for number in match.teams)
    withdraw_during_session(session.stage.event, withdrawn.pk, director)
    second_play = Play.objects.filter(
        seating__round__number=2, seating__places__contestant=withdrawn
    ).distinct()
    assert {play.state for play in second_play} == {Play.State.VOID}
    play_rest(session, director)
    state = score_and_read_stage_state(session.stage, session.boards_per_movement_round)
    assert staying.number not in state.played[0].sit_outs, "the boards played of the match count"
    assert withdrawn.number in state.absent
    draw_round(session.pk, director)
    assert withdrawn.number not in {
        team for table in seatings_by_round(session)[2] for team in table.contestants
    }


def play_rest(session: Session, director: Actor) -> None:
    """Enter every due board of the current round, and end the round."""
    due_plays = Play.objects.filter(seating__round=playing_round(session), state=Play.State.DUE)
    for play in due_plays.select_related("seating__table").order_by("pk"):
        enter(play, outcome(random.Random(play.pk)))
    end_round(playing_round(session).pk, director)


def test_opponents_of_a_team_that_left_before_play_sit_out() -> None:
    session, director = started_teams(4, replace(SWISS, method_key="board_a_match"), round_count=3)
    withdrawn, staying = (
        Contestant.objects.get(number=number)
        for number in matches_in(seatings_by_round(session)[0])[0].teams
    )
    withdraw_during_session(session.stage.event, withdrawn.pk, director)
    play_rest(session, director)
    play_rest(session, director)
    (played,) = score_and_read_stage_state(session.stage, session.boards_per_movement_round).played
    assert played.sit_outs == (staying.number,)
    assert (played.awards[staying.number], played.awards[withdrawn.number]) == (2, 0)


def test_successor_team_takes_over_at_both_tables_from_the_next_match() -> None:
    session, director = started_teams(4, replace(PLAN, halves=2), round_count=3)
    withdrawn = Contestant.objects.get(number=1)
    withdraw_during_session(
        session.stage.event, withdrawn.pk, director, "Nous: Emma, Fina, Gina, Hug"
    )
    comes = Contestant.objects.get(name="Nous")
    assert comes.partners.count() == 4
    for number, rnd in enumerate(seatings_by_round(session), 1):
        teams = {team for match in matches_in(rnd) for team in match.teams}
        assert (len(matches_in(rnd)), withdrawn.number in teams, comes.number in teams) == (
            (2, True, False) if number <= 2 else (2, False, True)
        )


def test_late_team_meets_the_resting_team() -> None:
    session, director = started_teams(3, replace(PLAN, halves=2), round_count=3)
    arrive_during_session(session.stage.event, "Nous", director)
    matches = [{match.teams for match in matches_in(rnd)} for rnd in seatings_by_round(session)]
    assert [len(match) for match in matches] == [1, 1, 2, 2, 2, 2]
    assert all(any(4 in teams for teams in match) for match in matches[2:])
    assert Contestant.objects.get(number=4).players.count() == 0


def play_to_end(session: Session, director: Actor) -> None:
    """Play every round of a fixed plan, and finish the session."""
    rng = random.Random(session.pk)
    for _round in range(session.rounds_planned):
        play_round(session, director, rng)
    finish_session(session.pk, director)


@pytest.mark.thorough
def test_team_final_starts_with_half_of_the_victory_points() -> None:
    plan = replace(PLAN, halves=2, method_key="victory_points")
    session, director = started_teams(4, plan, round_count=3, boards_per_half=2)
    play_to_end(session, director)
    catch_up()
    totals_before = {
        row.number: row.total for row in lock_and_compute_standings(session.stage).rows
    }
    final = FinalPlan("round_robin", PlaceRange(1, 3))
    next_session = create_next_stage(
        session.stage.event, NextStagePlan((final,), carry_over=Fraction(1, 2)), director
    )
    deal_session(next_session.pk, "", director)
    start_session(next_session.pk, director)
    next_session.refresh_from_db()
    play_to_end(next_session, director)
    catch_up()
    rows = lock_and_compute_standings(next_session.stage).rows
    assert {row.number for row in rows} == set(
        sorted(totals_before, key=lambda number: -totals_before[number])[:3]
    )
    assert {row.number: row.carried.total for row in rows} == {
        row.number: totals_before[row.number] / 2 for row in rows
    }
    assert [row.total for row in rows] == sorted((row.total for row in rows), reverse=True)


@pytest.mark.thorough
def test_group_winners_qualify_for_a_knock_out_in_halves() -> None:
    plan = replace(PLAN, movement_options={"groups": "2"}, halves=2, method_key="victory_points")
    session, director = started_teams(6, plan, round_count=3, boards_per_half=2)
    play_to_end(session, director)
    next_session = create_next_stage(
        session.stage.event, knock_out_plan(session.stage, 2), director
    )
    assert (
        next_session.rounds_planned,
        next_session.boards_per_round,
        next_session.stage.halves,
    ) == (4, 2, 2)
    deal_session(next_session.pk, "", director)
    start_session(next_session.pk, director)
    first, second = seatings_by_round(next_session)
    assert [match.teams for match in matches_in(first)] == [
        match.teams for match in matches_in(second)
    ]
    assert len(matches_in(first)) == 2
    for _half in range(2):
        play_round(next_session, director)
    final = draw_round(next_session.pk, director)
    assert (final.number, len(matches_in(seatings_by_round(next_session)[2]))) == (3, 1)


@pytest.mark.thorough
def test_second_session_adds_its_matches() -> None:
    session, director = started_teams(
        4, replace(PLAN, halves=2, method_key="victory_points"), round_count=3, boards_per_half=1
    )
    play_to_end(session, director)
    next_session = create_next_session(session.stage.event, director)
    assert (next_session.rounds_planned, next_session.boards_per_round) == (6, 1)
    deal_session(next_session.pk, "", director)
    start_session(next_session.pk, director)
    play_to_end(next_session, director)
    catch_up()
    rows = lock_and_compute_standings(session.stage).rows
    assert ([row.boards for row in rows], sum(row.total for row in rows)) == ([6] * 4, 20 * 12)


def test_team_leaving_during_a_knock_out_match_loses_it() -> None:
    session, director = started_teams(4, replace(KNOCK_OUT, halves=2), round_count=2)
    first = matches_in(seatings_by_round(session)[0])[0]
    for play in (
        Play.objects.filter(seating__round__number=1)
        .select_related("seating__table")
        .order_by("pk")
    ):
        ahead = "70" if play.seating.table.number % 2 else "2"
        enter(play, {"trump": "oros", "delegated": "no", "contro": "none", "ns_points": ahead})
    end_round(playing_round(session).pk, director)
    state = score_and_read_stage_state(session.stage, session.boards_per_movement_round)
    assert state.played == ()
    withdraw_during_session(
        session.stage.event, Contestant.objects.get(number=first.teams[0]).pk, director
    )
    play_rest(session, director)
    (played,) = score_and_read_stage_state(session.stage, session.boards_per_movement_round).played
    assert played.awards[first.teams[1]] > played.awards[first.teams[0]]
    draw_round(session.pk, director)
    assert first.teams[1] in {
        team for table in seatings_by_round(session)[2] for team in table.contestants
    }


def test_team_leaving_after_its_last_board_keeps_its_win() -> None:
    session, director = started_teams(4, KNOCK_OUT, round_count=2)
    first = matches_in(seatings_by_round(session)[0])[0]
    for play in (
        Play.objects.filter(seating__round__number=1)
        .select_related("seating__table")
        .order_by("pk")
    ):
        ahead = "70" if play.seating.table.number % 2 else "2"
        enter(play, {"trump": "oros", "delegated": "no", "contro": "none", "ns_points": ahead})
    withdraw_during_session(
        session.stage.event, Contestant.objects.get(number=first.teams[0]).pk, director
    )
    end_round(playing_round(session).pk, director)
    (played,) = score_and_read_stage_state(session.stage, session.boards_per_movement_round).played
    assert played.awards[first.teams[0]] > played.awards[first.teams[1]]


@pytest.mark.thorough
def test_planned_sit_out_earns_its_award() -> None:
    session, director = started_teams(5, replace(PLAN, method_key="board_a_match"), round_count=5)
    play_to_end(session, director)
    catch_up()
    assert SitOut.objects.count() == 5
    rows = lock_and_compute_standings(session.stage).rows
    assert ([row.boards for row in rows], sum(row.total for row in rows)) == ([5] * 5, 10 * 2 + 5)


def test_unplayed_rounds_of_a_short_session_earn_nothing() -> None:
    session, director = started_teams(5, replace(PLAN, method_key="board_a_match"), round_count=5)
    play_round(session, director)
    finish_session(session.pk, director)
    catch_up()
    assert list(SitOut.objects.values_list("round__number", flat=True)) == [1]
    rows = lock_and_compute_standings(session.stage).rows
    assert sum(row.total for row in rows) == 2 * 2 + 1


def rests_of(team: Contestant) -> list[int]:
    """Return the numbers of the rounds that a team sits out, in order."""
    return list(team.sit_outs.order_by("round__number").values_list("round__number", flat=True))


def resting_later(session: Session) -> tuple[Contestant, int]:
    """Return a team that sits out after round 2, and the number of that round."""
    sit_out = SitOut.objects.filter(round__number__gt=2).order_by("round__number")[0]
    return sit_out.contestant, sit_out.round.number


def test_withdrawn_team_earns_nothing_for_later_rests() -> None:
    session, director = started_teams(5, PLAN, round_count=5)
    withdrawn, number = resting_later(session)
    assert rests_of(withdrawn) == [number]
    withdraw_during_session(session.stage.event, withdrawn.pk, director)
    assert rests_of(withdrawn) == []


def test_successor_team_has_the_sit_outs_of_its_predecessor() -> None:
    session, director = started_teams(5, PLAN, round_count=5)
    withdrawn, number = resting_later(session)
    withdraw_during_session(
        session.stage.event, withdrawn.pk, director, "Nous: Emma, Fina, Gina, Hug"
    )
    assert (rests_of(withdrawn), rests_of(Contestant.objects.get(name="Nous"))) == ([], [number])


def test_team_drawn_to_sit_out_leaves_only_after_the_draw_is_undone() -> None:
    session, director = started_teams(5, replace(PLAN, movement_key="swiss"), round_count=3)
    play_round(session, director)
    drawn_round = draw_round(session.pk, director)
    with pytest.raises(ValidationFailed) as refused:
        withdraw_during_session(
            session.stage.event, drawn_round.sit_outs.get().contestant_id, director
        )
    assert problem_codes(refused) == ["drawn_already"]


def test_newcomer_does_not_take_sit_outs_caused_by_withdrawals() -> None:
    session, director = started_teams(5, PLAN, round_count=5)
    withdrawn, _number = resting_later(session)
    withdraw_during_session(session.stage.event, withdrawn.pk, director)
    rests_before = {
        contestant.pk: rests_of(contestant)
        for contestant in Contestant.objects.exclude(pk=withdrawn.pk)
    }
    newcomer = arrive_during_session(session.stage.event, "Nous", director)
    for team in Contestant.objects.filter(pk__in=rests_before):
        met = newcomer.places.filter(seating__places__contestant=team).values(
            "seating__round__number"
        )
        numbers = set(met.values_list("seating__round__number", flat=True))
        assert rests_of(team) == [row for row in rests_before[team.pk] if row not in numbers]


def test_newcomer_ends_the_sit_out_of_their_opponents() -> None:
    session, director = started_teams(3, replace(PLAN, halves=2), round_count=3)
    arrive_during_session(session.stage.event, "Nous", director)
    assert set(SitOut.objects.values_list("round__number", flat=True)) == {1, 2}


def first_half_alone(session: Session, director: Actor) -> None:
    """Finish a session after the first half of its first matches."""
    for play in (
        Play.objects.filter(seating__round__number=1)
        .select_related("seating__table")
        .order_by("pk")
    ):
        enter(play, outcome(random.Random(play.pk)))
    finish_session(session.pk, director)
    catch_up()
    assert Round.objects.count() == 1


def test_sit_out_of_half_a_match_counts_half_its_boards() -> None:
    session, director = started_teams(5, replace(SWISS, method_key="board_a_match"), round_count=3)
    first_half_alone(session, director)
    resting_number = SitOut.objects.get().contestant.number
    rows = {row.number: row.total for row in lock_and_compute_standings(session.stage).rows}
    assert rows[resting_number] == 1


def test_swap_warnings_of_teams_name_matches() -> None:
    session, director = started_teams(4, SWISS, round_count=3)
    drawn = drawn_again(session, director)
    first_match, second_match = matches_in(seatings_by_round(session)[2])
    ids = [
        Contestant.objects.get(number=number).pk
        for number in (first_match.teams[0], second_match.teams[1])
    ]
    templates = [problem.template for problem in swap_warnings(drawn.pk, *ids)]
    assert templates
    assert all(template.startswith("Match ") for template in templates)


def test_halves_of_a_short_session_are_not_joined_with_the_next() -> None:
    session, director = started_teams(4, SWISS, round_count=3)
    first_half_alone(session, director)
    next_session = create_next_session(session.stage.event, director)
    deal_session(next_session.pk, "", director)
    start_session(next_session.pk, director)
    play_round(next_session, director)
    rounds = current_plan(session.stage).plan.rounds
    assert [len(table.boards) for rnd in rounds for table in rnd] == [2, 2, 4, 4]


def test_playing_director_does_not_see_the_partner_table_before_playing() -> None:
    _session, director = started_teams(4)
    team = Contestant.objects.get(number=1)
    own_play, partner_play = (
        Play.objects.get(seating__table__number=number, board__number=1, seating__round__number=1)
        for number in Play.objects.filter(seating__places__contestant=team, board__number=1)
        .order_by("seating__table__number")
        .values_list("seating__table__number", flat=True)
        .distinct()
    )
    player = own_play.seating.places.filter(contestant=team).first().player
    player.user_id = director.user_id
    player.save()
    enter(partner_play, outcome(random.Random(1)))
    assert (
        is_hidden_from_playing_director(director.user_id, own_play),
        is_hidden_from_playing_director(director.user_id, partner_play),
    ) == (
        False,
        True,
    )
    enter(own_play, outcome(random.Random(2)))
    assert not is_hidden_from_playing_director(director.user_id, partner_play)
