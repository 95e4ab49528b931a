"""The play of Anou: root stones, tricks, and the taking of cards from a trick.

Source: as for games/anou/columns.py.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from games.anou.columns import Walls
from games.anou.placing import OpenWallsMixin, PlacementPosition, is_known_action
from games.cards import Card, Pack
from games.fields import Outcome
from games.hands import initial_hands
from games.position import Position
from games.problems import Problem
from games.seats import line_label
from games.text import Text
from games.text import gettext_noop as _
from games.trick_play import CardsByText, TrickPlay
from games.tricks import ACE_HIGH, Trick, new_trick

# The prompt to take a card of the trick, by the number of cards still to be taken.
_TAKE_PROMPTS = {
    3: _("You are first: take one card of the trick for your wall"),
    2: _("You are second: take a card of the trick for your wall, then one more"),
    1: _("You are second: take one more card of the trick for your wall"),
}


@dataclass(frozen=True)
class RootStonePosition(PlacementPosition):
    """Before the lead, each player places root stones from the hand, the dealer first.

    `hands` begin with the dealer's.
    """

    hands: Mapping[str, Pack] = field(repr=False)

    verb = "lay"

    @property
    def prompt(self) -> Text:
        """The prompt to place a root stone."""
        return Text(_("Lay a root stone"))

    def hand_of(self, seat: str) -> Pack:
        """Return the cards that `seat` has not placed."""
        return self.hands[seat]

    @property
    def available_cards(self) -> Pack:
        """The hand of the seat to act."""
        return self.hands[self.turn]

    def unavailable_problem(self, card: Card) -> Problem:
        """Return the problem of a card that is not in the hand."""
        return Problem("not_held", _("%(card)s is not in this hand."), {"card": str(card)})

    def after_placement(self, card: Card, walls: Walls) -> Position:
        """Return the position of the next seat, or the dealer's lead."""
        hands = {**self.hands, self.turn: _without_card(self.available_cards, card)}
        later_turns = self.turns[1:]
        if later_turns:
            return replace(self, walls=walls, turns=later_turns, hands=hands)
        return first_lead(self.cards, walls, hands)


@dataclass(frozen=True)
class TakePosition(PlacementPosition):
    """After a trick: its winner takes one card of it, then the runner-up takes two.

    `play` is the position in which the trick was complete. `leader` leads the next trick.
    `cards_left` are the cards of the trick that nobody has taken.
    """

    play: "CardPlay" = field(repr=False)
    leader: str
    cards_left: Pack = field(repr=False)

    verb = "take"

    @property
    def prompt(self) -> Text:
        """The prompt to take a card, and how many are still to be taken."""
        return Text(_TAKE_PROMPTS[len(self.turns)])

    @property
    def heading(self) -> Text:
        """The number of the trick whose cards are taken; one trick is a card of each seat."""
        return Text(
            _("trick %(number)s"), {"number": len(self.play.hands.played) // len(self.walls)}
        )

    def hand_of(self, seat: str) -> Pack:
        """Return the cards that `seat` has not played."""
        return self.play.hand_of(seat)

    @property
    def available_cards(self) -> Pack:
        """The cards of the trick that nobody has taken."""
        return self.cards_left

    def unavailable_problem(self, card: Card) -> Problem:
        """Return the problem of a card that is not on the table."""
        return Problem(
            "not_in_trick", _("%(card)s does not lie on the table."), {"card": str(card)}
        )

    def after_placement(self, card: Card, walls: Walls) -> Position:
        """Return the position of the next card to take, or the next lead.

        With four players one card of the trick is taken by nobody and is out of play.
        """
        later_turns = self.turns[1:]
        if later_turns:
            return replace(
                self,
                walls=walls,
                turns=later_turns,
                cards_left=_without_card(self.cards_left, card),
            )
        return replace(
            self.play,
            current_trick=new_trick(self.leader, self.play.current_trick.seats),
            walls=walls,
        )


@dataclass(frozen=True)
class CardPlay(OpenWallsMixin, TrickPlay):
    """A position in the play of the cards; after each trick cards are taken for the walls."""

    walls: Walls = field(repr=False)

    def is_action(self, action: str) -> bool:
        """Return whether `action` is an action of the game, even if it is not allowed here."""
        return is_known_action(action, self.cards)

    def violation(self, action: str) -> Problem | None:
        """Return why `action` is not allowed; no card can be placed while one is to be played."""
        if action in self.cards:
            return super().violation(action)
        template = _("“%(action)s” is not possible now: play a card.")
        return Problem("not_now", template, {"action": action})

    @property
    def taker(self) -> str:
        """The winner of the trick: the player of the highest card of the suit led."""
        return self._winner_and_runner_up[0]

    @property
    def taker_reason(self) -> Text:
        """Who has won the trick (first) and who is the runner-up (second)."""
        winner, runner_up = (
            line_label(seat, self.current_trick.seats) for seat in self._winner_and_runner_up
        )
        return Text(_("first %(first)s, second %(second)s"), {"first": winner, "second": runner_up})

    @property
    def _winner_and_runner_up(self) -> tuple[str, str]:
        winner_index, runner_up_index = winner_and_runner_up_indexes(self.current_trick.cards)
        return self.current_trick.seats[winner_index], self.current_trick.seats[runner_up_index]

    def after_trick(self) -> Position:
        """Let the winner of the trick take one card, then the runner-up two."""
        winner, runner_up = self._winner_and_runner_up
        turns = (winner, runner_up, runner_up)
        return TakePosition(self.cards, self.walls, turns, self, winner, self.current_trick.cards)

    def outcome(self) -> Outcome | None:
        """Return the heights of all columns, once every card has been played exactly once."""
        if not self.hands.is_fully_played:
            return None
        return {
            f"{seat.lower()}_height_{number}": len(column)
            for seat, columns in self.walls.items()
            for number, column in enumerate(columns, 1)
        }


def first_lead(cards: CardsByText, walls: Walls, hands: Mapping[str, Pack]) -> CardPlay:
    """Return the position before the first card; `hands` begin with the dealer's, who leads."""
    return CardPlay(cards, Trick(tuple(hands)), initial_hands(hands), walls)


def winner_and_runner_up_indexes(cards: Sequence[Card]) -> tuple[int, int]:
    """Return the indexes in a full trick of the winner's and the runner-up's card.

    The winner played the highest card of the suit led, the runner-up the next highest of that suit.
    If nobody else followed suit, the runner-up is the player of the highest rank among the others;
    of equal ranks, the earlier player.
    """
    winner_index, runner_up_index, *_others = sorted(
        range(len(cards)), key=lambda index: _trick_sort_key(cards[index], cards[0].suit)
    )
    return winner_index, runner_up_index


def _trick_sort_key(card: Card, suit_led: str) -> tuple[bool, int]:
    """Sort higher cards first; equal cards stay in order of play."""
    return card.suit != suit_led, -ACE_HIGH[card.rank]


def _without_card(cards: Pack, card: Card) -> Pack:
    """Remove one copy of the card: illegal play can bring a card into a trick twice."""
    index = cards.index(card)
    return cards[:index] + cards[index + 1 :]
