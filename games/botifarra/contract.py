"""Botifarra: what the calls settle, and every word that may be said or played."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.cards import SPANISH_48, SPANISH_SUITS
from games.position_view import ActionDescription
from games.seats import line_label
from games.text import Text
from games.text import gettext_noop as _

TRUMPS = (*SPANISH_SUITS.values(), "botifarra")
"""The suits by name, and botifarra: no trump."""

DOUBLES = ("contro", "recontro", "sant_vicenc")
"""Each is said over the one before it, by the other side."""

CARDS = {str(card): card for card in SPANISH_48}
"""Every card by its text, in pack order."""

WORDS = {*TRUMPS, "delegate", *DOUBLES, "pass", *CARDS}
"""Every action of the game."""

TRUMP_LABELS = {
    "oros": _("coins"),
    "copes": _("cups"),
    "espases": _("swords"),
    "bastos": _("clubs"),
    "botifarra": _("botifarra (no trump)"),
}
CALLED = {**TRUMP_LABELS, "botifarra": _("botifarra")}

CONTRO_LABELS = {
    "none": _("no contro"),
    "contro": _("contro"),
    "recontro": _("recontro"),
    "sant_vicenc": _("Sant Vicenç"),
}

SAID = {**CALLED, **CONTRO_LABELS, "delegate": _("delegate"), "pass": _("pass")}
"""The words of every call."""

DONE = {"delegate": _("has delegated"), "pass": _("has passed")}
"""What is told of a call where that is not the call itself."""

_NAMED = _("%(trump)s, named by %(seat)s")

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

    def describe(self, seats: Sequence[str]) -> tuple[ActionDescription, ...]:
        """The trump with who named it, then the last double, if one was said; `seats` in order
        of play."""
        at = seats.index(self.dealer) + 2 * self.delegated
        caller = line_label(seats[at % len(seats)], seats)
        trump = Text(_NAMED, {"trump": Text(CALLED[self.trump]), "seat": caller})
        double = () if self.contro == "none" else (ActionDescription(Text(SAID[self.contro])),)
        return (ActionDescription(trump, call=self.trump), *double)
