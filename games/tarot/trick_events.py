"""Events in a trick that earn or cost a bonus: functions that yield the seats concerned."""

from collections.abc import Iterator

from games.tarot.bonus_counting import TrickTaken
from games.tarot.pack import FOOL, KINGS, PAGAT, WORLD

# The six Tarots that can win or lose a trick.
TAROTS_WITHOUT_FOOL = KINGS | {WORLD, PAGAT}


def pagat_result(trick: TrickTaken) -> Iterator[tuple[str, str]]:
    """Yield the player of the I with `won` or `lost`, in the last trick followed by `_last`."""
    for seat, card in trick.seats_and_cards:
        if card == PAGAT:
            won = "won" if seat == trick.winner else "lost"
            yield seat, won + ("_last" if trick.is_last else "")


def won_with_tarot(trick: TrickTaken) -> Iterator[str]:
    """Yield the winner if one of the six Tarots took the trick."""
    if trick.winning_card in TAROTS_WITHOUT_FOOL:
        yield trick.winner


def lost_tarots(trick: TrickTaken) -> Iterator[str]:
    """Yield the player of each of the six Tarots that was lost."""
    for seat, card in trick.seats_and_cards:
        if card in TAROTS_WITHOUT_FOOL and seat != trick.winner:
            yield seat


def last_with_pagat_or_king(trick: TrickTaken) -> Iterator[str]:
    """Yield the winner of the last trick if the I or a King took it."""
    if trick.is_last and trick.winning_card in KINGS | {PAGAT}:
        yield trick.winner


def fool_kept_for_last(trick: TrickTaken) -> Iterator[str]:
    """Yield the player of the Fool in the last trick."""
    for seat, card in trick.seats_and_cards:
        if trick.is_last and card == FOOL:
            yield seat


def took_pagat(trick: TrickTaken) -> Iterator[str]:
    """Yield the winner if another seat played the I."""
    for seat, card in trick.seats_and_cards:
        if card == PAGAT and seat != trick.winner:
            yield trick.winner


def took_kings(trick: TrickTaken) -> Iterator[str]:
    """Yield the winner for each King that another seat played."""
    for seat, card in trick.seats_and_cards:
        if card in KINGS and seat != trick.winner:
            yield trick.winner


def two_kings_and_fool(trick: TrickTaken) -> Iterator[str]:
    """Yield the winner of a trick with two Kings and the Fool."""
    if FOOL in trick.cards and _kings_in(trick) == 2:
        yield trick.winner


def three_kings(trick: TrickTaken) -> Iterator[str]:
    """Yield the winner of a trick with three Kings."""
    if _kings_in(trick) == 3:
        yield trick.winner


def king_trick(trick: TrickTaken) -> Iterator[str]:
    """Yield the winner of a trick with a King, no matter who played it."""
    if _kings_in(trick):
        yield trick.winner


def king_trick_before_last(trick: TrickTaken) -> Iterator[str]:
    """Yield the winner of a trick with a King, except for the last trick."""
    if not trick.is_last:
        yield from king_trick(trick)


def last_king_trick(trick: TrickTaken) -> Iterator[str]:
    """Yield the winner of the last trick if there is a King in it."""
    if _kings_in(trick) and trick.is_last:
        yield trick.winner


def pagat_taken(trick: TrickTaken) -> Iterator[tuple[str, str]]:
    """Yield the winner of the trick with the I, and whether it was the last trick."""
    if PAGAT in trick.cards:
        yield trick.winner, "taken_last" if trick.is_last else "taken"


def _kings_in(trick: TrickTaken) -> int:
    return len(KINGS.intersection(trick.cards))
