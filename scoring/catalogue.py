"""The scoring methods and tie-breaks that events can choose from."""

from collections.abc import Iterable, Mapping

from games.game import MIN_TEAM_SIZE, Game
from games.options import UnknownName
from games.problems import Problem, ValidationFailed
from games.seats import PAIR_LINES
from games.text import gettext_noop as _
from scoring.butler import Butler
from scoring.matchpoints import Matchpoints
from scoring.method import Method
from scoring.min_max import MinMax
from scoring.placement import Placement
from scoring.teams.aggregate import Aggregate
from scoring.teams.board_a_match import BoardAMatch
from scoring.teams.team_method import TeamMethod
from scoring.teams.victory_points import DEVIATION, VictoryPoints
from scoring.tiebreaks import HEAD_TO_HEAD, OPPONENTS, POINTS, SUM_X, TOPS, TieBreak
from scoring.total import Total
from scoring.wins import Wins

# The methods for pairs and single players.
METHODS: tuple[type[Method], ...] = (MinMax, Matchpoints, Butler, Total, Wins)

# The additional methods for games without partners.
SEAT_METHODS: tuple[type[Method], ...] = (Placement,)

# The methods for teams whose matches are played at two tables.
TEAM_METHODS: tuple[type[TeamMethod], ...] = (VictoryPoints, BoardAMatch, Aggregate)

# All tie-breaks; an event lists those it uses, in the order in which they are tried.
TIEBREAKS: tuple[TieBreak, ...] = (TOPS, HEAD_TO_HEAD, SUM_X, POINTS, OPPONENTS)

# The tie-breaks for teams. `TOPS` is left out: in the history of a match each team is alone on its
# line, so every team would have the best award of its line.
TEAM_TIEBREAKS: tuple[TieBreak, ...] = (HEAD_TO_HEAD, SUM_X, POINTS, OPPONENTS)

_NOT_MEASURED = _(
    "Nobody has measured how far two teams come apart on a board of this game: say a deviation, or "
    "choose another method."
)


def get_method_class(key: str) -> type[Method]:
    """Return the class of a method by its key; raises `UnknownName`."""
    for method in (*METHODS, *SEAT_METHODS, *TEAM_METHODS):
        if method.key == key:
            return method
    known_keys = (method.key for method in (*METHODS, *SEAT_METHODS))
    raise UnknownName(f"no method {key!r} (methods: {', '.join(known_keys)})")


def methods_for(game: Game, players_per_contestant: int) -> tuple[type[Method], ...]:
    """Return the methods for a game and a number of players per contestant."""
    methods = (*METHODS, *SEAT_METHODS, *TEAM_METHODS)
    return tuple(method for method in methods if is_suitable(method, game, players_per_contestant))


def get_method(key: str, options: Mapping[str, str] | None = None) -> Method:
    """Return a method with its options; raises `UnknownName` or `InvalidOption`."""
    return get_method_class(key)(options)


def method_for_game(game: Game, key: str, options: Mapping[str, str] | None = None) -> Method:
    """Return a method with its options, completed by the deviation of the game.

    Raises `ValidationFailed` if a deviation is needed and the game has none, and `UnknownName` and
    `InvalidOption` as `get_method` does.
    """
    method, completed = get_method_class(key), dict(options or {})
    if DEVIATION in method.all_options() and not completed.get(DEVIATION.key):
        if game.team_difference_deviation is None:
            raise ValidationFailed(
                [Problem("deviation_missing", _NOT_MEASURED, field="method_options")]
            )
        completed[DEVIATION.key] = game.team_difference_deviation
    return method(completed)


def is_suitable(method: type[Method], game: Game, players_per_contestant: int) -> bool:
    """Return whether a method suits a game and a number of players per contestant.

    Matches at two tables need a method for teams, and all other events need another method. Methods
    that rank the seats of a table need a game without partners.
    """
    no_partners = all(len(seats) == 1 for seats in game.lines.values())
    return method.for_teams == is_at_two_tables(game, players_per_contestant) and (
        no_partners or not method.for_single_seats
    )


def is_at_two_tables(game: Game, players_per_contestant: int) -> bool:
    """Return whether two contestants meet at two tables with the same boards, as teams do.

    If the usual method of a game does not compare tables, each table has its own cards, and both
    teams play at one table.
    """
    may_share_boards = get_method(game.default_method, game.default_method_options).compares_tables
    return players_per_contestant >= MIN_TEAM_SIZE and may_share_boards and game.lines == PAIR_LINES


def default_method_for(game: Game, players_per_contestant: int) -> Method:
    """Return the default method of a game for a number of players per contestant.

    Teams are scored by victory points, or by board-a-match if the game has no deviation.
    """
    if not is_at_two_tables(game, players_per_contestant):
        return get_method(game.default_method, game.default_method_options)
    return method_for_game(
        game, BoardAMatch.key if game.team_difference_deviation is None else VictoryPoints.key
    )


def tiebreaks_for(method: type[Method]) -> tuple[TieBreak, ...]:
    """Return the tie-breaks that can be used with a method."""
    return TEAM_TIEBREAKS if method.for_teams else TIEBREAKS


def get_tiebreaks(keys: Iterable[str]) -> tuple[TieBreak, ...]:
    """Return the tie-breaks by their keys, in the same order; raises `UnknownName`."""
    by_key = {tiebreak.key: tiebreak for tiebreak in TIEBREAKS}
    try:
        return tuple(by_key[key] for key in keys)
    except KeyError as error:
        raise UnknownName(f"no tie-break {error} (tie-breaks: {', '.join(by_key)})") from None
