"""Proposals: all movements that fit a time budget, each at its best length, best first."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
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
    waiting_time_in_boards,
)
from tournaments.movements.base.arrow_switch import ARROW_SWITCH
from tournaments.movements.base.movement import Movement
from tournaments.movements.base.plan import Plan
from tournaments.movements.base.team_matches import TABLES_PER_MATCH
from tournaments.movements.fairness.quality import quality_factor

# A Swiss of matches needs this many rounds more than a knock-out, to separate second and third.
EXTRA_SWISS_ROUNDS = 2

# Merit of playing all rounds of a movement, so that everybody meets the same opponents.
FULL_MOVEMENT_MERIT = 5

# Demerit of ranking two halves of the room separately. It is higher below `FEW_CONTESTANTS`.
TWO_WINNERS_DEMERIT = 25

# With fewer contestants each half of the room is too small for a ranking of its own.
FEW_CONTESTANTS = 12

# Demerit of making up each board at every table. In games that mix the cards every board is made up
# at every table anyway; there it is the demerit of doing so during the session.
COPIES_DEMERIT = 15

# Demerit of drawing each round from results, so that everybody waits for the last table, by whether
# results of different tables are compared. If they are, the demerit is large: strong contestants
# meet each other, but their results are compared with those of weak against weak contestants.
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

    `boards` and `tables` are the numbers of boards and tables in use. `sit_outs_per_round`
    contestants sit out each round, none of them more than `max_sit_outs` times. `copies` is the
    number of copies needed of each board, or 0 if every table has its own cards. `minutes` is the
    whole time, including `remake_minutes` for each board that is made up again for the next table
    and `waiting_minutes`, in which tables wait for boards that they share.
    `quality` is Qf in percent, or None if it is undefined. Proposals are sorted by `merit`.
    `sit_out_note` is text marked for translation, empty if nobody sits out.
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
    waiting_minutes: int
    winner_count: int
    quality: Fraction | None
    merit: Fraction
    reason: Text
    sit_out_note: str
    check_summary: Text
    plan: Plan


def propose_movements(budget: TimeBudget) -> list[Proposal]:
    """Return every movement that fits the time budget, at its best length, best first.

    The best length is the best one whose plan passes all checks. A movement for which no plan
    passes them is left out. Raises `ValidationFailed` if minutes, boards or rounds are out of
    range, or if there is no time for one board.
    """
    if problems := time_problems(budget):
        raise ValidationFailed(problems)
    best = (_best_proposal(candidate, budget) for candidate in candidate_movements(budget))
    proposals = [proposal for proposal in best if proposal is not None]
    return _without_waiting_first(
        sorted(proposals, key=lambda proposal: proposal.merit, reverse=True)
    )


def _without_waiting_first(proposals: Sequence[Proposal]) -> list[Proposal]:
    """Move a movement before one that is as even and as long, but in which tables wait."""
    ordered = list(proposals)
    for waiting in proposals:
        if not waiting.waiting_minutes:
            continue
        for proposal in proposals[proposals.index(waiting) + 1 :]:
            as_even = (proposal.quality, proposal.rounds) == (waiting.quality, waiting.rounds)
            if as_even and not proposal.waiting_minutes:
                ordered.remove(proposal)
                ordered.insert(ordered.index(waiting), proposal)
    return ordered


def single_ranking_first(proposals: Iterable[Proposal]) -> list[Proposal]:
    """Move the proposals with a single ranking to the front.

    Sections that are ranked together need the same kind of ranking: if one section ranked its lines
    separately, all sections would have to.
    """
    return sorted(proposals, key=lambda proposal: proposal.winner_count > 1)


def _best_proposal(candidate: Candidate, budget: TimeBudget) -> Proposal | None:
    """Return the proposal of a movement at its best length, or None."""
    movement = candidate.movement(candidate.options)
    if budget.contestants not in movement.contestant_counts or _has_one_table(movement, budget):
        return None
    if ARROW_SWITCH.key in candidate.options and movement.winner_count(budget.contestants) > 1:
        return None  # with so few tables none is switched; the plain movement is proposed instead
    for length in lengths_by_worth(movement, budget):
        try:
            plan = movement.plan(budget.contestants, *length)
        except ValidationFailed:
            continue
        return _proposal(candidate, movement, length, plan, budget)
    return None


def _has_one_table(movement: Movement, budget: TimeBudget) -> bool:
    """Return whether all contestants fit at one table, so that nothing can be compared.

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
        waiting_minutes=_waiting_minutes(length, movement, budget),
        winner_count=movement.winner_count(budget.contestants),
        quality=quality,
        merit=_merit(candidate, movement, length, plan, quality, budget),
        reason=_reason(candidate, length.rounds, movement.full_round_count(budget.contestants)),
        sit_out_note=candidate.sit_out_note if sit_outs_per_round else "",
        check_summary=plan_check_summary(plan, movement.is_fixed),
        plan=plan,
    )


