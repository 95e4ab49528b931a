"""Compare usernames and find accounts by them."""

import unicodedata

from django.contrib.auth.models import User


def username_key(typed_name: str) -> str:
    """Return the key for comparing usernames: trimmed, in one width and form, case-folded."""
    key = typed_name
    while (next_key := _folded(key)) != key:
        key = next_key
    return key


def find_account(typed_name: str) -> User | None:
    """Return the account with exactly this username, or the oldest with the same key.

    Accounts of earlier versions may have usernames that differ in spelling alone.
    """
    if exact := User.objects.filter(username=typed_name).first():
        return exact
    name = username_key(typed_name)
    # No database compares usernames as `username_key` does.
    rows = User.objects.order_by("pk").values_list("pk", "username")
    matching_id = next(
        (pk for pk, username in rows.iterator() if username_key(username) == name), None
    )
    return None if matching_id is None or not name else User.objects.get(pk=matching_id)


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold()).strip()
