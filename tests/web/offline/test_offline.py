"""Pages that export a section, import it and upload its results."""

import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests.scenes.divided_session import section_of
from tests.scenes.evening import club_with_director, enter, play_out
from tests.scenes.offline_section import (
    PASSPHRASE,
    exported_section,
    started_in_two,
    started_with_offline_section,
)
from tests.web.signed_in import OTHER_RESULT, RESULT, desk_url, first_play, signed_in
from tournaments.actions.offline.result_upload import build_result_upload
from tournaments.actions.offline.section_import import import_section
from tournaments.actions.results.decisions import decide_play
from tournaments.models import Entry, Event, ExportedSection, ImportedSection, Play, Session
from tournaments.tasks import catch_up

pytestmark = [pytest.mark.django_db, pytest.mark.once]


def form_with_file(content: object, **fields: str) -> dict[str, Any]:
    """Return form data with a file; content that is not bytes is written as JSON."""
    file_content = content if isinstance(content, bytes) else json.dumps(content).encode()
    return {**fields, "file": SimpleUploadedFile("a.manilla-results", file_content)}


def export(client: Client, session: Session, **fields: str) -> Any:
    """Submit the form that exports the section Vic."""
    url = desk_url(session, "section_export", section_of(session, "Vic").pk)
    return client.post(url, {"holder": "Bar Nou", "phrase": PASSPHRASE, **fields})


def test_section_is_exported_imported_and_uploaded_by_pages(client: Client) -> None:
    session, director = started_in_two()
    organiser = signed_in(client, director)
    export_page = organiser.get(desk_url(session, "section_export", section_of(session, "Vic").pk))
    assert "no-store" in export_page.headers["Cache-Control"]
    file = export(organiser, session)
    assert (
        file.headers["Content-Disposition"]
        == 'attachment; filename="campionat-1-vic.manilla-section"'
    )
    club, offline_director = club_with_director("Bar Nou")
    venue = signed_in(Client(), offline_director)
    import_response = venue.post(
        reverse("section_import"),
        form_with_file(file.content, phrase=PASSPHRASE, club=str(club.pk)),
    )
    event = Event.objects.get(is_offline_section=True)
    assert import_response.headers["Location"] == reverse("event_desk", args=[event.pk])
    assert (
        "only its own tables are compared"
        in venue.get(import_response.headers["Location"]).content.decode()
    )
    venue.post(reverse("session_start", args=[event.pk]))
    offline_session = Session.objects.get(stage__event=event)
    enter(first_play(offline_session), RESULT)
    results = venue.get(reverse("results_file", args=[event.pk]))
    assert results.headers["Content-Disposition"].endswith('vic.manilla-results"')
    for new_entry_count in ("2", "0"):  # the second upload has nothing new
        response = organiser.post(
            desk_url(session, "result_uploads"),
            form_with_file(results.content, key=new_entry_count),
            follow=True,
        )
        assert (
            f"Vic: boards in the file: 1, new entries: {new_entry_count}."
            in response.content.decode()
        )
    page = organiser.get(desk_url(session)).content.decode()
    assert "with Bar Nou since" in page
    assert "Boards with a result: 1 of 12." in page


def test_pages_list_uploads_by_copy_of_the_section(client: Client) -> None:
    central_session, director, offline_session, _offline_director = started_with_offline_section()
    organiser = signed_in(client, director)
    export(organiser, central_session, holder="Jordi")
    enter(first_play(offline_session), RESULT)
    entered_play = first_play(central_session, seating__round__section__name="Vic")
    enter(entered_play, OTHER_RESULT)
    organiser.post(
        desk_url(central_session, "result_uploads"),
        form_with_file(build_result_upload(offline_session.stage.event), key="file"),
    )
    for url in (desk_url(central_session), desk_url(central_session, "result_uploads")):
        page = organiser.get(url).content.decode()
        assert "Copy 1 of Vic has been offline with" in page
        assert "Copy 2 of Vic has been offline with" in page
        assert "copy 1, with Bar Nou:" in page
        assert "Results on which the two sides differ: 1." in page


def test_desk_announces_an_offline_section_and_does_not_end_its_rounds(
    client: Client,
) -> None:
    central_session, director, offline_session, offline_director = started_with_offline_section()
    page = signed_in(client, director).get(desk_url(central_session)).content.decode()
    assert page.index("Vic has been offline with") < page.index('class="tiles"')
    assert "Vic is played offline." in page
    assert "Its rounds end here when its results arrive." in page
    offline_page = (
        signed_in(Client(), offline_director).get(desk_url(offline_session)).content.decode()
    )
    assert "Vic: end round 1" in offline_page
    assert "has been offline" not in offline_page
    assert reverse("result_uploads", args=[offline_session.stage.event_id]) not in offline_page


def test_laptops_desk_offers_only_permitted_actions(client: Client) -> None:
    session, director = started_in_two()
    club, offline_director = club_with_director("Bar Nou")
    event = import_section(club, exported_section(session, director), PASSPHRASE, offline_director)
    page = (
        signed_in(client, offline_director)
        .get(reverse("event_desk", args=[event.pk]))
        .content.decode()
    )
    assert "Start round 1" in page
    for text in ("in all sections", "Or start a single section", "Offline sections"):
        assert text not in page
    uploads_page = client.get(reverse("result_uploads", args=[event.pk])).content.decode()
    assert "Import results" not in uploads_page
    assert "Export section" not in uploads_page


