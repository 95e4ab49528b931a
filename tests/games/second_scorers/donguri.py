"""Second scorer of Donguri to Yamaneko."""

RANKS = ["3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
WORTH = {
    "3": {"6": 3, "J": 3, "5": 2, "Q": 2},
    "4": dict.fromkeys(("5", "6", "J", "Q"), 2),
    "5": dict.fromkeys(("4", "5", "12", "13"), 2),
}


def rank_number(players, card):
    return int(card[1:]) if players == "5" else RANKS.index(card[1:]) + 3


def x(record):
    """Return what each seat took, or that less the highest number of all."""
    players = record["options"]["players"]
    seats = "NESW" if players == "4" else "ABCDE"[: int(players)]
    player_count, cards = int(players), record["actions"]
    leader = seats.index(record["dealer"]) + 1
    taken = [0] * player_count
    for start in range(0, len(cards), player_count):
        trick = cards[start : start + player_count]
        votes = [
            rank_number(players, card) < 9
            for index, card in enumerate(trick)
            if player_count != 4 or index != 1
        ]
        sign = 1 if votes.count(True) > votes.count(False) else -1
        winner_index = max(
            range(player_count), key=lambda i: (sign * rank_number(players, trick[i]), -i)
        )
        leader = (leader + winner_index) % player_count
        taken[leader] += sum(WORTH[players].get(card[1:], 1) for card in trick)
    most = max(taken) if record["options"]["x"] == "cost" else 0
    return {seats[i].lower(): taken[i] - most for i in range(player_count)}
