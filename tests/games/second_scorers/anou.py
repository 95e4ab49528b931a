"""Anou, scored again from its record: a wall is a dictionary from column to its suit and height."""

from tests.games.second_scorers._singles import over_all

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]


def wall_points(heights):
    points = 0
    for plan in (1, 2, 3, 4):
        points += -heights[plan] if heights[plan] > plan else heights[plan]
    return max(0, points + 2 * all(heights[plan] == plan for plan in heights))


def x(record):
    """Points of each wall, having checked who was entitled to every card."""
    seats = "NESW" if record["options"]["players"] == "4" else "ABC"
    walls = {seat: dict.fromkeys((1, 2, 3, 4), 0) for seat in seats}
    suits, trick, due = {}, [], []
    player = seats.index(record["dealer"])
    for action in record["actions"]:
        if ":" not in action:
            trick.append((seats[player % len(seats)], action))
            player += 1
        else:
            word, card, column = action[:4], action.split(":")[1].split("@")[0], int(action[-1])
            if word == "take":
                who = due.pop(0)
                trick = [each for each in trick if each[1] != card] if due else []
            else:
                who, player = seats[player % len(seats)], player + 1
            assert suits.setdefault((who, column), card[0]) == card[0]
            walls[who][column] += 1
        if len(trick) == len(seats):
            led = trick[0][1][0]
            ranked = sorted(trick, key=lambda each: (each[1][0] != led, -RANKS.index(each[1][1:])))
            due, player = [ranked[0][0], ranked[1][0], ranked[1][0]], seats.index(ranked[0][0])
    own = {seat.lower(): wall_points(walls[seat]) for seat in seats}
    return own if record["options"]["x"] == "own" else over_all(own)
