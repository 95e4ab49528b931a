"""Second scorer of Anou; a wall is a dictionary from column to height."""

from tests.games.second_scorers._individual import differences_from_all

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]


def wall_points(heights):
    points = 0
    for plan in (1, 2, 3, 4):
        points += -heights[plan] if heights[plan] > plan else heights[plan]
    return max(0, points + 2 * all(heights[plan] == plan for plan in heights))


def x(record):
    """Return X of each seat, after checking who was entitled to place every card."""
    seats = "NESW" if record["options"]["players"] == "4" else "ABC"
    walls = {seat: dict.fromkeys((1, 2, 3, 4), 0) for seat in seats}
    suits, trick, takers_due = {}, [], []
    player = seats.index(record["dealer"])
    for action in record["actions"]:
        if ":" not in action:
            trick.append((seats[player % len(seats)], action))
            player += 1
        else:
            word, card, column = action[:4], action.split(":")[1].split("@")[0], int(action[-1])
            if word == "take":
                seat = takers_due.pop(0)
                trick = [play for play in trick if play[1] != card] if takers_due else []
            else:
                seat, player = seats[player % len(seats)], player + 1
            assert suits.setdefault((seat, column), card[0]) == card[0]
            walls[seat][column] += 1
        if len(trick) == len(seats):
            led = trick[0][1][0]
            ranked = sorted(trick, key=lambda play: (play[1][0] != led, -RANKS.index(play[1][1:])))
            first, second = ranked[0][0], ranked[1][0]
            takers_due, player = [first, second, second], seats.index(first)
    points = {seat.lower(): wall_points(walls[seat]) for seat in seats}
    return points if record["options"]["x"] == "own" else differences_from_all(points)
