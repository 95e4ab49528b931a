"""A section file is imported with its pass phrase, once by each club, and hides its hands."""

import json
from datetime import timedelta

import pytest
from django.utils import timezone

from tests.scenes.evening import play_out
from tests.scenes.offline_section import (
    PASSPHRASE,
    exported_section,
    started_in_two,
    started_with_offline_section,
    stored_results,
)
from tests.scenes.problems import refused_codes
from tests.scenes.result_uploads import play_at
from tournaments.actions.events.publish import publish_event
from tournaments.actions.offline.section_import import import_section
from tournaments.models import (
    Club,
    ExportedSection,
    ImportedSection,
    Section,
)
from tournaments.permissions.visibility.hands import (
    CHECKING_RESULT,
    PUBLIC,
    public_seed,
    visible_hands,
)
from tournaments.permissions.visibility.sealed_boards import sealed_board_numbers
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db


def test_imported_section_equals_the_exported_one() -> None:
    central_session, _director, offline_session, _offline_director = started_with_offline_section()
    assert [result[:3] for result in stored_results(central_session)] == [
        result[:3] for result in stored_results(offline_session)
    ]
    event, section = offline_session.stage.event, Section.objects.get(session=offline_session)
    assert (event.is_offline_section, event.read_only, event.name) == (
        True,
        False,
        "Campionat · Vic",
    )
    assert (section.name, section.rounds_to_play, offline_session.commitment) == (
        "Vic",
        3,
        central_session.commitment,
    )
    offline_play, central_play = play_at(offline_session, 2, 1), play_at(central_session, 2, 1)
    names = [
        seat_holder.contestant.name for seat_holder in offline_play.seating.places.order_by("seat")
    ]
    assert names == [
        seat_holder.contestant.name for seat_holder in central_play.seating.places.order_by("seat")
    ]
    assert visible_hands(CHECKING_RESULT, offline_play.board) == visible_hands(
        CHECKING_RESULT, central_play.board
    )
    assert event.contestants.count() == 4
    assert [table.label for table in section.tables.all()] == ["Vic 1", "Vic 2"]


def test_file_reveals_nothing_without_the_pass_phrase() -> None:
    session, director = started_in_two()
    file = exported_section(session, director)
    text = json.dumps(file)
    for secret in (session.seed.hex, ExportedSection.objects.get().key, "Anna 5", PASSPHRASE):
        assert secret not in text
    club = Club.objects.get()
    assert refused_codes(lambda: import_section(club, file, PASSPHRASE + "x", director)) == [
        "wrong_phrase"
    ]
    truncated_file = file | {"sealed": file["sealed"][:-8]}
    assert refused_codes(lambda: import_section(club, truncated_file, PASSPHRASE, director)) == [
        "wrong_phrase"
    ]
    assert refused_codes(lambda: import_section(club, {"format": "no"}, PASSPHRASE, director))
    assert not ImportedSection.objects.exists()


@pytest.mark.thorough
def test_pass_phrase_ignores_case_spaces_and_dashes() -> None:
    session, director = started_in_two()
    file = exported_section(session, director)
    assert import_section(
        Club.objects.get(), file, " K7WM 3xqd barnou", director
    ).is_offline_section


def test_club_can_import_each_exported_copy_of_a_section_once() -> None:
    session, director = started_in_two()
    file, second_file = exported_section(session, director), exported_section(session, director)
    first_event = import_section(Club.objects.get(), file, PASSPHRASE, director)
    assert refused_codes(
        lambda: import_section(Club.objects.get(), file, PASSPHRASE, director)
    ) == ["opened_before"]
    second_event = import_section(Club.objects.get(), second_file, PASSPHRASE, director)
    assert (first_event.slug, second_event.slug) == ("campionat-1-vic", "campionat-1-vic-2")
    assert refused_codes(
        lambda: import_section(Club.objects.get(), second_file, PASSPHRASE, director)
    ) == ["opened_before"]


def test_hands_and_seed_stay_hidden_at_the_laptop_after_the_session() -> None:
    _central_session, _director, offline_session, offline_director = started_with_offline_section()
    play_out(offline_session, offline_director)
    board = offline_session.boards.order_by("number")[0]
    assert sealed_board_numbers(offline_session) == set(
        offline_session.boards.values_list("number", flat=True)
    )
    assert (visible_hands(PUBLIC, board), public_seed(offline_session)) == (None, None)
    ImportedSection.objects.update(opens_at=timezone.now() + timedelta(hours=1))
    assert (visible_hands(PUBLIC, board), public_seed(offline_session)) == (None, None)
    ImportedSection.objects.update(opens_at=offline_session.finished_at)
    assert visible_hands(PUBLIC, board)
    assert public_seed(offline_session)


def test_imported_section_cannot_be_published_on_the_laptop() -> None:
    _central_session, _director, offline_session, offline_director = started_with_offline_section()
    play_out(offline_session, offline_director)
    catch_up()
    assert refused_codes(
        lambda: publish_event(offline_session.stage.event_id, offline_director)
    ) == ["the_organisers"]
    offline_session.stage.event.refresh_from_db()
    assert offline_session.stage.event.published_at is None
