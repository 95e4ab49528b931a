"""Options of games, scoring methods and movements, stored with each event as text."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from games.problems import Problem
from games.text import gettext_noop as _

# Keys of options that any game may have: its title, and the minutes per board.
TITLE = "title"
MINUTES = "minutes"

_TOO_LONG = _("Write %(most)s characters at most: these are %(number)s.")
_INVISIBLE = _(
    "Leave out what cannot be seen: control characters, and marks that turn the direction of text."
)
_INVISIBLE_IN_LINE = _(
    "Line %(line)s: leave out what cannot be seen: control characters, and marks that turn the "
    "direction of text."
)
_SEVERAL_LINES = _("Write it on one line.")

# Invisible characters, and marks that change the direction of text, so that it looks different.
# Characters that join letters of some scripts and parts of emoji (U+200C, U+200D, U+FE0F) are
# allowed.
_INVISIBLE_CHARACTERS = re.compile(
    r"[\x00-\x09\x0b-\x1f\x7f-\x9f\xad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2028-\u202e"
    r"\u2060-\u206f\u2800\u3164\ufeff\uffa0\ud800-\udfff]"
)


@dataclass(frozen=True)
class Option:
    """An option with a fixed list of choices, one of which is the default.

    `label` names the option and `labels` each choice on pages; both are marked for translation.
    """

    key: str
    default: str
    choices: tuple[str, ...]
    label: str = ""
    labels: Mapping[str, str] = field(default_factory=dict)

    def normalize(self, value: str) -> str:
        """Return the value as it is stored."""
        return value

    def accepts(self, value: str) -> bool:
        """Return whether the value is one of the choices."""
        return value in self.choices

    @property
    def allowed_values(self) -> str:
        """Description of the valid values for an error message."""
        return f"one of {', '.join(self.choices)}"

    def error_text(self, value: str) -> str:
        """Return the error message for an invalid value, for developers."""
        return f"option {self.key!r} is {self.allowed_values}, not {value!r}"


@dataclass(frozen=True)
class DecimalOption(Option):
    """A positive decimal number such as `27.5`.

    The default, an empty text, means that no number is set; it cannot be chosen.
    """

    default: str = ""
    choices: tuple[str, ...] = ()

    def accepts(self, value: str) -> bool:
        """Whether the value has at most six digits before and after the point, and is not 0."""
        return bool(re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,6})?", value)) and float(value) > 0

    @property
    def allowed_values(self) -> str:
        """Description of the valid values for an error message."""
        return "a positive number such as 27.5"


@dataclass(frozen=True)
class MinutesOption(DecimalOption):
    """A number of minutes, from 1 to `max_minutes`; empty by default."""

    max_minutes: int = 180

    def accepts(self, value: str) -> bool:
        """Whether the value is empty or a number within the range."""
        return not value or (super().accepts(value) and 1 <= float(value) <= self.max_minutes)

    @property
    def allowed_values(self) -> str:
        """Description of the valid values for an error message."""
        return f"a number of minutes from 1 to {self.max_minutes} such as 27.5, or empty"


@dataclass(frozen=True)
class TextOption(Option):
    """Free text of at most `max_length` characters, in Unicode NFC; empty by default.

    It has one line unless a subclass sets `is_multiline`.
    """

    default: str = ""
    choices: tuple[str, ...] = ()
    max_length: int = 60
    is_multiline = False

    def normalize(self, value: str) -> str:
        """Return the text in NFC, trimmed, with LF as line end and spaces for tabs."""
        return unicodedata.normalize("NFC", value.replace("\r\n", "\n").replace("\t", " ")).strip()

    def accepts(self, value: str) -> bool:
        """Whether the text has no problems."""
        return not self.problems(value)

    @property
    def allowed_values(self) -> str:
        """Description of the valid values for an error message."""
        return f"text of {self.max_length} characters at most"

    def problems(self, value: str) -> list[Problem]:
        """Return the problems of a text: too long, several lines, invisible characters."""
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
        """Yield a problem if the text has invisible characters; one per line if it is multiline."""
        if not self.is_multiline:
            if _INVISIBLE_CHARACTERS.search(value):
                yield Problem("text_unseen", _INVISIBLE, field=self.key)
            return
        for number, line in enumerate(value[: self.max_length].split("\n"), 1):
            if _INVISIBLE_CHARACTERS.search(line):
                yield Problem("text_unseen", _INVISIBLE_IN_LINE, {"line": number}, self.key, number)

    def error_text(self, value: str) -> str:
        """Return the problems of a text without the text itself, which may be long."""
        return f"option {self.key!r}: " + " ".join(
            problem.message for problem in self.problems(value)
        )


def players_option(counts: str, default: str) -> Option:
    """Return the option for the number of players: each digit of `counts` is a choice."""
    return Option(
        "players",
        default,
        tuple(counts),
        _("Players at a table"),
        {count: count for count in counts},
    )


class UnknownName(LookupError):
    """A catalogue has no entry of this name; the message lists what it has."""


class InvalidOption(ValueError):
    """An unknown option or an invalid value; the message names the valid ones.

    If all invalid options are free texts, `problems` has their problems in words for people.
    Otherwise it is empty, because a form would then show only some of the errors.
    """

    def __init__(self, text: str, problems: Iterable[Problem] = ()) -> None:
        super().__init__(text)
        self.problems = list(problems)


def resolve_options(options: Iterable[Option], chosen: Mapping[str, str]) -> dict[str, str]:
    """Return the value of every option: the chosen one, normalized, or else the default.

    Raises `InvalidOption` with all unknown options and invalid values.
    """
    by_key = {option.key: option for option in options}
    normalized = {
        key: by_key[key].normalize(value) if key in by_key else value
        for key, value in chosen.items()
    }
    errors = {
        key: error
        for key, value in normalized.items()
        if (error := _option_error(by_key, key, value))
    }
    if errors:
        invalid_options = [by_key.get(key) for key in errors]
        text_options = [option for option in invalid_options if isinstance(option, TextOption)]
        problems = [
            problem
            for option in text_options
            for problem in option.problems(normalized[option.key])
        ]
        raise InvalidOption(
            "; ".join(errors.values()), problems if len(text_options) == len(errors) else ()
        )
    return {key: normalized.get(key, option.default) for key, option in by_key.items()}


def _option_error(by_key: Mapping[str, Option], key: str, value: str) -> str | None:
    if key not in by_key:
        return f"there is no option {key!r} (options: {', '.join(by_key) or 'none'})"
    return None if by_key[key].accepts(value) else by_key[key].error_text(value)
