"""Withdrawals, late arrivals and merged tables as corrections: preview, undo, permissions."""

import random
from collections.abc import Callable

import pytest

from games.problems import ValidationFailed
from tests.actions.contestants.test_departures_in_fixed_plans import (
    check_consistency,
    check_event_file_round_trip,
    play_to_the_end,
)
from tests.scenes.arrivals_and_departures import arrive_during_session, withdraw_during_session
from tests.scenes.evening import club_with_director, play_round, started
from tests.scenes.matches import started_matches
from tests.scenes.problems import problem_codes
from tests.scenes.teams import started_teams
from tests.scenes.undo import facts, latest_step
from tournaments.actions.contestants.departures import withdraw_during_play
from tournaments.actions.contestants.late_arrivals import add_late_arrival
from tournaments.actions.corrections.correcting import CorrectionRequest
from tournaments.actions.corrections.merged_tables import merge_tables
from tournaments.actions.history.preview import preview_action
from tournaments.actions.history.stale_previews import latest_step_id
from tournaments.actions.history.undo import undo_step
from tournaments.actions.idempotency import Answer, Conflict
from tournaments.actions.rounds.end_round import end_round
from tournaments.actions.rounds.sessions import finish_session
from tournaments.models import AuditAction, AuditEntry, Contestant, Play, SeatHolder, Session
from tournaments.permissions.actor import Actor, NotPermitted
from tournaments.permissions.visibility.results_shown import hidden_board_ids
from tournaments.queries.contestants.late_arrival_seats import (
    LateArrivalSeats,
    find_late_arrival_seats,
    tables_for_newcomer,
    tables_for_sitting_out,
)
from tournaments.queries.rounds.seating import playing_round
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db

SessionAndDirector = tuple[Session, Actor]
ApplyCorrection = Callable[[CorrectionRequest], Answer]
LATE_PAIR = "Zoe Mas – Xavi Pou"


def withdrawal(session: Session) -> ApplyCorrection:
    contestant = Contestant.objects.get(event=session.stage.event, number=4)
    return lambda correction: withdraw_during_play(session.stage.event, contestant.pk, correction)


def replacement(session: Session) -> ApplyCorrection:
    contestant = Contestant.objects.get(event=session.stage.event, number=4)
    return lambda correction: withdraw_during_play(
        session.stage.event, contestant.pk, correction, "Ona Pi – Iu Pi"
    )


def late_arrival(session: Session) -> ApplyCorrection:
    seats = find_late_arrival_seats(session.stage.event)
    return lambda correction: add_late_arrival(session.stage.event, LATE_PAIR, seats, correction)


def merged_tables(session: Session) -> ApplyCorrection:
    section = session.sections.get()
    tables = tables_for_sitting_out(section)
    return lambda correction: merge_tables(section.pk, tables, correction)


AUDIT_ACTION_BY_FACTORY = {
    withdrawal: AuditAction.WITHDRAW_DURING_PLAY,
    replacement: AuditAction.WITHDRAW_DURING_PLAY,
    late_arrival: AuditAction.ADD_LATE_ARRIVAL,
    merged_tables: AuditAction.MERGE_TABLES,
}
every_correction = pytest.mark.parametrize(
    "make_correction", AUDIT_ACTION_BY_FACTORY, ids=lambda factory: factory.__name__
)


@pytest.fixture
def session_and_director() -> SessionAndDirector:
    """Two contestants have left in the first of seven rounds, so their opponents sit out."""
    session, director = started(12, movement="howell", round_count=7, boards_per_round=2)
    for number in (2, 6):
        withdraw_during_session(
            session.stage.event, Contestant.objects.get(number=number).pk, director
        )
    catch_up()
    return session, director


def stored_state(session_and_director: SessionAndDirector) -> tuple[object, ...]:
    session, _director = session_and_director
    seat_holders = SeatHolder.objects.filter(seating__round__section__session=session)
    return facts(session), sorted(
        seat_holders.values_list("seating__round", "seat", "contestant", "player")
    )


@pytest.mark.daily(1)
@every_correction
def test_preview_equals_the_correction_and_undo_restores_the_state(
    session_and_director: SessionAndDirector, make_correction
) -> None:
    session, director = session_and_director
    state_before, apply = stored_state(session_and_director), make_correction(session)
    preview = preview_action(session.stage, lambda: apply(CorrectionRequest(director, "tried")))
    assert stored_state(session_and_director) == state_before
    assert preview.problems == ()
    answer = apply(CorrectionRequest(director, "k", "the pair went home"))
    assert answer.keys() == dict(preview.answer).keys()
    step, state_after = latest_step(), stored_state(session_and_director)
    assert (step.kind, step.reason) == (
        AUDIT_ACTION_BY_FACTORY[make_correction],
        "the pair went home",
    )
    assert (
        AuditEntry.objects.filter(verb=AUDIT_ACTION_BY_FACTORY[make_correction])
        .latest("pk")
        .user_id
        == director.user_id
    )
    assert apply(CorrectionRequest(director, "k", "the pair went home")) == answer
    assert stored_state(session_and_director) == state_after
    check_consistency(session)
    undo_step_id = undo_step(step.pk, director)["act"]
    assert stored_state(session_and_director) == state_before
    check_consistency(session)
    undo_step(undo_step_id, director)
    assert stored_state(session_and_director)[1] == state_after[1]
    play_to_the_end(session, director)
    check_event_file_round_trip(session)


