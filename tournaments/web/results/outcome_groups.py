"""Results as text: first the values of the whole table, then those of each line or seat."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext

from games.deals import BoardSetup
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
from tournaments.web.results.entry_rows import NamesByLineOrSeat


@dataclass(frozen=True)
class OutcomeValue:
    """One field of a result as text.

    `call` is the key of the chosen value, which may have a symbol. With `is_different`, another
    entry of the board has not the same value. With `is_remainder`, the value is what the number
    before it leaves to the other line.
    """

    label: str
    text: str
    call: str = ""
    is_different: bool = False
    is_remainder: bool = False

    @property
    def is_number(self) -> bool:
        """Return whether the text is a whole number."""
        return self.text.isdecimal()


@dataclass(frozen=True)
class OutcomeGroup:
    """The values of one line or seat, with its names; `owner` is "" for the whole table."""

    owner: str
    names: str
    values: list[OutcomeValue]


def outcome_groups(
    game: Game, board: BoardSetup, names: NamesByLineOrSeat, outcome: Outcome
) -> list[OutcomeGroup]:
    """Return a result in groups, with the amounts that players should confirm.

    Blank fields are left out unless the game requires them. Where a line has lost its points by a
    revoke, the numbers that this makes are shown.
    """
    submitted = outcome_as_submitted(outcome) | _numbers_after_forfeit(game, board, outcome)
    form_fields = entry_form_fields(game.fields, submitted)
    filled_fields = [
        form_field
        for form_field in form_fields
        if form_field.field.required or not _is_blank(form_field)
    ]
    groups = _groups(filled_fields, list(game.lines), names)
    return list(_with_sums(groups, game.confirmation_texts(outcome, board)))


def _numbers_after_forfeit(game: Game, board: BoardSetup, outcome: Outcome) -> dict[str, str]:
    """Return the number of each shared field that is blank because a line forfeits its part."""
    if all(outcome.get(field.name) is None for field in game.fields if field.chosen_line_forfeits):
        return {}
    first_line_points = game.table_points(outcome, board)[next(iter(game.lines))]
    return {
        field.name: str(first_line_points)
        for field in game.fields
        if field.split_total is not None and outcome.get(field.name) is None
    }


def mark_differences(entries: Sequence[Sequence[OutcomeGroup]]) -> list[list[OutcomeGroup]]:
    """Return the entries with a mark on each value that is not the same in all of them."""
    keys_of_entries = [
        {_value_key(group, value) for group in entry for value in group.values} for entry in entries
    ]
    common_keys = set.intersection(*keys_of_entries) if keys_of_entries else set()
    return [[_with_differences(group, common_keys) for group in entry] for entry in entries]


def _with_differences(
    group: OutcomeGroup, common_keys: Collection[tuple[str, str, str]]
) -> OutcomeGroup:
    values = [
        replace(value, is_different=_value_key(group, value) not in common_keys)
        for value in group.values
    ]
    return replace(group, values=values)


def _value_key(group: OutcomeGroup, value: OutcomeValue) -> tuple[str, str, str]:
    return group.owner, value.label, value.text


def draft_groups(game: Game, submitted: Mapping[str, str]) -> list[OutcomeGroup]:
    """Return the filled-in fields of an incomplete or refused result, even invalid ones."""
    form_fields = [
        form_field
        for form_field in entry_form_fields(game.fields, submitted)
        if form_field.field.name in submitted
    ]
    return list(
        _groups(
            (form_field for form_field in form_fields if not _is_blank(form_field)),
            list(game.lines),
            {},
        )
    )


def remainder_of(form_field: EntryFormField) -> str:
    """Return what the submitted number leaves of its field's `split_total`.

    Returns "" if the field has none, and for a text that is no number up to it.
    """
    split_total = form_field.field.split_total
    if (
        split_total is None
        or not form_field.submitted.isdecimal()
        or len(form_field.submitted) > len(str(split_total))
    ):
        return ""
    return (
        str(split_total - int(form_field.submitted))
        if int(form_field.submitted) <= split_total
        else ""
    )


def _is_blank(form_field: EntryFormField) -> bool:
    """Return whether a field is empty, unticked, or left at its default."""
    if (
        form_field.field.kind != "flag"
        and not form_field.field.fold_heading
        and not form_field.field.is_rare
    ):
        return not form_field.submitted
    return not form_field.submitted or form_field.field.is_blank_or_default(form_field.submitted)


def _groups(
    filled_fields: Iterable[EntryFormField], lines: Sequence[str], names: NamesByLineOrSeat
) -> Iterator[OutcomeGroup]:
    values_by_owner: dict[str, list[OutcomeValue]] = {}
    for form_field in filled_fields:
        values_by_owner.setdefault(form_field.field.owner, []).extend(_values(form_field, lines))
    for owner, values in sorted(values_by_owner.items(), key=lambda item: bool(item[0])):
        yield OutcomeGroup(owner, names.get(owner, ""), values)


def _with_sums(
    groups: Iterable[OutcomeGroup], confirmation_texts: Mapping[str, Text]
) -> Iterator[OutcomeGroup]:
    for group in groups:
        amount = confirmation_texts.get(group.owner)
        sums = [OutcomeValue("", translate_text(amount))] if amount else []
        yield replace(group, values=group.values + sums)


def _values(form_field: EntryFormField, lines: Sequence[str]) -> Iterator[OutcomeValue]:
    label = _label(form_field)
    if form_field.field.kind == "choice":
        yield OutcomeValue(
            label,
            dict(form_field.choices).get(form_field.submitted, form_field.submitted),
            form_field.submitted,
        )
    elif form_field.field.kind == "flag":
        yield OutcomeValue(label, gettext("yes"))
    else:
        yield OutcomeValue(label, form_field.submitted)
    if remainder := remainder_of(form_field):
        yield OutcomeValue(line_name(lines[-1], lines), remainder, is_remainder=True)


def _label(form_field: EntryFormField) -> str:
    """Return the label, with the leg if it has one."""
    return f"{form_field.leg}: {form_field.label}" if form_field.leg else form_field.label
