"""Donguri to Yamaneko, scored again from its record."""

RANKS = ["3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
WORTH = {
    "3": {"6": 3, "J": 3, "5": 2, "Q": 2},
    "4": dict.fromkeys(("5", "6", "J", "Q"), 2),
    "5": dict.fromkeys(("4", "5", "12", "13"), 2),
}


def high(players, card):
    return int(card[1:]) if players == "5" else RANKS.index(card[1:]) + 3


def x(record):
    """What everybody took, less what the greediest took."""
    players = record["options"]["players"]
    seats = "NESW" if players == "4" else "ABCDE"[: int(players)]
    n, cards = int(players), record["actions"]
    leader = seats.index(record["dealer"]) + 1
    taken = [0] * n
    for start in range(0, len(cards), n):
        trick = cards[start : start + n]
        votes = [
            high(players, card) < 9 for place, card in enumerate(trick) if n != 4 or place != 1
        ]
        sign = 1 if votes.count(True) > votes.count(False) else -1
        place = max(range(n), key=lambda i: (sign * high(players, trick[i]), -i))
        leader = (leader + place) % n
        taken[leader] += sum(WORTH[players].get(card[1:], 1) for card in trick)
    most = max(taken) if record["options"]["x"] == "cost" else 0
    return {seats[i].lower(): taken[i] - most for i in range(n)}
