"""Pages for linking players of several clubs, for directors and for the person themselves."""

import re

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from tests.scenes.evening import club_with_director
from tests.web.signed_in import signed_in
from tournaments.access.guess_limits import MAX_WRONG_PERSON_CODES
from tournaments.actions.people.person_links import create_person_code
from tournaments.actions.people.players import link_member
from tournaments.models import AuditEntry, Person, Player
from tournaments.permissions.actor import Actor

pytestmark = pytest.mark.django_db

Anna = tuple[Player, Actor]


@pytest.fixture(autouse=True)
def clear_cache() -> None:
    cache.clear()


@pytest.fixture
def anna_in_two_clubs() -> tuple[Anna, Anna]:
    """Return the player Anna of each of two clubs, Vic and Olot, with the club's director."""
    vic, olot = (club_with_director(name) for name in ("Vic", "Olot"))
    return (
        (Player.objects.create(club=vic[0], name="Anna Puig"), vic[1]),
        (Player.objects.create(club=olot[0], name="Anna P."), olot[1]),
    )


def player_url(player: Player, url_name: str = "person") -> str:
    return reverse(url_name, args=[player.club.slug, player.pk])


def page_text(client: Client, player: Player) -> str:
    return " ".join(client.get(player_url(player)).content.decode().split())


def test_code_links_players_of_two_clubs_and_is_shown_once(
    client: Client, anna_in_two_clubs: tuple[Anna, Anna]
) -> None:
    (anna, vic), (other_anna, olot) = anna_in_two_clubs
    response = signed_in(client, vic).post(player_url(anna, "person_code"))
    assert "no-store" in response.headers["Cache-Control"]
    code = re.search(r'<b class="code">([\w-]+)</b>', response.content.decode())
    assert code
    assert code[1] not in page_text(client, anna)
    signed_in(client, olot)
    page = client.post(
        player_url(other_anna, "person_join"), {"code": code[1]}, follow=True
    ).content.decode()
    assert "Anna P. is known in another club as the same person." in page
    assert "Vic" not in page, "nothing is published there"
    assert client.post(player_url(other_anna, "person_join"), {"code": code[1]}).status_code == 422
    page = client.post(player_url(other_anna, "person_leave"), follow=True).content.decode()
    assert "Anna P. is known in this club alone." in page
    assert not Person.objects.exists()


def test_member_creates_the_code_of_their_own_player(
    client: Client, anna_in_two_clubs: tuple[Anna, Anna]
) -> None:
    (anna, vic), (other_anna, olot) = anna_in_two_clubs
    signed_in(client, vic)
    assert "You as a player" not in client.get(reverse("account")).content.decode()
    assert client.post(reverse("account_code", args=[anna.pk])).status_code == 404
    link_member(anna, vic.user_id or 0, vic)
    response = client.post(reverse("account_code", args=[anna.pk]))
    assert "no-store" in response.headers["Cache-Control"]
    code = re.search(r'<b class="code">([\w-]+)</b>', response.content.decode())
    assert code
    assert client.post(reverse("account_code", args=[other_anna.pk])).status_code == 404
    signed_in(client, olot).post(player_url(other_anna, "person_join"), {"code": code[1]})
    assert Person.objects.get().players.count() == 2


def test_wrong_codes_are_limited(client: Client, anna_in_two_clubs: tuple[Anna, Anna]) -> None:
    (anna, vic), (other_anna, olot) = anna_in_two_clubs
    code = create_person_code(anna, vic)
    signed_in(client, olot)
    for _attempt in range(MAX_WRONG_PERSON_CODES):
        response = client.post(player_url(other_anna, "person_join"), {"code": "k7wm-3xqd"})
        assert "This code does not work" in response.content.decode()
    for typed in (code, "k7wm-3xqd"):
        response = client.post(player_url(other_anna, "person_join"), {"code": typed})
        assert response.status_code == 422
        assert "Wait ten minutes" in response.content.decode()
    assert not Person.objects.exists()


def test_licence_is_stored_or_refused_with_what_was_typed(
    client: Client, anna_in_two_clubs: tuple[Anna, Anna]
) -> None:
    (anna, vic), (other_anna, olot) = anna_in_two_clubs
    signed_in(client, vic)
    refused = client.post(player_url(anna, "person_licence"), {"licence": "x y"})
    assert refused.status_code == 422
    assert 'value="x y"' in refused.content.decode()
    client.post(player_url(anna, "person_licence"), {"licence": "cat-5"})
    assert 'value="CAT-5"' in page_text(client, anna)
    signed_in(client, olot).post(player_url(other_anna, "person_licence"), {"licence": "CAT-5"})
    assert 'value="CAT-5"' in page_text(client, other_anna), "and not a word of Vic"
    assert not Person.objects.exists()
    assert "CAT-5" not in str(list(AuditEntry.objects.values_list("data")))
