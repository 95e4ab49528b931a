"""Events are recounted daily while nobody plays, and differences are stored."""

from datetime import timedelta

import pytest
from django.core.management import call_command
from django.db import OperationalError, connection
from django.test import override_settings
from django.utils import timezone

from config.celery import app
from tests.scenes.evening import enter, play_round, started
from tests.scenes.latest_standings import latest_standings
from tests.web.signed_in import RESULT
from tournaments import scoring_pipeline, tasks
from tournaments.actions.contestants.registration import name_contestant
from tournaments.models import Entry, Event, Play, RecountRun, Session
from tournaments.permissions.actor import Actor
from tournaments.queries.desk.desk_state import recount_mismatch_at
from tournaments.scoring_pipeline import recounts
from tournaments.tasks import catch_up, recount_stale_events

pytestmark = pytest.mark.django_db

LONG_AGO = timezone.now() - timedelta(days=5)


@pytest.fixture
def session() -> Session:
    """Return a session whose last entry is some time ago."""
    session, director = started(8, movement="mitchell", round_count=4, boards_per_round=2)
    play_round(session, director)
    catch_up()
    Entry.objects.update(at=timezone.now() - timedelta(hours=1))
    return session


def forge_line_points(session: Session) -> None:
    play = Play.objects.filter(board__session=session).exclude(line_points="").earliest("pk")
    Play.objects.filter(pk=play.pk).update(line_points="71 -71")


def set_recount_time(at: object) -> None:
    RecountRun.objects.update(at=at)


def test_beat_schedule_recounts_events() -> None:
    assert app.conf.beat_schedule["recount"]["task"] == recount_stale_events.name


def test_differences_are_stored_until_they_are_fixed(session: Session, capsys) -> None:
    event = session.stage.event
    recount_stale_events()
    assert (RecountRun.objects.get().event, RecountRun.objects.get().differs) == (event, [])
    assert recount_mismatch_at(event.pk) is None
    forge_line_points(session)
    set_recount_time(LONG_AGO)
    before = timezone.now()
    recount_stale_events()
    (sentence,) = RecountRun.objects.get().differs
    assert "line_points is '71 -71'" in sentence
    assert (since := recount_mismatch_at(event.pk)) is not None
    assert since >= before
    with pytest.raises(SystemExit):
        call_command("recount", "--fix")
    assert recount_mismatch_at(event.pk) is None
    forge_line_points(session)
    with pytest.raises(SystemExit):
        call_command("recount")
    assert recount_mismatch_at(event.pk) is not None


def test_recount_stores_only_the_first_differences(session: Session) -> None:
    Play.objects.filter(board__session=session).update(line_scores="71 -71")
    assert (
        len(scoring_pipeline.recount_and_store(session.stage.event))
        > recounts.MAX_STORED_DIFFERENCES
    )
    assert len(RecountRun.objects.get().differs) == recounts.MAX_STORED_DIFFERENCES


def test_event_is_recounted_daily_and_after_the_clock_went_back(session: Session) -> None:
    assert scoring_pipeline.next_event_to_recount() == session.stage.event
    recount_stale_events()
    assert scoring_pipeline.next_event_to_recount() is None
    for at, due in ((-23, False), (-25, True), (2, True), (24 * 365, True)):
        set_recount_time(timezone.now() + timedelta(hours=at))
        assert (scoring_pipeline.next_event_to_recount() is not None) == due, at


def test_oldest_recount_is_repeated_first(session: Session) -> None:
    events = [session.stage.event]
    events += [Event.objects.create(**_columns_of_copy(events[0], slug)) for slug in ("b", "c")]
    for days, event in ((3, events[0]), (5, events[1])):
        RecountRun.objects.create(event=event, at=timezone.now() - timedelta(days=days))
    turns = []
    while event := scoring_pipeline.next_event_to_recount():
        turns.append(event)
        scoring_pipeline.recount_and_store(event)
    assert turns == [events[2], events[1], events[0]]


