"""Score sheet: records the final score of each seat in any other game, without cards.

It is used for "Wie verhext!" and "Broom Service", where a board is a numbered scenario.
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property

from games.deals import BoardSetup
from games.explanations.explanation import Explanation
from games.explanations.x_explanations import x_explanation
from games.fields import Field, Outcome
from games.game import Game
from games.options import MINUTES, TITLE, MinutesOption, Option, TextOption, players_option
from games.problems import Problem
from games.scenario import ScenarioList, ScenarioOption, parse_lists
from games.seats import line_label, line_with_value, single_seat_lines
from games.text import Text, join_with_commas
from games.text import gettext_noop as _
from games.x import X

# Larger than the scores of any known game; it catches typing errors.
MAX_SCORE = 1_000_000


class ScoreSheet(Game):
    """A game of which only the score of each seat is recorded.

    X is the score, or its negative if the lowest score wins.
    """

    key = "score_sheet"
    name = _("Score sheet")
    source = (
        "the rules of whatever is played; proposed for Wie verhext! (2008) and Broom Service (2015)"
    )
    family = _("Any other game, by its final scores")
    known_titles = ("Broom Service", "Wie verhext!")
    direction = "clockwise"
    player_counts = (2, 3, 4, 5, 6)
    own_options = (
        players_option("23456", "4"),
        Option(
            "wins",
            "high",
            ("high", "low"),
            _("Who wins"),
            {"high": _("the highest"), "low": _("the lowest")},
        ),
        TextOption(TITLE, label=_("What is played")),
        MinutesOption(MINUTES, label=_("Minutes a board")),
        ScenarioOption("scenario", label=_("Scenario of each board")),
    )
    dealer_role = "starts"

    @cached_property
    def scenario_lists(self) -> Sequence[ScenarioList]:
        """The club's lists of items, from which a scenario is drawn for every board."""
        return parse_lists(self.options["scenario"])

    @property
    def minutes_per_board(self) -> int | Fraction:
        """Minutes that the club entered, or else 30: a board is a whole game."""
        return self.club_minutes or 30

    @property
    def lines(self) -> Mapping[str, tuple[str, ...]]:
        """Each seat is a line."""
        return single_seat_lines(self.seats)

    @cached_property
    def fields(self) -> tuple[Field, ...]:
        """The final score of each seat."""
        return tuple(
            Field(
                f"{line}_score",
                "number",
                _("Score"),
                min=-MAX_SCORE,
                max=MAX_SCORE,
                required=True,
                owner=line,
                table_seats=self.seats,
            )
            for line in self.lines
        )

    def problems(self, outcome: Outcome, board: BoardSetup) -> list[Problem]:
        """Return no problems, because any scores are possible."""
        return []

    def raw_results(self, outcome: Outcome, board: BoardSetup) -> dict[str, X]:
        """Return the scores, negated if the lowest wins."""
        sign = 1 if self.options["wins"] == "high" else -1
        return {line: sign * int(outcome[f"{line}_score"] or 0) for line in self.lines}

    def explain_x(self, outcome: Outcome, board: BoardSetup) -> dict[str, Explanation]:
        """Explain X as the score, or as its negative if the lowest wins."""
        if self.options["wins"] == "high":
            return super().explain_x(outcome, board)
        return {
            line: _lowest_wins_explanation(line, -x, self.lines)
            for line, x in self.raw_results(outcome, board).items()
        }

    def notation(self, outcome: Outcome, board: BoardSetup) -> Text:
        """Write the scores in order of play: `N 41, E 37, S 52, W 40`."""
        return join_with_commas(
            line_with_value(line, outcome[f"{line}_score"], self.lines) for line in self.lines
        )


def _lowest_wins_explanation(line: str, score: X, lines: Iterable[str]) -> Explanation:
    template = _("%(line)s made %(score)s; the lowest wins, so X is the negative of the score.")
    sentence = Text(template, {"line": line_label(line, lines), "score": score})
    return x_explanation(sentence, "−%(score)s", {"score": score})
