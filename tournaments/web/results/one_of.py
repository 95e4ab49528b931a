"""Fields of which at most one says anything, asked as one choice: a category, or the fate of a
card."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext

from tournaments.forms import ONE_OF, ShownField


class Way(NamedTuple):
    """What can be chosen: the `value` that is sent, in words, and what it brings where that is
    one number."""

    value: str
    words: str
    worth: str


@dataclass(frozen=True)
class OneOf:
    """One choice for `fields`, which are of one owner, or of everybody and the same for each."""

    label: str
    fields: Sequence[ShownField]

    @property
    def name(self) -> str:
        """The name under which it is sent."""
        return f"{ONE_OF}{self.fields[0].field.name}"

    @property
    def ways(self) -> list[tuple[str, list[Way]]]:
        """What can be chosen beside nothing, field by field, with whose each is where they are
        several's."""
        owners = {each.field.of for each in self.fields}
        if len(owners) == 1:
            return [("", list(_ways(each, each.label))) for each in self.fields]
        return [(each.field.of, list(_ways(each, gettext("yes")))) for each in self.fields]

    @property
    def chosen(self) -> str:
        """The value of what was said so far; empty where nothing was."""
        said = next((each for each in self.fields if each.is_said), None)
        return f"{said.field.name}={said.submitted}" if said else ""

    @property
    def problems(self) -> list[str]:
        """What is wrong with any of the fields."""
        return [problem for each in self.fields for problem in each.problems]

    @property
    def is_rare(self) -> bool:
        """Whether all that can be chosen is."""
        return all(each.field.rare for each in self.fields)


def grouped(shown: Iterable[ShownField]) -> list[ShownField | OneOf]:
    """The fields of one owner in their order, those that exclude each other as one choice."""
    groups: dict[str, list[ShownField]] = {}
    for each in shown:
        groups.setdefault(each.field.group or each.field.name, []).append(each)
    return [_asked(fields) for fields in groups.values()]


def asked_once(shown: Iterable[ShownField]) -> list[OneOf]:
    """What is asked of the whole table, once."""
    heads: dict[str, list[ShownField]] = {}
    for each in shown:
        if each.field.once:
            heads.setdefault(each.field.label, []).append(each)
    return [OneOf(gettext(label), fields) for label, fields in heads.items()]


def _asked(fields: Sequence[ShownField]) -> ShownField | OneOf:
    first = fields[0]
    if len(fields) > 1:
        return OneOf(gettext(first.field.group), fields)
    if first.field.least:
        label = gettext("%(label)s: how many cards") % {"label": first.label}
        return OneOf(label, fields)
    return first


def _ways(shown: ShownField, said: str) -> Iterator[Way]:
    for value, words, worth in _values(shown, said):
        yield Way(f"{shown.field.name}={value}", words, worth)


def _values(shown: ShownField, said: str) -> Iterator[tuple[str, str, str]]:
    """Every value but nothing, in words, with its worth; a flag is `said` in words."""
    field = shown.field
    if field.kind == "flag":
        yield "yes", said, shown.worth
    elif field.kind == "number":
        yield from ((str(each), str(each), "") for each in range(field.least, (field.max or 0) + 1))
    else:
        for value, words in shown.choices:
            if value != field.default:
                yield value, words, shown.worth_of(value)
