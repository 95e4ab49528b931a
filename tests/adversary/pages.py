"""Parse responses as the adversary reads them: text, links and forms."""

import io
import re
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urldefrag, urljoin

from django.http import HttpResponseBase
from django.http.cookie import SimpleCookie

_FACES = re.compile(r'class="card"|<span class="ranks">')

_RANDOM = re.compile(r"\b[0-9a-f]{12,}\b|\b[A-Za-z0-9]{28,}\b")
_TIMES = re.compile(r"\b\d\d:\d\d(:\d\d)?(\.\d+)?\b")
_IGNORED_HEADERS = {"content-length", "etag", "set-cookie", "vary", "expires", "date"}


def deals_face_up(text: str) -> bool:
    """Return whether instructions for dealing a board show cards, not only seats and numbers."""
    instructions = text.split('id="dealt"')[0]
    return '<p class="seat">' in instructions or bool(
        _FACES.search(instructions.partition('class="runs"')[2])
    )


@dataclass(frozen=True)
class Form:
    """A form of a page: URL, method, field values, and the choices of each field."""

    action: str
    method: str
    fields: Mapping[str, str]
    choices: Mapping[str, tuple[str, ...]]


@dataclass
class Page:
    """Links and forms of a page."""

    links: set[str] = field(default_factory=set)
    forms: list[Form] = field(default_factory=list)


def text_of(response: HttpResponseBase) -> str:
    """Return the text of a response: status, headers, body, and the sheets of a spreadsheet."""
    body = b"".join(response) if response.streaming else response.content
    headers = [
        f"{name}: {value}"
        for name, value in response.items()
        if name.lower() not in _IGNORED_HEADERS
    ]
    return "\n".join([str(response.status_code), *headers, _decoded(body)])


def without_chance(text: str) -> str:
    """Return a text without one-time keys, CSRF tokens and the time of day."""
    return _TIMES.sub("…", _RANDOM.sub("…", text))


def read_page(text: str, address: str) -> Page:
    """Return the links and forms of a page of the site."""
    reader = _Reader(address)
    reader.feed(text)
    return reader.page


def copied(cookies: SimpleCookie) -> SimpleCookie:
    """Return a copy of a browser's cookies."""
    copied_cookies: SimpleCookie = SimpleCookie()
    for name, morsel in cookies.items():
        copied_cookies[name] = morsel.value
        copied_cookies[name].update(morsel)
    return copied_cookies


def _decoded(body: bytes) -> str:
    if not body.startswith(b"PK"):
        return body.decode("utf-8", "replace")
    with zipfile.ZipFile(io.BytesIO(body)) as sheets:
        inner = (
            name
            for name in sheets.namelist()
            if name.endswith((".xml", ".json")) and "docProps" not in name
        )
        return "\n".join(sheets.read(name).decode("utf-8", "replace") for name in sorted(inner))


class _Reader(HTMLParser):
    def __init__(self, address: str) -> None:
        super().__init__()
        self.address, self.page = address, Page()
        self._form: tuple[str, str, dict[str, str], dict[str, list[str]]] | None = None
        self._select = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        for name in ("href", "hx-get", "data-poll", "src"):
            self._link(attributes.get(name, "") if tag != "form" else "")
        if tag == "form":
            action = urldefrag(urljoin(self.address, attributes.get("action") or self.address))[0]
            self._form = (action, attributes.get("method", "get").lower(), {}, {})
        if self._form:
            self._field(tag, attributes)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form" and self._form:
            action, method, fields, choices = self._form
            offered = {name: tuple(values) for name, values in choices.items()}
            self.page.forms.append(Form(action, method, fields, offered))
            self._form = None
        if tag == "select":
            self._select = ""

    def _link(self, target: str) -> None:
        address = urldefrag(urljoin(self.address, target))[0] if target else ""
        if address.startswith("/") and not address.startswith(("/static/", "//")):
            self.page.links.add(address)

    def _field(self, tag: str, attributes: Mapping[str, str]) -> None:
        assert self._form
        _action, _method, fields, choices = self._form
        name = attributes.get("name", "")
        if tag == "select":
            self._select = name
        if tag == "option" and self._select:
            choices.setdefault(self._select, []).append(attributes.get("value", ""))
            if "selected" in attributes or self._select not in fields:
                fields[self._select] = attributes.get("value", "")
        if tag in ("input", "textarea", "button") and name:
            kind = attributes.get("type", "submit" if tag == "button" else "text")
            if kind in ("radio", "checkbox", "submit"):
                choices.setdefault(name, []).append(attributes.get("value", "on"))
            if kind not in ("radio", "checkbox", "submit") or "checked" in attributes:
                fields[name] = attributes.get("value", "")


def addresses_in(text: str) -> Iterator[str]:
    """Yield the URLs of the site in a JSON response."""
    yield from re.findall(r'"(?:https?://testserver)?(/[^"\s]*)"', text)
