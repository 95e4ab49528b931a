"""An unscorable board blocks no other; the desk names it, and publishing is refused."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.db.models import F
from django.test import Client, override_settings
from django.urls import reverse
from django.utils import timezone

from games.problems import ValidationFailed
from tests.scenes.evening import enter, play_round, started
from tests.web.signed_in import RESULT, signed_in
from tournaments import scoring_pipeline, tasks
from tournaments.actions.events.publish import publish_event
from tournaments.actions.results.decisions import decide_play
from tournaments.actions.rounds.sessions import finish_session
from tournaments.models import (
    CatchUpHeartbeat,
    Entry,
    Event,
    Play,
    ResultScale,
    Session,
    Snapshot,
    Stage,
)
from tournaments.permissions.actor import Actor
from tournaments.queries.desk.pending_decisions import pending_decisions
from tournaments.queries.desk.scoring_status import scoring_problem
from tournaments.queries.phone.table_codes import code_of
from tournaments.scoring_pipeline.recounts import rebuild_derived
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db

SessionAndDirector = tuple[Session, Actor]


@pytest.fixture
def session_and_director() -> SessionAndDirector:
    session, director = started(8, movement="mitchell", round_count=4, boards_per_round=2)
    play_round(session, director)
    return session, director


@pytest.fixture
def broken_play(session_and_director: SessionAndDirector) -> Play:
    """Return a play whose stored text has X of one line only, on a board with other results."""
    session, _director = session_and_director
    Play.objects.filter(board__session=session).update(counted_line_points=None, scored_revision=0)
    ResultScale.objects.all().delete()
    Snapshot.objects.all().delete()
    play = Play.objects.exclude(entry=None).order_by("pk")[0]
    Play.objects.filter(pk=play.pk).update(line_points="5")
    return play


def test_unscorable_board_does_not_block_other_boards(
    session_and_director: SessionAndDirector, broken_play: Play, caplog: pytest.LogCaptureFixture
) -> None:
    session, _director = session_and_director
    stage = session.stage
    catch_up()
    assert scoring_pipeline.pending_board_ids(stage) == [broken_play.board_id]
    assert f"board {broken_play.board_id} cannot be counted" in caplog.text
    plays = Play.objects.exclude(entry=None).exclude(board=broken_play.board)
    assert Snapshot.objects.latest().standings["plays"] == plays.count() > 0
    rebuild_derived(stage.event)
    assert not scoring_pipeline.pending_board_ids(stage)
    assert scoring_pipeline.recount(stage.event) == []


def test_failing_stage_does_not_block_other_stages(
    session_and_director: SessionAndDirector,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    session, _director = session_and_director
    scored: list[int] = []

    def keeps(stage_id: int) -> None:
        if stage_id == 1:
            raise KeyError("trump")
        scored.append(stage_id)

    with monkeypatch.context() as patched:
        patched.setattr(scoring_pipeline, "pending_stages", lambda: [1, 2, 3])
        patched.setattr(tasks, "score_stage", keeps)
        catch_up()
    assert scored == [2, 3]
    assert "stage 1 cannot be scored" in caplog.text
    assert CatchUpHeartbeat.objects.get().failed == [1]
    response = Client().get("/health/scoring")
    assert (response.status_code, response.content.decode()) == (
        503,
        "stages that cannot be scored: 1\n",
    )
    CatchUpHeartbeat.objects.update(failed=[session.stage_id])
    assert scoring_problem(session) is not None


def test_desk_names_unscorable_board_and_publishing_is_refused(
    session_and_director: SessionAndDirector, broken_play: Play
) -> None:
    session, director = session_and_director
    catch_up()
    assert scoring_problem(session) is None  # not yet
    Entry.objects.filter(play=broken_play).update(at=timezone.now() - timedelta(minutes=3))
    page_texts = scoring_problem(session)
    assert page_texts is not None
    assert page_texts.boards == (broken_play.board.number,)
    member = Client()
    signed_in(member, director)
    page = member.get(reverse("event_desk", args=[session.stage.event_id])).content.decode()
    assert "Some results cannot be scored" in page
    finish_session(session.pk, director)
    with pytest.raises(ValidationFailed, match=f"cannot be scored: {broken_play.board.number}"):
        publish_event(session.stage.event_id, director)
    session.stage.event.refresh_from_db()
    assert session.stage.event.published_at is None
    rebuild_derived(session.stage.event)
    publish_event(session.stage.event_id, director)


@pytest.fixture
def unscorable_play(session_and_director: SessionAndDirector) -> Play:
    """Store a result that the game cannot score, as an old version may have done."""
    session, _director = session_and_director
    play = Play.objects.exclude(entry=None).order_by("pk")[0]
    Entry.objects.filter(play=play).update(outcome={"trump": "oros"})
    rebuild_derived(session.stage.event)
    return play


def test_unscorable_result_waits_for_the_director(
    session_and_director: SessionAndDirector, unscorable_play: Play
) -> None:
    session, director = session_and_director
    assert [
        (open_problem.play, open_problem.kind)
        for open_problem in pending_decisions(session.sections.all())
    ] == [(unscorable_play.pk, "unscored")]
    play_count = Play.objects.exclude(entry=None).count()
    assert Snapshot.objects.latest().standings["plays"] == play_count - 1
    member = Client()
    signed_in(member, director)
    for url in result_urls(session, unscorable_play):
        assert member.get(url).status_code == 200, url
    finish_session(session.pk, director)
    for url in result_urls(session, unscorable_play):
        assert member.get(url).status_code == 200, url
    decide_play(
        unscorable_play.pk,
        Entry.Kind.CORRECTION,
        RESULT,
        replaces=2,
        reason="as the slip says",
        actor=director,
        key="k",
    )
    catch_up()
    assert pending_decisions(session.sections.all()) == []
    assert Snapshot.objects.latest().standings["plays"] == play_count
    assert scoring_pipeline.recount(session.stage.event) == []


def result_urls(session: Session, play: Play) -> Iterator[str]:
    """Return the URLs that may show the result."""
    event, number = session.stage.event, play.board.number
    public = f"/{event.club.slug}/{event.slug}/"
    yield from (public, f"{public}sessions/1/boards/{number}/", f"/api/v1/plays/{play.pk}/")
    for seat_holder in play.seating.places.select_related("contestant"):
        yield f"{public}contestants/{seat_holder.contestant.number}/"
    phone = f"/t/{code_of(play.seating.table)}/"
    yield from (phone, f"{phone}boards/{number}/")
    yield from (
        reverse("event_desk", args=[event.pk]),
        reverse("desk_play", args=[event.pk, play.pk]),
    )


def test_desk_says_that_no_worker_is_running(session_and_director: SessionAndDirector) -> None:
    session, director = session_and_director
    catch_up()
    CatchUpHeartbeat.objects.all().delete()
    with override_settings(CELERY_TASK_ALWAYS_EAGER=False):
        page_texts = scoring_problem(session)
        assert page_texts is not None
        assert "Results are not being scored" in page_texts.text.template
        CatchUpHeartbeat.objects.create(pk=CatchUpHeartbeat.SINGLE_ROW_PK, at=timezone.now())
        assert scoring_problem(session) is None
        CatchUpHeartbeat.objects.update(at=timezone.now() - timedelta(minutes=2))
        assert scoring_problem(session) is not None
        assert Client().get("/health").content.decode().startswith("well\nnobody scores results")
        response = Client().get("/health/scoring")
        assert (response.status_code, "nobody scores" in response.content.decode()) == (503, True)
        finish_session(session.pk, director)
        session.refresh_from_db()
        assert scoring_problem(session) is None
    assert Client().get("/health").content.decode() == "well\nevery result is scored\n"
    assert Client().get("/health/scoring").status_code == 200


def test_published_standings_include_every_result_without_a_worker(
    session_and_director: SessionAndDirector,
) -> None:
    session, director = session_and_director
    play = Play.objects.filter(entry=None).select_related("seating__table").order_by("pk")[0]
    with override_settings(
        CELERY_TASK_ALWAYS_EAGER=False, CELERY_BROKER_URL="redis://127.0.0.1:1/0"
    ):
        enter(play, RESULT)
        finish_session(session.pk, director)
        publish_event(session.stage.event_id, director)
    latest = Snapshot.objects.filter(audience="public").latest()
    assert latest.standings["plays"] == Play.objects.exclude(entry=None).count()


def test_publishing_is_refused_if_standings_cannot_be_computed(
    session_and_director: SessionAndDirector, caplog: pytest.LogCaptureFixture
) -> None:
    session, director = session_and_director
    catch_up()
    finish_session(session.pk, director)
    ResultScale.objects.update(frequencies={"?": 1})
    Stage.objects.update(awards_revision=F("awards_revision") + 1, snapshot_at=None)
    with pytest.raises(ValidationFailed, match="The standings could not be calculated"):
        publish_event(session.stage.event_id, director)
    assert Event.objects.get().published_at is None
    assert "no standings can be made" in caplog.text


@pytest.fixture
def unscored_stages(session_and_director: SessionAndDirector) -> list[int]:
    """Return the stages with results entered while no worker was running."""
    Play.objects.exclude(line_points="").update(scored_revision=0)
    return scoring_pipeline.pending_stages()


@pytest.mark.servers
@pytest.mark.django_db(transaction=True)
def test_worker_starts_with_a_catch_up(unscored_stages: list[int], worker) -> None:
    assert unscored_stages
    worker.wait_until(CatchUpHeartbeat.objects.exists)
    assert scoring_pipeline.pending_stages() == []
