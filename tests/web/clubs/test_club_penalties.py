"""The page of a club's own list of penalties."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.scenes.evening import club_with_director
from tests.web.signed_in import signed_in
from tournaments.models import Club, ClubPenalty

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(client: Client) -> Club:
    club, director = club_with_director()
    signed_in(client, director)
    return club


def test_it_is_added_changed_and_removed(client: Client, club: Club) -> None:
    page = reverse("club_penalties", args=[club.pk])
    client.post(page, {"name": "Late", "steps": "Warning, 0,1\n10 %"})
    kind = ClubPenalty.objects.get()
    assert (kind.name, kind.steps, kind.number) == ("Late", ["warning", "0.1", "10%"], 1)
    assert "warning · 0.10 · 10 %" in client.get(page).content.decode()
    own = reverse("club_penalty", args=[club.pk, kind.pk])
    assert "warning\n0.1\n10%" in client.get(own).content.decode()
    client.post(own, {"name": "Late again", "steps": "1/3"})
    kind.refresh_from_db()
    assert (kind.name, kind.steps) == ("Late again", ["1/3"])
    client.post(reverse("club_penalty_remove", args=[club.pk, kind.pk]))
    assert not ClubPenalty.objects.exists()


def test_in_another_language_a_warning_is_said_otherwise(client: Client, club: Club) -> None:
    page = reverse("club_penalties", args=[club.pk])
    client.post(page, {"name": "Late", "steps": "warning"}, headers={"accept-language": "ca"})
    assert ClubPenalty.objects.get().steps == ["warning"]


def test_what_was_typed_stays(client: Client, club: Club) -> None:
    answer = client.post(reverse("club_penalties", args=[club.pk]), {"name": " ", "steps": "a lot"})
    page = answer.content.decode()
    assert answer.status_code == 422
    for said in ("Write what the penalty is for", "“alot” is not a step", "a lot</textarea>"):
        assert said in page


def test_of_another_club_nothing_is_there(client: Client, club: Club) -> None:
    other, _director = club_with_director("Another club")
    kind = ClubPenalty.objects.create(club=other, name="Late", number=1, steps=["1"])
    for name, args in (("club_penalties", [other.pk]), ("club_penalty", [other.pk, kind.pk])):
        assert client.get(reverse(name, args=args)).status_code == 404
    assert client.get(reverse("club_penalty", args=[club.pk, kind.pk])).status_code == 404
