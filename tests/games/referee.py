"""An independent implementation of the rules of Botifarra; cards are strings."""

ORDER = ["2", "3", "4", "5", "6", "7", "8", "10", "11", "12", "1", "9"]
VALUE = {"10": 1, "11": 2, "12": 3, "1": 4, "9": 5}
SUIT = {"oros": "O", "copes": "C", "espases": "E", "bastos": "B"}
SEATS = "NWSE"


def height(card, led, trump):
    """Return a comparable strength: trumps beat the suit led, which beats other suits."""
    return (2 if card[0] == trump else 1 if card[0] == led else 0, ORDER.index(card[1:]))


def taker(table, trump):
    return max(range(len(table)), key=lambda i: height(table[i], table[0][0], trump))


def legal(hand, table, trump, edition="eastern", second="no"):
    """Return the legal cards of `hand`, given the cards on the table in order."""
    if not table:
        return set(hand)
    led = table[0][0]
    suit_led = [card for card in hand if card[0] == led]
    pool = suit_led or list(hand)
    best = table[taker(table, trump)]
    winners = {card for card in pool if height(card, led, trump) > height(best, led, trump)}
    by_height = sorted(pool, key=lambda card: ORDER.index(card[1:]), reverse=True)
    lowest = set({card[0]: card for card in by_height}.values())
    partner = len(table) - 2 == taker(table, trump) and len(table) > 1
    if edition == "western":
        return set(pool) if partner else winners or set(pool)
    if partner:
        return lowest | {card for card in pool if card[1:] in VALUE}
    honours_of_second_player = (
        {card for card in suit_led if card[1:] in VALUE}
        if second == "yes" and len(table) == 1
        else set()
    )
    return (winners or lowest) | honours_of_second_player


def moments(record):
    """Return what was played in a regular record, and the points of N-S.

    Each card played is given as (seat, hand, table, card, trump).
    """
    cards = [text for text in record["actions"] if text[0] in "OCEB" and text[1:].isdigit()]
    trump = SUIT.get(
        next(text for text in record["actions"] if text in SUIT or text == "botifarra")
    )
    hands = {seat: set(hand) for seat, hand in record["hands"].items()}
    leader, ns_points, cards_played = (SEATS.index(record["dealer"]) + 1) % 4, 0, []
    for start in range(0, len(cards), 4):
        trick = cards[start : start + 4]
        for index, card in enumerate(trick):
            seat = SEATS[(leader + index) % 4]
            cards_played.append((seat, set(hands[seat]), trick[:index], card, trump))
            hands[seat].discard(card)
        leader = (leader + taker(trick, trump)) % 4
        ns_points += (
            (1 + sum(VALUE.get(card[1:], 0) for card in trick)) if SEATS[leader] in "NS" else 0
        )
    return cards_played, ns_points


def duplicate_x(dealer, trump, contro, ns):
    """Return X of both lines.

    Botifarra and contro each count double for the side that called them.
    """
    is_doubled = {True: trump == "botifarra", False: contro != "none"}
    ns_called = dealer in "NS"
    return {
        "ns": (ns - 36) * (1 + is_doubled[ns_called]),
        "ew": (36 - ns) * (1 + is_doubled[not ns_called]),
    }
