"""Codes are not to be guessed: so many wrong ones from one address, and it must wait."""

from contextlib import suppress

from django.core.cache import cache
from django.http import HttpRequest
from redis.exceptions import RedisError

from games.problems import Problem, Refused
from games.text import gettext_noop as _
from tournaments.models import Table
from tournaments.models.codes import code_of, find_table

WRONG_CODES = 30
WINDOW = 10 * 60
"""Seconds for which an address's wrong codes are counted, from the first."""

_REMEMBERED = 12  # codes in a phone's cookie: more than anybody visits in an evening
TOO_MANY = Problem(
    "too_many_codes",
    _("Too many wrong codes came from here: wait ten minutes, or ask the director to enter your result."),
)


def open_table(request: HttpRequest, typed: str) -> Table:
    """The table of a code as it was typed; a phone that has opened it before is never made to wait.

    Raises `Refused`: `unknown_code`, `revoked_code`, or `too_many_codes` while the address must wait.
    """
    known: list[str] = request.session.get("codes", [])
    if typed not in known and _wrong_codes(request) > WRONG_CODES:
        raise Refused([TOO_MANY])
    try:
        table = find_table(typed)
    except Refused:
        _count_wrong(request)
        raise
    if (code := code_of(table)) not in known:
        request.session["codes"] = [*known, code][-_REMEMBERED:]
    return table


def _cache_key(request: HttpRequest) -> str:
    return f"wrong codes:{request.META['REMOTE_ADDR']}".replace(" ", "-")


def _wrong_codes(request: HttpRequest) -> int:
    with suppress(RedisError):  # without its cache the evening goes on uncounted
        return int(cache.get(_cache_key(request), 0))
    return 0


def _count_wrong(request: HttpRequest) -> None:
    cache_key = _cache_key(request)
    with suppress(RedisError, ValueError):  # ValueError: the window closed in between
        cache.add(cache_key, 0, WINDOW)
        cache.incr(cache_key)
