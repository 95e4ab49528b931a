"""Tarot records walked through from the rules alone: discards, tricks, the Fool and what is
given for it."""

from tests.games.second_scorers._tarot import best


def won(record, order, sides=None, original=True, swords=False, later=False, dead=0, forfeit=True):
    """What each seat has in the end, its discards included, and the tricks as (taker, seats with
    cards).

    `order`: the seats as play goes round. `sides`: each seat's side, by default itself.
    """
    at = order.index(record["dealer"])
    order, sides = order[at:] + order[:at], sides or {seat: seat for seat in order}
    moves = [
        each for each in record["actions"] if each != "pass" and not each.startswith("declare:")
    ]
    size, leader, tricks, fools, table = (
        sum(":" not in each for each in moves) // len(order),
        1,
        [],
        [],
        [],
    )
    piles = discarded(record, order, size)
    for move in moves:
        if move.startswith("exchange:"):
            seat, taker = fools[0]
            next(piles[each] for each in sides[seat] if move[9:] in piles[each]).remove(move[9:])
            piles[taker].append(move[9:])
        elif ":" not in move:
            table.append((order[(leader + len(table)) % len(order)], move))
        if len(table) == len(order):
            taker = table[best([card for _seat, card in table], original, swords, later)][0]
            for seat, card in table:
                excused = card == "F" and len(tricks) < size - dead
                piles[seat if excused else taker].append(card)
                fools += [(seat, taker)] * excused
            tricks, table, leader = [*tricks, (taker, table)], [], order.index(taker)
    for seat, taker in fools:
        if forfeit and all(each not in sides[seat] for each, _table in tricks):
            piles[seat].remove("F")
            piles[taker].append("F")
    return piles, tricks


def discarded(record, order, size):
    """What each seat put away, so that `size` cards were left: the dealer first, then the
    others."""
    away = iter([each[8:] for each in record["actions"] if each.startswith("discard:")])
    return {seat: [next(away) for _each in record["hands"][seat][size:]] for seat in order}
