"""Draw rounds, swap contestants, undo draws and start drawn rounds."""

import random
from fractions import Fraction

import pytest

from games.problems import ValidationFailed
from tests.scenes.evening import enter
from tests.scenes.matches import begin_next_round, play_matches, started_matches
from tests.scenes.problems import problem_codes
from tournaments.actions.results.adjusted_awards import give_awards
from tournaments.actions.results.decisions import decide_play
from tournaments.actions.rounds.contestant_swaps import swap_contestants, swap_warnings
from tournaments.actions.rounds.draws import begin_round, draw_round, undo_draw
from tournaments.actions.rounds.end_round import end_round
from tournaments.actions.rounds.sessions import finish_session, start_session
from tournaments.actions.rounds.stage_state import score_and_read_stage_state
from tournaments.models import (
    AuditAction,
    AuditEntry,
    Board,
    Entry,
    Play,
    Round,
    SeatHolder,
    Seating,
    SitOut,
)
from tournaments.queries.rounds.draws import next_draw_step, read_drawn_round
from tournaments.queries.rounds.seating import playing_round
from tournaments.scoring_pipeline import lock_and_compute_standings

pytestmark = pytest.mark.django_db


def row_by_number(session):
    (ranking,) = lock_and_compute_standings(session.stage).rankings
    return {row.number: row for row in ranking.rows}


def test_only_the_first_round_is_drawn_until_it_ends():
    session, director = started_matches(9)
    assert Round.objects.count() == 1
    assert (Seating.objects.count(), SitOut.objects.count()) == (4, 1)
    assert next_draw_step(session) is None
    with pytest.raises(ValidationFailed) as refused:
        draw_round(session.pk, director)
    assert problem_codes(refused) == ["round_not_over"]


def test_draw_names_every_table_without_a_settled_result():
    session, director = started_matches(8)
    play, second_play, *_others = Play.objects.order_by("seating__table__number")
    enter(play, {"ns_points": "101", "ew_points": "40"})
    enter(second_play, {"ns_points": "101", "ew_points": "40"}, ["ns"])
    enter(second_play, {"ns_points": "40", "ew_points": "101"}, ["ew"])
    end_round(playing_round(session).pk, director)
    with pytest.raises(ValidationFailed) as refused:
        draw_round(session.pk, director)
    assert [problem.params["table"] for problem in refused.value.problems] == [2, 3, 4]
    assert next_draw_step(session).unsettled_table_numbers == (2, 3, 4)


def test_round_is_drawn_from_the_standings_with_reasons():
    session, director = started_matches(9)
    play_matches(session, director)
    drawn = read_drawn_round(draw_round(session.pk, director))
    assert drawn.round.started_at is None
    assert drawn.is_changeable
    assert all(table.draw_reason for table in drawn.tables)
    assert all(sit_out.draw_reason for sit_out in drawn.sit_outs)
    first_table = drawn.tables[0]
    assert {
        row_by_number(session)[contestant.number].total
        for holder in first_table.contestants_by_line.values()
        for contestant in holder
    } == {1}
    assert [board.number for board in Board.objects.all()] == [1, 2]


def test_drawn_round_starts_once_and_only_in_a_running_session():
    session, director = started_matches(8)
    play_matches(session, director)
    round_ = draw_round(session.pk, director)
    begin_round(round_.pk, director)
    with pytest.raises(ValidationFailed) as refused:
        begin_round(round_.pk, director)
    assert problem_codes(refused) == ["begun"]
    assert playing_round(session) == round_


def test_second_draw_is_refused_and_sit_out_award_comes_with_the_start():
    session, director = started_matches(9)
    rested = SitOut.objects.get().contestant.number
    assert row_by_number(session)[rested].total == 1
    play_matches(session, director)
    round_ = draw_round(session.pk, director)
    with pytest.raises(ValidationFailed) as refused:
        draw_round(session.pk, director)
    assert problem_codes(refused) == ["round_not_over"]
    resting_number = SitOut.objects.get(round=round_).contestant.number
    total_before = row_by_number(session)[resting_number].total
    begin_round(round_.pk, director)
    assert row_by_number(session)[resting_number].total == total_before + 1


