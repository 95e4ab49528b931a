"""Marked sentences and lengths of time, in the reader's language."""

from django import template
from django.utils.translation import gettext

from games.text import Words
from tournaments.forms import translated

register = template.Library()


@register.filter
def in_words(words: Words | None) -> str:
    """A marked sentence with its parameters; nothing for none."""
    return translated(words) if words else ""


@register.filter
def without_capital(label: str) -> str:
    """Return the words of a button as they continue a sentence: Yes, finish the session."""
    return label[:1].lower() + label[1:]


@register.filter
def hours(minutes: int) -> str:
    """So many minutes as people say them: 45 min, 2 h, 2 h 25 min."""
    whole, rest = divmod(minutes, 60)
    if not whole:
        return gettext("%(minutes)s min") % {"minutes": rest}
    if not rest:
        return gettext("%(hours)s h") % {"hours": whole}
    return gettext("%(hours)s h %(minutes)s min") % {"hours": whole, "minutes": rest}
