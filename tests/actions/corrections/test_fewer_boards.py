"""To shorten a late session, one board of each later round is dropped.

This happens in all sections whose results are compared with each other.
"""

import random
from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import timezone

from games.problems import ValidationFailed
from tests.scenes.any_session import SESSION_KINDS
from tests.scenes.arrivals_and_departures import arrive_during_session, withdraw_during_session
from tests.scenes.clocks import clock_in
from tests.scenes.divided_session import (
    SECTION_OF_FEWER_ROUNDS,
    SECTION_OF_SIX,
    SECTION_OF_TEN,
    play_rounds_of_section,
    section_of,
    started_in_sections,
)
from tests.scenes.evening import club_with_director, play_out, play_round, started
from tests.scenes.event_files import empty_database
from tests.scenes.matches import started_matches
from tests.scenes.problems import problem_codes
from tests.scenes.teams import PLAN, started_teams
from tests.scenes.undo import facts, latest_step
from tournaments import scoring_pipeline
from tournaments.actions.corrections.correcting import CorrectionRequest
from tournaments.actions.corrections.fewer_boards import drop_boards
from tournaments.actions.corrections.fewer_rounds import drop_last_round
from tournaments.actions.event_file.importing import import_event
from tournaments.actions.events.next_session import create_next_session
from tournaments.actions.history.preview import preview_action
from tournaments.actions.history.stale_previews import latest_step_id
from tournaments.actions.history.undo import undo_step
from tournaments.actions.idempotency import Answer, Conflict
from tournaments.actions.results.adjusted_awards import give_awards
from tournaments.actions.rounds.clock_settings import set_clock
from tournaments.actions.rounds.draws import begin_round, draw_round
from tournaments.actions.rounds.sessions import finish_session
from tournaments.models import (
    AuditAction,
    AuditEntry,
    ExportedSection,
    Play,
    Round,
    Section,
    Session,
    UndoStep,
)
from tournaments.permissions.actor import SYSTEM, Actor, NotPermitted
from tournaments.permissions.visibility.results_shown import is_board_hidden
from tournaments.queries.events.event_file import event_file
from tournaments.queries.rounds.finish_time import read_outlook
from tournaments.queries.rounds.seating import playing_round
from tournaments.queries.rounds.team_matches import match_rounds
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db


@pytest.fixture
def session_and_director():
    """Start a session of four rounds whose first has ended and whose second is in progress."""
    session, director = started(8, movement="mitchell", round_count=4, boards_per_round=3)
    play_round(session, director, random.Random(3))
    return session, director


def drop_last_boards(session: Session, director: Actor, key: str = "k") -> Answer:
    return drop_boards(session.sections.earliest("number").pk, CorrectionRequest(director, key))


def board_sets_by_round(session: Session) -> dict[int, list[tuple[int, ...]]]:
    """Return the board numbers of each table, by round."""
    sets_by_round: dict[int, list[tuple[int, ...]]] = {}
    for round_ in Round.objects.filter(section__session=session).order_by(
        "number", "section__number"
    ):
        for seating in round_.seatings.order_by("table__number"):
            numbers = seating.plays.order_by("board__number").values_list(
                "board__number", flat=True
            )
            sets_by_round.setdefault(round_.number, []).append(tuple(numbers))
    return sets_by_round


def without_last(sets: list[tuple[int, ...]], dropped_count: int = 1) -> list[tuple[int, ...]]:
    return [board_set[:-dropped_count] for board_set in sets]


