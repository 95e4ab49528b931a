"""Tantony: between two legs. What the last one came to, what was exchanged, where the new hands
come from.

Source: as games/tantony/legs.py.
"""

from collections.abc import Iterator, Sequence

from games.seats import line_label, line_with_value
from games.tantony.legs import Exchanged, Legs, Totals
from games.tantony.rules import TantonyRules
from games.text import Text, join_with_commas
from games.text import gettext_noop as _

_OVER = _("Leg %(leg)s is over. Its runts: %(made)s.")
_EXCHANGED = _(
    "Nobody was given its last trick: %(winner)s won it, gave %(highest)s for %(lowest)s of "
    "%(low)s, "
    "and counts this runt."
)
_OWN_RUNT = _(
    "Nobody was given its last trick: %(winner)s won it with %(highest)s, "
    "which is its own runt and stays there."
)
_LEFT_OVER = _(
    "New hands: everybody holds the tricks they were given and one card of the last trick. "
    "%(leader)s leads, to the left of the previous first leader."
)
_NOTHING_LEFT = _(
    "New hands: everybody holds the tricks they were given. %(leader)s leads, having won the "
    "last trick."
)


def told_between(legs: Legs) -> Iterator[Text]:
    """What there is to tell of the leg that is over, and of the one that begins unless it was
    the last."""
    seats = tuple(legs.tricks)
    if made := legs.totals[-1]:
        yield Text(_OVER, {"leg": len(legs.totals), "made": _made(legs.rules, made)})
    if legs.exchanged:
        yield _exchange(legs.exchanged, seats)
    if not legs.are_over:
        template = _LEFT_OVER if legs.rules.has_exchange else _NOTHING_LEFT
        yield Text(template, {"leader": line_label(legs.opener, seats)})


def _made(rules: TantonyRules, made: Totals) -> Text:
    lines = rules.lines.items()
    return join_with_commas(
        line_with_value(line, sum(made[seat] for seat in seats), rules.lines)
        for line, seats in lines
    )


def _exchange(exchanged: Exchanged, seats: Sequence[str]) -> Text:
    template = _OWN_RUNT if exchanged.winner == exchanged.low else _EXCHANGED
    return Text(
        template,
        {
            "winner": line_label(exchanged.winner, seats),
            "highest": exchanged.highest,
            "low": line_label(exchanged.low, seats),
            "lowest": exchanged.lowest,
        },
    )
