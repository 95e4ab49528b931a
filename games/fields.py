"""Fields of an outcome. Forms, the API, JSON and validation are derived from them."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Literal

from games.problems import Problem
from games.seats import line_label
from games.text import Text, Verbatim
from games.text import gettext_noop as _

Value = int | bool | str | None

# What happened at one table on one board: a value for each field of the game.
Outcome = Mapping[str, Value]

# By whether the field has an owner, and whether it has a leg.
_TITLES = {
    (False, False): "%(label)s",
    (True, False): _("%(label)s of %(of)s"),
    (False, True): _("%(label)s in leg %(leg)s"),
    (True, True): _("%(label)s of %(of)s in leg %(leg)s"),
}

# By whether the label is a plural.
_MISSING = {False: _("%(field)s is missing."), True: _("%(field)s are missing.")}

_TRUE = {"yes", "true", "1", "on", "x", "sí", "si"}
_FALSE = {"no", "false", "0", "off"}

# Unknown field names reported at most, so that a large request gets a short answer.
MAX_UNKNOWN_FIELDS = 20

_NUMBER = re.compile(r"[+-]?\d{1,9}")


@dataclass(frozen=True)
class Field:
    """One field of an outcome.

    A `choice` has one of `choices`, a `flag` is true or false, a `number` is an integer from `min`
    to `max`. `label` and `labels` (by choice) are marked for translation. An empty field has the
    value `default`; if it is `required`, that is a problem.
    """

    name: str
    kind: Literal["choice", "flag", "number"]
    label: str
    choices: tuple[str, ...] = ()
    labels: Mapping[str, str] = field(default_factory=dict)
    min: int | None = None
    max: int | None = None
    default: Value = None
    required: bool = False
    # The number belongs to one line; the other line has `split_total` minus this number.
    split_total: int | None = None
    # How the other line enters its own part of `split_total`; None if forms ask this number only.
    other_part: "Field | None" = None
    # The line or seat that the field is about, in lower case, and all seats of the table.
    owner: str = ""
    table_seats: tuple[str, ...] = ()
    # The leg that the field is about, from 1.
    leg: int | None = None
    # Fields with the same heading, such as declarations, are folded away together in forms.
    fold_heading: str = ""
    # What a flag, or each of a number, scores, as players write it.
    worth: str = ""
    # What some of the choices score.
    choice_points: Mapping[str, int] = field(default_factory=dict)
    # At most one of the fields with the same owner and group is filled in; the group is a label.
    group: str = ""
    # At most one of the fields with the same label is filled in, at the whole table.
    once_per_table: bool = False
    # The smallest number other than 0.
    least: int = 0
    # Whether the chosen line loses its whole part of a shared number, which then stays empty.
    forfeits: bool = False
    # A sentence that forms show below the field.
    hint: str = ""
    # Forms ask rare fields last.
    rare: bool = False
    # Whether the label is a plural, such as Points, for the grammar of messages.
    plural: bool = False

    def excludes(self, other: "Field") -> bool:
        """Whether at most one of both fields may be filled in, so that a form asks one choice."""
        if self.once_per_table and other.once_per_table:
            return self.label == other.label
        return self.name == other.name or (
            bool(self.group) and (self.owner, self.group) == (other.owner, other.group)
        )

    @property
    def title(self) -> Text:
        """Name of the field outside its form, such as in an error message: label, owner and leg."""
        params = {
            "label": Text(self.label),
            "of": line_label(self.owner, self.table_seats),
            "leg": self.leg,
        }
        return Text(_TITLES[bool(self.owner), self.leg is not None], params)

    def parse(self, submitted: object) -> tuple[Value, Problem | None]:
        """Parse a submitted text or value; return the value and the problem with it, if any.

        An empty field has its default; if it is required, that is a problem.
        """
        text = str(submitted).strip() if submitted is not None else ""
        if not text:
            missing = Problem("missing", _MISSING[self.plural], {"field": self.title}, self.name)
            return self.default, missing if self.required else None
        return _PARSERS[self.kind](self, text)

    def remainder_text(self, submitted: str) -> str:
        """Return what a submitted number leaves of `split_total`; blank or wrong text unchanged.

        The same conversion leads back from the number of `other_part`.
        """
        value, problem = self.parse(submitted)
        if self.split_total is None or value is None or problem:
            return submitted
        return str(self.split_total - int(value))

    def is_blank_or_default(self, submitted: object) -> bool:
        """Whether the submitted value is empty or equal to what an empty field means."""
        value, problem = self.parse(submitted)
        return (
            submitted is None
            or not str(submitted).strip()
            or (problem is None and value == self.default)
        )

    def as_json(self) -> dict[str, object]:
        """Describe the field for the output of the `games` command."""
        choices = list(self.choices) or None
        return {
            "name": self.name,
            "kind": self.kind,
            "choices": choices,
            "min": self.min,
            "max": self.max,
        }


def parse_outcome(
    fields: Iterable[Field], submitted: Mapping[str, object]
) -> tuple[Outcome, list[Problem]]:
    """Parse a submitted outcome; return it with all problems of its fields.

    Names that are not fields are problems too.
    """
    fields = list(fields)
    parsed = {field.name: field.parse(submitted.get(field.name)) for field in fields}
    problems = [problem for _value, problem in parsed.values() if problem]
    unknown = (name for name in submitted if name not in parsed)
    problems += [
        Problem("unknown_field", _("There is no field %(name)s."), {"name": Verbatim(name)}, name)
        for name in islice(unknown, MAX_UNKNOWN_FIELDS)
    ]
    return {name: value for name, (value, _problem) in parsed.items()}, problems


def _parse_choice(field: Field, text: str) -> tuple[Value, Problem | None]:
    if text.lower() in field.choices:
        return text.lower(), None
    params = {"field": field.title, "said": Verbatim(text), "choices": ", ".join(field.choices)}
    return None, Problem(
        "not_a_choice",
        _("%(field)s: write one of %(choices)s, not “%(said)s”."),
        params,
        field.name,
    )


def _parse_flag(field: Field, text: str) -> tuple[Value, Problem | None]:
    if text.lower() in _TRUE | _FALSE:
        return text.lower() in _TRUE, None
    params = {"field": field.title, "said": Verbatim(text)}
    return None, Problem(
        "not_yes_or_no", _("%(field)s: write yes or no, not “%(said)s”."), params, field.name
    )


def _parse_number(field: Field, text: str) -> tuple[Value, Problem | None]:
    params = {"field": field.title, "said": Verbatim(text), "min": field.min, "max": field.max}
    if not _NUMBER.fullmatch(text):
        template = _("%(field)s: write a whole number, not “%(said)s”.")
        return None, Problem("not_a_number", template, params, field.name)
    number = int(text)
    low = number if field.min is None else field.min
    high = number if field.max is None else field.max
    if not low <= number <= high:
        template = _("%(field)s: %(said)s is not between %(min)s and %(max)s.")
        return None, Problem("out_of_range", template, params, field.name)
    return number, None


_PARSERS = {"choice": _parse_choice, "flag": _parse_flag, "number": _parse_number}
