"""One person over clubs, on the pages of his clubs and on his own."""

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
def nobody_has_guessed() -> None:
    cache.clear()


@pytest.fixture
def annas() -> tuple[Anna, Anna]:
    """Anna as Vic knows her, and as Olot does, each with the director of the club."""
    vic, olot = (club_with_director(name) for name in ("Vic", "Olot"))
    return (
        (Player.objects.create(club=vic[0], name="Anna Puig"), vic[1]),
        (Player.objects.create(club=olot[0], name="Anna P."), olot[1]),
    )


def address(player: Player, page: str = "person") -> str:
    return reverse(page, args=[player.club.slug, player.pk])


def text(client: Client, player: Player) -> str:
    return " ".join(client.get(address(player)).content.decode().split())


def test_a_code_goes_from_one_club_to_the_other_and_is_shown_once(
    client: Client, annas: tuple[Anna, Anna]
) -> None:
    (anna, vic), (other, olot) = annas
    given = signed_in(client, vic).post(address(anna, "person_code"))
    assert "no-store" in given.headers["Cache-Control"]
    code = re.search(r'<b class="code">([\w-]+)</b>', given.content.decode())
    assert code
    assert code[1] not in text(client, anna)
    signed_in(client, olot)
    page = client.post(
        address(other, "person_join"), {"code": code[1]}, follow=True
    ).content.decode()
    assert "Anna P. is known in another club as the same person." in page
    assert "Vic" not in page, "nothing is published there"
    assert client.post(address(other, "person_join"), {"code": code[1]}).status_code == 422
    page = client.post(address(other, "person_leave"), follow=True).content.decode()
    assert "Anna P. is known in this club alone." in page
    assert not Person.objects.exists()


def test_he_makes_his_code_himself_where_a_club_has_said_who_he_is(
    client: Client, annas: tuple[Anna, Anna]
) -> None:
    (anna, vic), (other, olot) = annas
    signed_in(client, vic)
    assert "You as a player" not in client.get(reverse("account")).content.decode()
    assert client.post(reverse("account_code", args=[anna.pk])).status_code == 404
    link_member(anna, vic.user_id or 0, vic)
    given = client.post(reverse("account_code", args=[anna.pk]))
    assert "no-store" in given.headers["Cache-Control"]
    code = re.search(r'<b class="code">([\w-]+)</b>', given.content.decode())
    assert code
    assert client.post(reverse("account_code", args=[other.pk])).status_code == 404
    signed_in(client, olot).post(address(other, "person_join"), {"code": code[1]})
    assert Person.objects.get().players.count() == 2


def test_wrong_codes_are_counted_and_the_right_one_then_waits(
    client: Client, annas: tuple[Anna, Anna]
) -> None:
    (anna, vic), (other, olot) = annas
    code = create_person_code(anna, vic)
    signed_in(client, olot)
    for _guess in range(MAX_WRONG_PERSON_CODES):
        answer = client.post(address(other, "person_join"), {"code": "k7wm-3xqd"})
        assert "This code does not work" in answer.content.decode()
    for tried in (code, "k7wm-3xqd"):
        answer = client.post(address(other, "person_join"), {"code": tried})
        assert answer.status_code == 422
        assert "Wait ten minutes" in answer.content.decode()
    assert not Person.objects.exists()


def test_a_number_is_stored_or_refused_with_what_was_typed(
    client: Client, annas: tuple[Anna, Anna]
) -> None:
    (anna, vic), (other, olot) = annas
    signed_in(client, vic)
    refused = client.post(address(anna, "person_licence"), {"licence": "x y"})
    assert refused.status_code == 422
    assert 'value="x y"' in refused.content.decode()
    client.post(address(anna, "person_licence"), {"licence": "cat-5"})
    assert 'value="CAT-5"' in text(client, anna)
    signed_in(client, olot).post(address(other, "person_licence"), {"licence": "CAT-5"})
    assert 'value="CAT-5"' in text(client, other), "and not a word of Vic"
    assert not Person.objects.exists()
    assert "CAT-5" not in str(list(AuditEntry.objects.values_list("data")))
