"""The base class of all tarot games; each game adds its name, source, options and rules."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property, reduce
from typing import ClassVar

from games.cards import Card, Pack
from games.deals import BoardSetup
from games.explanations.explanation import Explanation
from games.fields import Field, Outcome
from games.game import Game
from games.position import Position
from games.problems import Problem
from games.seats import PAIR_LINES, line_label, single_seat_lines
from games.sums import FieldSum, sum_problems
from games.tarot import bonus_counting, declaration_counting, declarations
from games.tarot.counting import CardPoints, DealtCards, PointsAndCards
from games.tarot.deal_setup import DealSetup
from games.tarot.discarding import first_position
from games.tarot.ledger import Ledger, amounts_paid, amounts_received, refund_reason
from games.tarot.line_totals import LabelledAmounts, LineResult
from games.tarot.rules import TarotRules
from games.text import Text, join_with_commas, join_with_space
from games.text import gettext_noop as _
from games.x import X

_TOO_FEW_POINTS = _(
    "%(seat)s has %(made)s card points, but the cards of the bonuses alone "
    "are worth at least %(least)s."
)


class Tarot(Game):
    """A tarot game under its options, which determine its rules."""

    player_counts: ClassVar[tuple[int, ...]] = (3,)
    family = _("Tarot")
    problems_depend_on_deal = True
    keeps_hands = False  # tricks and discards are gathered, and their cards counted together

    def __init__(self, options: Mapping[str, str] | None = None) -> None:
        """Raise `InvalidOption` for an option or value the game does not have."""
        super().__init__(options)
        self.rules = self.rules_of(self.options)
        self.pack = self.rules.pack

    @staticmethod
    def rules_of(options: Mapping[str, str]) -> TarotRules:
        """Return the rules of the game; `options` has a value for each option."""
        raise NotImplementedError

    @cached_property
    def lines(self) -> Mapping[str, tuple[str, ...]]:
        """The partnerships, or each seat on its own."""
        return PAIR_LINES if self.rules.has_partners else single_seat_lines(self.seats)

    @cached_property
    def opponents(self) -> Mapping[str, tuple[str, ...]]:
        """The seats that pay each seat."""
        return declaration_counting.opponents_of(self.lines)

    @cached_property
    def fields(self) -> tuple[Field, ...]:
        """Fields for the cards taken, then for the declarations and the bonuses of each seat."""
        fields = (
            *self.rules.counting.fields(self.lines, self.pack),
            *declarations.declaration_fields(self.rules.declarations, self.seats),
            *bonus_counting.bonus_fields(self.rules.bonuses, self.seats),
        )
        return tuple(replace(field, table_seats=self.seats) for field in fields)

    def field_sums(self, board: BoardSetup) -> tuple[FieldSum, ...]:
        """Return what the cards taken must add up to."""
        return self.rules.counting.field_sums(self.lines, self._dealt_cards(board))

    def problems(self, outcome: Outcome, board: BoardSetup) -> list[Problem]:
        """Return a problem for each wrong sum and each impossible declaration or bonus.

        If the cards are known, also for a line with fewer points than its bonus cards are worth.
        """
        rules = self.rules
        return [
            *sum_problems(self.field_sums(board), outcome),
            *rules.counting.problems(self.lines, outcome),
            *declaration_counting.declaration_problems(
                rules.declarations, outcome, board, self.opponents
            ),
            *bonus_counting.bonus_problems(rules.bonuses, outcome, self.seats, board),
            *(self._too_few_points_problems(outcome) if board.deal else []),
        ]

    def raw_results(self, outcome: Outcome, board: BoardSetup) -> dict[str, X]:
        """Return X of each line, from what it counts, receives and pays."""
        return self.rules.settlement.raw_results(self._line_results(outcome))

    def explain_x(self, outcome: Outcome, board: BoardSetup) -> dict[str, Explanation]:
        """Explain X by cards, declarations, bonuses and payments, and by any deduction."""
        results = self._line_results(outcome)
        return {line: self.rules.settlement.x_explanation(line, results) for line in results}

    def ledger(self, outcome: Outcome) -> Ledger:
        """Return every payment of a deal, from seat to seat."""
        points_by_line = self.rules.counting.points_by_line(self.lines, outcome)
        points = {
            seat: int(points_by_line[line]) for line, seats in self.lines.items() for seat in seats
        }
        declaration_ledger = declaration_counting.declaration_payments(
            self.rules.declarations, outcome, self.opponents, points
        )
        return declaration_ledger + bonus_counting.bonus_payments(
            self.rules.bonuses, outcome, self.opponents
        )

    def notation(self, outcome: Outcome, board: BoardSetup) -> Text:
        """Return the card points of every line, then all other values that are not the default.

        For example `A 41, B 20, C 17, A Four Kings`.
        """
        card_field_names = {
            field.name for field in self.rules.counting.fields(self.lines, self.pack)
        }
        parts = [
            _field_notation(field, outcome)
            for field in self.fields
            if _is_in_notation(field, outcome, card_field_names)
        ]
        return join_with_commas(parts) if parts else Text(_("nothing"))

    def hand_sizes(self, dealer: str) -> dict[str, int]:
        """Return the sizes of the dealer's hand and of the others."""
        return self.rules.hand_sizes(self.seats, dealer)

    def sorted_hand(self, cards: Pack) -> Pack:
        """Sort a hand by suit from the King down, then the trumps from XXI down, then the Fool."""
        suits = "SBCDTF"
        return tuple(
            sorted(cards, key=lambda card: (suits.index(card.suit), -self.rules.strength(card)[1]))
        )

    @property
    def card_values(self) -> Mapping[Card, int]:
        """The values of court cards and honours, if cards count."""
        counting = self.rules.counting
        return counting.values if isinstance(counting, CardPoints | PointsAndCards) else {}

    def starting_position(self, board: BoardSetup) -> Position:
        """Return the position before the first discard, or what follows if there are none.

        Raise ValueError if the cards of the board are not known.
        """
        setup = DealSetup(self.rules, self.seats, self.lines, self.opponents, board.dealer)
        return first_position(setup, board.known_deal.hands)

    def _too_few_points_problems(self, outcome: Outcome) -> Iterator[Problem]:
        """Yield a problem for each line with fewer points than its bonus cards are worth."""
        points_by_line = self.rules.counting.points_by_line(self.lines, outcome)
        for line, seats in self.lines.items():
            minimum = self.rules.counting.minimum_points(
                bonus_counting.known_cards_taken(self.rules.bonuses, outcome, seats)
            )
            if points_by_line[line] < minimum:
                params = {
                    "seat": line_label(line, self.seats),
                    "made": points_by_line[line],
                    "least": minimum,
                }
                yield Problem("points_few", _TOO_FEW_POINTS, params, f"{line}_points")

    def _line_results(self, outcome: Outcome) -> dict[str, LineResult]:
        ledger = self.ledger(outcome)
        points_by_line = self.rules.counting.points_by_line(self.lines, outcome)
        return {
            line: LineResult(
                points_by_line[line],
                self._with_labels(self._unpaid_counts(outcome, seats)),
                self._with_labels(amounts_received(ledger, seats)),
                self._with_labels(amounts_paid(ledger, seats)),
            )
            for line, seats in self.lines.items()
        }

    def _unpaid_counts(self, outcome: Outcome, seats: Iterable[str]) -> Mapping[str, int]:
        """Return what declarations and bonuses count without being paid, by name."""
        counted = Counter[str]()
        for seat in seats:
            counted.update(
                declaration_counting.declaration_counts(self.rules.declarations, outcome, seat)
            )
            counted.update(bonus_counting.bonus_counts(self.rules.bonuses, outcome, seat))
        return counted

    def _with_labels(self, amounts: Mapping[str, int]) -> LabelledAmounts:
        """Return the amounts other than zero with their labels."""
        return tuple((self._labels[name], amount) for name, amount in amounts.items() if amount)

    @cached_property
    def _labels(self) -> Mapping[str, Text]:
        """The label of everything that counts or is paid, by its name in the ledger."""
        declared = self.rules.declarations.declarations
        labels = {declaration.name: Text(declaration.label) for declaration in declared}
        labels |= {bonus.name: Text(bonus.label) for bonus in self.rules.bonuses}
        labels["nomination"] = Text(_("Nomination"))
        refund_labels = {
            refund_reason(name): Text(_("back: %(what)s"), {"what": label})
            for name, label in labels.items()
        }
        return labels | refund_labels

    def _dealt_cards(self, board: BoardSetup) -> DealtCards:
        card_count = sum(self.hand_sizes(board.dealer).values())
        if card_count == len(self.pack):
            return DealtCards(card_count, self.pack)
        if board.deal is None:
            return DealtCards(card_count, None)
        return DealtCards(
            card_count, tuple(card for hand in board.deal.hands.values() for card in hand)
        )


def _is_in_notation(field: Field, outcome: Outcome, card_field_names: Collection[str]) -> bool:
    """Return whether the notation includes the field.

    Card points are always included, all other values only if they differ from the default.
    """
    if field.required:
        return field.name in card_field_names or bool(outcome[field.name])
    return outcome[field.name] != field.default


def _field_notation(field: Field, outcome: Outcome) -> Text:
    """Return the seat and value of a field; its label only if it is not one of points.

    For example `A 41`, `B cards 27`, `C Four Kings`.
    """
    words: list[Text] = [] if field.name.endswith("points") else [Text(field.label)]
    if outcome[field.name] is not True:
        value = str(outcome[field.name])
        words.append(Text(field.labels.get(value, value)))
    if field.owner:
        words.insert(0, line_label(field.owner, field.table_seats))
    return reduce(join_with_space, words)