def test_invalid_input_is_reported_and_nothing_stored(client: Client) -> None:
    session, director = started_in_two()
    organiser = signed_in(client, director)
    response = export(organiser, session, phrase="short", opens_at="soon", opens_at_time="21:00")
    assert response.status_code == 422
    assert "Enter a day and a time" in response.content.decode()
    assert "at least 12 letters" in export(organiser, session, phrase="short").content.decode()
    assert not ExportedSection.objects.exists()
    file, club = export(organiser, session).content, session.stage.event.club
    for content, phrase, message in (
        (b"{", PASSPHRASE, "This file is incomplete"),
        (file[:-9], PASSPHRASE, "This file is incomplete"),
        (
            {"format": "manilla delivery", "version": 1},
            PASSPHRASE,
            "This is a file of results, not of a section",
        ),
        (b" ", PASSPHRASE, "The file is empty"),
        (b"\xff\xfe", PASSPHRASE, "This is not JSON"),
        ({"format": "manilla event"}, PASSPHRASE, "format must be one of manilla section"),
        (file, "another phrase", "does not open the file"),
    ):
        response = organiser.post(
            reverse("section_import"), form_with_file(content, phrase=phrase, club=str(club.pk))
        )
        assert response.status_code == 422
        assert message in response.content.decode()
    assert not ImportedSection.objects.exists()
    for content in (
        b"{",
        file,
        {"format": "manilla delivery", "version": 1, "copy": "a" * 16, "sealed": "x"},
    ):
        response = organiser.post(
            desk_url(session, "result_uploads"), form_with_file(content, key="requestkey")
        )
        assert response.status_code == 422
        assert (
            content is not file
            or "the file of a section, not of its results" in response.content.decode()
        )


@pytest.mark.thorough
def test_section_cannot_be_imported_into_another_club(client: Client) -> None:
    session, director = started_in_two()
    file = export(signed_in(client, director), session).content
    _club, stranger = club_with_director("Another club")
    club = session.stage.event.club
    form_data = form_with_file(file, phrase=PASSPHRASE, club=str(club.pk))
    assert (
        signed_in(Client(), stranger).post(reverse("section_import"), form_data).status_code == 422
    )
    assert not ImportedSection.objects.exists()


def test_laptops_board_pages_say_that_the_organiser_keeps_them_sealed(client: Client) -> None:
    _central_session, _director, offline_session, offline_director = started_with_offline_section()
    play_out(offline_session, offline_director)
    catch_up()
    event, number = offline_session.stage.event, offline_session.boards.earliest("number").number
    page = client.get(
        reverse("traveller", args=[event.club.slug, event.slug, 1, number])
    ).content.decode()
    assert "Shown by the organiser" in page
    proof = client.get(reverse("deals", args=[event.club.slug, event.slug, 1])).content.decode()
    assert "With the organiser" in proof
    assert "On the organiser’s pages" in proof
    assert "deals.json" not in proof
    assert offline_session.seed.hex not in page + proof
    board = client.get(f"/api/v1/sessions/{offline_session.pk}/boards/{number}/").json()
    assert (board["sealed_until"], board["hands"]) == ("organiser", None)
    assert client.get(f"/api/v1/sessions/{offline_session.pk}/").json()["seed"] is None
    standings = client.get(
        reverse("standings", args=[event.club.slug, event.slug])
    ).content.decode()
    assert "The official places are the organiser’s." in standings
    finished = signed_in(client, offline_director).get(desk_url(offline_session)).content.decode()
    assert "bring or send them to the organiser" in finished
    assert "Publish the standings" not in finished


def test_result_file_reveals_nothing_to_a_playing_director(client: Client) -> None:
    _central_session, _director, offline_session, offline_director = started_with_offline_section()
    enter(first_play(offline_session), RESULT)
    file = (
        signed_in(client, offline_director)
        .get(desk_url(offline_session, "results_file"))
        .content.decode()
    )
    assert "oros" not in file
    assert "ns_points" not in file


@pytest.mark.thorough
def test_decisions_of_different_kinds_are_shown_as_a_conflict(client: Client) -> None:
    central_session, director, offline_session, offline_director = started_with_offline_section()
    for session, actor, kind in (
        (central_session, director, "correction"),
        (offline_session, offline_director, "ruling"),
    ):
        play = Play.objects.filter(
            board__session=session, seating__round__section__name="Vic"
        ).earliest("pk")
        decide_play(
            play.pk,
            Entry.Kind(kind),
            OTHER_RESULT,
            replaces=0,
            reason="both sides agree",
            actor=actor,
            key="requestkey",
        )
    organiser = signed_in(client, director)
    organiser.post(
        desk_url(central_session, "result_uploads"),
        form_with_file(build_result_upload(offline_session.stage.event), key="file"),
    )
    assert organiser.get(desk_url(central_session)).status_code == 200
    play = Play.objects.filter(
        board__session=central_session, seating__round__section__name="Vic"
    ).earliest("pk")
    assert play.state == Play.State.CONFLICT
    assert (
        "has been offline with"
        in organiser.get(desk_url(central_session, "desk_play", play.pk)).content.decode()
    )
