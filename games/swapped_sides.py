"""Swapping the sides of an outcome, for results that were entered for the wrong side."""

from collections.abc import Iterable, Sequence

from games.fields import Field, Outcome, Value


def swap_sides(fields: Iterable[Field], lines: Sequence[str], outcome: Outcome) -> Outcome | None:
    """Exchange what two lines scored.

    Fields without an owner stay as they are, except a number that both lines share, which is
    replaced by the rest of its total. Returns None if the outcome cannot be swapped, because there
    are not two lines or because a field is about a single seat.
    """
    fields = tuple(fields)
    names = {(field.owner, field.label, field.leg): field.name for field in fields}
    sources = {
        field.name: names.get((_swapped_owner(field, lines), field.label, field.leg))
        for field in fields
    }
    if len(lines) != 2 or not all(sources.values()):
        return None
    return {
        field.name: _swapped_value(field, outcome[sources[field.name] or ""]) for field in fields
    }


def _swapped_owner(field: Field, lines: Sequence[str]) -> str:
    """Return the owner of the field to swap with; a shared number stays in its own field."""
    if not field.owner or field.split_total is not None:
        return field.owner
    # A single seat has no counterpart, and no field has this owner.
    return {lines[0]: lines[-1], lines[-1]: lines[0]}.get(field.owner, "no counterpart")


def _swapped_value(field: Field, value: Value) -> Value:
    return (
        field.split_total - int(value)
        if field.split_total is not None and value is not None
        else value
    )
