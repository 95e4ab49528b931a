"""A second referee and scorer of Botifarra, written from the rules alone: cards are texts."""

ORDER = ["2", "3", "4", "5", "6", "7", "8", "10", "11", "12", "1", "9"]
VALUE = {"10": 1, "11": 2, "12": 3, "1": 4, "9": 5}
SUIT = {"oros": "O", "copes": "C", "espases": "E", "bastos": "B"}
SEATS = "NWSE"


def height(card, led, trump):
    """Comparable strength of a card in a trick: trumps over the suit led over everything else."""
    return (2 if card[0] == trump else 1 if card[0] == led else 0, ORDER.index(card[1:]))


def taker(table, trump):
    return max(range(len(table)), key=lambda i: height(table[i], table[0][0], trump))


def legal(hand, table, trump, edition="eastern", second="no"):
    """The set of cards that may be played from `hand` on the cards of `table`, first to last."""
    if not table:
        return set(hand)
    led = table[0][0]
    same = [card for card in hand if card[0] == led]
    pool = same or list(hand)
    best = table[taker(table, trump)]
    winners = {card for card in pool if height(card, led, trump) > height(best, led, trump)}
    by_height = sorted(pool, key=lambda card: ORDER.index(card[1:]), reverse=True)
    lowest = set({card[0]: card for card in by_height}.values())
    partner = len(table) - 2 == taker(table, trump) and len(table) > 1
    if edition == "western":
        return set(pool) if partner else winners or set(pool)
    if partner:
        return lowest | {card for card in pool if card[1:] in VALUE}
    extra = (
        {card for card in same if card[1:] in VALUE}
        if second == "yes" and len(table) == 1
        else set()
    )
    return (winners or lowest) | extra


def moments(record):
    """Each card of a regular record as (seat, hand, table, card, trump), and the points of NS."""
    cards = [text for text in record["actions"] if text[0] in "OCEB" and text[1:].isdigit()]
    trump = SUIT.get(
        next(text for text in record["actions"] if text in SUIT or text == "botifarra")
    )
    hands = {seat: set(hand) for seat, hand in record["hands"].items()}
    leader, ns, seen = (SEATS.index(record["dealer"]) + 1) % 4, 0, []
    for start in range(0, len(cards), 4):
        trick = cards[start : start + 4]
        for place, card in enumerate(trick):
            seat = SEATS[(leader + place) % 4]
            seen.append((seat, set(hands[seat]), trick[:place], card, trump))
            hands[seat].discard(card)
        leader = (leader + taker(trick, trump)) % 4
        ns += (1 + sum(VALUE.get(card[1:], 0) for card in trick)) if SEATS[leader] in "NS" else 0
    return seen, ns


def duplicate_x(dealer, trump, contro, ns):
    """X of both lines: botifarra doubles the side that called it, contro the side that said it."""
    own = {True: trump == "botifarra", False: contro != "none"}
    ns_called = dealer in "NS"
    return {"ns": (ns - 36) * (1 + own[ns_called]), "ew": (36 - ns) * (1 + own[not ns_called])}
