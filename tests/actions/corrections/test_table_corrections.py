"""Corrections match their preview, can be undone, and are applied once."""

import random
from collections.abc import Callable

import pytest

from games.problems import ValidationFailed
from tests.scenes.evening import at, club_with_director, enter_round, outcome, started
from tests.scenes.problems import problem_codes
from tests.scenes.three_rounds import (
    SessionAndDirector,
    howell_evening,
    mitchell_evening,
    plays,
    seating,
    unplayed_board_number,
)
from tests.scenes.undo import facts, latest_step
from tournaments import scoring_pipeline
from tournaments.actions.corrections.correcting import CorrectionRequest
from tournaments.actions.corrections.exchanged_opponents import exchange_opponents
from tournaments.actions.corrections.fouled_board import foul_board, take_out_board
from tournaments.actions.corrections.misplaced_results import exchange_results, move_result
from tournaments.actions.corrections.turned_table import turn_table
from tournaments.actions.corrections.wrong_board import correct_played_board
from tournaments.actions.corrections.wrong_board_set import correct_played_set
from tournaments.actions.history.preview import preview_action
from tournaments.actions.history.stale_previews import latest_step_id
from tournaments.actions.history.undo import undo_step
from tournaments.actions.idempotency import Conflict
from tournaments.actions.results.decisions import decide_play
from tournaments.actions.results.entries import submit_entry
from tournaments.models import AuditEntry, Board, Entry, Play, SeatHolder, Session
from tournaments.permissions.actor import NotPermitted
from tournaments.queries.boards.copies import other_board_sets
from tournaments.queries.rounds.seating import playing_round
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db

# Applies a correction that is complete but for the request.
ApplyCorrection = Callable[[CorrectionRequest], object]


@pytest.fixture
def mitchell() -> SessionAndDirector:
    return mitchell_evening()


@pytest.fixture
def howell() -> SessionAndDirector:
    return howell_evening()


def contestants_of_two_tables(session: Session) -> tuple[int, int]:
    """Return a contestant of table 1 in round 2, and one of table 2."""
    seat_holder, other_seat_holder = (
        seating(session, 2, table).places.order_by("seat").first() for table in (1, 2)
    )
    return seat_holder.contestant_id, other_seat_holder.contestant_id


def turned_table_correction(session: Session) -> ApplyCorrection:
    return lambda request: turn_table(seating(session).pk, request)


def exchanged_opponents_correction(session: Session) -> ApplyCorrection:
    contestant_id, other_id = contestants_of_two_tables(session)
    return lambda request: exchange_opponents(
        seating(session, 2).round_id, contestant_id, other_id, request
    )


def other_board_correction(session: Session) -> ApplyCorrection:
    play_id, number = plays(session)[0].pk, unplayed_board_number(session)
    return lambda request: correct_played_board(play_id, number, request)


def other_set_correction(session: Session) -> ApplyCorrection:
    """Correct the set of table 1 in round 1 to the first one that its contestants do not know."""
    seated_contestant_ids = seating(session).places.values("contestant")
    started_plays = Play.objects.filter(seating__round__started_at__isnull=False)
    known_board_ids = set(
        started_plays.filter(seating__places__contestant__in=seated_contestant_ids).values_list(
            "board", flat=True
        )
    )
    sets = other_board_sets(seating(session))
    first_board_number = next(
        board_set[0].number
        for board_set in sets
        if known_board_ids.isdisjoint(board.pk for board in board_set)
    )
    return lambda request: correct_played_set(seating(session).pk, first_board_number, request)


def exchanged_results_correction(session: Session) -> ApplyCorrection:
    play, other_play = plays(session)[:2]
    return lambda request: exchange_results(play.pk, other_play.pk, request)


def fouled_plays_correction(session: Session) -> ApplyCorrection:
    board = Board.objects.get(session=session, number=1)
    play_ids = list(board.plays.order_by("seating__round__number").values_list("pk", flat=True))[:2]
    return lambda request: foul_board(board.pk, play_ids, request)


