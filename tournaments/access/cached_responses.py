"""Answers that anybody may be given again: compressed, in a store bounded in number and bytes."""

import gzip
import time
from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass, replace
from threading import Lock

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers, set_response_etag

from tournaments.access.cache_limits import MIN_COMPRESSED_BYTES

_LEVEL = 6


@dataclass(frozen=True)
class CachedResponse:
    """An answer of a view; it contains no secret, so its compressed length tells nothing.

    `fresh_until` is on the clock of `time.monotonic`. One `without_session_only` is not given to
    a browser of which the site stores anything.
    """

    status: int
    body: bytes
    is_compressed: bool
    headers: tuple[tuple[str, str], ...]
    fresh_until: float
    without_session_only: bool = False

    def to_response(self, request: HttpRequest) -> HttpResponse:
        """Return the answer, compressed if the reader takes that."""
        takes_gzip = "gzip" in request.headers.get("Accept-Encoding", "")
        body = self.body if takes_gzip or not self.is_compressed else gzip.decompress(self.body)
        response = HttpResponse(body, status=self.status)
        for name, value in self.headers:
            response.headers[name] = value
        if self.is_compressed and takes_gzip:
            response.headers["Content-Encoding"] = "gzip"
        response.headers["Content-Length"] = str(len(body))
        return response

    @property
    def is_fresh(self) -> bool:
        """Whether it may still be given."""
        return time.monotonic() < self.fresh_until

    def extended_until(self, until: float) -> "CachedResponse":
        """Return the same answer, to be given until then."""
        return replace(self, fresh_until=until)


def to_cached_response(
    response: HttpResponse, seconds: float, without_session_only: bool = False
) -> CachedResponse:
    """Return an answer to be given for some seconds; its tag holds for both encodings, so it is
    weak."""
    set_response_etag(response)
    if not response.headers.get("ETag", "W/").startswith("W/"):
        response.headers["ETag"] = "W/" + response.headers["ETag"]
    patch_vary_headers(response, ["Accept-Encoding"])
    body = response.content
    is_compressed = response.headers.get("Content-Encoding") == "gzip"
    if not is_compressed and len(body) >= MIN_COMPRESSED_BYTES:
        body, is_compressed = gzip.compress(body, _LEVEL, mtime=0), True
    left_out = ("Content-Length", "Content-Encoding")
    headers = tuple(each for each in response.items() if each[0] not in left_out)
    until = time.monotonic() + seconds
    return CachedResponse(
        response.status_code, body, is_compressed, headers, until, without_session_only
    )


class ResponseCache:
    """Answers by key, bounded; those not used for the longest time are removed first."""

    def __init__(self, max_responses: int, max_bytes: int) -> None:
        self.max_responses, self.max_bytes = max_responses, max_bytes
        self.bytes = 0
        self._answers: OrderedDict[Hashable, CachedResponse] = OrderedDict()
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._answers)

    def get(self, key: Hashable) -> CachedResponse | None:
        """Return what is stored, fresh or not."""
        with self._lock:
            if answer := self._answers.get(key):
                self._answers.move_to_end(key)
            return answer

    def put(self, key: Hashable, answer: CachedResponse) -> None:
        """Store an answer in place of an earlier one; one that is larger than the store is not
        stored."""
        with self._lock:
            self._drop(key)
            if len(answer.body) > self.max_bytes:
                return
            self._answers[key] = answer
            self.bytes += len(answer.body)
            while len(self._answers) > self.max_responses or self.bytes > self.max_bytes:
                self._drop(next(iter(self._answers)))

    def drop(self, key: Hashable) -> None:
        """Remove an answer, if it is there."""
        with self._lock:
            self._drop(key)

    def clear(self) -> None:
        """Remove all of them."""
        with self._lock:
            self._answers.clear()
            self.bytes = 0

    def _drop(self, key: Hashable) -> None:
        if answer := self._answers.pop(key, None):
            self.bytes -= len(answer.body)
