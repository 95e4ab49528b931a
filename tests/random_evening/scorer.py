"""Compute totals from the entries a second time, without any of the scoring code.

X of a result comes from the second scorers of the games if its cards were played out; a decision
without such a play (a swapped or typed result) has the X stored in the play.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from tests.scenes.reference_scoring import awards as min_max_awards
from tournaments.models import Entry, Penalty, Play, Stage

XOf = Mapping[str, Fraction]
Result = tuple[Fraction, bool]


class Known(NamedTuple):
    """X of each line by board and outcome, from a second scorer."""

    x: dict[tuple[int, str], XOf]

    def x_of_entry(self, play: Play, entry: Entry) -> XOf | None:
        """Return X of an entry, or None if no second scorer has computed it."""
        return self.x.get((play.board_id, repr(sorted(entry.outcome.items()))))


def counting_entry(entries: Iterable[Entry]) -> Entry | None:
    """Return the last decision, or what all sides have entered in time."""
    withdrawn: set[int] = set()
    for entry in sorted(entries, key=lambda each: -each.revision):
        if entry.withdraws is not None and (
            entry.kind == "table" or entry.revision not in withdrawn
        ):
            withdrawn.add(entry.withdraws)
    effective = [
        entry for entry in entries if entry.revision not in withdrawn and entry.kind != "withdrawal"
    ]
    decided = [entry for entry in effective if entry.kind != "table"]
    if decided:
        return max(decided, key=lambda each: each.revision)
    timely = [entry for entry in effective if not entry.late]
    if not timely or any(entry.outcome != timely[0].outcome for entry in timely):
        return None
    return None if timely[0].contradicted else timely[0]


class Scored(NamedTuple):
    """Sum of awards and number of boards by contestant."""

    total: dict[int, Fraction]
    boards: dict[int, int]


def scored(stage: Stage, known_x: Known) -> Scored | None:
    """Return the totals of a stage, or None for methods that are not scored here."""
    if not is_scored_here(stage):
        return None
    plays = Play.objects.filter(board__session__stage=stage).prefetch_related(
        "entries", "seating__places__contestant"
    )
    field: dict[Any, list[tuple[Play, Entry, XOf]]] = defaultdict(list)
    given_to: list[tuple[Play, Entry]] = []
    due_of: dict[Any, int] = {}
    for play in plays.select_related("board__session").order_by("pk"):
        entry = counting_entry(list(play.entries.all()))
        board_and_field = (play.board_id, play.field)
        for line in stage.event.game.lines:
            not_due = entry and (entry.kind == "void" or entry.given.get(line) == "not_played")
            due_of[(*board_and_field, line)] = due_of.get((*board_and_field, line), 0) + (
                0 if not_due else 1
            )
        if entry is None or entry.kind == "void":
            continue
        if entry.given:
            given_to.append((play, entry))
        elif (x := known_x.x_of_entry(play, entry) or _stored(play)) is not None:
            field[*board_and_field, play.group].append((play, entry, x))
    results = list(_compared_awards(stage, field, due_of))
    own_awards = _sums(results)
    return _with_penalties(
        stage, _sums([*results, *_given_awards(stage, given_to, field, due_of, own_awards)])
    )


def is_scored_here(stage: Stage) -> bool:
    """Return whether the event has a method that is scored here, and no carry-over."""
    event = stage.event
    plain = event.method_key in ("min_max", "matchpoints", "total")
    options = {key: value for key, value in event.method.options.items() if key in _USUAL}
    return (
        plain
        and not stage.carry_over
        and not event.at_two_tables
        and options.items() <= _USUAL.items()
    )


_USUAL = {
    "flagged": "out",
    "equal": "3/2",
    "small_groups": "neuberg",
    "unplayed": "nothing",
    "win": "2",
}


def _stored(play: Play) -> XOf | None:
    texts = play.line_points.removeprefix("*").split()
    lines = play.board.session.stage.event.game.lines
    return dict(zip(lines, map(Fraction, texts), strict=True)) if texts else None


# Id of the contestant, the award, and the top of its board if it has one.
Award = tuple[int, Fraction, Fraction | None]


def _compared_awards(stage: Stage, field: Any, due: Mapping[Any, int]) -> Iterable[Award]:
    game = stage.event.game
    for (board, of_field, _group), results in field.items():
        for line, seats in game.lines.items():
            pairs = [(x[line], _is_flagged(play, entry)) for play, entry, x in results]
            top = due[board, of_field, line]
            for (play, _entry, _x), award in zip(
                results, line_awards(stage.event.method_key, pairs, top), strict=True
            ):
                if award is not None:
                    for number in _names(play, seats):
                        yield number, award, 2 * Fraction(top - 1)


def line_awards(method: str, results: list[Result], due: int) -> list[Fraction | None]:
    """Return the awards of one line of one board."""
    if method == "total":
        return [x for x, _flagged in results]
    if method == "min_max":
        return list(min_max_awards(results))
    ordinary = [x for x, flagged in results if not flagged] or [x for x, _flagged in results]
    apart = any(not flagged for _x, flagged in results)

    def matchpoints(x: Fraction, flagged: bool) -> Fraction | None:
        if due == 1:
            return None
        joined = 1 if flagged and apart else 0
        twice = sum(2 * (other < x) + (other == x) for other in ordinary) + joined
        return Fraction(due * twice, len(ordinary) + joined) - 1

    return [matchpoints(*result) for result in results]


def _is_flagged(play: Play, entry: Entry) -> bool:
    return entry.kind == "ruling" or bool(entry.outcome.get("renunci"))


def _names(play: Play, seats: Iterable[str]) -> list[int]:
    seat_holders = [
        seat_holder for seat_holder in play.seating.places.all() if seat_holder.seat in seats
    ]
    return sorted({seat_holder.contestant.number for seat_holder in seat_holders})


def _given_awards(
    stage: Stage,
    given_awards: Iterable[tuple[Play, Entry]],
    field: Any,
    due: Mapping[Any, int],
    own: Any,
) -> Iterable[Award]:
    for play, entry in given_awards:
        for line, seats in stage.event.game.lines.items():
            top = due[play.board_id, play.field, line]
            group = field.get((play.board_id, play.field, play.group), ())
            others = [
                (x[line], _is_flagged(one, flagged_outcome)) for one, flagged_outcome, x in group
            ]
            for number in _names(play, seats):
                award = given_award(
                    stage.event.method_key, entry.given[line], others, top, own, number
                )
                if award is not None:
                    yield number, award, 2 * Fraction(top - 1)


def given_award(
    method: str, text: str, others: list[Result], due: int, own: Any, number: int
) -> Fraction | None:
    """Return the award of a decision; `own` are the contestant's own results."""
    if text == "not_played":
        return None
    if text.startswith("average"):
        return _average(method, text, due, _mean(method, own, number, due))
    if text.endswith("%"):
        return _percent(method, Fraction(text.removesuffix("%")), due)
    if ":" not in text:
        return Fraction(text)
    parts = [tuple(map(Fraction, part.split(":"))) for part in text.split(",")]
    held_values = [(weight, _hypothetical_award(method, x, others, due)) for weight, x in parts]
    return (
        None
        if any(award is None for _weight, award in held_values)
        else sum(w * a for w, a in held_values if a)
    )