@pytest.mark.thorough
def test_each_set_loses_its_last_board_and_undo_restores_it(session_and_director) -> None:
    session, director = session_and_director
    catch_up()
    boards_before, facts_before = board_sets_by_round(session), facts(session)
    preview = preview_action(session.stage, lambda: drop_last_boards(session, director))
    assert (preview.problems, facts(session)) == ((), facts_before)
    assert drop_last_boards(session, director) == {"fewer": 3, "apart": preview.answer["apart"]}
    assert drop_last_boards(session, director)["fewer"] == 3, "a repeated key drops no second board"
    for number in (1, 2):
        assert board_sets_by_round(session)[number] == boards_before[number]
    assert [board_sets_by_round(session)[number] for number in (3, 4)] == [
        without_last(boards_before[3]),
        without_last(boards_before[4]),
    ]
    assert AuditEntry.objects.filter(verb=AuditAction.DROP_BOARDS).count() == 1
    assert scoring_pipeline.recount(session.stage.event) == []
    first_drop_step = latest_step()
    drop_last_boards(session, director, "another")
    assert [board_sets_by_round(session)[number] for number in (3, 4)] == [
        without_last(boards_before[3], 2),
        without_last(boards_before[4], 2),
    ]
    assert session.sections.get().boards_left_out == [3, 3]
    with pytest.raises(ValidationFailed) as refused:
        drop_last_boards(session, director, "a third")
    assert problem_codes(refused) == ["one_board"]
    with pytest.raises(ValidationFailed) as refused:
        undo_step(first_drop_step.pk, director)
    assert problem_codes(refused) == ["done_since"]
    undoing_step_id = undo_step(latest_step().pk, director)["act"]
    undo_step(first_drop_step.pk, director)
    assert (facts(session), board_sets_by_round(session)) == (facts_before, boards_before)
    undo_step(latest_step().pk, director)
    undo_step(undoing_step_id, director)
    play_out(session, director)
    assert scoring_pipeline.recount(session.stage.event) == []


@pytest.mark.thorough
def test_scales_expect_only_tables_that_still_play_the_board(session_and_director) -> None:
    session, director = session_and_director
    catch_up()
    play_counts = {
        board: Play.objects.filter(board__number=board).count() for board in (3, 6, 9, 12)
    }
    removed_play_counts = {
        board: Play.objects.filter(board__number=board, seating__round__number__gt=2).count()
        for board in play_counts
    }
    drop_last_boards(session, director)
    play_out(session, director)
    catch_up()
    for number, play_count in play_counts.items():
        board = session.boards.get(number=number)
        assert {scale.expected for scale in board.scales.all()} == {
            play_count - removed_play_counts[number]
        }
    assert all(removed_play_counts.values())


@pytest.mark.thorough
def test_dropped_boards_stay_sealed_until_the_session_is_over(session_and_director) -> None:
    session, director = session_and_director
    drop_last_boards(session, director)
    sealed_boards = session.boards.filter(sealed_to_end=True)
    assert set(sealed_boards.values_list("number", flat=True)) == {3, 6, 9, 12}
    for _round in (2, 3, 4):
        play_round(session, director, random.Random(5))
    assert {board.number for board in session.boards.all() if is_board_hidden(board)} == {
        3,
        6,
        9,
        12,
    }
    finish_session(session.pk, director)
    session.refresh_from_db()
    assert not any(is_board_hidden(board) for board in session.boards.all())


@pytest.mark.daily(2)
@pytest.mark.parametrize("kind", ["mitchell", "barometer", "individual", "rainbow", "teams"])
def test_every_movement_continues_with_equal_sets(kind: str) -> None:
    session, director = SESSION_KINDS[kind]()
    boards_before = board_sets_by_round(session)
    catch_up()
    facts_before = facts(session)
    drop_last_boards(session, director)
    boards_after = board_sets_by_round(session)
    assert boards_after[1] == boards_before[1]
    assert all(
        boards_after[number] == without_last(boards_before[number])
        for number in range(2, session.rounds_to_play + 1)
    )
    dropped_boards = {
        board
        for number in boards_after
        if number > 1
        for board_set in boards_before[number]
        for board in board_set[-1:]
    }
    later_boards = {
        board
        for number in boards_after
        if number > 1
        for board_set in boards_after[number]
        for board in board_set
    }
    assert not dropped_boards & later_boards, "all tables leave out the same board of a set"
    undo_step(latest_step().pk, director)
    assert facts(session) == facts_before
    undo_step(latest_step().pk, director)
    assert board_sets_by_round(session) == boards_after
    play_out(session, director) if kind != "teams" else finish_session(session.pk, director)
    assert scoring_pipeline.recount(session.stage.event) == []


