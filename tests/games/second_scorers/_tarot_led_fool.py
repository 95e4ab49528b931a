"""A referee of German Taroc from the rules alone; cards are texts, and F is the Fool."""


def suit_to_follow(table, led_fool):
    """Return the suit that must be followed, or None."""
    if not table:
        return None
    if table[0] != "F":
        return table[0][0]
    if led_fool == "yes":
        return "T"
    return table[1][0] if len(table) > 1 else None


def legal(hand, table, led_fool, late="dead"):
    """Return the cards that may be played after those of `table`, which are in order of play."""
    if late == "barred" and 1 < len(hand) <= 3 and "F" in hand:
        return legal([card for card in hand if card != "F"], table, led_fool)
    if not table:
        return set(hand) - ({"F"} if led_fool == "no" and len(hand) > 1 else set())
    suit = suit_to_follow(table, led_fool)
    for suit_due in (suit, "T"):
        if suit and any(card[0] == suit_due for card in hand):
            return {card for card in hand if card[0] == suit_due or card == "F"}
    return set(hand)


def winning_index(table):
    """Return the index of the card that takes a complete trick.

    This is the highest trump, or else the highest card of the suit led.
    """
    suit = (
        "T"
        if any(card[0] == "T" for card in table)
        else next(card[0] for card in table if card != "F")
    )
    return max(
        (index for index, card in enumerate(table) if card[0] == suit),
        key=lambda index: rank(table[index]),
    )


def rank(card):
    """Return the height of a card within its suit; the ace of cups or coins is above the ten."""
    if card[0] == "T":
        return int(card[1:])
    pip = {"J": 11, "C": 12, "Q": 13, "K": 14}.get(card[1:]) or int(card[1:])
    return 11 - pip if card[0] in "CD" and pip < 11 else pip
