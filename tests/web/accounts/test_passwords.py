"""Choosing a password: every rule speaks the reader's language, where the password is written."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils.translation import gettext, override

from config.settings import LANGUAGES
from tests.scenes import evening
from tournaments.support.readable_secrets import generate_secret, normalize_secret

pytestmark = pytest.mark.django_db
NAME, OLD, GOOD = "director-club-manilla", "paraula-de-pas", "vint-i-una-paraules"
SHORT = "Too short: a password has at least %(least)s characters."
WRONG = {
    "new_password1": {
        "curta": SHORT,
        NAME: "Too similar to your name: choose another password.",
        "qwertyuiop123": "Too common: this password is easy to guess.",
    },
    "new_password2": {"": "The two new passwords differ: type the same one twice."},
    "old_password": {"": "This is not your current password."},
}


@pytest.fixture
def member() -> Client:
    evening.club_with_director()
    client = Client()
    client.force_login(User.objects.get(username=NAME))
    return client


@pytest.mark.parametrize("language", [code for code, _name in LANGUAGES])
@pytest.mark.parametrize("field", WRONG)
def test_what_is_wrong_is_said_in_the_readers_language_at_its_field(
    member: Client, language: str, field: str
) -> None:
    for typed, said in WRONG[field].items():
        posted = {
            "old_password": OLD,
            "new_password1": typed or GOOD,
            "new_password2": typed or GOOD,
        }
        if not typed:
            posted[field] = "una altra cosa"
        answer = member.post("/desk/password/", posted, headers={"Accept-Language": language})
        with override(language):
            assert answer.context["form"].errors == {field: [gettext(said) % {"least": 12}]}
        assert answer.status_code == 422


def test_what_is_wrong_in_signing_in_is_said_in_our_words() -> None:
    answer = Client().post(
        "/sign-in/", {"username": "ningú", "password": "res"}, headers={"Accept-Language": "ca"}
    )
    assert "no són correctes" in answer.content.decode()


def test_recovery_codes_and_one_time_passwords_have_no_letter_to_misread() -> None:
    drawn = "".join(normalize_secret(generate_secret(4)) for _each in range(200))
    assert not set(drawn) & set("01oil")
    for dash in "-–‑−ー－":
        assert normalize_secret(f" K7WM{dash}3x\u200bqd ") == "k7wm3xqd"
