"""Tantony, scored again from its record: whose a card is tells who played it, whatever the order
of play."""

ORDER = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]


def x(record):
    """X of both pairs."""
    totals = by_seat(record)
    ns, ew = totals["N"] + totals["S"], totals["E"] + totals["W"]
    return {"ns": ns - ew, "ew": ew - ns}


def by_seat(record, courts=None):
    """What the runts of every seat make in all legs."""
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
    """Take one leg from the front of `actions`, count it into `totals`; whose each card is after
    it."""
    after = {}
    while len(after) < len(owner):
        trick = [actions.pop(0) for _seat in totals]
        led = sorted(
            (card for card in trick if card[0] == trick[0][0]), key=lambda c: ORDER.index(c[1:])
        )
        if actions and actions[0].startswith("give:"):
            taker = actions.pop(0)[-1]
            after |= dict.fromkeys(trick, taker)
        else:
            taker = owner[led[-1]]
            after |= {card: owner[card] for card in trick}
            after[led[0]], after[led[-1]] = taker, owner[led[0]]
        totals[taker] += worth[led[0][1:]]
    return after
