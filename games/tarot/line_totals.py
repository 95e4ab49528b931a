"""What a line has counted, received and paid in a deal, and sentences that explain it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from games.explanations.formatted_numbers import rounded_if_fraction
from games.seats import line_label
from games.text import Text, join_with_commas
from games.text import gettext_noop as _
from games.x import X

_CARDS_SENTENCE = _("%(line)s counts %(cards)s by the cards.")
_EXTRAS_SENTENCE = _("%(line)s counts for declarations and bonuses: %(parts)s.")
_RECEIVED_SENTENCE = _("%(line)s receives %(all)s: %(parts)s.")
_PAID_SENTENCE = _("%(line)s pays %(all)s: %(parts)s.")
_NOTHING_SENTENCE = _("%(line)s counts nothing, and nobody pays it or is paid.")

# Amounts to be added up, each with its label.
LabelledAmounts = tuple[tuple[Text, int], ...]


@dataclass(frozen=True)
class LineResult:
    """The points of one line in a deal, and its payments.

    `cards` are card points. `extras` are declarations and bonuses that count for the line itself,
    while `received` and `paid` are payments between the players.
    """

    cards: X
    extras: LabelledAmounts = ()
    received: LabelledAmounts = ()
    paid: LabelledAmounts = ()

    @property
    def counted_points(self) -> X:
        """What the line counts, without payments."""
        return self.cards + _total(self.extras)

    @property
    def net_payments(self) -> int:
        """What the line has received, less what it has paid."""
        return _total(self.received) - _total(self.paid)

    def result_sentences(self, line: str, all_lines: Mapping[str, object]) -> Iterator[Text]:
        """Yield a sentence for each part that is not zero; `all_lines` are all lines."""
        name = line_label(line, all_lines)
        if self.cards:
            yield Text(_CARDS_SENTENCE, {"line": name, "cards": rounded_if_fraction(self.cards)})
        for template, amounts in (
            (_EXTRAS_SENTENCE, self.extras),
            (_RECEIVED_SENTENCE, self.received),
            (_PAID_SENTENCE, self.paid),
        ):
            if amounts:
                yield Text(
                    template,
                    {"line": name, "all": _total(amounts), "parts": _listed_amounts(amounts)},
                )
        if not self.has_amounts:
            yield Text(_NOTHING_SENTENCE, {"line": name})

    @property
    def has_amounts(self) -> bool:
        """Whether any part is not zero."""
        return bool(self.cards or self.extras or self.received or self.paid)

    @property
    def counted_numbers(self) -> dict[str, X]:
        """What the line counts, by keys for a formula.

        Card points of zero are left out, unless there is nothing else.
        """
        numbers: dict[str, X] = {"cards": self.cards} if self.cards or not self.has_amounts else {}
        return numbers | _numbered_amounts("beside", self.extras)

    @property
    def payment_numbers(self) -> dict[str, X]:
        """What the line has received and paid, by keys for a formula."""
        return _numbered_amounts("received", self.received) | _numbered_amounts("paid", self.paid)


def _total(amounts: LabelledAmounts) -> int:
    return sum(amount for _label, amount in amounts)


def _listed_amounts(amounts: LabelledAmounts) -> Text:
    return join_with_commas(
        Text("%(label)s %(number)s", {"label": label, "number": amount})
        for label, amount in amounts
    )


def _numbered_amounts(key: str, amounts: LabelledAmounts) -> dict[str, X]:
    return {f"{key}{number}": amount for number, (_label, amount) in enumerate(amounts, 1)}
