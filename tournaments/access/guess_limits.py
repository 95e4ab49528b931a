"""Limit wrong guesses of table codes, person codes and passwords."""

import hashlib
import time
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import ip_address, ip_network

from django.core.cache import cache
from django.http import HttpRequest

from games.problems import Problem, ValidationFailed
from games.text import gettext_noop as _
from tournaments.actions.people.person_links import link_by_code
from tournaments.models import Player, Table
from tournaments.permissions.actor import Actor
from tournaments.queries.phone.table_codes import code_of, find_table, is_qr_token

MAX_WRONG_TABLE_CODES, MAX_WRONG_PERSON_CODES = 30, 8
# Wrong guesses are counted for this time from the first one; then guessing is free again.
GUESS_WINDOW_SECONDS = 10 * 60

# The IP version 4, and the prefix length that one household has in version 6.
IP_VERSION_4, HOUSEHOLD_PREFIX_LENGTH = 4, 64

_MAX_REMEMBERED_CODES = 12  # codes in a phone's cookie: more than anybody visits in an evening
TOO_MANY_TABLE_CODES = Problem(
    "too_many_codes",
    _("Too many wrong codes from this network. Scan your table’s QR code, or wait ten minutes."),
)

_TOO_MANY_PERSON_CODES = _("Too many wrong codes. Wait ten minutes and try again.")


@dataclass(frozen=True)
class GuessLimit:
    """A limit on wrong guesses of one kind, counted for each source within a window.

    A source is an address, a name tried at an address, or a user. If the cache is unavailable,
    nothing is counted.
    """

    kind: str
    max_failures: int

    def seconds_to_wait(self, source: str) -> int:
        """Return after how many seconds the source may guess again; 0 if it may now."""
        if cache.get(self._key(source), 0) < self.max_failures:
            return 0
        end: float = cache.get(self._key(source) + ":end", 0)
        return max(0, round(end - time.time()))

    def count_failure(self, source: str) -> None:
        """Count a wrong guess."""
        with suppress(ValueError):  # the window closed in between
            if cache.add(self._key(source), 0, GUESS_WINDOW_SECONDS):
                cache.set(
                    self._key(source) + ":end",
                    time.time() + GUESS_WINDOW_SECONDS,
                    GUESS_WINDOW_SECONDS,
                )
            cache.incr(self._key(source))

    def reset(self, source: str) -> None:
        """Forget the wrong guesses of a source, after a right one."""
        cache.delete(self._key(source))

    def _key(self, source: str) -> str:
        """Hash the source, so that the cache stores nothing that was typed."""
        return f"wrong {self.kind}:{hashlib.sha256(source.encode()).hexdigest()}".replace(" ", "-")


TABLE_CODE_GUESSES = GuessLimit("codes", MAX_WRONG_TABLE_CODES + 1)
PERSON_CODE_GUESSES = GuessLimit("person codes", MAX_WRONG_PERSON_CODES)

# Wrong passwords: for one name at one place, from one place, and for one account from everywhere.
# In a browser in which the account was signed in before, nobody waits for others.
PASSWORD_GUESSES_BY_NAME = GuessLimit("passwords of a name", 8)
PASSWORD_GUESSES_BY_ADDRESS = GuessLimit("passwords from a place", 40)
PASSWORD_GUESSES_BY_ACCOUNT = GuessLimit("passwords of an account", 40)

# Wrong old passwords of one member, from whatever browser they are signed in with.
OLD_PASSWORD_GUESSES = GuessLimit("old passwords", 8)


def open_table(request: HttpRequest, code: str) -> Table:
    """Return the table of a typed code or of the token in a QR code, and remember the code.

    A phone that has opened the code before never has to wait. Raises `ValidationFailed` as
    `find_table_limited` does.
    """
    opened_codes: list[str] = request.session.get("codes", [])
    table = find_table(code) if code in opened_codes else find_table_limited(request, code)
    _remember(request, code_of(table))
    return table


def find_table_limited(request: HttpRequest, code: str) -> Table:
    """Return the table of a code or token, counting wrong codes of the client's address.

    Tokens are not counted: they are too long to guess. Raises `ValidationFailed` with
    `unknown_code`, `revoked_code`, or `too_many_codes` while the address has to wait.
    """
    if is_qr_token(code):
        return find_table(code)
    if TABLE_CODE_GUESSES.seconds_to_wait(client_address(request)):
        raise ValidationFailed([TOO_MANY_TABLE_CODES])
    try:
        return find_table(code)
    except ValidationFailed:
        TABLE_CODE_GUESSES.count_failure(client_address(request))
        raise


def link_by_code_limited(player: Player, typed_code: str, user_id: int) -> None:
    """Link a player to the person whose code a member typed, counting wrong codes.

    Raises `ValidationFailed` as `join_by_code` does, and with `too_many_person_codes` while the
    member has to wait, even for a right code.
    """
    if PERSON_CODE_GUESSES.seconds_to_wait(str(user_id)):
        raise ValidationFailed(
            [Problem("too_many_person_codes", _TOO_MANY_PERSON_CODES, field="code")]
        )
    try:
        link_by_code(player, typed_code, Actor.of_user(user_id))
    except ValidationFailed as failed:
        if failed.problems[0].code == "unknown_person_code":
            PERSON_CODE_GUESSES.count_failure(str(user_id))
        raise


def _remember(request: HttpRequest, code: str) -> None:
    """Store in the session that this phone has opened a code."""
    opened_codes = request.session.get("codes", [])
    if code not in opened_codes:
        request.session["codes"] = [*opened_codes, code][-_MAX_REMEMBERED_CODES:]


def client_address(request: HttpRequest) -> str:
    """Return the IP address of the client, behind a trusted proxy the one it reports.

    For version 6 the /64 network of the household, whose members can choose any address in it.
    """
    try:
        address = ip_address(request.META["REMOTE_ADDR"])
    except ValueError:  # a socket of the machine itself
        return ""
    return str(
        address
        if address.version == IP_VERSION_4
        else ip_network((address, HOUSEHOLD_PREFIX_LENGTH), strict=False)
    )
