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


def test_penalty_is_added_changed_and_removed(client: Client, club: Club) -> None:
    url = reverse("club_penalties", args=[club.pk])
    client.post(url, {"name": "Late", "steps": "Warning, 0,1\n10 %"})
    kind = ClubPenalty.objects.get()
    assert (kind.name, kind.steps, kind.number) == ("Late", ["warning", "0.1", "10%"], 1)
    assert "warning · 0.10 · 10 %" in client.get(url).content.decode()
    penalty_url = reverse("club_penalty", args=[club.pk, kind.pk])
    assert "warning\n0.1\n10%" in client.get(penalty_url).content.decode()
    client.post(penalty_url, {"name": "Late again", "steps": "1/3"})
    kind.refresh_from_db()
    assert (kind.name, kind.steps) == ("Late again", ["1/3"])
    client.post(reverse("club_penalty_remove", args=[club.pk, kind.pk]))
    assert not ClubPenalty.objects.exists()


def test_untranslated_warning_is_accepted_in_every_language(client: Client, club: Club) -> None:
    url = reverse("club_penalties", args=[club.pk])
    client.post(url, {"name": "Late", "steps": "warning"}, headers={"accept-language": "ca"})
    assert ClubPenalty.objects.get().steps == ["warning"]


def test_refused_penalty_keeps_what_was_typed(client: Client, club: Club) -> None:
    response = client.post(
        reverse("club_penalties", args=[club.pk]), {"name": " ", "steps": "a lot"}
    )
    page = response.content.decode()
    assert response.status_code == 422
    for text in ("Write what the penalty is for", "“alot” is not a step", "a lot</textarea>"):
        assert text in page


def test_penalties_of_another_club_are_not_found(client: Client, club: Club) -> None:
    other_club, _director = club_with_director("Another club")
    kind = ClubPenalty.objects.create(club=other_club, name="Late", number=1, steps=["1"])
    for name, args in (
        ("club_penalties", [other_club.pk]),
        ("club_penalty", [other_club.pk, kind.pk]),
    ):
        assert client.get(reverse(name, args=args)).status_code == 404
    assert client.get(reverse("club_penalty", args=[club.pk, kind.pk])).status_code == 404
