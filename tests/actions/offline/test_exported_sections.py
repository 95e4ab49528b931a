"""What the organiser cannot do while a section is offline, and how a copy is voided."""

from collections.abc import Callable

import pytest
from django.core.exceptions import ObjectDoesNotExist
from django.test import Client

from tests.actions.offline.test_result_upload import codes, decide, delivered, play_at
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


def numbered(session: Session, number: int) -> int:
    return event_of(session).contestants.get(number=number).pk


def void_all(session: Session, director: Actor) -> None:
    for identifier in ExportedSection.objects.values_list("identifier", flat=True):
        void_exported_section(event_of(session), identifier, director)


def test_contestants_of_an_exported_section_stay_until_the_copy_is_void() -> None:
    session, director = dealt_in_two()
    file = exported_section(session, director)
    event, eighth = event_of(session), numbered(session, 8)
    blocked_actions: list[Callable[[], object]] = [
        lambda: add_contestants(event, ["Zoè – Zita"], director),
        lambda: withdraw_contestant(event, eighth, director),
        lambda: replace_contestant(event, eighth, "Zoè – Zita", director),
    ]
    before = event_file(event)
    for action in blocked_actions:
        assert codes(action) == ["section_away"]
    assert event_file(event) == before
    void_all(session, director)
    replace_contestant(event, eighth, "Zoè – Zita", director)
    bar, barman = import_and_start(file)
    play_rounds_of_section(bar, "Vic", 1, barman)
    session.refresh_from_db()
    assert "void_copy" in codes(lambda: delivered(session, director, bar))


def test_void_copy_rejects_uploads_and_keeps_earlier_results() -> None:
    home, director, bar, _barman = started_with_offline_section()
    enter(play_at(bar, 1, 1), RESULT)
    delivered(home, director, bar)
    void_all(home, director)
    void_all(home, director)
    assert AuditEntry.objects.filter(verb=AuditAction.VOID_COPY).count() == 1
    enter(play_at(bar, 1, 2), RESULT)
    assert codes(lambda: delivered(home, director, bar, "two")) == ["void_copy"]
    assert play_at(home, 1, 1).state == Play.State.CONFIRMED
    with pytest.raises(ObjectDoesNotExist):
        void_exported_section(event_of(bar), ExportedSection.objects.get().identifier, director)


def test_director_cancels_a_copy_on_its_page(client: Client) -> None:
    home, director, bar, barman = started_with_offline_section()
    page = signed_in(client, director)
    copy = ExportedSection.objects.get()
    assert (
        signed_in(Client(), barman)
        .post(desk_url(home, "exported_section_void", copy.identifier))
        .status_code
        == 404
    )
    assert "Cancel the copy of" in page.get(desk_url(home, "result_uploads")).content.decode()
    page_text = page.post(
        desk_url(home, "exported_section_void", copy.identifier), follow=True
    ).content.decode()
    assert "The copy is cancelled" in page_text
    assert "Cancel the copy of" not in page_text
    assert (
        signed_in(Client(), director)
        .post(desk_url(bar, "exported_section_void", copy.identifier))
        .status_code
        == 404
    )


def test_contestant_cannot_leave_while_the_section_is_offline() -> None:
    home, director, bar, barman = started_with_offline_section()
    play_rounds_of_section(bar, "Vic", 1, barman)
    eighth = numbered(home, 8)
    for instead in ("", "Zoè – Zita"):
        assert codes(
            lambda confirmed=instead: withdraw_during_session(
                event_of(home), eighth, director, confirmed
            )
        ) == ["section_away"]
    withdraw_during_session(event_of(home), numbered(home, 1), director)
    assert delivered(home, director, bar)["entries"] == 8
    void_all(home, director)
    withdraw_during_session(event_of(home), eighth, director)
    assert play_at(home, 1, 1).state == Play.State.CONFIRMED


@pytest.mark.thorough
def test_late_arrival_is_not_seated_in_an_offline_section() -> None:
    home, director, _bar, _barman = started_with_offline_section()
    withdraw_during_session(event_of(home), numbered(home, 4), director)
    assert codes(lambda: arrive_during_session(event_of(home), "Zoè – Zita", director, "Vic")) == [
        "no_place"
    ]
    newcomer = arrive_during_session(event_of(home), "Zoè – Zita", director)
    sections = set(newcomer.places.values_list("seating__round__section__name", flat=True))
    assert sections
    assert "Vic" not in sections


@pytest.mark.thorough
def test_end_of_the_session_names_the_offline_section() -> None:
    home, director, bar, barman = started_with_offline_section()

    def problem_codes() -> list[str]:
        return codes(lambda: finish_session(home.pk, director, sure=False))

    assert problem_codes() == ["results_missing", "section_away"]
    play_rounds_of_section(bar, "Vic", 3, barman)
    delivered(home, director, bar)
    assert problem_codes() == ["results_missing"]


def test_results_are_uploaded_after_another_session_was_planned(client: Client) -> None:
    home, director, _bar, _barman = started_with_offline_section()
    finish_session(home.pk, director)
    after = create_next_session(event_of(home), director)
    assert [section.section.session_id for section in offline_sections(after)] == [
        home.pk,
        after.pk,
        after.pk,
    ]
    page = signed_in(client, director).get(desk_url(home, "result_uploads")).content.decode()
    assert 'type="file"' in page
    assert "Offline sections" in client.get(desk_url(home)).content.decode()


@pytest.mark.thorough
def test_event_with_an_offline_section_cannot_be_deleted() -> None:
    session, director = started_in_two()
    exported_section(session, director)
    event = event_of(session)
    assert codes(lambda: delete_event(event.pk, event.name, owner_of(event))) == ["section_away"]
    void_all(session, director)
    delete_event(event.pk, event.name, owner_of(event))


def owner_of(event: Event) -> Actor:
    member = event.club.memberships.get()
    member.role = "owner"
    member.save()
    return Actor.of_user(member.user_id)


@pytest.mark.thorough
def test_restored_laptop_does_not_silently_overrule_a_decision() -> None:
    home, director, bar, barman = started_with_offline_section()
    local_play, remote_play = play_at(home, 1, 1), play_at(bar, 1, 1)
    enter(play_at(bar, 1, 2), RESULT)
    delivered(home, director, bar)
    decide(remote_play, RESULT, barman)
    first = delivered(home, director, bar, "first")
    assert first["entries"] == 1
    Play.objects.filter(pk=remote_play.pk).update(revision=0, state=Play.State.DUE, entry=None)
    Entry.objects.filter(play=remote_play).delete()
    IdempotencyRecord.objects.all().delete()
    renew_installation_id()
    decide(remote_play, OTHER_RESULT, barman)
    bar.stage.event.refresh_from_db()
    second = delivered(home, director, bar, "second")
    assert second["entries"] == 1
    local_play.refresh_from_db()
    assert local_play.state == Play.State.CONFLICT


@pytest.mark.thorough
def test_contradicted_entry_is_attributed_to_its_table() -> None:
    home, director, bar, _barman = started_with_offline_section()
    play = play_at(bar, 1, 1)
    for points in range(0, 73, 72):
        enter(play, RESULT | {"contro": "recontro", "ns_points": str(points)})
    delivered(home, director, bar)
    assert (
        not CardContradiction.objects.filter(play=play_at(home, 1, 1)).exclude(user=None).exists()
    )
