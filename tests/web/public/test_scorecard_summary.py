"""The summary on a scorecard, and the result of each call on a board's page."""

import re
from collections.abc import Sequence
from fractions import Fraction

import pytest
from django.test import Client

from tests.scenes.awards import awards
from tests.scenes.evening import enter, play_round, playing_round, started
from tournaments.actions.rounds.end_round import end_round
from tournaments.models import Contestant, Play, Seating, Session
from tournaments.permissions.actor import Actor
from tournaments.queries.boards.visible_boards import neighbouring_boards
from tournaments.queries.scorecards.scorecards import public_stage_cards
from tournaments.queries.scorecards.summary import (
    ExtremeBoards,
    ScorecardSummary,
    SummaryBoard,
    scorecard_summary,
)
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db
EVENT = "/club-manilla/campionat/"
ROUNDED = "Sums are added exactly and rounded only when shown."


def played(round_count: int) -> Session:
    """Play this many of seven rounds with eight pairs, two boards a round."""
    session, director = started(8, movement="howell", round_count=7, boards_per_round=2)
    for _each in range(round_count):
        play_round(session, director)
    catch_up()
    return session


def summary_of(session: Session, number: int) -> ScorecardSummary | None:
    contestant = Contestant.objects.get(event=session.stage.event, number=number)
    return scorecard_summary(session.stage.event.game, public_stage_cards(contestant))


def own_awards(session: Session, number: int) -> dict[int, tuple[str, Fraction]]:
    """Return the line and award of a contestant for each board, by board number."""
    awards_by_board = {}
    plays = Play.objects.filter(
        seating__places__contestant__number=number, board__session=session
    ).distinct()
    for play in plays.select_related("board", "seating"):
        seat = play.seating.places.filter(contestant__number=number).values_list("seat", flat=True)[
            0
        ]
        line = "ns" if seat in "NS" else "ew"
        award = awards(play)[line].award
        assert award is not None
        awards_by_board[play.board.number] = line, award
    return awards_by_board


def test_summary_needs_a_minimum_of_boards() -> None:
    session = played(2)
    assert summary_of(session, 1) is None


def test_summary_names_the_best_and_worst_boards(client: Client) -> None:
    session = played(7)
    for number in (1, 5):
        awards = {board: award for board, (_line, award) in own_awards(session, number).items()}
        summary = summary_of(session, number)
        assert summary
        assert summary.best
        assert summary.worst
        assert [board_award.award for board_award in summary.best.boards] == sorted(
            awards.values(), reverse=True
        )[:3]
        assert [board_award.award for board_award in summary.worst.boards] == sorted(
            awards.values()
        )[:3]
        for end in (summary.best, summary.worst):
            alike = [board_award.award == end.last for board_award in end.boards].count(True)
            assert (
                end.unlisted_ties
                == [award == end.last for award in awards.values()].count(True) - alike
            )
        for board_award in (*summary.best.boards, *summary.worst.boards):
            assert awards[board_award.board.play.board.number] == board_award.award
    page = client.get(f"{EVENT}contestants/1/").content.decode()
    assert "Best boards" in page
    assert ROUNDED in page
    assert "this side" in page


def same_everywhere(session: Session, director: Actor, last: int) -> None:
    """Enter equal results at all tables, except the first one in the last round."""
    result = {"trump": "oros", "delegated": "no", "contro": "none"}
    while round_ := playing_round(session):
        for play in Play.objects.filter(seating__round=round_).select_related("seating__table"):
            is_last = round_.number == 7 and play.seating.table.number == 1
            enter(play, result | {"ns_points": str(last if is_last else 40)})
        end_round(round_.pk, director)
    catch_up()


def test_summary_of_equal_awards_names_no_best_or_worst_board(client: Client) -> None:
    session, director = started(8, movement="howell", round_count=7, boards_per_round=2)
    same_everywhere(session, director, 40)
    summary = summary_of(session, 1)
    assert summary
    assert (summary.best, summary.worst) == (None, None)
    page = client.get(f"{EVENT}contestants/1/").content.decode()
    assert "Best boards" not in page
    assert "Worst boards" not in page
    assert ROUNDED not in page, "each sum has its two decimals"


