"""Table codes: what a player can type, and the token that a QR code carries; both derived and never
stored.

Each is the table's number in the database, then letters of an HMAC over secret, session, table and
the table's counter: six (30 bits) in a code, whose guesses are limited, and 26 (130 bits) in a
token, which nobody guesses. Reprinting gives the same ones; raising the counter revokes both.

A code whose first group would read as the label of a table, as `10` or `A3`, has that number in
letters alone instead, behind a `U`, which is no letter of either base. What was printed before
opens the table as well: the first group in digits, with a `U` before it or without.
"""

import hashlib
import hmac
import re

from django.conf import settings

from games.problems import Problem, ValidationFailed
from games.text import gettext_noop as _
from games.typed_text import as_code
from tournaments.models import Table

_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # Crockford's: no I, L, O, U to be misread
_MISREAD_LETTERS = str.maketrans("OIL", "011")
_LETTERS_ONLY_ALPHABET = "ABCDEFGHJKMNPQRSTVWXYZ"
_LETTERS_ONLY_PREFIX = "U"
_TABLE_LABEL_PATTERN = re.compile(r"[A-Z]?\d+")
_CODE_MAC_LENGTH, _TOKEN_MAC_LENGTH = 6, 26
"""Letters of the HMAC in each: between a code and a token no text has a length that both may
have."""

_MAX_REVOKED_COUNTERS = (
    100  # replaced codes that are still called so; those before are merely unknown
)

_REVOKED = Problem(
    "revoked_code", _("This code has been replaced: ask the director for the new one.")
)
_UNKNOWN = _("No table has the code %(code)s: check each character.")


def code_of(table: Table) -> str:
    """The table's present code, in groups that are easy to read out."""
    mac = _mac(table, table.code_counter, _CODE_MAC_LENGTH)
    front = _encode_number(table.pk)
    if _TABLE_LABEL_PATTERN.fullmatch(front):
        front = _LETTERS_ONLY_PREFIX + _encode_number(table.pk, _LETTERS_ONLY_ALPHABET)
    return f"{front}-{mac[:3]}-{mac[3:]}"


def qr_token_of(table: Table) -> str:
    """The table's present token, which its QR code carries in place of the code."""
    return _encode_number(table.pk) + _mac(table, table.code_counter, _TOKEN_MAC_LENGTH)


def is_qr_token(code: str) -> bool:
    """Whether something is as long as a token: too long to be guessed, so that nobody needs to
    count."""
    return len(_normalize_code(code)) > _TOKEN_MAC_LENGTH


def _normalize_code(typed: str) -> str:
    """The letters of a code however it was typed: small, with any dashes and blanks, misread, or
    wide."""
    return as_code(typed).upper().translate(_MISREAD_LETTERS)


def find_table(code: str) -> Table:
    """The table whose present code or token this is, however it was typed; without the event around
    it.

    Raises `ValidationFailed`: `revoked_code` for one printed before the last revocation, else
    `unknown_code`.
    """
    typed, letters = (
        _normalize_code(code),
        _TOKEN_MAC_LENGTH if is_qr_token(code) else _CODE_MAC_LENGTH,
    )
    tables = Table.objects.filter(section__session__stage__event__archived_at=None).select_related(
        "section"
    )
    table, mac = tables.filter(pk=_decode_table_id(typed[:-letters])).first(), typed[-letters:]
    if table and any(
        _mac_matches(mac, table, table.code_counter, key) for key in settings.CODE_KEYS
    ):
        return table
    if table and any(
        _mac_matches(mac, table, counter, settings.CODE_KEYS[0])
        for counter in _revoked_counters(table)
    ):
        raise ValidationFailed([_REVOKED])
    raise ValidationFailed([Problem("unknown_code", _UNKNOWN, {"code": code[:20]})])


def _revoked_counters(table: Table) -> range:
    """The counters of codes that were replaced, no more of them than are looked through in no
    time."""
    return range(max(0, table.code_counter - _MAX_REVOKED_COUNTERS), table.code_counter)


def _mac_matches(typed: str, table: Table, counter: int, key: str) -> bool:
    return hmac.compare_digest(typed.encode(), _mac(table, counter, len(typed), key).encode())


def _mac(table: Table, counter: int, letters: int, key: str = "") -> str:
    kind = "qr" if letters == _TOKEN_MAC_LENGTH else "table"
    text = f"{kind}:{table.section.session_id}:{table.pk}:{counter}"
    digest = hmac.new(
        (key or settings.CODE_KEYS[0]).encode(), text.encode(), hashlib.sha256
    ).digest()
    return "".join(_ALPHABET[byte % 32] for byte in digest[:letters])


def _encode_number(number: int, base: str = _ALPHABET) -> str:
    text = ""
    while number:
        number, letter = divmod(number, len(base))
        text = base[letter] + text
    return text


def _decode_table_id(front: str) -> int:
    """The table's number at the front of a code; 0, which no table has, where it cannot be read."""
    number_part = front.removeprefix(_LETTERS_ONLY_PREFIX)
    in_letters = front != number_part and all(
        letter in _LETTERS_ONLY_ALPHABET for letter in number_part
    )
    base = _LETTERS_ONLY_ALPHABET if in_letters else _ALPHABET
    if not 0 < len(number_part) <= 12 or any(letter not in base for letter in number_part):
        return 0
    number = 0
    for letter in number_part:
        number = number * len(base) + base.index(letter)
    return number
