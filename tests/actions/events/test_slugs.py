"""Slugs of events and clubs whose names have few or no Latin letters."""

from datetime import UTC, datetime

import pytest
from django.test import Client
from django.utils import timezone

from tests.scenes.evening import club_with_director, pairs
from tournaments.actions.clubs.club import create_club
from tournaments.actions.events.create import EventPlan, create_event
from tournaments.permissions.actor import SYSTEM

pytestmark = pytest.mark.django_db
# In Madrid it is already the 27th.
LATE_EVENING = datetime(2026, 11, 26, 23, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("names", "slugs"),
    [
        (
            ["ボティファーラ大会"] * 3,
            ["event-2026-11-27", "event-2026-11-27-2", "event-2026-11-27-3"],
        ),
        (["第12回大会", "第13回大会", "2026年春"], ["event-12", "event-13", "event-2026"]),
        (["Турнир", "Πρωτάθλημα", "بطولة"], [f"event-2026-11-27{end}" for end in ("", "-2", "-3")]),
        (["!!!", "🃏"], ["event-2026-11-27", "event-2026-11-27-2"]),
        (["Copa 春", "Łódź", "2026", "Nit de Reis"], ["copa", "odz", "2026", "nit-de-reis"]),
    ],
)
def test_every_event_gets_a_readable_slug_of_its_own(
    client: Client, names: list[str], slugs: list[str]
) -> None:
    club, director = club_with_director()
    events = [
        create_event(
            club, EventPlan(name, starts_at=LATE_EVENING, movement_key="howell"), pairs(4), director
        ).event
        for name in names
    ]
    assert [event.slug for event in events] == slugs
    for event in events:
        assert event.name in client.get(f"/{club.slug}/{event.slug}/").content.decode()


def test_event_without_a_day_has_the_day_of_its_creation_in_its_slug() -> None:
    club, director = club_with_director()
    event = create_event(club, EventPlan("大会", movement_key="howell"), pairs(4), director).event
    assert event.slug == f"event-{timezone.localdate().isoformat()}"


def test_clubs_with_names_in_other_scripts_get_different_slugs() -> None:
    names = ["なかよし村", "なかよし村", "第3クラブ", "Club Manilla"]
    slugs = [create_club(name, SYSTEM).slug for name in names]
    assert slugs == ["club", "club-2", "club-3", "club-manilla"]