def test_undone_draw_leaves_nothing_and_is_repeated_the_same():
    session, director = started_matches(9)
    play_matches(session, director)
    score_and_read_stage_state(session.stage, 1)  # what was played is scored
    standings_before = lock_and_compute_standings(session.stage)

    def seated(round_):
        seat_holders = SeatHolder.objects.filter(seating__round=round_).order_by("pk")
        return list(
            seat_holders.values_list("seating__table__number", "seat", "contestant__number")
        )

    first_draw = draw_round(session.pk, director)
    seats = seated(first_draw)
    undo_draw(first_draw.pk, director)
    assert (Round.objects.count(), Board.objects.count(), SitOut.objects.count()) == (1, 1, 1)
    assert lock_and_compute_standings(session.stage) == standings_before
    assert seated(draw_round(session.pk, director)) == seats
    assert AuditEntry.objects.filter(verb=AuditAction.UNDO_DRAW).count() == 1


def test_started_round_can_be_undone_until_a_table_sends_a_result():
    session, director = started_matches(8)
    play_matches(session, director)
    undo_draw(begin_next_round(session, director).pk, director)
    round_ = begin_next_round(session, director)
    enter(
        Play.objects.filter(seating__round=round_)[0],
        {"ns_points": "50", "ew_points": "101"},
        ["ns"],
    )
    for act in (undo_draw, lambda pk, actor: swap_contestants(pk, 1, 2, actor)):
        with pytest.raises(ValidationFailed) as refused:
            act(round_.pk, director)
        assert problem_codes(refused) == ["has_result"]
    with pytest.raises(ValidationFailed) as refused:
        undo_draw(Round.objects.get(number=1).pk, director)
    assert problem_codes(refused) == ["not_last"]


def test_session_start_is_refused_until_a_round_is_drawn():
    session, director = started_matches(8)
    session.state = session.State.DEALT
    session.save()
    Round.objects.update(started_at=None)
    undo_draw(Round.objects.get().pk, director)
    with pytest.raises(ValidationFailed) as refused:
        start_session(session.pk, director)
    assert problem_codes(refused) == ["not_drawn"]
    draw_round(session.pk, director)
    start_session(session.pk, director)
    assert playing_round(session).number == 1


def two_of(round_):
    tables = Seating.objects.filter(round=round_).order_by("table__number")
    contestant = tables[0].places.order_by("pk")[0].contestant
    other_contestant = tables[1].places.order_by("pk")[0].contestant
    return contestant, other_contestant


def test_swapped_contestants_take_their_players_along():
    session, director = started_matches(8)
    play_matches(session, director)
    round_ = draw_round(session.pk, director)
    first_contestant, other_contestant = two_of(round_)

    def seat_of(contestant):
        seat_holders = SeatHolder.objects.filter(
            seating__round=round_, contestant=contestant
        ).order_by("seat")
        return [(seat_holder.seating_id, seat_holder.seat) for seat_holder in seat_holders]

    seats_of_first, seats_of_other = seat_of(first_contestant), seat_of(other_contestant)
    swap_contestants(round_.pk, first_contestant.pk, other_contestant.pk, director)
    assert (seat_of(first_contestant), seat_of(other_contestant)) == (
        seats_of_other,
        seats_of_first,
    )
    players = {
        seat_holder.player_id
        for seat_holder in SeatHolder.objects.filter(
            seating__round=round_, contestant=first_contestant
        )
    }
    assert players == {partner.player_id for partner in first_contestant.partners.all()}
    assert (
        "Exchanged"
        in SeatHolder.objects.filter(contestant=first_contestant)
        .latest("pk")
        .seating.draw_reason["template"]
    )


def test_sit_out_is_swapped_with_a_seat():
    session, director = started_matches(9)
    play_matches(session, director)
    round_ = draw_round(session.pk, director)
    resting, (seated_contestant, _other) = (
        SitOut.objects.get(round=round_).contestant,
        two_of(round_),
    )
    swap_contestants(round_.pk, resting.pk, seated_contestant.pk, director)
    assert SitOut.objects.get(round=round_).contestant == seated_contestant
    assert SeatHolder.objects.filter(seating__round=round_, contestant=resting).count() == 2


