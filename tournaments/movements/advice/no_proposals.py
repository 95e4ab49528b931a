"""The problem that is reported if no movement can be proposed."""

from games.game import MIN_TEAM_SIZE
from games.problems import Problem
from games.text import gettext_noop as _
from tournaments.movements.advice.time_budget import TimeBudget

_DIVIDE = {
    1: _("No movement takes %(number)s players: divide them over two events, or find more."),
    2: _("No movement takes %(number)s pairs: divide them over two events, or find more."),
    MIN_TEAM_SIZE: _(
        "No movement takes %(number)s teams: divide them over two events, or find more."
    ),
}

_ONE_TABLE = {
    1: _(
        "%(number)s players do not fill two tables, and at one table nobody can be compared: "
        "enter at least %(least)s players."
    ),
    2: _(
        "%(number)s pairs do not fill two tables, and at one table nobody can be compared: "
        "enter at least %(least)s pairs."
    ),
}


def no_movement_problem(budget: TimeBudget) -> Problem:
    """Return the problem that no movement takes this number of contestants.

    If there are too few contestants to compare two tables, it says how many are needed.
    """
    params = {"number": budget.contestants}
    min_contestants = contestants_for_two_tables(budget)
    if (
        budget.players_each in _ONE_TABLE
        and budget.compares_tables
        and budget.contestants < min_contestants
    ):
        sentence = _ONE_TABLE[budget.players_each]
        return Problem("no_movement", sentence, {**params, "least": min_contestants}, "contestants")
    return Problem("no_movement", _DIVIDE[budget.players_each], params, "contestants")


def contestants_for_two_tables(budget: TimeBudget) -> int:
    """Return how many contestants fill two tables of the game."""
    return 2 * sum(map(len, budget.lines.values())) // budget.players_each
