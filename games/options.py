"""Options of games, scoring methods and movements: text to text, frozen with the event."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from games.text import gettext_noop as _


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

    def takes(self, value: str) -> bool:
        """Whether the option can have this value."""
        return value in self.choices

    @property
    def allowed(self) -> str:
        """What values it can have, to complete “option … is”."""
        return f"one of {', '.join(self.choices)}"


@dataclass(frozen=True)
class DecimalOption(Option):
    """A positive number as decimal text, `27.5`, that nobody can list; empty while nobody has said it."""

    default: str = ""
    choices: tuple[str, ...] = ()

    def takes(self, value: str) -> bool:
        """Up to six digits before the point and six behind it, not all of them 0."""
        return bool(re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,6})?", value)) and float(value) > 0

    @property
    def allowed(self) -> str:
        """See `Option.allowed`."""
        return "a positive number such as 27.5"


def players_option(counts: str, default: str) -> Option:
    """How many sit at a table: each digit of `counts` is a number that may."""
    return Option("players", default, tuple(counts), _("Players at a table"), {n: n for n in counts})


class UnknownName(LookupError):
    """A catalogue has nothing of this name; the text says what it has."""


class OptionProblem(ValueError):
    """An option that does not exist, or a value it does not have; the text names what does."""


def resolve(options: Iterable[Option], given: Mapping[str, str]) -> dict[str, str]:
    """Every option with its value: what is `given`, else the default.

    Raises `OptionProblem` naming each unknown option and each unknown value.
    """
    known = {option.key: option for option in options}
    wrong = [_wrong(known, key, value) for key, value in given.items()]
    if said := [text for text in wrong if text]:
        raise OptionProblem("; ".join(said))
    return {key: given.get(key, option.default) for key, option in known.items()}


def _wrong(known: Mapping[str, Option], key: str, value: str) -> str | None:
    if key not in known:
        return f"there is no option {key!r} (options: {', '.join(known) or 'none'})"
    if not known[key].takes(value):
        return f"option {key!r} is {known[key].allowed}, not {value!r}"
    return None