def _percent(method: str, percent: Fraction, due: int) -> Fraction | None:
    if method == "min_max":
        return 1 + percent / 100
    return percent / 100 * 2 * (due - 1) if due > 1 else None


def _average(method: str, text: str, due: int, mean: Fraction | None) -> Fraction | None:
    percent = {"average": 50, "average_plus": 60, "average_minus": 40}[text]
    award = _percent(method, Fraction(percent), due)
    if award is None or mean is None or text == "average":
        return award
    return max(award, mean) if text == "average_plus" else min(award, mean)


def _hypothetical_award(
    method: str, x: Fraction, others: list[Result], due: int
) -> Fraction | None:
    """Return the award of a hypothetical X, compared like a flagged result."""
    ordinary = [x for x, flagged in others if not flagged] or [x for x, _flagged in others]
    return line_awards(method, [*((x, False) for x in ordinary), (x, True)], due)[-1]


def _mean(method: str, own_awards: Any, number: int, due: int) -> Fraction | None:
    total, boards, tops = own_awards
    if not boards.get(number):
        return None
    if method == "min_max":
        return total[number] / boards[number]
    return total[number] / tops[number] * 2 * (due - 1) if tops.get(number) else None


def _sums(
    awards: Iterable[Award],
) -> tuple[dict[int, Fraction], dict[int, int], dict[int, Fraction]]:
    total, boards, tops = defaultdict(Fraction), defaultdict(int), defaultdict(Fraction)
    for number, award, top in awards:
        total[number] += award
        boards[number] += 1
        tops[number] += top or 0
    return total, boards, tops


def _with_penalties(stage: Stage, added: Any) -> Scored:
    total, boards, _tops = added
    for penalty in Penalty.objects.filter(stage=stage).select_related("contestant"):
        total[penalty.contestant.number] -= Fraction(penalty.amount_text)
    return Scored(dict(total), dict(boards))
