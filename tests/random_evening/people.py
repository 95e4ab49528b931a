"""The clients of a session: director, phones at tables, the public, programs."""

import logging
import random
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from django.core.signals import got_request_exception
from django.test import Client
from django.urls import Resolver404, resolve

WITHOUT_GET: set[str] = set()  # names of addresses that were found to take no GET


class ServerFailed(AssertionError):
    """A request was answered with a server error, or a traceback was logged."""


@dataclass
class Coverage:
    """What the sessions have covered, by URL name.

    `read` counts responses by status, `submitted` counts forms by whether they changed anything.
    """

    read: Counter[tuple[str, int]] = field(default_factory=Counter)
    submitted: Counter[tuple[str, bool]] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)

    def report(self) -> str:
        """Return a report of the forms that succeeded or were refused, and the pages read."""
        forms = sorted({name for name, _done in self.submitted})
        pressed = [
            f"  {form}: {self.submitted[form, True]}, {self.submitted[form, False]}"
            for form in forms
        ]
        statuses: dict[str, list[str]] = {}
        for (name, status), often in sorted((+self.read).items()):
            statuses.setdefault(name, []).append(f"{status} {often} times")
        read = [f"  {name or 'no name'}: {', '.join(status)}" for name, status in statuses.items()]
        return "\n".join(["Forms, done and refused:", *pressed, "Addresses read:", *read])


def page_name(address: str) -> str:
    """Return the name of a URL; blank if it has none."""
    try:
        return resolve(urlsplit(address).path).url_name or ""
    except Resolver404:
        return ""


@dataclass(eq=False)
class Browser:
    """A client; `who` is its name in reports."""

    who: str
    coverage: Coverage
    client: Client = field(default_factory=lambda: Client(raise_request_exception=False))
    headers: dict[str, str] = field(default_factory=dict)

    def get(self, address: str) -> Any:
        """Return the page that a URL leads to."""
        return self._answered(
            "GET", address, self.client.get(address, follow=True, headers=self.headers)
        )

    def post(self, address: str, form_data: dict[str, list[str]]) -> Any:
        """Return the response to a form, following redirects."""
        answer = self.client.post(address, form_data, follow=True, headers=self.headers)
        return self._answered("POST", address, answer, form_data)

    def _answered(self, method: str, address: str, response: Any, form_data: object = None) -> Any:
        body = b"".join(response.streaming_content) if response.streaming else response.content
        response.text_read = body.decode(errors="replace") if _is_text(response) else ""
        self.coverage.read[page_name(address), response.status_code] += method == "GET"
        if response.status_code == 405:
            WITHOUT_GET.add(page_name(address))
        failed = (
            response.status_code >= 500 or "Traceback (most recent call last)" in response.text_read
        )
        if failed and not (response.status_code == 503 and "/health" in address):
            self.coverage.failures.append(
                f"{self.who}: {method} {address} {form_data or ''}: {response.status_code}"
            )
        if self.coverage.failures:
            raise ServerFailed("\n".join(self.coverage.failures))
        return response


def _is_text(response: Any) -> bool:
    kind = response.headers.get("Content-Type", "")
    return kind.startswith(("text/", "application/json"))


class _Collected(logging.Handler):
    """Store every logged traceback."""

    def __init__(self, coverage: Coverage) -> None:
        super().__init__(logging.WARNING)
        self.coverage = coverage

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info and not record.name.startswith("django.request"):
            self.coverage.failures.append(logging.Formatter().format(record))


@contextmanager
def failures_collected(coverage: Coverage) -> Iterator[None]:
    """Turn every exception of a request and every logged traceback into a failure."""

    def failed(sender: object, request: Any, **_signal: object) -> None:
        import sys
        import traceback

        lines = traceback.format_exception(*sys.exc_info())
        coverage.failures.append("".join(lines[-12:]))

    handler = _Collected(coverage)
    logging.getLogger().addHandler(handler)
    got_request_exception.connect(failed)
    try:
        yield
    finally:
        got_request_exception.disconnect(failed)
        logging.getLogger().removeHandler(handler)


def shuffled(rng: random.Random, several: list[Any]) -> list[Any]:
    """Return the items in random order."""
    return rng.sample(several, len(several))
