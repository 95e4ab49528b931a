"""Card points, declarations and payments of tarot games, from the record alone."""

from tests.games.second_scorers._tarot_cards import cards_value

KINGS, HONOURS = {"SK", "BK", "CK", "DK"}, {"T21", "T1", "F"}


def card_points(record, piles, tricks):
    """Return the card points of each seat.

    These are values, one point for each trick, and one for the dealer's discard.
    """
    takers = [record["dealer"], *(taker for taker, _cards in tricks)]
    return {seat: cards_value(pile) + takers.count(seat) for seat, pile in piles.items()}


def declarations(record, seats, by_dealer=False):
    """Return all declarations in order as (seat, word, number).

    The number is a text; it is "1" if no number is declared.
    """
    speaker = seats.index(record["dealer"]) + (not by_dealer)
    declared = []
    for action in record["actions"]:
        word, _equals, number = action.removeprefix("declare:").partition("=")
        if action == "pass":
            speaker += 1
        elif action.startswith("declare:"):
            declared.append((seats[speaker % len(seats)], word, number or "1"))
    return declared


def pay(x, seat, amount, payers):
    """Move `amount` from each payer to `seat`, or the other way if it is negative."""
    for payer in payers:
        x[payer] -= amount
        x[seat] += amount


def opponents(seats, seat):
    """Return all seats but `seat` and its partner."""
    partner = {"N": "S", "S": "N", "E": "W", "W": "E"}.get(seat)
    return [other for other in seats if other not in (seat, partner)]
