"""What one line has of a deal, part by part, and how that is said and added up."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from games.explained.numbers import shortest
from games.seats import line_in_words
from games.text import Words, listed
from games.text import gettext_noop as _
from games.x import X

_CARDS_SENTENCE = _("%(line)s counts %(cards)s by the cards.")
_EXTRAS_SENTENCE = _("%(line)s counts for declarations and bonuses: %(parts)s.")
_RECEIVED_SENTENCE = _("%(line)s receives %(all)s: %(parts)s.")
_PAID_SENTENCE = _("%(line)s pays %(all)s: %(parts)s.")
_NOTHING_SENTENCE = _("%(line)s counts nothing, and nobody pays it or is paid.")

LabelledAmounts = tuple[tuple[Words, int], ...]
"""Numbers that are added up, each with what it is called."""


@dataclass(frozen=True)
class LineResult:
    """By the `cards`, `extras` them, and what the line has `received` and `paid`, each from 1."""

    cards: X
    extras: LabelledAmounts = ()
    received: LabelledAmounts = ()
    paid: LabelledAmounts = ()

    @property
    def counted_points(self) -> X:
        """What it counts, without payments."""
        return self.cards + _total(self.extras)

    @property
    def net_payments(self) -> int:
        """What it was paid less what it has paid."""
        return _total(self.received) - _total(self.paid)

    def result_sentences(self, line: str, among: Mapping[str, object]) -> Iterator[Words]:
        """A sentence for each part that is not nothing; `among` are all lines."""
        name = line_in_words(line, among)
        if self.cards:
            yield Words(_CARDS_SENTENCE, {"line": name, "cards": shortest(self.cards)})
        for template, amounts in (
            (_EXTRAS_SENTENCE, self.extras),
            (_RECEIVED_SENTENCE, self.received),
            (_PAID_SENTENCE, self.paid),
        ):
            if amounts:
                yield Words(
                    template,
                    {"line": name, "all": _total(amounts), "parts": _listed_amounts(amounts)},
                )
        if not self.has_any:
            yield Words(_NOTHING_SENTENCE, {"line": name})

    @property
    def has_any(self) -> bool:
        """Whether there is anything."""
        return bool(self.cards or self.extras or self.received or self.paid)

    @property
    def counted_numbers(self) -> dict[str, X]:
        """The numbers it counts by their keys in a formula; the cards also where there is
        nothing at all."""
        numbers: dict[str, X] = {"cards": self.cards} if self.cards or not self.has_any else {}
        return numbers | _numbered_amounts("beside", self.extras)

    @property
    def payment_numbers(self) -> dict[str, X]:
        """Those that it was paid, and those that it has paid."""
        return _numbered_amounts("received", self.received) | _numbered_amounts("paid", self.paid)


def _total(amounts: LabelledAmounts) -> int:
    return sum(amount for _label, amount in amounts)


def _listed_amounts(amounts: LabelledAmounts) -> Words:
    return listed(
        Words("%(label)s %(number)s", {"label": label, "number": amount})
        for label, amount in amounts
    )


def _numbered_amounts(key: str, amounts: LabelledAmounts) -> dict[str, X]:
    return {f"{key}{number}": amount for number, (_label, amount) in enumerate(amounts, 1)}
