"""Report the leg of Tantony that is over, and what the new hands are made of.

Source: as for games/tantony/legs.py.
"""

from collections.abc import Iterator, Sequence

from games.seats import line_label, line_with_value
from games.tantony.legs import CardExchange, LegProgress, RuntTotals
from games.tantony.rules import TantonyRules
from games.text import Text, join_with_commas
from games.text import gettext_noop as _

_LEG_OVER = _("Leg %(leg)s is over. Its runts: %(made)s.")
_EXCHANGED = _(
    "Nobody was given its last trick: %(winner)s won it, gave %(highest)s for %(lowest)s of "
    "%(low)s, and counts this runt."
)
_WON_WITH_OWN_RUNT = _(
    "Nobody was given its last trick: %(winner)s won it with %(highest)s, "
    "which is its own runt and stays there."
)
_NEW_HANDS_WITH_EXCHANGE = _(
    "New hands: everybody holds the tricks they were given and one card of the last trick. "
    "%(leader)s leads, to the left of the previous first leader."
)
_NEW_HANDS = _(
    "New hands: everybody holds the tricks they were given. %(leader)s leads, having won the "
    "last trick."
)


def leg_report_sentences(legs: LegProgress) -> Iterator[Text]:
    """Yield the sentences about the leg that has just ended, and about the next one if any."""
    seats = tuple(legs.tricks)
    if totals := legs.totals[-1]:
        yield Text(_LEG_OVER, {"leg": len(legs.totals), "made": _runts_by_line(legs.rules, totals)})
    if legs.exchange:
        yield _exchange_sentence(legs.exchange, seats)
    if not legs.are_over:
        template = _NEW_HANDS_WITH_EXCHANGE if legs.rules.has_exchange else _NEW_HANDS
        yield Text(template, {"leader": line_label(legs.opener, seats)})


def _runts_by_line(rules: TantonyRules, totals: RuntTotals) -> Text:
    lines = rules.lines.items()
    return join_with_commas(
        line_with_value(line, sum(totals[seat] for seat in seats), rules.lines)
        for line, seats in lines
    )


def _exchange_sentence(exchange: CardExchange, seats: Sequence[str]) -> Text:
    template = _WON_WITH_OWN_RUNT if exchange.winner == exchange.low else _EXCHANGED
    return Text(
        template,
        {
            "winner": line_label(exchange.winner, seats),
            "highest": exchange.highest,
            "low": line_label(exchange.low, seats),
            "lowest": exchange.lowest,
        },
    )