@pytest.mark.daily(1)
@every_correction
def test_devices_other_clubs_and_long_reasons_are_refused(
    session_and_director: SessionAndDirector, make_correction
) -> None:
    session, director = session_and_director
    state_before, apply = stored_state(session_and_director), make_correction(session)
    _club, stranger = club_with_director("Another")
    table = session.sections.get().tables.first()
    for actor in (stranger, Actor.of_table(table.pk, "phone", "ns")):
        with pytest.raises(NotPermitted):
            apply(CorrectionRequest(actor, "k"))
    with pytest.raises(ValidationFailed) as refused:
        apply(CorrectionRequest(director, "k", "x" * 201))
    assert problem_codes(refused) == ["reason_too_long"]
    assert stored_state(session_and_director) == state_before


@pytest.mark.thorough
@every_correction
def test_correction_is_refused_once_the_session_is_over(
    session_and_director: SessionAndDirector, make_correction
) -> None:
    session, director = session_and_director
    apply = make_correction(session)
    play_to_the_end(session, director)
    finish_session(session.pk, director)
    with pytest.raises(ValidationFailed) as refused:
        apply(CorrectionRequest(director, "k"))
    assert problem_codes(refused) == ["not_running"]


@pytest.mark.daily(1)
@every_correction
def test_second_of_two_directors_is_refused(
    session_and_director: SessionAndDirector, make_correction
) -> None:
    """Both directors have seen the same state, and then the first one changed it."""
    session, director = session_and_director
    apply, last_seen = make_correction(session), latest_step_id(session.stage.event_id)
    apply(CorrectionRequest(director, "first", last_seen_step=last_seen))
    with pytest.raises(ValidationFailed):
        apply(CorrectionRequest(director, "second", last_seen_step=last_seen))


@pytest.mark.thorough
def test_withdrawal_is_refused_after_an_unseen_correction(
    session_and_director: SessionAndDirector,
) -> None:
    session, director = session_and_director
    event, last_seen = session.stage.event, latest_step_id(session.stage.event_id)
    merged_tables(session)(CorrectionRequest(director, "merged", last_seen_step=last_seen))
    contestant = (
        Contestant.objects.filter(places__seating__in=_new_seating_ids()).exclude(number=4).first()
    )
    with pytest.raises(Conflict) as refused:
        withdraw_during_play(
            event, contestant.pk, CorrectionRequest(director, "leaves", last_seen_step=last_seen)
        )
    assert "done_since" in problem_codes(refused)
    withdraw_during_play(
        event,
        contestant.pk,
        CorrectionRequest(director, "leaves", last_seen_step=latest_step_id(event.pk)),
    )


def _new_seating_ids() -> list[int]:
    return [row["pk"] for row in latest_step().changes if row["model"] == "seating"]


@pytest.mark.thorough
def test_outdated_seats_are_refused(session_and_director: SessionAndDirector) -> None:
    session, director = session_and_director
    join, merge = late_arrival(session), merged_tables(session)
    merged_tables(session)(CorrectionRequest(director, "m"))
    for apply in (join, merge):
        with pytest.raises(Conflict) as refused:
            apply(CorrectionRequest(director, "late"))
        assert set(problem_codes(refused)) == {"no_longer_free"}
    undo_step(latest_step().pk, director)
    for _round in range(2):
        play_round(session, director, random.Random(7))
    with pytest.raises(Conflict) as refused:
        join(CorrectionRequest(director, "later"))
    assert "round_begun" in problem_codes(refused)


def test_merged_tables_get_boards_new_to_everybody(
    session_and_director: SessionAndDirector,
) -> None:
    session, director = session_and_director
    section = session.sections.get()
    rounds_with_sit_outs = {table.round for table in tables_for_sitting_out(section)}
    assert rounds_with_sit_outs
    table_count = section.tables.count()
    merged_tables(session)(CorrectionRequest(director, "m"))
    assert section.tables.count() == table_count
    assert tables_for_sitting_out(section) == []
    check_consistency(session)


@pytest.mark.thorough
def test_four_resting_contestants_get_two_tables() -> None:
    session, director = started(16, movement="howell", round_count=15, boards_per_round=1)
    for number in (2, 5, 9, 14):
        withdraw_during_session(
            session.stage.event, Contestant.objects.get(number=number).pk, director
        )
    section = session.sections.get()
    tables = tables_for_sitting_out(section)
    assert (
        max(sum(table.round == other_table.round for table in tables) for other_table in tables)
        == 2
    )
    merge_tables(section.pk, tables, CorrectionRequest(director, "m"))
    check_consistency(session)


