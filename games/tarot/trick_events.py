"""What happens in a trick that a bonus is for: to whom, and in which way."""

from collections.abc import Iterator

from games.tarot.bonus_counting import TrickTaken
from games.tarot.pack import FOOL, KINGS, PAGAT, WORLD

TAROTS_WITHOUT_FOOL = KINGS | {WORLD, PAGAT}
"""The six Tarots that can win a trick or lose one."""


def pagat_result(trick: TrickTaken) -> Iterator[tuple[str, str]]:
    """The player of the I, and how it went with it."""
    for seat, card in trick.played:
        if card == PAGAT:
            won = "won" if seat == trick.winner else "lost"
            yield seat, won + ("_last" if trick.is_last else "")


def won_with_tarot(trick: TrickTaken) -> Iterator[str]:
    """Who took it with one of the six Tarots."""
    if trick.winning_card in TAROTS_WITHOUT_FOOL:
        yield trick.winner


def lost_tarots(trick: TrickTaken) -> Iterator[str]:
    """Whose Tarots it took, each of them."""
    for seat, card in trick.played:
        if card in TAROTS_WITHOUT_FOOL and seat != trick.winner:
            yield seat


def last_with_pagat_or_king(trick: TrickTaken) -> Iterator[str]:
    """Who took the last one with the I or a King."""
    if trick.is_last and trick.winning_card in KINGS | {PAGAT}:
        yield trick.winner


def fool_kept_for_last(trick: TrickTaken) -> Iterator[str]:
    """Who played the Fool to the last one."""
    for seat, card in trick.played:
        if trick.is_last and card == FOOL:
            yield seat


def took_pagat(trick: TrickTaken) -> Iterator[str]:
    """Who took the I of another."""
    for seat, card in trick.played:
        if card == PAGAT and seat != trick.winner:
            yield trick.winner


def took_kings(trick: TrickTaken) -> Iterator[str]:
    """Who took Kings of others, each of them."""
    for seat, card in trick.played:
        if card in KINGS and seat != trick.winner:
            yield trick.winner


def two_kings_and_fool(trick: TrickTaken) -> Iterator[str]:
    """Who took two Kings and the Fool at once."""
    if FOOL in trick.cards and _kings_in(trick) == 2:
        yield trick.winner


def three_kings(trick: TrickTaken) -> Iterator[str]:
    """Who took three Kings at once."""
    if _kings_in(trick) == 3:
        yield trick.winner


def king_trick(trick: TrickTaken) -> Iterator[str]:
    """Who took a trick with a King in it, whose ever."""
    if _kings_in(trick):
        yield trick.winner


def king_trick_before_last(trick: TrickTaken) -> Iterator[str]:
    """The same, but for the last trick."""
    if not trick.is_last:
        yield from king_trick(trick)


def last_king_trick(trick: TrickTaken) -> Iterator[str]:
    """The same of the last trick."""
    if _kings_in(trick) and trick.is_last:
        yield trick.winner


def pagat_taken(trick: TrickTaken) -> Iterator[tuple[str, str]]:
    """Who took the I, whose ever, and whether in the last trick."""
    if PAGAT in trick.cards:
        yield trick.winner, "taken_last" if trick.is_last else "taken"


def _kings_in(trick: TrickTaken) -> int:
    return len(KINGS.intersection(trick.cards))
