"""Shortcut letters of choices on the page for typing slips."""

from collections.abc import Mapping

from django import template

from tournaments.forms import EntryFormField

register = template.Library()


@register.filter
def choices_with_letters(field: EntryFormField) -> list[tuple[str, str, str]]:
    """Return the choices of a field as value, label and shortcut letter."""
    labels = {value: str(label).lower() for value, label in field.choices}
    is_on_keyboard = all(label[:1].isascii() for label in labels.values())
    letter_by_value = shortcut_letters(
        labels if is_on_keyboard else {value: value for value in labels}
    )
    return [(value, label, letter_by_value[value]) for value, label in field.choices]


def shortcut_letters(words: Mapping[str, str]) -> dict[str, str]:
    """Return a letter for each value: the first letter of its word that no earlier value has.

    "" if the word has no such letter. Only letters from A to Z are used.
    """
    letters: dict[str, str] = {}
    for value, word in words.items():
        free_letters = (
            letter
            for letter in word
            if letter.isascii() and letter.isalpha() and letter not in letters.values()
        )
        letters[value] = next(free_letters, "")
    return letters
