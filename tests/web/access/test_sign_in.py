"""Signing in: guessing is stopped for a while, the right password never for good."""

import time

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from tests.scenes import evening
from tournaments.web.access.sign_in import FROM_ONE_PLACE, OF_ONE_NAME

pytestmark = pytest.mark.django_db
NAME, PASSWORD = "director-club-manilla", "paraula-de-pas"


@pytest.fixture(autouse=True)
def a_director() -> None:
    evening.club_with_director()


def sign_in(password: str, name: str = NAME, address: str = "192.0.2.7") -> tuple[int, str]:
    answer = Client(REMOTE_ADDR=address).post("/sign-in/", {"username": name, "password": password})
    return answer.status_code, answer.content.decode()


def test_a_wrong_password_is_refused_and_the_right_one_forgets_it() -> None:
    for _try in range(OF_ONE_NAME.most - 1):
        assert sign_in("wrong")[0] == 422
    assert sign_in(PASSWORD)[0] == 302
    assert sign_in("wrong")[0] == 422
    assert sign_in(PASSWORD)[0] == 302


def test_too_many_for_a_name_must_wait_and_are_told_how_long() -> None:
    for _try in range(OF_ONE_NAME.most):
        sign_in("wrong")
    status, page = sign_in(PASSWORD)
    assert status == 429
    assert "wait 10 minutes" in page
    assert f'value="{NAME}"' in page


def test_elsewhere_and_under_another_name_nobody_waits() -> None:
    for _try in range(OF_ONE_NAME.most):
        sign_in("wrong")
    assert sign_in(PASSWORD, address="192.0.2.8")[0] == 302
    assert sign_in("wrong", name="somebody else")[0] == 422


def test_one_place_may_not_try_name_after_name() -> None:
    for number in range(FROM_ONE_PLACE.most):
        assert sign_in("wrong", name=f"name {number}")[0] == 422
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
        for _try in range(OF_ONE_NAME.most):
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
