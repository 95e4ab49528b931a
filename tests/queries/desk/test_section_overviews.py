"""Tiles of the current round: which tables need the director, and which board they open."""

import random
from datetime import timedelta

import pytest
from django.utils import timezone

from tests.scenes import evening
from tests.scenes.arrivals_and_departures import withdraw_during_session
from tests.web.signed_in import OTHER_RESULT, RESULT
from tournaments.actions.calls.calls import answer_call, call_director, close_call
from tournaments.actions.results.decisions import decide_play
from tournaments.actions.results.drafts import store_draft
from tournaments.actions.rounds.end_round import end_round
from tournaments.models import (
    Call,
    ClockPause,
    ContestantPlayer,
    Entry,
    Play,
    Player,
    Round,
    Session,
    TimeExtension,
)
from tournaments.permissions.actor import Actor
from tournaments.queries.desk.desk_state import read_desk_state
from tournaments.queries.desk.pending_decisions import pending_decisions
from tournaments.queries.desk.section_overviews import SectionOverview, Tile
from tournaments.queries.results.drafts import DraftLegs
from tournaments.queries.rounds.current_round import count_boards_in, current_round
from tournaments.queries.rounds.seating import playing_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def scene() -> tuple[Session, Actor]:
    """Return a session of thirteen pairs at six tables, in which one pair sits out each round."""
    return evening.started(13, round_count=3, boards_per_round=1)


def overview_of(session: Session, reader: Actor | None = None) -> SectionOverview:
    user = reader.user_id if reader else None
    return read_desk_state(session, session.sections.all(), user).sections[0]


def play_at(session: Session, table_number: int) -> Play:
    plays = Play.objects.filter(seating__round=playing_round(session)).select_related(
        "seating__table"
    )
    return plays.get(seating__table__number=table_number)


def labels(tiles: list[Tile]) -> list[str]:
    return [tile.table.label for tile in tiles]


def tables_needing_director(overview: SectionOverview) -> list[str]:
    """Return the labels of the tables that need the director."""
    return [tile.table.label for tile in overview.tiles_in_use if tile.needs_director]


def call_from_table(session: Session, table_number: int) -> Call:
    table_ = play_at(session, table_number).seating.table
    call_director(
        table_, "card", "", Actor.of_table(table_.pk, "phone", ""), f"call {table_number}"
    )
    return Call.objects.get(table=table_)


def enter_conflict(session: Session, table_number: int) -> None:
    evening.enter(play_at(session, table_number), RESULT, ("ns",))
    evening.enter(play_at(session, table_number), OTHER_RESULT, ("ew",))


def test_no_table_needs_the_director_at_first(scene: tuple[Session, Actor]) -> None:
    session, _director = scene
    overview = overview_of(session)
    assert labels(overview.tiles_in_use) == ["1", "2", "3", "4", "5", "6"]
    assert tables_needing_director(overview) == []
    assert {tile.last_result_at for tile in overview.tiles} == {None}


def test_tiles_stay_in_table_order_when_tables_need_the_director(
    scene: tuple[Session, Actor],
) -> None:
    session, director = scene
    late_play = play_at(session, 3)
    end_round(late_play.seating.round_id, director)
    enter_conflict(session, 5)
    call_from_table(session, 2)
    overview = overview_of(session)
    assert labels(overview.tiles_in_use) == ["1", "2", "3", "4", "5", "6"]
    assert tables_needing_director(overview) == ["2", "5"], (
        "a board of a round that is over waits in the list"
    )
    answer_call(Call.objects.get(), director)
    assert tables_needing_director(overview_of(session)) == ["2", "5"], "somebody is coming"
    close_call(Call.objects.get(), director)
    assert tables_needing_director(overview_of(session)) == ["5"]


def test_tile_opens_the_board_that_is_most_urgent() -> None:
    session, _director = evening.started(8, round_count=2, boards_per_round=3)
    plays = Play.objects.filter(seating__round=playing_round(session), seating__table__number=2)
    first_play, second_play, third_play = plays.order_by("board__number").select_related(
        "seating__table"
    )

    def opened() -> int | None:
        return overview_of(session).tiles[1].play_to_open

    assert opened() == first_play.pk
    evening.enter(first_play, RESULT)
    assert opened() == second_play.pk, "the first is settled"
    evening.enter(third_play, RESULT, ("ns",))
    evening.enter(third_play, OTHER_RESULT, ("ew",))
    assert opened() == third_play.pk, "its results differ"
    waiting = overview_of(session).tiles[1].most_urgent
    assert waiting
    assert (waiting.play, waiting.kind) == (third_play.pk, "conflict")


