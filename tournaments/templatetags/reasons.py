"""Reasons in the reader's language."""

from django import template

from games.text import Words
from tournaments.forms import in_words

register = template.Library()


@register.filter
def said(words: Words | None) -> str:
    """The sentence; nothing where there is none."""
    return in_words(words) if words else ""
