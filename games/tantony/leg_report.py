"""Sentences about a finished leg of Tantony, and about the hands of the next leg.

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


def leg_report_sentences(progress: LegProgress) -> Iterator[Text]:
    """Yield the sentences about the leg that has just ended, and about the next one if any."""
    seats = tuple(progress.tricks)
    if totals := progress.totals[-1]:
        yield Text(
            _LEG_OVER, {"leg": len(progress.totals), "made": _runts_by_line(progress.rules, totals)}
        )
    if progress.exchange:
        yield _exchange_sentence(progress.exchange, seats)
    if not progress.is_finished:
        template = _NEW_HANDS_WITH_EXCHANGE if progress.rules.has_exchange else _NEW_HANDS
        yield Text(template, {"leader": line_label(progress.opener, seats)})


def _runts_by_line(rules: TantonyRules, totals: RuntTotals) -> Text:
    lines = rules.lines.items()
    return join_with_commas(
        line_with_value(line, sum(totals[seat] for seat in seats), rules.lines)
        for line, seats in lines
    )


def _exchange_sentence(exchange: CardExchange, seats: Sequence[str]) -> Text:
    template = _WON_WITH_OWN_RUNT if exchange.winner == exchange.lowest_seat else _EXCHANGED
    return Text(
        template,
        {
            "winner": line_label(exchange.winner, seats),
            "highest": exchange.highest_card,
            "low": line_label(exchange.lowest_seat, seats),
            "lowest": exchange.lowest_card,
        },
    )
