"""An evening that was finished before all rounds were played."""

from datetime import timedelta
from typing import NamedTuple

import pytest
from django.test import Client

from tests.scenes.evening import at, enter, play_round, started
from tests.web.signed_in import desk_url, signed_in
from tournaments.actions.results.entries import submit_entry
from tournaments.actions.results.score_slips import submit_score_slip
from tournaments.actions.rounds.end_round import end_round
from tournaments.actions.rounds.sessions import finish_session
from tournaments.models import Play, Round, Session
from tournaments.permissions.actor import Actor
from tournaments.queries.desk.desk_state import read_desk_state
from tournaments.queries.desk.unsettled_results import (
    missing_results,
    unplayed_group,
    unsettled_groups,
    unsettled_results,
)
from tournaments.queries.history.undo_steps import history_rows
from tournaments.queries.phone.table_codes import code_of
from tournaments.queries.rounds.early_end import early_end
from tournaments.queries.rounds.evening_pace import section_paces
from tournaments.queries.rounds.fairness import fairness_report
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db

NS_40: dict[str, object] = {"trump": "oros", "delegated": "no", "contro": "none", "ns_points": "40"}


class FinishedSession(NamedTuple):
    """A finished session of six pairs: in round 4 of 5, one of its three tables had played."""

    session: Session
    director: Actor


@pytest.fixture
def finished() -> FinishedSession:
    session, director = started(6, movement="howell", round_count=5, boards_per_round=2)
    for _round in range(3):
        play_round(session, director)
    for play in plays_of_round(session, 4)[:2]:
        enter(play, NS_40)
    finish_session(session.pk, director)
    session.refresh_from_db()
    return FinishedSession(session, director)


def plays_of_round(session: Session, number: int) -> list[Play]:
    plays = Play.objects.filter(
        seating__round__section__session=session, seating__round__number=number
    )
    return list(
        plays.select_related("seating__table").order_by("seating__table__number", "board__number")
    )


def test_evening_that_ended_early_names_the_round(finished: FinishedSession) -> None:
    end = early_end(finished.session)
    assert end is not None
    assert str(end.text) == "The evening ended in round 4 of 5."
    assert end.unplayed_round_ids == {Round.objects.get(number=5).pk}


def test_round_without_a_result_when_the_evening_ends_is_not_played() -> None:
    session, director = started(6, movement="howell", round_count=5, boards_per_round=2)
    for _round in range(3):
        play_round(session, director)
    finish_session(session.pk, director)
    session.refresh_from_db()
    end = early_end(session)
    assert end is not None
    assert str(end.text) == "The evening ended after round 3 of 5."
    assert end.unplayed_round_ids == set(
        Round.objects.filter(number__gt=3).values_list("pk", flat=True)
    )


def test_evening_that_was_played_to_its_end_did_not_end_early() -> None:
    session, director = started(6, movement="howell", round_count=5, boards_per_round=2)
    for _round in range(5):
        play_round(session, director)
    finish_session(session.pk, director)
    session.refresh_from_db()
    assert early_end(session) is None


def test_result_missing_in_a_round_that_was_ended_stays_missing() -> None:
    session, director = started(6, movement="howell", round_count=5, boards_per_round=2)
    for play in plays_of_round(session, 1)[1:]:
        enter(play, NS_40)
    end_round(Round.objects.get(number=1).pk, director)
    finish_session(session.pk, director)
    (problem,) = missing_results(Session.objects.filter(pk=session.pk))
    assert (problem.code, problem.params["number"]) == ("results_missing", 1)


def test_drawn_rounds_end_after_the_last_one_that_was_drawn() -> None:
    session, director = started(8, movement="swiss", round_count=3, boards_per_round=1)
    play_round(session, director)
    finish_session(session.pk, director)
    session.refresh_from_db()
    end = early_end(session)
    assert end is not None
    assert str(end.text) == "The evening ended after round 1 of 3."


def test_unplayed_boards_are_neither_missing_nor_open(finished: FinishedSession) -> None:
    sessions = Session.objects.filter(pk=finished.session.pk)
    assert unsettled_results(sessions) == []
    assert unsettled_groups(sessions, finished.session) == ()
    assert unplayed_group(finished.session, []).play_count == 4 + 6
    state = read_desk_state(finished.session, finished.session.sections.all())
    assert state.missing is None
    assert "due" not in state.marks


def test_desk_counts_unplayed_boards_in_one_line_and_links_their_slips(
    client: Client, finished: FinishedSession
) -> None:
    page = signed_in(client, finished.director).get(desk_url(finished.session, "event_desk"))
    text = " ".join(page.content.decode().split())
    assert "10 results will not come: the evening ended early." in text
    assert "Still open" not in text
    assert "no result yet" not in text
    assert "typing/?round=5&amp;table=1" in text


