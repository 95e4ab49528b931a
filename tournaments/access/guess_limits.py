"""Codes and passwords are not to be guessed: so many wrong ones, and whoever tries must wait a
while."""

import hashlib
import time
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import ip_address, ip_network

from django.core.cache import cache
from django.http import HttpRequest

from games.problems import Problem, ValidationFailed
from games.text import gettext_noop as _
from tournaments.actions.people.people_across_clubs import join_by_code
from tournaments.models import Player, Table
from tournaments.permissions.actor import Actor
from tournaments.queries.phone.table_codes import code_of, find_table, is_qr_token

MAX_WRONG_TABLE_CODES, MAX_WRONG_PERSON_CODES = 30, 8
GUESS_WINDOW_SECONDS = 10 * 60
"""Seconds for which wrong guesses are counted, from the first; then everybody may try again."""

FOURTH, OF_A_HOUSE = 4, 64
"""A version of addresses, and of the other how many bits a house has in common."""

_REMEMBERED = 12  # codes in a phone's cookie: more than anybody visits in an evening
TOO_MANY_TABLE_CODES = Problem(
    "too_many_codes",
    _("Too many wrong codes from this network. Scan your table’s QR code, or wait ten minutes."),
)

_TOO_MANY_PERSON_CODES = _("Too many wrong codes. Wait ten minutes and try again.")


@dataclass(frozen=True)
class GuessLimit:
    """So many wrong guesses of one kind, counted for each who makes them: an address, or a name
    tried at one.

    Without its cache the evening goes on uncounted.
    """

    kind: str
    max_failures: int

    def seconds_to_wait(self, who: str) -> int:
        """Seconds until `who` may guess again; 0 while he may."""
        if cache.get(self._key(who), 0) < self.max_failures:
            return 0
        end: float = cache.get(self._key(who) + ":end", 0)
        return max(0, round(end - time.time()))

    def count_failure(self, who: str) -> None:
        """One more wrong guess."""
        with suppress(ValueError):  # the window closed in between
            if cache.add(self._key(who), 0, GUESS_WINDOW_SECONDS):
                cache.set(
                    self._key(who) + ":end",
                    time.time() + GUESS_WINDOW_SECONDS,
                    GUESS_WINDOW_SECONDS,
                )
            cache.incr(self._key(who))

    def reset(self, who: str) -> None:
        """He knew it after all."""
        cache.delete(self._key(who))

    def _key(self, who: str) -> str:
        """Nothing anybody typed stands in the cache."""
        return f"wrong {self.kind}:{hashlib.sha256(who.encode()).hexdigest()}".replace(" ", "-")


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
    """The table of a code as it was typed on a phone, or of the token in its QR code.

    A phone that has opened the code before is not made to wait. Raises `ValidationFailed` as
    `find_table_limited` does.
    """
    known: list[str] = request.session.get("codes", [])
    table = find_table(code) if code in known else find_table_limited(request, code)
    _remember(request, code_of(table))
    return table


def find_table_limited(request: HttpRequest, code: str) -> Table:
    """The table of a code or a token; wrong codes are counted, a token is never made to wait.

    Raises `ValidationFailed`: `unknown_code`, `revoked_code`, or `too_many_codes` while the address
    must wait.
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


def join_person_limited(player: Player, typed: str, who: int) -> None:
    """A player is the person whose code a member typed; his wrong ones are counted.

    Raises `ValidationFailed` as `join_by_code` does; `too_many_person_codes` while he must wait,
    whatever he typed.
    """
    if PERSON_CODE_GUESSES.seconds_to_wait(str(who)):
        raise ValidationFailed(
            [Problem("too_many_person_codes", _TOO_MANY_PERSON_CODES, field="code")]
        )
    try:
        join_by_code(player, typed, Actor.of_user(who))
    except ValidationFailed as refused:
        if refused.problems[0].code == "unknown_person_code":
            PERSON_CODE_GUESSES.count_failure(str(who))
        raise


def _remember(request: HttpRequest, code: str) -> None:
    """This phone has opened a code."""
    known = request.session.get("codes", [])
    if code not in known:
        request.session["codes"] = [*known, code][-_REMEMBERED:]


def client_address(request: HttpRequest) -> str:
    """From where somebody asks; behind a proxy, what `serve` believes it about that.

    Of the sixth version the network of a house: who has one address there has as many as he likes.
    """
    try:
        address = ip_address(request.META["REMOTE_ADDR"])
    except ValueError:  # a socket of the machine itself
        return ""
    return str(
        address if address.version == FOURTH else ip_network((address, OF_A_HOUSE), strict=False)
    )
