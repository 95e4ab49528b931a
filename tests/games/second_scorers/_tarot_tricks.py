"""Replay a tarot record from the rules alone: discards, tricks, exchange of the Fool."""

from tests.games.second_scorers._tarot_cards import winning_index


def piles_and_tricks(
    record,
    seats,
    sides=None,
    *,
    original_order=True,
    half_trump_swords=False,
    later_duplicate_wins=False,
    dead_tricks=0,
    is_forfeited=True,
):
    """Return the final pile of each seat with its discards, and the tricks.

    A trick is its winner and a list of seats with cards. `seats` are in order of play. `sides` has
    the side of each seat, by default the seat itself.
    """
    dealer_index = seats.index(record["dealer"])
    seats = seats[dealer_index:] + seats[:dealer_index]
    sides = sides or {seat: seat for seat in seats}
    actions = [
        action
        for action in record["actions"]
        if action != "pass" and not action.startswith("declare:")
    ]
    trick_count = sum(":" not in action for action in actions) // len(seats)
    piles = discards_by_seat(record, seats, trick_count)
    leader, tricks, fools, table = 1, [], [], []
    for action in actions:
        if action.startswith("exchange:"):
            seat, winner = fools[0]
            card = action.removeprefix("exchange:")
            next(piles[giver] for giver in sides[seat] if card in piles[giver]).remove(card)
            piles[winner].append(card)
        elif ":" not in action:
            table.append((seats[(leader + len(table)) % len(seats)], action))
        if len(table) == len(seats):
            cards = [card for _seat, card in table]
            index = winning_index(cards, original_order, half_trump_swords, later_duplicate_wins)
            winner = table[index][0]
            for seat, card in table:
                is_excuse = card == "F" and len(tricks) < trick_count - dead_tricks
                piles[seat if is_excuse else winner].append(card)
                fools += [(seat, winner)] * is_excuse
            tricks, table, leader = [*tricks, (winner, table)], [], seats.index(winner)
    for seat, winner in fools:
        if is_forfeited and all(taker not in sides[seat] for taker, _table in tricks):
            piles[seat].remove("F")
            piles[winner].append("F")
    return piles, tricks


def discards_by_seat(record, seats, trick_count):
    """Return the discards of each seat, which leave `trick_count` cards in its hand.

    The dealer, who is the first of `seats`, discards first.
    """
    discards = iter([text[8:] for text in record["actions"] if text.startswith("discard:")])
    return {
        seat: [next(discards) for _card in record["hands"][seat][trick_count:]] for seat in seats
    }
