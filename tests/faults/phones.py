"""Phones that send as ours do (`static/queue.js`): under one key each time, until the site has
answered."""

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
    """What a phone enters: about which play, for which side, under which key."""

    play: int
    board: int
    side: str
    outcome: dict[str, str]
    key: str


@dataclass
class ResponseLog:
    """What all phones together have seen: answers by status, and how long entries lay on
    shelves."""

    answers: Counter[str] = field(default_factory=Counter)
    waits: list[float] = field(default_factory=list)
    _lock: Lock = field(default_factory=Lock)

    def note(self, what: str) -> None:
        """Another answer, or none."""
        with self._lock:
            self.answers[what] += 1

    def waited(self, seconds: float) -> None:
        """For how long an entry lay on the shelf."""
        with self._lock:
            self.waits.append(round(seconds, 1))


class Browser:
    """A browser as far as a phone needs one: cookies, and redirections followed."""

    def __init__(self, port: int, seen: ResponseLog) -> None:
        self.port, self.seen = port, seen
        self.cookies: dict[str, str] = {}

    def send(self, path: str, form: Mapping[str, str]) -> tuple[int, str] | None:
        """A form, with the token against forged ones that every page's cookie has."""
        if "csrftoken" not in self.cookies:
            self.ask("GET", path)
        body = urlencode({**form, "csrfmiddlewaretoken": self.cookies.get("csrftoken", "")})
        return self.ask("POST", path, body, **{"Content-Type": "application/x-www-form-urlencoded"})

    def ask(self, method: str, path: str, body: str = "", **fields: str) -> tuple[int, str] | None:
        """Status and body of the page that is answered in the end; None where there is none."""
        try:
            status, goes_on, text = self._asked(method, path, body, fields)
            if goes_on:
                status, _nowhere, text = self._asked("GET", goes_on, "", {})
        except (OSError, http.client.HTTPException):
            self.seen.note("no answer")
            return None
        self.seen.note(str(status))
        return status, text

    def _asked(
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
                self._keep(value)
        return answer.status, urlsplit(answer.getheader("Location") or "").path, text

    def _keep(self, cookie: str) -> None:
        name, _equals, value = cookie.split(";")[0].partition("=")
        self.cookies[name] = value


@dataclass
class Phone:
    """One side's phone at a table; `told` has by its key what was accepted, `refused` what was
    not."""

    port: int
    code: str
    says: Sequence[PhoneEntry]
    rng: random.Random
    pace: float
    seen: ResponseLog
    # Set when the evening is over and no phone waits any longer.
    over: Event
    told: dict[str, PhoneEntry] = field(default_factory=dict)
    refused: list[str] = field(default_factory=list)

    def run(self) -> None:
        """Enter everything, one in ten of them twice, each after a while of so many seconds on
        average."""
        self.browser = Browser(self.port, self.seen)
        for said in self._with_duplicates():
            if self.over.wait(self.rng.expovariate(1 / self.pace)):
                return
            self._send_until_answered(said)

    def _with_duplicates(self) -> Iterator[PhoneEntry]:
        for said in self.says:
            yield said
            if self.rng.random() < 0.1:
                yield said

    def _send_until_answered(self, said: PhoneEntry) -> None:
        pause, begun = MIN_RETRY_SECONDS, monotonic()
        while not self._sent(said):
            if self.over.wait(pause):
                return
            pause = min(2 * pause, MAX_RETRY_SECONDS)
        self.seen.waited(monotonic() - begun)

    def _sent(self, said: PhoneEntry) -> bool:
        """Whether the site has answered; a page that is none of its own is no answer."""
        form = {**said.outcome, "side": said.side, "sure": "yes", "key": said.key}
        answer = self.browser.send(f"/t/{self.code}/boards/{said.board}/", form)
        if answer is None or answer[0] >= 500 or answer[0] == 429 or 'id="queue"' not in answer[1]:
            return False
        if answer[0] == 200:
            self.told[said.key] = said
        else:
            self.refused.append(f"{said}: {answer[0]}")
        return True
