"""What a table keeps of a board that is played in several legs, until its result is whole."""

import pytest
from django.contrib.auth import get_user_model
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.problems import ValidationFailed
from tests.scenes.evening import enter, started, started_game
from tournaments.actions.events.delete import remove_events
from tournaments.actions.results.drafts import store_draft
from tournaments.actions.results.entries import decide_play
from tournaments.models import Draft, Entry, Event, Play
from tournaments.permissions.actor import Actor, NotPermitted
from tournaments.queries.results.drafts import (
    FieldTexts,
    complete_legs,
    draft_legs_by_table,
    drafts_of,
)

pytestmark = pytest.mark.django_db
LEG1 = {"leg1_ns_runts": "41", "leg1_ew_runts": "22"}
LEG2 = {"leg2_ns_runts": " 30 ", "leg2_ew_runts": "35"}


@pytest.fixture
def play() -> Play:
    session, _director = started_game("tantony")
    return Play.objects.filter(board__session=session, seating__round__number=1).first()


def at(play: Play, side: str = "ns") -> Actor:
    return Actor.of_table(play.seating.table_id, "phone", side)


def draft_of(play: Play, side: str) -> FieldTexts:
    """What a side has kept; nothing where it has not."""
    return next((each.fields for each in drafts_of(play) if each.side == side), {})


def codes(refused: pytest.ExceptionInfo[ValidationFailed]) -> list[tuple[str, str | None]]:
    return [(each.code, each.field) for each in refused.value.problems]


def test_leg_by_leg(play: Play) -> None:
    game = play.board.session.stage.event.game
    store_draft(play.pk, LEG1, at(play))
    assert draft_of(play, "ns") == LEG1
    store_draft(play.pk, {**LEG2, "leg1_ns_runts": "", "leg3_ns_runts": "60"}, at(play))
    assert draft_of(play, "ns") == {
        **LEG1,
        "leg2_ns_runts": "30",
        "leg2_ew_runts": "35",
        "leg3_ns_runts": "60",
    }
    assert complete_legs(game, draft_of(play, "ns")) == (1, 2)
    store_draft(
        play.pk, {"leg1_ns_runts": "44", "leg3_ns_runts": ""}, at(play), seen=["leg3_ns_runts"]
    )
    assert draft_of(play, "ns") == {
        **LEG1,
        "leg1_ns_runts": "44",
        "leg2_ns_runts": "30",
        "leg2_ew_runts": "35",
    }


def test_it_is_of_its_side_and_counts_nowhere(play: Play) -> None:
    store_draft(play.pk, LEG1, at(play))
    store_draft(play.pk, LEG2, at(play, "ew"))
    assert draft_of(play, "ew") == {name: text.strip() for name, text in LEG2.items()}
    play.refresh_from_db()
    assert (play.state, play.revision, Entry.objects.count()) == (Play.State.DUE, 0, 0)


def test_it_goes_when_its_side_has_entered(play: Play) -> None:
    store_draft(play.pk, LEG1, at(play))
    store_draft(play.pk, LEG1, at(play, "ew"))
    enter(play, whole(), ["ns"])
    assert (draft_of(play, "ns"), draft_of(play, "ew")) == ({}, LEG1)
    assert play.entries.get().side == "ns"
    store_draft(play.pk, LEG2, at(play))  # sent before, and come late
    assert draft_of(play, "ns") == {}


def test_a_result_has_its_play_before_it_drops_the_draft(play: Play) -> None:
    """As whoever keeps a draft has them: the other way round the two would wait for each other."""
    store_draft(play.pk, LEG1, at(play))
    with CaptureQueriesContext(connection) as asked:
        enter(play, whole(), ["ns"])
    said = [each["sql"] for each in asked]
    moved = next(at for at, sql in enumerate(said) if sql.startswith('UPDATE "tournaments_play"'))
    dropped = next(
        at for at, sql in enumerate(said) if sql.startswith('DELETE FROM "tournaments_draft"')
    )
    assert moved < dropped


def test_everything_wrong_is_named_and_nothing_kept(play: Play) -> None:
    with pytest.raises(ValidationFailed) as refused:
        store_draft(play.pk, {**LEG1, "leg2_ns_runts": "many", "leg2_ew_runts": "1000"}, at(play))
    assert codes(refused) == [("not_a_number", "leg2_ns_runts"), ("out_of_range", "leg2_ew_runts")]
    with pytest.raises(ValidationFailed) as refused:
        store_draft(play.pk, LEG1, at(play, "up"))
    assert codes(refused) == [("which_side", "side")]
    other = Play.objects.exclude(seating__table=play.seating.table_id).first()
    with pytest.raises(NotPermitted):
        store_draft(other.pk, LEG1, at(play))
    assert not Draft.objects.exists()


def test_a_game_without_legs_keeps_none() -> None:
    session, _director = started(number=4, rounds=2, boards_per_round=1)
    play = Play.objects.filter(board__session=session).first()
    with pytest.raises(ValidationFailed) as refused:
        store_draft(play.pk, {"ns_points": "41"}, at(play))
    assert codes(refused) == [("no_legs", None)]


def test_what_is_decided_or_published_keeps_none(play: Play) -> None:
    director = Actor.of_user(get_user_model().objects.get().pk)
    decide_play(
        play.pk, Entry.Kind.VOID, {}, replaces=0, reason="not played", actor=director, key="1"
    )
    store_draft(play.pk, LEG1, at(play))
    assert not Draft.objects.exists()
    Event.objects.update(published_at=timezone.now())
    with pytest.raises(ValidationFailed) as refused:
        store_draft(play.pk, {**LEG1, "leg2_ns_runts": "many"}, at(play))
    assert codes(refused) == [("published", None), ("not_a_number", "leg2_ns_runts")]


def test_what_was_kept_is_not_told_once_there_is_a_result(play: Play) -> None:
    """The row stays: an undo makes the board due again, and what was typed is there."""
    store_draft(play.pk, LEG1, at(play))
    director = Actor.of_user(get_user_model().objects.get().pk)
    decide_play(
        play.pk, Entry.Kind.VOID, {}, replaces=0, reason="not played", actor=director, key="1"
    )
    play.refresh_from_db()
    here = play.board.session.sections.all()
    game = play.board.session.stage.event.game
    assert (drafts_of(play), draft_legs_by_table(game, here)) == ([], {})
    Play.objects.update(state=Play.State.DUE)
    play.refresh_from_db()
    assert draft_of(play, "ns") == LEG1
    assert list(draft_legs_by_table(game, here)) == [play.seating.table_id]


def test_nothing_filled_in_is_nothing_kept(play: Play) -> None:
    store_draft(play.pk, dict.fromkeys(LEG1, " "), at(play))
    assert not Draft.objects.exists()
    store_draft(play.pk, LEG1, at(play))
    store_draft(play.pk, dict.fromkeys(LEG1, ""), at(play), seen=list(LEG1))
    assert not Draft.objects.exists()


def test_an_event_to_be_looked_at_keeps_none(play: Play) -> None:
    Event.objects.update(read_only=True)
    with pytest.raises(ValidationFailed) as refused:
        store_draft(play.pk, LEG1, at(play))
    assert codes(refused) == [("read_only", None)]


def test_an_event_takes_its_drafts_along(play: Play) -> None:
    store_draft(play.pk, LEG1, at(play))
    remove_events(list(Event.objects.all()))
    assert not Draft.objects.exists()


def whole() -> dict[str, str]:
    return {
        f"leg{leg}_{line}_runts": runts
        for leg in "1234"
        for line, runts in (("ns", "41"), ("ew", "35"))
    }
