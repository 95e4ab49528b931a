"""Proposals: all movements that fit a time budget, each at its best length, best first."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from games.game import MIN_TEAM_SIZE
from games.problems import ValidationFailed
from games.text import Text
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

# Rounds that a Swiss of matches needs besides those of a knock-out, to separate second and third.
EXTRA_SWISS_ROUNDS = 2

# Merit of playing all rounds of a movement, when everybody has met the same opponents.
FULL_MOVEMENT_MERIT = 5

# Least demerit of ranking two halves of the room separately; more below `FEW_CONTESTANTS`.
TWO_WINNERS_DEMERIT = 25

# With fewer contestants each half of the room is too small for a ranking of its own.
FEW_CONTESTANTS = 12

# Demerit of making up each board at every table. In games that mix the cards this happens anyway,
# and the demerit is for doing it during the session, for the next table.
COPIES_DEMERIT = 15

# Demerit of drawing each round from results, when everybody waits for the last table, by whether
# tables are compared. If so it is large: strong contestants meet each other, but are ranked by how
# weak ones do against weak ones.
DRAWN_DEMERIT = {True: 100, False: 20}

_CHECKED_NO_REPEATS = _(
    "Checked: nobody meets a board or an opponent twice, rests differ by one at most."
)
_CHECKED_SEVERAL_MEETINGS = _(
    "Checked: nobody meets a board twice or an opponent more than %(times)s times, "
    "rests differ by one at most."
)
_CHECKED_FIRST_ROUND = _(
    "Checked: the first round; each of the others is checked when it is drawn."
)


@dataclass(frozen=True)
class Proposal:
    """A movement that fits, with the figures by which an organiser chooses.

    `boards` and `tables` are those in use. `sit_outs_per_round` contestants sit out each round,
    none of them more than `max_sit_outs` times. `copies` of each board are needed, or 0 if every
    table has its own cards. `minutes` is the whole time, including `remake_minutes` for each board
    that is made up again for the next table. `quality` is Qf in percent, or None if it is
    undefined. Proposals are sorted by `merit`. `sit_out_note` is marked text, empty if nobody sits
    out.
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
    reason: Text
    sit_out_note: str
    check_summary: Text
    plan: Plan


def propose_movements(budget: TimeBudget) -> list[Proposal]:
    """Return every movement that fits the time budget, at its best length, best first.

    The best length is the best of those whose plan passes all checks; a movement without any is
    left out. Raises `ValidationFailed` if minutes, boards or rounds are out of range, or if there
    is no time for one board.
    """
    if problems := time_problems(budget):
        raise ValidationFailed(problems)
    best = (_best_proposal(candidate, budget) for candidate in candidate_movements(budget))
    proposals = [proposal for proposal in best if proposal is not None]
    return sorted(proposals, key=lambda proposal: proposal.merit, reverse=True)


def single_ranking_first(proposals: Iterable[Proposal]) -> list[Proposal]:
    """Move the proposals with a single ranking to the front.

    This is for sections that are ranked together: if one of them ranks its lines separately, all
    have to.
    """
    return sorted(proposals, key=lambda proposal: proposal.winner_count > 1)


def _best_proposal(candidate: Candidate, budget: TimeBudget) -> Proposal | None:
    """Return the proposal of a movement at its best length, or None."""
    movement = candidate.movement(candidate.options)
    if budget.contestants not in movement.sizes or _has_one_table(movement, budget):
        return None
    if ARROW_SWITCH.key in candidate.options and movement.winner_count(budget.contestants) > 1:
        return None  # With so few tables none is switched: the plain movement is proposed instead.
    for length in lengths_by_worth(movement, budget):
        try:
            plan = movement.plan(budget.contestants, *length)
        except ValidationFailed:
            continue
        return _proposal(candidate, movement, length, plan, budget)
    return None


def _has_one_table(movement: Movement, budget: TimeBudget) -> bool:
    """Return whether a single table plays each board, so that there is nothing to compare.

    A match of teams always has a second table.
    """
    if budget.players_each >= MIN_TEAM_SIZE:
        return False
    contestants_per_table = sum(map(len, movement.lines.values())) // movement.players_each
    return budget.compares_tables and budget.contestants < 2 * contestants_per_table


