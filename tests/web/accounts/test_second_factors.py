"""A second factor: for members who want one, for clubs that demand one, and never a trap."""

import time
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django_otp.oath import totp
from django_otp.plugins.otp_totp.models import TOTPDevice

from games.problems import ValidationFailed
from tests.api.clients import codes, member
from tests.scenes import evening
from tournaments.actions.accounts.second_factors import (
    confirm_second_factor,
    start_second_factor_setup,
)
from tournaments.actions.clubs.club import add_member
from tournaments.actions.clubs.invitations import accept_invitation, invite
from tournaments.models import Club, LoginSession, Membership
from tournaments.permissions.actor import SYSTEM, Actor
from tournaments.queries.accounts.second_factors import has_second_factor, recovery_codes_left

pytestmark = pytest.mark.django_db
PASSWORD = "paraula-de-pas"
SET_UP, CODE = "/sign-in/second-factor/", "/sign-in/code/"
CHANGE = "/desk/account/second-factor/"


@pytest.fixture
def club() -> Club:
    """A club with an owner and a director."""
    club, _director = evening.club_with_director()
    add_member(
        club, User.objects.create_user("owner", password=PASSWORD).pk, Membership.Role.OWNER, SYSTEM
    )
    return club


@pytest.fixture
def owner(club: Club) -> User:
    return User.objects.get(username="owner")


def code_of_app(user: User, confirmed: bool = True) -> str:
    """What the app shows; each code is good once, so time is let go by."""
    device = TOTPDevice.objects.get(user=user, confirmed=confirmed)
    TOTPDevice.objects.filter(pk=device.pk).update(last_t=-1, throttling_failure_count=0)
    return f"{totp(device.bin_key, drift=device.drift):06}"


def set_up(user: User) -> list[str]:
    start_second_factor_setup(user)
    return confirm_second_factor(user, code_of_app(user, confirmed=False))


def with_password(name: str = "owner") -> tuple[Client, str]:
    """A browser after the password, and where it was led."""
    client = Client()
    answer = client.post("/sign-in/?next=/desk/new/", {"username": name, "password": PASSWORD})
    return client, answer.headers["Location"]


def is_in(client: Client) -> bool:
    return client.get("/desk/").status_code == 200


def test_a_member_sets_one_up_and_is_asked_for_it(owner: User) -> None:
    client, _where = with_password()
    assert "otpauth" not in client.get(SET_UP).content.decode()
    assert client.post(SET_UP, {"code": "000000"}).status_code == 422
    answer = client.post(SET_UP, {"code": code_of_app(owner, confirmed=False)}).content.decode()
    assert answer.count('<li class="code">') == recovery_codes_left(owner.pk) == 10
    again, where = with_password()
    assert where == "/sign-in/code/?next=%2Fdesk%2Fnew%2F"
    assert not is_in(again)
    assert again.get(SET_UP).headers["Location"] == "/sign-in/", "a password alone sets up no other"
    assert again.post(where, {"code": "000000"}).status_code == 422
    asked = again.get(where).content.decode()
    assert 'value="/desk/new/"' in asked
    assert (
        again.post(CODE, {"code": code_of_app(owner), "next": "/desk/new/"}).headers["Location"]
        == "/desk/new/"
    )
    assert is_in(again)


@pytest.mark.django_db(transaction=True)
def test_pages_opened_at_once_show_one_key_and_it_is_another_later(owner: User) -> None:
    def opened(_number: int) -> str:
        try:
            return start_second_factor_setup(owner).key
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        (key,) = set(pool.map(opened, range(8)))
    assert start_second_factor_setup(owner).key == key
    TOTPDevice.objects.update(created_at=timezone.now() - timedelta(hours=1))
    assert start_second_factor_setup(owner).key != key


def test_a_code_of_the_app_is_good_once_and_wrong_ones_wait(owner: User) -> None:
    set_up(owner)
    client, _where = with_password()
    code = code_of_app(owner)
    assert client.post(CODE, {"code": code}).status_code == 302
    other, _where = with_password()
    assert "not right, or was used already" in other.post(CODE, {"code": code}).content.decode()
    assert "wait" in other.post(CODE, {"code": code}).content.decode()


def test_a_recovery_code_lets_in_once(owner: User) -> None:
    recovery = set_up(owner)[0]
    client, _where = with_password()
    assert client.post(CODE, {"code": f" {recovery.upper()} "}).headers["Location"] == "/desk/"
    other, _where = with_password()
    assert other.post(CODE, {"code": recovery}).status_code == 422
    assert recovery_codes_left(owner.pk) == 9


def test_nobody_is_led_to_another_site(owner: User) -> None:
    set_up(owner)
    client, _where = with_password()
    answer = client.post(CODE, {"code": code_of_app(owner), "next": "https://example.org/"})
    assert answer.headers["Location"] == "/desk/"


def test_without_a_password_there_is_no_second_step(owner: User) -> None:
    set_up(owner)
    for page in (CODE, SET_UP):
        assert Client().get(page).headers["Location"] == "/sign-in/"
        assert Client().post(page, {"code": code_of_app(owner)}).headers["Location"] == "/sign-in/"


