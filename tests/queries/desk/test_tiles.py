"""The tables of the round as the control room shows them: what of each wants the director, which
board it opens, and who rests."""

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
from tournaments.queries.desk.control_room import read_desk_room
from tournaments.queries.desk.tiles import SectionNow, Tile
from tournaments.queries.desk.waiting_for_director import read_waiting
from tournaments.queries.results.drafts import DraftLegs
from tournaments.queries.rounds.current_round import count_boards_in, current_round
from tournaments.queries.rounds.seating import playing_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def scene() -> tuple[Session, Actor]:
    """Thirteen pairs, so that one rests; a board a round at each of six tables."""
    return evening.started(13, rounds=3, boards_per_round=1)


def now(session: Session, reader: Actor | None = None) -> SectionNow:
    user = reader.user_id if reader else None
    return read_desk_room(session, session.sections.all(), user).sections[0]


def play_at(session: Session, table: int) -> Play:
    plays = Play.objects.filter(seating__round=playing_round(session)).select_related(
        "seating__table"
    )
    return plays.get(seating__table__number=table)


def labels(tiles: list[Tile]) -> list[str]:
    return [tile.table.label for tile in tiles]


def asking(shown: SectionNow) -> list[str]:
    """The labels of the tables that want the director."""
    return [tile.table.label for tile in shown.tiles_in_use if not tile.is_calm]


def calling(session: Session, table: int) -> Call:
    found = play_at(session, table).seating.table
    call_director(found, "card", "", Actor.of_table(found.pk, "phone", ""), f"call {table}")
    return Call.objects.get(table=found)


def differ(session: Session, table: int) -> None:
    evening.enter(play_at(session, table), RESULT, ("ns",))
    evening.enter(play_at(session, table), OTHER_RESULT, ("ew",))


def test_a_room_in_which_nothing_happened_is_calm(scene: tuple[Session, Actor]) -> None:
    session, _director = scene
    shown = now(session)
    assert labels(shown.tiles_in_use) == ["1", "2", "3", "4", "5", "6"]
    assert asking(shown) == []
    assert {tile.last_at for tile in shown.tiles} == {None}


def test_tables_keep_the_order_of_the_room_whatever_wants_the_director(
    scene: tuple[Session, Actor],
) -> None:
    session, director = scene
    late = play_at(session, 3)
    end_round(late.seating.round_id, director)
    differ(session, 5)
    calling(session, 2)
    shown = now(session)
    assert labels(shown.tiles_in_use) == ["1", "2", "3", "4", "5", "6"]
    assert asking(shown) == ["2", "5"], "a board of a round that is over waits in the list"
    answer_call(Call.objects.get(), director)
    assert asking(now(session)) == ["2", "5"], "somebody is coming"
    close_call(Call.objects.get(), director)
    assert asking(now(session)) == ["5"]


def test_tile_opens_the_board_that_needs_somebody_first() -> None:
    session, _director = evening.started(8, rounds=2, boards_per_round=3)
    plays = Play.objects.filter(seating__round=playing_round(session), seating__table__number=2)
    first, second, third = plays.order_by("board__number").select_related("seating__table")

    def opened() -> int | None:
        return now(session).tiles[1].first_open

    assert opened() == first.pk
    evening.enter(first, RESULT)
    assert opened() == second.pk, "the first is settled"
    evening.enter(third, RESULT, ("ns",))
    evening.enter(third, OTHER_RESULT, ("ew",))
    assert opened() == third.pk, "its results differ"
    waiting = now(session).tiles[1].most_urgent
    assert waiting
    assert (waiting.play, waiting.why) == (third.pk, "conflict")


def time_is_over(session: Session, minutes: int) -> None:
    """The round being played was to end so many minutes ago, after twenty."""
    Session.objects.filter(pk=session.pk).update(minutes_per_round=20)
    begun = timezone.now() - timedelta(minutes=20 + minutes, seconds=1)
    Round.objects.filter(pk=playing_round(session).pk).update(started_at=begun)
    session.refresh_from_db()


def test_a_table_is_not_calm_whose_time_is_over_and_that_has_sent_nothing(
    scene: tuple[Session, Actor],
) -> None:
    session, _director = scene
    time_is_over(session, 27)
    evening.enter(play_at(session, 1), RESULT)
    shown = now(session)
    assert asking(shown) == ["2", "3", "4", "5", "6"]
    assert shown.tiles[0].over_since is None


def test_within_its_grace_a_table_is_calm(scene: tuple[Session, Actor]) -> None:
    session, _director = scene
    time_is_over(session, 2)
    assert asking(now(session)) == []
    time_is_over(session, 3)
    assert len(asking(now(session))) == 6


def test_a_table_that_was_given_minutes_and_one_whose_clock_stands_are_calm(
    scene: tuple[Session, Actor],
) -> None:
    session, _director = scene
    section = session.sections.get()
    time_is_over(session, 5)
    given = play_at(session, 4).seating
    TimeExtension.objects.create(
        round=given.round, to_table=given.table, at=timezone.now(), seconds=600
    )
    assert "4" not in asking(now(session))
    ClockPause.objects.create(section=section, at=timezone.now() - timedelta(minutes=4))
    assert asking(now(session)) == []


def test_of_two_conflicts_the_older_waits_first_in_the_list(scene: tuple[Session, Actor]) -> None:
    session, _director = scene
    differ(session, 5)
    differ(session, 2)
    assert [each.table for each in read_waiting(session.sections.all())] == ["5", "2"]