def test_swap_warnings_name_only_new_problems():
    session, director = started_matches(8)
    play_matches(session, director)
    round_ = draw_round(session.pk, director)
    met = Seating.objects.filter(round__number=1)[0]
    contestant, other_contestant = {seat_holder.contestant for seat_holder in met.places.all()}
    other_seating = (
        Seating.objects.filter(round=round_, places__contestant=other_contestant).distinct().get()
    )
    (instead,) = {seat_holder.contestant for seat_holder in other_seating.places.all()} - {
        other_contestant
    }
    warnings = swap_warnings(round_.pk, contestant.pk, instead.pk)
    assert "meet_again" in {warning.code for warning in warnings}
    for invalid, code in ((0, "not_in_round"), (contestant.pk, "same_contestant")):
        with pytest.raises(ValidationFailed) as refused:
            swap_warnings(round_.pk, contestant.pk, invalid)
        assert problem_codes(refused) == [code]


def test_unstarted_drawn_round_is_deleted_when_the_session_finishes():
    session, director = started_matches(9)
    play_matches(session, director)
    draw_round(session.pk, director)
    finish_session(session.pk, director)
    assert Round.objects.count() == 1
    assert all(row.boards == 1 for row in row_by_number(session).values())


def test_stage_state_contains_what_was_played():
    session, director = started_matches(9)
    rng = random.Random(3)
    play_matches(session, director, rng)
    begin_next_round(session, director)
    play_matches(session, director, rng)
    state = score_and_read_stage_state(session.stage, 1)
    assert (state.contestant_count, state.round_count, len(state.played)) == (9, 5, 2)
    assert sum(state.totals.values()) == 2 * (4 + 1)
    assert sorted(state.ranking) == list(range(1, 10))
    assert {number: row.total for number, row in row_by_number(session).items()} == state.totals
    assert sum(state.sit_out_counts.values()) == 2


def test_given_awards_count_for_the_next_draw():
    session, director = started_matches(9)
    play_matches(session, director, random.Random("given"))
    play = Play.objects.filter(board__session=session).order_by("pk")[0]
    parameters = {
        "replaces": play.revision,
        "reason": "the clock fell",
        "actor": director,
        "key": "given",
    }
    line, other_line = session.stage.event.game.lines
    give_awards(play.pk, {line: "3/4", other_line: "1/3"}, **parameters)
    state = score_and_read_stage_state(session.stage, 1)
    assert {number: row.total for number, row in row_by_number(session).items()} == state.totals
    assert {Fraction(3, 4), Fraction(1, 3)} <= set(state.totals.values())


def test_correction_changes_the_next_draw_not_the_last():
    session, director = started_matches(8)
    play_matches(session, director)
    round_ = draw_round(session.pk, director)
    drawn_contestants = [
        seat_holder.contestant
        for seat_holder in SeatHolder.objects.filter(seating__round=round_).order_by("pk")
    ]
    play = Play.objects.filter(seating__round__number=1).order_by("pk")[0]
    reversed_outcome = {
        "ns_points": play.entry.outcome["ew_points"],
        "ew_points": play.entry.outcome["ns_points"],
    }
    decide_play(
        play.pk,
        Entry.Kind.CORRECTION,
        reversed_outcome,
        replaces=play.revision,
        reason="Turned",
        actor=director,
        key="k",
    )
    remaining = [
        seat_holder.contestant
        for seat_holder in SeatHolder.objects.filter(seating__round=round_).order_by("pk")
    ]
    assert remaining == drawn_contestants
    undo_draw(round_.pk, director)
    second_draw = draw_round(session.pk, director)
    assert [
        seat_holder.contestant
        for seat_holder in SeatHolder.objects.filter(seating__round=second_draw).order_by("pk")
    ] != drawn_contestants


def test_fixed_movement_is_not_drawn():
    session, director = started_matches(6, "round_robin", round_count=5)
    assert Round.objects.count() == 5
    last_round = Round.objects.get(number=5)
    for act in (draw_round, lambda _session, actor: undo_draw(last_round.pk, actor)):
        with pytest.raises(ValidationFailed) as refused:
            act(session.pk, director)
        assert problem_codes(refused)[-1] in ("not_drawn", "round_not_over")


def test_draw_before_the_first_result_makes_no_standings(django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        session, _director = started_matches(6)
    assert not session.stage.snapshots.exists()
