"""Password forms: every problem is translated and shown at its field."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils.translation import gettext, override

from config.settings import LANGUAGES
from tests.scenes import evening
from tournaments.support.readable_secrets import generate_secret, normalize_secret

pytestmark = pytest.mark.django_db
NAME, OLD, VALID = "director-club-manilla", "paraula-de-pas", "vint-i-una-paraules"
TOO_SHORT = "Too short: a password has at least %(least)s characters."
PROBLEMS = {
    "new_password1": {
        "curta": TOO_SHORT,
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
@pytest.mark.parametrize("field", PROBLEMS)
def test_problems_are_translated_and_shown_at_their_field(
    member: Client, language: str, field: str
) -> None:
    for typed, message in PROBLEMS[field].items():
        form_data = {
            "old_password": OLD,
            "new_password1": typed or VALID,
            "new_password2": typed or VALID,
        }
        if not typed:
            form_data[field] = "una altra cosa"
        response = member.post("/desk/password/", form_data, headers={"Accept-Language": language})
        with override(language):
            assert response.context["form"].errors == {field: [gettext(message) % {"least": 12}]}
        assert response.status_code == 422


def test_failed_sign_in_shows_a_translated_message() -> None:
    response = Client().post(
        "/sign-in/", {"username": "ningú", "password": "res"}, headers={"Accept-Language": "ca"}
    )
    assert "no són correctes" in response.content.decode()


def test_secrets_have_no_ambiguous_characters() -> None:
    characters = "".join(normalize_secret(generate_secret(4)) for _number in range(200))
    assert not set(characters) & set("01oil")
    for dash in "-–‑−ー－":
        assert normalize_secret(f" K7WM{dash}3x\u200bqd ") == "k7wm3xqd"
