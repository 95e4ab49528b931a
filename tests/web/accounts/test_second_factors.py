"""Second factors: set up, checked at sign-in, changed, and required by clubs."""

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
SET_UP_URL, CODE_URL = "/sign-in/second-factor/", "/sign-in/code/"
CHANGE_URL = "/desk/account/second-factor/"


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


def app_code(user: User, confirmed: bool = True) -> str:
    """Return the code of the app, and allow it to be used again: each code is valid once."""
    device = TOTPDevice.objects.get(user=user, confirmed=confirmed)
    TOTPDevice.objects.filter(pk=device.pk).update(last_t=-1, throttling_failure_count=0)
    return f"{totp(device.bin_key, drift=device.drift):06}"


def set_up_second_factor(user: User) -> list[str]:
    start_second_factor_setup(user)
    return confirm_second_factor(user, app_code(user, confirmed=False))


def client_after_password(name: str = "owner") -> tuple[Client, str]:
    """Return a client that has entered the password, and where it was redirected."""
    client = Client()
    response = client.post("/sign-in/?next=/desk/new/", {"username": name, "password": PASSWORD})
    return client, response.headers["Location"]


def is_signed_in(client: Client) -> bool:
    return client.get("/desk/").status_code == 200


def test_member_sets_up_a_second_factor_and_is_asked_for_it(owner: User) -> None:
    client, _location = client_after_password()
    assert "otpauth" not in client.get(SET_UP_URL).content.decode()
    assert client.post(SET_UP_URL, {"code": "000000"}).status_code == 422
    page = client.post(SET_UP_URL, {"code": app_code(owner, confirmed=False)}).content.decode()
    assert page.count('<li class="code">') == recovery_codes_left(owner.pk) == 10
    second_client, location = client_after_password()
    assert location == "/sign-in/code/?next=%2Fdesk%2Fnew%2F"
    assert not is_signed_in(second_client)
    assert second_client.get(SET_UP_URL).headers["Location"] == "/sign-in/", (
        "the password alone is not enough to set up another second factor"
    )
    assert second_client.post(location, {"code": "000000"}).status_code == 422
    code_page = second_client.get(location).content.decode()
    assert 'value="/desk/new/"' in code_page
    assert (
        second_client.post(CODE_URL, {"code": app_code(owner), "next": "/desk/new/"}).headers[
            "Location"
        ]
        == "/desk/new/"
    )
    assert is_signed_in(second_client)


@pytest.mark.django_db(transaction=True)
def test_concurrent_set_up_pages_show_the_same_key_and_a_later_page_shows_a_new_key(
    owner: User,
) -> None:
    def open_setup_page(_number: int) -> str:
        try:
            return start_second_factor_setup(owner).key
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        (key,) = set(pool.map(open_setup_page, range(8)))
    assert start_second_factor_setup(owner).key == key
    TOTPDevice.objects.update(created_at=timezone.now() - timedelta(hours=1))
    assert start_second_factor_setup(owner).key != key


def test_app_code_is_valid_once(owner: User) -> None:
    set_up_second_factor(owner)
    client, _location = client_after_password()
    code = app_code(owner)
    assert client.post(CODE_URL, {"code": code}).status_code == 302
    second_client, _location = client_after_password()
    assert (
        "not right, or was used already"
        in second_client.post(CODE_URL, {"code": code}).content.decode()
    )


def test_codes_are_throttled_after_a_wrong_one(owner: User) -> None:
    set_up_second_factor(owner)
    client, _location = client_after_password()
    assert client.post(CODE_URL, {"code": "000000"}).status_code == 422
    assert "wait" in client.post(CODE_URL, {"code": "000000"}).content.decode()


def test_recovery_code_is_valid_once(owner: User) -> None:
    recovery_code = set_up_second_factor(owner)[0]
    client, _location = client_after_password()
    assert (
        client.post(CODE_URL, {"code": f" {recovery_code.upper()} "}).headers["Location"]
        == "/desk/"
    )
    second_client, _location = client_after_password()
    assert second_client.post(CODE_URL, {"code": recovery_code}).status_code == 422
    assert recovery_codes_left(owner.pk) == 9


def test_redirect_to_another_site_is_ignored(owner: User) -> None:
    set_up_second_factor(owner)
    client, _location = client_after_password()
    response = client.post(CODE_URL, {"code": app_code(owner), "next": "https://example.org/"})
    assert response.headers["Location"] == "/desk/"


