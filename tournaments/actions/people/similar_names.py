"""The people of a club by the names that are typed: found, entered, and asked about where two
look alike."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from games.game import MIN_TEAM_SIZE
from games.problems import Problem
from games.text import gettext_noop as _
from games.typed_text import comparison_key
from tournaments.actions.contestants.pasted_list import LIST_FIELD
from tournaments.models import Club, Player
from tournaments.queries.people.names import contestant_name, format_contestant, player_names

SIMILAR_NAME = "near_twin"
"""The code of the question whether a name is another spelling of one that the club knows."""

_AT_ONCE = 5_000
"""Names asked for in one query: databases take no more than so many."""

_ON_A_LINE = _(
    "Line %(line)s: the club knows %(known)s. Write the name so if %(name)s is the same person; if "
    "not, add "
    "a surname or an initial that tells the two apart."
)
_ALONE = _(
    "The club knows %(known)s. Write the name so if %(name)s is the same person; if not, add a "
    "surname or an "
    "initial that tells the two apart."
)


def get_or_create_players(club: Club, names: Collection[str]) -> Mapping[str, Player]:
    """The people of a club by their names; who was not known before is made. Of equal names the
    first."""
    known = _players_of_names(club, names)
    missing = [Player(club=club, name=name) for name in names if name not in known]
    return known | {player.name: player for player in Player.objects.bulk_create(missing)}


def similar_names(club: Club, names: Collection[str]) -> dict[str, str]:
    """Names that nobody in the club has, with a known one that has other accents, capitals or
    marks."""
    unknown = set(names) - _players_of_names(club, names).keys()
    if not unknown:
        return {}
    spelt = {comparison_key(name): name for name in club.players.values_list("name", flat=True)}
    return {name: spelt[key] for name in unknown if (key := comparison_key(name)) in spelt}


def similar_name_problems(
    club: Club, contestants: Sequence[str], players_each: int
) -> Iterator[Problem]:
    """The question about each near twin among contestants, by their places in the list."""
    players = [player_names(each, players_each) if each else [] for each in contestants]
    twins = similar_names(club, {name for names in players for name in names})
    for line, names in enumerate(players, 1):
        for name in names:
            if known := twins.get(name):
                params = {"line": line, "name": name, "known": known}
                yield Problem(SIMILAR_NAME, _ON_A_LINE, params, LIST_FIELD, line)


def similar_name_problem(club: Club, name: str, field: str) -> Iterator[Problem]:
    """The same about one person in a field."""
    for known in similar_names(club, [name]).values():
        yield Problem(SIMILAR_NAME, _ALONE, {"name": name, "known": known}, field)


def with_known_spelling(club: Club, contestants: Sequence[str], players_each: int) -> list[str]:
    """Contestants with each near twin called as the club knows them."""
    players = [player_names(each, players_each) for each in contestants]
    twins = similar_names(club, {name for names in players for name in names})
    own = [
        [contestant_name(each, players_each)] if players_each == MIN_TEAM_SIZE else []
        for each in contestants
    ]
    return [
        format_contestant([*team, *(twins.get(name, name) for name in names)], players_each)
        for team, names in zip(own, players, strict=True)
    ]


def _players_of_names(club: Club, names: Collection[str]) -> dict[str, Player]:
    asked = sorted(names)
    parts = (asked[first : first + _AT_ONCE] for first in range(0, len(asked), _AT_ONCE))
    found = (club.players.filter(name__in=part).order_by("-pk") for part in parts)
    return {player.name: player for part in found for player in part}