@pytest.mark.thorough
def test_howell_loses_a_board_of_each_later_round() -> None:
    session, director = started(6, movement="howell", round_count=5, boards_per_round=3)
    drop_last_boards(session, director)
    assert {
        len(board_set)
        for number, sets in board_sets_by_round(session).items()
        for board_set in sets
        if number > 1
    } == {2}
    play_out(session, director)
    assert scoring_pipeline.recount(session.stage.event) == []


def test_swiss_draws_later_rounds_with_fewer_boards() -> None:
    session, director = started(8, movement="swiss", round_count=3, boards_per_round=3)
    drop_last_boards(session, director)
    step = latest_step()
    play_round(session, director)
    drawn_round = draw_round(session.pk, director)
    assert (set(board_sets_by_round(session)[1]), set(board_sets_by_round(session)[2])) == (
        {(1, 2, 3)},
        {(4, 5)},
    )
    with pytest.raises(ValidationFailed) as refused:
        drop_last_boards(session, director, "again")
    assert problem_codes(refused) == ["drawn"]
    with pytest.raises(ValidationFailed) as refused:
        undo_step(step.pk, director)
    assert problem_codes(refused) == ["round_settled"]
    begin_round(drawn_round.pk, director)
    drop_last_boards(session, director, "again")
    play_round(session, director)
    draw_round(session.pk, director)
    assert set(board_sets_by_round(session)[3]) == {(7,)}
    assert scoring_pipeline.recount(session.stage.event) == []


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("movement", "match_count"), [("swiss", 3), ("knock_out", 2), ("round_robin", 3)]
)
def test_every_later_half_of_teams_loses_a_board(movement: str, match_count: int) -> None:
    plan = replace(PLAN, movement_key=movement, halves=2)
    session, director = started_teams(4, plan, round_count=match_count, boards_per_half=3)
    play_round(session, director)
    drop_last_boards(session, director)
    play_round(session, director)
    if session.stage.is_drawn:
        begin_round(draw_round(session.pk, director).pk, director)
    boards_after = board_sets_by_round(session)
    assert [{len(board_set) for board_set in boards_after[number]} for number in (1, 2, 3, 4)] == [
        {3},
        {3},
        {2},
        {2},
    ]
    assert not set(boards_after[3]) & set(boards_after[4])
    assert [round_.boards for round_ in match_rounds(session.stage)][:2] == [6, 4]
    play_round(session, director)
    play_round(session, director)
    assert scoring_pipeline.recount(session.stage.event) == []


def test_drawn_second_half_keeps_its_boards() -> None:
    swiss, director = started_teams(
        4, replace(PLAN, movement_key="swiss", halves=2), round_count=3, boards_per_half=3
    )
    with pytest.raises(ValidationFailed) as refused:
        drop_last_boards(swiss, director)
    assert problem_codes(refused) == ["drawn"]


def test_second_half_of_a_started_match_loses_a_board() -> None:
    session, director = started_teams(4, replace(PLAN, halves=2), round_count=3, boards_per_half=3)
    drop_last_boards(session, director)
    assert [
        {len(board_set) for board_set in board_sets_by_round(session)[number]}
        for number in (1, 2, 3)
    ] == [
        {3},
        {2},
        {2},
    ]
    assert match_rounds(session.stage)[0].boards == 5


@pytest.mark.thorough
def test_compared_sections_lose_the_same_boards() -> None:
    session, director = started_in_sections(
        SECTION_OF_TEN,
        replace(SECTION_OF_SIX, rounds=5),
        replace(SECTION_OF_FEWER_ROUNDS, rounds=3),
    )
    play_rounds_of_section(session, "A", 1, director)
    assert drop_last_boards(session, director)["fewer"] == 3
    assert [section.boards_left_out for section in session.sections.all()] == [[3], [3], [3]]
    sizes = {
        number: {len(board_set) for board_set in sets}
        for number, sets in board_sets_by_round(session).items()
    }
    assert sizes == {1: {2}, 2: {2}, 3: {1}, 4: {1}, 5: {1}}
    assert scoring_pipeline.recount(session.stage.event) == []
    play_rounds_of_section(session, "Vic", 2, director)
    with pytest.raises(ValidationFailed) as refused:
        drop_last_boards(session, director, "again")
    assert problem_codes(refused) == ["nothing_to_come"], "Vic plays its last round"


