"""Find or create a club's players by name, and ask about names that are spelt similarly."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from games.game import MIN_TEAM_SIZE
from games.problems import Problem
from games.text import gettext_noop as _
from games.typed_text import comparison_key
from tournaments.actions.contestants.pasted_list import LIST_FIELD
from tournaments.models import Club, Player
from tournaments.queries.people.names import contestant_name, format_contestant, player_names

# Code of the question whether a new name is a misspelling of a known one.
SIMILAR_NAME = "near_twin"

# Databases limit the number of parameters of one query.
_MAX_NAMES_PER_QUERY = 5_000

_SIMILAR_NAME_ON_LINE = _(
    "Line %(line)s: the club knows %(known)s. Write the name so if %(name)s is the same person; if "
    "not, add "
    "a surname or an initial that tells the two apart."
)
_SIMILAR_NAME = _(
    "The club knows %(known)s. Write the name so if %(name)s is the same person; if not, add a "
    "surname or an "
    "initial that tells the two apart."
)


def get_or_create_players(club: Club, names: Collection[str]) -> Mapping[str, Player]:
    """Return the club's players by name; create players for names that nobody has.

    If several players have a name, the oldest of them is returned.
    """
    existing_players = _players_by_name(club, names)
    missing_players = [
        Player(club=club, name=name) for name in names if name not in existing_players
    ]
    return existing_players | {
        player.name: player for player in Player.objects.bulk_create(missing_players)
    }


def similar_names(club: Club, names: Collection[str]) -> dict[str, str]:
    """Map unknown names to known ones that differ only in accents, capitals or marks.

    Names without such a known name are left out.
    """
    unknown_names = set(names) - _players_by_name(club, names).keys()
    if not unknown_names:
        return {}
    names_by_key = {
        comparison_key(name): name for name in club.players.values_list("name", flat=True)
    }
    return {
        name: names_by_key[key]
        for name in unknown_names
        if (key := comparison_key(name)) in names_by_key
    }


def similar_name_problems(
    club: Club, contestants: Sequence[str], players_each: int
) -> Iterator[Problem]:
    """Yield a question for each name similar to a known one; its `line` is the contestant's."""
    names_by_contestant = [
        player_names(contestant, players_each) if contestant else [] for contestant in contestants
    ]
    similar = similar_names(club, {name for names in names_by_contestant for name in names})
    for line, names in enumerate(names_by_contestant, 1):
        for name in names:
            if known_name := similar.get(name):
                params = {"line": line, "name": name, "known": known_name}
                yield Problem(SIMILAR_NAME, _SIMILAR_NAME_ON_LINE, params, LIST_FIELD, line)


def similar_name_problem(club: Club, name: str, field: str) -> Iterator[Problem]:
    """Yield a question if the name, entered in a form field, is similar to a known one."""
    for known_name in similar_names(club, [name]).values():
        yield Problem(SIMILAR_NAME, _SIMILAR_NAME, {"name": name, "known": known_name}, field)


def with_known_spelling(club: Club, contestants: Sequence[str], players_each: int) -> list[str]:
    """Return the contestants' names, in which known spellings have replaced similar ones."""
    names_by_contestant = [player_names(contestant, players_each) for contestant in contestants]
    similar = similar_names(club, {name for names in names_by_contestant for name in names})
    team_names = [
        [contestant_name(contestant, players_each)] if players_each == MIN_TEAM_SIZE else []
        for contestant in contestants
    ]
    return [
        format_contestant([*team, *(similar.get(name, name) for name in names)], players_each)
        for team, names in zip(team_names, names_by_contestant, strict=True)
    ]


def _players_by_name(club: Club, names: Collection[str]) -> dict[str, Player]:
    sorted_names = sorted(names)
    batches = (
        sorted_names[start : start + _MAX_NAMES_PER_QUERY]
        for start in range(0, len(sorted_names), _MAX_NAMES_PER_QUERY)
    )
    querysets = (club.players.filter(name__in=batch).order_by("-pk") for batch in batches)
    return {player.name: player for batch in querysets for player in batch}