def test_a_tile_says_who_sits_there_and_when_the_last_result_came(
    scene: tuple[Session, Actor],
) -> None:
    session, _director = scene
    play = play_at(session, 2)
    evening.enter(play, RESULT, ("ns",))
    tile = now(session).tiles[1]
    assert tile.last_at == play.entries.get().at
    seated = {line: [each.number for each in there] for line, there in tile.sides}
    placed = {place.contestant.number for place in play.seating.places.select_related("contestant")}
    assert {number for numbers in seated.values() for number in numbers} == placed
    assert [each.mark for each in tile.plays] == ["entered"]


def test_who_has_no_table_rests_and_who_has_left_does_not(scene: tuple[Session, Actor]) -> None:
    session, director = scene
    first = now(session).resting
    assert len(first) == 1
    resting = session.stage.event.contestants.get(number=first[0].number)
    withdraw_during_session(session.stage.event, resting.pk, director)
    assert now(session).resting == ()


def test_boards_are_counted_as_they_come_in(scene: tuple[Session, Actor]) -> None:
    session, _director = scene
    evening.enter(play_at(session, 1), evening.outcome(random.Random(1)))
    room = now(session).room
    assert (room.received, room.due, room.rounds) == (1, 6, 3)


def test_a_tile_says_how_many_legs_of_a_board_are_over() -> None:
    session, _director = evening.started_game("tantony")
    assert [tile.legs for tile in now(session).tiles] == [()] * 2
    play = Play.objects.filter(
        seating__round=playing_round(session), seating__table__number=2
    ).earliest("pk")
    for side, legs in (("ns", 1), ("ew", 2)):
        said = {
            f"leg{leg}_{line}_runts": "30" for leg in range(1, legs + 1) for line in ("ns", "ew")
        }
        store_draft(
            play.pk,
            said | {"leg3_ns_runts": "90"},
            Actor.of_table(play.seating.table_id, "phone", side),
        )
    assert [tile.legs for tile in now(session).tiles] == [(), (DraftLegs(play.board.number, 2, 4),)]


def test_last_results_are_the_newest_entries_with_their_boards(
    scene: tuple[Session, Actor],
) -> None:
    session, _director = scene
    for table in range(1, 7):
        evening.enter(play_at(session, table), RESULT, ("ns",))
    evening.enter(play_at(session, 2), RESULT, ("ew",))
    shown = now(session).last_results
    assert [each.table.label for each in shown] == ["2", "6", "5", "4", "3", "1"]
    assert [each.play.mark for each in shown] == ["confirmed", *["entered"] * 5]


def test_last_results_of_a_round_stay_once_the_next_has_begun(
    scene: tuple[Session, Actor],
) -> None:
    session, director = scene
    evening.play_round(session, director)
    before = now(session).last_results
    assert len(before) == 6
    assert {each.play.mark for each in before} == {"confirmed"}
    evening.enter(play_at(session, 3), RESULT, ("ns",))
    entered = now(session).last_results
    assert (entered[0].table.label, entered[0].play.mark) == ("3", "entered")
    assert entered[1:] == before[:5]


def test_a_tile_says_whether_it_is_done_asks_or_is_in_conflict(
    scene: tuple[Session, Actor],
) -> None:
    session, _director = scene
    evening.enter(play_at(session, 1), RESULT, ("ns", "ew"))
    differ(session, 2)
    calling(session, 3)
    tones = {tile.table.label: tile.tone for tile in now(session).tiles}
    assert (tones["1"], tones["2"], tones["3"], tones["4"]) == ("done", "bad", "ask", "")


def test_results_to_choose_from_stand_by_line_whoever_was_first(
    scene: tuple[Session, Actor],
) -> None:
    session, _director = scene
    evening.enter(play_at(session, 2), RESULT, ("ew",))
    evening.enter(play_at(session, 2), OTHER_RESULT, ("ns",))
    (waiting,) = read_waiting(session.sections.all())
    assert [version.who[0].line for version in waiting.versions] == ["ns", "ew"]


def test_desk_public_pages_and_screens_count_the_boards_that_are_in_alike(
    scene: tuple[Session, Actor],
) -> None:
    session, director = scene
    evening.enter(play_at(session, 1), RESULT, ("ns",))
    evening.enter(play_at(session, 2), RESULT)
    differ(session, 3)
    not_played = play_at(session, 4)
    decide_play(
        not_played.pk, Entry.Kind.VOID, {}, replaces=0, reason="time", actor=director, key="v"
    )
    room, public = now(session).room, current_round(session)
    assert public
    on_screen = count_boards_in(session.sections.all())
    assert room.received == public.boards_in == on_screen["boards_in"] == 2
    assert room.due == public.boards == on_screen["boards"]


def test_last_results_say_the_result_but_not_to_a_director_who_has_yet_to_play_the_board(
    scene: tuple[Session, Actor],
) -> None:
    session, director = scene
    play = play_at(session, 2)
    evening.enter(play, RESULT)
    differ(session, 3)
    figures = {each.table.label: each.figures for each in now(session, director).last_results}
    assert figures["3"] is None, "two results differ, so none counts"
    assert figures["2"]
    assert (figures["2"].called, figures["2"].number) == ("oros", "40")
    later = Play.objects.filter(board=play.board, state=Play.State.DUE)[0]
    partner = ContestantPlayer.objects.filter(contestant__places__seating__plays=later)[0]
    name = {"club": session.stage.event.club, "name": "Director", "user_id": director.user_id}
    ContestantPlayer.objects.filter(pk=partner.pk).update(player=Player.objects.create(**name))
    shown = {each.table.label: each for each in now(session, director).last_results}
    assert shown["2"].figures is None
    assert shown["2"].play.mark == "confirmed"