@pytest.mark.thorough
def test_drop_boards_reports_why_it_is_impossible(session_and_director) -> None:
    session, director = session_and_director
    play = Play.objects.filter(seating__round__number=4).order_by("-board__number").first()
    awards = {"ns": "average", "ew": "average"}
    give_awards(play.pk, awards, replaces=0, reason="cards were seen", actor=director, key="given")
    with pytest.raises(ValidationFailed) as refused:
        drop_last_boards(session, director)
    assert problem_codes(refused) == ["decided"]
    play_round(session, director)
    play_round(session, director)
    with pytest.raises(ValidationFailed) as refused:
        drop_last_boards(session, director)
    assert problem_codes(refused) == ["nothing_to_come"]
    finish_session(session.pk, director)
    with pytest.raises(ValidationFailed) as refused:
        drop_last_boards(session, director)
    assert problem_codes(refused) == ["not_running"]


def test_season_cannot_be_shortened() -> None:
    league, director = started_matches(4, "league", round_count=3)
    with pytest.raises(ValidationFailed) as refused:
        drop_last_boards(league, director)
    assert problem_codes(refused) == ["no_evening"]


def test_offline_section_keeps_its_boards() -> None:
    session, director = started_in_sections()
    vic = section_of(session, "Vic")
    ExportedSection.objects.create(
        section=vic, identifier="a" * 16, holder="Bar", at=timezone.now()
    )
    with pytest.raises(ValidationFailed) as refused:
        drop_last_boards(session, director)
    assert "section_away" in problem_codes(refused)


def test_stale_preview_and_strangers_cannot_drop_boards(session_and_director) -> None:
    session, director = session_and_director
    section_id, seen_step_id = session.sections.get().pk, latest_step_id(session.stage.event_id)
    with pytest.raises(NotPermitted):
        drop_boards(section_id, CorrectionRequest(club_with_director("Another club")[1], "k"))
    drop_boards(section_id, CorrectionRequest(director, "one", last_seen_step=seen_step_id))
    with pytest.raises(Conflict):
        drop_boards(section_id, CorrectionRequest(director, "other", last_seen_step=seen_step_id))
    with pytest.raises(Conflict):
        drop_last_round(
            section_id, CorrectionRequest(director, "a third", last_seen_step=seen_step_id)
        )
    assert session.sections.get().boards_left_out == [3]


def test_dropped_boards_and_rounds_are_undone_newest_first(session_and_director) -> None:
    session, director = session_and_director
    boards_before = board_sets_by_round(session)
    drop_last_boards(session, director)
    drop_step = latest_step()
    drop_last_round(session.sections.get().pk, CorrectionRequest(director, "last"))
    with pytest.raises(ValidationFailed) as refused:
        undo_step(drop_step.pk, director)
    assert problem_codes(refused) == ["done_since"]
    undo_step(latest_step().pk, director)
    undo_step(drop_step.pk, director)
    assert board_sets_by_round(session) == boards_before


def test_undo_does_not_return_boards_to_tables_changed_since(session_and_director) -> None:
    session, director = session_and_director
    drop_last_boards(session, director)
    drop_step, event = latest_step(), session.stage.event
    withdraw_during_session(event, event.contestants.get(number=3).pk, director)
    with pytest.raises(ValidationFailed) as refused:
        undo_step(drop_step.pk, director)
    assert problem_codes(refused) == ["done_since"]
    arrive_during_session(event, "Zoe Mas – Xavi Pou", director)
    sizes = {
        len(board_set) for number in (3, 4) for board_set in board_sets_by_round(session)[number]
    }
    assert sizes == {2}, "a late arrival plays as many boards as the others"
    with pytest.raises(ValidationFailed):
        undo_step(drop_step.pk, director)