def _columns_of_copy(event: Event, slug: str) -> dict[str, object]:
    columns = Event.objects.filter(pk=event.pk).values().get()
    del columns["id"]
    return columns | {"slug": slug}


def test_recount_skips_running_events_and_pauses_on_sqlite_while_results_arrive(
    session: Session,
) -> None:
    """A recount keeps every writer out of SQLite."""
    other_event = Event.objects.create(**_columns_of_copy(session.stage.event, "another"))
    enter(Play.objects.filter(entry=None).select_related("seating__table").earliest("pk"), RESULT)
    assert scoring_pipeline.next_event_to_recount() is None
    with override_settings(CELERY_TASK_ALWAYS_EAGER=False):
        assert scoring_pipeline.next_event_to_recount() == other_event
        scoring_pipeline.recount_and_store(other_event)
        assert scoring_pipeline.next_event_to_recount() is None
    assert scoring_pipeline.next_event_to_recount() is None
    Entry.objects.update(at=timezone.now() - timedelta(minutes=16))
    assert scoring_pipeline.next_event_to_recount() is not None


def test_no_further_event_is_recounted_after_the_budget(session: Session, monkeypatch) -> None:
    other_event = Event.objects.create(**_columns_of_copy(session.stage.event, "another"))
    monkeypatch.setattr(tasks, "RECOUNT_BUDGET_SECONDS", 0.0)
    recount_stale_events()
    assert not RecountRun.objects.exists()
    monkeypatch.setattr(tasks, "RECOUNT_BUDGET_SECONDS", 600.0)
    recount_stale_events()
    assert set(RecountRun.objects.values_list("event", flat=True)) == {
        session.stage.event_id,
        other_event.pk,
    }


def test_failed_recount_is_a_difference_and_does_not_block_others(
    session: Session, caplog: pytest.LogCaptureFixture
) -> None:
    event = session.stage.event
    other_event = Event.objects.create(**_columns_of_copy(event, "another"))
    Event.objects.filter(pk=event.pk).update(game_key="a game that is no more")
    recount_stale_events()
    assert RecountRun.objects.get(event=event).differs == [recounts.RECOUNT_FAILED]
    assert f"event {event.pk} cannot be recounted" in caplog.text
    assert RecountRun.objects.get(event=other_event).differs == []


def test_renamed_player_is_no_difference(session: Session) -> None:
    event = session.stage.event
    director = Actor.of_user(event.club.memberships.get().user_id)
    event.contestants.filter(number=1).update(name="Pair 1")
    contestant = event.contestants.get(number=1)
    contestant.partners.all().delete()
    scoring_pipeline.rebuild_derived(event)
    name_contestant(event, contestant.pk, "Maria – Neus", director)
    catch_up()
    assert scoring_pipeline.recount(event) == []
    rows = [row for ranking in latest_standings(session.stage).rankings for row in ranking.rows]
    assert "Maria – Neus" in {row.contestant for row in rows}


def test_unavailable_database_is_no_difference(session: Session, monkeypatch) -> None:
    def fail_recount(_event: Event) -> list[str]:
        raise OperationalError("database is locked")

    monkeypatch.setattr(recounts, "recount", fail_recount)
    other_event = Event.objects.create(**_columns_of_copy(session.stage.event, "another"))
    with pytest.raises(OperationalError):
        recount_stale_events()
    assert RecountRun.objects.get().differs == []
    assert scoring_pipeline.next_event_to_recount() == other_event, (
        "who fails does not keep the others from their turn"
    )


@pytest.mark.django_db(transaction=True)
def test_recount_does_not_lock_the_stage_while_waiting_for_boards(session: Session) -> None:
    """Pending plays are scored in separate transactions, boards before their stage."""
    Play.objects.filter(board__session=session).exclude(line_points="").update(scored_revision=0)
    held_events = []

    def watched(stage: object) -> bool:
        held_events.append(connection.in_atomic_block)
        return False

    with pytest.MonkeyPatch.context() as patched:
        patched.setitem(scoring_pipeline.recount.__globals__, "update_scales", watched)
        scoring_pipeline.recount(session.stage.event)
    assert held_events == [False]