def void_board_correction(session: Session) -> ApplyCorrection:
    board = Board.objects.get(session=session, number=2)
    return lambda request: take_out_board(board.pk, request)


TABLE_CORRECTIONS = [
    turned_table_correction,
    exchanged_opponents_correction,
    other_board_correction,
    other_set_correction,
    exchanged_results_correction,
    fouled_plays_correction,
    void_board_correction,
]
every_correction = pytest.mark.parametrize(
    "make_correction", TABLE_CORRECTIONS, ids=lambda make_correction: make_correction.__name__
)


@pytest.mark.daily(1)
@every_correction
def test_correction_matches_its_preview_and_can_be_undone(make_correction, mitchell) -> None:
    """Preview, apply, undo and redo a correction, and recount the scores after each change."""
    session, director = mitchell
    apply, request, facts_before = (
        make_correction(session),
        CorrectionRequest(director, "k", "seen by all"),
        facts(session),
    )
    preview = preview_action(session.stage, lambda: apply(request))
    assert not preview.problems
    assert facts(session) == facts_before, "a preview stores nothing"
    standings_before = standings(session)
    apply(request)
    facts_after = facts(session)
    standings_after = standings(session)
    assert facts_after != facts_before
    expected_changes = {
        number: (standings_before[number], standings_after[number])
        for number in standings_before
        if standings_before[number] != standings_after[number]
    }
    changes = {
        change.number: (
            (change.rank_before, change.total_before),
            (change.rank_after, change.total_after),
        )
        for change in preview.ranking_changes
    }
    assert changes == expected_changes
    assert scoring_pipeline.recount(session.stage.event) == []
    step = latest_step()
    assert step.reason == "seen by all"
    assert AuditEntry.objects.filter(verb=step.kind).exists()
    undo_step_id = undo_step(step.pk, director)["act"]
    assert facts(session)._replace(standings=None) == facts_before._replace(standings=None)
    assert standings(session) == standings_before
    assert scoring_pipeline.recount(session.stage.event) == []
    undo_step(undo_step_id, director)
    assert standings(session) == standings_after
    assert scoring_pipeline.recount(session.stage.event) == []


def standings(session: Session) -> dict[int, tuple[object, object]]:
    """Return the rank and total of each contestant, by number."""
    catch_up()
    rankings = scoring_pipeline.lock_and_compute_standings(session.stage).rankings
    return {row.number: (row.rank, row.total) for ranking in rankings for row in ranking.rows}


@pytest.mark.daily(1)
@every_correction
def test_correction_sent_twice_is_applied_once(make_correction, mitchell) -> None:
    session, director = mitchell
    apply = make_correction(session)
    answer = apply(CorrectionRequest(director, "k"))
    facts_before = facts(session)
    assert apply(CorrectionRequest(director, "k")) == answer
    assert facts(session) == facts_before


@pytest.mark.daily(1)
@every_correction
def test_only_directors_can_correct(make_correction, mitchell) -> None:
    session, _director = mitchell
    apply, facts_before = make_correction(session), facts(session)
    stranger = club_with_director("Another club")[1]
    for actor in (stranger, at(plays(session)[0], "ns")):
        with pytest.raises(NotPermitted):
            apply(CorrectionRequest(actor, "k"))
    assert facts(session) == facts_before


@pytest.mark.thorough
def test_second_director_gets_a_conflict_for_a_stale_preview(mitchell) -> None:
    session, director = mitchell
    seen_id = latest_step_id(session.stage.event_id)
    turn_table(seating(session).pk, CorrectionRequest(director, "one", last_seen_step=seen_id))
    facts_before = facts(session)
    with pytest.raises(Conflict) as refused:
        turn_table(
            seating(session).pk, CorrectionRequest(director, "other", last_seen_step=seen_id)
        )
    assert "Somebody was quicker" in refused.value.problems[0].template
    assert facts(session) == facts_before
    turn_table(
        seating(session, 1, 2).pk, CorrectionRequest(director, "elsewhere", last_seen_step=seen_id)
    )
    turn_table(
        seating(session).pk,
        CorrectionRequest(director, "again", last_seen_step=latest_step_id(session.stage.event_id)),
    )


