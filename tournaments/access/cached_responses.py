"""Cached responses, compressed, in a store bounded by number and bytes."""

import gzip
import time
from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass, replace
from threading import Lock

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers, set_response_etag

from tournaments.access.cache_limits import MIN_COMPRESSED_BYTES

_GZIP_LEVEL = 6


@dataclass(frozen=True)
class CachedResponse:
    """A response that may be served again.

    It contains no secret, so its compressed length reveals none. It is fresh while
    `time.monotonic()` is below `fresh_until`. One that is `without_session_only` is not served to a
    browser with a session cookie.
    """

    status: int
    body: bytes
    is_compressed: bool
    headers: tuple[tuple[str, str], ...]
    fresh_until: float
    without_session_only: bool = False

    def to_response(self, request: HttpRequest) -> HttpResponse:
        """Return a new HTTP response, compressed if the browser accepts that."""
        accepts_gzip = "gzip" in request.headers.get("Accept-Encoding", "")
        body = self.body if accepts_gzip or not self.is_compressed else gzip.decompress(self.body)
        response = HttpResponse(body, status=self.status)
        for name, value in self.headers:
            response.headers[name] = value
        if self.is_compressed and accepts_gzip:
            response.headers["Content-Encoding"] = "gzip"
        response.headers["Content-Length"] = str(len(body))
        return response

    @property
    def is_fresh(self) -> bool:
        """Return whether the response may still be served."""
        return time.monotonic() < self.fresh_until

    def extended_until(self, until: float) -> "CachedResponse":
        """Return a copy that is fresh until this time."""
        return replace(self, fresh_until=until)


def to_cached_response(
    response: HttpResponse, seconds: float, without_session_only: bool = False
) -> CachedResponse:
    """Return a cached response that is fresh for some seconds.

    Its ETag is weak, as it holds for both encodings.
    """
    set_response_etag(response)
    if not response.headers.get("ETag", "W/").startswith("W/"):
        response.headers["ETag"] = "W/" + response.headers["ETag"]
    patch_vary_headers(response, ["Accept-Encoding"])
    body = response.content
    is_compressed = response.headers.get("Content-Encoding") == "gzip"
    if not is_compressed and len(body) >= MIN_COMPRESSED_BYTES:
        body, is_compressed = gzip.compress(body, _GZIP_LEVEL, mtime=0), True
    excluded = ("Content-Length", "Content-Encoding")
    headers = tuple(header for header in response.items() if header[0] not in excluded)
    until = time.monotonic() + seconds
    return CachedResponse(
        response.status_code, body, is_compressed, headers, until, without_session_only
    )


class ResponseCache:
    """Cached responses by key; evicts the least recently used ones."""

    def __init__(self, max_responses: int, max_bytes: int) -> None:
        self.max_responses, self.max_bytes = max_responses, max_bytes
        self.bytes = 0
        self._responses: OrderedDict[Hashable, CachedResponse] = OrderedDict()
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._responses)

    def get(self, key: Hashable) -> CachedResponse | None:
        """Return the stored response, fresh or not, or None."""
        with self._lock:
            if response := self._responses.get(key):
                self._responses.move_to_end(key)
            return response

    def put(self, key: Hashable, response: CachedResponse) -> None:
        """Store a response, unless it is larger than the whole cache."""
        with self._lock:
            self._drop(key)
            if len(response.body) > self.max_bytes:
                return
            self._responses[key] = response
            self.bytes += len(response.body)
            while len(self._responses) > self.max_responses or self.bytes > self.max_bytes:
                self._drop(next(iter(self._responses)))

    def drop(self, key: Hashable) -> None:
        """Remove a response, if stored."""
        with self._lock:
            self._drop(key)

    def clear(self) -> None:
        """Remove all responses."""
        with self._lock:
            self._responses.clear()
            self.bytes = 0

    def _drop(self, key: Hashable) -> None:
        if response := self._responses.pop(key, None):
            self.bytes -= len(response.body)
