"""Phones that send like `static/queue.js`: under one key until the site responds."""

import http.client
import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from threading import Event, Lock
from time import monotonic
from urllib.parse import urlencode, urlsplit

# Seconds between two tries, doubled by each failure, and seconds until a request times out.
MIN_RETRY_SECONDS, MAX_RETRY_SECONDS, RESPONSE_TIMEOUT_SECONDS = 1.0, 15.0, 12.0


@dataclass(frozen=True)
class PhoneEntry:
    """An entry of a phone: play, board, side, outcome and idempotency key."""

    play: int
    board: int
    side: str
    outcome: dict[str, str]
    key: str


@dataclass
class ResponseLog:
    """Responses by status, and how many seconds entries waited on the phones."""

    answers: Counter[str] = field(default_factory=Counter)
    waits: list[float] = field(default_factory=list)
    _lock: Lock = field(default_factory=Lock)

    def record(self, answer: str) -> None:
        """Count a response, or a missing one."""
        with self._lock:
            self.answers[answer] += 1

    def record_wait(self, seconds: float) -> None:
        """Record how many seconds an entry waited."""
        with self._lock:
            self.waits.append(round(seconds, 1))


class Browser:
    """A minimal browser with cookies that follows one redirect."""

    def __init__(self, port: int, log: ResponseLog) -> None:
        self.port, self.log = port, log
        self.cookies: dict[str, str] = {}

    def post_form(self, path: str, form: Mapping[str, str]) -> tuple[int, str] | None:
        """Post a form with the CSRF token from the cookie."""
        if "csrftoken" not in self.cookies:
            self.request("GET", path)
        body = urlencode({**form, "csrfmiddlewaretoken": self.cookies.get("csrftoken", "")})
        return self.request(
            "POST", path, body, **{"Content-Type": "application/x-www-form-urlencoded"}
        )

    def request(
        self, method: str, path: str, body: str = "", **fields: str
    ) -> tuple[int, str] | None:
        """Return status and body after redirects, or None if there is no response."""
        try:
            status, redirect, text = self._request(method, path, body, fields)
            if redirect:
                status, _redirect, text = self._request("GET", redirect, "", {})
        except (OSError, http.client.HTTPException):
            self.log.record("no answer")
            return None
        self.log.record(str(status))
        return status, text

    def _request(
        self, method: str, path: str, body: str, fields: dict[str, str]
    ) -> tuple[int, str, str]:
        connection = http.client.HTTPConnection(
            "127.0.0.1", self.port, timeout=RESPONSE_TIMEOUT_SECONDS
        )
        try:
            cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
            connection.request(method, path, body.encode(), {"Cookie": cookies, **fields})
            answer = connection.getresponse()
            text = answer.read().decode()
        finally:
            connection.close()
        for name, value in answer.getheaders():
            if name.lower() == "set-cookie":
                self._store_cookie(value)
        return answer.status, urlsplit(answer.getheader("Location") or "").path, text

    def _store_cookie(self, cookie: str) -> None:
        name, _equals, value = cookie.split(";")[0].partition("=")
        self.cookies[name] = value


@dataclass
class Phone:
    """The phone of one side of a table; `accepted` holds its accepted entries by key."""

    port: int
    code: str
    entries: Sequence[PhoneEntry]
    rng: random.Random
    mean_pause_seconds: float
    log: ResponseLog
    # Set when the evening is over and no phone waits any longer.
    stop: Event
    accepted: dict[str, PhoneEntry] = field(default_factory=dict)
    refused: list[str] = field(default_factory=list)

    def run(self) -> None:
        """Enter everything, about one in ten entries twice, with random pauses."""
        self.browser = Browser(self.port, self.log)
        for entry in self._with_duplicates():
            if self.stop.wait(self.rng.expovariate(1 / self.mean_pause_seconds)):
                return
            self._send_until_answered(entry)

    def _with_duplicates(self) -> Iterator[PhoneEntry]:
        for entry in self.entries:
            yield entry
            if self.rng.random() < 0.1:
                yield entry

    def _send_until_answered(self, entry: PhoneEntry) -> None:
        pause, started_at = MIN_RETRY_SECONDS, monotonic()
        while not self._is_answered(entry):
            if self.stop.wait(pause):
                return
            pause = min(2 * pause, MAX_RETRY_SECONDS)
        self.log.record_wait(monotonic() - started_at)

    def _is_answered(self, entry: PhoneEntry) -> bool:
        """Return whether the site has responded with one of its own pages."""
        form = {**entry.outcome, "side": entry.side, "sure": "yes", "key": entry.key}
        answer = self.browser.post_form(f"/t/{self.code}/boards/{entry.board}/", form)
        if answer is None or answer[0] >= 500 or answer[0] == 429 or 'id="queue"' not in answer[1]:
            return False
        if answer[0] == 200:
            self.accepted[entry.key] = entry
        else:
            self.refused.append(f"{entry}: {answer[0]}")
        return True
