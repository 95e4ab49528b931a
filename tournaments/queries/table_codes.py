"""Table codes: what a QR code carries and what a player can type, derived and never stored.

A code is the table's number in the database, then six letters of an HMAC over secret, session, table and the
table's counter. Reprinting gives the same code; raising the counter revokes it.
"""

import hashlib
import hmac

from django.conf import settings

from games.problems import Problem, Refused
from games.text import gettext_noop as _
from tournaments.models.session import Table

_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # Crockford's: no I, L, O, U to be misread
_MISREAD = str.maketrans("OIL", "011", "- ")
_MAC_LETTERS = 6
_REMEMBERED = 100  # replaced codes that are still called so; those before are merely unknown


def code_of(table: Table) -> str:
    """The table's present code, in groups that are easy to read out."""
    mac = _mac(table, table.code_counter)
    return f"{_written(table.pk)}-{mac[:3]}-{mac[3:]}"


def find_table(code: str) -> Table:
    """The table whose present code this is, however it was typed.

    Raises `Refused`: `revoked_code` for a code printed before the last revocation, else `unknown_code`.
    """
    typed = code.upper().translate(_MISREAD)
    table = (
        Table.objects.select_related("section__session__stage__event__club").filter(pk=_read(typed)).first()
    )
    typed_mac = typed[-_MAC_LETTERS:]
    if table and _is_present(table, typed_mac):
        return table
    if table and any(typed_mac == _mac(table, counter) for counter in _replaced(table)):
        raise Refused(
            [Problem("revoked_code", _("This code has been replaced: ask the director for the new one."))]
        )
    raise Refused(
        [
            Problem(
                "unknown_code", _("No table has the code %(code)s: check each letter."), {"code": code[:20]}
            )
        ]
    )


def _is_present(table: Table, mac: str) -> bool:
    """Whether these are the letters of its present code, under the present key or a former one."""
    codes = (_mac(table, table.code_counter, key) for key in settings.CODE_KEYS)
    return any(hmac.compare_digest(mac.encode(), code.encode()) for code in codes)


def _replaced(table: Table) -> range:
    """The counters of codes that were replaced, no more of them than are looked through in no time."""
    return range(max(0, table.code_counter - _REMEMBERED), table.code_counter)


def _mac(table: Table, counter: int, key: str = "") -> str:
    text = f"table:{table.section.session_id}:{table.pk}:{counter}"
    digest = hmac.new((key or settings.CODE_KEYS[0]).encode(), text.encode(), hashlib.sha256).digest()
    return "".join(_LETTERS[byte % 32] for byte in digest[:_MAC_LETTERS])


def _written(number: int) -> str:
    text = ""
    while number:
        number, letter = divmod(number, 32)
        text = _LETTERS[letter] + text
    return text


def _read(typed: str) -> int:
    """The table's number at the front of a code; 0, which no table has, where it cannot be read."""
    front = typed[:-_MAC_LETTERS]
    if not 0 < len(front) <= 12 or any(letter not in _LETTERS for letter in front):
        return 0
    number = 0
    for letter in front:
        number = number * 32 + _LETTERS.index(letter)
    return number
