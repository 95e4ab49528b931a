"""Signing in: guessing is stopped for a while, the right password never for good."""

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
def a_director() -> None:
    evening.club_with_director()


def sign_in(password: str, name: str = NAME, address: str = "192.0.2.7") -> tuple[int, str]:
    answer = Client(REMOTE_ADDR=address).post("/sign-in/", {"username": name, "password": password})
    return answer.status_code, answer.content.decode()


def test_a_wrong_password_is_refused_and_the_right_one_forgets_it() -> None:
    for _try in range(PASSWORD_GUESSES_BY_NAME.max_failures - 1):
        assert sign_in("wrong")[0] == 422
    assert sign_in(PASSWORD)[0] == 302
    assert sign_in("wrong")[0] == 422
    assert sign_in(PASSWORD)[0] == 302


def test_too_many_for_a_name_must_wait_and_are_told_how_long() -> None:
    for _try in range(PASSWORD_GUESSES_BY_NAME.max_failures):
        sign_in("wrong")
    status, page = sign_in(PASSWORD)
    assert status == 429
    assert "wait 10 minutes" in page
    assert f'value="{NAME}"' in page


def test_elsewhere_and_under_another_name_nobody_waits() -> None:
    for _try in range(PASSWORD_GUESSES_BY_NAME.max_failures):
        sign_in("wrong")
    assert sign_in(PASSWORD, address="192.0.2.8")[0] == 302
    assert sign_in("wrong", name="somebody else")[0] == 422


def test_one_place_may_not_try_name_after_name() -> None:
    for number in range(PASSWORD_GUESSES_BY_ADDRESS.max_failures):
        assert sign_in("wrong", name=f"name {number}")[0] == 422
    assert sign_in(PASSWORD)[0] == 429


def test_a_house_is_one_place_however_many_addresses_it_has() -> None:
    for number in range(PASSWORD_GUESSES_BY_ADDRESS.max_failures):
        sign_in("wrong", f"name{number}", f"2001:db8:7:1::{number:x}")
    assert sign_in(PASSWORD, address="2001:db8:7:1:ffff::1")[0] == 429
    assert sign_in(PASSWORD, address="2001:db8:7:2::1")[0] == 302


def test_counts_of_wrong_guesses_are_not_pushed_out_by_others() -> None:
    for _try in range(PASSWORD_GUESSES_BY_NAME.max_failures):
        sign_in("wrong")
    for number in range(2000):
        PASSWORD_GUESSES_BY_NAME.count_failure(f"somebody else {number}")
    assert sign_in(PASSWORD)[0] == 429


def test_the_wait_ends_whatever_is_tried_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    began = time.time()
    for minutes, password, status in [
        (0, "wrong", 422),
        (5, "wrong", 429),
        (9, PASSWORD, 429),
        (11, PASSWORD, 302),
    ]:
        monkeypatch.setattr(time, "time", lambda at=began + 60 * minutes: at)
        for _try in range(PASSWORD_GUESSES_BY_NAME.max_failures):
            assert sign_in(password)[0] == status


def test_who_has_a_password_gives_it_before_he_changes_it(client: Client) -> None:
    client.force_login(get_user_model().objects.get(username=NAME))
    chosen = {"new_password1": "una-paraula-nova", "new_password2": "una-paraula-nova"}
    assert client.post("/desk/password/", chosen).status_code == 422
    assert client.post("/desk/password/", chosen | {"old_password": PASSWORD}).status_code == 302


def test_a_blank_password_lets_nobody_in() -> None:
    assert sign_in("")[0] == 422
    get_user_model().objects.create_user("new")
    assert sign_in("", name="new")[0] == 422


@pytest.mark.parametrize(
    ("chosen", "why"),
    [
        ("manyaga-11x", "at least 12 characters"),
        ("director-club", "Too similar to your name"),
        ("1q2w3e4r5t6y", "Too common"),
    ],
)
def test_a_password_is_long_rare_and_not_the_name(client: Client, chosen: str, why: str) -> None:
    client.force_login(get_user_model().objects.get(username=NAME))
    said = {"old_password": PASSWORD, "new_password1": chosen, "new_password2": chosen}
    refused = client.post("/desk/password/", said)
    assert refused.status_code == 422
    assert why in refused.content.decode()


