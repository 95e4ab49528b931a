"""Tantony: the play. Cards, then who is given the trick; after a leg the next, from the hands it
made.

Source: as games/tantony/legs.py.
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
from games.tantony.between_legs import told_between
from games.tantony.legs import Exchanged, Legs, lowest, runt
from games.tantony.rules import TantonyRules
from games.text import Text
from games.text import gettext_noop as _
from games.trick_play import NonTrickPosition, TrickPlay
from games.tricks import ACE_HIGH, new_trick

_SENTENCES = {
    "nothing_to_give": _("“%(action)s” is not possible now: play a card."),
    "trick_not_given": _("%(action)s comes too early: first give the trick to somebody."),
    "has_all_tricks": _(
        "“%(action)s” gives a trick to a seat that has all it may be given in this leg."
    ),
}


@dataclass(frozen=True)
class CardPlay(TrickPlay):
    """A moment in the play of the cards."""

    legs: Legs

    @property
    def trick(self) -> int | None:
        """The trick being played, counted from 1 through all the legs."""
        in_leg = super().trick
        return in_leg and len(self.legs.totals) * self.legs.rules.tricks + in_leg

    @property
    def heading(self) -> Text | None:
        """The leg, where there are several, and its trick."""
        in_leg = super().trick
        return None if in_leg is None else leg_and_trick(self.legs, in_leg)

    @property
    def what_changed(self) -> tuple[Text, ...]:
        """Until the first trick of a leg is full, and at the end, what the leg before came to."""
        is_new = super().trick in (1, None)
        return tuple(told_between(self.legs)) if self.legs.totals and is_new else ()

    @property
    def open_cards(self) -> Mapping[str, tuple[Pack, ...]]:
        """The runts of the tricks each seat was given in this leg."""
        return {} if self.legs.are_over else self.legs.runts

    @property
    def open_cards_heading(self) -> Text:
        """Tricks, of which the runt lies on top."""
        return Text(_("Tricks given, the runt of each on top"))

    def is_action(self, action: str) -> bool:
        """Whether `action` is a card of the pack or gives a trick to a seat of the table."""
        return super().is_action(action) or action in self.legs.rules.gifts

    def violation(self, action: str) -> Problem | None:
        """Why it may not be played; nothing can be given while a card is due."""
        return (
            super().violation(action)
            if action in self.cards
            else _problem("nothing_to_give", action)
        )

    @property
    def so_far(self) -> Mapping[str, Text]:
        """The runts of each seat, and how many tricks it may still be given."""
        return self.legs.so_far

    @property
    def taker(self) -> str:
        """The highest card of the suit led."""
        return self.current_trick.winner(ACE_HIGH)

    def after_trick(self) -> Position:
        """The trick is given, or, when everybody has all his tricks, two cards are exchanged."""
        return Giving(self) if self.legs.receivers else self._exchanged()

    def outcome(self) -> Outcome | None:
        """The runts of every line, leg by leg."""
        return self.legs.outcome()

    def next_leg(
        self,
        totals: Mapping[str, int],
        hands: Mapping[str, Pack],
        opener: str,
        exchanged: Exchanged | None = None,
    ) -> "CardPlay":
        """The first lead of the next leg, from `hands`; after the last leg, the end."""
        legs = self.legs.after(totals if self.hands.is_fully_played else None, opener, exchanged)
        return replace(self, legs=legs) if legs.are_over else first_lead(legs, hands)

    def _exchanged(self) -> "CardPlay":
        """After a trick that nobody is given: its highest and lowest card of the suit led change
        hands.

        So its winner has the runt before him. The left of this leg's first leader leads next.
        """
        seats, cards = self.current_trick.seats, self.current_trick.cards
        winner, low = self.taker, seats[lowest(cards)]
        leftover = dict(zip(seats, cards, strict=True))
        exchanged = Exchanged(winner, low, leftover[winner], leftover[low])
        leftover[winner], leftover[low] = leftover[low], leftover[winner]
        totals = self.legs.made()
        totals[winner] += self.legs.worth(runt(cards))
        hands = {seat: (*hand, leftover[seat]) for seat, hand in self.legs.hands().items()}
        return self.next_leg(totals, hands, new_trick(self.legs.opener, seats).seats[1], exchanged)


@dataclass(frozen=True)
class Giving(NonTrickPosition):
    """The winner of a trick says who is given it; `play` is the moment when its last card was
    played."""

    play: CardPlay

    @property
    def turn(self) -> str:
        """The winner of the trick."""
        return self.play.taker

    @property
    def heading(self) -> Text:
        """As while its cards were played."""
        return leg_and_trick(
            self.play.legs, len(self.play.hands.played) // self.play.legs.rules.players
        )

    @property
    def open_cards(self) -> Mapping[str, tuple[Pack, ...]]:
        """As before the trick."""
        return self.play.open_cards

    @property
    def open_cards_heading(self) -> Text:
        """As before the trick."""
        return self.play.open_cards_heading

    @property
    def prompt(self) -> Text:
        """To whom the trick goes."""
        return Text(_("You have won the trick: give it to somebody"))

    def describe(self, action: str) -> ActionDescription:
        """To whom it is given."""
        seat = self.play.legs.rules.gifts[action]
        if seat == self.turn:
            return ActionDescription(
                Text(_("keep the trick")), past_text=Text(_("has kept the trick"))
            )
        named = {"seat": line_label(seat, self.play.current_trick.seats)}
        past_text = Text(_("has given the trick to %(seat)s"), named)
        return ActionDescription(Text(_("the trick to %(seat)s"), named), past_text=past_text)

    def held(self, seat: str) -> Pack:
        """What has not been played in this leg."""
        return self.play.held(seat)

    @property
    def so_far(self) -> Mapping[str, Text]:
        """As before the trick."""
        return self.play.so_far

    def legal_actions(self) -> tuple[str, ...]:
        """To whom the trick may be given: the winner first, then in order of play."""
        receivers = self.play.legs.receivers
        around = new_trick(self.turn, self.play.current_trick.seats).seats
        return tuple(f"give:{seat}" for seat in around if seat in receivers)

    def is_action(self, action: str) -> bool:
        """Whether `action` is a word of the game, here or elsewhere."""
        return self.play.is_action(action)

    def violation(self, action: str) -> Problem | None:
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
        receiver = play.legs.rules.gifts[action if action in legal else legal[0]]
        legs = play.legs.given(receiver, play.current_trick.cards)
        given = replace(
            play, legs=legs, current_trick=new_trick(receiver, play.current_trick.seats)
        )
        if legs.receivers or legs.rules.has_exchange:
            return given
        return given.next_leg(legs.made(), legs.hands(), self.turn)


def leg_and_trick(legs: Legs, trick: int) -> Text:
    """A trick of the leg being played, with the leg where there are several."""
    if legs.rules.legs == 1:
        return Text(_("trick %(number)s"), {"number": trick})
    said = {"leg": len(legs.totals) + 1, "legs": legs.rules.legs, "number": trick}
    return Text(_("leg %(leg)s of %(legs)s, trick %(number)s"), said)


def first_lead(legs: Legs, hands: Mapping[str, Pack]) -> CardPlay:
    """The moment before the first card of a leg; `hands` are in order of play."""
    return CardPlay(
        legs.rules.cards, new_trick(legs.opener, tuple(hands)), initial_hands(hands), legs
    )


def opening(rules: TantonyRules, opener: str, hands: Mapping[str, Pack]) -> CardPlay:
    """The moment before the first card of a board, which `opener` leads."""
    return first_lead(Legs(rules, opener, dict.fromkeys(hands, ())), hands)


def _problem(code: str, action: str) -> Problem:
    return Problem(code, _SENTENCES[code], {"action": action})
