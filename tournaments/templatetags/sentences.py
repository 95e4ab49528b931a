"""Filters that translate texts, join lists and sentences, and format durations."""

import re
from collections.abc import Iterable

from django import template
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, gettext_noop

from games.text import LAST_SEPARATOR, LIST_SEPARATOR, SENTENCE_SEPARATOR, Text
from tournaments.forms import translate_text

register = template.Library()

# A value after its label.
_LABELLED = gettext_noop("%(label)s: %(value)s")

_NO_BREAK_SPACE = "\u00a0"
_TAG = re.compile(r"(<[^>]*>)")

# A line, with its points if they come next: N-S 41. Or a seat with its tricks: N 1-4-4-2.
_LINE_WITH_POINTS = re.compile(r"(?<![\w-])([A-Z]-[A-Z](?![\w-])(?: [+−]?\d+)?|[A-Z] \d+(?:-\d+)+)")
_BESIDE_NUMBER = re.compile(r"(?<=\w) (?=[+−]?\d)|(?<=\d) (?=(?:h|min|s)\b|\w{1,2} [+−]?\d)")
_COLON = re.compile(r":\s|：")
_DOT = re.compile(r"\s+·(?=\s)")


@register.filter
def translated(text: Text | None) -> str:
    """Translate a text with its parameters; "" for None."""
    return translate_text(text) if text else ""


@register.filter
def listed(items: Iterable[object]) -> SafeString:
    """Join names, numbers or links with the separator of lists."""
    return _join_safely(LIST_SEPARATOR, ("first", "next"), items)


@register.filter
def listed_with_and(items: Iterable[object]) -> SafeString:
    """Join numbers in a sentence: "7", "7 and 8", "7, 8 and 9"."""
    *others, last = items
    return _join_safely(
        LAST_SEPARATOR, ("items", "last"), [listed(others), last] if others else [last]
    )


@register.filter
def followed_by(sentence: str, following: str) -> SafeString:
    """Join two sentences, with a space if the language has one."""
    return _join_safely(SENTENCE_SEPARATOR, ("sentence", "following"), (sentence, following))


@register.filter
def labelled(value: str, label: str) -> SafeString:
    """Join a label and a value: "Board 7: two results differ"; a blank one is left out."""
    parts = [part for text in (label, value) if (part := conditional_escape(text).strip())]
    return _join_safely(_LABELLED, ("label", "value"), map(mark_safe, parts))


def _join_safely(separator: str, names: tuple[str, str], items: Iterable[object]) -> SafeString:
    texts = (item if isinstance(item, str) else str(item) for item in items)
    joined, *others = [str(conditional_escape(text)) for text in texts] or [""]
    for other in others:
        joined = gettext(separator) % dict(zip(names, (joined, other), strict=True))
    return mark_safe(joined)  # noqa: S308


@register.filter
def unbroken(text: str) -> SafeString:
    """Return HTML without line breaks in "N-S 41", and before numbers, units and middle dots."""
    parts = _TAG.split(conditional_escape(text))
    parts[::2] = map(_without_breaks, parts[::2])
    return mark_safe("".join(parts))  # noqa: S308


def _without_breaks(text: str) -> str:
    pieces = _LINE_WITH_POINTS.split(text)
    pieces[::2] = map(_with_fixed_spaces, pieces[::2])
    pieces[1::2] = (f'<span class="unbroken">{piece}</span>' for piece in pieces[1::2])
    return "".join(pieces)


def _with_fixed_spaces(text: str) -> str:
    return _DOT.sub(f"{_NO_BREAK_SPACE}·", _BESIDE_NUMBER.sub(_NO_BREAK_SPACE, text))


@register.filter
def colon_parts(text: str) -> list[str]:
    """Split a text such as "coins, contro: N-S 41" at its first colon, for two lines."""
    return _COLON.split(text, maxsplit=1)


@register.filter
def without_capital(label: str) -> str:
    """Return the label of a button with a small initial, for the middle of a sentence."""
    return label[:1].lower() + label[1:]


@register.filter
def hours(minutes: int) -> str:
    """Return minutes as a duration: 45 min, 2 h, 2 h 25 min."""
    whole, rest = divmod(minutes, 60)
    if not whole:
        return gettext("%(minutes)s min") % {"minutes": rest}
    if not rest:
        return gettext("%(hours)s h") % {"hours": whole}
    both = gettext("%(hours)s h %(minutes)s min") % {"hours": whole, "minutes": rest}
    return _with_fixed_spaces(both)
