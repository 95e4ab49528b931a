"""Bonuses: what a seat earns for certain cards in a trick, besides card points.

Each game lists its bonuses as data. A bonus is either paid by each opponent, or only counted for
the seat that earned it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from games.cards import Card, Pack
from games.deals import BoardSetup, Deal
from games.fields import Field, Outcome, Value
from games.problems import Problem
from games.seats import line_label
from games.tarot.ledger import Ledger, payments_from_each
from games.tarot.pack import KINGS
from games.text import Text
from games.text import gettext_noop as _

# The heading of the fields of bonuses in a form.
PART_LABEL = _("Bonuses")
_NOT_DEALT = _("%(seat)s was not dealt the cards for “%(label)s”.")
_TWO_LAST_TRICKS = _("%(seat)s and %(other)s cannot both have taken the last trick.")
_EXCLUSIVE = _("%(seat)s: “%(label)s” and “%(other)s” exclude each other.")
_TOO_MANY_KINGS = _("By this sheet %(made)s Kings were taken, but there are only %(most)s.")


@dataclass(frozen=True)
class TrickTaken:
    """A complete trick; `seats` and `cards` are in order of play, `number` counts from 1."""

    number: int
    is_last: bool
    seats: tuple[str, ...]
    cards: Pack
    winner: str

    @property
    def seats_and_cards(self) -> tuple[tuple[str, Card], ...]:
        """The cards with the seats that played them, in order of play."""
        return tuple(zip(self.seats, self.cards, strict=True))

    @property
    def winning_card(self) -> Card:
        """The card that took the trick."""
        return dict(self.seats_and_cards)[self.winner]


# A function that yields each seat for which something happens in a trick, once per occurrence.
TrickEvent = Callable[[TrickTaken], Iterable[str]]


class Bonus(Protocol):
    """The interface of a bonus."""

    @property
    def name(self) -> str:
        """The name of its fields, without the seat."""

    @property
    def label(self) -> str:
        """The label of its fields."""

    @property
    def is_paid(self) -> bool:
        """Whether each opponent pays for it; otherwise it is only counted."""

    @property
    def own_cards(self) -> frozenset[Card]:
        """Cards of which the seat played one each time; empty if another seat may have."""

    @property
    def excludes(self) -> tuple["Bonus", ...]:
        """Bonuses that the same seat cannot have in the same deal."""

    def cards_taken(self, value: Value) -> Pack:
        """Return cards that the seat has certainly taken; one King stands for whichever it was."""

    def implies_last_trick(self, value: Value) -> bool:
        """Return whether a seat with this value has certainly taken the last trick."""

    def field_of(self, line: str) -> Field:
        """Return the field of a seat, which is given in lower case."""

    def field_value(self, tricks: Sequence[TrickTaken], seat: str) -> Value:
        """Return the value to record for `seat`, from all tricks of a deal."""

    def times(self, value: Value) -> int:
        """Return how often the bonus was earned."""

    def worth_of(self, value: Value) -> int:
        """Return what each opponent pays, or what the bonus counts; negative for a cost."""

    def problems(self, outcome: Outcome, seats: tuple[str, ...]) -> list[Problem]:
        """Return what is impossible about this bonus in an outcome."""


Bonuses = tuple[Bonus, ...]


def bonus_fields(bonuses: Bonuses, seats: tuple[str, ...]) -> tuple[Field, ...]:
    """Return the fields of all bonuses, seat by seat."""
    return tuple(bonus.field_of(seat.lower()) for seat in seats for bonus in bonuses)


def bonus_values(
    bonuses: Bonuses, tricks: Sequence[TrickTaken], seats: tuple[str, ...]
) -> dict[str, Value]:
    """Return the values of all fields for the tricks of a deal."""
    return {
        _field_name(bonus, seat): bonus.field_value(tricks, seat)
        for seat in seats
        for bonus in bonuses
    }


def bonus_problems(
    bonuses: Bonuses, outcome: Outcome, seats: tuple[str, ...], board: BoardSetup
) -> list[Problem]:
    """Return everything impossible about the bonuses of an outcome.

    Bonuses that the cards rule out, or that cannot occur together in any deal, are checked only for
    a board with known cards. Events before version 0.13 were not checked in this way; their files
    have no cards, so they can still be imported.
    """
    problems = [problem for bonus in bonuses for problem in bonus.problems(outcome, seats)]
    if board.deal is None:
        return problems
    return [
        *problems,
        *_last_trick_problems(bonuses, outcome, seats),
        *_exclusion_problems(bonuses, outcome, seats),
        *_king_count_problems(bonuses, outcome, seats),
        *_not_dealt_problems(bonuses, outcome, seats, board.deal),
    ]


def known_cards_taken(bonuses: Bonuses, outcome: Outcome, seats: Iterable[str]) -> Pack:
    """Return the cards that some seats have certainly taken, by their bonuses."""
    return tuple(
        card
        for seat in seats
        for bonus in bonuses
        for card in bonus.cards_taken(outcome[_field_name(bonus, seat)])
    )


def _last_trick_problems(
    bonuses: Bonuses, outcome: Outcome, seats: tuple[str, ...]
) -> Iterator[Problem]:
    claims = [
        (seat, bonus)
        for seat in seats
        for bonus in bonuses
        if bonus.implies_last_trick(outcome[_field_name(bonus, seat)])
    ]
    for seat, bonus in claims[1:]:
        if seat != (first_seat := claims[0][0]):
            params = {"seat": line_label(first_seat, seats), "other": line_label(seat, seats)}
            yield Problem("last_of_two", _TWO_LAST_TRICKS, params, _field_name(bonus, seat))
            return


def _exclusion_problems(
    bonuses: Bonuses, outcome: Outcome, seats: tuple[str, ...]
) -> Iterator[Problem]:
    for seat in seats:
        earned = [bonus for bonus in bonuses if bonus.times(outcome[_field_name(bonus, seat)])]
        for bonus in earned:
            for other in bonus.excludes:
                if other.name in {earned_bonus.name for earned_bonus in earned}:
                    labels = {"label": Text(bonus.label), "other": Text(other.label)}
                    params = {"seat": line_label(seat, seats), **labels}
                    yield Problem("not_both", _EXCLUSIVE, params, _field_name(bonus, seat))


def _king_count_problems(
    bonuses: Bonuses, outcome: Outcome, seats: tuple[str, ...]
) -> Iterator[Problem]:
    kings_taken = sum(card in KINGS for card in known_cards_taken(bonuses, outcome, seats))
    if kings_taken > len(KINGS):
        yield Problem("kings_many", _TOO_MANY_KINGS, {"made": kings_taken, "most": len(KINGS)})


def _not_dealt_problems(
    bonuses: Bonuses, outcome: Outcome, seats: tuple[str, ...], deal: Deal
) -> list[Problem]:
    return [
        Problem(
            "not_dealt",
            _NOT_DEALT,
            {"seat": line_label(seat, seats), "label": Text(bonus.label)},
            _field_name(bonus, seat),
        )
        for seat, hand in deal.hands.items()
        for bonus in bonuses
        if bonus.own_cards
        and bonus.times(outcome[_field_name(bonus, seat)])
        > sum(card in bonus.own_cards for card in hand)
    ]


def bonus_payments(
    bonuses: Bonuses, outcome: Outcome, opponents: Mapping[str, tuple[str, ...]]
) -> Ledger:
    """Return what each seat's opponents pay for its bonuses, or receive from it."""
    return tuple(
        payment
        for seat, payers in opponents.items()
        for bonus in bonuses
        if bonus.is_paid and (worth := _worth(bonus, outcome, seat))
        for payment in payments_from_each(payers, seat, worth, bonus.name)
    )


def bonus_counts(bonuses: Bonuses, outcome: Outcome, seat: str) -> dict[str, int]:
    """Return what each bonus that is not paid counts for `seat`."""
    return {bonus.name: _worth(bonus, outcome, seat) for bonus in bonuses if not bonus.is_paid}


def _worth(bonus: Bonus, outcome: Outcome, seat: str) -> int:
    return bonus.worth_of(outcome[_field_name(bonus, seat)])


def _field_name(bonus: Bonus, seat: str) -> str:
    return f"{seat.lower()}_{bonus.name}"