def test_it_is_changed_by_whoever_has_it(owner: User) -> None:
    set_up(owner)
    client = Client()
    client.force_login(owner)
    assert client.post(CHANGE, {"code": "", "remove": "yes"}).status_code == 422
    assert client.post(SET_UP, {"code": "000000", "old": ""}).status_code == 422
    renewed = client.post(CHANGE, {"code": code_of_app(owner), "codes": "new"})
    assert renewed.content.decode().count('<li class="code">') == 10
    client.get(SET_UP)
    moved = {"old": code_of_app(owner), "code": code_of_app(owner, confirmed=False)}
    assert client.post(SET_UP, moved).status_code == 200
    assert TOTPDevice.objects.filter(user=owner).count() == 1
    assert (
        client.post(CHANGE, {"code": code_of_app(owner), "remove": "yes"}).headers["Location"]
        == "/desk/account/"
    )
    assert not has_second_factor(owner.pk)
    assert with_password()[1] == "/desk/new/"


def test_a_club_demands_one_and_who_has_none_sets_it_up_as_he_signs_in(
    club: Club, owner: User
) -> None:
    director, _where = with_password("director-club-manilla")
    client, _where = with_password()
    demand = reverse("club_second_factor", args=[club.pk])
    refused = client.post(demand, {"demand": "yes"})
    assert refused.status_code == 422
    assert "Set up your own second factor first" in refused.content.decode()
    set_up(owner)
    client.post(demand, {"demand": "yes"})
    assert (is_in(client), is_in(director)) == (True, False)
    director, where = with_password("director-club-manilla")
    assert where.startswith(SET_UP)
    assert "Club Manilla requires it of its staff." in director.get(where).content.decode()
    assert not is_in(director)
    user = User.objects.get(username="director-club-manilla")
    assert director.post(SET_UP, {"code": code_of_app(user, confirmed=False)}).status_code == 200
    assert is_in(director)
    kept = director.post(CHANGE, {"code": code_of_app(user), "remove": "yes"})
    assert "Club Manilla requires a second factor" in kept.content.decode()
    client.post(demand, {"demand": "no"})
    assert director.post(CHANGE, {"code": code_of_app(user), "remove": "yes"}).status_code == 302


def test_who_is_invited_to_such_a_club_sets_one_up_first(club: Club, owner: User) -> None:
    Club.objects.filter(pk=club.pk).update(demands_second_factor=True)
    guest = User.objects.create_user("guest", password=PASSWORD)
    invitation = invite(Club.objects.get(pk=club.pk), guest, Membership.Role.SCORER, SYSTEM)
    with pytest.raises(ValidationFailed, match="requires a second factor"):
        accept_invitation(invitation, Actor.of_user(guest.pk))
    set_up(guest)
    accept_invitation(invitation, Actor.of_user(guest.pk))


def test_the_command_for_a_lost_password_clears_it_too(
    owner: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_up(owner)
    client = Client()
    client.force_login(owner)
    monkeypatch.setattr("getpass.getpass", lambda **_prompt: "una-paraula-ben-nova")
    call_command("password", "owner", verbosity=0)
    assert not has_second_factor(owner.pk)
    assert recovery_codes_left(owner.pk) == LoginSession.objects.count() == 0
    owner.refresh_from_db()
    assert owner.check_password("una-paraula-ben-nova")
    with pytest.raises(CommandError, match=r"there is no user nobody; there is: .*owner"):
        call_command("password", "nobody")


@pytest.mark.parametrize("left", [EOFError, KeyboardInterrupt])
def test_a_command_that_nobody_answers_changes_nothing(
    owner: User, monkeypatch: pytest.MonkeyPatch, left: type[BaseException]
) -> None:
    def nobody(**_prompt: str) -> str:
        raise left

    set_up(owner)
    monkeypatch.setattr("getpass.getpass", nobody)
    with pytest.raises(CommandError, match="stays as it was"):
        call_command("password", "owner", verbosity=0)
    assert has_second_factor(owner.pk)


def test_a_step_left_open_too_long_begins_again(
    owner: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_up(owner)
    client, _where = with_password()
    code, began = code_of_app(owner), time.time()
    monkeypatch.setattr(time, "time", lambda: began + 601)
    assert client.post(CODE, {"code": code}).headers["Location"] == "/sign-in/"


def test_a_token_of_the_api_needs_a_second_factor_where_a_club_demands_one() -> None:
    club, director = evening.club_with_director("Club Exigent")
    user = User.objects.get(pk=director.user_id)
    api = member(director)
    assert api.ask("events/").status_code == 200
    Club.objects.filter(pk=club.pk).update(demands_second_factor=True)
    refused = api.ask("events/")
    assert refused.status_code == 401
    assert codes(refused) == ["second_factor_missing"]
    with pytest.raises(CommandError, match="second factor"):
        call_command("api_token", user.username)
    TOTPDevice.objects.create(user=user, confirmed=True, name="app")
    assert api.ask("events/").status_code == 200
