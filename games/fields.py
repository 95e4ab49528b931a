"""Fields of an outcome, from which forms, the API, JSON and validation are derived."""

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

# The title of a field, by whether the field has an owner, and whether it has a leg.
_TITLES = {
    (False, False): "%(label)s",
    (True, False): _("%(label)s of %(of)s"),
    (False, True): _("%(label)s in leg %(leg)s"),
    (True, True): _("%(label)s of %(of)s in leg %(leg)s"),
}

# The message for an empty required field, by whether its label is a plural.
_MISSING = {False: _("%(field)s is missing."), True: _("%(field)s are missing.")}

_TRUE_TEXTS = {"yes", "true", "1", "on", "x", "sí", "si"}
_FALSE_TEXTS = {"no", "false", "0", "off"}

# At most this many unknown field names are reported, so that a large request gets a short answer.
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
    # If set, two lines share this total: the field has the number of one line, and the other line
    # has the rest.
    split_total: int | None = None
    # The field in which the other line enters the rest; None if forms ask for one number only.
    other_part: "Field | None" = None
    # The line or seat that the field is about, in lower case; empty for a field about the table.
    owner: str = ""
    # All seats of the table, which `line_label` needs for the owner's label.
    table_seats: tuple[str, ...] = ()
    # The leg that the field is about, from 1.
    leg: int | None = None
    # Fields with the same heading, such as declarations, are folded away together in forms.
    fold_heading: str = ""
    # The points that a flag brings, or that a number brings each time, as players write them.
    points_text: str = ""
    # The points of those choices that have any.
    choice_points: Mapping[str, int] = field(default_factory=dict)
    # Label of a group of fields. A form shows the fields of one owner and group as one choice,
    # since at most one of them may be filled in. Empty for a field that is in no group.
    exclusive_group: str = ""
    # Whether at most one seat of the table may fill in the field with this label.
    once_per_table: bool = False
    # A number must be 0 or at least this.
    min_nonzero: int = 0
    # Whether the line chosen here loses all points. The field with a `split_total` then stays
    # empty.
    chosen_line_forfeits: bool = False
    # A sentence that forms show below the field.
    hint: str = ""
    # Whether the field is rarely filled in, so that forms show it last.
    is_rare: bool = False
    # Whether the label is a plural, such as Points, for the grammar of messages.
    has_plural_label: bool = False

    def excludes(self, other: "Field") -> bool:
        """Return whether at most one of the two fields may be filled in."""
        if self.once_per_table and other.once_per_table:
            return self.label == other.label
        return self.name == other.name or (
            bool(self.exclusive_group)
            and (self.owner, self.exclusive_group) == (other.owner, other.exclusive_group)
        )

    @property
    def title(self) -> Text:
        """Label, owner and leg of the field, for texts outside its form such as error messages."""
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
            missing = Problem(
                "missing", _MISSING[self.has_plural_label], {"field": self.title}, self.name
            )
            return self.default, missing if self.required else None
        return _PARSERS[self.kind](self, text)

    def remainder_text(self, submitted: str) -> str:
        """Return `split_total` minus a submitted number, or the text itself if it is no number.

        Applied to the number of the other line, this gives back the number of this line.
        """
        value, problem = self.parse(submitted)
        if self.split_total is None or value is None or problem:
            return submitted
        return str(self.split_total - int(value))

    def is_blank_or_default(self, submitted: object) -> bool:
        """Return whether the submitted value changes nothing: it is empty or means the default."""
        value, problem = self.parse(submitted)
        return (
            submitted is None
            or not str(submitted).strip()
            or (problem is None and value == self.default)
        )

    def as_json(self) -> dict[str, object]:
        """Return name, kind, choices and range of the field, as the `games` command prints them."""
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
    if text.lower() in _TRUE_TEXTS | _FALSE_TEXTS:
        return text.lower() in _TRUE_TEXTS, None
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
