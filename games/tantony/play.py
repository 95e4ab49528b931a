"""The play of Tantony: cards, the giving of tricks, and the passage to the next leg.

Source: as for games/tantony/legs.py.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from games.cards import Pack
from games.fields import Outcome
from games.hands import initial_hands
from games.position import Position
from games.position_view import ActionDescription
from games.problems import Problem
from games.seats import line_label
from games.tantony.leg_report import leg_report_sentences
from games.tantony.legs import CardExchange, LegProgress, runt, runt_index
from games.tantony.rules import TantonyRules
from games.text import Text
from games.text import gettext_noop as _
from games.trick_play import NonTrickPosition, TrickPlay
from games.tricks import ACE_HIGH, new_trick

_MESSAGES = {
    "nothing_to_give": _("“%(action)s” is not possible now: play a card."),
    "trick_not_given": _("%(action)s comes too early: first give the trick to somebody."),
    "has_all_tricks": _(
        "“%(action)s” gives a trick to a seat that has all it may be given in this leg."
    ),
}


@dataclass(frozen=True)
class CardPlay(TrickPlay):
    """A position in the play of the cards."""

    legs: LegProgress

    @property
    def trick_number(self) -> int | None:
        """The number of the trick, counted from 1 through all legs."""
        number_in_leg = super().trick_number
        return (
            number_in_leg and len(self.legs.totals) * self.legs.rules.tricks_per_leg + number_in_leg
        )

    @property
    def heading(self) -> Text | None:
        """The number of the trick, and of the leg if there are several."""
        number_in_leg = super().trick_number
        return None if number_in_leg is None else leg_and_trick_words(self.legs, number_in_leg)

    @property
    def recent_event_texts(self) -> tuple[Text, ...]:
        """The report of the previous leg, shown during the first trick of a leg and at the end."""
        is_new = super().trick_number in (1, None)
        return tuple(leg_report_sentences(self.legs)) if self.legs.totals and is_new else ()

    @property
    def open_cards(self) -> Mapping[str, tuple[Pack, ...]]:
        """The runts of the tricks given to each seat in this leg."""
        return {} if self.legs.is_finished else self.legs.runts

    @property
    def open_cards_heading(self) -> Text:
        """The heading for the tricks, which lie with the runt on top."""
        return Text(_("Tricks given, the runt of each on top"))

    def is_action(self, action: str) -> bool:
        """Return whether `action` is a card of the pack or gives a trick to a seat."""
        return super().is_action(action) or action in self.legs.rules.receiver_by_action

    def violation(self, action: str) -> Problem | None:
        """Return why `action` is not allowed; no trick can be given while a card is due."""
        return (
            super().violation(action)
            if action in self.cards
            else _problem("nothing_to_give", action)
        )

    @property
    def points_so_far(self) -> Mapping[str, Text]:
        """The runts of each seat, and how many tricks it has been given."""
        return self.legs.points_so_far

    @property
    def taker(self) -> str:
        """The player of the highest card of the suit led."""
        return self.current_trick.winner(ACE_HIGH)

    def after_trick(self) -> Position:
        """Let the winner give the trick; if all seats have their tricks, exchange two cards."""
        return GivePosition(self) if self.legs.open_receivers else self._exchange_cards()

    def outcome(self) -> Outcome | None:
        """Return the runts of each line and leg."""
        return self.legs.outcome()

    def next_leg(
        self,
        totals: Mapping[str, int],
        hands: Mapping[str, Pack],
        opener: str,
        exchange: CardExchange | None = None,
    ) -> "CardPlay":
        """Return the first position of the next leg; after the last leg, the end of play."""
        legs = self.legs.start_next_leg(
            totals if self.hands.is_fully_played else None, opener, exchange
        )
        return replace(self, legs=legs) if legs.is_finished else first_lead(legs, hands)

    def _exchange_cards(self) -> "CardPlay":
        """End a leg whose last trick is given to nobody.

        The highest and the lowest card of the suit led change hands, so that the winner holds the
        runt. The next leg is led by the player to the left of the one who led this leg.
        """
        seats, cards = self.current_trick.seats, self.current_trick.cards
        winner, low = self.taker, seats[runt_index(cards)]
        last_card = dict(zip(seats, cards, strict=True))
        exchange = CardExchange(winner, low, last_card[winner], last_card[low])
        last_card[winner], last_card[low] = last_card[low], last_card[winner]
        totals = self.legs.runt_totals()
        totals[winner] += self.legs.value_of(runt(cards))
        hands = {seat: (*hand, last_card[seat]) for seat, hand in self.legs.hands().items()}
        return self.next_leg(totals, hands, new_trick(self.legs.opener, seats).seats[1], exchange)


@dataclass(frozen=True)
class GivePosition(NonTrickPosition):
    """The position in which the winner of a trick gives it to a seat.

    `play` is the position in which the trick was complete.
    """

    play: CardPlay

    @property
    def turn(self) -> str:
        """The winner of the trick."""
        return self.play.taker

    @property
    def heading(self) -> Text:
        """The number of the trick, and of the leg if there are several."""
        return leg_and_trick_words(
            self.play.legs, len(self.play.hands.played) // self.play.legs.rules.player_count
        )

    @property
    def open_cards(self) -> Mapping[str, tuple[Pack, ...]]:
        """The runts before this trick is given."""
        return self.play.open_cards

    @property
    def open_cards_heading(self) -> Text:
        """The heading for the tricks."""
        return self.play.open_cards_heading

    @property
    def prompt(self) -> Text:
        """The prompt to give the trick to a seat."""
        return Text(_("You have won the trick: give it to somebody"))

    def describe(self, action: str) -> ActionDescription:
        """Return the seat that is given the trick."""
        seat = self.play.legs.rules.receiver_by_action[action]
        if seat == self.turn:
            return ActionDescription(
                Text(_("keep the trick")), past_text=Text(_("has kept the trick"))
            )
        params = {"seat": line_label(seat, self.play.current_trick.seats)}
        past_text = Text(_("has given the trick to %(seat)s"), params)
        return ActionDescription(Text(_("the trick to %(seat)s"), params), past_text=past_text)

    def hand_of(self, seat: str) -> Pack:
        """Return the cards that `seat` has not played in this leg."""
        return self.play.hand_of(seat)

    @property
    def points_so_far(self) -> Mapping[str, Text]:
        """The runts before this trick is given."""
        return self.play.points_so_far

    def legal_actions(self) -> tuple[str, ...]:
        """Return the gifts that are allowed: to the winner first, then in order of play."""
        open_receivers = self.play.legs.open_receivers
        seats = new_trick(self.turn, self.play.current_trick.seats).seats
        return tuple(f"give:{seat}" for seat in seats if seat in open_receivers)

    def is_action(self, action: str) -> bool:
        """Return whether `action` is an action of the game, even if it is not allowed here."""
        return self.play.is_action(action)

    def violation(self, action: str) -> Problem | None:
        """Return why the trick cannot be given in this way, or None."""
        if action in self.legal_actions():
            return None
        return _problem(
            "trick_not_given" if action in self.play.cards else "has_all_tricks", action
        )

    def after(self, action: str) -> Position:
        """Return the lead of the seat that is given the trick.

        If a leg without an exchange is over, the last winner leads the next one. An illegal action
        counts as the first legal one: the winner keeps the trick or, with no room left for it,
        gives it to the next seat in order of play that has room.
        """
        legal, play = self.legal_actions(), self.play
        receiver = play.legs.rules.receiver_by_action[action if action in legal else legal[0]]
        legs = play.legs.with_gift(receiver, play.current_trick.cards)
        next_play = replace(
            play, legs=legs, current_trick=new_trick(receiver, play.current_trick.seats)
        )
        if legs.open_receivers or legs.rules.has_exchange:
            return next_play
        return next_play.next_leg(legs.runt_totals(), legs.hands(), self.turn)


def leg_and_trick_words(legs: LegProgress, trick_number: int) -> Text:
    """Return the number of a trick, and of the current leg if there are several."""
    if legs.rules.leg_count == 1:
        return Text(_("trick %(number)s"), {"number": trick_number})
    params = {"leg": len(legs.totals) + 1, "legs": legs.rules.leg_count, "number": trick_number}
    return Text(_("leg %(leg)s of %(legs)s, trick %(number)s"), params)


def first_lead(legs: LegProgress, hands: Mapping[str, Pack]) -> CardPlay:
    """Return the position before the first card of a leg; `hands` are in order of play."""
    return CardPlay(
        legs.rules.card_by_text, new_trick(legs.opener, tuple(hands)), initial_hands(hands), legs
    )


def first_position(rules: TantonyRules, opener: str, hands: Mapping[str, Pack]) -> CardPlay:
    """Return the position before the first card of a board, which `opener` leads."""
    return first_lead(LegProgress(rules, opener, dict.fromkeys(hands, ())), hands)


def _problem(code: str, action: str) -> Problem:
    return Problem(code, _MESSAGES[code], {"action": action})
