"""Names to sign in with: what is one name however it is typed, and whose it is."""

import unicodedata

from django.contrib.auth.models import User


def username_key(typed: str) -> str:
    """Return a name as it is compared: without blanks around it, in one width and form, without
    capitals."""
    key = typed
    while (next_key := _folded(key)) != key:
        key = next_key
    return key


def find_account(typed: str) -> User | None:
    """Return the account of that very name, else the oldest whose name differs in spelling alone.

    Accounts of earlier versions may have names that differ in spelling alone; each is found by its
    own.
    """
    if exact := User.objects.filter(username=typed).first():
        return exact
    name = username_key(typed)
    # No database compares as this does.
    rows = User.objects.order_by("pk").values_list("pk", "username")
    matching_id = next(
        (pk for pk, username in rows.iterator() if username_key(username) == name), None
    )
    return None if matching_id is None or not name else User.objects.get(pk=matching_id)


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold()).strip()
