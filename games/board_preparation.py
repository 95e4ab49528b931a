"""Making up a board from a pack of cards: how it is dealt out, and how it is checked.

A **run** is as many cards of a sorted pack, one after the other, as go to the same seat: about 36
of them for 48 cards and four seats. Whoever deals reads only a number and a seat, and can leave the
pack face down if he is to play the board himself; nothing has to be looked for in the pack. They
are shown one at a time, because a tired eye loses its line in a list. A card too many or too few
shifts every card after it, so that the last card on each hand is wrong in the end: that is what is
asked, and it is quicker to say than anything about whole hands.
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

TALON = ""
"""The name of the place where cards lie that nobody was dealt."""

CARDS_OFFERED = 4
"""How many cards are offered as the one on top, of which one is right."""

OTHER_CARD = "other"
"""What is said for a card on top that is none of those offered."""

_WRONG_COUNT = _(
    "%(seat)s: %(right)s cards belong there, you counted %(said)s. Count again; if it is so, "
    "gather all "
    "cards, sort the pack and deal it again."
)
_NOT_COUNTED = _("%(seat)s: count the cards and write how many there are.")
_WRONG_TOP = _(
    "%(seat)s: another card should lie on top, so something before it went wrong. Gather all "
    "cards, sort "
    "the pack and deal it again."
)
_TOP_MISSING = _("%(seat)s: choose the card that lies on top.")


@dataclass(frozen=True)
class Run:
    """Consecutive cards of the sorted pack for one seat or the talon, and how many are left
    after them."""

    seat: str
    number: int
    left: int
    cards: Pack = field(repr=False)


@dataclass(frozen=True)
class PileCheck:
    """What is asked of the cards at one seat, in words its `place`: their number, and the card on
    top.

    Without `tops` nothing is asked of that one.
    """

    seat: str
    place: Text
    number: int
    tops: Pack = field(repr=False)
    top: Card | None = field(repr=False)


def sorted_pack(game: Game) -> Pack:
    """The whole pack in the order in which a hand of the game is sorted; from its first card it
    is dealt."""
    return game.sorted_hand(game.pack)


def dealing_runs(game: Game, deal: Deal) -> list[Run]:
    """The sorted pack cut into runs, in their order."""
    pack = sorted_pack(game)
    runs, dealt_count = [], 0
    seats_and_cards = zip(_destinations(pack, deal), pack, strict=True)
    for seat, group in groupby(seats_and_cards, key=itemgetter(0)):
        cards = tuple(card for _seat, card in group)
        dealt_count += len(cards)
        runs.append(Run(seat, len(cards), len(pack) - dealt_count, cards))
    return runs


def pile_checks(game: Game, deal: Deal, face_down: bool) -> list[PileCheck]:
    """What is asked when all is dealt: the number of cards at each place, and the card on top.

    Who deals face down turns up one card alone, the last but one of those on top: whatever slipped
    before it shows there, and what slipped after it in the numbers.
    """
    piles = _piles(deal)
    pack = sorted_pack(game)
    top_cards = {seat: game.sorted_hand(cards)[-1] for seat, cards in piles.items() if cards}
    by_deal_order = sorted(top_cards, key=lambda seat: pack.index(top_cards[seat]))
    seats_to_ask = by_deal_order[-2:-1] if face_down else by_deal_order
    checks = []
    for index, (seat, cards) in enumerate(piles.items()):
        if not cards:
            continue
        place = _place_label(seat, deal.hands)
        if seat in seats_to_ask:
            offered = _cards_to_offer(pack, top_cards[seat], index)
            checks.append(PileCheck(seat, place, len(cards), offered, top_cards[seat]))
        else:
            checks.append(PileCheck(seat, place, len(cards), (), None))
    return checks


def check_problems(checks: Iterable[PileCheck], submitted: Mapping[str, str]) -> list[Problem]:
    """What is wrong with a board as it lies on the table, seat by seat; nothing when it is right.

    `submitted` has under `count_N` the number of cards counted at N, under `top_N` which of the
    cards offered lies on top there, counted from 0, or `OTHER_CARD`; for the talon the letter is
    missing.
    """
    return [
        problem
        for check in checks
        for problem in (*_count_problems(check, submitted), *_top_problems(check, submitted))
    ]


def check_piles(checks: Iterable[PileCheck], submitted: Mapping[str, str]) -> None:
    """Raises `ValidationFailed` with all `check_problems`."""
    raise_if_any(check_problems(checks, submitted))


def _count_problems(check: PileCheck, submitted: Mapping[str, str]) -> list[Problem]:
    name = f"count_{check.seat}"
    counted = submitted.get(name, "").strip()
    if not counted.isdecimal():
        return [_check_problem("not_counted", _NOT_COUNTED, check, name)]
    if int(counted[:4]) == check.number:
        return []
    params = {"right": check.number, "said": int(counted[:4])}
    return [_check_problem("wrong_count", _WRONG_COUNT, check, name, params)]


def _top_problems(check: PileCheck, submitted: Mapping[str, str]) -> list[Problem]:
    name = f"top_{check.seat}"
    if not check.tops:
        return []
    if not (chosen := submitted.get(name, "")):
        return [_check_problem("no_top", _TOP_MISSING, check, name)]
    is_right = chosen.isdecimal() and chosen == str(check.tops.index(check.top or check.tops[0]))
    return [] if is_right else [_check_problem("wrong_top", _WRONG_TOP, check, name)]


def _check_problem(
    code: str,
    template: str,
    check: PileCheck,
    name: str,
    params: Mapping[str, object] | None = None,
) -> Problem:
    return Problem(code, template, {"seat": check.place, **(params or {})}, name)


def _place_label(seat: str, among: Iterable[str]) -> Text:
    return seat_label(seat, among) if seat != TALON else Text(_("the talon"))


def _piles(deal: Deal) -> dict[str, Pack]:
    return {**deal.hands, TALON: deal.talon}


def _destinations(pack: Pack, deal: Deal) -> list[str]:
    """Where each card of the sorted pack goes; of equal cards the first to the first hand that
    has one."""
    holders: dict[Card, list[str]] = {}
    for seat, cards in _piles(deal).items():
        for card in cards:
            holders.setdefault(card, []).append(seat)
    return [holders[card].pop(0) for card in pack]


def _cards_to_offer(pack: Pack, top: Card, offset: int) -> Pack:
    """The card on top among its neighbours, where it would be if the dealer had slipped by one
    or two."""
    distinct = tuple(dict.fromkeys(pack))
    position = distinct.index(top)
    first = max(
        0, min(position - (position + offset) % CARDS_OFFERED, len(distinct) - CARDS_OFFERED)
    )
    return distinct[first : first + CARDS_OFFERED]
