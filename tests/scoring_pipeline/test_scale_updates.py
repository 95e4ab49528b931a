"""An entry made while scales are updated stays pending."""

from collections.abc import Callable

import pytest

from tests.scenes.evening import enter, started
from tests.web.signed_in import RESULT
from tournaments import scoring_pipeline
from tournaments.actions.results.decisions import decide_play
from tournaments.models import Entry, Play
from tournaments.permissions.actor import SYSTEM
from tournaments.scoring_pipeline import scale_updates

pytestmark = pytest.mark.django_db


def void_play(play: Play) -> None:
    decide_play(
        play.pk, Entry.Kind.VOID, {}, replaces=2, reason="cards fell", actor=SYSTEM, key="late"
    )


def test_entry_made_during_a_scale_update_stays_pending(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    session, _director = started(8, movement="mitchell", round_count=4, boards_per_round=2)
    board = session.boards.order_by("number")[0]
    first_play, second_play = board.plays.select_related("seating__table").order_by("pk")[:2]
    enter(first_play, RESULT)
    enter(second_play, RESULT)
    original: Callable[..., None] = scale_updates._set_extremes

    def interrupted(*arguments: object) -> None:
        if Play.objects.get(pk=first_play.pk).revision == 2:
            void_play(first_play)
        original(*arguments)

    monkeypatch.setattr(scale_updates, "_set_extremes", interrupted)
    assert scoring_pipeline.update_scales(session.stage)
    first_play, second_play = board.plays.filter(pk__in=[first_play.pk, second_play.pk]).order_by(
        "pk"
    )
    assert (first_play.revision, first_play.scored_revision, first_play.counted_line_points) == (
        3,
        2,
        second_play.line_points,
    )
    assert (second_play.revision, second_play.scored_revision, second_play.counted_line_points) == (
        2,
        2,
        second_play.line_points,
    )
    assert scoring_pipeline.pending_board_ids(session.stage) == [board.pk]
    assert scoring_pipeline.recount(session.stage.event) == []
    assert not scoring_pipeline.pending_board_ids()