def set_overdue(session: Session, minutes: int) -> None:
    """Change the clock so that the twenty minutes of the round ended some minutes ago."""
    Session.objects.filter(pk=session.pk).update(minutes_per_round=20)
    started_at = timezone.now() - timedelta(minutes=20 + minutes, seconds=1)
    Round.objects.filter(pk=playing_round(session).pk).update(started_at=started_at)
    session.refresh_from_db()


def test_overdue_table_without_a_result_needs_the_director(
    scene: tuple[Session, Actor],
) -> None:
    session, _director = scene
    set_overdue(session, 27)
    evening.enter(play_at(session, 1), RESULT)
    overview = overview_of(session)
    assert tables_needing_director(overview) == ["2", "3", "4", "5", "6"]
    assert overview.tiles[0].overdue_since is None


def test_table_is_overdue_only_three_minutes_after_its_time(scene: tuple[Session, Actor]) -> None:
    session, _director = scene
    set_overdue(session, 2)
    assert tables_needing_director(overview_of(session)) == []
    set_overdue(session, 3)
    assert len(tables_needing_director(overview_of(session))) == 6


def test_table_with_extra_minutes_or_a_paused_clock_is_not_overdue(
    scene: tuple[Session, Actor],
) -> None:
    session, _director = scene
    section = session.sections.get()
    set_overdue(session, 5)
    seating = play_at(session, 4).seating
    TimeExtension.objects.create(
        round=seating.round, to_table=seating.table, at=timezone.now(), seconds=600
    )
    assert "4" not in tables_needing_director(overview_of(session))
    ClockPause.objects.create(section=section, at=timezone.now() - timedelta(minutes=4))
    assert tables_needing_director(overview_of(session)) == []


def test_older_of_two_conflicts_is_listed_first(scene: tuple[Session, Actor]) -> None:
    session, _director = scene
    enter_conflict(session, 5)
    enter_conflict(session, 2)
    assert [section.table for section in pending_decisions(session.sections.all())] == ["5", "2"]


def test_tile_shows_its_contestants_and_the_time_of_the_last_result(
    scene: tuple[Session, Actor],
) -> None:
    session, _director = scene
    play = play_at(session, 2)
    evening.enter(play, RESULT, ("ns",))
    tile = overview_of(session).tiles[1]
    assert tile.last_result_at == play.entries.get().at
    seated = {
        line: [contestant.number for contestant in contestants] for line, contestants in tile.sides
    }
    placed = {
        seat_holder.contestant.number
        for seat_holder in play.seating.places.select_related("contestant")
    }
    assert {number for numbers in seated.values() for number in numbers} == placed
    assert [play_mark.mark for play_mark in tile.plays] == ["entered"]


def test_contestant_without_a_table_rests_unless_they_have_left(
    scene: tuple[Session, Actor],
) -> None:
    session, director = scene
    first = overview_of(session).sitting_out
    assert len(first) == 1
    sitting_out = session.stage.event.contestants.get(number=first[0].number)
    withdraw_during_session(session.stage.event, sitting_out.pk, director)
    assert overview_of(session).sitting_out == ()


def test_received_boards_are_counted(scene: tuple[Session, Actor]) -> None:
    session, _director = scene
    evening.enter(play_at(session, 1), evening.outcome(random.Random(1)))
    grid = overview_of(session).grid
    assert (grid.received_count, grid.due_count, grid.round_count) == (1, 6, 3)


def test_tile_shows_how_many_legs_of_a_board_are_complete() -> None:
    session, _director = evening.started_game("tantony")
    assert [tile.draft_legs for tile in overview_of(session).tiles] == [()] * 2
    play = Play.objects.filter(
        seating__round=playing_round(session), seating__table__number=2
    ).earliest("pk")
    for side, legs in (("ns", 1), ("ew", 2)):
        form_data = {
            f"leg{leg}_{line}_runts": "30" for leg in range(1, legs + 1) for line in ("ns", "ew")
        }
        store_draft(
            play.pk,
            form_data | {"leg3_ns_runts": "90"},
            Actor.of_table(play.seating.table_id, "phone", side),
        )
    assert [tile.draft_legs for tile in overview_of(session).tiles] == [
        (),
        (DraftLegs(play.board.number, 2, 4),),
    ]


