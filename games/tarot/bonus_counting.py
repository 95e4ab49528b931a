"""Bonuses: what the cards of a trick earn besides points. Each game lists those it knows, as data.

A bonus is paid by every opponent, or, where the game says so, only counted for the seat that earned
it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from games.cards import Card, Pack
from games.deals import Deal, DealtBoard
from games.fields import Field, Outcome, Value
from games.problems import Problem
from games.seats import line_in_words
from games.tarot.ledger import Ledger, payments_from_each
from games.tarot.pack import KINGS
from games.text import Words
from games.text import gettext_noop as _

PART_LABEL = _("Bonuses")
_NOT_DEALT = _("%(seat)s was not dealt the cards for “%(label)s”.")
_LAST_OF_TWO = _("%(seat)s and %(other)s cannot both have taken the last trick.")
_NOT_BOTH = _("%(seat)s: “%(label)s” and “%(other)s” exclude each other.")
_KINGS_MANY = _("By this sheet %(made)s Kings were taken, but there are only %(most)s.")


@dataclass(frozen=True)
class TrickTaken:
    """A trick as it was played, `seats` and `cards` from the lead on; `number` counts from 1."""

    number: int
    is_last: bool
    seats: tuple[str, ...]
    cards: Pack
    winner: str

    @property
    def played(self) -> tuple[tuple[str, Card], ...]:
        """Each card with the seat that played it."""
        return tuple(zip(self.seats, self.cards, strict=True))

    @property
    def winning_card(self) -> Card:
        """The card that took the trick."""
        return dict(self.played)[self.winner]


TrickEvent = Callable[[TrickTaken], Iterable[str]]
"""The seats to which something happens in a trick, each as often as it does."""


class Bonus(Protocol):
    """What every bonus answers; `is_paid` by each opponent, else counted."""

    @property
    def name(self) -> str:
        """The latter half of its fields' names."""

    @property
    def label(self) -> str:
        """What its fields are called."""

    @property
    def is_paid(self) -> bool:
        """Whether the opponents pay for it."""

    @property
    def own_cards(self) -> frozenset[Card]:
        """The cards of which its seat played one each time it happened; none where anybody may
        have."""

    @property
    def excludes(self) -> tuple["Bonus", ...]:
        """What cannot befall a seat besides."""

    def cards_taken(self, value: Value) -> Pack:
        """Cards that its seat has taken for sure; any King stands for the one it was."""

    def implies_last_trick(self, value: Value) -> bool:
        """Whether its seat has taken the last trick."""

    def field_of(self, line: str) -> Field:
        """The field of a seat in lower case."""

    def field_value(self, tricks: Sequence[TrickTaken], seat: str) -> Value:
        """What the tricks of a deal bring `seat`, as a table writes it."""

    def times(self, value: Value) -> int:
        """How often it happened."""

    def worth_of(self, value: Value) -> int:
        """What each opponent pays for it, or what it counts; negative where it costs."""

    def problems(self, outcome: Outcome, seats: tuple[str, ...]) -> list[Problem]:
        """What is impossible about it."""


Bonuses = tuple[Bonus, ...]


def bonus_fields(bonuses: Bonuses, seats: tuple[str, ...]) -> tuple[Field, ...]:
    """What a table writes down of the bonuses, seat by seat."""
    return tuple(each.field_of(seat.lower()) for seat in seats for each in bonuses)


def bonus_values(
    bonuses: Bonuses, tricks: Sequence[TrickTaken], seats: tuple[str, ...]
) -> dict[str, Value]:
    """Every field as the tricks of a deal fill it."""
    return {_name(each, seat): each.field_value(tricks, seat) for seat in seats for each in bonuses}


def bonus_problems(
    bonuses: Bonuses, outcome: Outcome, seats: tuple[str, ...], board: DealtBoard
) -> list[Problem]:
    """Everything impossible about the bonuses of an outcome.

    Where the board has its cards, also what these rule out, and what cannot be together in any
    deal: that was not asked of events before 0.13, whose files come without cards.
    """
    found = [problem for each in bonuses for problem in each.problems(outcome, seats)]
    if board.deal is None:
        return found
    return [
        *found,
        *_last_of_two(bonuses, outcome, seats),
        *_not_both(bonuses, outcome, seats),
        *_too_many_kings(bonuses, outcome, seats),
        *_not_dealt(bonuses, outcome, seats, board.deal),
    ]


def known_cards_taken(bonuses: Bonuses, outcome: Outcome, seats: Iterable[str]) -> Pack:
    """What some seats have taken for sure, by what is written down of their bonuses."""
    return tuple(
        card
        for seat in seats
        for each in bonuses
        for card in each.cards_taken(outcome[_name(each, seat)])
    )


def _last_of_two(bonuses: Bonuses, outcome: Outcome, seats: tuple[str, ...]) -> Iterator[Problem]:
    told = [
        (seat, each)
        for seat in seats
        for each in bonuses
        if each.implies_last_trick(outcome[_name(each, seat)])
    ]
    for seat, each in told[1:]:
        if seat != (first := told[0][0]):
            said = {"seat": line_in_words(first, seats), "other": line_in_words(seat, seats)}
            yield Problem("last_of_two", _LAST_OF_TWO, said, _name(each, seat))
            return


def _not_both(bonuses: Bonuses, outcome: Outcome, seats: tuple[str, ...]) -> Iterator[Problem]:
    for seat in seats:
        said = [each for each in bonuses if each.times(outcome[_name(each, seat)])]
        for each in said:
            for other in each.excludes:
                if other.name in {one.name for one in said}:
                    labels = {"label": Words(each.label), "other": Words(other.label)}
                    params = {"seat": line_in_words(seat, seats), **labels}
                    yield Problem("not_both", _NOT_BOTH, params, _name(each, seat))


def _too_many_kings(
    bonuses: Bonuses, outcome: Outcome, seats: tuple[str, ...]
) -> Iterator[Problem]:
    made = sum(card in KINGS for card in known_cards_taken(bonuses, outcome, seats))
    if made > len(KINGS):
        yield Problem("kings_many", _KINGS_MANY, {"made": made, "most": len(KINGS)})


def _not_dealt(
    bonuses: Bonuses, outcome: Outcome, seats: tuple[str, ...], deal: Deal
) -> list[Problem]:
    return [
        Problem(
            "not_dealt",
            _NOT_DEALT,
            {"seat": line_in_words(seat, seats), "label": Words(each.label)},
            _name(each, seat),
        )
        for seat, hand in deal.hands.items()
        for each in bonuses
        if each.own_cards
        and each.times(outcome[_name(each, seat)]) > sum(card in each.own_cards for card in hand)
    ]


def bonus_payments(
    bonuses: Bonuses, outcome: Outcome, opponents: Mapping[str, tuple[str, ...]]
) -> Ledger:
    """What each seat's opponents pay it for its bonuses, or it pays them."""
    return tuple(
        payment
        for seat, others in opponents.items()
        for each in bonuses
        if each.is_paid and (worth := _worth(each, outcome, seat))
        for payment in payments_from_each(others, seat, worth, each.name)
    )


def bonus_counts(bonuses: Bonuses, outcome: Outcome, seat: str) -> dict[str, int]:
    """What each bonus that nobody pays for counts for `seat`, by its name."""
    return {each.name: _worth(each, outcome, seat) for each in bonuses if not each.is_paid}


def _worth(each: Bonus, outcome: Outcome, seat: str) -> int:
    return each.worth_of(outcome[_name(each, seat)])


def _name(each: Bonus, seat: str) -> str:
    return f"{seat.lower()}_{each.name}"
