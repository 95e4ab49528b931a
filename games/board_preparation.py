"""Preparing a board from a pack of cards: the order of dealing, and a check of the result.

A run is a series of consecutive cards of the sorted pack that go to the same seat: about 36 runs
for 48 cards and four seats. The dealer reads only a number and a seat. Nothing has to be looked for
in the pack, and it can stay face down if the dealer is to play the board. Runs are shown one at a
time, because it is easy to lose one's place in a list.

One card too many or too few shifts all the cards after it, so that the last card of each hand is
wrong in the end. Therefore the check asks for the top card of each pile, which takes less time than
comparing whole hands.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from operator import itemgetter

from games.cards import Card, Pack
from games.deals import Deal
from games.game import Game
from games.problems import Problem, raise_if_any
from games.seats import seat_label
from games.text import Text
from games.text import gettext_noop as _

# Name of the pile of cards that nobody is dealt.
TALON = ""

# Number of cards offered as the top card; one of them is right.
CARDS_OFFERED = 4

# Submitted if the top card is none of those offered.
OTHER_CARD = "other"

_WRONG_COUNT = _(
    "%(seat)s: %(right)s cards belong there, you counted %(said)s. Count again; if it is so, "
    "gather all cards, sort the pack and deal it again."
)
_NOT_COUNTED = _("%(seat)s: count the cards and write how many there are.")
_WRONG_TOP = _(
    "%(seat)s: another card should lie on top, so something before it went wrong. Gather all "
    "cards, sort the pack and deal it again."
)
_TOP_MISSING = _("%(seat)s: choose the card that lies on top.")


@dataclass(frozen=True)
class Run:
    """Consecutive cards of the sorted pack for one seat or the talon.

    `cards_left` is how many cards are still in the pack after the run.
    """

    seat: str
    card_count: int
    cards_left: int
    cards: Pack = field(repr=False)


@dataclass(frozen=True)
class PileCheck:
    """Questions about one pile: its number of cards and, for some piles, its top card.

    `label` names the seat or the talon, and `card_count` is the right number of cards.
    `offered_tops` are the cards offered as the top card, of which `right_top` is the right one.
    They are empty and None if the top card is not asked about.
    """

    seat: str
    label: Text
    card_count: int
    offered_tops: Pack = field(repr=False)
    right_top: Card | None = field(repr=False)


def sorted_pack(game: Game) -> Pack:
    """Return the pack in the order of a sorted hand; it is dealt from the first card."""
    return game.sorted_hand(game.pack)


def dealing_runs(game: Game, deal: Deal) -> list[Run]:
    """Split the sorted pack into runs."""
    pack = sorted_pack(game)
    runs, dealt_count = [], 0
    seats_and_cards = zip(_seats_in_pack_order(pack, deal), pack, strict=True)
    for seat, group in groupby(seats_and_cards, key=itemgetter(0)):
        cards = tuple(card for _seat, card in group)
        dealt_count += len(cards)
        runs.append(Run(seat, len(cards), len(pack) - dealt_count, cards))
    return runs


def pile_checks(game: Game, deal: Deal, is_face_down: bool) -> list[PileCheck]:
    """Return the questions to ask when all cards are dealt.

    The number of cards is asked about for every pile. A dealer who deals face up is asked for the
    top card of every pile. A dealer who deals face down may look at a single card: the top card of
    the pile that was completed last but one. If the deal went wrong before that card was dealt,
    another card lies there. If it went wrong afterwards, some pile has a wrong number of cards.
    """
    piles = _piles(deal)
    pack = sorted_pack(game)
    top_cards = {seat: game.sorted_hand(cards)[-1] for seat, cards in piles.items() if cards}
    by_deal_order = sorted(top_cards, key=lambda seat: pack.index(top_cards[seat]))
    seats_to_ask = by_deal_order[-2:-1] if is_face_down else by_deal_order
    checks = []
    for index, (seat, cards) in enumerate(piles.items()):
        if not cards:
            continue
        label = _place_label(seat, deal.hands)
        if seat in seats_to_ask:
            offered = _cards_to_offer(pack, top_cards[seat], index)
            checks.append(PileCheck(seat, label, len(cards), offered, top_cards[seat]))
        else:
            checks.append(PileCheck(seat, label, len(cards), (), None))
    return checks


def pile_problems(checks: Iterable[PileCheck], submitted: Mapping[str, str]) -> list[Problem]:
    """Return the problems of the dealt piles, seat by seat.

    `submitted` has the number of cards counted at N as `count_N`, and the top card as `top_N`: its
    index among the cards offered, from 0, or `OTHER_CARD`. The fields of the talon, which has no
    letter, are `count_` and `top_`.
    """
    return [
        problem
        for check in checks
        for problem in (*_count_problems(check, submitted), *_top_problems(check, submitted))
    ]


def check_piles(checks: Iterable[PileCheck], submitted: Mapping[str, str]) -> None:
    """Raise `ValidationFailed` with the `pile_problems`, if there are any."""
    raise_if_any(pile_problems(checks, submitted))


def _count_problems(check: PileCheck, submitted: Mapping[str, str]) -> list[Problem]:
    field_name = f"count_{check.seat}"
    typed_count = submitted.get(field_name, "").strip()
    if not typed_count.isdecimal():
        return [_pile_problem("not_counted", _NOT_COUNTED, check, field_name)]
    # A longer number is cut, so that the message stays short.
    if int(typed_count[:4]) == check.card_count:
        return []
    params = {"right": check.card_count, "said": int(typed_count[:4])}
    return [_pile_problem("wrong_count", _WRONG_COUNT, check, field_name, params)]


def _top_problems(check: PileCheck, submitted: Mapping[str, str]) -> list[Problem]:
    field_name = f"top_{check.seat}"
    if not check.offered_tops:
        return []
    if not (chosen := submitted.get(field_name, "")):
        return [_pile_problem("no_top", _TOP_MISSING, check, field_name)]
    is_right = chosen.isdecimal() and chosen == str(
        check.offered_tops.index(check.right_top or check.offered_tops[0])
    )
    return [] if is_right else [_pile_problem("wrong_top", _WRONG_TOP, check, field_name)]


def _pile_problem(
    code: str,
    template: str,
    check: PileCheck,
    field_name: str,
    params: Mapping[str, object] | None = None,
) -> Problem:
    return Problem(code, template, {"seat": check.label, **(params or {})}, field_name)


def _place_label(seat: str, all_seats: Iterable[str]) -> Text:
    return seat_label(seat, all_seats) if seat != TALON else Text(_("the talon"))


def _piles(deal: Deal) -> dict[str, Pack]:
    return {**deal.hands, TALON: deal.talon}


def _seats_in_pack_order(pack: Pack, deal: Deal) -> list[str]:
    """Return the seat of each card of the sorted pack.

    If the pack has a card twice, the first copy goes to the first seat that holds one, and so on.
    """
    holders: dict[Card, list[str]] = {}
    for seat, cards in _piles(deal).items():
        for card in cards:
            holders.setdefault(card, []).append(seat)
    return [holders[card].pop(0) for card in pack]


def _cards_to_offer(pack: Pack, top: Card, pile_index: int) -> Pack:
    """Return the right top card among its neighbours in the pack.

    If one or two cards too many or too few were dealt, one of these neighbours lies on top.
    `pile_index` varies the position of the right card among the cards offered, so that players
    cannot guess it.
    """
    distinct_cards = tuple(dict.fromkeys(pack))
    position = distinct_cards.index(top)
    first_position = position - (position + pile_index) % CARDS_OFFERED
    first_position = max(0, min(first_position, len(distinct_cards) - CARDS_OFFERED))
    return distinct_cards[first_position : first_position + CARDS_OFFERED]
