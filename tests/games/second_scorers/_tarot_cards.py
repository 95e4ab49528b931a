"""The rank and the value of tarot cards, from the rules alone."""

RANKS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "C", "Q", "K"]


def height(card, led, original_order, half_trump_swords):
    """Return a key that compares the cards of a trick.

    From high to low: trumps, half-trumps, the suit led, other cards, the Fool.
    """
    if card == "F":
        return -999
    if card[0] == "T":
        return 300 + int(card[1:])
    rank = RANKS.index(card[1:])
    rank = 9 - rank if original_order and card[0] in "CD" and rank < 10 else rank
    return rank + (200 if half_trump_swords and card[0] == "S" else 100 if card[0] == led else -100)


def winning_index(table, original_order, half_trump_swords, later_duplicate_wins):
    """Return the index of the card that takes the trick."""
    led = next((card[0] for card in table if card != "F"), "F")
    indexes = reversed(range(len(table))) if later_duplicate_wins else range(len(table))
    return max(
        indexes, key=lambda index: height(table[index], led, original_order, half_trump_swords)
    )


def cards_value(cards, fool=4):
    """Return the value of the cards, without points for tricks and discards."""
    values, honours = {"K": 4, "Q": 3, "C": 2, "J": 1}, {"T21": 4, "T1": 4, "F": fool}
    return sum(honours.get(card, values.get(card[1:], 0)) for card in cards)


def sides_by_seat(record):
    """Return the side of each seat in a partnership game."""
    return {seat: "NS" if seat in "NS" else "EW" for seat in record["hands"]}