@pytest.mark.thorough
def test_invalid_proposed_tables_are_refused(session_and_director: SessionAndDirector) -> None:
    session, director = session_and_director
    section = session.sections.get()
    proposed, *_others = tables_for_sitting_out(section)
    seated_contestant = (
        SeatHolder.objects.filter(seating__round=proposed.round).first().contestant_id
    )
    played_boards = Play.objects.filter(seating__places__contestant=proposed.seated[0]).values_list(
        "board", flat=True
    )
    visible_boards = session.boards.exclude(pk__in=hidden_board_ids(session)).values_list(
        "pk", flat=True
    )
    invalid_tables = [
        proposed._replace(seated=(proposed.seated[0], proposed.seated[0])),
        proposed._replace(seated=(proposed.seated[0], seated_contestant)),
        proposed._replace(seated=proposed.seated[:1]),
        proposed._replace(boards=(played_boards[0],)),
        proposed._replace(boards=()),
        proposed._replace(table=99),
        proposed._replace(round=0),
        *(proposed._replace(boards=(board,)) for board in visible_boards),
    ]
    state_before = stored_state(session_and_director)
    for number, table in enumerate(invalid_tables):
        with pytest.raises(Conflict):
            merge_tables(section.pk, [table], CorrectionRequest(director, f"w {number}"))
    with pytest.raises(Conflict):
        merge_tables(section.pk, [proposed, proposed], CorrectionRequest(director, "twice"))
    assert stored_state(session_and_director) == state_before


def test_newcomer_gets_only_hidden_boards() -> None:
    """Boards that all contestants but one have played are visible, so not for a newcomer."""
    session, director = started(5, movement="howell", round_count=5, boards_per_round=1)
    for _round in range(3):
        play_round(session, director, random.Random(2))
    assert playing_round(session)
    hidden_ids = hidden_board_ids(session)
    tables = tables_for_newcomer(session.sections.get())
    assert {board for table in tables for board in table.boards} <= hidden_ids


def test_tables_cannot_be_merged_in_drawn_rounds_or_team_matches() -> None:
    for session, director in (started_matches(8), started_teams()):
        section = session.sections.get()
        tables = [] if session.stage.is_drawn else tables_for_sitting_out(section)
        with pytest.raises(ValidationFailed) as refused:
            merge_tables(section.pk, tables, CorrectionRequest(director, "m"))
        assert problem_codes(refused) in (["drawn"], ["nobody_rests"])


def test_withdrawal_from_a_season_can_be_undone() -> None:
    session, director = started_matches(5, "league", round_count=5)
    facts_before = facts(session)
    withdraw_during_session(session.stage.event, Contestant.objects.get(number=3).pk, director)
    undo_step(latest_step().pk, director)
    assert facts(session) == facts_before


def test_late_arrival_in_drawn_rounds_can_be_undone() -> None:
    session, director = started_matches(8)
    facts_before = facts(session)
    newcomer = arrive_during_session(session.stage.event, LATE_PAIR, director)
    undo_step(latest_step().pk, director)
    assert facts(session) == facts_before
    assert not Contestant.objects.filter(pk=newcomer.pk).exists()


def test_section_of_another_session_is_refused(session_and_director: SessionAndDirector) -> None:
    session, director = session_and_director
    seats = find_late_arrival_seats(session.stage.event)
    with pytest.raises(Conflict) as refused:
        add_late_arrival(
            session.stage.event,
            LATE_PAIR,
            LateArrivalSeats(0, seats.tables),
            CorrectionRequest(director, "k"),
        )
    assert problem_codes(refused) == ["does_not_fit"]
    with pytest.raises(Conflict):
        add_late_arrival(
            session.stage.event,
            LATE_PAIR,
            seats._replace(tables=()),
            CorrectionRequest(director, "k"),
        )


def test_withdrawn_contestant_has_no_seat_in_the_next_round(
    session_and_director: SessionAndDirector,
) -> None:
    session, director = session_and_director
    merged_tables(session)(CorrectionRequest(director, "m"))
    end_round(playing_round(session).pk, director)
    withdrawn = Contestant.objects.get(number=2)
    assert not SeatHolder.objects.filter(
        contestant=withdrawn, seating__round=playing_round(session)
    ).exists()


def test_merged_tables_keep_contestants_on_their_usual_line() -> None:
    session, director = started(12, movement="mitchell", round_count=4, boards_per_round=2)
    usual_seats = dict(SeatHolder.objects.filter(seat__in="NE").values_list("contestant", "seat"))
    for number in (1, 2):
        withdraw_during_session(
            session.stage.event, Contestant.objects.get(number=number).pk, director
        )
    merged_tables(session)(CorrectionRequest(director, "m"))
    for contestant in Contestant.objects.filter(withdrawn_at=None):
        seats = list(contestant.places.filter(seat__in="NE").values_list("seat", flat=True))
        assert 2 * seats.count(usual_seats[contestant.pk]) > len(seats)
