"""Ranks after each round equal the standings at the end of that round."""

import random
from typing import Any

import pytest

from tests.scenes.evening import play_round, started
from tests.scenes.latest_standings import latest_standings
from tournaments.actions.penalties.penalties import give_penalty
from tournaments.models import Session, Snapshot
from tournaments.scoring_pipeline.rank_history import rank_histories
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db


def places_now(session: Session) -> dict[str, dict[int, int | None]]:
    """Return the latest places by ranking and contestant; None while all are level."""
    rankings = latest_standings(session.stage).rankings
    return {
        ranking.line: {
            row.number: None if {row.rank for row in ranking.rows} <= {1, None} else row.rank
            for row in ranking.rows
        }
        for ranking in rankings
    }


BAROMETER = {"pair_count": 9, "movement": "barometer", "round_count": 4, "boards_per_round": 2}
MITCHELL = {"pair_count": 12, "movement": "mitchell", "round_count": 4, "boards_per_round": 2}
HOWELL = {"pair_count": 6, "movement": "howell", "round_count": 5, "boards_per_round": 2}


@pytest.mark.parametrize(
    ("size", "options"),
    [
        (BAROMETER, {"rotation": "round_robin"}),
        (BAROMETER, {"rotation": "mitchell"}),
        (MITCHELL, {}),
        (HOWELL, {}),
    ],
)
def test_rank_history_equals_the_standings_after_each_round(
    size: dict[str, Any], options: dict[str, str]
) -> None:
    """Also where later tables play a board again and change the awards of earlier rounds."""
    session, director = started(**size, movement_options=options)
    earlier_ranks = []
    for seed in range(3):
        play_round(session, director, random.Random(seed))
        catch_up()
        earlier_ranks.append(places_now(session))
    histories = rank_histories(session.stage, Snapshot.objects.latest())
    assert [history.line for history in histories] == list(earlier_ranks[-1])
    for history in histories:
        assert history.round_keys == ((1, 1), (1, 2), (1, 3))
        for row in history.rows:
            assert list(row.ranks) == [places[history.line][row.number] for places in earlier_ranks]


def test_penalty_counts_only_from_the_round_in_which_it_was_given() -> None:
    session, director = started(**BAROMETER)
    play_round(session, director, random.Random(1))
    catch_up()
    after_first_round = places_now(session)["all"]
    leader = min(after_first_round, key=lambda number: after_first_round[number] or 99)
    contestant = session.stage.event.contestants.get(number=leader)
    give_penalty(contestant, session.stage, "5", "came late", director, "late")
    play_round(session, director, random.Random(2))
    catch_up()
    (shown,) = rank_histories(session.stage, Snapshot.objects.latest())
    assert {row.number: row.ranks[0] for row in shown.rows} == after_first_round
    assert {row.number: row.ranks[1] for row in shown.rows} == places_now(session)["all"]


def test_last_rank_of_history_equals_standings_after_changed_awards() -> None:
    session, director = started(12, movement="mitchell", round_count=4, boards_per_round=2)
    for seed in range(3):
        play_round(session, director, random.Random(seed))
    catch_up()
    last = {
        history.line: {row.number: row.ranks[-1] for row in history.rows}
        for history in rank_histories(session.stage, Snapshot.objects.latest())
    }
    assert last == places_now(session)


def test_contestant_sitting_out_round_one_is_unranked_after_it() -> None:
    session, director = started(7, movement="howell", round_count=7, boards_per_round=1)
    play_round(session, director)
    catch_up()
    (history,) = rank_histories(session.stage, Snapshot.objects.latest())
    assert [row.ranks for row in history.rows].count((None,)) == 1


def test_rank_history_is_recomputed_for_a_newer_snapshot() -> None:
    session, director = started(8, movement="mitchell", round_count=4, boards_per_round=1)
    for rounds in (1, 2):
        play_round(session, director)
        catch_up()
        histories = rank_histories(session.stage, Snapshot.objects.latest())
        assert {len(history.round_keys) for history in histories} == {rounds}
