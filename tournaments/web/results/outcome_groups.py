"""A result in words: what was asked of nobody first, then what each line or seat said."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext

from games.deals import DealtBoard
from games.fields import Outcome
from games.game import Game
from games.text import Text
from tournaments.forms import (
    EntryFormField,
    entry_form_fields,
    outcome_as_submitted,
    translate_text,
)
from tournaments.templatetags.cards import line_name
from tournaments.web.results.entry_rows import Names


@dataclass(frozen=True)
class OutcomeValue:
    """One field of a result in words; `call` is the choice itself, which may have a symbol.

    `is_different` marks a value that another entry of the same board does not have, `is_remainder`
    what the number before it leaves.
    """

    label: str
    text: str
    call: str = ""
    is_different: bool = False
    is_remainder: bool = False

    @property
    def is_number(self) -> bool:
        """Whether it is shown in figures."""
        return self.text.isdecimal()


@dataclass(frozen=True)
class OutcomeGroup:
    """What was said of one line or seat, and who that is where it is known; nobody's comes
    first."""

    owner: str
    names: str
    values: list[OutcomeValue]


def outcome_groups(
    game: Game, board: DealtBoard, names: Names, outcome: Outcome
) -> list[OutcomeGroup]:
    """A result seat by seat, with what it comes to where the game tells it.

    What was left empty or says what an empty field means anyway is left out.
    """
    shown = entry_form_fields(game.fields, outcome_as_submitted(outcome))
    filled = [each for each in shown if each.field.required or not _is_left(each)]
    groups = _groups(filled, list(game.lines), names)
    return list(_with_sums(groups, game.confirmation_amounts(outcome, board)))


def mark_differences(entries: Sequence[Sequence[OutcomeGroup]]) -> list[list[OutcomeGroup]]:
    """Return the entries with every value marked that is not in all of them."""
    in_each = [
        {_content(group, value) for group in entry for value in group.values} for entry in entries
    ]
    in_all = set.intersection(*in_each) if in_each else set()
    return [[_marked(group, in_all) for group in entry] for entry in entries]


def _marked(group: OutcomeGroup, in_all: Collection[tuple[str, str, str]]) -> OutcomeGroup:
    values = [
        replace(value, is_different=_content(group, value) not in in_all) for value in group.values
    ]
    return replace(group, values=values)


def _content(group: OutcomeGroup, value: OutcomeValue) -> tuple[str, str, str]:
    return group.owner, value.label, value.text


def draft_groups(game: Game, said: Mapping[str, str]) -> list[OutcomeGroup]:
    """What was filled in of a result that is not whole, or that was refused; it may hold
    anything."""
    shown = [each for each in entry_form_fields(game.fields, said) if each.field.name in said]
    return list(_groups((each for each in shown if not _is_left(each)), list(game.lines), {}))


def remainder_of(shown: EntryFormField) -> str:
    """What a number leaves of its field's `whole`; nothing while what was said is no such
    number."""
    whole = shown.field.split_total
    if whole is None or not shown.submitted.isdecimal() or len(shown.submitted) > len(str(whole)):
        return ""
    return str(whole - int(shown.submitted)) if int(shown.submitted) <= whole else ""


def _is_left(shown: EntryFormField) -> bool:
    """Whether the field says nothing: it is empty, an unticked box, or a number left as it was."""
    if shown.field.kind != "flag" and not shown.field.fold_heading and not shown.field.rare:
        return not shown.submitted
    return not shown.submitted or shown.field.is_blank_or_default(shown.submitted)


def _groups(
    filled: Iterable[EntryFormField], lines: Sequence[str], names: Names
) -> Iterator[OutcomeGroup]:
    owners: dict[str, list[OutcomeValue]] = {}
    for shown in filled:
        owners.setdefault(shown.field.owner, []).extend(_values(shown, lines))
    for owner, values in sorted(owners.items(), key=lambda each: bool(each[0])):
        yield OutcomeGroup(owner, names.get(owner, ""), values)


def _with_sums(
    groups: Iterable[OutcomeGroup], confirmation_amounts: Mapping[str, Text]
) -> Iterator[OutcomeGroup]:
    for group in groups:
        said = confirmation_amounts.get(group.owner)
        sums = [OutcomeValue("", translate_text(said))] if said else []
        yield replace(group, values=group.values + sums)


def _values(shown: EntryFormField, lines: Sequence[str]) -> Iterator[OutcomeValue]:
    label = _label(shown)
    if shown.field.kind == "choice":
        yield OutcomeValue(
            label, dict(shown.choices).get(shown.submitted, shown.submitted), shown.submitted
        )
    elif shown.field.kind == "flag":
        yield OutcomeValue(label, gettext("yes"))
    else:
        yield OutcomeValue(label, shown.submitted)
    if rest := remainder_of(shown):
        yield OutcomeValue(line_name(lines[-1], lines), rest, is_remainder=True)


def _label(shown: EntryFormField) -> str:
    """What it is called below whose it is."""
    return f"{shown.leg}: {shown.label}" if shown.leg else shown.label
