"""The calls of Botifarra: the trump, then the doubles.

The dealer names the trump, or leaves it to the dealer's partner. Then the opponents of the dealer
may say contro, the dealer's side may answer recontro, and so on in turn. Each player of a side may
speak, in order of play beginning with the dealer: the dealer before the dealer's partner, the
dealer's right-hand neighbour before the left-hand one.

Source: https://www.pagat.com/manille/botifarc.html.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from games.botifarra.contract import (
    ALL_ACTIONS,
    CALL_NAMES,
    CALLS_IN_PAST_TENSE,
    CARD_BY_TEXT,
    DOUBLES,
    TRUMPS,
    Contract,
)
from games.botifarra.play import CardPlayPosition
from games.cards import Pack
from games.hands import initial_hands
from games.position_view import ActionDescription
from games.problems import Problem
from games.text import Text
from games.text import gettext_noop as _
from games.trick_play import NonTrickPosition
from games.tricks import new_trick


def allowed_doubles(options: Mapping[str, str]) -> tuple[str, ...]:
    """Return the doubles that may be called: duplicate scoring has no Sant Vicenç."""
    return DOUBLES if options["scoring"] == "ordinary" else DOUBLES[:2]


@dataclass(frozen=True)
class CallPosition(NonTrickPosition):
    """A position before the first card, in which a trump or a double may be called.

    `seats` are all seats in order of play, the dealer first; `speakers` are those that may still
    speak. `offered_double` is the double that each of them may say, or None while the trump is
    still to be named. `last_double` is `none` as long as nobody has doubled. Hands are left out of
    the `repr`, so that no log reveals them.
    """

    options: Mapping[str, str]
    seats: tuple[str, ...]
    hands: Mapping[str, Pack] = field(repr=False)
    speakers: tuple[str, ...]
    offered_double: str | None = None
    trump: str = ""
    is_delegated: bool = False
    last_double: str = "none"

    @property
    def turn(self) -> str | None:
        """The seat to speak."""
        return self.speakers[0]

    def legal_actions(self) -> tuple[str, ...]:
        """Return the calls allowed now; the partner of a dealer who delegated must name a trump."""
        if self.offered_double:
            return (self.offered_double, "pass")
        return TRUMPS if self.is_delegated else (*TRUMPS, "delegate")

    @property
    def prompt(self) -> Text:
        """The prompt to name the trump, or to say the offered double."""
        if self.offered_double:
            return Text(
                _("Say %(double)s, or pass"), {"double": Text(CALL_NAMES[self.offered_double])}
            )
        return Text(_("Name the trump") if self.is_delegated else _("Name the trump, or delegate"))

    def describe(self, action: str) -> ActionDescription:
        """Return the call in words."""
        trump, past_text = action if action in TRUMPS else "", CALLS_IN_PAST_TENSE.get(action)
        return ActionDescription(
            Text(CALL_NAMES[action]),
            symbol_key=trump,
            past_text=Text(past_text) if past_text else None,
        )

    @property
    def calls_in_force(self) -> tuple[ActionDescription, ...]:
        """The trump and the doubles called so far."""
        return self._contract.calls_in_force(self.seats) if self.trump else ()

    def hand_of(self, seat: str) -> Pack:
        """Return the cards dealt to `seat`."""
        return self.hands[seat]

    def is_action(self, action: str) -> bool:
        """Return whether `action` is a call or a card of the game, even if it is too early."""
        return action in ALL_ACTIONS

    def violation(self, action: str) -> Problem | None:
        """Return why `action` may not be called now, or None."""
        legal = self.legal_actions()
        if action in legal:
            return None
        template = _("“%(call)s” cannot be said now, only %(legal)s.")
        return Problem("illegal_call", template, {"call": action, "legal": ", ".join(legal)})

    def after(self, action: str) -> "CallPosition | CardPlayPosition":
        """Return the next position.

        An illegal call counts as a pass. While the trump is still to be named, a player may not
        pass: an illegal call then names coins, the first of `TRUMPS`.
        """
        legal = self.legal_actions()
        if action not in legal:
            action = "pass" if "pass" in legal else legal[0]
        if action == "delegate":
            return replace(self, is_delegated=True, speakers=self.seats[2:3])
        if action == "pass":
            return replace(self, speakers=self.speakers[1:])._start_play_if_complete()
        return self._with_trump(action) if action in TRUMPS else self._with_double(action)

    def _with_trump(self, trump: str) -> "CallPosition":
        """Offer contro, the first double, to the dealer's opponents."""
        return replace(self, trump=trump, offered_double=DOUBLES[0], speakers=self.seats[1::2])

    def _with_double(self, double: str) -> "CallPosition | CardPlayPosition":
        """Offer the next double, if there is one, to the other side.

        `seats` begin with the dealer, so the dealer's side is `seats[0::2]` and the opponents are
        `seats[1::2]`. Contro (index 0) belongs to the opponents, recontro (1) to the dealer's side,
        Sant Vicenç (2) to the opponents again.
        """
        next_index = DOUBLES.index(double) + 1
        offered_double = dict(enumerate(allowed_doubles(self.options))).get(next_index)
        speakers = self.seats[(next_index + 1) % 2 :: 2] if offered_double else ()
        return replace(
            self, last_double=double, offered_double=offered_double, speakers=speakers
        )._start_play_if_complete()

    def _start_play_if_complete(self) -> "CallPosition | CardPlayPosition":
        """Begin the card play, led by the dealer's right, once nobody is left to speak."""
        if self.speakers:
            return self
        first_trick = new_trick(self.seats[1], self.seats)
        return CardPlayPosition(
            CARD_BY_TEXT, first_trick, initial_hands(self.hands), self.options, self._contract
        )

    @property
    def _contract(self) -> Contract:
        return Contract(self.seats[0], self.trump, self.is_delegated, self.last_double)
