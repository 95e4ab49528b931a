"""The game of Botifarra: its pack, options, recorded fields, and X.

Sources of the game and both scorings: https://www.pagat.com/manille/botifarc.html, and Akagiri's
description of 4 September 2004, which is based on that page. Source of a published board:
http://butinet.org/index.php?pagina=manual_predonats. The rules are in docs/games/botifarra.md.
"""

from collections.abc import Iterator, Mapping
from functools import cached_property

from games.botifarra.calls import CallPosition, allowed_doubles
from games.botifarra.contract import DOUBLE_LABELS, TRUMP_LABELS, TRUMP_NAMES, TRUMPS
from games.botifarra.forecast import SPREAD, forecast
from games.botifarra.play import CARD_POINTS, STRENGTH
from games.botifarra.score import (
    HALF_POINTS,
    TOTAL_POINTS,
    X_MEANING,
    duplicate_multiplier,
    explain_duplicate_x,
    explain_ordinary_x,
    ordinary_multiplier,
    points_by_line,
)
from games.cards import SPANISH_48, SPANISH_SUITS, Card, Pack
from games.deals import BoardSetup
from games.explanations.explanation import Explanation
from games.fields import Field, Outcome
from games.forecast import Forecast, Spread
from games.game import Game
from games.options import Option
from games.position import Position
from games.problems import Problem
from games.seats import PAIR_LINES, line_label
from games.text import Text, join_with_commas
from games.text import gettext_noop as _
from games.tricks import new_trick
from games.x import X