def test_one_account_is_not_tried_from_everywhere_but_its_own_browser_never_waits() -> None:
    mine = Client(REMOTE_ADDR="192.0.2.9")
    mine.post("/sign-in/", {"username": NAME, "password": PASSWORD})
    mine.post("/sign-out/")
    for number in range(PASSWORD_GUESSES_BY_ACCOUNT.max_failures):
        assert sign_in("wrong", address=f"198.51.100.{number}")[0] == 422
    assert sign_in(PASSWORD, address="203.0.113.1")[0] == 429
    assert sign_in("wrong", name="somebody else", address="203.0.113.1")[0] == 422
    assert mine.post("/sign-in/", {"username": NAME, "password": PASSWORD}).status_code == 302


SPELLINGS = (
    NAME,
    NAME.upper(),
    f" {NAME}",
    NAME.replace("d", "\uff44"),
    f"{NAME}\u3000",
    NAME.title(),
)


def test_wrong_passwords_are_counted_together_however_the_name_is_spelled() -> None:
    statuses = [
        sign_in("wrong", name=SPELLINGS[number % len(SPELLINGS)])[0] for number in range(60)
    ]
    assert statuses == [422] * PASSWORD_GUESSES_BY_NAME.max_failures + [429] * (
        60 - PASSWORD_GUESSES_BY_NAME.max_failures
    )


@pytest.mark.parametrize("name", SPELLINGS)
def test_a_member_signs_in_however_they_spell_their_name(name: str) -> None:
    assert sign_in(PASSWORD, name=name)[0] == 302


def test_two_old_accounts_that_differ_in_capitals_are_each_signed_in_by_their_very_name() -> None:
    get_user_model().objects.create_user(NAME.upper(), password="una-altra-paraula")
    assert sign_in(PASSWORD)[0] == 302
    assert sign_in("una-altra-paraula", name=NAME.upper())[0] == 302
    assert sign_in(PASSWORD, name=NAME.upper())[0] == 422


def test_strangers_at_one_address_do_not_lock_out_a_browser_that_was_signed_in_before() -> None:
    desk = Client(REMOTE_ADDR="192.0.2.7")
    desk.post("/sign-in/", {"username": NAME, "password": PASSWORD})
    desk.post("/sign-out/")
    for number in range(PASSWORD_GUESSES_BY_ADDRESS.max_failures):
        sign_in("wrong", name=f"name {number}")
    for _try in range(PASSWORD_GUESSES_BY_NAME.max_failures):
        sign_in("wrong")
    assert sign_in(PASSWORD)[0] == 429
    assert desk.post("/sign-in/", {"username": NAME, "password": PASSWORD}).status_code == 302


def test_a_browser_that_was_signed_in_before_may_not_guess_without_end() -> None:
    desk = Client(REMOTE_ADDR="192.0.2.7")
    desk.post("/sign-in/", {"username": NAME, "password": PASSWORD})
    desk.post("/sign-out/")
    tried = [
        desk.post("/sign-in/", {"username": name, "password": "wrong"}).status_code
        for name in (NAME, NAME.upper()) * PASSWORD_GUESSES_BY_NAME.max_failures
    ]
    assert (
        tried
        == [422] * PASSWORD_GUESSES_BY_NAME.max_failures
        + [429] * PASSWORD_GUESSES_BY_NAME.max_failures
    )


def test_wrong_old_passwords_are_counted_and_the_right_one_waits_as_well(client: Client) -> None:
    client.force_login(get_user_model().objects.get(username=NAME))
    chosen = {"new_password1": "una-paraula-nova", "new_password2": "una-paraula-nova"}
    wrong, right = ({"old_password": old, **chosen} for old in ("wrong", PASSWORD))
    for _try in range(OLD_PASSWORD_GUESSES.max_failures):
        assert client.post("/desk/password/", wrong).status_code == 422
    waiting = client.post("/desk/password/", right)
    assert waiting.status_code == 429
    assert "wait 10 minutes" in waiting.content.decode()
    assert get_user_model().objects.get(username=NAME).check_password(PASSWORD)
    assert (
        AuditEntry.objects.filter(verb=AuditAction.REFUSED_SIGN_IN).count()
        == OLD_PASSWORD_GUESSES.max_failures
    )
