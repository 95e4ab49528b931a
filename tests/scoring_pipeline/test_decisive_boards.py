"""Decisive boards of a method comparison follow from figures that anybody can see."""

import re
from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from statistics import mean

import pytest
from django.test import Client

from tests.scenes.random_events import random_event
from tests.scoring_pipeline.test_method_comparison import EVENT, method_rankings, played, public
from tournaments.models import Event, Play, Stage
from tournaments.queries.standings.scales import read_awards
from tournaments.scoring_pipeline.method_comparison import (
    BoardAward,
    RankChange,
    compared_methods,
    decisive_board,
    rankings_by_method,
)
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db

# Award, mean and spread by the board's session and number.
Figures = dict[tuple[int, int], tuple[Fraction, Fraction, Fraction]]


def figures(stage: Stage, method_key: str, options: Mapping[str, str]) -> dict[str, Figures]:
    """Return the awards of each contestant's boards under a method, by name."""
    event = Event.objects.get(pk=stage.event_id)
    event.method_key, event.method_options = method_key, options
    plays = Play.objects.filter(board__session__stage=stage).select_related(
        "board__session", "seating"
    )
    awards = {
        play: {line: award.award for line, award in lines.items() if award.award is not None}
        for play, lines in read_awards(event, plays).items()
    }
    alike = defaultdict(list)
    for play in plays:
        for line, award in awards.get(play.pk, {}).items():
            alike[play.board_id, play.field, play.group, line].append(award)
    awards_by_board: dict[str, Figures] = defaultdict(dict)
    for play in plays:
        for seat_holder in play.seating.places.select_related("contestant"):
            (line,) = [
                line for line, seats in event.game.lines.items() if seat_holder.seat in seats
            ]
            if (award := awards.get(play.pk, {}).get(line)) is not None:
                among = alike[play.board_id, play.field, play.group, line]
                board_key = play.board.session.sitting, play.board.number
                awards_by_board[seat_holder.contestant.name][board_key] = (
                    award,
                    mean(among),
                    max(among) - min(among),
                )
    return awards_by_board


def parts(board_awards: Figures) -> dict[tuple[int, int], Fraction]:
    possible = sum(spread for _award, _mean, spread in board_awards.values())
    return {
        board_key: (award - middle) / (possible or 1)
        for board_key, (award, middle, _spread) in board_awards.items()
    }


def as_figures(worth: BoardAward) -> tuple[Fraction, Fraction, Fraction]:
    return worth.award, worth.mean, worth.spread


def assert_change_is_explained(
    moved: RankChange, own_figures: Figures, other: Figures, sign: int
) -> None:
    """Check the figures of the decisive board, and that no other board changes more."""
    own_parts, other_parts = parts(own_figures), parts(other)
    speaks = {
        board_key: (other_parts[board_key] - own_parts[board_key]) * sign
        for board_key in own_parts.keys() & other_parts.keys()
    }
    if moved.board is None:
        assert max(speaks.values(), default=0) <= 0
        return
    board_key = moved.board.sitting, moved.board.number
    assert (as_figures(moved.board.event_award), as_figures(moved.board.compared_award)) == (
        own_figures[board_key],
        other[board_key],
    )
    assert speaks[board_key] == max(speaks.values()) > 0


def count_explained_changes(event: Event) -> int:
    """Count the explained changes of rank, after checking each by its boards."""
    catch_up()
    stage = Stage.objects.select_related("event").get(event=event)
    explained_count = 0
    for ranking in rankings_by_method(stage, public(stage)) if compared_methods(stage) else ():
        own_figures = figures(stage, stage.event.method_key, stage.event.method_options)
        for method, furthest in ranking.changes_by_method:
            if furthest:
                other_figures = figures(stage, method.key, {})
                for sign, moved in ((1, furthest.gainers), (-1, furthest.losers)):
                    for change in moved:
                        assert_change_is_explained(
                            change, own_figures[change.names], other_figures[change.names], sign
                        )
                explained_count += len(furthest.explained)
    return explained_count


@pytest.mark.parametrize("seed", [23, 35])
def test_decisive_boards_follow_from_visible_figures(seed: int) -> None:
    assert count_explained_changes(random_event(seed))


@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(60))
def test_decisive_boards_of_any_event_follow_from_visible_figures(seed: int) -> None:
    count_explained_changes(random_event(seed))


def test_equal_awards_have_no_decisive_board() -> None:
    alike = {(1, number): BoardAward(Fraction(1), Fraction(1), Fraction(0)) for number in (1, 2)}
    assert decisive_board(alike, alike, 1) is None
    assert decisive_board({}, {}, -1) is None


def test_comparison_page_links_decisive_board(client: Client) -> None:
    (ranking,) = method_rankings(played())
    explained_count = [
        moved_board
        for _method, furthest in ranking.changes_by_method
        if furthest
        for moved_board in furthest.explained
    ]
    page = " ".join(client.get(f"{EVENT}methods/").content.decode().split())
    assert (
        len(re.findall(r"Official duplicate scale: \S+, on average", page))
        == len(explained_count)
        > 0
    )
    for decisive in explained_count:
        assert decisive.board
        assert f'href="{EVENT}sessions/1/boards/{decisive.board.number}/"' in page
