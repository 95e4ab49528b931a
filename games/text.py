"""Translatable text for code that must not depend on Django."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import reduce


def gettext_noop(text: str) -> str:
    """Mark a text for translation and return it unchanged."""
    return text


def ngettext_noop(one: str, other: str) -> tuple[str, str]:
    """Mark the singular and plural forms of a text; return both unchanged."""
    return one, other


@dataclass(frozen=True)
class Text:
    """A text marked for translation, with its parameters; may be a parameter of another text."""

    template: str
    params: Mapping[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.template % self.params if self.params else self.template


@dataclass(frozen=True)
class Verbatim:
    """A text that is not translated, even if a catalogue has the same sentence."""

    text: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class PluralText(Text):
    """A text with a singular form: `one` replaces `template` if `number` is 1."""

    one: str = ""
    number: int = 0

    def __str__(self) -> str:
        return (self.one if self.number == 1 else self.template) % self.params


def plural_text(forms: tuple[str, str], number: int, params: Mapping[str, object]) -> PluralText:
    """Return a text with the forms that `ngettext_noop` marked, for a number."""
    one, other = forms
    return PluralText(other, params, one, number)


# Joins two items of a list.
LIST_SEPARATOR = gettext_noop("%(first)s, %(next)s")
# Joins the last item of a list to the text of the items before it.
LAST_SEPARATOR = gettext_noop("%(items)s and %(last)s")


def join_with_space(first: Text, second: Text) -> Text:
    """Join two texts with a space."""
    return Text("%(first)s %(next)s", {"first": first, "next": second})


# Joins two sentences.
SENTENCE_SEPARATOR = gettext_noop("%(sentence)s %(following)s")


def join_sentences(first: Text, second: Text) -> Text:
    """Join two sentences as the reader's language does."""
    return Text(SENTENCE_SEPARATOR, {"sentence": first, "following": second})


def join_with_commas(texts: Iterable[Text]) -> Text:
    """Join texts with commas; raise TypeError if there are none."""
    return reduce(
        lambda first, second: Text(LIST_SEPARATOR, {"first": first, "next": second}), texts
    )
