"""Botifarra: the calls. Dealer or partner names the trump, then the sides may double in turn.

Source: https://www.pagat.com/manille/botifarc.html. In each side the first to speak is the one
nearer to the dealer in order of play, the dealer himself before his partner.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from games.botifarra.contract import CARDS, DONE, DOUBLES, SAID, TRUMPS, WORDS, Contract
from games.botifarra.play import CardPlay
from games.cards import Pack
from games.hands import initial_hands
from games.position_view import ActionDescription
from games.problems import Problem
from games.text import Text
from games.text import gettext_noop as _
from games.trick_play import NonTrickPosition
from games.tricks import new_trick


def doubles(options: Mapping[str, str]) -> tuple[str, ...]:
    """The doubles that may be said: duplicate scoring knows no Sant Vicenç."""
    return DOUBLES if options["scoring"] == "ordinary" else DOUBLES[:2]


@dataclass(frozen=True)
class Calls(NonTrickPosition):
    """A moment before the first card: `speakers` have yet to answer whether they say `offered`.

    `offered` is a double, or None while the trump is still to be named. `seats` are all seats in
    order of play, the dealer first. Cards never appear in its `repr`.
    """

    options: Mapping[str, str]
    seats: tuple[str, ...]
    hands: Mapping[str, Pack] = field(repr=False)
    speakers: tuple[str, ...]
    offered: str | None = None
    trump: str = ""
    delegated: bool = False
    contro: str = "none"

    @property
    def turn(self) -> str | None:
        """The seat to speak."""
        return self.speakers[0]

    def legal_actions(self) -> tuple[str, ...]:
        """What may be said; who was delegated to must call."""
        if self.offered:
            return (self.offered, "pass")
        return TRUMPS if self.delegated else (*TRUMPS, "delegate")

    @property
    def prompt(self) -> Text:
        """The trump, or whether the double that is offered is said."""
        if self.offered:
            return Text(_("Say %(double)s, or pass"), {"double": Text(SAID[self.offered])})
        return Text(_("Name the trump") if self.delegated else _("Name the trump, or delegate"))

    def describe(self, action: str) -> ActionDescription:
        """The call as it is said."""
        call, past_text = action if action in TRUMPS else "", DONE.get(action)
        return ActionDescription(
            Text(SAID[action]), call=call, past_text=Text(past_text) if past_text else None
        )

    @property
    def calls_in_force(self) -> tuple[ActionDescription, ...]:
        """What has been named and said so far."""
        return self._contract.describe(self.seats) if self.trump else ()

    def held(self, seat: str) -> Pack:
        """What was dealt."""
        return self.hands[seat]

    def is_action(self, action: str) -> bool:
        """Whether `action` is a word of the game: also a card, which comes too early."""
        return action in WORDS

    def violation(self, action: str) -> Problem | None:
        """Why `action` may not be said here."""
        legal = self.legal_actions()
        if action in legal:
            return None
        template = _("“%(call)s” cannot be said now, only %(legal)s.")
        return Problem("illegal_call", template, {"call": action, "legal": ", ".join(legal)})

    def after(self, action: str) -> "Calls | CardPlay":
        """The next moment; an illegal call counts as a pass, or, where one must call, as the
        first trump."""
        legal = self.legal_actions()
        if action not in legal:
            action = "pass" if "pass" in legal else legal[0]
        if action == "delegate":
            return replace(self, delegated=True, speakers=self.seats[2:3])
        if action == "pass":
            return replace(self, speakers=self.speakers[1:])._settled()
        return self._named(action) if action in TRUMPS else self._doubled(action)

    def _named(self, trump: str) -> "Calls":
        return replace(self, trump=trump, offered=DOUBLES[0], speakers=self.seats[1::2])

    def _doubled(self, double: str) -> "Calls | CardPlay":
        """Offer the next double, if there is one, to the side that did not say this one."""
        level = DOUBLES.index(double) + 1
        offered = dict(enumerate(doubles(self.options))).get(level)
        speakers = self.seats[(level + 1) % 2 :: 2] if offered else ()
        return replace(self, contro=double, offered=offered, speakers=speakers)._settled()

    def _settled(self) -> "Calls | CardPlay":
        """The lead of the dealer's right as soon as nobody is left to speak."""
        if self.speakers:
            return self
        lead = new_trick(self.seats[1], self.seats)
        return CardPlay(CARDS, lead, initial_hands(self.hands), self.options, self._contract)

    @property
    def _contract(self) -> Contract:
        return Contract(self.seats[0], self.trump, self.delegated, self.contro)
