"""Match: records the final points of a match of ordinary play, without duplicate deals.

Clubs hold their championships this way. A match ends at a number of points, after a number of deals
or when time is up, whichever comes first, and may be drawn. Two teams play several games at once.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cached_property

from games.deals import BoardSetup
from games.explanations.explanation import Explanation
from games.explanations.x_explanations import difference_explanation, x_explanation
from games.fields import Field, Outcome
from games.game import MIN_TEAM_SIZE, Game
from games.options import Option
from games.problems import Problem
from games.seats import PAIR_LINES, line_label
from games.text import Text, join_with_commas
from games.text import gettext_noop as _
from games.x import X

# Larger than the points of any known match; it catches typing errors.
MAX_POINTS = 999

# Explanation of the points, by the option `cap`.
_EXPLANATIONS_BY_CAP = {
    "121": _(
        "%(line)s made %(own)s points and the other side %(theirs)s, of which 121 count at most."
    ),
    "none": _("%(line)s made %(own)s points and the other side %(theirs)s."),
}

_WON_BEYOND_CAP = _(
    "%(line)s made %(own)s points and the other side %(theirs)s, of which 121 count for each. "
    "They have won, and that counts 1."
)
_LOST_BEYOND_CAP = _(
    "%(line)s made %(own)s points and the other side %(theirs)s, of which 121 count for each. "
    "They have lost, and that counts −1."
)

# Points of each line in one game.
GamePoints = dict[str, int]


class Match(Game):
    """A match of ordinary play, of one game or of several at once.

    X is the difference of the points, or of the games won if a match has several games. The points
    of each side are capped. The side with more points wins even if both reach the cap: X is then 1
    and −1. If the option `winner` is `counted_points`, such a match is drawn instead.
    """

    key = "match"
    name = _("Match: points of a whole game")
    source = (
        "rules of clubs: Torrefarrera, Lloret 2014, Vilaplana 2017 (101 points or 12 deals, no "
        "more than 121 counted), lligabotifarra 2013 (teams in six games)"
    )
    own_options = (
        Option(
            "target",
            "101",
            ("101", "51", "151", "none"),
            _("A match ends at"),
            {
                "101": _("101 points"),
                "51": _("51 points"),
                "151": _("151 points"),
                "none": _("no number"),
            },
        ),
        Option(
            "cap",
            "121",
            ("121", "none"),
            _("Most points that count"),
            {"121": _("121"), "none": _("all of them")},
        ),
        Option(
            "winner",
            "all_points",
            ("all_points", "counted_points"),
            _("The winner is decided on"),
            {"all_points": _("all points"), "counted_points": _("the points that count")},
        ),
        Option(
            "games",
            "1",
            ("1", "6"),
            _("Games at once"),
            {"1": _("one, between two pairs"), "6": _("six, between two teams")},
        ),
    )
    # Version 1 had no option `winner`: a match was drawn if both sides reached the cap.
    rules_version = 2
    default_boards_per_round = 1
    # Time for twelve deals, or for reaching 101 points.
    minutes_per_board = 45
    default_method = "wins"
    tiebreak_names = {"sum_x": _("difference in all matches"), "points": _("points or games made")}

    lines = PAIR_LINES

    @property
    def game_count(self) -> int:
        """Number of games in a match."""
        return int(self.options["games"])

    @property
    def default_method_options(self) -> dict[str, str]:
        """For teams 3 points for a won match, as in leagues; for pairs the method's own default."""
        return {} if self.game_count == 1 else {"win": "3"}

    @property
    def default_tiebreaks(self) -> tuple[str, ...]:
        """For pairs the difference, then the points; for teams the games won, then head-to-head."""
        return ("sum_x", "points") if self.game_count == 1 else ("points", "head_to_head")

    @property
    def contestant_sizes(self) -> tuple[int, ...]:
        """A pair for matches of one game, a team for several games."""
        return (2,) if self.game_count == 1 else (MIN_TEAM_SIZE,)

    @classmethod
    def upgrade_options(cls, options: Mapping[str, str], rules_version: int) -> Mapping[str, str]:
        """Add the option `winner`, which version 1 did not have, with the value of its rule."""
        return {"winner": "counted_points", **options}

    @cached_property
    def fields(self) -> tuple[Field, ...]:
        """The points of both sides in each game."""
        return tuple(
            Field(
                _field_name(game_number, line),
                "number",
                _("Points"),
                min=0,
                max=MAX_POINTS,
                required=True,
                owner=line,
                table_seats=self.seats,
                leg=game_number,
                has_plural_label=True,
            )
            for game_number in self._game_numbers
            for line in self.lines
        )

    def problems(self, outcome: Outcome, board: BoardSetup) -> list[Problem]:
        """Return a problem for each game in which both sides reach the target.

        The match ends when the first side reaches it.
        """
        if self.options["target"] == "none":
            return []
        template = _("Only one side can have %(target)s points or more: the match ends there.")
        params = {"target": self.options["target"]}
        return [
            Problem("both_reached", template, params, _field_name(game_number, "ew"))
            for game_number, points in zip(
                self._game_numbers, self._points_by_game(outcome), strict=True
            )
            if min(points.values()) >= int(self.options["target"])
        ]

    def raw_results(self, outcome: Outcome, board: BoardSetup) -> dict[str, X]:
        """Return the difference of the sides' points, or 1 and −1 if a side won beyond the cap."""
        if winner := self._winner_beyond_cap(outcome):
            return {line: 1 if line == winner else -1 for line in self.lines}
        ns, ew = self.uncompared_points(outcome, board).values()
        return {"ns": ns - ew, "ew": ew - ns}

    def explain_x(self, outcome: Outcome, board: BoardSetup) -> dict[str, Explanation]:
        """Explain X by the points or games of both sides, or by who won beyond the cap."""
        if self._winner_beyond_cap(outcome):
            (points,) = self._points_by_game(outcome)
            x = self.raw_results(outcome, board)
            return {line: self._explain_beyond_cap(line, x[line], points) for line in self.lines}
        scored_points = self.uncompared_points(outcome, board)
        return {
            "ns": difference_explanation(
                "ns", scored_points["ns"], scored_points["ew"], self._difference_template
            ),
            "ew": difference_explanation(
                "ew", scored_points["ew"], scored_points["ns"], self._difference_template
            ),
        }

    def uncompared_points(self, outcome: Outcome, board: BoardSetup) -> dict[str, X]:
        """Return the capped points of each side, or how many of several games each has won.

        A drawn game counts as one half.
        """
        points_by_game = list(self._points_by_game(outcome))
        if len(points_by_game) == 1:
            return {line: self._capped(points) for line, points in points_by_game[0].items()}
        return {
            line: sum((_share_of_game(points, line) for points in points_by_game), Fraction(0))
            for line in self.lines
        }

    def notation(self, outcome: Outcome, board: BoardSetup) -> Text:
        """Return the points of N-S and E-W as `101–87`; those of several games with commas."""
        return join_with_commas(
            Text(f"{points['ns']}–{points['ew']}") for points in self._points_by_game(outcome)
        )

    @property
    def _difference_template(self) -> str:
        if self.game_count > 1:
            return _(
                "%(line)s won %(own)s games and the other side %(theirs)s, a drawn one as half of "
                "one."
            )
        return _EXPLANATIONS_BY_CAP[self.options["cap"]]

    @property
    def _game_numbers(self) -> tuple[int | None, ...]:
        """The numbers of the games, from 1; None alone for a match of one game."""
        return (None,) if self.game_count == 1 else tuple(range(1, self.game_count + 1))

    def _points_by_game(self, outcome: Outcome) -> Iterator[GamePoints]:
        for game_number in self._game_numbers:
            yield {line: int(outcome[_field_name(game_number, line)] or 0) for line in self.lines}

    def _winner_beyond_cap(self, outcome: Outcome) -> str | None:
        """Return the line with more points in a match of one game in which both reach the cap.

        Such a match would be drawn, as the points that count are equal: therefore this line gets 1
        instead. Return None for any other match, and if only the counted points decide.
        """
        points_by_game = list(self._points_by_game(outcome))
        if len(points_by_game) > 1 or self.options["winner"] == "counted_points":
            return None
        ns, ew = points_by_game[0]["ns"], points_by_game[0]["ew"]
        if ns == ew or self._capped(ns) != self._capped(ew):
            return None
        return "ns" if ns > ew else "ew"

    def _explain_beyond_cap(self, line: str, x: X, points: GamePoints) -> Explanation:
        template = _WON_BEYOND_CAP if x > 0 else _LOST_BEYOND_CAP
        opponents_points = sum(points.values()) - points[line]
        params = {
            "line": line_label(line, self.lines),
            "own": points[line],
            "theirs": opponents_points,
        }
        return x_explanation(Text(template, params), "%(x)s", {"x": x})

    def _capped(self, points: int) -> int:
        return points if self.options["cap"] == "none" else min(points, int(self.options["cap"]))


def _field_name(game_number: int | None, line: str) -> str:
    return f"{line}_points" if game_number is None else f"leg{game_number}_{line}_points"


def _share_of_game(points: GamePoints, line: str) -> Fraction:
    """Return 1 for a game that the line has won, one half for a drawn game, 0 for a lost game."""
    highest = max(points.values())
    return Fraction(points[line] == highest, list(points.values()).count(highest))
