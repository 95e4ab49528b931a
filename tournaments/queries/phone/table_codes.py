"""Table codes that players type, and tokens in QR codes; derived, never stored.

Each is the table's primary key, then letters of an HMAC over secret, session, table and the table's
counter: 6 letters (30 bits) in a code, where guesses are limited, and 26 (130 bits) in a token,
which cannot be guessed. Printing again gives the same ones; raising the counter revokes both.

If the first group of a code would read like the label of a table, such as `10` or `A3`, it is
written in letters only, after a `U`, which belongs to neither alphabet. Codes printed before that
rule still work: the first group in digits, with or without `U`.
"""

import hashlib
import hmac
import re

from django.conf import settings

from games.problems import Problem, ValidationFailed
from games.text import gettext_noop as _
from games.typed_text import as_code
from tournaments.models import Table

_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # Crockford: no I, L, O or U, which are misread
_MISREAD_LETTERS = str.maketrans("OIL", "011")
_LETTERS_ONLY_ALPHABET = "ABCDEFGHJKMNPQRSTVWXYZ"
_LETTERS_ONLY_PREFIX = "U"
_TABLE_LABEL_PATTERN = re.compile(r"[A-Z]?\d+")
# Letters of the HMAC in a code and in a token. No text has a length that fits both.
_CODE_MAC_LENGTH, _TOKEN_MAC_LENGTH = 6, 26

_MAX_REVOKED_COUNTERS = 100  # older codes are reported as unknown

_REVOKED = Problem(
    "revoked_code", _("This code has been replaced: ask the director for the new one.")
)
_UNKNOWN = _("No table has the code %(code)s: check each character.")


def code_of(table: Table) -> str:
    """Return the table's current code, in groups that are easy to read out."""
    mac = _mac(table, table.code_counter, _CODE_MAC_LENGTH)
    front = _encode_number(table.pk)
    if _TABLE_LABEL_PATTERN.fullmatch(front):
        front = _LETTERS_ONLY_PREFIX + _encode_number(table.pk, _LETTERS_ONLY_ALPHABET)
    return f"{front}-{mac[:3]}-{mac[3:]}"


def qr_token_of(table: Table) -> str:
    """Return the table's current token, which its QR code contains instead of the code."""
    return _encode_number(table.pk) + _mac(table, table.code_counter, _TOKEN_MAC_LENGTH)


def is_qr_token(code: str) -> bool:
    """Return whether a text is as long as a token, so that guesses need not be limited."""
    return len(_normalize_code(code)) > _TOKEN_MAC_LENGTH


def _normalize_code(typed_code: str) -> str:
    """Return a typed code in upper case without dashes, misread letters replaced."""
    return as_code(typed_code).upper().translate(_MISREAD_LETTERS)


def find_table(code: str) -> Table:
    """Return the table with this code or token, however it was typed.

    Raises `ValidationFailed`: `revoked_code` for one of the last replaced codes, else
    `unknown_code`.
    """
    typed_code, letters = (
        _normalize_code(code),
        _TOKEN_MAC_LENGTH if is_qr_token(code) else _CODE_MAC_LENGTH,
    )
    tables = Table.objects.filter(section__session__stage__event__archived_at=None).select_related(
        "section"
    )
    table, mac = (
        tables.filter(pk=_decode_table_id(typed_code[:-letters])).first(),
        typed_code[-letters:],
    )
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
    """Return the counters of the last replaced codes, few enough to try them all."""
    return range(max(0, table.code_counter - _MAX_REVOKED_COUNTERS), table.code_counter)


def _mac_matches(typed_code: str, table: Table, counter: int, key: str) -> bool:
    """Compare the letters of the HMAC in constant time."""
    return hmac.compare_digest(
        typed_code.encode(), _mac(table, counter, len(typed_code), key).encode()
    )


def _mac(table: Table, counter: int, letter_count: int, key: str = "") -> str:
    """Return the first `letter_count` letters of the HMAC of a table."""
    kind = "qr" if letter_count == _TOKEN_MAC_LENGTH else "table"
    text = f"{kind}:{table.section.session_id}:{table.pk}:{counter}"
    digest = hmac.new(
        (key or settings.CODE_KEYS[0]).encode(), text.encode(), hashlib.sha256
    ).digest()
    return "".join(_ALPHABET[byte % 32] for byte in digest[:letter_count])


def _encode_number(number: int, base: str = _ALPHABET) -> str:
    """Write a number with the digits of an alphabet."""
    text = ""
    while number:
        number, letter = divmod(number, len(base))
        text = base[letter] + text
    return text


def _decode_table_id(front: str) -> int:
    """Return the primary key at the front of a code, or 0 if it cannot be read."""
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
