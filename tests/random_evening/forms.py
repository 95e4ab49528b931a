"""The forms of a page as a browser parses them: fields, choices and hidden keys."""

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urljoin

# Returns a value for a text or number field.
Filler = Callable[["Control", random.Random], str]


@dataclass
class Control:
    """A field of a form; `choices` are the values of a select."""

    kind: str
    name: str
    value: str = ""
    is_on: bool = False
    least: str = ""
    most: str = ""
    choices: list[str] = field(default_factory=list)


@dataclass
class Form:
    """A form; `action` is its full path with query, `method` is get or post."""

    action: str
    method: str
    controls: list[Control] = field(default_factory=list)
    text: str = ""

    @property
    def path(self) -> str:
        """The path of the URL without its query."""
        return self.action.split("?")[0]

    @property
    def names(self) -> set[str]:
        """The names of all fields."""
        return {control.name for control in self.controls}

    def filled(self, rng: random.Random, fill: Filler) -> dict[str, list[str]]:
        """Return random values for the fields; hidden ones keep theirs."""
        form_data: dict[str, list[str]] = {}
        for name in dict.fromkeys(
            control.name for control in self.controls if control.kind != "submit"
        ):
            same = [
                control
                for control in self.controls
                if control.name == name and control.kind != "submit"
            ]
            if values := _values(same, rng, fill):
                form_data[name] = values
        buttons = [control for control in self.controls if control.kind == "submit"]
        if buttons and (pressed := rng.choice(buttons)).name:
            form_data[pressed.name] = [pressed.value]
        return form_data


def _values(same: list[Control], rng: random.Random, fill: Filler) -> list[str]:
    first = same[0]
    if first.kind == "radio":
        checked = [control for control in same if control.is_on]
        chosen = rng.choice(checked if checked and rng.random() < 0.3 else same)
        return [chosen.value]
    if first.kind == "checkbox":
        return [control.value for control in same if rng.random() < 0.5]
    if first.kind == "select":
        return (
            [rng.choice([choice for choice in first.choices if choice] or [""])]
            if first.choices
            else []
        )
    if first.kind == "hidden":
        return [control.value for control in same]
    return [fill(control, rng) for control in same]


def forms_of(page: str, address: str) -> list[Form]:
    """Return every form of a page."""
    reader = _Reader(address)
    reader.feed(page)
    reader.close()
    return [form for form in reader.forms if form.action]


def links_of(page: str) -> list[str]:
    """Return the links of a page within the site, in order."""
    reader = _Reader("")
    reader.feed(page)
    return list(dict.fromkeys(reader.links))


class _Reader(HTMLParser):
    """Collect forms, with fields outside that name them in their attribute `form`."""

    def __init__(self, address: str) -> None:
        super().__init__(convert_charrefs=True)
        self.address = address
        self.forms: list[Form] = []
        self.links: list[str] = []
        self._by_id: dict[str, Form] = {}
        self._open: Form | None = None
        self._select: Control | None = None
        self._textarea: Control | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        if tag == "a" and attributes.get("href", "").startswith("/"):
            self.links.append(attributes["href"].split("#")[0])
        elif tag == "form":
            self._open_form(attributes)
        elif tag == "option" and self._select and "disabled" not in attributes:
            self._select.choices.append(attributes.get("value", ""))
        elif tag in ("input", "select", "textarea", "button"):
            self._add_control(tag, attributes)

    def _open_form(self, attributes: Mapping[str, str]) -> None:
        action = urljoin(self.address, attributes.get("action") or self.address)
        self._open = Form(action, attributes.get("method", "get").lower())
        if "id" in attributes:
            self._open = self._form_by_id(attributes["id"], self._open)
        if self._open not in self.forms:
            self.forms.append(self._open)

    def _form_by_id(self, name: str, form: Form) -> Form:
        """Return the form of an id, with the fields that named it earlier."""
        known_form = self._by_id.setdefault(name, form)
        known_form.action, known_form.method = form.action or known_form.action, form.method
        return known_form

    def _add_control(self, tag: str, attributes: Mapping[str, str]) -> None:
        form = self._form_of_control(attributes)
        if form is None or "disabled" in attributes:
            return
        kind = {"select": "select", "textarea": "text", "button": "submit"}.get(
            tag, attributes.get("type", "text")
        )
        if kind in ("button", "reset", "file", "image") or attributes.get("type") in (
            "button",
            "reset",
        ):
            return
        name, value = (
            attributes.get("name", ""),
            attributes.get("value", "on" if kind in ("radio", "checkbox") else ""),
        )
        if not name and kind != "submit":
            return
        control = Control(
            kind,
            name,
            value,
            "checked" in attributes,
            attributes.get("min", ""),
            attributes.get("max", ""),
        )
        form.controls.append(control)
        self._select = control if tag == "select" else None
        self._textarea = control if tag == "textarea" else None

    def _form_of_control(self, attributes: Mapping[str, str]) -> Form | None:
        if "form" not in attributes:
            return self._open
        if attributes["form"] not in self._by_id:
            self._by_id[attributes["form"]] = Form("", "get")
            self.forms.append(self._by_id[attributes["form"]])
        return self._by_id[attributes["form"]]

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._open = None
        elif tag == "select":
            self._select = None
        elif tag == "textarea":
            self._textarea = None

    def handle_data(self, data: str) -> None:
        if self._textarea:
            self._textarea.value += data
        if self._open:
            self._open.text += data


def controls_of(form: Form, kind: str) -> Iterator[Control]:
    """Yield the fields of one kind."""
    return (control for control in form.controls if control.kind == kind)
