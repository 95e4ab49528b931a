"""The game of Anou: its packs, options, recorded fields, and X, the raw result of a seat.

Source: https://sites.google.com/site/tambourinedc/cards/anou (in Japanese), after the rules of the
inventor, Yozaemon, as of 2022. The rules are in docs/games/anou.md.
"""

from collections.abc import Iterator, Mapping
from functools import cached_property

from games.anou.columns import EMPTY_WALL, PLANNED_HEIGHTS, explain_wall, wall_points
from games.anou.play import RootStonePosition, first_lead
from games.cards import FRENCH_52, FRENCH_SUITS, Pack
from games.deals import BoardSetup
from games.explanations.explanation import Explanation
from games.fields import Field, Outcome
from games.game import Game
from games.options import Option, players_option
from games.position import Position
from games.problems import Problem
from games.seats import line_with_value, single_seat_lines
from games.single_player_x import (
    OWN_POINTS,
    explain_x_of_single_players,
    x_of_single_players,
    x_option,
)
from games.sums import FieldSum, sum_problems
from games.text import Text, join_with_commas
from games.text import gettext_noop as _
from games.trick_play import cards_by_text
from games.tricks import ACE_HIGH, new_trick
from games.x import X

_PACKS = {
    4: FRENCH_52,
    3: tuple(card for card in FRENCH_52 if ACE_HIGH[card.rank] >= ACE_HIGH["6"]),
}
_HAND_SIZES = {4: 13, 3: 10}
_ROOT_STONE_COUNTS = {"no": 0, "yes": 2}
# The label of each column by its number, which is also its planned height.
_COLUMN_LABELS = {1: _("Planned 1"), 2: _("Planned 2"), 3: _("Planned 3"), 4: _("Planned 4")}