@pytest.mark.thorough
def test_leaving_cannot_be_undone_after_boards_were_dropped(session_and_director) -> None:
    session, director = session_and_director
    event = session.stage.event
    withdraw_during_session(event, event.contestants.get(number=3).pk, director)
    withdrawal_step = latest_step()
    drop_last_boards(session, director)
    with pytest.raises(ValidationFailed) as refused:
        undo_step(withdrawal_step.pk, director)
    assert "uneven_round" in problem_codes(refused)


@pytest.mark.thorough
def test_dropped_boards_cannot_return_after_the_round_started(session_and_director) -> None:
    session, director = session_and_director
    drop_last_boards(session, director)
    step = latest_step()
    play_round(session, director)
    with pytest.raises(ValidationFailed) as refused:
        undo_step(step.pk, director)
    assert problem_codes(refused) == ["round_settled"]


def test_clock_is_shorter_unless_its_minutes_were_set(session_and_director) -> None:
    session, director = session_and_director
    drop_last_boards(session, director)
    durations = []
    for minutes in (None, 20):
        set_clock(session.pk, minutes, {}, director)
        section = Section.objects.select_related("session__stage__event__club").get(session=session)
        round_start = playing_round(session).started_at
        durations.append(clock_in(section, round_start).clock.time_left)
    assert durations[1] == timedelta(minutes=20)
    play_round(session, director)
    set_clock(session.pk, None, {}, director)
    section = Section.objects.select_related("session__stage__event__club").get(session=session)
    assert (
        clock_in(section, playing_round(session).started_at).clock.time_left == durations[0] * 2 / 3
    )


def test_outlook_compares_with_the_original_plan(session_and_director) -> None:
    session, director = session_and_director
    now = timezone.now()
    outlook_before = read_outlook(session, session.sections.all(), now)
    drop_last_boards(session, director)
    shortened = read_outlook(session, session.sections.all(), now)
    drop_last_round(session.sections.get().pk, CorrectionRequest(director, "last"))
    after_both = read_outlook(session, session.sections.all(), now)
    assert outlook_before.planned_end == shortened.planned_end == after_both.planned_end
    assert outlook_before.expected_end > shortened.expected_end > after_both.expected_end
    UndoStep.objects.all().delete()
    without_undo_steps = read_outlook(session, session.sections.all(), now)
    assert (without_undo_steps.planned_end, without_undo_steps.expected_end) == (
        after_both.planned_end,
        after_both.expected_end,
    ), "the outlook does not depend on undo steps"


@pytest.mark.thorough
def test_event_file_stores_dropped_boards(session_and_director) -> None:
    session, director = session_and_director
    drop_last_boards(session, director)
    drop_last_round(session.sections.get().pk, CorrectionRequest(director, "last"))
    file = event_file(session.stage.event)
    empty_database()
    imported = import_event(file, SYSTEM)
    section = Section.objects.get(session__stage__event=imported)
    assert (section.rounds_left_out, section.boards_left_out, section.rounds_to_play) == (1, [3], 3)
    assert event_file(imported) == file


@pytest.mark.thorough
def test_next_session_has_all_rounds_and_boards(session_and_director) -> None:
    session, director = session_and_director
    drop_last_boards(session, director)
    drop_last_round(session.sections.get().pk, CorrectionRequest(director, "last"))
    play_out(session, director)
    next_session = create_next_session(session.stage.event, director)
    assert (next_session.rounds_to_play, next_session.boards_per_round) == (4, 3)
    assert [section.boards_left_out for section in next_session.sections.all()] == [[]]


@pytest.mark.daily(1)
@pytest.mark.parametrize(
    ("section_values", "code"),
    [
        ({"rounds_left_out": 4}, "all_left_out"),
        ({"boards_left_out": [3, 3, 3]}, "all_left_out"),
        ({"boards_left_out": [5]}, "dangling"),
        ({"boards_left_out": [4, 3]}, "out_of_order"),
    ],
)
def test_file_with_invalid_counts_of_dropped_boards_is_rejected(
    session_and_director, section_values: dict[str, object], code: str
) -> None:
    session, _director = session_and_director
    values = event_file(session.stage.event)
    values["stages"][0]["sessions"][0]["sections"][0] |= section_values
    with pytest.raises(ValidationFailed) as refused:
        import_event(values, SYSTEM)
    assert code in problem_codes(refused)
