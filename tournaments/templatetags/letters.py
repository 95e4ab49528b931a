"""The letters that choose words on the typing screen."""

from collections.abc import Iterable

from django import template

from tournaments.forms import EntryFormField

register = template.Library()


@register.filter
def lettered(shown: EntryFormField) -> list[tuple[str, str, str]]:
    """The choices of a field, each with its word and its letter."""
    chosen_by = letters(shown.field.choices)
    return [(value, label, chosen_by[value]) for value, label in shown.choices]


def letters(choices: Iterable[str]) -> dict[str, str]:
    """The letter that chooses each: its first that none before it took, so the same in every
    language."""
    taken: dict[str, str] = {}
    for choice in choices:
        free = (letter for letter in choice if letter.isalpha() and letter not in taken.values())
        taken[choice] = next(free, "")
    return taken
