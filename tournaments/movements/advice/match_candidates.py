"""The movements that may be proposed if each meeting is a match of its own."""

from collections.abc import Iterator

from games.text import gettext_noop as _
from tournaments.movements.advice.candidate import (
    EACH_SITS_OUT_ONCE,
    EQUALS_MEET,
    LOWEST_SITS_OUT,
    Candidate,
)
from tournaments.movements.knock_out import THIRD_PLACE_OPTION, KnockOut
from tournaments.movements.league import League
from tournaments.movements.round_robin import MAX_GROUPS, RoundRobin
from tournaments.movements.swiss import Swiss

# Groups are proposed only if each has at least this many contestants, who play three matches.
MIN_GROUP_SIZE_PROPOSED = 4

_ALL_MEET = _("Everybody meets everybody.")
_IN_GROUPS = _(
    "In groups of four or five everybody meets everybody; then a knock-out of the best can follow."
)
_KNOCK_OUT = _("Losers are out: half go home after one match.")
_KNOCK_OUT_OF_TEAMS = _(
    "Losers are out: half go home after one match. A drawn match goes to the side that "
    "won more boards, then to the better seeded."
)
_SEASON = _(
    "Everybody meets everybody twice, on as many evenings as it takes: %(rounds)s rounds, one "
    "winner."
)
_SEEDS_HAVE_A_BYE = _("The best seeded have the first round free.")


def match_candidates(contestant_count: int) -> Iterator[Candidate]:
    """Yield the movements for matches; those with a large demerit are listed last."""
    yield Candidate(RoundRobin, _ALL_MEET, _ALL_MEET, EACH_SITS_OUT_ONCE)
    yield Candidate(Swiss, EQUALS_MEET, EQUALS_MEET, LOWEST_SITS_OUT)
    if 2 * MIN_GROUP_SIZE_PROPOSED <= contestant_count <= MIN_GROUP_SIZE_PROPOSED * MAX_GROUPS:
        options = {"groups": str(contestant_count // MIN_GROUP_SIZE_PROPOSED)}
        yield Candidate(RoundRobin, _IN_GROUPS, _IN_GROUPS, EACH_SITS_OUT_ONCE, options, 30)
    yield Candidate(KnockOut, _KNOCK_OUT, _KNOCK_OUT, _SEEDS_HAVE_A_BYE, demerit=60)
    yield Candidate(League, _SEASON, _SEASON, EACH_SITS_OUT_ONCE, demerit=300)


def team_candidates(contestant_count: int) -> Iterator[Candidate]:
    """Yield the movements for teams, including a knock-out with a match for third place."""
    candidates = (
        candidate
        for candidate in match_candidates(contestant_count)
        if candidate.movement.supports_teams
    )
    yield from (candidate for candidate in candidates if candidate.movement is not KnockOut)
    yield Candidate(
        KnockOut, _KNOCK_OUT_OF_TEAMS, _KNOCK_OUT_OF_TEAMS, _SEEDS_HAVE_A_BYE, demerit=60
    )
    if contestant_count >= MIN_GROUP_SIZE_PROPOSED:
        options = {THIRD_PLACE_OPTION.key: "yes"}
        yield Candidate(
            KnockOut, _KNOCK_OUT_OF_TEAMS, _KNOCK_OUT_OF_TEAMS, _SEEDS_HAVE_A_BYE, options, 61
        )
