"""What may follow in German Taroc, from the rules alone; cards are texts, and F is the Fool."""


def owed(table, led_fool):
    """The suit to be followed; None where anything may be played."""
    if not table:
        return None
    if table[0] != "F":
        return table[0][0]
    if led_fool == "yes":
        return "T"
    return table[1][0] if len(table) > 1 else None


def legal(hand, table, led_fool, late="dead"):
    """The set of cards that may be played on those of `table`, first to last."""
    if late == "barred" and 1 < len(hand) <= 3 and "F" in hand:
        return legal([card for card in hand if card != "F"], table, led_fool)
    if not table:
        return set(hand) - ({"F"} if led_fool == "no" and len(hand) > 1 else set())
    suit = owed(table, led_fool)
    for due in (suit, "T"):
        if suit and any(card[0] == due for card in hand):
            return {card for card in hand if card[0] == due or card == "F"}
    return set(hand)


def takes(table):
    """The place of the card that takes a full trick: the highest trump, else of the first suit
    there is."""
    suit = (
        "T"
        if any(card[0] == "T" for card in table)
        else next(card[0] for card in table if card != "F")
    )
    return max(
        (place for place, card in enumerate(table) if card[0] == suit),
        key=lambda at: rank(table[at]),
    )


def rank(card):
    """How high a card is within its suit: cups and coins have their ace above the ten."""
    if card[0] == "T":
        return int(card[1:])
    pip = {"J": 11, "C": 12, "Q": 13, "K": 14}.get(card[1:]) or int(card[1:])
    return 11 - pip if card[0] in "CD" and pip < 11 else pip
