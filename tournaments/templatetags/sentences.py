"""Marked sentences, lists and lengths of time, in the reader's language."""

import re
from collections.abc import Iterable

from django import template
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, gettext_noop

from games.text import LAST_SEPARATOR, LIST_SEPARATOR, SENTENCE_SEPARATOR, Text
from tournaments.forms import translate_text

register = template.Library()

# A value behind what it is.
_LABELLED = gettext_noop("%(label)s: %(value)s")

_NO_BREAK_SPACE = "\u00a0"
_TAG = re.compile(r"(<[^>]*>)")
# A line of the table, with its points where they follow; a seat with what it made, as N 1-4-4-2.
_LINE = re.compile(r"(?<![\w-])([A-Z]-[A-Z](?![\w-])(?: [+−]?\d+)?|[A-Z] \d+(?:-\d+)+)")
_BESIDE_NUMBER = re.compile(r"(?<=\w) (?=[+−]?\d)|(?<=\d) (?=(?:h|min|s)\b|\w{1,2} [+−]?\d)")
_DOT = re.compile(r"\s+·(?=\s)")


@register.filter
def in_words(words: Text | None) -> str:
    """A marked sentence with its parameters; nothing for none."""
    return translate_text(words) if words else ""


@register.filter
def listed(items: Iterable[object]) -> SafeString:
    """Names, numbers or links one after the other, with what stands between them."""
    return _joined(LIST_SEPARATOR, ("first", "next"), items)


@register.filter
def listed_with_and(items: Iterable[object]) -> SafeString:
    """Numbers in a sentence: "7", "7 and 8", "7, 8 and 9"."""
    *before, last = items
    return _joined(LAST_SEPARATOR, ("items", "last"), [listed(before), last] if before else [last])


@register.filter
def followed_by(sentence: str, following: str) -> SafeString:
    """One sentence after the other: with a space between, where the language has one there."""
    return _joined(SENTENCE_SEPARATOR, ("sentence", "following"), (sentence, following))


@register.filter
def labelled(value: str, label: str) -> SafeString:
    """A value behind what it is: "Board 7: two results differ"; either alone where the other is
    blank."""
    parts = [part for each in (label, value) if (part := conditional_escape(each).strip())]
    return _joined(_LABELLED, ("label", "value"), map(mark_safe, parts))


def _joined(separator: str, names: tuple[str, str], items: Iterable[object]) -> SafeString:
    texts = (each if isinstance(each, str) else str(each) for each in items)
    joined, *others = [str(conditional_escape(text)) for text in texts] or [""]
    for each in others:
        joined = gettext(separator) % dict(zip(names, (joined, each), strict=True))
    return mark_safe(joined)  # noqa: S308


@register.filter
def unbroken(text: str) -> SafeString:
    """HTML in which no line ends within N-S 41, before a number, its unit, or a dot between
    facts."""
    parts = _TAG.split(conditional_escape(text))
    parts[::2] = map(_without_breaks, parts[::2])
    return mark_safe("".join(parts))  # noqa: S308


def _without_breaks(text: str) -> str:
    pieces = _LINE.split(text)
    pieces[::2] = map(_with_fixed_spaces, pieces[::2])
    pieces[1::2] = (f'<span class="unbroken">{each}</span>' for each in pieces[1::2])
    return "".join(pieces)


def _with_fixed_spaces(text: str) -> str:
    return _DOT.sub(f"{_NO_BREAK_SPACE}·", _BESIDE_NUMBER.sub(_NO_BREAK_SPACE, text))


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
    both = gettext("%(hours)s h %(minutes)s min") % {"hours": whole, "minutes": rest}
    return _with_fixed_spaces(both)
