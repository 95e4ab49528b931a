"""Ways to count the cards that a line has taken: recorded fields, their sums, and points."""

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

# The value of single cards; cards that are missing have none.
CardValues = Mapping[Card, int]


@dataclass(frozen=True)
class TakenCards:
    """What a line has taken in a deal; `cards` include its discards."""

    cards: Pack = field(repr=False)
    trick_count: int
    has_discarded: bool


@dataclass(frozen=True)
class DealtCards:
    """The number of cards dealt to the players, and which they are; None if not known."""

    card_count: int
    cards: Pack | None = field(repr=False)


class Counting(Protocol):
    """The interface of a way to count cards."""

    def fields(self, lines: Iterable[str], pack: Pack) -> tuple[Field, ...]:
        """Return the fields that a table records."""

    def field_sums(self, lines: Iterable[str], dealt_cards: DealtCards) -> tuple[FieldSum, ...]:
        """Return what the fields must add up to."""

    def problems(self, lines: Iterable[str], outcome: Outcome) -> list[Problem]:
        """Return what else is impossible about an outcome."""

    def field_values(self, taken_by_line: Mapping[str, TakenCards]) -> dict[str, Value]:
        """Return the values of the fields for what each line has taken."""

    def points_by_line(self, lines: Iterable[str], outcome: Outcome) -> dict[str, X]:
        """Return the card points of each line."""

    def minimum_points(self, cards: Pack) -> X:
        """Return the lowest possible points of a line that has taken these cards."""


@dataclass(frozen=True)
class NoPoints:
    """A way of counting in which cards have no points."""

    def fields(self, lines: Iterable[str], pack: Pack) -> tuple[Field, ...]:
        """Return no fields."""
        return ()

    def field_sums(self, lines: Iterable[str], dealt_cards: DealtCards) -> tuple[FieldSum, ...]:
        """Return no sums."""
        return ()

    def problems(self, lines: Iterable[str], outcome: Outcome) -> list[Problem]:
        """Return no problems."""
        return []

    def field_values(self, taken_by_line: Mapping[str, TakenCards]) -> dict[str, Value]:
        """Return no values."""
        return {}

    def points_by_line(self, lines: Iterable[str], outcome: Outcome) -> dict[str, X]:
        """Return 0 for each line."""
        return dict.fromkeys(lines, 0)

    def minimum_points(self, cards: Pack) -> X:
        """Return 0."""
        return 0


# Instances have no state, so one is enough.
NO_POINTS = NoPoints()


@dataclass(frozen=True)
class CardPoints(NoPoints):
    """Counting by the values of the cards, with one point per trick and one for a discard.

    A player's discard counts one point, however many cards it has. `trick_and_discard_points` is
    the number of these points in a deal.
    """

    trick_and_discard_points: int
    values: CardValues = field(default_factory=card_values)

    def total(self, cards: Pack) -> int:
        """Return all points of a deal of `cards`."""
        return cards_value(cards, self.values) + self.trick_and_discard_points

    def points(self, taken_cards: TakenCards) -> int:
        """Return the points of one line."""
        return (
            cards_value(taken_cards.cards, self.values)
            + taken_cards.trick_count
            + taken_cards.has_discarded
        )

    def fields(self, lines: Iterable[str], pack: Pack) -> tuple[Field, ...]:
        """Return a field for the points of each line."""
        return tuple(_number_field(line, "points", _("Points"), self.total(pack)) for line in lines)

    def field_sums(self, lines: Iterable[str], dealt_cards: DealtCards) -> tuple[FieldSum, ...]:
        """Return the sum of all points; its total is unknown if the dealt cards are unknown."""
        total = None if dealt_cards.cards is None else self.total(dealt_cards.cards)
        return (_sum(lines, "points", _("The points"), total),)

    def field_values(self, taken_by_line: Mapping[str, TakenCards]) -> dict[str, Value]:
        """Return the points of each line."""
        return {
            f"{line}_points": self.points(line_cards) for line, line_cards in taken_by_line.items()
        }

    def points_by_line(self, lines: Iterable[str], outcome: Outcome) -> dict[str, X]:
        """Return the points as recorded."""
        return {line: field_number(outcome, f"{line}_points") for line in lines}

    def minimum_points(self, cards: Pack) -> X:
        """Return the values of the cards."""
        return cards_value(cards, self.values)


@dataclass(frozen=True)
class PointsAndCards(NoPoints):
    """Counting by the values of the cards and their number; tricks have no points.

    Each card counts `points_per_card`, and `deduction` is taken from the points of each line. The
    values and the number of cards are recorded separately, so that the latter can be checked: it
    must be a multiple of `trick_size`, the number of cards in a trick.
    """

    points_per_card: X
    deduction: int
    trick_size: int
    values: CardValues = field(default_factory=card_values)

    def fields(self, lines: Iterable[str], pack: Pack) -> tuple[Field, ...]:
        """Return fields for the values and for the number of each line's cards."""
        max_points = cards_value(pack, self.values)
        return tuple(
            field
            for line in lines
            for field in (
                _number_field(line, "points", _("Card values"), max_points),
                _number_field(line, "cards", _("Cards taken"), len(pack)),
            )
        )

    def field_sums(self, lines: Iterable[str], dealt_cards: DealtCards) -> tuple[FieldSum, ...]:
        """Return the sums of all values and of all cards."""
        total = None if dealt_cards.cards is None else cards_value(dealt_cards.cards, self.values)
        return (
            _sum(lines, "points", _("The card values"), total),
            _sum(lines, "cards", _("The cards taken"), dealt_cards.card_count),
        )

    def problems(self, lines: Iterable[str], outcome: Outcome) -> list[Problem]:
        """Return a problem for each line whose cards do not make whole tricks."""
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

    def field_values(self, taken_by_line: Mapping[str, TakenCards]) -> dict[str, Value]:
        """Return the values and the number of each line's cards."""
        return {
            name: value
            for line, line_cards in taken_by_line.items()
            for name, value in (
                (f"{line}_points", cards_value(line_cards.cards, self.values)),
                (f"{line}_cards", len(line_cards.cards)),
            )
        }

    def points_by_line(self, lines: Iterable[str], outcome: Outcome) -> dict[str, X]:
        """Return values and cards together, less the deduction."""
        return {
            line: field_number(outcome, f"{line}_points")
            + field_number(outcome, f"{line}_cards") * self.points_per_card
            - self.deduction
            for line in lines
        }

    def minimum_points(self, cards: Pack) -> X:
        """Return what the cards count by value and number, less the deduction."""
        return cards_value(cards, self.values) + len(cards) * self.points_per_card - self.deduction


def cards_value(cards: Pack, values: CardValues) -> int:
    """Return the total value of `cards`."""
    return sum(values.get(card, 0) for card in cards)


def field_number(outcome: Outcome, name: str) -> int:
    """Return the number recorded in a field; an empty field is 0."""
    return int(outcome[name] or 0)


def _number_field(line: str, suffix: str, label: str, maximum: int) -> Field:
    return Field(
        f"{line}_{suffix}",
        "number",
        label,
        min=0,
        max=maximum,
        required=True,
        owner=line,
        has_plural_label=True,
    )


def _sum(lines: Iterable[str], suffix: str, label: str, total: int | None) -> FieldSum:
    return FieldSum(label, tuple(f"{line}_{suffix}" for line in lines), total)