class Botifarra(Game):
    """The partnership game of Catalonia, with ordinary or duplicate scoring.

    In duplicate scoring each side is doubled only by its own calls.
    """

    key = "botifarra"
    name = _("Botifarra")
    source = "https://www.pagat.com/manille/botifarc.html"
    pack = SPANISH_48
    keeps_hands = True  # as in duplicate bridge
    # Version 1 had the option carry_over, which changed no result.
    rules_version = 2
    removed_options = frozenset({"carry_over"})
    own_options = (
        Option(
            "edition",
            "eastern",
            ("eastern", "western"),
            _("Rules for following suit"),
            {"eastern": _("eastern (obligada)"), "western": _("western (lliure)")},
        ),
        Option(
            "second_player_points",
            "no",
            ("no", "yes"),
            _("The second player may play a point card of the suit led (eastern)"),
            {"no": _("no"), "yes": _("yes")},
        ),
        Option(
            "scoring",
            "duplicate",
            ("duplicate", "ordinary"),
            _("How a board scores"),
            {
                "duplicate": _("duplicate: each side is doubled by its own call only"),
                "ordinary": _("ordinary: the side over 36 scores"),
            },
        ),
        Option(
            "multipliers",
            "2-4-8",
            ("2-4-8", "2-3-5", "2-4-10"),
            _("Contro, recontro and Sant Vicenç (ordinary scoring)"),
            {
                "2-4-8": _("2, 4 and 8 times"),
                "2-3-5": _("2, 3 and 5 times"),
                "2-4-10": _("2, 4 and 10 times"),
            },
        ),
    )

    @property
    def lines(self) -> Mapping[str, tuple[str, ...]]:
        """The two partnerships."""
        return PAIR_LINES

    @cached_property
    def fields(self) -> tuple[Field, ...]:
        """Trump, delegation, last double, points of N-S, and the side that revoked.

        A revoke, in Catalan *renunci*, is a breach of the rules of play.
        """
        double_choices = ("none", *allowed_doubles(self.options))
        labels = {choice: DOUBLE_LABELS[choice] for choice in double_choices}
        return (
            Field("trump", "choice", _("Trump"), TRUMPS, TRUMP_LABELS, required=True),
            Field("delegated", "flag", _("Delegated"), default=False),
            Field("contro", "choice", _("Contro"), double_choices, labels, default="none"),
            Field(
                "ns_points",
                "number",
                _("Points of N-S"),
                min=0,
                max=TOTAL_POINTS,
                split_total=TOTAL_POINTS,
                other_part=Field(
                    "ew_points",
                    "number",
                    _("Points of E-W"),
                    min=0,
                    max=TOTAL_POINTS,
                    split_total=TOTAL_POINTS,
                ),
            ),
            Field(
                "renunci",
                "choice",
                _("Revoke by"),
                tuple(PAIR_LINES),
                {"ns": _("N-S"), "ew": _("E-W")},
                chosen_line_forfeits=True,
                hint=_(
                    "After a revoke the other side takes all 72 points: leave the points empty."
                ),
            ),
        )

    def problems(self, outcome: Outcome, board: BoardSetup) -> list[Problem]:
        """Return a problem if points are missing, or recorded although there was a revoke."""
        has_points, has_renunci = outcome["ns_points"] is not None, outcome["renunci"] is not None
        if has_points and has_renunci:
            template = _("After a revoke leave the points empty: the other side takes all 72.")
            return [Problem("points_with_renunci", template, field="ns_points")]
        if not has_points and not has_renunci:
            return [
                Problem("points_missing", _("Write the points, from 0 to 72."), field="ns_points")
            ]
        return []

    def raw_results(self, outcome: Outcome, board: BoardSetup) -> dict[str, X]:
        """Return X of each line: points above half, multiplied for the calls.

        In ordinary scoring the side below half has X = 0.
        """
        points = points_by_line(outcome)
        if self._is_duplicate:
            return {
                line: (points[line] - HALF_POINTS) * duplicate_multiplier(line, outcome, board)
                for line in PAIR_LINES
            }
        multiplier = ordinary_multiplier(outcome, self.options["multipliers"])
        return {line: max(0, points[line] - HALF_POINTS) * multiplier for line in PAIR_LINES}

    def explain_x(self, outcome: Outcome, board: BoardSetup) -> dict[str, Explanation]:
        """Explain X of each line by its points above half and the calls that double it."""
        if self._is_duplicate:
            return {line: explain_duplicate_x(line, outcome, board) for line in PAIR_LINES}
        return {
            line: explain_ordinary_x(line, outcome, self.options["multipliers"])
            for line in PAIR_LINES
        }

    @property
    def x_meaning(self) -> Text | None:
        """What X counts in duplicate scoring, and why the X of two sides need not add up to 0."""
        return X_MEANING if self._is_duplicate else None

    def table_points(self, outcome: Outcome, board: BoardSetup) -> dict[str, X]:
        """Return the points of each line, 72 together."""
        return {**points_by_line(outcome)}

    def forecast(self, outcome: Outcome, board: BoardSetup) -> Forecast:
        """Predict the points of N-S minus those of E-W, and how probable the call is."""
        return forecast(outcome, board, self.seats)

    @property
    def forecast_deviations(self) -> Spread:
        """Standard deviations of the difference of points around the forecast."""
        return SPREAD

    def is_flagged(self, outcome: Outcome) -> bool:
        """Return whether there was a revoke: then the method MIN and MAX leaves the result out."""
        return outcome["renunci"] is not None

    @property
    def team_difference_deviation(self) -> str | None:
        """See `Game.team_difference_deviation`; measured by `benchmarks/deviations.py`.

        None for ordinary scoring, for which it was not measured.
        """
        return "39" if self._is_duplicate else None

    def calling_line(self, board: BoardSetup) -> str:
        """Return the dealer's line, as the dealer or the dealer's partner calls."""
        return next(line for line, seats in PAIR_LINES.items() if board.dealer in seats)

    def notation(self, outcome: Outcome, board: BoardSetup) -> Text:
        """Return the calls and the points, such as `coins, delegated, contro: N-S 41`.

        After a revoke its side replaces the points: `cups: revoke by E-W`.
        """
        renunci, calls = outcome["renunci"], join_with_commas(_call_texts(outcome))
        if renunci is None:
            return Text(
                _("%(calls)s: N-S %(points)s"), {"calls": calls, "points": outcome["ns_points"]}
            )
        return Text(
            _("%(calls)s: revoke by %(line)s"),
            {"calls": calls, "line": line_label(str(renunci), PAIR_LINES)},
        )

    def sorted_hand(self, cards: Pack) -> Pack:
        """Sort a hand by suit, each from the manilla down to the two."""
        suits = tuple(SPANISH_SUITS)
        return tuple(sorted(cards, key=lambda card: (suits.index(card.suit), -STRENGTH[card.rank])))

    @property
    def card_values(self) -> Mapping[Card, int]:
        """The points of the five highest cards of each suit."""
        return {card: CARD_POINTS[card.rank] for card in self.pack if card.rank in CARD_POINTS}

    def starting_position(self, board: BoardSetup) -> Position:
        """Return the position before the dealer's call.

        Raise ValueError if the cards of the board are not known.
        """
        seats = new_trick(board.dealer, self.seats).seats
        return CallPosition(self.options, seats, board.known_deal.hands, speakers=seats[:1])

    @property
    def _is_duplicate(self) -> bool:
        return self.options["scoring"] == "duplicate"


def _call_texts(outcome: Outcome) -> Iterator[Text]:
    yield Text(TRUMP_NAMES[str(outcome["trump"])])
    if outcome["delegated"]:
        yield Text(_("delegated"))
    if outcome["contro"] != "none":
        yield Text(DOUBLE_LABELS[str(outcome["contro"])])
