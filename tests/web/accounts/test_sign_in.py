"""Signing in: limits of wrong passwords by name, address, account and browser."""

import time

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from tests.scenes import evening
from tournaments.access.guess_limits import (
    OLD_PASSWORD_GUESSES,
    PASSWORD_GUESSES_BY_ACCOUNT,
    PASSWORD_GUESSES_BY_ADDRESS,
    PASSWORD_GUESSES_BY_NAME,
)
from tournaments.models import AuditAction, AuditEntry

pytestmark = pytest.mark.django_db
NAME, PASSWORD = "director-club-manilla", "paraula-de-pas"


@pytest.fixture(autouse=True)
def club_with_director() -> None:
    evening.club_with_director()


def sign_in(password: str, name: str = NAME, address: str = "192.0.2.7") -> tuple[int, str]:
    response = Client(REMOTE_ADDR=address).post(
        "/sign-in/", {"username": name, "password": password}
    )
    return response.status_code, response.content.decode()


def test_right_password_resets_the_count_of_wrong_ones() -> None:
    for _attempt in range(PASSWORD_GUESSES_BY_NAME.max_failures - 1):
        assert sign_in("wrong")[0] == 422
    assert sign_in(PASSWORD)[0] == 302
    assert sign_in("wrong")[0] == 422
    assert sign_in(PASSWORD)[0] == 302


def test_name_must_wait_after_too_many_wrong_passwords() -> None:
    for _attempt in range(PASSWORD_GUESSES_BY_NAME.max_failures):
        sign_in("wrong")
    status, page = sign_in(PASSWORD)
    assert status == 429
    assert "wait 10 minutes" in page
    assert f'value="{NAME}"' in page


def test_limit_of_a_name_does_not_affect_other_addresses_and_names() -> None:
    for _attempt in range(PASSWORD_GUESSES_BY_NAME.max_failures):
        sign_in("wrong")
    assert sign_in(PASSWORD, address="192.0.2.8")[0] == 302
    assert sign_in("wrong", name="somebody else")[0] == 422


def test_address_may_not_try_many_names() -> None:
    for number in range(PASSWORD_GUESSES_BY_ADDRESS.max_failures):
        assert sign_in("wrong", name=f"name {number}")[0] == 422
    assert sign_in(PASSWORD)[0] == 429


def test_ipv6_network_counts_as_one_address() -> None:
    for number in range(PASSWORD_GUESSES_BY_ADDRESS.max_failures):
        sign_in("wrong", f"name{number}", f"2001:db8:7:1::{number:x}")
    assert sign_in(PASSWORD, address="2001:db8:7:1:ffff::1")[0] == 429
    assert sign_in(PASSWORD, address="2001:db8:7:2::1")[0] == 302


def test_counts_are_not_evicted_by_other_names() -> None:
    for _attempt in range(PASSWORD_GUESSES_BY_NAME.max_failures):
        sign_in("wrong")
    for number in range(2000):
        PASSWORD_GUESSES_BY_NAME.count_failure(f"somebody else {number}")
    assert sign_in(PASSWORD)[0] == 429


def test_attempts_during_the_wait_do_not_prolong_it(monkeypatch: pytest.MonkeyPatch) -> None:
    start = time.time()
    for minutes, password, status in [
        (0, "wrong", 422),
        (5, "wrong", 429),
        (9, PASSWORD, 429),
        (11, PASSWORD, 302),
    ]:
        monkeypatch.setattr(time, "time", lambda at=start + 60 * minutes: at)
        for _attempt in range(PASSWORD_GUESSES_BY_NAME.max_failures):
            assert sign_in(password)[0] == status


def test_password_change_needs_the_current_password(client: Client) -> None:
    client.force_login(get_user_model().objects.get(username=NAME))
    new_passwords = {"new_password1": "una-paraula-nova", "new_password2": "una-paraula-nova"}
    assert client.post("/desk/password/", new_passwords).status_code == 422
    assert (
        client.post("/desk/password/", new_passwords | {"old_password": PASSWORD}).status_code
        == 302
    )


def test_blank_password_is_refused() -> None:
    assert sign_in("")[0] == 422
    get_user_model().objects.create_user("new")
    assert sign_in("", name="new")[0] == 422


