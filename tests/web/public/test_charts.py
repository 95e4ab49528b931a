"""The charts page: meetings, comparisons, and the pace of the room."""

import re
from datetime import timedelta

import pytest
from django.db.models import F
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.scenes.divided_session import play_rounds_of_section, started_in_sections
from tests.scenes.evening import created, play_round, started
from tests.scenes.field import create_field
from tests.scenes.matches import play_matches, started_matches
from tournaments.actions.rounds.clock import pause_clocks, resume_clocks
from tournaments.actions.rounds.clock_settings import set_clock
from tournaments.models import ClockPause, Round, Session
from tournaments.queries.rounds.evening_pace import RoundPace, SectionPace, section_paces
from tournaments.queries.rounds.fairness import MAX_PICTURED

pytestmark = pytest.mark.django_db


def charts_page(client: Client, session: Session) -> str:
    event = session.stage.event
    response = client.get(reverse("charts", args=[event.club.slug, event.slug]))
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


def set_round_lengths(session: Session, *minutes: int) -> None:
    """Set how long each round took."""
    rounds = Round.objects.filter(section__session=session).order_by("number")
    for number, round_ in zip(minutes, rounds, strict=False):
        round_.ended_at = round_.started_at + timedelta(minutes=number)
        round_.save()


def test_charts_page_before_the_draw_says_when_charts_appear(client: Client) -> None:
    page = charts_page(client, created(8, movement="howell", round_count=7, boards_per_round=2)[0])
    assert "No rounds yet" in page
    assert "How evenly they are compared" not in page


@pytest.mark.parametrize(("rounds", "are_alike"), [(7, True), (5, False)])
def test_comparisons_are_charted_unless_all_are_equal(
    client: Client, rounds: int, are_alike: bool
) -> None:
    page = charts_page(
        client, started(8, movement="howell", round_count=rounds, boards_per_round=2)[0]
    )
    assert (
        "Everybody is compared equally with all others in the same ranking." in page
    ) == are_alike
    assert ("Any two are compared 6 times." in page) == are_alike
    assert ('aria-label="Who is compared with whom"' in page) != are_alike


def test_comparisons_are_shown_from_the_draw_and_pace_from_round_1(
    client: Client,
) -> None:
    session, director = started(8, movement="howell", round_count=7, boards_per_round=2)
    page = charts_page(client, session)
    assert page.count('<svg role="img"') == 1
    assert "Any two are compared" in page
    assert "Pace of the room" not in page
    play_round(session, director)
    assert "Pace of the room" not in charts_page(client, session), "typed up in a moment"
    set_round_lengths(session, 12)
    assert "Pace of the room" in charts_page(client, session)


def test_pace_shows_actual_and_planned_minutes_of_a_round(client: Client) -> None:
    session, director = started(8, movement="howell", round_count=7, boards_per_round=2)
    set_clock(session.pk, 20, {}, director)
    play_round(session, director)
    play_round(session, director)
    session.refresh_from_db()
    set_round_lengths(session, 25, 10)
    (section,) = section_paces(session)
    assert [
        (round_.number, round_.minutes, round_.planned_minutes) for round_ in section.rounds
    ] == [
        (1, 25, 20),
        (2, 10, 20),
    ]
    assert [(minutes, planned) for _round, minutes, planned in section.bars] == [
        (100.0, 80.0),
        (40.0, 80.0),
    ]
    page = charts_page(client, session)
    assert re.findall(r'class="here" cx="([\d.]+)%"', page) == ["100.0", "40.0"]
    assert page.count('class="notch" x1="80.0%"') == 2


@pytest.mark.parametrize(
    ("minutes", "sentence"),
    [
        ((20, 20), "Every round took as long as planned."),
        ((23, 23), "Every round took 3 min more than planned."),
        ((18, 18), "Every round took 2 min less than planned."),
        ((20, 25), "Rounds took from 0 to 5 min more than planned."),
        ((15, 20), "Rounds took from 0 to 5 min less than planned."),
        ((18, 25), "Rounds took from 2 min less to 5 min more than planned."),
    ],
)
def test_pace_begins_with_a_comparison_with_the_plan(
    minutes: tuple[int, ...], sentence: str
) -> None:
    started_at = timezone.now()
    rounds = [RoundPace(number, started_at, took, 20) for number, took in enumerate(minutes, 1)]
    assert str(SectionPace("", rounds).comparison_text) == sentence


def test_pace_excludes_pauses() -> None:
    session, director = started(8, movement="howell", round_count=7, boards_per_round=2)
    first_round = Round.objects.filter(section__session=session).order_by("number")[0]
    pause_clocks(session.sections.all(), director)
    resume_clocks(session.sections.all(), director)
    play_round(session, director)
    ClockPause.objects.update(
        at=first_round.started_at + timedelta(minutes=5),
        until=first_round.started_at + timedelta(minutes=15),
    )
    set_round_lengths(session, 30)
    ((only,),) = [section_pace.rounds for section_pace in section_paces(session)]
    assert only.minutes == 20


def test_charts_are_separate_for_each_section(client: Client) -> None:
    session, director = started_in_sections()
    play_rounds_of_section(session, "B", 1, director)
    Round.objects.exclude(ended_at=None).update(started_at=F("ended_at") - timedelta(minutes=12))
    (only,) = section_paces(session)
    assert (only.name, [round_.number for round_ in only.rounds]) == ("B", [1])
    assert "<h3>B</h3>" in charts_page(client, session)


def test_charts_of_a_drawn_event_cover_started_rounds_only(client: Client) -> None:
    session, director = started_matches(8)
    play_matches(session, director)
    set_round_lengths(session, 40)
    page = charts_page(client, session)
    assert "How evenly they are compared" in page
    assert "Pace of the room" in page


def test_field_too_large_for_a_chart_is_not_compared(
    client: Client,
) -> None:
    page = charts_page(
        client, create_field(MAX_PICTURED // 2 + 1, round_count=1, boards_per_round=1)
    )
    assert "Who meets whom" in page
    assert "How evenly they are compared" not in page
