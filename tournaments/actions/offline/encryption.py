"""Encrypt and authenticate files of offline sections with Fernet, of `cryptography`."""

import base64
import json
import secrets
import unicodedata
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any

from cryptography.fernet import Fernet, InvalidToken
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

from games.problems import Problem, ValidationFailed
from games.strict_json import parse_json
from games.text import gettext_noop as _
from tournaments.support.readable_secrets import normalize_secret

# Allowed costs of scrypt (its parameter n). With r = 8 the cost is also the memory in KiB that
# deriving a key takes, so the limit prevents a forged file from exhausting the memory.
ALLOWED_SCRYPT_COSTS = [2**power for power in range(10, 18)]

_SALT_BYTES = 16
_MAX_JSON_VALUES = 2_000_000


def generate_key() -> str:
    """Return a random key for `encrypt`: 32 bytes in base64, as Fernet needs them."""
    return Fernet.generate_key().decode()


def generate_salt() -> str:
    """Return a random salt in hex digits, so that equal pass phrases give different keys."""
    return secrets.token_hex(_SALT_BYTES)


def normalize_passphrase(typed_passphrase: str) -> str:
    """Return the pass phrase in lower case and one Unicode form, without spaces and dashes."""
    return normalize_secret(typed_passphrase)


def derive_key(passphrase: str, salt: str, cost: int) -> str:
    """Derive a key from a pass phrase with scrypt; the file contains `salt` and `cost`."""
    return _scrypt_key(normalize_passphrase(passphrase), salt, cost)


def candidate_keys(passphrase: str, salt: str, cost: int) -> Iterator[str]:
    """Yield the keys that this version and earlier ones derive from the pass phrase.

    Earlier versions ignored only the character "-" in phrases, this one ignores all dashes.
    """
    yield derive_key(passphrase, salt, cost)
    legacy_normalized = (
        "".join(unicodedata.normalize("NFKC", passphrase).split()).replace("-", "").lower()
    )
    if legacy_normalized != normalize_passphrase(passphrase):
        yield _scrypt_key(legacy_normalized, salt, cost)


def _scrypt_key(normalized: str, salt: str, cost: int) -> str:
    key_bytes = Scrypt(salt=bytes.fromhex(salt), length=32, n=cost, r=8, p=1).derive(
        normalized.encode()
    )
    return base64.urlsafe_b64encode(key_bytes).decode()


def encrypt(values: object, key: str) -> str:
    """Encrypt JSON values; only the same key decrypts them."""
    return Fernet(key).encrypt(json.dumps(values, ensure_ascii=False).encode()).decode()


def decrypt(encrypted: str, keys: Iterable[str], problem: Problem) -> Any:
    """Decrypt JSON values with the first key that fits.

    Raises `ValidationFailed` with `problem` if no key fits or the text was changed.
    """
    for key in keys:
        with suppress(InvalidToken):
            return parse_json(Fernet(key).decrypt(encrypted), max_value_count=_MAX_JSON_VALUES)
    raise ValidationFailed([problem])


def parse_received_file(content: bytes) -> Any:
    """Parse a received file as JSON; raise `ValidationFailed` if it is empty, cut or invalid."""
    if not content.strip():
        raise ValidationFailed([Problem("empty_file", _("The file is empty."))])
    if content.lstrip().startswith(b"{") and not content.rstrip().endswith(b"}"):
        raise ValidationFailed(
            [Problem("cut_short", _("This file is incomplete: copy or download it again."))]
        )
    return parse_json(content, max_value_count=_MAX_JSON_VALUES)
