"""Botifarra: what the calls settle, and every word that may be said or played."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.cards import SPANISH_48, SPANISH_SUITS
from games.seats import line_in_words
from games.shown_moment import ActionInWords
from games.text import Words
from games.text import gettext_noop as _

TRUMPS = (*SPANISH_SUITS.values(), "botifarra")
"""The suits by name, and botifarra: no trump."""

DOUBLES = ("contro", "recontro", "sant_vicenc")
"""Each is said over the one before it, by the other side."""

CARD_BY_TEXT = {str(card): card for card in SPANISH_48}
"""Every card by its text, in pack order."""

ALL_ACTIONS = {*TRUMPS, "delegate", *DOUBLES, "pass", *CARD_BY_TEXT}
"""Every action of the game."""

TRUMP_LABELS = {
    "oros": _("coins"),
    "copes": _("cups"),
    "espases": _("swords"),
    "bastos": _("clubs"),
    "botifarra": _("botifarra (no trump)"),
}
TRUMP_NAMES = {**TRUMP_LABELS, "botifarra": _("botifarra")}

CONTRO_LABELS = {
    "none": _("no contro"),
    "contro": _("contro"),
    "recontro": _("recontro"),
    "sant_vicenc": _("Sant Vicenç"),
}

CALL_NAMES = {**TRUMP_NAMES, **CONTRO_LABELS, "delegate": _("delegate"), "pass": _("pass")}
"""The words of every call."""

CALLS_IN_PAST_TENSE = {"delegate": _("has delegated"), "pass": _("has passed")}
"""What is told of a call where that is not the call itself."""

_TRUMP_AND_CALLER = _("%(trump)s, named by %(seat)s")

_TRUMP_SUITS = {name: suit for suit, name in SPANISH_SUITS.items()}


@dataclass(frozen=True)
class Contract:
    """What is played: `trump` is a suit's name or `botifarra`, `contro` the last double or
    `none`."""

    dealer: str
    trump: str
    delegated: bool
    contro: str

    @property
    def suit(self) -> str | None:
        """The letter of the trump suit; None in a botifarra."""
        return _TRUMP_SUITS.get(self.trump)

    def calls_in_force(self, seats: Sequence[str]) -> tuple[ActionInWords, ...]:
        """The trump with who named it, then the last double, if one was said; `seats` in order
        of play."""
        caller_index = seats.index(self.dealer) + 2 * self.delegated
        caller = line_in_words(seats[caller_index % len(seats)], seats)
        trump = Words(_TRUMP_AND_CALLER, {"trump": Words(TRUMP_NAMES[self.trump]), "seat": caller})
        double = () if self.contro == "none" else (ActionInWords(Words(CALL_NAMES[self.contro])),)
        return (ActionInWords(trump, call=self.trump), *double)
