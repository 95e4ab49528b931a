"""What the cards, declarations and bonuses of Tarot bring, from the record alone."""

from tests.games.second_scorers._tarot import worth

KINGS, THREE = {"SK", "BK", "CK", "DK"}, {"T21", "T1", "F"}


def points(record, piles, tricks):
    """The card points of each seat: values, one a trick, and one for the discard of the dealer."""
    takers = [record["dealer"], *(taker for taker, _cards in tricks)]
    return {seat: worth(pile) + takers.count(seat) for seat, pile in piles.items()}


def declared(record, seats, by_dealer=False):
    """Everything declared, in order, as (seat, word, number); the number is 1 where none is
    said."""
    speaker, said = seats.index(record["dealer"]) + (not by_dealer), []
    for text in [
        text for text in record["actions"] if text == "pass" or text.startswith("declare:")
    ]:
        word, _equals, number = text.removeprefix("declare:").partition("=")
        if text == "pass":
            speaker += 1
        else:
            said.append((seats[speaker % len(seats)], word, number or "1"))
    return said


def pay(x, seat, amount, payers):
    """`seat` gets `amount` from each payer, or gives it where it is negative."""
    for payer in payers:
        x[payer] -= amount
        x[seat] += amount


def others(seats, seat):
    """Everybody who does not sit at `seat` or opposite."""
    partner = {"N": "S", "S": "N", "E": "W", "W": "E"}.get(seat)
    return [each for each in seats if each not in (seat, partner)]