def test_turning_a_table_exchanges_the_seats_of_both_sides(mitchell) -> None:
    session, director = mitchell
    seats_before = dict(seating(session).places.values_list("seat", "contestant"))
    turn_table(seating(session).pk, CorrectionRequest(director, "k"))
    seats_after = dict(seating(session).places.values_list("seat", "contestant"))
    assert {seats_after["N"], seats_after["S"]} == {seats_before["E"], seats_before["W"]}
    assert {seats_after["E"], seats_after["W"]} == {seats_before["N"], seats_before["S"]}


def test_exchanging_opponents_voids_boards_that_a_contestant_would_play_twice(howell) -> None:
    session, director = howell
    contestant_id, other_id = contestants_of_two_tables(session)
    answer = exchange_opponents(
        seating(session, 2).round_id, contestant_id, other_id, CorrectionRequest(director, "k")
    )
    void_plays = Play.objects.filter(pk__in=answer["not_played"])
    assert all(play.state == "void" for play in void_plays)
    for id_ in (contestant_id, other_id):
        own_plays = (
            Play.objects.filter(seating__places__contestant=id_).exclude(state="void").distinct()
        )
        boards = list(own_plays.values_list("board", flat=True))
        assert len(boards) == len(set(boards))


@pytest.mark.thorough
def test_contestant_who_sat_out_takes_the_seats_of_another(mitchell) -> None:
    session, director = started(7, movement="howell", round_count=7, boards_per_round=2)
    enter_round(playing_round(session), random.Random(5))
    round_ = playing_round(session)
    seated = SeatHolder.objects.filter(seating__round=round_).order_by("seat").first().contestant
    sitting_out = session.stage.event.contestants.exclude(places__seating__round=round_).get()
    exchange_opponents(round_.pk, seated.pk, sitting_out.pk, CorrectionRequest(director, "k"))
    assert not seated.places.filter(seating__round=round_)
    assert sitting_out.places.filter(seating__round=round_).count() == 2


def test_result_is_compared_on_the_board_really_played(howell) -> None:
    session, director = howell
    play, number = plays(session)[0], unplayed_board_number(session)
    answer = correct_played_board(play.pk, number, CorrectionRequest(director, "k"))
    play.refresh_from_db()
    assert play.board.number == number
    assert play.state == "confirmed"
    void_plays = Play.objects.filter(pk__in=answer["not_played"])
    assert {play.board.number for play in void_plays} <= {number}
    with pytest.raises(ValidationFailed) as refused:
        correct_played_board(play.pk, 999, CorrectionRequest(director, "l"))
    assert problem_codes(refused) == ["unknown_board"]
    with pytest.raises(ValidationFailed) as refused:
        correct_played_board(
            play.pk, plays(session)[0].board.number, CorrectionRequest(director, "m")
        )
    assert problem_codes(refused) == ["own_board"]


@pytest.mark.thorough
def test_contestant_cannot_get_two_results_on_a_board(mitchell) -> None:
    session, director = mitchell
    seated_contestant_ids = seating(session, 2).places.values("contestant")
    known_play = Play.objects.filter(
        seating__round__number=1, seating__places__contestant__in=seated_contestant_ids
    ).first()
    with pytest.raises(ValidationFailed) as refused:
        correct_played_board(
            plays(session, 2)[0].pk, known_play.board.number, CorrectionRequest(director, "k")
        )
    assert problem_codes(refused) == ["played_before"]


@pytest.mark.thorough
def test_exchange_results_corrects_both_plays(mitchell) -> None:
    session, director = mitchell
    outcomes = [play.entry.outcome for play in plays(session)]
    exchange_results(*(play.pk for play in plays(session)), CorrectionRequest(director, "k"))
    assert [play.entry.outcome for play in plays(session)] == outcomes[::-1]