class Anou(Game):
    """A game of single players, who build walls of four columns from the cards they take.

    A column that is higher than planned costs points.
    """

    key = "anou"
    name = _("Anou")
    source = "https://sites.google.com/site/tambourinedc/cards/anou (in Japanese)"
    direction = "clockwise"
    keeps_hands = False  # cards that are taken are laid in the taker's columns
    player_counts = (3, 4)
    own_options = (
        players_option("34", "4"),
        Option(
            "root_stones", "no", ("no", "yes"), _("Root stones"), {"no": _("no"), "yes": _("yes")}
        ),
        x_option(OWN_POINTS),
    )

    def __init__(self, options: Mapping[str, str] | None = None) -> None:
        """Choose the pack for the number of players."""
        super().__init__(options)
        self.pack = _PACKS[self.player_count]

    @property
    def lines(self) -> Mapping[str, tuple[str, ...]]:
        """The seats by line: every seat is a line by itself."""
        return single_seat_lines(self.seats)

    @property
    def root_stone_count(self) -> int:
        """How many cards each player places before the first lead, 0 or 2."""
        return _ROOT_STONE_COUNTS[self.options["root_stones"]]

    @property
    def trick_count(self) -> int:
        """The number of tricks, 8–13."""
        return _HAND_SIZES[self.player_count] - self.root_stone_count

    def hand_sizes(self, dealer: str) -> dict[str, int]:
        """Return how many cards each seat is dealt: 13 with four players, 10 with three.

        With three players the six cards that remain of the 36 are the talon.
        """
        return dict.fromkeys(self.seats, _HAND_SIZES[self.player_count])

    @cached_property
    def fields(self) -> tuple[Field, ...]:
        """The number of cards in each column of each seat; an empty field is an empty column."""
        max_height = len(self.pack) // len(FRENCH_SUITS)
        return tuple(
            Field(
                name,
                "number",
                _COLUMN_LABELS[planned_height],
                min=0,
                max=max_height,
                default=0,
                owner=line,
                table_seats=self.seats,
            )
            for line in self.lines
            for planned_height, name in zip(PLANNED_HEIGHTS, _height_field_names(line), strict=True)
        )

    def field_sums(self, board: BoardSetup) -> tuple[FieldSum, ...]:
        """Return the number of cards placed: three of each trick, and the root stones.

        Three cards of a trick are placed whether three or four players play.
        """
        placed_card_count = 3 * self.trick_count + self.player_count * self.root_stone_count
        return (
            FieldSum(
                _("The cards in the columns"),
                tuple(field.name for field in self.fields),
                placed_card_count,
            ),
        )

    def problems(self, outcome: Outcome, board: BoardSetup) -> list[Problem]:
        """Return a problem for each impossible wall, and for a wrong number of cards in all."""
        return [
            *self._impossible_wall_problems(outcome),
            *sum_problems(self.field_sums(board), outcome),
        ]

    def raw_results(self, outcome: Outcome, board: BoardSetup) -> dict[str, X]:
        """Return the score of each wall, 0–12.

        If the option `x` is `over_all`, return for each wall how far its score is above each other
        score, added up.
        """
        return x_of_single_players(self.options["x"], self.uncompared_points(outcome, board))

    def uncompared_points(self, outcome: Outcome, board: BoardSetup) -> dict[str, X]:
        """Return the score of each wall, 0–12."""
        return {line: wall_points(_heights(outcome, line)) for line in self.lines}

    def explain_x(self, outcome: Outcome, board: BoardSetup) -> dict[str, Explanation]:
        """Explain X by the columns of each wall."""
        explanations = {
            line: explain_wall(line, _heights(outcome, line), self.lines) for line in self.lines
        }
        return explain_x_of_single_players(self.options["x"], explanations)

    def confirmation_texts(self, outcome: Outcome, board: BoardSetup) -> Mapping[str, Text]:
        """Return the score of each wall in words."""
        points_by_line = self.uncompared_points(outcome, board)
        return {
            line: Text(_("scores %(points)s"), {"points": points})
            for line, points in points_by_line.items()
        }

    def notation(self, outcome: Outcome, board: BoardSetup) -> Text:
        """Return the heights in order of play: `N 1-2-3-4, E 0-3-3-3, …`."""
        walls = {line: "-".join(map(str, _heights(outcome, line))) for line in self.lines}
        return join_with_commas(line_with_value(line, wall, walls) for line, wall in walls.items())

    def sorted_hand(self, cards: Pack) -> Pack:
        """Sort a hand by suit, each from the ace down."""
        suits = tuple(FRENCH_SUITS)
        return tuple(sorted(cards, key=lambda card: (suits.index(card.suit), -ACE_HIGH[card.rank])))

    def starting_position(self, board: BoardSetup) -> Position:
        """Return the position before the dealer's first root stone, or before the dealer's lead.

        Raise ValueError if the cards of the board are not known.
        """
        seats = new_trick(board.dealer, self.seats).seats
        cards, walls = cards_by_text(self.pack), dict.fromkeys(self.seats, EMPTY_WALL)
        hands = {seat: board.known_deal.hands[seat] for seat in seats}
        if self.root_stone_count:
            return RootStonePosition(cards, walls, seats * self.root_stone_count, hands)
        return first_lead(cards, walls, hands)

    def _impossible_wall_problems(self, outcome: Outcome) -> Iterator[Problem]:
        """Yield a problem for each wall with too few or too many cards.

        A player takes at most two cards of a trick, and places all root stones.
        """
        least, most = self.root_stone_count, 2 * self.trick_count + self.root_stone_count
        for line in self.lines:
            cards_laid = sum(_heights(outcome, line))
            if not least <= cards_laid <= most:
                template = _(
                    "The columns of %(line)s hold %(laid)s cards; from %(least)s to %(most)s are "
                    "possible."
                )
                params = {"line": line.upper(), "laid": cards_laid, "least": least, "most": most}
                yield Problem("impossible_wall", template, params, _height_field_names(line)[-1])


def _height_field_names(line: str) -> list[str]:
    """Return the names of the fields of a seat's four columns."""
    return [f"{line}_height_{planned_height}" for planned_height in PLANNED_HEIGHTS]


def _heights(outcome: Outcome, line: str) -> list[int]:
    return [int(outcome[name] or 0) for name in _height_field_names(line)]
