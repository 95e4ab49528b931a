"""Drafts: the legs of a board that a side has filled in before all are complete."""

import pytest
from django.contrib.auth import get_user_model
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.problems import ValidationFailed
from tests.scenes.evening import enter, started, started_game
from tournaments.actions.events.delete import remove_events
from tournaments.actions.results.decisions import decide_play
from tournaments.actions.results.drafts import store_draft
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


def phone_actor(play: Play, side: str = "ns") -> Actor:
    return Actor.of_table(play.seating.table_id, "phone", side)


def draft_of(play: Play, side: str) -> FieldTexts:
    """Return the fields of a side's draft; they are empty if it has none."""
    return next((draft.fields for draft in drafts_of(play) if draft.side == side), {})


def problems_of(failed: pytest.ExceptionInfo[ValidationFailed]) -> list[tuple[str, str | None]]:
    return [(problem.code, problem.field) for problem in failed.value.problems]


def test_draft_is_filled_in_leg_by_leg(play: Play) -> None:
    game = play.board.session.stage.event.game
    store_draft(play.pk, LEG1, phone_actor(play))
    assert draft_of(play, "ns") == LEG1
    store_draft(play.pk, {**LEG2, "leg1_ns_runts": "", "leg3_ns_runts": "60"}, phone_actor(play))
    assert draft_of(play, "ns") == {
        **LEG1,
        "leg2_ns_runts": "30",
        "leg2_ew_runts": "35",
        "leg3_ns_runts": "60",
    }
    assert complete_legs(game, draft_of(play, "ns")) == (1, 2)
    store_draft(
        play.pk,
        {"leg1_ns_runts": "44", "leg3_ns_runts": ""},
        phone_actor(play),
        seen_fields=["leg3_ns_runts"],
    )
    assert draft_of(play, "ns") == {
        **LEG1,
        "leg1_ns_runts": "44",
        "leg2_ns_runts": "30",
        "leg2_ew_runts": "35",
    }


def test_draft_belongs_to_its_side_and_does_not_count(play: Play) -> None:
    store_draft(play.pk, LEG1, phone_actor(play))
    store_draft(play.pk, LEG2, phone_actor(play, "ew"))
    assert draft_of(play, "ew") == {name: text.strip() for name, text in LEG2.items()}
    play.refresh_from_db()
    assert (play.state, play.revision, Entry.objects.count()) == (Play.State.DUE, 0, 0)


def test_draft_is_discarded_when_its_side_has_entered(play: Play) -> None:
    store_draft(play.pk, LEG1, phone_actor(play))
    store_draft(play.pk, LEG1, phone_actor(play, "ew"))
    enter(play, complete_result(), ["ns"])
    assert (draft_of(play, "ns"), draft_of(play, "ew")) == ({}, LEG1)
    assert play.entries.get().side == "ns"
    # A request that was sent before the entry and arrives after it.
    store_draft(play.pk, LEG2, phone_actor(play))
    assert draft_of(play, "ns") == {}


def test_entry_updates_the_play_before_it_deletes_the_draft(play: Play) -> None:
    """`store_draft` locks the two in the same order, so that they cannot deadlock."""
    store_draft(play.pk, LEG1, phone_actor(play))
    with CaptureQueriesContext(connection) as queries:
        enter(play, complete_result(), ["ns"])
    statements = [query["sql"] for query in queries]
    updated = next(
        index for index, sql in enumerate(statements) if sql.startswith('UPDATE "tournaments_play"')
    )
    deleted = next(
        index
        for index, sql in enumerate(statements)
        if sql.startswith('DELETE FROM "tournaments_draft"')
    )
    assert updated < deleted


def test_wrong_draft_reports_every_problem_and_is_not_stored(play: Play) -> None:
    with pytest.raises(ValidationFailed) as refused:
        store_draft(
            play.pk, {**LEG1, "leg2_ns_runts": "many", "leg2_ew_runts": "1000"}, phone_actor(play)
        )
    assert problems_of(refused) == [
        ("not_a_number", "leg2_ns_runts"),
        ("out_of_range", "leg2_ew_runts"),
    ]
    with pytest.raises(ValidationFailed) as refused:
        store_draft(play.pk, LEG1, phone_actor(play, "up"))
    assert problems_of(refused) == [("which_side", "side")]
    other_play = Play.objects.exclude(seating__table=play.seating.table_id).first()
    with pytest.raises(NotPermitted):
        store_draft(other_play.pk, LEG1, phone_actor(play))
    assert not Draft.objects.exists()


def test_game_without_legs_has_no_drafts() -> None:
    session, _director = started(pair_count=4, round_count=2, boards_per_round=1)
    play = Play.objects.filter(board__session=session).first()
    with pytest.raises(ValidationFailed) as refused:
        store_draft(play.pk, {"ns_points": "41"}, phone_actor(play))
    assert problems_of(refused) == [("no_legs", None)]


def test_decided_or_published_play_accepts_no_draft(play: Play) -> None:
    director = Actor.of_user(get_user_model().objects.get().pk)
    decide_play(
        play.pk, Entry.Kind.VOID, {}, replaces=0, reason="not played", actor=director, key="1"
    )
    store_draft(play.pk, LEG1, phone_actor(play))
    assert not Draft.objects.exists()
    Event.objects.update(published_at=timezone.now())
    with pytest.raises(ValidationFailed) as refused:
        store_draft(play.pk, {**LEG1, "leg2_ns_runts": "many"}, phone_actor(play))
    assert problems_of(refused) == [("published", None), ("not_a_number", "leg2_ns_runts")]


def test_draft_is_hidden_while_the_play_has_a_result(play: Play) -> None:
    """It is not deleted: an undo makes the board due again, and then the draft is shown."""
    store_draft(play.pk, LEG1, phone_actor(play))
    director = Actor.of_user(get_user_model().objects.get().pk)
    decide_play(
        play.pk, Entry.Kind.VOID, {}, replaces=0, reason="not played", actor=director, key="1"
    )
    play.refresh_from_db()
    sections = play.board.session.sections.all()
    game = play.board.session.stage.event.game
    assert (drafts_of(play), draft_legs_by_table(game, sections)) == ([], {})
    Play.objects.update(state=Play.State.DUE)
    play.refresh_from_db()
    assert draft_of(play, "ns") == LEG1
    assert list(draft_legs_by_table(game, sections)) == [play.seating.table_id]


def test_blank_draft_is_not_stored(play: Play) -> None:
    store_draft(play.pk, dict.fromkeys(LEG1, " "), phone_actor(play))
    assert not Draft.objects.exists()
    store_draft(play.pk, LEG1, phone_actor(play))
    store_draft(play.pk, dict.fromkeys(LEG1, ""), phone_actor(play), seen_fields=list(LEG1))
    assert not Draft.objects.exists()


def test_read_only_event_accepts_no_draft(play: Play) -> None:
    Event.objects.update(read_only=True)
    with pytest.raises(ValidationFailed) as refused:
        store_draft(play.pk, LEG1, phone_actor(play))
    assert problems_of(refused) == [("read_only", None)]


def test_drafts_are_deleted_with_their_event(play: Play) -> None:
    store_draft(play.pk, LEG1, phone_actor(play))
    remove_events(list(Event.objects.all()))
    assert not Draft.objects.exists()


def complete_result() -> dict[str, str]:
    return {
        f"leg{leg}_{line}_runts": runts
        for leg in "1234"
        for line, runts in (("ns", "41"), ("ew", "35"))
    }
