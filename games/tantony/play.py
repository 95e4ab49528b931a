"""Tantony: the play. Cards, then who is given the trick; after a leg the next, from the hands it
made.

Source: as games/tantony/legs.py.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from games.cards import Pack
from games.fields import Outcome
from games.hands import hands_of
from games.position import Position
from games.problems import Problem
from games.seats import line_in_words
from games.shown_moment import ActionInWords
from games.tantony.leg_report import leg_report_sentences
from games.tantony.legs import CardExchange, LegProgress, runt, runt_index
from games.tantony.rules import TantonyRules
from games.text import Words
from games.text import gettext_noop as _
from games.trick_play import Aside, TrickPlay
from games.tricks import ACE_HIGH, led_by

_MESSAGES = {
    "nothing_to_give": _("“%(action)s” is not possible now: play a card."),
    "trick_not_given": _("%(action)s comes too early: first give the trick to somebody."),
    "has_all_tricks": _(
        "“%(action)s” gives a trick to a seat that has all it may be given in this leg."
    ),
}


@dataclass(frozen=True)
class CardPlay(TrickPlay):
    """A moment in the play of the cards."""

    legs: LegProgress

    @property
    def trick(self) -> int | None:
        """The trick being played, counted from 1 through all the legs."""
        in_leg = super().trick
        return in_leg and len(self.legs.totals) * self.legs.rules.tricks_per_leg + in_leg

    @property
    def where(self) -> Words | None:
        """The leg, where there are several, and its trick."""
        in_leg = super().trick
        return None if in_leg is None else leg_and_trick_words(self.legs, in_leg)

    @property
    def what_changed(self) -> tuple[Words, ...]:
        """Until the first trick of a leg is full, and at the end, what the leg before came to."""
        is_new = super().trick in (1, None)
        return tuple(leg_report_sentences(self.legs)) if self.legs.totals and is_new else ()

    @property
    def open_cards(self) -> Mapping[str, tuple[Pack, ...]]:
        """The runts of the tricks each seat was given in this leg."""
        return {} if self.legs.are_over else self.legs.runts

    @property
    def open_called(self) -> Words:
        """Tricks, of which the runt lies on top."""
        return Words(_("Tricks given, the runt of each on top"))

    def understands(self, action: str) -> bool:
        """Whether `action` is a card of the pack or gives a trick to a seat of the table."""
        return super().understands(action) or action in self.legs.rules.receiver_by_action

    def objection(self, action: str) -> Problem | None:
        """Why it may not be played; nothing can be given while a card is due."""
        return (
            super().objection(action)
            if action in self.cards
            else _problem("nothing_to_give", action)
        )

    @property
    def so_far(self) -> Mapping[str, Words]:
        """The runts of each seat, and how many tricks it may still be given."""
        return self.legs.so_far

    @property
    def taker(self) -> str:
        """The highest card of the suit led."""
        return self.current.winner(ACE_HIGH)

    def collected(self) -> Position:
        """The trick is given, or, when everybody has all his tricks, two cards are exchanged."""
        return GivePosition(self) if self.legs.open_receivers else self._exchange_cards()

    def outcome(self) -> Outcome | None:
        """The runts of every line, leg by leg."""
        return self.legs.outcome()

    def next_leg(
        self,
        totals: Mapping[str, int],
        hands: Mapping[str, Pack],
        opener: str,
        exchange: CardExchange | None = None,
    ) -> "CardPlay":
        """The first lead of the next leg, from `hands`; after the last leg, the end."""
        legs = self.legs.start_next_leg(totals if self.hands.add_up else None, opener, exchange)
        return replace(self, legs=legs) if legs.are_over else first_lead(legs, hands)

    def _exchange_cards(self) -> "CardPlay":
        """After a trick that nobody is given: its highest and lowest card of the suit led change
        hands.

        So its winner has the runt before him. The left of this leg's first leader leads next.
        """
        seats, cards = self.current.seats, self.current.cards
        winner, low = self.taker, seats[runt_index(cards)]
        leftover = dict(zip(seats, cards, strict=True))
        exchange = CardExchange(winner, low, leftover[winner], leftover[low])
        leftover[winner], leftover[low] = leftover[low], leftover[winner]
        totals = self.legs.runt_totals()
        totals[winner] += self.legs.worth(runt(cards))
        hands = {seat: (*hand, leftover[seat]) for seat, hand in self.legs.hands().items()}
        return self.next_leg(totals, hands, led_by(self.legs.opener, seats).seats[1], exchange)


@dataclass(frozen=True)
class GivePosition(Aside):
    """The winner of a trick says who is given it; `play` is the moment when its last card was
    played."""

    play: CardPlay

    @property
    def turn(self) -> str:
        """The winner of the trick."""
        return self.play.taker

    @property
    def where(self) -> Words:
        """As while its cards were played."""
        return leg_and_trick_words(
            self.play.legs, len(self.play.hands.played) // self.play.legs.rules.players
        )

    @property
    def open_cards(self) -> Mapping[str, tuple[Pack, ...]]:
        """As before the trick."""
        return self.play.open_cards

    @property
    def open_called(self) -> Words:
        """As before the trick."""
        return self.play.open_called

    @property
    def asked(self) -> Words:
        """To whom the trick goes."""
        return Words(_("You have won the trick: give it to somebody"))

    def in_words(self, action: str) -> ActionInWords:
        """To whom it is given."""
        seat = self.play.legs.rules.receiver_by_action[action]
        if seat == self.turn:
            return ActionInWords(Words(_("keep the trick")), done=Words(_("has kept the trick")))
        params = {"seat": line_in_words(seat, self.play.current.seats)}
        done = Words(_("has given the trick to %(seat)s"), params)
        return ActionInWords(Words(_("the trick to %(seat)s"), params), done=done)

    def held(self, seat: str) -> Pack:
        """What has not been played in this leg."""
        return self.play.held(seat)

    @property
    def so_far(self) -> Mapping[str, Words]:
        """As before the trick."""
        return self.play.so_far

    def legal_actions(self) -> tuple[str, ...]:
        """To whom the trick may be given: the winner first, then in order of play."""
        open_receivers = self.play.legs.open_receivers
        around = led_by(self.turn, self.play.current.seats).seats
        return tuple(f"give:{seat}" for seat in around if seat in open_receivers)

    def understands(self, action: str) -> bool:
        """Whether `action` is a word of the game, here or elsewhere."""
        return self.play.understands(action)

    def objection(self, action: str) -> Problem | None:
        """Why the trick cannot be given so."""
        if action in self.legal_actions():
            return None
        return _problem(
            "trick_not_given" if action in self.play.cards else "has_all_tricks", action
        )

    def after(self, action: str) -> Position:
        """Whoever is given the trick leads; of a leg without exchange the last winner leads the
        next.

        What may not be said counts as the first thing that may: the winner keeps the trick or, if
        he has all of his, it goes to the next in order of play who has not.
        """
        legal, play = self.legal_actions(), self.play
        receiver = play.legs.rules.receiver_by_action[action if action in legal else legal[0]]
        legs = play.legs.with_gift(receiver, play.current.cards)
        next_play = replace(play, legs=legs, current=led_by(receiver, play.current.seats))
        if legs.open_receivers or legs.rules.has_exchange:
            return next_play
        return next_play.next_leg(legs.runt_totals(), legs.hands(), self.turn)


def leg_and_trick_words(legs: LegProgress, trick: int) -> Words:
    """A trick of the leg being played, with the leg where there are several."""
    if legs.rules.leg_count == 1:
        return Words(_("trick %(number)s"), {"number": trick})
    params = {"leg": len(legs.totals) + 1, "legs": legs.rules.leg_count, "number": trick}
    return Words(_("leg %(leg)s of %(legs)s, trick %(number)s"), params)


def first_lead(legs: LegProgress, hands: Mapping[str, Pack]) -> CardPlay:
    """The moment before the first card of a leg; `hands` are in order of play."""
    return CardPlay(
        legs.rules.card_by_text, led_by(legs.opener, tuple(hands)), hands_of(hands), legs
    )


def first_position(rules: TantonyRules, opener: str, hands: Mapping[str, Pack]) -> CardPlay:
    """The moment before the first card of a board, which `opener` leads."""
    return first_lead(LegProgress(rules, opener, dict.fromkeys(hands, ())), hands)


def _problem(code: str, action: str) -> Problem:
    return Problem(code, _MESSAGES[code], {"action": action})