def test_second_step_needs_the_password_first(owner: User) -> None:
    set_up_second_factor(owner)
    for url in (CODE_URL, SET_UP_URL):
        assert Client().get(url).headers["Location"] == "/sign-in/"
        assert Client().post(url, {"code": app_code(owner)}).headers["Location"] == "/sign-in/"


def test_second_factor_is_changed_with_a_valid_code_only(owner: User) -> None:
    set_up_second_factor(owner)
    client = Client()
    client.force_login(owner)
    assert client.post(CHANGE_URL, {"code": "", "remove": "yes"}).status_code == 422
    assert client.post(SET_UP_URL, {"code": "000000", "old": ""}).status_code == 422
    renewed = client.post(CHANGE_URL, {"code": app_code(owner), "codes": "new"})
    assert renewed.content.decode().count('<li class="code">') == 10
    client.get(SET_UP_URL)
    form_data = {"old": app_code(owner), "code": app_code(owner, confirmed=False)}
    assert client.post(SET_UP_URL, form_data).status_code == 200
    assert TOTPDevice.objects.filter(user=owner).count() == 1
    assert (
        client.post(CHANGE_URL, {"code": app_code(owner), "remove": "yes"}).headers["Location"]
        == "/desk/account/"
    )
    assert not has_second_factor(owner.pk)
    assert client_after_password()[1] == "/desk/new/"


def test_members_of_a_requiring_club_set_up_a_second_factor_at_sign_in(
    club: Club, owner: User
) -> None:
    director_client, _location = client_after_password("director-club-manilla")
    owner_client, _location = client_after_password()
    require_url = reverse("club_second_factor", args=[club.pk])
    refused = owner_client.post(require_url, {"demand": "yes"})
    assert refused.status_code == 422
    assert "Set up your own second factor first" in refused.content.decode()
    set_up_second_factor(owner)
    owner_client.post(require_url, {"demand": "yes"})
    assert (is_signed_in(owner_client), is_signed_in(director_client)) == (True, False)
    director_client, location = client_after_password("director-club-manilla")
    assert location.startswith(SET_UP_URL)
    assert (
        "Club Manilla requires it of its staff." in director_client.get(location).content.decode()
    )
    assert not is_signed_in(director_client)
    user = User.objects.get(username="director-club-manilla")
    assert (
        director_client.post(SET_UP_URL, {"code": app_code(user, confirmed=False)}).status_code
        == 200
    )
    assert is_signed_in(director_client)
    refused_removal = director_client.post(CHANGE_URL, {"code": app_code(user), "remove": "yes"})
    assert "Club Manilla requires a second factor" in refused_removal.content.decode()
    owner_client.post(require_url, {"demand": "no"})
    assert (
        director_client.post(CHANGE_URL, {"code": app_code(user), "remove": "yes"}).status_code
        == 302
    )


def test_invitation_to_a_requiring_club_needs_a_second_factor(club: Club, owner: User) -> None:
    Club.objects.filter(pk=club.pk).update(demands_second_factor=True)
    guest = User.objects.create_user("guest", password=PASSWORD)
    invitation = invite(Club.objects.get(pk=club.pk), guest, Membership.Role.SCORER, SYSTEM)
    with pytest.raises(ValidationFailed, match="requires a second factor"):
        accept_invitation(invitation, Actor.of_user(guest.pk))
    set_up_second_factor(guest)
    accept_invitation(invitation, Actor.of_user(guest.pk))


def test_password_command_deletes_the_second_factor(
    owner: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_up_second_factor(owner)
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


@pytest.mark.parametrize("exception_type", [EOFError, KeyboardInterrupt])
def test_interrupted_password_command_changes_nothing(
    owner: User, monkeypatch: pytest.MonkeyPatch, exception_type: type[BaseException]
) -> None:
    def interrupt(**_prompt: str) -> str:
        raise exception_type

    set_up_second_factor(owner)
    monkeypatch.setattr("getpass.getpass", interrupt)
    with pytest.raises(CommandError, match="stays as it was"):
        call_command("password", "owner", verbosity=0)
    assert has_second_factor(owner.pk)


def test_pending_sign_in_expires(owner: User, monkeypatch: pytest.MonkeyPatch) -> None:
    set_up_second_factor(owner)
    client, _location = client_after_password()
    code, start = app_code(owner), time.time()
    monkeypatch.setattr(time, "time", lambda: start + 601)
    assert client.post(CODE_URL, {"code": code}).headers["Location"] == "/sign-in/"


def test_api_token_needs_a_second_factor_if_a_club_requires_one() -> None:
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
