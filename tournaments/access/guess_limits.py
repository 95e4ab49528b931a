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
# Wrong guesses are counted for this time from the first one; after it the count starts again at 0.
GUESS_WINDOW_SECONDS = 10 * 60

# The number of IP version 4, and the prefix length of a household's network in version 6.
IP_VERSION_4, HOUSEHOLD_PREFIX_LENGTH = 4, 64

# Table codes stored in a phone's cookie: more than a player needs in an evening.
_MAX_REMEMBERED_CODES = 12
TOO_MANY_TABLE_CODES = Problem(
    "too_many_codes",
    _("Too many wrong codes from this network. Scan your table’s QR code, or wait ten minutes."),
)

_TOO_MANY_PERSON_CODES = _("Too many wrong codes. Wait ten minutes and try again.")


@dataclass(frozen=True)
class GuessLimit:
    """A limit on wrong guesses of one kind, counted for each source within a time window.

    A source is an IP address, a name tried from an address, or a user. If the cache is unavailable,
    nothing is counted.
    """

    kind: str
    max_failures: int

    def seconds_to_wait(self, source: str) -> int:
        """Return the seconds until the source may guess again, 0 if it may now."""
        if cache.get(self._key(source), 0) < self.max_failures:
            return 0
        window_end: float = cache.get(self._key(source) + ":end", 0)
        return max(0, round(window_end - time.time()))

    def count_failure(self, source: str) -> None:
        """Count a wrong guess of the source."""
        with suppress(ValueError):  # the count expired between the two calls
            if cache.add(self._key(source), 0, GUESS_WINDOW_SECONDS):
                cache.set(
                    self._key(source) + ":end",
                    time.time() + GUESS_WINDOW_SECONDS,
                    GUESS_WINDOW_SECONDS,
                )
            cache.incr(self._key(source))

    def reset(self, source: str) -> None:
        """Set the count of a source back to 0, after a right guess."""
        cache.delete(self._key(source))

    def _key(self, source: str) -> str:
        """Return the cache key with a hash of the source, so that no typed text is stored."""
        return f"wrong {self.kind}:{hashlib.sha256(source.encode()).hexdigest()}".replace(" ", "-")


TABLE_CODE_GUESSES = GuessLimit("codes", MAX_WRONG_TABLE_CODES + 1)
PERSON_CODE_GUESSES = GuessLimit("person codes", MAX_WRONG_PERSON_CODES)

# Limits of wrong passwords for a name from one IP address, from one IP address, and for an account
# from all addresses. Guesses in a browser in which the account was signed in before are counted
# separately (`browser_throttle_key`), so that its user does not wait because of others.
PASSWORD_GUESSES_BY_NAME = GuessLimit("passwords of a name", 8)
PASSWORD_GUESSES_BY_ADDRESS = GuessLimit("passwords from a place", 40)
PASSWORD_GUESSES_BY_ACCOUNT = GuessLimit("passwords of an account", 40)

# Wrong old passwords that a signed-in member types when choosing a new one, in any browser.
OLD_PASSWORD_GUESSES = GuessLimit("old passwords", 8)


def open_table(request: HttpRequest, code: str) -> Table:
    """Return the table of a typed code or QR token, and store its code in the phone's session.

    A phone that has opened the code before never has to wait. Raises `ValidationFailed` as
    `find_table_limited` does.
    """
    opened_codes: list[str] = request.session.get("codes", [])
    table = find_table(code) if code in opened_codes else find_table_limited(request, code)
    _store_opened_code(request, code_of(table))
    return table


def find_table_limited(request: HttpRequest, code: str) -> Table:
    """Return the table of a code or QR token; count wrong codes of the client's IP address.

    Wrong tokens are not counted, because tokens are too long to guess. Raises `ValidationFailed`
    with `unknown_code`, `revoked_code`, or `too_many_codes` while the address has to wait.
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
    """Link a player to the person whose code a member typed; count the member's wrong codes.

    Raises `ValidationFailed` as `link_by_code` does. While the member has to wait, raises it with
    `too_many_person_codes` even for a right code.
    """
    if PERSON_CODE_GUESSES.seconds_to_wait(str(user_id)):
        raise ValidationFailed(
            [Problem("too_many_person_codes", _TOO_MANY_PERSON_CODES, field="code")]
        )
    try:
        link_by_code(player, typed_code, Actor.of_user(user_id))
    except ValidationFailed as error:
        if error.problems[0].code == "unknown_person_code":
            PERSON_CODE_GUESSES.count_failure(str(user_id))
        raise


def _store_opened_code(request: HttpRequest, code: str) -> None:
    """Store in the session that this phone has opened a table code."""
    opened_codes = request.session.get("codes", [])
    if code not in opened_codes:
        request.session["codes"] = [*opened_codes, code][-_MAX_REMEMBERED_CODES:]


def client_address(request: HttpRequest) -> str:
    """Return the IP address of the client; an empty text for a Unix socket.

    Behind a trusted proxy it is the address that the proxy reports. For version 6 the /64 network
    is returned: a household can choose any address in its network.
    """
    try:
        address = ip_address(request.META["REMOTE_ADDR"])
    except ValueError:  # a Unix socket
        return ""
    return str(
        address
        if address.version == IP_VERSION_4
        else ip_network((address, HOUSEHOLD_PREFIX_LENGTH), strict=False)
    )
