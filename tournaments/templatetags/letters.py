"""The letters that choose words on the typing screen."""

from collections.abc import Mapping

from django import template

from tournaments.forms import EntryFormField

register = template.Library()


@register.filter
def lettered(shown: EntryFormField) -> list[tuple[str, str, str]]:
    """The choices of a field, each with its word and its letter."""
    labels = {value: str(label).lower() for value, label in shown.choices}
    on_keyboard = all(label[:1].isascii() for label in labels.values())
    chosen_by = letters(labels if on_keyboard else {value: value for value in labels})
    return [(value, label, chosen_by[value]) for value, label in shown.choices]


def letters(words: Mapping[str, str]) -> dict[str, str]:
    """Return the letter that chooses each: the first of its word that none before it took.

    Words are those of the reader's language, unless its letters are not on a keyboard.
    """
    taken: dict[str, str] = {}
    for choice, word in words.items():
        free = (
            letter
            for letter in word
            if letter.isascii() and letter.isalpha() and letter not in taken.values()
        )
        taken[choice] = next(free, "")
    return taken
