"""Redis as a cache that is never needed: while it is silent, nothing is found there and nothing
is kept."""

import json
import time
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.core.cache.backends.redis import RedisCache
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

TIMEOUT_SECONDS = 0.3
"""Seconds for which one request waits for it."""

RETRY_AFTER_SECONDS = 10.0
"""Seconds for which it is left alone after it has not answered: only one request in so many
waits at all."""

_OPTIONS = {
    "socket_connect_timeout": TIMEOUT_SECONDS,
    "socket_timeout": TIMEOUT_SECONDS,
    "retry": Retry(NoBackoff(), 0),
    "serializer": "config.cache.JSONSerializer",
}


def _unless_silent(name: str, without: Callable[..., Any]) -> Callable[..., Any]:
    """A method of Django's cache that answers `without` its server while that is silent."""
    method = getattr(RedisCache, name)

    @wraps(method)
    def asked(self: "FailOpenCache", *args: Any, **kwargs: Any) -> Any:
        if time.monotonic() < self.open_until:
            return without(*args, **kwargs)
        try:
            return method(self, *args, **kwargs)
        except RedisError:
            FailOpenCache.open_until = time.monotonic() + RETRY_AFTER_SECONDS
            return without(*args, **kwargs)

    return asked


class JSONSerializer:
    """How values are written to Redis: as JSON, so that who can write there makes no code run here.

    Whole numbers stay numbers, which Redis can count up.
    """

    def dumps(self, value: Any) -> int | bytes:
        """Raises `TypeError` for a value that JSON has not."""
        return value if type(value) is int else json.dumps(value).encode()

    def loads(self, stored: bytes) -> Any:
        """What was stored; None for what is no JSON, such as a value of an earlier version."""
        try:
            return json.loads(stored)
        except ValueError:
            return None


class FailOpenCache(RedisCache):
    """Django's, but that a server which is gone, or never answers, is an empty cache."""

    open_until = 0.0
    """On the clock of `time.monotonic`, for every thread of the process: each has a cache of its
    own."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, {**params, "OPTIONS": {**_OPTIONS, **params.get("OPTIONS", {})}})

    add = _unless_silent("add", lambda *_args, **_kwargs: True)
    get = _unless_silent("get", lambda _key, default=None, version=None: default)
    set = _unless_silent("set", lambda *_args, **_kwargs: None)
    touch = _unless_silent("touch", lambda *_args, **_kwargs: False)
    delete = _unless_silent("delete", lambda *_args, **_kwargs: False)
    get_many = _unless_silent("get_many", lambda *_args, **_kwargs: {})
    set_many = _unless_silent("set_many", lambda *_args, **_kwargs: [])
    delete_many = _unless_silent("delete_many", lambda *_args, **_kwargs: None)
    has_key = _unless_silent("has_key", lambda *_args, **_kwargs: False)
    incr = _unless_silent("incr", lambda _key, delta=1, version=None: delta)
    clear = _unless_silent("clear", lambda *_args, **_kwargs: True)
