"""What every game answers. A game is a class; an instance of it is the game under an event's
options."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import ClassVar

from games.cards import Card, Pack
from games.deals import DealtBoard, deal_cards, shuffle_pack
from games.explanations.explanation import Explanation
from games.explanations.x_formula import recorded_x_explanation
from games.fields import Field, Outcome
from games.forecast import Forecast, Spread
from games.options import MINUTES, TITLE, Option, resolve_options
from games.position import Position
from games.problems import Problem
from games.scenario import ScenarioList, draw_scenario
from games.seats import PAIR_LINES, DealerRole, Direction, dealer_of, play_order
from games.sums import FieldSum
from games.swapped_sides import swap_sides
from games.text import Text, Verbatim
from games.x import X

MIN_TEAM_SIZE = 4
"""A contestant of so many players is a team: four or more, half of whom play at a table."""


class Game(ABC):
    """One game under its options. Subclasses say only how they differ."""

    key: ClassVar[str]
    """Permanent name, part of every deal's text."""
    name: ClassVar[str]
    known_titles: ClassVar[tuple[str, ...]] = ()
    """Games that are played with it, by the names a menu lists beside it."""
    family: ClassVar[str] = ""
    """What a menu calls the games it belongs with, marked for translation; empty for a game by
    itself."""
    rules_version: ClassVar[int] = 1
    """Grows when a rule or a default is corrected: events keep the version they began with."""
    direction: ClassVar[Direction] = "anticlockwise"
    source: ClassVar[str]
    player_counts: ClassVar[tuple[int, ...]] = (4,)
    own_options: ClassVar[tuple[Option, ...]] = ()
    # Removed; earlier files and events may name them.
    removed_options: ClassVar[frozenset[str]] = frozenset()
    default_method: ClassVar[str] = "min_max"
    """The key of the scoring method an organiser is offered first."""
    tiebreak_names: ClassVar[Mapping[str, str]] = {}
    """What players call a tie-break, by its key, where they have a word of their own."""
    default_boards_per_round: ClassVar[int] = 3
    """How many boards a table plays in a round where nobody says otherwise."""
    keeps_hands: ClassVar[bool] = True
    """Whether everybody lays his own cards before him, as in duplicate bridge, so that a board goes
    on to the next table as it was dealt. Where tricks are gathered or cards change hands it is made
    up again."""
    problems_depend_on_deal: ClassVar[bool] = False
    """Whether `problems` says more of an outcome where the deal is known."""
    pack: Pack = ()
    """The cards in canonical order; empty for a game without cards."""

    def __init__(self, options: Mapping[str, str] | None = None) -> None:
        """Raises `OptionProblem` for an option or value the game does not have."""
        self.options = resolve_options(self.own_options, options or {})

    @classmethod
    def upgrade_options(cls, options: Mapping[str, str], rules_version: int) -> Mapping[str, str]:
        """What options that were chosen under an earlier version of the rules are in today's
        words."""
        return options

    @property
    def has_play(self) -> bool:
        """Whether the game has cards, so that deals, playouts and replays exist."""
        return bool(self.pack)

    @property
    def lists(self) -> Sequence[ScenarioList]:
        """From what the scenario of a board is drawn, where a club has lists of its own."""
        return ()

    @property
    def uses_seed(self) -> bool:
        """Whether something of a board follows from a secret seed: its cards, or its scenario."""
        return bool(self.pack or self.lists)

    @property
    def dealer_role(self) -> DealerRole:
        """What the seat does that changes from board to board."""
        return "deals" if self.has_play else ""

    @property
    def players(self) -> int:
        """How many sit at a table."""
        return int(self.options.get("players", self.player_counts[0]))

    @property
    def club_title(self) -> str:
        """What a club has said that is played; empty where the game's own name says it."""
        return self.options.get(TITLE, "")

    @property
    def title(self) -> Text:
        """What is played, as pages say it."""
        return (
            Text("%(named)s", {"named": Verbatim(self.club_title)})
            if self.club_title
            else Text(self.name)
        )

    @property
    def club_minutes(self) -> Fraction | None:
        """What a club has said that a board takes; None where its evenings or the game tell."""
        return Fraction(minutes) if (minutes := self.options.get(MINUTES)) else None

    @property
    def minutes_per_board(self) -> int | Fraction:
        """Return how long a board takes: three minutes, and one for every three tricks.

        Times measured in a club's own events replace it.
        """
        return 3 + -(-max(self.hand_sizes(self.seats[0]).values()) // 3)

    @property
    def recommended_board_counts(self) -> tuple[int, ...]:
        """How many boards the rules make an event of, the recommended number first; perhaps
        none."""
        return ()

    @cached_property
    def seats(self) -> tuple[str, ...]:
        """The seats in order of play."""
        return play_order(self.players, self.direction)

    @property
    @abstractmethod
    def lines(self) -> Mapping[str, tuple[str, ...]]:
        """Each line with its seats: who is compared with the same seats at other tables."""

    @property
    def deviation(self) -> str | None:
        """Standard deviation of a board's difference between two teams, as decimal text, in X.

        Each card is then played at random among those that are legal: `benchmarks/deviations.py`
        measures it. None where nobody can: without two pairs, without cards, or under options that
        make another X.
        """
        return None

    @property
    def default_method_options(self) -> Mapping[str, str]:
        """The options of that method, where they are not its own defaults."""
        return {}

    @property
    def default_tiebreaks(self) -> tuple[str, ...]:
        """The keys of the tie-breaks he is offered first, in their order."""
        return ()

    @property
    def contestant_sizes(self) -> tuple[int, ...]:
        """How many players a contestant can be, the usual first: all of a line, one alone, or a
        team.

        Teams meet at two tables that share their boards, a pair of each at either.
        """
        line_sizes = sorted({1, *map(len, self.lines.values())}, reverse=True)
        return (*line_sizes, MIN_TEAM_SIZE) if self.lines == PAIR_LINES else tuple(line_sizes)

    @property
    def has_legs(self) -> bool:
        """Whether one board is played in several legs, each written down when it is over."""
        return any(field.leg is not None and field.leg > 1 for field in self.fields)

    @property
    @abstractmethod
    def fields(self) -> tuple[Field, ...]:
        """What a table writes down."""

    @abstractmethod
    def problems(self, outcome: Outcome, board: DealtBoard) -> list[Problem]:
        """Everything impossible about an outcome of the right shape; the empty list when it can be
        scored.

        What only the cards can tell is judged where the board has a deal.
        """

    def sums(self, board: DealtBoard) -> tuple[FieldSum, ...]:
        """What the numbers of an outcome add up to, as far as it is known of this board."""
        return ()

    @abstractmethod
    def x(self, outcome: Outcome, board: DealtBoard) -> dict[str, X]:
        """X of each line for an outcome without problems; the deal is not needed."""

    def explain_x(self, outcome: Outcome, board: DealtBoard) -> dict[str, Explanation]:
        """How X of each line came about; unless a game says more, X is what the table wrote
        down."""
        return {
            line: recorded_x_explanation(line, x, self.lines)
            for line, x in self.x(outcome, board).items()
        }

    def points(self, outcome: Outcome, board: DealtBoard) -> dict[str, X]:
        """What each line made by itself, which a tie-break may ask for: X where nothing else is
        counted."""
        return self.x(outcome, board)

    def calling_line(self, board: DealtBoard) -> str | None:
        """The line that calls on a board; None where a game has no such side, or only its
        outcome tells."""
        return None

    @abstractmethod
    def notation(self, outcome: Outcome, board: DealtBoard) -> Text:
        """The outcome on one line, as players write it."""

    def table_points(self, outcome: Outcome, board: DealtBoard) -> dict[str, X]:
        """What each line made as the table itself counts it: a number that leaves a rest, else
        X."""
        for field in self.fields:
            if field.split_total is not None and (number := outcome[field.name]) is not None:
                return dict(
                    zip(self.lines, (int(number), field.split_total - int(number)), strict=True)
                )
        return self.x(outcome, board)

    def confirmation_amounts(self, outcome: Outcome, board: DealtBoard) -> Mapping[str, Text]:
        """What the numbers of each line come to, for who confirms them; nothing where they are
        it already."""
        return {}

    def swap_sides(self, outcome: Outcome) -> Outcome | None:
        """The outcome with what two lines made exchanged; None where that cannot be said."""
        return swap_sides(self.fields, tuple(self.lines), outcome)

    def forecast(self, outcome: Outcome, board: DealtBoard) -> Forecast | None:
        """What the cards of a board, which are known, make likely; None where nobody can say."""
        return None

    @property
    def spread(self) -> Spread | None:
        """How far outcomes lie from their forecasts; None where there are none."""
        return None

    def is_flagged(self, outcome: Outcome) -> bool:
        """Whether the result is out of the ordinary and by default left out of MIN and MAX."""
        return False

    def hand_sizes(self, dealer: str) -> dict[str, int]:
        """How many cards each seat is dealt, in order of play."""
        return {seat: len(self.pack) // self.players for seat in self.seats}

    def sorted_hand(self, cards: Pack) -> Pack:
        """The cards of a hand in the order they are shown: the pack's unless the game says
        otherwise."""
        return tuple(sorted(cards, key=self.pack.index))

    @property
    def card_worth(self) -> Mapping[Card, int]:
        """What each card is worth that scores by itself; empty where none does."""
        return {}

    def board(self, number: int) -> DealtBoard:
        """Board `number` (from 1) with its dealer, its cards unknown."""
        return DealtBoard(number, dealer_of(number, self.seats))

    def deal(self, seed: str, salt: str, number: int) -> DealtBoard:
        """Board `number` with hands and scenario as they follow from `seed` (64 hex digits) and
        `salt`."""
        dealer = dealer_of(number, self.seats)
        cards = shuffle_pack(self.pack, seed, salt, self.key, number)
        deal = deal_cards(cards, self.hand_sizes(dealer)) if self.pack else None
        return DealtBoard(
            number, dealer, deal, draw_scenario(self.lists, seed, salt, self.key, number)
        )

    def start(self, board: DealtBoard) -> Position:
        """The position before the first action; raises `NotImplementedError` where the game has
        no play."""
        raise NotImplementedError(f"{self.key} has no rules of play")
