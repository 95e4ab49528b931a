"""How what a line has taken counts: what a table writes down of it, what it adds up to, what it
makes."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from games.cards import Card, Pack
from games.fields import Field, Outcome, Value
from games.problems import Problem
from games.sums import Sum
from games.tarot.pack import card_values
from games.text import gettext_noop as _
from games.x import X

CardValues = Mapping[Card, int]
"""What single cards are worth; those not named nothing."""


@dataclass(frozen=True)
class TakenCards:
    """What a line has taken in a deal: its cards, those it discarded included, and how many
    tricks."""

    cards: Pack = field(repr=False)
    trick_count: int
    has_discarded: bool


@dataclass(frozen=True)
class DealtCards:
    """What is dealt to the players: how many cards, and which, None where that is not known."""

    card_count: int
    cards: Pack | None = field(repr=False)


class Counting(Protocol):
    """What every way of counting answers."""

    def fields(self, lines: Iterable[str], pack: Pack) -> tuple[Field, ...]:
        """What a table writes down."""

    def sums(self, lines: Iterable[str], dealt_cards: DealtCards) -> tuple[Sum, ...]:
        """What that adds up to."""

    def problems(self, lines: Iterable[str], outcome: Outcome) -> list[Problem]:
        """What is impossible about it besides."""

    def field_values(self, taken: Mapping[str, TakenCards]) -> dict[str, Value]:
        """The fields as what each line took fills them."""

    def points_by_line(self, lines: Iterable[str], outcome: Outcome) -> dict[str, X]:
        """The card points of each line."""

    def minimum_points(self, cards: Pack) -> X:
        """What a line counts at least that has taken these cards."""


@dataclass(frozen=True)
class NoPoints:
    """Cards taken do not count."""

    def fields(self, lines: Iterable[str], pack: Pack) -> tuple[Field, ...]:
        """None."""
        return ()

    def sums(self, lines: Iterable[str], dealt_cards: DealtCards) -> tuple[Sum, ...]:
        """None."""
        return ()

    def problems(self, lines: Iterable[str], outcome: Outcome) -> list[Problem]:
        """None."""
        return []

    def field_values(self, taken: Mapping[str, TakenCards]) -> dict[str, Value]:
        """Nothing."""
        return {}

    def points_by_line(self, lines: Iterable[str], outcome: Outcome) -> dict[str, X]:
        """Nothing for anybody."""
        return dict.fromkeys(lines, 0)

    def minimum_points(self, cards: Pack) -> X:
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

    trick_and_discard_points: int
    values: CardValues = field(default_factory=card_values)

    def total(self, cards: Pack) -> int:
        """All the points of a deal of `cards`."""
        return cards_value(cards, self.values) + self.trick_and_discard_points

    def points(self, taken: TakenCards) -> int:
        """The points of one line."""
        return cards_value(taken.cards, self.values) + taken.trick_count + taken.has_discarded

    def fields(self, lines: Iterable[str], pack: Pack) -> tuple[Field, ...]:
        """The points of each."""
        return tuple(_number_field(line, "points", _("Points"), self.total(pack)) for line in lines)

    def sums(self, lines: Iterable[str], dealt_cards: DealtCards) -> tuple[Sum, ...]:
        """All points are somebody's."""
        total = None if dealt_cards.cards is None else self.total(dealt_cards.cards)
        return (_sum(lines, "points", _("The points"), total),)

    def field_values(self, taken: Mapping[str, TakenCards]) -> dict[str, Value]:
        """The points of each."""
        return {f"{line}_points": self.points(line_cards) for line, line_cards in taken.items()}

    def points_by_line(self, lines: Iterable[str], outcome: Outcome) -> dict[str, X]:
        """The points as written."""
        return {line: field_number(outcome, f"{line}_points") for line in lines}

    def minimum_points(self, cards: Pack) -> X:
        """Their values."""
        return cards_value(cards, self.values)


@dataclass(frozen=True)
class PointsAndCards(NoPoints):
    """The value of the cards, and each card taken `each` points, `less` a number; nothing for
    tricks as such.

    Points and cards are written apart, since everybody's cards are a multiple of `trick`: the cards
    in one.
    """

    points_per_card: X
    deduction: int
    trick_size: int
    values: CardValues = field(default_factory=card_values)

    def fields(self, lines: Iterable[str], pack: Pack) -> tuple[Field, ...]:
        """The value of the cards of each, and their number."""
        max_points = cards_value(pack, self.values)
        return tuple(
            field
            for line in lines
            for field in (
                _number_field(line, "points", _("Card values"), max_points),
                _number_field(line, "cards", _("Cards taken"), len(pack)),
            )
        )

    def sums(self, lines: Iterable[str], dealt_cards: DealtCards) -> tuple[Sum, ...]:
        """All values and all cards are somebody's."""
        total = None if dealt_cards.cards is None else cards_value(dealt_cards.cards, self.values)
        return (
            _sum(lines, "points", _("The card values"), total),
            _sum(lines, "cards", _("The cards taken"), dealt_cards.card_count),
        )

    def problems(self, lines: Iterable[str], outcome: Outcome) -> list[Problem]:
        """Cards that make no whole tricks."""
        template = _("%(cards)s cards are no whole number of tricks of %(trick)s.")
        names = [f"{line}_cards" for line in lines]
        return [
            Problem(
                "not_whole_tricks",
                template,
                {"cards": outcome[name], "trick": self.trick_size},
                name,
            )
            for name in names
            if field_number(outcome, name) % self.trick_size
        ]

    def field_values(self, taken: Mapping[str, TakenCards]) -> dict[str, Value]:
        """The value of the cards of each, and their number."""
        return {
            name: value
            for line, line_cards in taken.items()
            for name, value in (
                (f"{line}_points", cards_value(line_cards.cards, self.values)),
                (f"{line}_cards", len(line_cards.cards)),
            )
        }

    def points_by_line(self, lines: Iterable[str], outcome: Outcome) -> dict[str, X]:
        """Values and cards together."""
        return {
            line: field_number(outcome, f"{line}_points")
            + field_number(outcome, f"{line}_cards") * self.points_per_card
            - self.deduction
            for line in lines
        }

    def minimum_points(self, cards: Pack) -> X:
        """Their values, and what they count as cards."""
        return cards_value(cards, self.values) + len(cards) * self.points_per_card - self.deduction


def cards_value(cards: Pack, values: CardValues) -> int:
    """The values of `cards` together."""
    return sum(values.get(card, 0) for card in cards)


def field_number(outcome: Outcome, name: str) -> int:
    """The number written in a field; none is nothing."""
    return int(outcome[name] or 0)


def _number_field(line: str, suffix: str, label: str, maximum: int) -> Field:
    return Field(
        f"{line}_{suffix}", "number", label, min=0, max=maximum, required=True, of=line, plural=True
    )


def _sum(lines: Iterable[str], suffix: str, label: str, total: int | None) -> Sum:
    return Sum(label, tuple(f"{line}_{suffix}" for line in lines), total)
