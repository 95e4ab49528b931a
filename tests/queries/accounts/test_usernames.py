"""Keys of usernames, and accounts found by them."""

import unicodedata

import pytest
from django.contrib.auth import get_user_model
from hypothesis import given
from hypothesis import strategies as st

from tournaments.queries.accounts.usernames import find_account, username_key

usernames = st.text(max_size=30)
FULL_WIDTH = str.maketrans({chr(code): chr(code + 0xFEE0) for code in range(0x21, 0x7F)})


@given(usernames)
def test_key_of_a_key_is_the_same(name: str) -> None:
    assert username_key(username_key(name)) == username_key(name)


@given(usernames)
def test_key_ignores_blanks_case_and_unicode_forms(name: str) -> None:
    for typed in (
        f"  {name}\t",
        name.casefold(),
        *(unicodedata.normalize(form, name) for form in ("NFC", "NFKD")),
    ):
        assert username_key(typed) == username_key(name)


@given(st.text(st.characters(min_codepoint=0x21, max_codepoint=0x7E), min_size=1))
def test_key_ignores_width_and_case(name: str) -> None:
    assert (
        username_key(name.translate(FULL_WIDTH)) == username_key(name) == username_key(name.upper())
    )


@pytest.mark.django_db
def test_account_is_found_by_the_exact_name_or_else_the_oldest() -> None:
    users = get_user_model().objects
    first_user, second_user = users.create_user("Núria"), users.create_user("núria")
    assert find_account("Núria") == first_user
    assert find_account("núria") == second_user
    assert find_account(" NÚRIA ") == first_user
    assert find_account("ＮÚＲＩＡ") == first_user
    assert find_account("Nuri") is None
    assert find_account(" ") is None
