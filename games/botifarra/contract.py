"""The contract of a deal of Botifarra, and the names of all its calls and cards."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.cards import SPANISH_48, SPANISH_SUITS
from games.position_view import ActionDescription
from games.seats import line_label
from games.text import Text
from games.text import gettext_noop as _

# The four suits by name, and botifarra, which is no trump.
TRUMPS = (*SPANISH_SUITS.values(), "botifarra")

# The doubles in ascending order. Each answers the one before it and belongs to the other side.
DOUBLES = ("contro", "recontro", "sant_vicenc")

# Each card by its text, in pack order.
CARD_BY_TEXT = {str(card): card for card in SPANISH_48}

# Every action of the game: calls and cards.
ALL_ACTIONS = {*TRUMPS, "delegate", *DOUBLES, "pass", *CARD_BY_TEXT}

TRUMP_LABELS = {
    "oros": _("coins"),
    "copes": _("cups"),
    "espases": _("swords"),
    "bastos": _("clubs"),
    "botifarra": _("botifarra (no trump)"),
}
# Trump names for sentences, where the form's "(no trump)" would be too long.
TRUMP_NAMES = {**TRUMP_LABELS, "botifarra": _("botifarra")}

DOUBLE_LABELS = {
    "none": _("no contro"),
    "contro": _("contro"),
    "recontro": _("recontro"),
    "sant_vicenc": _("Sant Vicenç"),
}

# The name of every call, by its action.
CALL_NAMES = {**TRUMP_NAMES, **DOUBLE_LABELS, "delegate": _("delegate"), "pass": _("pass")}

# How a call is reported after it was made. A trump or a double is reported by its name alone.
CALLS_IN_PAST_TENSE = {"delegate": _("has delegated"), "pass": _("has passed")}

_TRUMP_AND_CALLER = _("%(trump)s, named by %(seat)s")

_TRUMP_SUITS = {name: suit for suit, name in SPANISH_SUITS.items()}


@dataclass(frozen=True)
class Contract:
    """The trump, the player who named it, and the last double.

    `trump` is the name of a suit or `botifarra`. `last_double` is `none` or one of `DOUBLES`.
    `is_delegated` says that the dealer left the choice of the trump to the dealer's partner.
    """

    dealer: str
    trump: str
    is_delegated: bool
    last_double: str

    @property
    def trump_suit(self) -> str | None:
        """The letter of the trump suit, or None in a botifarra."""
        return _TRUMP_SUITS.get(self.trump)

    def calls_in_force(self, seats: Sequence[str]) -> tuple[ActionDescription, ...]:
        """Return the trump with its caller, then the last double if there is one.

        `seats` are all seats in order of play.
        """
        # The dealer's partner, two seats further on, named the trump if the dealer delegated.
        caller_index = seats.index(self.dealer) + 2 * self.is_delegated
        caller = line_label(seats[caller_index % len(seats)], seats)
        trump = Text(_TRUMP_AND_CALLER, {"trump": Text(TRUMP_NAMES[self.trump]), "seat": caller})
        double = (
            ()
            if self.last_double == "none"
            else (ActionDescription(Text(CALL_NAMES[self.last_double])),)
        )
        return (ActionDescription(trump, symbol_key=self.trump), *double)
