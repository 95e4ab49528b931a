"""Actions that are refused while a section is offline, and how its copy is voided."""

from collections.abc import Callable

import pytest
from django.core.exceptions import ObjectDoesNotExist
from django.test import Client

from tests.scenes.arrivals_and_departures import arrive_during_session, withdraw_during_session
from tests.scenes.divided_session import play_rounds_of_section
from tests.scenes.evening import enter
from tests.scenes.offline_section import (
    dealt_in_two,
    exported_section,
    import_and_start,
    started_in_two,
    started_with_offline_section,
)
from tests.scenes.problems import refused_codes
from tests.scenes.result_uploads import decide, play_at, upload_results
from tests.web.signed_in import OTHER_RESULT, RESULT, desk_url, signed_in
from tournaments.actions.contestants.registration import (
    add_contestants,
    replace_contestant,
    withdraw_contestant,
)
from tournaments.actions.events.delete import delete_event
from tournaments.actions.events.next_session import create_next_session
from tournaments.actions.offline.section_export import void_exported_section
from tournaments.actions.rounds.sessions import finish_session
from tournaments.backups.archive import renew_installation_id
from tournaments.models import (
    AuditAction,
    AuditEntry,
    CardContradiction,
    Entry,
    Event,
    ExportedSection,
    IdempotencyRecord,
    Play,
    Session,
)
from tournaments.permissions.actor import Actor
from tournaments.queries.events.event_file import event_file
from tournaments.queries.offline.sections import offline_sections

pytestmark = pytest.mark.django_db


def event_of(session: Session) -> Event:
    return Event.objects.select_related("club").get(pk=session.stage.event_id)


def contestant_id(session: Session, number: int) -> int:
    return event_of(session).contestants.get(number=number).pk


def void_all_copies(session: Session, director: Actor) -> None:
    for identifier in ExportedSection.objects.values_list("identifier", flat=True):
        void_exported_section(event_of(session), identifier, director)


def test_contestants_of_an_exported_section_stay_until_the_copy_is_void() -> None:
    session, director = dealt_in_two()
    export_file = exported_section(session, director)
    event, eighth_id = event_of(session), contestant_id(session, 8)
    blocked_actions: list[Callable[[], object]] = [
        lambda: add_contestants(event, ["Zoè – Zita"], director),
        lambda: withdraw_contestant(event, eighth_id, director),
        lambda: replace_contestant(event, eighth_id, "Zoè – Zita", director),
    ]
    event_file_before = event_file(event)
    for action in blocked_actions:
        assert refused_codes(action) == ["section_away"]
    assert event_file(event) == event_file_before
    void_all_copies(session, director)
    replace_contestant(event, eighth_id, "Zoè – Zita", director)
    offline_session, offline_director = import_and_start(export_file)
    play_rounds_of_section(offline_session, "Vic", 1, offline_director)
    session.refresh_from_db()
    assert "void_copy" in refused_codes(lambda: upload_results(session, director, offline_session))


def test_void_copy_rejects_uploads_and_keeps_earlier_results() -> None:
    central_session, director, offline_session, _offline_director = started_with_offline_section()
    enter(play_at(offline_session, 1, 1), RESULT)
    upload_results(central_session, director, offline_session)
    void_all_copies(central_session, director)
    void_all_copies(central_session, director)
    assert AuditEntry.objects.filter(verb=AuditAction.VOID_EXPORTED_SECTION).count() == 1
    enter(play_at(offline_session, 1, 2), RESULT)
    assert refused_codes(
        lambda: upload_results(central_session, director, offline_session, "two")
    ) == ["void_copy"]
    assert play_at(central_session, 1, 1).state == Play.State.CONFIRMED
    with pytest.raises(ObjectDoesNotExist):
        void_exported_section(
            event_of(offline_session), ExportedSection.objects.get().identifier, director
        )


def test_director_voids_a_copy_on_the_page_of_uploads(client: Client) -> None:
    central_session, director, offline_session, offline_director = started_with_offline_section()
    director_client = signed_in(client, director)
    copy = ExportedSection.objects.get()
    assert (
        signed_in(Client(), offline_director)
        .post(desk_url(central_session, "exported_section_void", copy.identifier))
        .status_code
        == 404
    )
    assert (
        "Cancel the copy of"
        in director_client.get(desk_url(central_session, "result_uploads")).content.decode()
    )
    page_text = director_client.post(
        desk_url(central_session, "exported_section_void", copy.identifier), follow=True
    ).content.decode()
    assert "The copy is cancelled" in page_text
    assert "Cancel the copy of" not in page_text
    assert (
        signed_in(Client(), director)
        .post(desk_url(offline_session, "exported_section_void", copy.identifier))
        .status_code
        == 404
    )