def _total_minutes(length: MovementLength, movement: Movement, budget: TimeBudget) -> int:
    """Return the minutes of the whole movement, including the changes between halves."""
    minutes_per_board = budget.minutes_per_board + remake_minutes(movement, budget, length)
    waiting = waiting_time_in_boards(movement, budget, length)
    changes_of_halves = length.rounds * (budget.halves - 1)
    return (
        duration_minutes(*length, minutes_per_board, waiting)
        + ROUND_CHANGE_MINUTES * changes_of_halves
    )


def _waiting_minutes(length: MovementLength, movement: Movement, budget: TimeBudget) -> int:
    """Return the minutes in which tables wait for boards that they share, rounded up."""
    minutes_per_board = budget.minutes_per_board + remake_minutes(movement, budget, length)
    return ceil(waiting_time_in_boards(movement, budget, length) * minutes_per_board)


def _reason(candidate: Candidate, round_count: int, full_round_count: int) -> Text:
    """Return the reason of the candidate, for all rounds or for fewer."""
    template = (
        candidate.reason_full if round_count == full_round_count else candidate.reason_reduced
    )
    return Text(template, {"rounds": round_count, "full": full_round_count})


def _max_sit_outs(plan: Plan, round_count: int) -> int:
    """Return the highest number of sit-outs of a contestant.

    For rounds that are not drawn yet, sit-outs are assumed to be distributed evenly.
    """
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
    """Return the merit: the worth of evenness and length, minus all demerits."""
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
    """Return whether a board is made up for several tables, or again during the session.

    In games that mix the cards a board is made up at every table in any case; for these games only
    making it up during the session counts.
    """
    if budget.is_match_play:
        return False
    return plan.copies > 1 if budget.keeps_hands else remake_minutes(movement, budget, length) > 0


def _share_of_enough_rounds(
    movement: Movement, length: MovementLength, budget: TimeBudget
) -> Fraction:
    """Return the rounds played as a percentage of the rounds needed, at most 100.

    All rounds of a movement are needed, but fewer of a Swiss of matches: as many as a knock-out has
    (how often the contestants can be halved), and `EXTRA_SWISS_ROUNDS` more.
    """
    enough_rounds = movement.full_round_count(budget.contestants)
    if budget.is_match_play and not movement.is_fixed:
        enough_rounds = min(
            enough_rounds, (budget.contestants - 1).bit_length() + EXTRA_SWISS_ROUNDS
        )
    return min(Fraction(100), Fraction(100 * length.rounds, enough_rounds))


def plan_check_summary(plan: Plan, is_fixed: bool) -> Text:
    """Return a sentence that says what was checked in the plan, which has no problems."""
    if not is_fixed:
        return Text(_CHECKED_FIRST_ROUND)
    max_meetings = plan.max_meetings
    return (
        Text(_CHECKED_NO_REPEATS)
        if max_meetings == 1
        else Text(_CHECKED_SEVERAL_MEETINGS, {"times": max_meetings})
    )
