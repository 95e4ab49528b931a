"""Second scorer of Tantony.

It needs no order of play: the holder of a card in the record is its player.
"""

ORDER = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]


def x(record):
    """Return X of both pairs."""
    totals = runts_by_seat(record)
    ns, ew = totals["N"] + totals["S"], totals["E"] + totals["W"]
    return {"ns": ns - ew, "ew": ew - ns}


def runts_by_seat(record, courts=None):
    """Return the runts of each seat in all legs."""
    courts = courts or record["options"]["values"].split("-")
    worth = {
        **{str(pip): pip for pip in range(2, 11)},
        **dict(zip("JQKA", map(int, courts), strict=True)),
    }
    owner = {card: seat for seat, hand in record["hands"].items() for card in hand}
    totals, actions = dict.fromkeys(record["hands"], 0), list(record["actions"])
    while actions:
        owner = play_leg(owner, actions, totals, worth)
    return totals


def play_leg(owner, actions, totals, worth):
    """Take the actions of one leg from the front of `actions` and add its runts to `totals`.

    Return the owner of each card in the next leg.
    """
    new_owner = {}
    while len(new_owner) < len(owner):
        trick = [actions.pop(0) for _seat in totals]
        led = sorted(
            (card for card in trick if card[0] == trick[0][0]),
            key=lambda card: ORDER.index(card[1:]),
        )
        if actions and actions[0].startswith("give:"):
            taker = actions.pop(0)[-1]
            new_owner |= dict.fromkeys(trick, taker)
        else:
            taker = owner[led[-1]]
            new_owner |= {card: owner[card] for card in trick}
            new_owner[led[0]], new_owner[led[-1]] = taker, owner[led[0]]
        totals[taker] += worth[led[0][1:]]
    return new_owner
