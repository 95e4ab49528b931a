"""A standings embargo hides standings from everybody except directors at the desk."""

from datetime import UTC, datetime, timedelta
from fractions import Fraction

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from tests.api.clients import Api
from tests.scenes.evening import play_round, started
from tests.scenes.matches import begin_next_round, play_matches, started_matches
from tournaments.access.shown_standings import desk_snapshot, visible_snapshot
from tournaments.actions.events.edit import edit_event
from tournaments.actions.events.next_stage import create_next_stage
from tournaments.actions.events.next_stage_plan import FinalPlan, NextStagePlan
from tournaments.actions.events.publish import publish_event
from tournaments.actions.rounds.sessions import deal_session, finish_session, start_session
from tournaments.models import AuditAction, AuditEntry, Event, Play, Qualifier, Session, Stage
from tournaments.movements.drawing.finals_selection import PlaceRange
from tournaments.permissions.actor import Actor
from tournaments.queries.rounds.seating import playing_round
from tournaments.queries.standings.snapshot_format import StoredStandings
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db
NOW = datetime(2027, 3, 5, 20, 0, tzinfo=UTC)
LATER = NOW + timedelta(hours=3)


@pytest.fixture
def scene() -> tuple[Session, Actor]:
    """Return a finished event whose standings are embargoed until eleven."""
    session, director = started(8, movement="mitchell", round_count=2, boards_per_round=2)
    edit_event(session.stage.event_id, {"standings_from": LATER}, director)
    with time_machine.travel(NOW, tick=False):
        while playing_round(session):
            play_round(session, director)
        finish_session(session.pk, director)
        catch_up()
    session = Session.objects.select_related("stage__event__club").get(pk=session.pk)
    return session, director


def public_responses(client: Client, event: Event) -> dict[str, str]:
    """Return the public responses in which ranks or totals may appear."""
    slugs = [event.club.slug, event.slug]
    pages = {
        name: reverse(name, args=slugs)
        for name in ("standings", "standings_fragment", "rank_history")
    }
    pages["scorecard"] = reverse("scorecard", args=[*slugs, 1])
    pages["api"] = reverse("api_standings", args=[event.pk])
    return {name: client.get(url).content.decode() for name, url in pages.items()}


def test_embargoed_standings_are_shown_to_the_desk_only(
    scene: tuple[Session, Actor], client: Client
) -> None:
    session, _director = scene
    with time_machine.travel(NOW, tick=False):
        assert visible_snapshot(session.stage) is None
        desk = desk_snapshot(session.stage)
        assert desk is not None
        assert desk.standings["plays"]
        pages = public_responses(client, session.stage.event)
        assert "The standings will be shown from" in pages["standings"]
        assert '"quiet":"moment"' in pages["api"]
        assert '"rankings":[]' in pages["api"]
        for name, text in pages.items():
            assert "<tbody" not in text or name == "scorecard", name


def test_standings_are_shown_when_the_embargo_ends(
    scene: tuple[Session, Actor], client: Client
) -> None:
    session, _director = scene
    with time_machine.travel(LATER + timedelta(minutes=1), tick=False):
        catch_up()
        assert visible_snapshot(session.stage) is not None
        page = public_responses(client, session.stage.event)["standings"]
        assert "The standings will be shown from" not in page
        snapshot_count = session.stage.snapshots.count()
        catch_up()
        assert session.stage.snapshots.count() == snapshot_count


def counted_results(stage: Stage) -> int:
    """Return how many results the public standings count."""
    snapshot = visible_snapshot(Stage.objects.get(pk=stage.pk))
    return StoredStandings.from_json(snapshot.standings).plays if snapshot else 0


def test_publishing_ends_the_embargo_with_every_result(scene: tuple[Session, Actor]) -> None:
    session, director = scene
    event = session.stage.event
    with time_machine.travel(NOW, tick=False):
        publish_event(event.pk, director)
        event.refresh_from_db()
        assert event.standings_from is None
        assert counted_results(session.stage) == Play.objects.count()
        changed_fields = AuditEntry.objects.get(verb=AuditAction.PUBLISH_EVENT).data["changed"]
        assert changed_fields == {"standings_from": [LATER.isoformat(), None]}


def test_publishing_after_the_embargo_counts_every_result_at_once(
    scene: tuple[Session, Actor],
) -> None:
    session, director = scene
    with time_machine.travel(LATER + timedelta(minutes=1), tick=False):
        publish_event(session.stage.event_id, director)
        assert counted_results(session.stage) == Play.objects.count()
        assert "changed" not in AuditEntry.objects.get(verb=AuditAction.PUBLISH_EVENT).data


def test_event_published_without_results_has_them_again(scene: tuple[Session, Actor]) -> None:
    """An old version left the embargo when it published, and did not recompute standings."""
    session, _director = scene
    with time_machine.travel(NOW + timedelta(minutes=1), tick=False):
        Event.objects.update(published_at=NOW + timedelta(minutes=1))
        catch_up()
        assert counted_results(session.stage) == Play.objects.count()
    with time_machine.travel(NOW + timedelta(minutes=2), tick=False):
        catch_up()
        snapshot_count = session.stage.snapshots.count()
        catch_up()
        assert session.stage.snapshots.count() == snapshot_count


