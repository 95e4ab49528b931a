"""Marked sentences, lists and lengths of time, in the reader's language."""

import re
from collections.abc import Iterable

from django import template
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from games.text import LIST_SEPARATOR, SENTENCE_SEPARATOR, Words
from tournaments.forms import translated

register = template.Library()

_NO_BREAK_SPACE, _WORD_JOINER = "\u00a0", "\u2060"
_TAG = re.compile(r"(<[^>]*>)")
_LINE = re.compile(r"(?<![\w-])([A-Z])-([A-Z])(?![\w-])")
_BESIDE_NUMBER = re.compile(r"(?<=\w) (?=[+−]?\d)|(?<=\d) (?=(?:h|min|s)\b|\w{1,2} [+−]?\d)")
_DOT = re.compile(r"\s+·(?=\s)")


@register.filter
def in_words(words: Words | None) -> str:
    """A marked sentence with its parameters; nothing for none."""
    return translated(words) if words else ""


@register.filter
def listed(items: Iterable[object]) -> SafeString:
    """Names, numbers or links one after the other, with what stands between them."""
    return _joined(LIST_SEPARATOR, ("first", "next"), items)


@register.filter
def followed_by(sentence: str, following: str) -> SafeString:
    """One sentence after the other: with a space between, where the language has one there."""
    return _joined(SENTENCE_SEPARATOR, ("sentence", "following"), (sentence, following))


def _joined(separator: str, names: tuple[str, str], items: Iterable[object]) -> SafeString:
    joined, *others = [*map(conditional_escape, items)] or [""]
    for each in others:
        joined = gettext(separator) % dict(zip(names, (joined, each), strict=True))
    return mark_safe(joined)  # noqa: S308


@register.filter(is_safe=True)
def unbroken(text: str) -> str:
    """Text or HTML in which no line ends within N-S, before a number, its unit, or a dot between
    facts."""
    parts = _TAG.split(text)
    parts[::2] = map(_without_breaks, parts[::2])
    return "".join(parts)


def _without_breaks(text: str) -> str:
    text = _LINE.sub(rf"\1{_WORD_JOINER}-{_WORD_JOINER}\2", text)
    text = _BESIDE_NUMBER.sub(_NO_BREAK_SPACE, text)
    return _DOT.sub(f"{_NO_BREAK_SPACE}·", text)


@register.filter
def hours(minutes: int) -> str:
    """So many minutes as people say them: 45 min, 2 h, 2 h 25 min."""
    whole, rest = divmod(minutes, 60)
    if not whole:
        return gettext("%(minutes)s min") % {"minutes": rest}
    if not rest:
        return gettext("%(hours)s h") % {"hours": whole}
    return unbroken(gettext("%(hours)s h %(minutes)s min") % {"hours": whole, "minutes": rest})
