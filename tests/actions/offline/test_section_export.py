"""What a section file contains, and who may export it, when and with which pass phrase."""

from datetime import UTC, datetime, timedelta
from fractions import Fraction
from zoneinfo import ZoneInfo

import pytest
from django.core.exceptions import ObjectDoesNotExist
from django.utils import timezone

from tests.scenes import evening
from tests.scenes.divided_session import section_of
from tests.scenes.evening import club_with_director, started
from tests.scenes.offline_section import PASSPHRASE, dealt_in_two, exported_section
from tests.scenes.problems import refused_codes
from tournaments.actions.events.next_stage import create_next_stage
from tournaments.actions.events.next_stage_plan import FinalPlan, NextStagePlan
from tournaments.actions.offline.encryption import _scrypt_key, candidate_keys, derive_key
from tournaments.actions.offline.section_export import export_section
from tournaments.actions.offline.section_import import import_section
from tournaments.actions.people.players import link_member
from tournaments.actions.rounds.division import Division, divide_session
from tournaments.actions.rounds.sessions import deal_session, start_session
from tournaments.models import ExportedSection, ImportedSection, SeatHolder, Section, Session
from tournaments.movements.drawing.finals_selection import PlaceRange
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db
ROUND_ROBIN_ROTATION = {"rotation": "round_robin"}


def test_director_with_boards_to_play_cannot_export_any_section() -> None:
    session, director = dealt_in_two()
    seat_holder = (
        SeatHolder.objects.filter(seating__round__section__name="A")
        .select_related("player__club")
        .earliest("pk")
    )
    link_member(seat_holder.player, director.user_id or 0, director)
    section = section_of(session, "Vic")
    assert refused_codes(lambda: export_section(section.pk, "Bar", PASSPHRASE, None, director)) == [
        "plays_himself"
    ]
    assert not ExportedSection.objects.exists()


def test_export_needs_a_divided_session_a_holder_and_a_long_pass_phrase() -> None:
    session, director = dealt_in_two()
    vic = section_of(session, "Vic")
    problem_codes = refused_codes(lambda: export_section(vic.pk, " ", "short", None, director))
    assert problem_codes == ["no_holder", "short_phrase"]
    assert not ExportedSection.objects.exists()
    assert (
        export_section(vic.pk, "Bar", PASSPHRASE, None, director).name
        == "campionat-1-vic.manilla-section"
    )
    undivided_session, its_director = started(
        4, movement="howell", round_count=1, boards_per_round=2
    )
    only_section = Section.objects.get(session=undivided_session)
    assert refused_codes(
        lambda: export_section(only_section.pk, "Bar", PASSPHRASE, None, its_director)
    ) == ["undivided"]


def test_session_with_an_exported_section_cannot_be_divided_again() -> None:
    session, director = dealt_in_two()
    exported_section(session, director)
    assert "section_away" in refused_codes(lambda: divide_session(session, Division(()), director))


def test_export_contains_the_time_from_which_hands_are_shown() -> None:
    session, director = dealt_in_two()
    opens_at = (timezone.now() + timedelta(days=1)).astimezone(ZoneInfo("Europe/Madrid"))
    club, offline_director = club_with_director("Bar Nou")
    import_section(
        club, exported_section(session, director, opens_at=opens_at), PASSPHRASE, offline_director
    )
    assert ImportedSection.objects.get().opens_at == opens_at


@pytest.mark.thorough
def test_past_or_too_distant_time_is_rejected() -> None:
    session, director = dealt_in_two()
    section = section_of(session, "Vic")
    for year, code in [
        (1, "past_moment"),
        (1899, "past_moment"),
        (2020, "past_moment"),
        (2999, "far_moment"),
        (9999, "far_moment"),
    ]:
        opens_at = datetime(year, 12, 31, 23, 59, tzinfo=UTC)
        problem_codes = refused_codes(
            lambda opens_at=opens_at: export_section(
                section.pk, "Bar", PASSPHRASE, opens_at, director
            )
        )
        assert problem_codes == [code]


def test_common_pass_phrase_is_rejected() -> None:
    session, director = dealt_in_two()
    section = section_of(session, "Vic")
    for phrase in ("aaaaaaaaaaaa", "AbabABabABab", "1234-1234-1234", "Start-finding"):
        problem_codes = refused_codes(
            lambda phrase=phrase: export_section(section.pk, "Bar", phrase, None, director)
        )
        assert problem_codes == ["common_phrase"], phrase


def test_pass_phrase_opens_in_every_unicode_form() -> None:
    salt = "0" * 32
    assert derive_key("caf\u00e9 K7-wm", salt, 1024) == derive_key(
        "cafe\u0301 \uff2b\uff17WM", salt, 1024
    )


@pytest.mark.parametrize("dash", "-–‑−ー－")
def test_pass_phrase_opens_with_any_dash(dash: str) -> None:
    salt = "0" * 32
    assert derive_key(f"k7wm {dash} 3xqd", salt, 1024) == derive_key("K7WM3XQD", salt, 1024)


def test_pass_phrase_of_an_earlier_version_still_opens_its_file() -> None:
    salt = "0" * 32
    # The earlier version removed only the hyphen, and made the letters lower case.
    earlier_key = _scrypt_key("caféー12", salt, 1024)
    assert earlier_key in candidate_keys("Café ー-12", salt, 1024)
    assert len(list(candidate_keys("cafe-12", salt, 1024))) == 1


@pytest.mark.thorough
def test_unknown_section_cannot_be_exported() -> None:
    _session, director = dealt_in_two()
    with pytest.raises(ObjectDoesNotExist):
        export_section(0, "Bar", PASSPHRASE, None, director)


def test_imported_final_carries_nothing_over() -> None:
    session, director = evening.created(
        8,
        movement="barometer",
        round_count=2,
        boards_per_round=1,
        movement_options=ROUND_ROBIN_ROTATION,
    )
    deal_session(session.pk, "", director)
    start_session(session.pk, director)
    evening.play_out(session, director)
    catch_up()
    finals = (
        FinalPlan("howell", PlaceRange(1, 4), "A", {}, 3),
        FinalPlan("howell", None, "Vic", {}, 3),
    )
    final_session = create_next_stage(
        session.stage.event, NextStagePlan(finals, carry_over=Fraction(1, 3)), director
    )
    deal_session(final_session.pk, "", director)
    club, offline_director = club_with_director("Bar Nou")
    event = import_section(
        club, exported_section(final_session, director), PASSPHRASE, offline_director
    )
    assert event.stages.get().carry_over_text == "0"
    assert event.contestants.count() == 4
    assert Session.objects.get(stage__event=event).boards.count() == 3