def _proposal(
    candidate: Candidate, movement: Movement, length: MovementLength, plan: Plan, budget: TimeBudget
) -> Proposal:
    sit_outs_per_round, minutes = len(plan.sit_outs[0]), _total_minutes(length, movement, budget)
    quality = None if budget.is_match_play or not movement.is_fixed else quality_factor(plan)
    tables = TABLES_PER_MATCH if budget.compares_tables and budget.is_match_play else 1
    return Proposal(
        movement=movement.key,
        name=movement.title,
        options=movement.options,
        rounds=length.rounds,
        boards_per_round=length.boards_per_round,
        boards=plan.board_count if movement.is_fixed else length.rounds * length.boards_per_round,
        tables=plan.table_count * tables,
        sit_outs_per_round=sit_outs_per_round,
        max_sit_outs=_max_sit_outs(plan, length.rounds),
        copies=plan.copies * tables if budget.compares_tables else 0,
        minutes=minutes,
        remake_minutes=remake_minutes(movement, budget, length),
        winner_count=movement.winner_count(budget.contestants),
        quality=quality,
        merit=_merit(candidate, movement, length, plan, quality, budget),
        reason=_reason(candidate, length.rounds, movement.full_round_count(budget.contestants)),
        sit_out_note=candidate.sit_out_note if sit_outs_per_round else "",
        check_summary=plan_check_summary(plan, movement.is_fixed),
        plan=plan,
    )


def _total_minutes(length: MovementLength, movement: Movement, budget: TimeBudget) -> int:
    """Return the minutes of the whole movement, including the change between halves."""
    minutes_per_board = budget.minutes_per_board + remake_minutes(movement, budget, length)
    return duration_minutes(*length, minutes_per_board) + ROUND_CHANGE_MINUTES * length.rounds * (
        budget.halves - 1
    )


def _reason(candidate: Candidate, round_count: int, full_round_count: int) -> Text:
    """Return the reason of the candidate, for all rounds or for fewer."""
    template = (
        candidate.reason_full if round_count == full_round_count else candidate.reason_reduced
    )
    return Text(template, {"rounds": round_count, "full": full_round_count})


def _max_sit_outs(plan: Plan, round_count: int) -> int:
    """Return the most sit-outs of a contestant; rounds not drawn yet are shared out evenly."""
    sit_out_counts = Counter(
        contestant for sitting_out in plan.sit_outs for contestant in sitting_out
    )
    if len(plan.rounds) == round_count:
        return max(sit_out_counts.values(), default=0)
    return ceil(Fraction(round_count * len(plan.sit_outs[0]), plan.contestants))


def _merit(
    candidate: Candidate,
    movement: Movement,
    length: MovementLength,
    plan: Plan,
    quality: Fraction | None,
    budget: TimeBudget,
) -> Fraction:
    """Return the merit: the worth of the time, evenness and length, less all demerits."""
    winner_count = movement.winner_count(budget.contestants)
    extra_copies = _needs_extra_copies(movement, length, plan, budget)
    share = _share_of_enough_rounds(movement, length, budget)
    evenness = quality if quality is not None and winner_count == 1 else share
    full_movement_merit = FULL_MOVEMENT_MERIT * (share == 100)
    two_winners_demerit = TWO_WINNERS_DEMERIT * max(
        Fraction(1), Fraction(FEW_CONTESTANTS, budget.contestants) ** 2
    )
    demerits = (
        two_winners_demerit * (winner_count > 1)
        + COPIES_DEMERIT * extra_copies
        + DRAWN_DEMERIT[not budget.is_match_play] * (not movement.is_fixed)
    )
    return time_worth(length, evenness, budget) + full_movement_merit - demerits - candidate.demerit


def _needs_extra_copies(
    movement: Movement, length: MovementLength, plan: Plan, budget: TimeBudget
) -> bool:
    """Return whether boards are made up more often than necessary.

    Necessary is once each, or at every table in games that mix the cards.
    """
    if budget.is_match_play:
        return False
    return plan.copies > 1 if budget.keeps_hands else remake_minutes(movement, budget, length) > 0


def _share_of_enough_rounds(
    movement: Movement, length: MovementLength, budget: TimeBudget
) -> Fraction:
    """Return the rounds played as a percentage of those that are enough, at most 100.

    Enough are all rounds of the movement, except for drawn matches, where fewer do.
    """
    enough_rounds = movement.full_round_count(budget.contestants)
    if budget.is_match_play and not movement.is_fixed:
        enough_rounds = min(
            enough_rounds, (budget.contestants - 1).bit_length() + EXTRA_SWISS_ROUNDS
        )
    return min(Fraction(100), Fraction(100 * length.rounds, enough_rounds))


def plan_check_summary(plan: Plan, is_fixed: bool) -> Text:
    """Return a sentence about what was checked; plans with problems are never proposed."""
    if not is_fixed:
        return Text(_CHECKED_FIRST_ROUND)
    meetings_allowed = plan.meetings_allowed
    return (
        Text(_CHECKED_NO_REPEATS)
        if meetings_allowed == 1
        else Text(_CHECKED_SEVERAL_MEETINGS, {"times": meetings_allowed})
    )