def test_late_result_of_an_unplayed_board_waits_for_the_director(finished: FinishedSession) -> None:
    unplayed = plays_of_round(finished.session, 4)[2]
    submit_entry(unplayed.pk, NS_40, at(unplayed, "ns"), "late")
    sessions = Session.objects.filter(pk=finished.session.pk)
    (group,) = unsettled_groups(sessions, finished.session)
    assert (group.kind, group.play_count) == ("late", 1)
    state = read_desk_state(finished.session, finished.session.sections.all())
    assert unplayed_group(finished.session, state.pending).play_count == 9


def test_slip_typed_afterwards_counts(finished: FinishedSession) -> None:
    unplayed = plays_of_round(finished.session, 4)[2]
    submit_score_slip(unplayed.seating_id, {unplayed.pk: NS_40}, finished.director, "slip")
    unplayed.refresh_from_db()
    assert unplayed.state == Play.State.CONFIRMED


def test_phone_does_not_ask_for_unplayed_boards(client: Client, finished: FinishedSession) -> None:
    table = plays_of_round(finished.session, 4)[2].seating.table
    page = client.get(f"/t/{code_of(table)}/").content.decode()
    assert "Earlier rounds" not in page
    assert "The evening ended in round 4 of 5." in page


def test_scorecard_board_and_screen_call_boards_not_played(
    client: Client, finished: FinishedSession
) -> None:
    event = finished.session.stage.event
    url = f"/{event.club.slug}/{event.slug}/"
    number = plays_of_round(finished.session, 4)[2].seating.places.all()[0].contestant.number
    card = client.get(f"{url}contestants/{number}/").content.decode()
    assert "not played" in card
    assert "Rounds 4 to 5: not played, the evening ended early" in card
    assert "#state-due" not in card
    board = client.get(f"{url}sessions/1/boards/1/").content.decode()
    assert "not played" in board
    assert "#state-due" not in board
    clock = client.get(f"{url}screen/clock/").content.decode()
    assert "The evening ended in round 4 of 5." in clock
    assert "The last round has ended" not in clock
    rounds = client.get(f"{url}rounds/").content.decode()
    assert "Not played: the evening ended early." in rounds
    assert "Played at every table" not in rounds


def test_fairness_and_pace_count_only_what_was_played(finished: FinishedSession) -> None:
    report = fairness_report(finished.session.stage)
    assert report is not None
    assert report.rounds == 4
    boards = report.fairness.boards_and_sit_outs
    assert boards is not None
    assert boards == (6, 8, 0, 0)
    rounds = Round.objects.filter(section__session=finished.session, number__lt=5)
    for round_ in rounds:
        Round.objects.filter(pk=round_.pk).update(started_at=round_.started_at - timedelta(hours=1))
    (pace,) = section_paces(finished.session)
    assert [round_.number for round_ in pace.rounds] == [1, 2, 3, 4]


def test_pace_leaves_out_a_started_round_without_a_result() -> None:
    session, director = started(6, movement="howell", round_count=5, boards_per_round=2)
    for _round in range(3):
        play_round(session, director)
    for round_ in Round.objects.filter(section__session=session, started_at__isnull=False):
        Round.objects.filter(pk=round_.pk).update(started_at=round_.started_at - timedelta(hours=1))
    finish_session(session.pk, director)
    session.refresh_from_db()
    (pace,) = section_paces(session)
    assert [round_.number for round_ in pace.rounds] == [1, 2, 3]


def test_history_lists_the_end_of_the_evening_and_typed_slips(finished: FinishedSession) -> None:
    unplayed = plays_of_round(finished.session, 4)[2]
    submit_score_slip(unplayed.seating_id, {unplayed.pk: NS_40}, finished.director, "slip")
    slip, end, *_earlier = history_rows(
        finished.session.stage.event, finished.director.user_id or 0
    )
    assert str(slip.sentence) == "Typed a score slip"
    assert [str(subject) for subject in slip.subjects] == [
        f"Board {unplayed.board.number}, table {unplayed.seating.table.label}, round 4"
    ]
    assert str(end.sentence) == "Finished play"
    assert (slip.changed_nothing, end.changed_nothing) == (True, True)


def test_public_pages_of_an_early_end_tell_unplayed_boards_from_played_ones(
    client: Client,
) -> None:
    session, director = started(6, movement="howell", round_count=5, boards_per_round=2)
    for _round in range(3):
        play_round(session, director)
    catch_up()
    finish_session(session.pk, director)
    event = session.stage.event
    url = f"/{event.club.slug}/{event.slug}/"
    played = Play.objects.exclude(state=Play.State.DUE).values_list("board__number", flat=True)
    numbers = set(session.boards.values_list("number", flat=True))
    (unplayed, *others) = sorted(numbers - set(played))
    standings = client.get(url).content.decode()
    assert "The evening ended after round 3 of 5." in standings
    boards = client.get(f"{url}boards/").content.decode()
    assert f"{len(set(played))} boards are open" in boards
    assert f"{1 + len(others)} boards were not played" in boards
    board = client.get(f"{url}sessions/1/boards/{unplayed}/").content.decode()
    assert "Not played: the evening ended early." in board
    assert "name trumps" not in board
