"""The rules of results and standings written a second time, independent of the tested code."""

from collections import defaultdict
from fractions import Fraction


def counting_outcome(entries):
    """Return the counting (outcome, flagged) of the entries on one play, or None.

    An entry is (kind, side, outcome).
    """
    decisions = [act for act in entries if act[0] != "table"]
    if decisions:
        kind, _side, outcome = decisions[-1]
        return None if kind == "void" else (outcome, kind == "ruling" or bool(outcome["renunci"]))
    outcomes = [outcome for _kind, _side, outcome in entries]
    if not outcomes or any(outcome != outcomes[0] for outcome in outcomes):
        return None
    return outcomes[0], bool(outcomes[0]["renunci"])


def botifarra_x(outcome, dealer):
    """Return X of Botifarra in duplicate by line.

    X is the side's own points − 36, doubled if the side has called botifarra or contro.
    """
    points = (
        int(outcome["ns_points"] or 0)
        if not outcome["renunci"]
        else 72 * (outcome["renunci"] == "ew")
    )
    dealt_ns = dealer in "NS"
    botifarra, contro = outcome["trump"] == "botifarra", outcome["contro"] != "none"
    ns_doubled, ew_doubled = (botifarra, contro) if dealt_ns else (contro, botifarra)
    return {"ns": (points - 36) * (1 + ns_doubled), "ew": (36 - points) * (1 + ew_doubled)}


def awards(results):
    """Return the MIN-MAX awards of one line of one board; `results` are (x, flagged).

    Flagged results do not set MIN and MAX unless there are no others.
    """
    ordinary = [x for x, flagged in results if not flagged] or [x for x, _flagged in results]
    low, high = min(ordinary), max(ordinary)

    def award(x, flagged):
        if low == high:
            return Fraction(3, 2) if x == low else Fraction(2 if x > high else 1)
        return 1 + Fraction(min(max(x, low), high) - low, high - low)

    return [award(x, flagged) for x, flagged in results]


def standings(plays, penalties=(), brought=None):
    """Return rows (rank, name, total, boards), best first.

    `plays` are (board, dealer, {line: contestant}, entries), `penalties` are (name, amount), and
    `brought` maps a name to what is carried over from an earlier stage, as (total, boards).
    """
    brought = brought or {}
    boards = defaultdict(list)
    for board, dealer, contestants, entries in plays:
        if result := counting_outcome(entries):
            boards[board].append((contestants, botifarra_x(result[0], dealer), result[1]))
    total, played = defaultdict(Fraction), defaultdict(int)
    for results in boards.values():
        for line in ("ns", "ew"):
            for (contestants, _xs, _flagged), award in zip(
                results, awards([(xs[line], f) for _w, xs, f in results]), strict=True
            ):
                total[contestants[line]] += award
                played[contestants[line]] += 1
    for name, amount in penalties:
        total[name] -= amount
    max_boards = max(played.values(), default=0)
    names = {
        name for _board, _dealer, contestants, _outcome in plays for name in contestants.values()
    }
    weight = {name: played[name] + brought.get(name, (0, 0))[1] for name in names}
    for name in names:
        total[name] += brought.get(name, (0, 0))[0]
    mean = {name: total[name] / weight[name] if weight[name] else 0 for name in names}
    listed = {name for name in names if played[name] and 2 * played[name] >= max_boards}
    rank = {
        name: 1 + sum(mean[other] > mean[name] for other in listed) if name in listed else None
        for name in names
    }
    order = sorted(names, key=lambda name: (name not in listed, -mean[name], name))
    return [(rank[name], name, str(total[name]), played[name]) for name in order]
