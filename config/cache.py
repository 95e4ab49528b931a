"""Redis cache that fails open: while Redis does not answer, it behaves as an empty cache."""

import json
import time
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.core.cache.backends.redis import RedisCache
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

# How long a request waits for Redis.
TIMEOUT_SECONDS = 0.3

# After a failure no request uses Redis for this long, so that few requests wait for it.
RETRY_AFTER_SECONDS = 10.0

_OPTIONS = {
    "socket_connect_timeout": TIMEOUT_SECONDS,
    "socket_timeout": TIMEOUT_SECONDS,
    "retry": Retry(NoBackoff(), 0),
    "serializer": "config.cache.JSONSerializer",
}


def _fail_open(name: str, fallback: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap a method of Django's cache to return `fallback(…)` while the circuit is open."""
    method = getattr(RedisCache, name)

    @wraps(method)
    def wrapper(self: "FailOpenCache", *args: Any, **kwargs: Any) -> Any:
        if time.monotonic() < self.open_until:
            return fallback(*args, **kwargs)
        try:
            return method(self, *args, **kwargs)
        except RedisError:
            FailOpenCache.open_until = time.monotonic() + RETRY_AFTER_SECONDS
            return fallback(*args, **kwargs)

    return wrapper


class JSONSerializer:
    """Serializer that uses JSON, so that write access to Redis is not enough to run code here.

    Integers are stored as they are, because Redis can increment them.
    """

    def dumps(self, value: Any) -> int | bytes:
        """Serialize a value; raise `TypeError` for one that JSON cannot represent."""
        return value if type(value) is int else json.dumps(value).encode()

    def loads(self, stored: bytes) -> Any:
        """Return the stored value, or None if it is not JSON, as stored by an old version."""
        try:
            return json.loads(stored)
        except ValueError:
            return None


class FailOpenCache(RedisCache):
    """Django's Redis cache with a circuit breaker; it behaves as empty while Redis fails."""

    # A time of `time.monotonic`. It is a class attribute because each thread has its own cache
    # object.
    open_until = 0.0

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, {**params, "OPTIONS": {**_OPTIONS, **params.get("OPTIONS", {})}})

    add = _fail_open("add", lambda *_args, **_kwargs: True)
    get = _fail_open("get", lambda _key, default=None, version=None: default)
    set = _fail_open("set", lambda *_args, **_kwargs: None)
    touch = _fail_open("touch", lambda *_args, **_kwargs: False)
    delete = _fail_open("delete", lambda *_args, **_kwargs: False)
    get_many = _fail_open("get_many", lambda *_args, **_kwargs: {})
    set_many = _fail_open("set_many", lambda *_args, **_kwargs: [])
    delete_many = _fail_open("delete_many", lambda *_args, **_kwargs: None)
    has_key = _fail_open("has_key", lambda *_args, **_kwargs: False)
    incr = _fail_open("incr", lambda _key, delta=1, version=None: delta)
    clear = _fail_open("clear", lambda *_args, **_kwargs: True)
