"""What may be proposed where every table plays cards of its own, so that only who met whom
matters."""

from collections.abc import Iterator

from games.text import gettext_noop as _
from tournaments.movements.advice.candidate import DRAWN_REST, EACH_RESTS, EQUALS_MEET, Candidate
from tournaments.movements.knock_out import THIRD_PLACE_OPTION, KnockOut
from tournaments.movements.league import League
from tournaments.movements.round_robin import MAX_GROUPS, RoundRobin
from tournaments.movements.swiss import Swiss

FOUR = 4
"""Contestants of a group, at least, where several are proposed: three matches for each."""

_ALL_MEET = _("Everybody meets everybody, done in %(minutes)s of %(time)s minutes: one winner.")
_IN_GROUPS = _(
    "In groups of four or five everybody meets everybody, %(rounds)s rounds in %(minutes)s of "
    "%(time)s "
    "minutes; then a knock-out of the best can follow."
)
_ONE_IS_LEFT = _(
    "Losers are out, %(rounds)s rounds in %(minutes)s of %(time)s minutes: one winner, and "
    "half go home after one match."
)
_ONE_TEAM_IS_LEFT = _(
    "Losers are out, %(rounds)s rounds in %(minutes)s of %(time)s minutes: one winner, and "
    "half go home after one match. A drawn match goes to the side that won more boards, then "
    "to the better seeded."
)
_SEASON = _(
    "Everybody meets everybody twice, on as many evenings as it takes: %(rounds)s rounds, one "
    "winner."
)
_SEEDS_REST = _("The best seeded have the first round free.")


def match_candidates(contestants: int) -> Iterator[Candidate]:
    """The movements for so many; the last ones are for those who look for them."""
    yield Candidate(RoundRobin, _ALL_MEET, _ALL_MEET, EACH_RESTS)
    yield Candidate(Swiss, EQUALS_MEET, EQUALS_MEET, DRAWN_REST)
    if 2 * FOUR <= contestants <= FOUR * MAX_GROUPS:
        options = {"groups": str(contestants // FOUR)}
        yield Candidate(RoundRobin, _IN_GROUPS, _IN_GROUPS, EACH_RESTS, options, 30)
    yield Candidate(KnockOut, _ONE_IS_LEFT, _ONE_IS_LEFT, _SEEDS_REST, demerit=60)
    yield Candidate(League, _SEASON, _SEASON, EACH_RESTS, demerit=300)


def team_candidates(contestants: int) -> Iterator[Candidate]:
    """Those of them that seat teams at two tables; a knock-out with a match for third place too."""
    of_teams = (
        choice for choice in match_candidates(contestants) if choice.movement.supports_teams
    )
    yield from (choice for choice in of_teams if choice.movement is not KnockOut)
    yield Candidate(KnockOut, _ONE_TEAM_IS_LEFT, _ONE_TEAM_IS_LEFT, _SEEDS_REST, demerit=60)
    if contestants >= FOUR:
        third = {THIRD_PLACE_OPTION.key: "yes"}
        yield Candidate(KnockOut, _ONE_TEAM_IS_LEFT, _ONE_TEAM_IS_LEFT, _SEEDS_REST, third, 61)