def test_last_results_are_the_newest_entries_with_their_boards(
    scene: tuple[Session, Actor],
) -> None:
    session, _director = scene
    for table in range(1, 7):
        evening.enter(play_at(session, table), RESULT, ("ns",))
    evening.enter(play_at(session, 2), RESULT, ("ew",))
    overview = overview_of(session).last_results
    assert [result.table.label for result in overview] == ["2", "6", "5", "4", "3", "1"]
    assert [result.play.mark for result in overview] == ["confirmed", *["entered"] * 5]


def test_last_result_of_a_revoke_names_the_line_that_revoked(
    scene: tuple[Session, Actor],
) -> None:
    session, _director = scene
    evening.enter(play_at(session, 1), RESULT | {"ns_points": "", "renunci": "ew"})
    (last,) = overview_of(session).last_results
    assert last.figures
    assert (last.figures.forfeit_line, last.figures.forfeit_label) == ("ew", "Revoke by")


def test_last_results_include_those_of_the_previous_round(
    scene: tuple[Session, Actor],
) -> None:
    session, director = scene
    evening.play_round(session, director)
    results_before = overview_of(session).last_results
    assert len(results_before) == 6
    assert {result.play.mark for result in results_before} == {"confirmed"}
    evening.enter(play_at(session, 3), RESULT, ("ns",))
    results_after = overview_of(session).last_results
    assert (results_after[0].table.label, results_after[0].play.mark) == ("3", "entered")
    assert results_after[1:] == results_before[:5]


def test_tone_of_a_tile_is_done_ask_or_bad(
    scene: tuple[Session, Actor],
) -> None:
    session, _director = scene
    evening.enter(play_at(session, 1), RESULT, ("ns", "ew"))
    enter_conflict(session, 2)
    call_from_table(session, 3)
    tones = {tile.table.label: tile.tone for tile in overview_of(session).tiles}
    assert (tones["1"], tones["2"], tones["3"], tones["4"]) == ("done", "bad", "ask", "")


def test_candidate_results_are_ordered_by_line(
    scene: tuple[Session, Actor],
) -> None:
    session, _director = scene
    evening.enter(play_at(session, 2), RESULT, ("ew",))
    evening.enter(play_at(session, 2), OTHER_RESULT, ("ns",))
    (decision,) = pending_decisions(session.sections.all())
    assert [candidate.entered_by[0].line for candidate in decision.candidates] == ["ns", "ew"]


def test_desk_public_pages_and_screens_count_the_same_received_boards(
    scene: tuple[Session, Actor],
) -> None:
    session, director = scene
    evening.enter(play_at(session, 1), RESULT, ("ns",))
    evening.enter(play_at(session, 2), RESULT)
    enter_conflict(session, 3)
    not_played = play_at(session, 4)
    decide_play(
        not_played.pk, Entry.Kind.VOID, {}, replaces=0, reason="time", actor=director, key="v"
    )
    grid, public_round = overview_of(session).grid, current_round(session)
    assert public_round
    on_screen = count_boards_in(session.sections.all())
    assert grid.received_count == public_round.settled_boards == on_screen["boards_in"] == 2
    assert grid.due_count == public_round.boards == on_screen["boards"]


def test_last_results_hide_the_result_from_a_director_who_still_plays_the_board(
    scene: tuple[Session, Actor],
) -> None:
    session, director = scene
    play = play_at(session, 2)
    evening.enter(play, RESULT)
    enter_conflict(session, 3)
    figures = {
        result.table.label: result.figures for result in overview_of(session, director).last_results
    }
    assert figures["3"] is None, "two results differ, so none counts"
    assert figures["2"]
    assert (figures["2"].call_key, figures["2"].number) == ("oros", "40")
    later_play = Play.objects.filter(board=play.board, state=Play.State.DUE)[0]
    partner = ContestantPlayer.objects.filter(contestant__places__seating__plays=later_play)[0]
    player_values = {
        "club": session.stage.event.club,
        "name": "Director",
        "user_id": director.user_id,
    }
    ContestantPlayer.objects.filter(pk=partner.pk).update(
        player=Player.objects.create(**player_values)
    )
    results_by_table = {
        result.table.label: result for result in overview_of(session, director).last_results
    }
    assert results_by_table["2"].figures is None
    assert results_by_table["2"].play.mark == "confirmed"
