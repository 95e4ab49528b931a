"""Botifarra: the calls. Dealer or partner names the trump, then the sides may double in turn.

Source: https://www.pagat.com/manille/botifarc.html. In each side the first to speak is the one
nearer to the dealer in order of play, the dealer himself before his partner.
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
from games.botifarra.play import CardPlay
from games.cards import Pack
from games.hands import hands_of
from games.problems import Problem
from games.shown_moment import ActionInWords
from games.text import Words
from games.text import gettext_noop as _
from games.trick_play import Aside
from games.tricks import led_by


def allowed_doubles(options: Mapping[str, str]) -> tuple[str, ...]:
    """The doubles that may be said: duplicate scoring knows no Sant Vicenç."""
    return DOUBLES if options["scoring"] == "ordinary" else DOUBLES[:2]


@dataclass(frozen=True)
class CallPosition(Aside):
    """A moment before the first card: `speakers` have yet to answer whether they say `offered_double`.

    `offered_double` is a double, or None while the trump is still to be named. `seats` are all seats in
    order of play, the dealer first. Cards never appear in its `repr`.
    """

    options: Mapping[str, str]
    seats: tuple[str, ...]
    hands: Mapping[str, Pack] = field(repr=False)
    speakers: tuple[str, ...]
    offered_double: str | None = None
    trump: str = ""
    delegated: bool = False
    contro: str = "none"

    @property
    def turn(self) -> str | None:
        """The seat to speak."""
        return self.speakers[0]

    def legal_actions(self) -> tuple[str, ...]:
        """What may be said; who was delegated to must call."""
        if self.offered_double:
            return (self.offered_double, "pass")
        return TRUMPS if self.delegated else (*TRUMPS, "delegate")

    @property
    def asked(self) -> Words:
        """The trump, or whether the double that is offered is said."""
        if self.offered_double:
            return Words(
                _("Say %(double)s, or pass"), {"double": Words(CALL_NAMES[self.offered_double])}
            )
        return Words(_("Name the trump") if self.delegated else _("Name the trump, or delegate"))

    def in_words(self, action: str) -> ActionInWords:
        """The call as it is said."""
        call, done = action if action in TRUMPS else "", CALLS_IN_PAST_TENSE.get(action)
        return ActionInWords(
            Words(CALL_NAMES[action]), call=call, done=Words(done) if done else None
        )

    @property
    def in_force(self) -> tuple[ActionInWords, ...]:
        """What has been named and said so far."""
        return self._contract.calls_in_force(self.seats) if self.trump else ()

    def held(self, seat: str) -> Pack:
        """What was dealt."""
        return self.hands[seat]

    def understands(self, action: str) -> bool:
        """Whether `action` is a word of the game: also a card, which comes too early."""
        return action in ALL_ACTIONS

    def objection(self, action: str) -> Problem | None:
        """Why `action` may not be said here."""
        legal = self.legal_actions()
        if action in legal:
            return None
        template = _("“%(call)s” cannot be said now, only %(legal)s.")
        return Problem("illegal_call", template, {"call": action, "legal": ", ".join(legal)})

    def after(self, action: str) -> "CallPosition | CardPlay":
        """The next moment; an illegal call counts as a pass, or, where one must call, as the
        first trump."""
        legal = self.legal_actions()
        if action not in legal:
            action = "pass" if "pass" in legal else legal[0]
        if action == "delegate":
            return replace(self, delegated=True, speakers=self.seats[2:3])
        if action == "pass":
            return replace(self, speakers=self.speakers[1:])._start_play_if_complete()
        return self._with_trump(action) if action in TRUMPS else self._with_double(action)

    def _with_trump(self, trump: str) -> "CallPosition":
        return replace(self, trump=trump, offered_double=DOUBLES[0], speakers=self.seats[1::2])

    def _with_double(self, double: str) -> "CallPosition | CardPlay":
        """Offer the next double, if there is one, to the side that did not say this one."""
        level = DOUBLES.index(double) + 1
        offered_double = dict(enumerate(allowed_doubles(self.options))).get(level)
        speakers = self.seats[(level + 1) % 2 :: 2] if offered_double else ()
        return replace(
            self, contro=double, offered_double=offered_double, speakers=speakers
        )._start_play_if_complete()

    def _start_play_if_complete(self) -> "CallPosition | CardPlay":
        """The lead of the dealer's right as soon as nobody is left to speak."""
        if self.speakers:
            return self
        lead = led_by(self.seats[1], self.seats)
        return CardPlay(CARD_BY_TEXT, lead, hands_of(self.hands), self.options, self._contract)

    @property
    def _contract(self) -> Contract:
        return Contract(self.seats[0], self.trump, self.delegated, self.contro)
