"""The mark that makes a sentence translatable without importing a translation system."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import reduce


def gettext_noop(text: str) -> str:
    """Return `text` unchanged; pages translate what carries this mark."""
    return text


def ngettext_noop(one: str, other: str) -> tuple[str, str]:
    """Return both forms unchanged; pages choose the one for a number, in the reader's language."""
    return one, other


@dataclass(frozen=True)
class Text:
    """Marked English text with places filled from `params`, to be a parameter of a sentence in
    its turn."""

    template: str
    params: Mapping[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.template % self.params if self.params else self.template


@dataclass(frozen=True)
class Verbatim:
    """What is the same in every language, though some sentence of the catalogues may read like
    it."""

    text: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class PluralText(Text):
    """Words that are others where `number` is one: then `one` is filled in place of the
    template."""

    one: str = ""
    number: int = 0

    def __str__(self) -> str:
        return (self.one if self.number == 1 else self.template) % self.params


def plural_text(forms: tuple[str, str], number: int, params: Mapping[str, object]) -> PluralText:
    """The form of a marked sentence for so many, with its places filled."""
    one, other = forms
    return PluralText(other, params, one, number)


# How two things of a list stand beside each other.
LIST_SEPARATOR = gettext_noop("%(first)s, %(next)s")


def join_with_space(first: Text, second: Text) -> Text:
    """One after the other, with a space between."""
    return Text("%(first)s %(next)s", {"first": first, "next": second})


# How two sentences stand beside each other.
SENTENCE_SEPARATOR = gettext_noop("%(sentence)s %(following)s")


def join_sentences(first: Text, second: Text) -> Text:
    """One sentence after the other, with what stands between sentences in the reader's language."""
    return Text(SENTENCE_SEPARATOR, {"sentence": first, "following": second})


def join_with_commas(texts: Iterable[Text]) -> Text:
    """One after the other, with commas between; raises TypeError for none at all."""
    return reduce(
        lambda first, second: Text(LIST_SEPARATOR, {"first": first, "next": second}), texts
    )
