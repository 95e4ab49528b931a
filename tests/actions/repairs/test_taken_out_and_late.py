"""An evening that is late after a board was taken out: which one is in the way, and what can be done."""

import random
from collections.abc import Callable

import pytest

from games.problems import Refused
from tests.actions.acts.test_undoing import codes, facts
from tests.scenes.evening import play_round, started
from tournaments.actions.repairs.fewer_boards import drop_boards
from tournaments.actions.repairs.fouled_board import take_out_board
from tournaments.actions.repairs.repair import Repair
from tournaments.actions.repairs.shorter import drop_last_round
from tournaments.models import Board

pytestmark = pytest.mark.django_db

Shorten = Callable[[int, Repair], object]


@pytest.mark.parametrize(
    ("shorten", "instead"),
    [(drop_boards, "leave out the last round instead"), (drop_last_round, "set less time for the rounds")],
)
def test_the_board_in_the_way_is_named_with_what_can_be_done(shorten: Shorten, instead: str) -> None:
    session, director = started(8, movement="mitchell", rounds=4, boards_per_round=3)
    play_round(session, director, random.Random(3))
    board = Board.objects.filter(plays__seating__round__number=4).latest("number")
    take_out_board(board.pk, Repair(director, "out"))
    before = facts(session)
    with pytest.raises(Refused) as refused:
        shorten(session.sections.get().pk, Repair(director, "k"))
    assert codes(refused) == ["taken_out"]
    said = refused.value.problems[0].message
    assert said.startswith(f"Board {board.number} ")
    assert instead in said
    assert facts(session) == before
