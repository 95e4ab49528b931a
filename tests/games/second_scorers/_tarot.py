"""Tarot cards as second scorers see them, from the rules alone: which is higher, what they are
worth."""

RANKS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "C", "Q", "K"]


def height(card, led, original, swords):
    """Comparable strength of a card of a trick: trumps, half-trumps, the suit led, the rest, the
    Fool."""
    if card == "F":
        return -999
    if card[0] == "T":
        return 300 + int(card[1:])
    place = RANKS.index(card[1:])
    place = 9 - place if original and card[0] in "CD" and place < 10 else place
    return place + (200 if swords and card[0] == "S" else 100 if card[0] == led else -100)


def best(table, original, swords, later):
    """The place of the card that takes the trick; of two identical ones the first, or the later."""
    led = next((card[0] for card in table if card != "F"), "F")
    places = reversed(range(len(table))) if later else range(len(table))
    return max(places, key=lambda place: height(table[place], led, original, swords))


def worth(cards, fool=4):
    """The value of cards, without what tricks and discards count."""
    values, honours = {"K": 4, "Q": 3, "C": 2, "J": 1}, {"T21": 4, "T1": 4, "F": fool}
    return sum(honours.get(card, values.get(card[1:], 0)) for card in cards)


def partners(record):
    """Each seat with its side, in the games for two sides."""
    return {seat: "NS" if seat in "NS" else "EW" for seat in record["hands"]}
