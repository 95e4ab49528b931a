"""A cache of compressed responses, limited in number and bytes."""

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
    """A response that may be served to other readers.

    It must not contain a secret, because the length of a compressed body could reveal it. It is
    fresh while `time.monotonic()` is below `fresh_until`. If `without_session_only` is true, it is
    not served to browsers with a session cookie.
    """

    status: int
    body: bytes
    is_compressed: bool
    headers: tuple[tuple[str, str], ...]
    fresh_until: float
    without_session_only: bool = False

    def to_response(self, request: HttpRequest) -> HttpResponse:
        """Return a new HTTP response, which is compressed if the browser accepts gzip."""
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

    def extended_until(self, fresh_until: float) -> "CachedResponse":
        """Return a copy that is fresh until `time.monotonic()` reaches `until`."""
        return replace(self, fresh_until=fresh_until)


def to_cached_response(
    response: HttpResponse, seconds: float, without_session_only: bool = False
) -> CachedResponse:
    """Return the response in the form in which it is cached, fresh for some seconds.

    Its ETag is weak, because the compressed and the uncompressed body have the same one.
    """
    set_response_etag(response)
    if not response.headers.get("ETag", "W/").startswith("W/"):
        response.headers["ETag"] = "W/" + response.headers["ETag"]
    patch_vary_headers(response, ["Accept-Encoding"])
    body = response.content
    is_compressed = response.headers.get("Content-Encoding") == "gzip"
    if not is_compressed and len(body) >= MIN_COMPRESSED_BYTES:
        body, is_compressed = gzip.compress(body, _GZIP_LEVEL, mtime=0), True
    excluded_headers = ("Content-Length", "Content-Encoding")
    headers = tuple(header for header in response.items() if header[0] not in excluded_headers)
    fresh_until = time.monotonic() + seconds
    return CachedResponse(
        response.status_code, body, is_compressed, headers, fresh_until, without_session_only
    )


class ResponseCache:
    """Cached responses by key; the least recently used ones are removed beyond the limits."""

    def __init__(self, max_responses: int, max_bytes: int) -> None:
        self.max_responses, self.max_bytes = max_responses, max_bytes
        self.bytes = 0
        self._responses: OrderedDict[Hashable, CachedResponse] = OrderedDict()
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._responses)

    def get(self, key: Hashable) -> CachedResponse | None:
        """Return the stored response even if it is no longer fresh, or None."""
        with self._lock:
            if response := self._responses.get(key):
                self._responses.move_to_end(key)
            return response

    def put(self, key: Hashable, response: CachedResponse) -> None:
        """Store a response, unless its body is larger than the whole cache may be."""
        with self._lock:
            self._drop(key)
            if len(response.body) > self.max_bytes:
                return
            self._responses[key] = response
            self.bytes += len(response.body)
            while len(self._responses) > self.max_responses or self.bytes > self.max_bytes:
                self._drop(next(iter(self._responses)))

    def drop(self, key: Hashable) -> None:
        """Remove the response of a key if there is one."""
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
