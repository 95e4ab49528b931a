"""An entry made while scales are updated stays pending."""

from collections.abc import Callable

import pytest

from tests.scenes.evening import enter, started
from tests.web.signed_in import RESULT
from tournaments import scoring_pipeline
from tournaments.actions.results.entries import decide_play
from tournaments.models import Entry, Play
from tournaments.permissions.actor import SYSTEM
from tournaments.scoring_pipeline import scale_updates

pytestmark = pytest.mark.django_db


def speaks(play: Play) -> None:
    decide_play(
        play.pk, Entry.Kind.VOID, {}, replaces=2, reason="cards fell", actor=SYSTEM, key="late"
    )


def test_entry_made_during_a_scale_update_stays_pending(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    session, _director = started(8, movement="mitchell", rounds=4, boards_per_round=2)
    board = session.boards.order_by("number")[0]
    one, other = board.plays.select_related("seating__table").order_by("pk")[:2]
    enter(one, RESULT)
    enter(other, RESULT)
    whole: Callable[..., None] = scale_updates._set_extremes

    def interrupted(*arguments: object) -> None:
        if Play.objects.get(pk=one.pk).revision == 2:
            speaks(one)
        whole(*arguments)

    monkeypatch.setattr(scale_updates, "_set_extremes", interrupted)
    assert scoring_pipeline.update_scales(session.stage)
    one, other = board.plays.filter(pk__in=[one.pk, other.pk]).order_by("pk")
    assert (one.revision, one.scored_revision, one.counted) == (3, 2, other.made)
    assert (other.revision, other.scored_revision, other.counted) == (2, 2, other.made)
    assert scoring_pipeline.pending_boards(session.stage) == [board.pk]
    assert scoring_pipeline.recount(session.stage.event) == []
    assert not scoring_pipeline.pending_boards()
