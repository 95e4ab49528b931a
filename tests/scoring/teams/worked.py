"""The worked match of the documentation: eight boards of Botifarra at two tables."""

from games.catalogue import get_game
from scoring.teams.matches import MatchBoard, TeamMatch

# Trump, contro and the points of N-S at the first and at the second table, by board.
TABLES = (
    (("oros", "none", 46), ("botifarra", "none", 44)),
    (("copes", "none", 30), ("copes", "none", 24)),
    (("espases", "contro", 50), ("espases", "none", 50)),
    (("bastos", "none", 36), ("oros", "none", 36)),
    (("botifarra", "none", 60), ("oros", "none", 52)),
    (("copes", "none", 41), ("espases", "none", 33)),
    (("oros", "none", 40), ("oros", "none", 49)),
    (("botifarra", "none", 20), ("bastos", "none", 28)),
)


def table_x(number, trump, contro, points):
    """Return X of N-S and of E-W."""
    game = get_game("botifarra")
    outcome = {
        "trump": trump,
        "delegated": False,
        "contro": contro,
        "ns_points": points,
        "renunci": None,
    }
    assert game.problems(outcome, game.board(number)) == []
    return tuple(game.raw_results(outcome, game.board(number))[line] for line in ("ns", "ew"))


WORKED = TeamMatch(
    ("Alella", "Breda"),
    [
        MatchBoard(table_x(number, *first), table_x(number, *second))
        for number, (first, second) in enumerate(TABLES, 1)
    ],
)