def test_publishing_opens_the_second_stage_with_its_carry_over(
    scene: tuple[Session, Actor],
) -> None:
    session, director = scene
    with time_machine.travel(NOW, tick=False):
        final_plan = FinalPlan("howell", PlaceRange(1, 4, each=True), "", {}, 3)
        final_session = create_next_stage(
            session.stage.event, NextStagePlan((final_plan,), carry_over=Fraction(1, 2)), director
        )
        deal_session(final_session.pk, "", director)
        start_session(final_session.pk, director)
        while playing_round(final_session):
            play_round(final_session, director)
        finish_session(final_session.pk, director)
        catch_up()
        publish_event(final_session.stage.event_id, director)
        assert counted_results(session.stage) == session.boards.filter(plays__isnull=False).count()
        assert (
            counted_results(final_session.stage)
            == final_session.boards.filter(plays__isnull=False).count()
        )
        public, desk = (
            snapshot.standings
            for snapshot in (
                visible_snapshot(final_session.stage),
                desk_snapshot(final_session.stage),
            )
            if snapshot
        )
        assert public == desk


def test_changed_embargo_applies_at_once(scene: tuple[Session, Actor]) -> None:
    session, director = scene
    with time_machine.travel(NOW, tick=False):
        edit_event(session.stage.event_id, {"standings_from": None}, director)
        catch_up()
        session.stage.event.refresh_from_db()
        assert visible_snapshot(session.stage) is not None
        edit_event(session.stage.event_id, {"standings_from": LATER}, director)
        catch_up()
        session.stage.event.refresh_from_db()
        assert visible_snapshot(session.stage) is None


def test_draw_reason_is_hidden_during_the_embargo(client: Client) -> None:
    """The reason of a Swiss pairing contains the totals of both contestants."""
    session, director = started_matches(8, round_count=3)
    play_matches(session, director)
    begin_next_round(session, director)
    event = session.stage.event
    urls = [
        reverse("rounds", args=[event.club.slug, event.slug]),
        reverse("api_rounds", args=[session.pk]),
        reverse("api_seatings", args=[session.sections.get().rounds.get(number=2).pk]),
    ]
    assert all("total" in client.get(url).content.decode() for url in urls[::2])
    edit_event(event.pk, {"standings_from": datetime.now(UTC) + timedelta(hours=3)}, director)
    for url in urls:
        assert "total" not in client.get(url).content.decode(), url


def test_qualifiers_do_not_reveal_their_rank(scene: tuple[Session, Actor]) -> None:
    session, director = scene
    event = session.stage.event
    with time_machine.travel(NOW, tick=False):
        final_plan = FinalPlan("howell", PlaceRange(1, 4, each=True), "", {}, 3)
        final_session = create_next_stage(event, NextStagePlan((final_plan,)), director)
        qualifiers = Api().read(f"events/{event.pk}/qualifiers/")["results"]
        assert [qualifier["contestant"]["number"] for qualifier in qualifiers] == list(range(1, 9))
        assert {
            (qualifier["seed"], qualifier["group"], qualifier["why"]) for qualifier in qualifiers
        } == {(None, None, None)}
        (section,) = Api().read(f"sessions/{final_session.pk}/sections/")["results"]
        assert section["contestants"] == list(range(1, 9))
    seeds = list(Qualifier.objects.values_list("contestant__number", flat=True))
    assignments = final_session.sections.get().assignments.order_by("number")
    assert list(assignments.values_list("contestant__number", flat=True)) != seeds, (
        "seats must not show the order of ranks"
    )
    with time_machine.travel(LATER, tick=False):
        qualifiers = Api().read(f"events/{event.pk}/qualifiers/")["results"]
        assert [qualifier["contestant"]["number"] for qualifier in qualifiers] == seeds
        assert qualifiers[0]["why"]["message"] == "Place 1 of N-S."


def test_scorecard_has_no_sums_during_the_embargo(
    scene: tuple[Session, Actor], client: Client
) -> None:
    session, _director = scene
    event = session.stage.event
    url = f"events/{event.pk}/scorecards/1/"

    def sums() -> set[str | None]:
        rounds = Api().read(url)["results"]
        return {board["total"] for round_ in rounds for board in round_["boards"]}

    with time_machine.travel(NOW, tick=False):
        (board, *_others) = Api().read(url)["results"][0]["boards"]
        assert board["award"] is None
        assert sums() == {None}
        assert "The standings will be shown from" in public_responses(client, event)["scorecard"]
    with time_machine.travel(LATER, tick=False):
        assert None not in sums()
        assert (
            "The standings will be shown from" not in public_responses(client, event)["scorecard"]
        )


def test_no_page_file_or_api_response_has_awards_that_add_up_to_totals(
    scene: tuple[Session, Actor], client: Client
) -> None:
    session, _director = scene
    event = session.stage.event
    event_url, card_url = (
        f"/{event.club.slug}/{event.slug}/",
        f"/api/v1/events/{event.pk}/scorecards/1/",
    )
    traveller_url = f"/api/v1/sessions/{session.pk}/boards/1/traveller/"
    with time_machine.travel(NOW, tick=False):
        cards = client.get(f"{event_url}scorecards.json").json()
        results = client.get(f"{event_url}travellers.json").json()
        assert cards
        assert results
        assert {row[key] for row in cards for key in ("x", "award", "total")} == {None}
        assert {row[key] for row in results for key in row if key.endswith(("_x", "_award"))} == {
            None
        }
        assert all(row["result"] for row in results)
        boards = [
            board for round_ in client.get(card_url).json()["results"] for board in round_["boards"]
        ]
        assert {(board["award"], board["total"]) for board in boards} == {(None, None)}
        lines = [
            line
            for result in client.get(traveller_url).json()["results"]
            for line in result["lines"]
        ]
        assert {(line["x"], line["award"]) for line in lines} == {(None, None)}
        page = client.get(f"{event_url}sessions/1/boards/1/").content.decode()
        assert "The standings will be shown from" in page
    with time_machine.travel(LATER + timedelta(minutes=1), tick=False):
        assert None not in {
            row["award"] for row in client.get(f"{event_url}scorecards.json").json()
        }
        assert None not in {
            row["ns_award"] for row in client.get(f"{event_url}travellers.json").json()
        }