def test_contestant_cannot_leave_while_the_section_is_offline() -> None:
    central_session, director, offline_session, offline_director = started_with_offline_section()
    play_rounds_of_section(offline_session, "Vic", 1, offline_director)
    eighth_id = contestant_id(central_session, 8)
    for replacement in ("", "Zoè – Zita"):
        assert refused_codes(
            lambda name=replacement: withdraw_during_session(
                event_of(central_session), eighth_id, director, name
            )
        ) == ["section_away"]
    withdraw_during_session(event_of(central_session), contestant_id(central_session, 1), director)
    assert upload_results(central_session, director, offline_session)["entries"] == 8
    void_all_copies(central_session, director)
    withdraw_during_session(event_of(central_session), eighth_id, director)
    assert play_at(central_session, 1, 1).state == Play.State.CONFIRMED


@pytest.mark.thorough
def test_late_arrival_is_not_seated_in_an_offline_section() -> None:
    central_session, director, _offline_director, _offline_director = started_with_offline_section()
    withdraw_during_session(event_of(central_session), contestant_id(central_session, 4), director)
    assert refused_codes(
        lambda: arrive_during_session(event_of(central_session), "Zoè – Zita", director, "Vic")
    ) == ["no_place"]
    newcomer = arrive_during_session(event_of(central_session), "Zoè – Zita", director)
    sections = set(newcomer.places.values_list("seating__round__section__name", flat=True))
    assert sections
    assert "Vic" not in sections


@pytest.mark.thorough
def test_end_of_the_session_names_the_offline_section() -> None:
    central_session, director, offline_session, offline_director = started_with_offline_section()

    def finish_problem_codes() -> list[str]:
        return refused_codes(lambda: finish_session(central_session.pk, director, sure=False))

    assert finish_problem_codes() == ["results_missing", "section_away"]
    play_rounds_of_section(offline_session, "Vic", 3, offline_director)
    upload_results(central_session, director, offline_session)
    assert finish_problem_codes() == ["results_missing"]


def test_results_are_uploaded_after_another_session_was_planned(client: Client) -> None:
    central_session, director, _offline_director, _offline_director = started_with_offline_section()
    finish_session(central_session.pk, director)
    next_session = create_next_session(event_of(central_session), director)
    assert [
        offline_section.section.session_id for offline_section in offline_sections(next_session)
    ] == [
        central_session.pk,
        next_session.pk,
        next_session.pk,
    ]
    page = (
        signed_in(client, director)
        .get(desk_url(central_session, "result_uploads"))
        .content.decode()
    )
    assert 'type="file"' in page
    assert "Offline sections" in client.get(desk_url(central_session)).content.decode()


@pytest.mark.thorough
def test_event_with_an_offline_section_cannot_be_deleted() -> None:
    session, director = started_in_two()
    exported_section(session, director)
    event = event_of(session)
    assert refused_codes(lambda: delete_event(event.pk, event.name, owner_actor(event))) == [
        "section_away"
    ]
    void_all_copies(session, director)
    delete_event(event.pk, event.name, owner_actor(event))


def owner_actor(event: Event) -> Actor:
    membership = event.club.memberships.get()
    membership.role = "owner"
    membership.save()
    return Actor.of_user(membership.user_id)


@pytest.mark.thorough
def test_restored_laptop_does_not_silently_overrule_a_decision() -> None:
    central_session, director, offline_session, offline_director = started_with_offline_section()
    local_play, remote_play = play_at(central_session, 1, 1), play_at(offline_session, 1, 1)
    enter(play_at(offline_session, 1, 2), RESULT)
    upload_results(central_session, director, offline_session)
    decide(remote_play, RESULT, offline_director)
    first_upload = upload_results(central_session, director, offline_session, "first")
    assert first_upload["entries"] == 1
    # Restore the laptop from a backup that was made before the decision.
    Play.objects.filter(pk=remote_play.pk).update(revision=0, state=Play.State.DUE, entry=None)
    Entry.objects.filter(play=remote_play).delete()
    IdempotencyRecord.objects.all().delete()
    renew_installation_id()
    decide(remote_play, OTHER_RESULT, offline_director)
    offline_session.stage.event.refresh_from_db()
    second_upload = upload_results(central_session, director, offline_session, "second")
    assert second_upload["entries"] == 1
    local_play.refresh_from_db()
    assert local_play.state == Play.State.CONFLICT


@pytest.mark.thorough
def test_contradiction_by_a_table_has_no_user() -> None:
    central_session, director, offline_session, _offline_director = started_with_offline_section()
    play = play_at(offline_session, 1, 1)
    for points in (0, 72):
        enter(play, RESULT | {"contro": "recontro", "ns_points": str(points)})
    upload_results(central_session, director, offline_session)
    assert (
        not CardContradiction.objects.filter(play=play_at(central_session, 1, 1))
        .exclude(user=None)
        .exists()
    )
