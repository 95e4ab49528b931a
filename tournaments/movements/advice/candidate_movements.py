"""Select the movements that may be proposed for a time budget, with their reasons."""

from collections.abc import Iterator

from games.game import MIN_TEAM_SIZE
from games.text import gettext_noop as _
from tournaments.movements.advice.candidate import (
    EQUALS_MEET,
    LEFT_OVER_SIT_OUT,
    LOWEST_SITS_OUT,
    Candidate,
)
from tournaments.movements.advice.match_candidates import match_candidates, team_candidates
from tournaments.movements.advice.pair_candidates import PAIR_CANDIDATES
from tournaments.movements.advice.time_budget import TimeBudget
from tournaments.movements.base.movement import Movement
from tournaments.movements.catalogue import movements_for_individuals
from tournaments.movements.rainbow import Rainbow
from tournaments.movements.swiss import Swiss

_NEW_OPPONENTS = _(
    "New people at the table in every round; each table needs its own copy of each board."
)


_ONE_COPY = _(
    "One copy of each board; N and S stay in one line, E and W in the other: two winners."
)

_REASONS: dict[type[Movement], str] = {Rainbow: _ONE_COPY, Swiss: EQUALS_MEET}


def candidate_movements(budget: TimeBudget) -> tuple[Candidate, ...]:
    """Return all movements that may be proposed, with their reasons."""
    if not budget.compares_tables:
        return tuple(match_candidates(budget.contestants))
    if budget.players_each >= MIN_TEAM_SIZE:
        return tuple(team_candidates(budget.contestants))
    if budget.players_each != 1:
        return PAIR_CANDIDATES
    return tuple(_individual_candidates(budget))


def _individual_candidates(budget: TimeBudget) -> Iterator[Candidate]:
    for movement in movements_for_individuals(budget.lines):
        reason = _REASONS.get(type(movement), _NEW_OPPONENTS)
        sit_out_note = LEFT_OVER_SIT_OUT if movement.is_fixed else LOWEST_SITS_OUT
        yield Candidate(type(movement), reason, reason, sit_out_note, movement.options)
