"""Options of games, scoring methods and movements: text to text, frozen with the event."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from games.problems import Problem
from games.text import gettext_noop as _

TITLE, MINUTES = "title", "minutes"
"""The keys by which any game knows what a club has said of it: what is played, and how long a
board takes."""

_TOO_LONG = _("Write %(most)s characters at most: these are %(number)s.")
_INVISIBLE = _(
    "Leave out what cannot be seen: control characters, and marks that turn the direction of text."
)
_INVISIBLE_IN_LINE = _(
    "Line %(line)s: leave out what cannot be seen: control characters, and marks that turn the "
    "direction of "
    "text."
)
_SEVERAL_LINES = _("Write it on one line.")

_INVISIBLE_CHARACTERS = re.compile(
    r"[\x00-\x09\x0b-\x1f\x7f-\x9f\xad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2028-\u202e"
    r"\u2060-\u206f\u2800\u3164\ufeff\uffa0\ud800-\udfff]"
)
"""Characters that no reader sees, and that could make a text say something else than it seems to.

Those that join letters of some scripts and parts of an emoji, U+200C, U+200D and U+FE0F, are none
of them.
"""


@dataclass(frozen=True)
class Option:
    """One choice an organiser makes before the event: `default` is one of `choices`.

    `label` and `labels` (choice → words) are for people, marked for translation.
    """

    key: str
    default: str
    choices: tuple[str, ...]
    label: str = ""
    labels: Mapping[str, str] = field(default_factory=dict)

    def normalize(self, value: str) -> str:
        """The value in the one form in which it is kept."""
        return value

    def accepts(self, value: str) -> bool:
        """Whether the option can have this value."""
        return value in self.choices

    @property
    def allowed_values(self) -> str:
        """What values it can have, to complete “option … is”."""
        return f"one of {', '.join(self.choices)}"

    def error_text(self, value: str) -> str:
        """Why it does not take a value, for whoever writes programs."""
        return f"option {self.key!r} is {self.allowed_values}, not {value!r}"


@dataclass(frozen=True)
class DecimalOption(Option):
    """A positive number as decimal text, `27.5`, that nobody can list; empty while nobody has
    said it."""

    default: str = ""
    choices: tuple[str, ...] = ()

    def accepts(self, value: str) -> bool:
        """Up to six digits before the point and six behind it, not all of them 0."""
        return bool(re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,6})?", value)) and float(value) > 0

    @property
    def allowed_values(self) -> str:
        """See `Option.allowed_values`."""
        return "a positive number such as 27.5"


@dataclass(frozen=True)
class MinutesOption(DecimalOption):
    """How many minutes something takes, from 1 to `max_minutes`; empty where nobody has said it."""

    max_minutes: int = 180

    def accepts(self, value: str) -> bool:
        """See the class."""
        return not value or (super().accepts(value) and 1 <= float(value) <= self.max_minutes)

    @property
    def allowed_values(self) -> str:
        """See `Option.allowed_values`."""
        return f"a number of minutes from 1 to {self.max_minutes} such as 27.5, or empty"


@dataclass(frozen=True)
class TextOption(Option):
    """Free text of `max_length` characters at most, kept in Unicode form NFC without white space
    around it.

    Empty where nobody has said it. It has one line, unless a subclass reads several.
    """

    default: str = ""
    choices: tuple[str, ...] = ()
    max_length: int = 60
    is_multiline = False

    def normalize(self, value: str) -> str:
        """See the class; lines end as one system ends them, and a tab is a space."""
        return unicodedata.normalize("NFC", value.replace("\r\n", "\n").replace("\t", " ")).strip()

    def accepts(self, value: str) -> bool:
        """Whether nothing is wrong with the text."""
        return not self.problems(value)

    @property
    def allowed_values(self) -> str:
        """See `Option.allowed_values`."""
        return f"text of {self.max_length} characters at most"

    def problems(self, value: str) -> list[Problem]:
        """Too long, on too many lines, or with characters that nobody sees."""
        problems = []
        if len(value) > self.max_length:
            problems.append(
                Problem(
                    "text_long",
                    _TOO_LONG,
                    {"most": self.max_length, "number": len(value)},
                    self.key,
                )
            )
        problems += self._invisible_problems(value)
        if "\n" in value and not self.is_multiline:
            problems.append(Problem("text_lines", _SEVERAL_LINES, field=self.key))
        return problems

    def _invisible_problems(self, value: str) -> Iterator[Problem]:
        """In a text of several lines each by its line, as far as it is not too long."""
        if not self.is_multiline:
            if _INVISIBLE_CHARACTERS.search(value):
                yield Problem("text_unseen", _INVISIBLE, field=self.key)
            return
        for number, line in enumerate(value[: self.max_length].split("\n"), 1):
            if _INVISIBLE_CHARACTERS.search(line):
                yield Problem("text_unseen", _INVISIBLE_IN_LINE, {"line": number}, self.key, number)

    def error_text(self, value: str) -> str:
        """What is wrong with it; the text itself may be long."""
        return f"option {self.key!r}: " + " ".join(
            problem.message for problem in self.problems(value)
        )


def players_option(counts: str, default: str) -> Option:
    """How many sit at a table: each digit of `counts` is a number that may."""
    return Option(
        "players", default, tuple(counts), _("Players at a table"), {n: n for n in counts}
    )


class UnknownName(LookupError):
    """A catalogue has nothing of this name; the text says what it has."""


class InvalidOption(ValueError):
    """An option that does not exist, or a value it does not have; the text names what does.

    `problems` has the same of texts that people write, each problem by itself; none where programs
    chose.
    """

    def __init__(self, text: str, problems: Iterable[Problem] = ()) -> None:
        super().__init__(text)
        self.problems = list(problems)


def resolve_options(options: Iterable[Option], chosen: Mapping[str, str]) -> dict[str, str]:
    """Every option with its value: what is `chosen`, as it is kept, else the default.

    Raises `InvalidOption` naming each unknown option and everything wrong with each value.
    """
    by_key = {option.key: option for option in options}
    normalized = {
        key: by_key[key].normalize(value) if key in by_key else value
        for key, value in chosen.items()
    }
    errors = {
        key: error for key, value in normalized.items() if (error := _error(by_key, key, value))
    }
    if errors:
        options_at_fault = [by_key.get(key) for key in errors]
        text_options = [option for option in options_at_fault if isinstance(option, TextOption)]
        problems = [
            problem
            for option in text_options
            for problem in option.problems(normalized[option.key])
        ]
        raise InvalidOption(
            "; ".join(errors.values()), problems if len(text_options) == len(errors) else ()
        )
    return {key: normalized.get(key, option.default) for key, option in by_key.items()}


def _error(by_key: Mapping[str, Option], key: str, value: str) -> str | None:
    if key not in by_key:
        return f"there is no option {key!r} (options: {', '.join(by_key) or 'none'})"
    return None if by_key[key].accepts(value) else by_key[key].error_text(value)
