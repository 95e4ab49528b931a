"""Donguri to Yamaneko (Acorns and the Wildcat): tricks whose winner is put to the vote.

Acorns, the low cards, vote for the highest card, wildcats for the lowest. Source: the author,
Kuromiya Kimihiko, in the Trick-taking games Advent Calendar of 2017, 25 December.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from games.cards import FRENCH_RANKS, Card, Pack, suited_pack
from games.deals import BoardSetup
from games.explanations.explanation import Explanation
from games.explanations.x_explanations import x_explanation
from games.fields import Field, Outcome
from games.game import Game
from games.hands import initial_hands
from games.options import Option, players_option
from games.position import Position
from games.problems import Problem
from games.seats import line_label, line_with_value, single_seat_lines
from games.sums import FieldSum, sum_problems
from games.text import Text, join_with_commas
from games.text import gettext_noop as _
from games.trick_play import TrickPlay, cards_by_text, points_text
from games.tricks import ACE_HIGH, Strength, new_trick
from games.x import X

_FRENCH_RANKS = tuple(rank for rank in FRENCH_RANKS if rank != "2")
_NUMBERED_RANKS = tuple(map(str, range(1, 17)))

# Height of each rank, in both packs; suits do not matter.
RANK_HEIGHTS: Strength = {**{rank: int(rank) for rank in _NUMBERED_RANKS}, **ACE_HIGH}

# Cards up to the eight are acorns, which vote for the highest; the others are wildcats, for the
# lowest.
HIGHEST_ACORN = 8


@dataclass(frozen=True)
class PackSetup:
    """The pack, the points and the recommended numbers of deals for a number of players.

    `points_by_rank` has the ranks worth more than one point. `deal_counts` are the numbers of deals
    of a full game and, except for five players, of a short one.
    """

    pack: Pack
    points_by_rank: Mapping[str, int]
    deal_counts: tuple[int, ...]

    @property
    def total_points(self) -> int:
        """Points of all cards."""
        return sum(self.points_by_rank.get(card.rank, 1) for card in self.pack)


# The setup by the number of players.
SETUPS = {
    3: PackSetup(suited_pack("SHD", _FRENCH_RANKS), {"6": 3, "J": 3, "5": 2, "Q": 2}, (9, 6)),
    4: PackSetup(suited_pack("SHDC", _FRENCH_RANKS), {"5": 2, "6": 2, "J": 2, "Q": 2}, (8, 4)),
    5: PackSetup(suited_pack("ABCDE", _NUMBERED_RANKS), {"4": 2, "5": 2, "12": 2, "13": 2}, (5,)),
}


class Donguri(Game):
    """A game of single players; X of a player is their points minus the most that a player took.

    The option `x` can make X the points themselves.
    """

    key = "donguri"
    name = _("Donguri to Yamaneko")
    source = "Kuromiya Kimihiko, Trick-taking games Advent Calendar, 25 December 2017"
    direction = "clockwise"
    keeps_hands = False  # the taker has all cards of a trick in front of them, for their points
    player_counts = (3, 4, 5)
    own_options = (
        players_option("345", "4"),
        Option(
            "x",
            "cost",
            ("cost", "points"),
            _("X counts"),
            {
                "cost": _("the cost of the deal: own points less the most that anybody took"),
                "points": _("the points taken"),
            },
        ),
    )

    def __init__(self, options: Mapping[str, str] | None = None) -> None:
        """Choose the pack for the number of players."""
        super().__init__(options)
        self.setup = SETUPS[self.player_count]
        self.pack = self.setup.pack

    @property
    def recommended_board_counts(self) -> tuple[int, ...]:
        """Numbers of deals that the author recommends."""
        return self.setup.deal_counts

    @property
    def lines(self) -> Mapping[str, tuple[str, ...]]:
        """Each seat is a line."""
        return single_seat_lines(self.seats)

    @cached_property
    def fields(self) -> tuple[Field, ...]:
        """The points that each seat took."""
        return tuple(
            Field(
                f"{line}_points",
                "number",
                _("Points"),
                min=0,
                max=self.setup.total_points,
                required=True,
                owner=line,
                table_seats=self.seats,
                has_plural_label=True,
            )
            for line in self.lines
        )

    def field_sums(self, board: BoardSetup) -> tuple[FieldSum, ...]:
        """Return the sum of all points: every card is taken, which makes 54, 64 or 100 points."""
        return (
            FieldSum(
                _("The points"), tuple(field.name for field in self.fields), self.setup.total_points
            ),
        )

    def problems(self, outcome: Outcome, board: BoardSetup) -> list[Problem]:
        """Return a problem for a wrong total, and for points that no trick is worth."""
        return [
            *self._less_than_a_trick_problems(outcome),
            *sum_problems(self.field_sums(board), outcome),
        ]

    def _less_than_a_trick_problems(self, outcome: Outcome) -> Iterator[Problem]:
        """Yield a problem for each seat with points, but fewer than the cheapest trick has.

        Each card is worth at least one point, so a trick is worth at least one point per player.
        """
        template = _("%(field)s: no trick is worth %(points)s; the least is %(least)s.")
        for field in self.fields:
            points = int(outcome[field.name] or 0)
            if 0 < points < self.player_count:
                params = {"field": field.title, "points": points, "least": self.player_count}
                yield Problem("less_than_a_trick", template, params, field.name)

    def raw_results(self, outcome: Outcome, board: BoardSetup) -> dict[str, X]:
        """Return the points of each seat minus the most that any seat took, which is at most 0.

        If the option `x` is `points`, return the points themselves.
        """
        points_by_line = self._points_by_line(outcome)
        most = max(points_by_line.values()) if self.options["x"] == "cost" else 0
        return {line: points - most for line, points in points_by_line.items()}

    def explain_x(self, outcome: Outcome, board: BoardSetup) -> dict[str, Explanation]:
        """Explain X by the points and the most that any seat took."""
        if self.options["x"] == "points":
            return super().explain_x(outcome, board)
        points_by_line = self._points_by_line(outcome)
        return {line: _explain_cost(line, points_by_line) for line in points_by_line}

    def _points_by_line(self, outcome: Outcome) -> dict[str, int]:
        return {line: int(outcome[f"{line}_points"] or 0) for line in self.lines}

    def confirmation_texts(self, outcome: Outcome, board: BoardSetup) -> Mapping[str, Text]:
        """Return what the deal costs each seat in words; empty if X is not the cost."""
        if self.options["x"] != "cost":
            return {}
        x_by_line = self.raw_results(outcome, board)
        return {line: Text(_("costs %(points)s"), {"points": -x}) for line, x in x_by_line.items()}

    def notation(self, outcome: Outcome, board: BoardSetup) -> Text:
        """Write the points in order of play: `N 20, E 8, S 30, W 6`."""
        return join_with_commas(
            line_with_value(line, outcome[f"{line}_points"], self.lines) for line in self.lines
        )

    def sorted_hand(self, cards: Pack) -> Pack:
        """Sort suit by suit, from the highest card down."""
        suits = list(dict.fromkeys(card.suit for card in self.pack))
        return tuple(
            sorted(cards, key=lambda card: (suits.index(card.suit), -RANK_HEIGHTS[card.rank]))
        )

    @property
    def card_values(self) -> Mapping[Card, int]:
        """Points of each card."""
        return {card: self.setup.points_by_rank.get(card.rank, 1) for card in self.pack}

    def starting_position(self, board: BoardSetup) -> Position:
        """Return the position in which the left neighbour of the dealer leads.

        Raises ValueError if the cards are not known.
        """
        leader = new_trick(board.dealer, self.seats).seats[1]
        current_trick, hands = new_trick(leader, self.seats), initial_hands(board.known_deal.hands)
        return CardPlay(
            cards_by_text(self.pack),
            current_trick,
            hands,
            self.setup.points_by_rank,
            dict.fromkeys(self.seats, 0),
        )


def _explain_cost(line: str, points_by_line: Mapping[str, int]) -> Explanation:
    template = _("%(line)s took %(own)s points; the most that anybody took is %(most)s.")
    numbers: dict[str, X] = {"own": points_by_line[line], "most": max(points_by_line.values())}
    return x_explanation(
        Text(template, {"line": line_label(line, points_by_line), **numbers}),
        "%(own)s − %(most)s",
        numbers,
    )


_VOTES = _("acorns %(acorns)s, wildcats %(wildcats)s: %(takes)s")
_VOTES_OF_FOUR = _(
    "acorns %(acorns)s, wildcats %(wildcats)s, the second card has no vote: %(takes)s"
)
_HIGHEST_TAKES = _("the highest takes")
_LOWEST_TAKES = _("the lowest takes")


@dataclass(frozen=True)
class CardPlay(TrickPlay):
    """A position in the play of the cards; `taken` are the points of each seat so far."""

    points_by_rank: Mapping[str, int]
    points_taken: Mapping[str, int]

    @property
    def points_so_far(self) -> Mapping[str, Text]:
        """Points of each seat."""
        return {seat: points_text(points) for seat, points in self.points_taken.items()}

    @property
    def taker(self) -> str:
        """The seat with the highest or the lowest card, as the trick votes."""
        return self.current_trick.seats[taker_index(self.current_trick.cards)]

    @property
    def taker_reason(self) -> Text:
        """How many cards voted for the highest and for the lowest card, and which takes."""
        cards = self.current_trick.cards
        acorns, voting = acorn_votes(cards), len(voting_cards(cards))
        votes = {"acorns": acorns, "wildcats": voting - acorns}
        template = _VOTES if voting == len(cards) else _VOTES_OF_FOUR
        highest_takes = 2 * acorns > voting
        return Text(
            template, {**votes, "takes": Text(_HIGHEST_TAKES if highest_takes else _LOWEST_TAKES)}
        )

    def after_trick(self) -> "CardPlay":
        """Return the position after the trick, in which its taker leads."""
        cards, taker = self.current_trick.cards, self.taker
        points_taken = {
            **self.points_taken,
            taker: self.points_taken[taker]
            + sum(self.points_by_rank.get(card.rank, 1) for card in cards),
        }
        return replace(
            self,
            current_trick=new_trick(taker, self.current_trick.seats),
            points_taken=points_taken,
        )

    def outcome(self) -> Outcome | None:
        """Return the points of each seat, once every card has been played exactly once."""
        if not self.hands.is_fully_played:
            return None
        return {f"{seat.lower()}_points": points for seat, points in self.points_taken.items()}


def taker_index(cards: Pack) -> int:
    """Return the index of the card that takes a complete trick; of equal ranks the earlier.

    The highest card takes the trick if most votes are acorns, otherwise the lowest. With four
    players the second card has no vote, so that there is always a majority; that card can still
    take the trick.
    """
    extreme = max if 2 * acorn_votes(cards) > len(voting_cards(cards)) else min
    heights = [RANK_HEIGHTS[card.rank] for card in cards]
    return heights.index(extreme(heights))


def voting_cards(cards: Pack) -> Pack:
    """Return the cards of a complete trick that have a vote."""
    return cards if len(cards) % 2 else (cards[0], *cards[2:])


def acorn_votes(cards: Pack) -> int:
    """Count the acorns among the voting cards of a complete trick."""
    return sum(RANK_HEIGHTS[card.rank] <= HIGHEST_ACORN for card in voting_cards(cards))
