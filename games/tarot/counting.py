"""How what a line has taken counts: what a table writes down of it, what it adds up to, what it
makes."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from games.cards import Card, Pack
from games.fields import Field, Outcome, Value
from games.problems import Problem
from games.sums import FieldSum
from games.tarot.pack import card_values
from games.text import gettext_noop as _
from games.x import X

Values = Mapping[Card, int]
"""What single cards are worth; those not named nothing."""


@dataclass(frozen=True)
class Taken:
    """What a line has taken in a deal: its cards, those it discarded included, and how many
    tricks."""

    cards: Pack = field(repr=False)
    tricks: int
    has_discarded: bool


@dataclass(frozen=True)
class InPlay:
    """What is dealt to the players: how many cards, and which, None where that is not known."""

    number: int
    cards: Pack | None = field(repr=False)


class Counting(Protocol):
    """What every way of counting answers."""

    def fields(self, lines: Iterable[str], pack: Pack) -> tuple[Field, ...]:
        """What a table writes down."""

    def sums(self, lines: Iterable[str], in_play: InPlay) -> tuple[FieldSum, ...]:
        """What that adds up to."""

    def problems(self, lines: Iterable[str], outcome: Outcome) -> list[Problem]:
        """What is impossible about it besides."""

    def written(self, taken: Mapping[str, Taken]) -> dict[str, Value]:
        """The fields as what each line took fills them."""

    def counts(self, lines: Iterable[str], outcome: Outcome) -> dict[str, X]:
        """The card points of each line."""

    def least(self, cards: Pack) -> X:
        """What a line counts at least that has taken these cards."""


@dataclass(frozen=True)
class NoPoints:
    """Cards taken do not count."""

    def fields(self, lines: Iterable[str], pack: Pack) -> tuple[Field, ...]:
        """None."""
        return ()

    def sums(self, lines: Iterable[str], in_play: InPlay) -> tuple[FieldSum, ...]:
        """None."""
        return ()

    def problems(self, lines: Iterable[str], outcome: Outcome) -> list[Problem]:
        """None."""
        return []

    def written(self, taken: Mapping[str, Taken]) -> dict[str, Value]:
        """Nothing."""
        return {}

    def counts(self, lines: Iterable[str], outcome: Outcome) -> dict[str, X]:
        """Nothing for anybody."""
        return dict.fromkeys(lines, 0)

    def least(self, cards: Pack) -> X:
        """Nothing."""
        return 0


NO_POINTS = NoPoints()
"""The one of its kind."""


@dataclass(frozen=True)
class CardPoints(NoPoints):
    """The value of the cards, one point a trick, and one for a discard as a whole.

    `beside` is what there is in a deal besides the values: a point for every trick and for every
    discard.
    """

    beside: int
    values: Values = field(default_factory=card_values)

    def total(self, cards: Pack) -> int:
        """All the points of a deal of `cards`."""
        return cards_worth(cards, self.values) + self.beside

    def points(self, taken: Taken) -> int:
        """The points of one line."""
        return cards_worth(taken.cards, self.values) + taken.tricks + taken.has_discarded

    def fields(self, lines: Iterable[str], pack: Pack) -> tuple[Field, ...]:
        """The points of each."""
        return tuple(_number(line, "points", _("Points"), self.total(pack)) for line in lines)

    def sums(self, lines: Iterable[str], in_play: InPlay) -> tuple[FieldSum, ...]:
        """All points are somebody's."""
        total = None if in_play.cards is None else self.total(in_play.cards)
        return (_sum(lines, "points", _("The points"), total),)

    def written(self, taken: Mapping[str, Taken]) -> dict[str, Value]:
        """The points of each."""
        return {f"{line}_points": self.points(each) for line, each in taken.items()}

    def counts(self, lines: Iterable[str], outcome: Outcome) -> dict[str, X]:
        """The points as written."""
        return {line: number(outcome, f"{line}_points") for line in lines}

    def least(self, cards: Pack) -> X:
        """Their values."""
        return cards_worth(cards, self.values)


@dataclass(frozen=True)
class PointsAndCards(NoPoints):
    """The value of the cards, and each card taken `each` points, `less` a number; nothing for
    tricks as such.

    Points and cards are written apart, since everybody's cards are a multiple of `trick`: the cards
    in one.
    """

    each: X
    less: int
    trick: int
    values: Values = field(default_factory=card_values)

    def fields(self, lines: Iterable[str], pack: Pack) -> tuple[Field, ...]:
        """The value of the cards of each, and their number."""
        most = cards_worth(pack, self.values)
        return tuple(
            each
            for line in lines
            for each in (
                _number(line, "points", _("Card values"), most),
                _number(line, "cards", _("Cards taken"), len(pack)),
            )
        )

    def sums(self, lines: Iterable[str], in_play: InPlay) -> tuple[FieldSum, ...]:
        """All values and all cards are somebody's."""
        total = None if in_play.cards is None else cards_worth(in_play.cards, self.values)
        return (
            _sum(lines, "points", _("The card values"), total),
            _sum(lines, "cards", _("The cards taken"), in_play.number),
        )

    def problems(self, lines: Iterable[str], outcome: Outcome) -> list[Problem]:
        """Cards that make no whole tricks."""
        template = _("%(cards)s cards are no whole number of tricks of %(trick)s.")
        names = [f"{line}_cards" for line in lines]
        return [
            Problem(
                "not_whole_tricks", template, {"cards": outcome[name], "trick": self.trick}, name
            )
            for name in names
            if number(outcome, name) % self.trick
        ]

    def written(self, taken: Mapping[str, Taken]) -> dict[str, Value]:
        """The value of the cards of each, and their number."""
        return {
            name: value
            for line, each in taken.items()
            for name, value in (
                (f"{line}_points", cards_worth(each.cards, self.values)),
                (f"{line}_cards", len(each.cards)),
            )
        }

    def counts(self, lines: Iterable[str], outcome: Outcome) -> dict[str, X]:
        """Values and cards together."""
        return {
            line: number(outcome, f"{line}_points")
            + number(outcome, f"{line}_cards") * self.each
            - self.less
            for line in lines
        }

    def least(self, cards: Pack) -> X:
        """Their values, and what they count as cards."""
        return cards_worth(cards, self.values) + len(cards) * self.each - self.less


def cards_worth(cards: Pack, values: Values) -> int:
    """The values of `cards` together."""
    return sum(values.get(card, 0) for card in cards)


def number(outcome: Outcome, name: str) -> int:
    """The number written in a field; none is nothing."""
    return int(outcome[name] or 0)


def _number(line: str, what: str, label: str, most: int) -> Field:
    return Field(
        f"{line}_{what}", "number", label, min=0, max=most, required=True, owner=line, plural=True
    )


def _sum(lines: Iterable[str], what: str, label: str, total: int | None) -> FieldSum:
    return FieldSum(label, tuple(f"{line}_{what}" for line in lines), total)
