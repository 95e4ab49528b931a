"""A running event with one of its plays, for tests of entries and decisions."""

from typing import Any

import pytest

from tests.scenes.evening import started
from tournaments.actions.results.decisions import decide_play
from tournaments.models import Entry, Play
from tournaments.queries.rounds.seating import playing_round

NS_45 = {"trump": "oros", "contro": "none", "ns_points": "45"}
NS_27 = NS_45 | {"ns_points": "27"}


@pytest.fixture
def session_and_director():
    return started(8, movement="howell", round_count=7, boards_per_round=2)


@pytest.fixture
def play(session_and_director) -> Play:
    session, _director = session_and_director
    return (
        Play.objects.filter(seating__round=playing_round(session))
        .select_related("seating__table")
        .first()
    )


def state(play: Play) -> str:
    play.refresh_from_db()
    return play.state


def decide(
    play: Play, outcome: dict[str, object], director, kind=Entry.Kind.CORRECTION, **changed: Any
):
    play.refresh_from_db()
    parameters = {
        "replaces": play.revision,
        "reason": "heard both",
        "key": f"decision {play.revision}",
    } | changed
    return decide_play(play.pk, kind, outcome, actor=director, **parameters)
