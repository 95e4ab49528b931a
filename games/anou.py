"""Anou: the pack, what a table writes down, and X.

The scoring of a wall is in anou_columns.py, the play in anou_play.py, the rules in docs/games/anou.md.
"""

from collections.abc import Mapping
from functools import cached_property

from games.anou_columns import EMPTY, PLAN, deal_points
from games.anou_play import RootStones, dealer_first, lead
from games.cards import FRENCH_52, FRENCH_SUITS, Pack
from games.deals import Board
from games.fields import Field, Outcome
from games.game import Game, Position, X
from games.options import Option
from games.problems import Problem
from games.seats import singles
from games.sums import Sum, sum_problems
from games.text import gettext_noop as _
from games.trick_play import by_text
from games.tricks import ACE_HIGH

_PACKS = {4: FRENCH_52, 3: tuple(card for card in FRENCH_52 if ACE_HIGH[card.rank] >= ACE_HIGH["6"])}
_HAND = {4: 13, 3: 10}
_ROOT_STONES = 2


class Anou(Game):
    """X of a seat is what its wall scores, 0–12."""

    key = "anou"
    name = "Anou"
    source = "Yozaemon, Trick Taking Party Game Awards 2017; rules as of 2022"
    direction = "clockwise"
    player_counts = (3, 4)
    own_options = (
        Option("players", "4", ("3", "4"), _("Players at a table"), {n: n for n in "34"}),
        Option("root_stones", "no", ("no", "yes"), _("Root stones"), {"no": _("no"), "yes": _("yes")}),
    )

    def __init__(self, options: Mapping[str, str] | None = None) -> None:
        """The pack follows from the number of players."""
        super().__init__(options)
        self.pack = _PACKS[self.players]

    @property
    def lines(self) -> Mapping[str, tuple[str, ...]]:
        """Each seat alone."""
        return singles(self.seats)

    def hand_sizes(self, dealer: str) -> dict[str, int]:
        """Thirteen each; three players have ten, and six cards are left out."""
        return dict.fromkeys(self.seats, _HAND[self.players])

    @property
    def roots(self) -> int:
        """How many root stones each lays before the first lead."""
        return _ROOT_STONES if self.options["root_stones"] == "yes" else 0

    @cached_property
    def fields(self) -> tuple[Field, ...]:
        """The heights of the four columns of everybody."""
        most = len(self.pack) // len(FRENCH_SUITS)
        return tuple(
            Field(
                f"{line}_height_{plan}",
                "number",
                _COLUMNS[plan],
                min=0,
                max=most,
                required=True,
                of=line,
            )
            for line in self.lines
            for plan in PLAN
        )

    def sums(self, board: Board) -> tuple[Sum, ...]:
        """The cards laid out: three of every trick, and the root stones."""
        tricks = _HAND[self.players] - self.roots
        total = 3 * tricks + self.players * self.roots
        return (Sum(_("The cards in the columns"), tuple(each.name for each in self.fields), total),)

    def problems(self, outcome: Outcome, board: Board) -> list[Problem]:
        """Heights that do not make the number of cards laid out."""
        return list(sum_problems(self.sums(board), outcome))

    def x(self, outcome: Outcome, board: Board) -> dict[str, X]:
        """What each wall scores."""
        return {line: deal_points(self._heights(outcome, line)) for line in self.lines}

    def notation(self, outcome: Outcome, board: Board) -> str:
        """The heights in order of play: `N 1-2-3-4, E 0-3-3-3, …`."""
        walls = {line: "-".join(map(str, self._heights(outcome, line))) for line in self.lines}
        return ", ".join(f"{line.upper()} {wall}" for line, wall in walls.items())

    def sorted_hand(self, cards: Pack) -> Pack:
        """Each suit from the ace down."""
        suits = tuple(FRENCH_SUITS)
        return tuple(sorted(cards, key=lambda card: (suits.index(card.suit), -ACE_HIGH[card.rank])))

    def start(self, board: Board) -> Position:
        """The dealer's first root stone, or his lead; raises ValueError where the cards are not known."""
        if board.deal is None:
            raise ValueError(f"board {board.number} has no cards")
        order = tuple(dealer_first(self.seats, board.dealer))
        cards, walls = by_text(self.pack), dict.fromkeys(self.seats, EMPTY)
        hands = {seat: board.deal.hands[seat] for seat in order}
        if self.roots:
            return RootStones(cards, walls, order * self.roots, hands)
        return lead(cards, walls, hands, board.dealer)

    def _heights(self, outcome: Outcome, line: str) -> list[int]:
        return [int(outcome[f"{line}_height_{plan}"] or 0) for plan in PLAN]


_COLUMNS = {1: _("Column 1"), 2: _("Column 2"), 3: _("Column 3"), 4: _("Column 4")}
"""How each column is called: its number is its planned height."""