def test_summary_counts_ties_and_no_board_is_best_and_worst(client: Client) -> None:
    session, director = started(8, movement="howell", round_count=7, boards_per_round=2)
    same_everywhere(session, director, 60)
    seating = Seating.objects.get(round__number=7, table__number=1)
    number = seating.places.get(seat="N").contestant.number
    summary = summary_of(session, number)
    assert summary
    assert summary.best
    assert summary.worst
    assert [board.award for board in summary.best.boards] == [2, 2]
    assert not {board.board.play.pk for board in summary.best.boards} & {
        board.board.play.pk for board in summary.worst.boards
    }
    ties = len(own_awards(session, number)) - 2 - 3
    assert summary.worst.unlisted_ties == ties
    page = " ".join(client.get(f"{EVENT}contestants/{number}/").content.decode().split())
    assert f"And {ties} more boards with 1.50." in page


def test_summary_share_is_the_mean_of_its_boards() -> None:
    session = played(7)
    awards, summary = own_awards(session, 3), summary_of(session, 3)
    assert summary
    for shares in (summary.by_side, summary.by_call, summary.by_opponents):
        assert sum(share.boards for share in shares) == len(awards)
        assert sum(share.mean * share.boards for share in shares) == sum(
            award for _line, award in awards.values()
        )
        assert [share.mean for share in shares] == sorted(
            (share.mean for share in shares), reverse=True
        )
    assert {share.boards for share in summary.by_opponents} == {2}


def test_summary_groups_calls_by_the_dealers_side() -> None:
    session = played(7)
    summary = summary_of(session, 2)
    assert summary
    seats = {"ns": "NS", "ew": "EW"}
    calling = [
        award
        for board, (line, award) in own_awards(session, 2).items()
        if session.stage.event.game.board(board).dealer in seats[line]
    ]
    shares = {str(share.label): share for share in summary.by_side}
    assert shares["this side"].boards == len(calling) > 0
    assert shares["this side"].mean == sum(calling) / len(calling)


def test_board_page_shows_the_mean_result_of_each_call(client: Client) -> None:
    started(6, movement="barometer", round_count=3, boards_per_round=2)
    plays = Play.objects.filter(board__number=1).order_by("seating__table__number")
    for play, (trump, points) in zip(
        plays, (("oros", 40), ("oros", 45), ("bastos", 30)), strict=True
    ):
        enter(play, {"trump": trump, "delegated": "no", "contro": "none", "ns_points": str(points)})
    catch_up()
    page = " ".join(client.get(f"{EVENT}sessions/1/boards/1/").content.decode().split())
    chart = page.split("Result by trump or contract")[1].split("</section>")[0]
    assert re.findall(r'<strong class="num">([^<]+)</strong>', chart) == ["+6.5", "−6.0"]
    assert re.findall(r"(\d) tables?", chart) == ["2", "1"]
    spread = page.split("In numbers")[1].split("</details>")[0]
    assert re.findall(r"(\d) tables?", spread) == ["1", "1", "1"]


def test_board_page_links_the_neighbouring_open_boards(client: Client) -> None:
    session, director = started(6, movement="barometer", round_count=3, boards_per_round=2)
    play_round(session, director)
    catch_up()
    boards = {board.number: board for board in session.boards.all()}
    opened = [
        number for number, board in boards.items() if neighbouring_boards(board) != (None, None)
    ]
    assert opened
    all_boards = played_boards(session)
    for number, board in boards.items():
        previous_number, next_number = neighbouring_boards(board)
        assert previous_number == max(
            (other_board for other_board in all_boards if other_board < number), default=None
        )
        assert next_number == min(
            (other_board for other_board in all_boards if other_board > number), default=None
        )
    first_board = min(all_boards)
    page = client.get(f"{EVENT}sessions/1/boards/{first_board}/").content.decode()
    assert 'rel="prev"' not in page


def played_boards(session: Session) -> set[int]:
    """Return the numbers of the open boards."""
    due = {
        play.board.number
        for play in Play.objects.filter(state=Play.State.DUE).select_related("board")
    }
    return {board.number for board in session.boards.all()} - due


def test_worst_boards_are_not_above_and_best_boards_not_below_the_average_award() -> None:
    session = played(7)
    for number in range(1, 9):
        contestant = Contestant.objects.get(event=session.stage.event, number=number)
        cards = public_stage_cards(contestant)
        summary = scorecard_summary(session.stage.event.game, cards, Fraction(3, 2))
        assert summary
        assert all(board.award >= Fraction(3, 2) for board in listed(summary.best))
        assert all(board.award <= Fraction(3, 2) for board in listed(summary.worst))


def listed(boards: ExtremeBoards | None) -> Sequence[SummaryBoard]:
    return boards.boards if boards else ()
