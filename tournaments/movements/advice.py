"""Which movement for so many contestants in so many minutes: every one that fits, the best first."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil
from typing import NamedTuple

from games.problems import Problem, Refused
from games.seats import PAIRS
from games.text import Words
from games.text import gettext_noop as _
from tournaments.movements.choices import Choice, choices_for
from tournaments.movements.movement import BOARDS_PER_ROUND, Movement, board_problems, round_problems
from tournaments.movements.plan import Plan
from tournaments.movements.quality import qf

CHANGE_OVER = 3
"""Minutes each round takes besides its boards: results are checked, boards and people move, latecomers
finish. Bridge clubs, who have timed it for a century, allow two or three."""

MINUTES = range(5, 1441)
"""How long an evening may be: from one board to a whole day."""

PACES = range(1, 181)
"""Minutes a board may take."""

TWO_WINNERS = 25
"""What a movement loses at least by ranking two halves of the room apart; below `FEW` contestants more."""

FEW = 12
"""With fewer contestants each half of the room is too small for a ranking worth having."""

COPIES = 15
"""What it loses where each board is to be made up at every table."""

NOT_FIXED = 40
"""What it loses where each round is drawn from the results: it must be drawn, and is not known before."""

_SHORT = _("Say how many minutes you have, from %(least)s to %(most)s.")
_PACE = _("Say how many minutes a board takes, from %(least)s to %(most)s.")
_NOBODY_TWICE = _("Checked: nobody meets a board or an opponent twice, rests differ by one at most.")
_TIMES = _(
    "Checked: nobody meets a board twice or an opponent more than %(times)s times, "
    "rests differ by one at most."
)
_FIRST = _("Checked: the first round; each of the others is checked when it is drawn.")


@dataclass(frozen=True)
class Evening:
    """What an organiser knows beforehand; what he leaves open is proposed.

    `minutes` is all the time there is, `minutes_per_board` what one board takes without the change of tables.
    A contestant is a pair, or with `players_each` 1 a single player; `lines` are the game's. Rounds and
    boards a round that were said are kept, also where they take longer than there is time.
    """

    contestants: int
    minutes: int = 150
    minutes_per_board: Fraction = Fraction(7)
    boards_per_round: int | None = None
    rounds: int | None = None
    lines: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: PAIRS)
    players_each: int = 2


class Shape(NamedTuple):
    """How a movement is played."""

    rounds: int
    boards_per_round: int


@dataclass(frozen=True)
class Proposal:
    """A movement that fits, with the figures an organiser chooses by.

    `boards` are in play in the room, `tables` in use; `rests` contestants sit out each round, nobody more
    than `most_rests` times; `copies` of each board are needed; `minutes` is what it takes; `winners` is the
    number of rankings; `quality` is Qf in percent, None where it is not defined; `merit` is what the order
    follows; `plan` is what the figures are of. `who_rests` (empty when nobody does) is marked text.
    """

    movement: str
    name: str
    options: Mapping[str, str]
    rounds: int
    boards_per_round: int
    boards: int
    tables: int
    rests: int
    most_rests: int
    copies: int
    minutes: int
    winners: int
    quality: Fraction | None
    merit: Fraction
    why: Words
    who_rests: str
    checked: Words
    plan: Plan


def duration(rounds: int, boards_per_round: int, minutes_per_board: Fraction) -> int:
    """The minutes so many rounds take, each with its change of tables, rounded up."""
    return ceil(rounds * (boards_per_round * minutes_per_board + CHANGE_OVER))


def advise(evening: Evening) -> list[Proposal]:
    """Every movement that fits the evening, at its best length, best first; perhaps none.

    A movement that refuses its plan, which is checked like any other, is not proposed. Raises `Refused` when
    minutes, boards or rounds are not in their ranges, and when there is not time for one board.
    """
    _refuse_impossible(evening)
    found = [
        proposal
        for choice in choices_for(evening.lines, evening.players_each)
        for proposal in _tried(choice, evening)
    ]
    return sorted(found, key=lambda proposal: -proposal.merit)


def _refuse_impossible(evening: Evening) -> None:
    problems = [
        *_outside(evening.minutes, MINUTES, _SHORT, "minutes"),
        *_outside(evening.minutes_per_board, PACES, _PACE, "minutes_per_board"),
        *round_problems(evening.rounds),
        *(() if evening.boards_per_round is None else board_problems(evening.boards_per_round)),
    ]
    if problems or (problems := list(_no_time(evening))):
        raise Refused(problems)


def _outside(number: int | Fraction, allowed: range, sentence: str, field: str) -> Iterator[Problem]:
    if not allowed[0] <= number <= allowed[-1]:
        yield Problem("out_of_range", sentence, {"least": allowed[0], "most": allowed[-1]}, field)


def _no_time(evening: Evening) -> Iterator[Problem]:
    least = duration(1, evening.boards_per_round or 1, evening.minutes_per_board)
    if evening.rounds is None and least > evening.minutes:
        sentence = _("One round takes %(least)s minutes: take more time than %(minutes)s, or fewer boards.")
        yield Problem("no_time", sentence, {"least": least, "minutes": evening.minutes}, "minutes")


def _tried(choice: Choice, evening: Evening) -> Iterator[Proposal]:
    movement = choice.movement(choice.options)
    if evening.contestants not in movement.sizes:
        return
    shape = _best_shape(movement, evening)
    try:
        plan = movement.plan(evening.contestants, *shape)
    except Refused:
        return
    yield _proposal(choice, movement, shape, plan, evening)


def _best_shape(movement: Movement, evening: Evening) -> Shape:
    full = movement.full_rounds(evening.contestants)
    shapes = list(_shapes(evening, full))
    return max(
        shapes, key=lambda shape: (_worth(shape, Fraction(100 * shape.rounds, full), evening), -shape.rounds)
    )


def _shapes(evening: Evening, full: int) -> Iterator[Shape]:
    """Every number of boards a round with the most rounds there is time for; what was said stays as it is."""
    said = evening.boards_per_round
    for boards in BOARDS_PER_ROUND if said is None else (said,):
        each = boards * evening.minutes_per_board + CHANGE_OVER
        rounds = min(full, evening.rounds or int(evening.minutes // each))
        fits = 0 < rounds * each <= evening.minutes
        if fits or (evening.rounds and boards == (said or 1)):
            yield Shape(rounds, boards)


def _worth(shape: Shape, evenness: Fraction, evening: Evening) -> Fraction:
    """Evenness and half the share of the time that is played, in percent, less what the moves cost."""
    rounds, boards = shape
    played = 100 * rounds * boards * evening.minutes_per_board / evening.minutes
    return evenness + min(played, Fraction(100)) / 2 - _strain(boards)


def _strain(boards_per_round: int) -> int:
    """What a round of so many boards costs: nothing from two to four, much where people only move."""
    return 40 if boards_per_round == 1 else 5 * max(0, boards_per_round - 4)


def _proposal(choice: Choice, movement: Movement, shape: Shape, plan: Plan, evening: Evening) -> Proposal:
    contestants, rests = evening.contestants, len(plan.sit_outs[0])
    quality = qf(plan) if movement.fixed else None
    minutes = duration(*shape, evening.minutes_per_board)
    full = movement.full_rounds(contestants)
    return Proposal(
        movement=movement.key,
        name=movement.name,
        options=movement.options,
        rounds=shape.rounds,
        boards_per_round=shape.boards_per_round,
        boards=plan.boards if movement.fixed else shape.rounds * shape.boards_per_round,
        tables=plan.tables,
        rests=rests,
        most_rests=_most_rests(plan, shape.rounds),
        copies=movement.copies(contestants),
        minutes=minutes,
        winners=movement.winners(contestants),
        quality=quality,
        merit=_merit(choice, movement, shape, quality, evening),
        why=Words(
            choice.whole if shape.rounds == full else choice.part,
            {"minutes": minutes, "time": evening.minutes, "rounds": shape.rounds, "full": full},
        ),
        who_rests=choice.who_rests if rests else "",
        checked=_checked(plan, movement.fixed),
        plan=plan,
    )


def _most_rests(plan: Plan, rounds: int) -> int:
    """How often somebody rests in all `rounds`; those not yet drawn share the rests evenly."""
    rested = Counter(contestant for resting in plan.sit_outs for contestant in resting)
    if len(plan.rounds) == rounds:
        return max(rested.values(), default=0)
    return ceil(Fraction(rounds * len(plan.sit_outs[0]), plan.contestants))


def _merit(
    choice: Choice, movement: Movement, shape: Shape, quality: Fraction | None, evening: Evening
) -> Fraction:
    """What a proposal is worth: its shape, less what makes it unlike one simple ranking of all."""
    winners, copies = movement.winners(evening.contestants), movement.copies(evening.contestants)
    share = Fraction(100 * shape.rounds, movement.full_rounds(evening.contestants))
    evenness = share if quality is None or winners > 1 else quality
    apart = TWO_WINNERS * max(Fraction(1), Fraction(FEW, evening.contestants))
    lost = apart * (winners > 1) + COPIES * (copies > 1) + NOT_FIXED * (not movement.fixed)
    return _worth(shape, evenness, evening) - lost - choice.trouble


def _checked(plan: Plan, fixed: bool) -> Words:
    """What the dry run has shown: a plan with a problem has been refused before."""
    if not fixed:
        return Words(_FIRST)
    times = plan.meetings_allowed
    return Words(_NOBODY_TWICE) if times == 1 else Words(_TIMES, {"times": times})