def test_move_result_enters_it_for_the_intended_board() -> None:
    session, director = started(8, movement="howell", round_count=7, boards_per_round=2)
    play, intended_play = plays(session)
    submit_entry(play.pk, outcome(random.Random(1)), at(play, "ns"), "a")
    entered_outcome = Entry.objects.get().outcome
    facts_before = facts(session)
    move_result(play.pk, intended_play.pk, CorrectionRequest(director, "k"))
    play, intended_play = plays(session)
    assert (play.state, intended_play.state) == ("due", "confirmed")
    assert intended_play.entry.outcome == entered_outcome
    with pytest.raises(ValidationFailed) as refused:
        move_result(play.pk, intended_play.pk, CorrectionRequest(director, "l"))
    assert problem_codes(refused) == ["no_result"]
    undo_step(latest_step().pk, director)
    assert facts(session).play_states == facts_before.play_states


def test_play_with_visible_results_becomes_void_when_its_result_moves(howell) -> None:
    """A table that has entered its result may see the results of others on the board."""
    session, director = howell
    plays_of_round = Play.objects.filter(seating__round=playing_round(session))
    play = plays_of_round.filter(board__plays__seating__round__number__lt=3).first()
    intended_play = plays_of_round.exclude(seating=play.seating).first()
    void_parameters = {"reason": "no time", "actor": director}
    decide_play(
        intended_play.pk,
        Entry.Kind.VOID,
        {},
        replaces=intended_play.revision,
        key="void",
        **void_parameters,
    )
    move_result(play.pk, intended_play.pk, CorrectionRequest(director, "k"))
    play.refresh_from_db()
    intended_play.refresh_from_db()
    assert (play.state, intended_play.state) == ("void", "confirmed")


def test_result_cannot_move_to_an_unstarted_round(howell) -> None:
    session, director = howell
    play = plays(session, 3)[0]
    intended_play = Play.objects.filter(seating__round__number=4).first()
    with pytest.raises(ValidationFailed) as refused:
        move_result(play.pk, intended_play.pk, CorrectionRequest(director, "k"))
    assert problem_codes(refused) == ["round_not_started"]
    play.refresh_from_db()
    assert play.state == "confirmed"


@pytest.mark.thorough
def test_fouled_plays_are_compared_separately(mitchell) -> None:
    session, director = mitchell
    board = Board.objects.get(session=session, number=1)
    with pytest.raises(ValidationFailed) as refused:
        foul_board(board.pk, [], CorrectionRequest(director, "k"))
    assert problem_codes(refused) == ["no_tables"]
    with pytest.raises(ValidationFailed) as refused:
        foul_board(
            board.pk, board.plays.values_list("pk", flat=True), CorrectionRequest(director, "l")
        )
    assert problem_codes(refused) == ["all_tables"]
    fouled_play = board.plays.exclude(line_points="").first()
    foul_board(board.pk, [fouled_play.pk], CorrectionRequest(director, "m"))
    fouled_play.refresh_from_db()
    assert fouled_play.group == 2, "group 1 has the plays with the right cards"


def test_table_cannot_have_played_a_set_with_known_boards(howell) -> None:
    session, director = howell
    seating_of_table = seating(session)
    seated_contestant_ids = seating_of_table.places.values("contestant")
    entered_plays = Play.objects.filter(
        revision__gt=0, seating__places__contestant__in=seated_contestant_ids
    )
    known_board_ids = set(entered_plays.values_list("board", flat=True))
    first_board_number = next(
        board_set[0].number
        for board_set in other_board_sets(seating_of_table)
        if not known_board_ids.isdisjoint(board.pk for board in board_set)
    )
    with pytest.raises(ValidationFailed) as refused:
        correct_played_set(
            seating_of_table.pk, first_board_number, CorrectionRequest(director, "k")
        )
    assert set(problem_codes(refused)) == {"played_before"}
    with pytest.raises(ValidationFailed) as refused:
        correct_played_set(seating_of_table.pk, 999, CorrectionRequest(director, "l"))
    assert problem_codes(refused) == ["unknown_board"]
