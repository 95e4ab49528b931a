"""What a table writes down, declared once: the form, the API, JSON and the check of shapes
follow from it."""

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
Outcome = Mapping[str, Value]
"""What happened at one table on one board: one value for each field of the game."""

_TITLES = {
    (False, False): "%(label)s",
    (True, False): _("%(label)s of %(of)s"),
    (False, True): _("%(label)s in leg %(leg)s"),
    (True, True): _("%(label)s of %(of)s in leg %(leg)s"),
}
"""By whether the field says of whom, and in which leg."""

_MISSING = {False: _("%(field)s is missing."), True: _("%(field)s are missing.")}
"""By whether the label is a plural."""

_TRUE = {"yes", "true", "1", "on", "x", "sí", "si"}
_FALSE = {"no", "false", "0", "off"}
MAX_UNKNOWN_FIELDS = 20
"""Names that are no field, at most: who sends more of them will see with these what is wrong."""

_NUMBER = re.compile(r"[+-]?\d{1,9}")


@dataclass(frozen=True)
class Field:
    """One field of an outcome.

    A `choice` is one of `choices` (`labels` gives its words), a `flag` true or false, a `number` a
    whole number from `min` to `max`. An empty field takes `default`; where `required`, an empty one
    is a problem. `split_total` is given where the other side's number is `split_total` less this
    one.

    What is asked again and again says of whom and when: `owner` is a line or a seat in lower case,
    `table_seats` then all the seats of the table, `leg` counts from 1. `fold_heading` heads fields
    that a form folds away together, such as declarations; `worth` is what a flag or each of a
    number brings, as players say it, and `choice_points` what some of the choices bring, in points.
    Of the fields of one owner and `group`, which is what they are called together, at most one says
    anything; of those that are asked `once_per_table`, one at the whole table. A number that is not
    nothing is `least` or more. What is `rare` is asked last. The label of a `plural` field is a
    plural, as Points: sentences about it follow.
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
    split_total: int | None = None
    owner: str = ""
    table_seats: tuple[str, ...] = ()
    leg: int | None = None
    fold_heading: str = ""
    worth: str = ""
    choice_points: Mapping[str, int] = field(default_factory=dict)
    group: str = ""
    once_per_table: bool = False
    least: int = 0
    rare: bool = False
    plural: bool = False

    def excludes(self, other: "Field") -> bool:
        """Whether one choice asks for both: of them at most one says anything."""
        if self.once_per_table and other.once_per_table:
            return self.label == other.label
        return self.name == other.name or (
            bool(self.group) and (self.owner, self.group) == (other.owner, other.group)
        )

    @property
    def title(self) -> Text:
        """What the field is called where it stands alone, as in the sentence of a problem."""
        params = {
            "label": Text(self.label),
            "of": line_label(self.owner, self.table_seats),
            "leg": self.leg,
        }
        return Text(_TITLES[bool(self.owner), self.leg is not None], params)

    def parse(self, submitted: object) -> tuple[Value, Problem | None]:
        """The value of what was `submitted` (text, or already a value) and the problem with its
        shape."""
        text = str(submitted).strip() if submitted is not None else ""
        if not text:
            missing = Problem("missing", _MISSING[self.plural], {"field": self.title}, self.name)
            return self.default, missing if self.required else None
        return _PARSERS[self.kind](self, text)

    def is_blank_or_default(self, submitted: object) -> bool:
        """Whether `submitted` adds nothing: it is empty, or says what an empty field means
        anyway."""
        value, problem = self.parse(submitted)
        return (
            submitted is None
            or not str(submitted).strip()
            or (problem is None and value == self.default)
        )

    def as_json(self) -> dict[str, object]:
        """The shape of the field as the `games` command tells it."""
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
    """The outcome that `submitted` describes, with every problem of shape; a name that is no
    field is one."""
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
