"""Which movement for so many contestants in so many minutes: every one that fits, the best
first."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from games.game import TEAM
from games.problems import Refused
from games.text import Words
from games.text import gettext_noop as _
from tournaments.movements.advice.candidate import Candidate
from tournaments.movements.advice.candidate_movements import candidate_movements
from tournaments.movements.advice.time_budget import (
    ROUND_CHANGE_MINUTES,
    MovementLength,
    TimeBudget,
    duration_minutes,
    lengths_by_worth,
    remake_minutes,
    time_problems,
    time_worth,
)
from tournaments.movements.base.arrow_switch import ARROW_SWITCH
from tournaments.movements.base.movement import Movement
from tournaments.movements.base.plan import Plan
from tournaments.movements.base.team_matches import TABLES_PER_MATCH
from tournaments.movements.fairness.quality import quality_factor

ROUNDS_MORE = 2
"""Rounds that a Swiss of matches needs besides those of a knock-out, to part second and third as
well."""

WHOLE = 5
"""What a movement gains where all its rounds are played: everybody has met the same people."""

TWO_WINNERS = 25
"""What a movement loses at least by ranking two halves of the room apart; below `FEW`
contestants more."""

FEW = 12
"""With fewer contestants each half of the room is too small for a ranking worth having."""

COPIES = 15
"""What it loses where each board is made up at every table. Where play mixes the cards that is so
in any case, and it is lost where it is done in the middle of the evening, for the next table."""

DRAWN = {True: 100, False: 20}
"""What it loses where each round is drawn from the results: everybody waits for the last table.
Where tables are compared it is much: the strong meet the strong, ranked by how the weak fare
against the weak."""

_NOBODY_TWICE = _(
    "Checked: nobody meets a board or an opponent twice, rests differ by one at most."
)
_TIMES = _(
    "Checked: nobody meets a board twice or an opponent more than %(times)s times, "
    "rests differ by one at most."
)
_FIRST = _("Checked: the first round; each of the others is checked when it is drawn.")


@dataclass(frozen=True)
class Proposal:
    """A movement that fits, with the figures an organiser chooses by.

    `boards` are in play in the room, `tables` in use; `sit_outs_per_round` contestants sit out each round,
    nobody more than `max_sit_outs` times; `copies` of each board are needed, 0 where every table has
    cards of its own; `minutes` is what it takes, with `remake_minutes` for every board whose cards
    play has mixed and another table has next; `winners` is the number of rankings; `quality` is Qf
    in percent, None where it is not defined; `merit` is what the order follows; `plan` is what the
    figures are of. `sit_out_note` (empty when nobody does) is marked text.
    """

    movement: str
    name: str
    options: Mapping[str, str]
    rounds: int
    boards_per_round: int
    boards: int
    tables: int
    sit_outs_per_round: int
    max_sit_outs: int
    copies: int
    minutes: int
    remake_minutes: int
    winner_count: int
    quality: Fraction | None
    merit: Fraction
    reason: Words
    sit_out_note: str
    check_summary: Words
    plan: Plan


def propose_movements(budget: TimeBudget) -> list[Proposal]:
    """Every movement that fits the evening, at its best length, best first; perhaps none.

    A movement that refuses its plan, which is checked like any other, is not proposed. Raises
    `Refused` when minutes, boards or rounds are not in their ranges, and when there is not time for
    one board.
    """
    if against := time_problems(budget):
        raise Refused(against)
    tried = (_first_plan(choice, budget) for choice in candidate_movements(budget))
    found = [proposal for proposal in tried if proposal is not None]
    return sorted(found, key=lambda proposal: proposal.merit, reverse=True)


def single_ranking_first(proposals: Iterable[Proposal]) -> list[Proposal]:
    """Those that rank everybody together before those that rank each line apart, else as they come.

    For sections that are one field: a line ranked apart in one of them is ranked apart in all.
    """
    return sorted(proposals, key=lambda proposal: proposal.winner_count > 1)


def _first_plan(choice: Candidate, budget: TimeBudget) -> Proposal | None:
    """The best length of a movement that it does not refuse."""
    movement = choice.movement(choice.options)
    if budget.contestants not in movement.sizes or _has_one_table(movement, budget):
        return None
    if ARROW_SWITCH.key in choice.options and movement.winner_count(budget.contestants) > 1:
        return None  # too few tables for any to change sides: it is the movement without the switch
    for shape in lengths_by_worth(movement, budget):
        try:
            plan = movement.plan(budget.contestants, *shape)
        except Refused:
            continue
        return _proposal(choice, movement, shape, plan, budget)
    return None


def _has_one_table(movement: Movement, budget: TimeBudget) -> bool:
    """Whether nobody else would play the same boards, so that there is nothing to compare.

    A match of teams has a second table.
    """
    if budget.players_each >= TEAM:
        return False
    contestants = sum(map(len, movement.lines.values())) // movement.players_each
    return budget.compares and budget.contestants < 2 * contestants


def _proposal(
    choice: Candidate, movement: Movement, shape: MovementLength, plan: Plan, budget: TimeBudget
) -> Proposal:
    sit_outs_per_round, minutes = len(plan.sit_outs[0]), _minutes(shape, movement, budget)
    quality = None if budget.is_match_play or not movement.is_fixed else quality_factor(plan)
    tables = TABLES_PER_MATCH if budget.compares and budget.is_match_play else 1
    return Proposal(
        movement=movement.key,
        name=movement.title,
        options=movement.options,
        rounds=shape.rounds,
        boards_per_round=shape.boards_per_round,
        boards=plan.board_count if movement.is_fixed else shape.rounds * shape.boards_per_round,
        tables=plan.table_count * tables,
        sit_outs_per_round=sit_outs_per_round,
        max_sit_outs=_most_rests(plan, shape.rounds),
        copies=plan.copies * tables if budget.compares else 0,
        minutes=minutes,
        remake_minutes=remake_minutes(movement, budget, shape),
        winner_count=movement.winner_count(budget.contestants),
        quality=quality,
        merit=_merit(choice, movement, shape, plan, quality, budget),
        reason=_why(
            choice, shape.rounds, movement.full_rounds(budget.contestants), minutes, budget.minutes
        ),
        sit_out_note=choice.sit_out_note if sit_outs_per_round else "",
        check_summary=plan_check_summary(plan, movement.is_fixed),
        plan=plan,
    )


def _minutes(shape: MovementLength, movement: Movement, budget: TimeBudget) -> int:
    """What it takes all in all, with a change of tables between halves too."""
    a_board = budget.minutes_per_board + remake_minutes(movement, budget, shape)
    return duration_minutes(*shape, a_board) + ROUND_CHANGE_MINUTES * shape.rounds * (
        budget.halves - 1
    )


def _why(choice: Candidate, rounds: int, full: int, minutes: int, time: int) -> Words:
    """The choice's reason, which speaks of the whole movement or of so many of its `full`
    rounds."""
    template = choice.reason_full if rounds == full else choice.reason_reduced
    return Words(template, {"minutes": minutes, "time": time, "rounds": rounds, "full": full})


def _most_rests(plan: Plan, rounds: int) -> int:
    """How often somebody rests in all `rounds`; those not yet drawn share the rests evenly."""
    rested = Counter(contestant for resting in plan.sit_outs for contestant in resting)
    if len(plan.rounds) == rounds:
        return max(rested.values(), default=0)
    return ceil(Fraction(rounds * len(plan.sit_outs[0]), plan.contestants))


def _merit(
    choice: Candidate,
    movement: Movement,
    shape: MovementLength,
    plan: Plan,
    quality: Fraction | None,
    budget: TimeBudget,
) -> Fraction:
    """What a proposal is worth: its shape, less what makes it unlike one simple ranking of all."""
    winner_count = movement.winner_count(budget.contestants)
    copies = _makes_up_more(movement, shape, plan, budget)
    share = _share(movement, shape, budget)
    evenness = quality if quality is not None and winner_count == 1 else share
    whole = WHOLE * (share == 100)
    apart = TWO_WINNERS * max(Fraction(1), Fraction(FEW, budget.contestants) ** 2)
    lost = (
        apart * (winner_count > 1)
        + COPIES * copies
        + DRAWN[not budget.is_match_play] * (not movement.is_fixed)
    )
    return time_worth(shape, evenness, budget) + whole - lost - choice.demerit


def _makes_up_more(
    movement: Movement, shape: MovementLength, plan: Plan, budget: TimeBudget
) -> bool:
    """Whether a board is made up more often than it must be: once each, or at every table that
    mixes it."""
    if budget.is_match_play:
        return False
    return plan.copies > 1 if budget.keeps_hands else remake_minutes(movement, budget, shape) > 0


def _share(movement: Movement, shape: MovementLength, budget: TimeBudget) -> Fraction:
    """The part of the rounds played, in percent, that would be enough: of drawn matches fewer
    are."""
    full = movement.full_rounds(budget.contestants)
    if budget.is_match_play and not movement.is_fixed:
        full = min(full, (budget.contestants - 1).bit_length() + ROUNDS_MORE)
    return min(Fraction(100), Fraction(100 * shape.rounds, full))


def plan_check_summary(plan: Plan, is_fixed: bool) -> Words:
    """What the dry run has shown: a plan with a problem has been refused before."""
    if not is_fixed:
        return Words(_FIRST)
    times = plan.meetings_allowed
    return Words(_NOBODY_TWICE) if times == 1 else Words(_TIMES, {"times": times})