@pytest.mark.parametrize(
    ("password", "message"),
    [
        ("manyaga-11x", "at least 12 characters"),
        ("director-club", "Too similar to your name"),
        ("1q2w3e4r5t6y", "Too common"),
    ],
)
def test_short_common_or_similar_password_is_refused(
    client: Client, password: str, message: str
) -> None:
    client.force_login(get_user_model().objects.get(username=NAME))
    form_data = {"old_password": PASSWORD, "new_password1": password, "new_password2": password}
    refused = client.post("/desk/password/", form_data)
    assert refused.status_code == 422
    assert message in refused.content.decode()


def test_account_limit_applies_to_all_addresses_except_a_known_browser() -> None:
    known_browser = Client(REMOTE_ADDR="192.0.2.9")
    known_browser.post("/sign-in/", {"username": NAME, "password": PASSWORD})
    known_browser.post("/sign-out/")
    for number in range(PASSWORD_GUESSES_BY_ACCOUNT.max_failures):
        assert sign_in("wrong", address=f"198.51.100.{number}")[0] == 422
    assert sign_in(PASSWORD, address="203.0.113.1")[0] == 429
    assert sign_in("wrong", name="somebody else", address="203.0.113.1")[0] == 422
    assert (
        known_browser.post("/sign-in/", {"username": NAME, "password": PASSWORD}).status_code == 302
    )


SPELLINGS = (
    NAME,
    NAME.upper(),
    f" {NAME}",
    NAME.replace("d", "\uff44"),
    f"{NAME}\u3000",
    NAME.title(),
)


def test_spellings_of_a_name_are_counted_together() -> None:
    statuses = [
        sign_in("wrong", name=SPELLINGS[number % len(SPELLINGS)])[0] for number in range(60)
    ]
    assert statuses == [422] * PASSWORD_GUESSES_BY_NAME.max_failures + [429] * (
        60 - PASSWORD_GUESSES_BY_NAME.max_failures
    )


@pytest.mark.parametrize("name", SPELLINGS)
def test_member_signs_in_with_any_spelling_of_the_name(name: str) -> None:
    assert sign_in(PASSWORD, name=name)[0] == 302


def test_accounts_that_differ_in_case_sign_in_with_their_exact_name() -> None:
    get_user_model().objects.create_user(NAME.upper(), password="una-altra-paraula")
    assert sign_in(PASSWORD)[0] == 302
    assert sign_in("una-altra-paraula", name=NAME.upper())[0] == 302
    assert sign_in(PASSWORD, name=NAME.upper())[0] == 422


def test_known_browser_is_not_locked_out_by_others_at_its_address() -> None:
    known_browser = Client(REMOTE_ADDR="192.0.2.7")
    known_browser.post("/sign-in/", {"username": NAME, "password": PASSWORD})
    known_browser.post("/sign-out/")
    for number in range(PASSWORD_GUESSES_BY_ADDRESS.max_failures):
        sign_in("wrong", name=f"name {number}")
    for _attempt in range(PASSWORD_GUESSES_BY_NAME.max_failures):
        sign_in("wrong")
    assert sign_in(PASSWORD)[0] == 429
    assert (
        known_browser.post("/sign-in/", {"username": NAME, "password": PASSWORD}).status_code == 302
    )


def test_known_browser_is_limited_as_well() -> None:
    known_browser = Client(REMOTE_ADDR="192.0.2.7")
    known_browser.post("/sign-in/", {"username": NAME, "password": PASSWORD})
    known_browser.post("/sign-out/")
    statuses = [
        known_browser.post("/sign-in/", {"username": name, "password": "wrong"}).status_code
        for name in (NAME, NAME.upper()) * PASSWORD_GUESSES_BY_NAME.max_failures
    ]
    assert (
        statuses
        == [422] * PASSWORD_GUESSES_BY_NAME.max_failures
        + [429] * PASSWORD_GUESSES_BY_NAME.max_failures
    )


def test_wrong_current_passwords_are_limited(client: Client) -> None:
    client.force_login(get_user_model().objects.get(username=NAME))
    new_passwords = {"new_password1": "una-paraula-nova", "new_password2": "una-paraula-nova"}
    wrong, right = ({"old_password": old, **new_passwords} for old in ("wrong", PASSWORD))
    for _attempt in range(OLD_PASSWORD_GUESSES.max_failures):
        assert client.post("/desk/password/", wrong).status_code == 422
    response = client.post("/desk/password/", right)
    assert response.status_code == 429
    assert "wait 10 minutes" in response.content.decode()
    assert get_user_model().objects.get(username=NAME).check_password(PASSWORD)
    assert (
        AuditEntry.objects.filter(verb=AuditAction.REFUSED_SIGN_IN).count()
        == OLD_PASSWORD_GUESSES.max_failures
    )
