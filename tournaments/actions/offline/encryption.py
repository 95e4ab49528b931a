"""Files that only the right key opens, and that nobody changes unseen: Fernet, of
`cryptography`."""

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

SCRYPT_COSTS = [2**power for power in range(10, 18)]
"""What a try at a pass phrase may cost, in KB of memory: no file makes this machine take more."""

_SALT_BYTES = 16
_MAX_JSON_VALUES = 2_000_000


def generate_key() -> str:
    """A key for `encrypt`."""
    return Fernet.generate_key().decode()


def generate_salt() -> str:
    """What makes equal pass phrases unequal keys, in hex digits."""
    return secrets.token_hex(_SALT_BYTES)


def normalize_passphrase(typed: str) -> str:
    """What counts of a pass phrase: keyboards write one letter in several ways (NFKC makes them
    one)."""
    return normalize_secret(typed)


def derive_key(phrase: str, salt: str, cost: int) -> str:
    """The key that follows from a pass phrase, however it was typed, and the salt and cost of
    its file."""
    return _scrypt_key(normalize_passphrase(phrase), salt, cost)


def candidate_keys(phrase: str, salt: str, cost: int) -> Iterator[str]:
    """Every key that may open a file: today's, then that of versions to which only "-" meant
    nothing."""
    yield derive_key(phrase, salt, cost)
    legacy = "".join(unicodedata.normalize("NFKC", phrase).split()).replace("-", "").lower()
    if legacy != normalize_passphrase(phrase):
        yield _scrypt_key(legacy, salt, cost)


def _scrypt_key(normalized: str, salt: str, cost: int) -> str:
    key_bytes = Scrypt(salt=bytes.fromhex(salt), length=32, n=cost, r=8, p=1).derive(
        normalized.encode()
    )
    return base64.urlsafe_b64encode(key_bytes).decode()


def encrypt(values: object, key: str) -> str:
    """JSON values as text that is opened by the same key alone."""
    return Fernet(key).encrypt(json.dumps(values, ensure_ascii=False).encode()).decode()


def decrypt(encrypted: str, keys: Iterable[str], problem: Problem) -> Any:
    """The values; raises `ValidationFailed` with `otherwise` where no key fits, or where anything
    was changed."""
    for key in keys:
        with suppress(InvalidToken):
            return parse_json(Fernet(key).decrypt(encrypted), max_values=_MAX_JSON_VALUES)
    raise ValidationFailed([problem])


def parse_encrypted_file(content: bytes) -> Any:
    """The JSON value of a file that came in; raises `ValidationFailed` for what is none."""
    if not content.strip():
        raise ValidationFailed([Problem("empty_file", _("The file is empty."))])
    if content.lstrip().startswith(b"{") and not content.rstrip().endswith(b"}"):
        raise ValidationFailed(
            [Problem("cut_short", _("This file is incomplete: copy or download it again."))]
        )
    return parse_json(content, max_values=_MAX_JSON_VALUES)
