"""Base class of all games: their options, fields, checks, raw results and play."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import ClassVar

from games.cards import Card, Pack
from games.deals import BoardSetup, deal_cards, shuffle_pack
from games.explanations.explanation import Explanation
from games.explanations.x_explanations import recorded_x_explanation
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

# A contestant of this many players is a team, with a pair at each of two tables.
MIN_TEAM_SIZE = 4


class Game(ABC):
    """A game with the options of an event; each game is a subclass.

    Only what differs from the defaults needs to be overridden. Methods take outcomes whose shape
    `parse_outcome` has checked. X is the raw result of a line at a table, from which methods of
    scoring compute awards; see games/x.py.
    """

    # Permanent name, which can never change because deals are derived from a text that contains it.
    key: ClassVar[str]
    # Marked for translation.
    name: ClassVar[str]
    # Titles of other games with the same rules; the menu of games lists them as well.
    known_titles: ClassVar[tuple[str, ...]] = ()
    # Heading of the menu under which the game is listed, marked for translation; empty for a game
    # without one.
    family: ClassVar[str] = ""
    # Incremented when a rule or a default is corrected: events keep the version they were created
    # with.
    rules_version: ClassVar[int] = 1
    direction: ClassVar[Direction] = "anticlockwise"
    # Where the rules are from.
    source: ClassVar[str]
    # Numbers of players at a table. The first is the default, unless there is an option `players`.
    player_counts: ClassVar[tuple[int, ...]] = (4,)
    own_options: ClassVar[tuple[Option, ...]] = ()
    # Keys of options that no longer exist, but may be named in older events and files.
    removed_options: ClassVar[frozenset[str]] = frozenset()
    # Key of the scoring method that the form of a new event proposes.
    default_method: ClassVar[str] = "min_max"
    # Name of a tie-break by its key, where players of this game have another word for it.
    tiebreak_names: ClassVar[Mapping[str, str]] = {}
    # How many boards a table plays in a round by default.
    default_boards_per_round: ClassVar[int] = 3
    # Whether players keep their own cards in front of them, as in duplicate bridge, so that a board
    # moves to the next table as dealt. If tricks are gathered or cards change hands, the board has
    # to be prepared again.
    keeps_hands: ClassVar[bool] = True
    # Whether `problems` can find more problems if the deal of the board is known.
    problems_depend_on_deal: ClassVar[bool] = False
    # Cards in canonical order; empty for a game without cards.
    pack: Pack = ()

    def __init__(self, options: Mapping[str, str] | None = None) -> None:
        """Resolve the options; raise `InvalidOption` for an unknown option or value."""
        self.options = resolve_options(self.own_options, options or {})

    @classmethod
    def upgrade_options(cls, options: Mapping[str, str], rules_version: int) -> Mapping[str, str]:
        """Translate options chosen under an earlier `rules_version` into current ones."""
        return options

    @property
    def has_play(self) -> bool:
        """Whether the game has cards, and therefore deals, playouts and replays."""
        return bool(self.pack)

    @property
    def scenario_lists(self) -> Sequence[ScenarioList]:
        """Lists from which the scenario of each board is drawn, if a club has entered any."""
        return ()

    @property
    def uses_seed(self) -> bool:
        """Whether boards depend on a secret seed: by their cards or by their scenario."""
        return bool(self.pack or self.scenario_lists)

    @property
    def dealer_role(self) -> DealerRole:
        """What the dealer does: deal, start, or nothing; the dealer changes from board to board."""
        return "deals" if self.has_play else ""

    @property
    def player_count(self) -> int:
        """Number of players at a table."""
        return int(self.options.get("players", self.player_counts[0]))

    @property
    def club_title(self) -> str:
        """Title of the game as the club entered it; empty if the game's own name is used."""
        return self.options.get(TITLE, "")

    @property
    def title(self) -> Text:
        """Name of the game for pages: the club's title, or else the translated name."""
        return (
            Text("%(named)s", {"named": Verbatim(self.club_title)})
            if self.club_title
            else Text(self.name)
        )

    @property
    def club_minutes(self) -> Fraction | None:
        """Minutes per board as the club entered them; None if the club entered none."""
        return Fraction(minutes) if (minutes := self.options.get(MINUTES)) else None

    @property
    def minutes_per_board(self) -> int | Fraction:
        """The assumed minutes per board: three, plus one for every three tricks, rounded up.

        They are used until times measured in the club's own events are available.
        """
        # Negating before and after the division by 3 rounds up.
        return 3 + -(-max(self.hand_sizes(self.seats[0]).values()) // 3)

    @property
    def recommended_board_counts(self) -> tuple[int, ...]:
        """Numbers of boards that the rules recommend for an event, the preferred one first."""
        return ()

    @cached_property
    def seats(self) -> tuple[str, ...]:
        """Seats in order of play."""
        return play_order(self.player_count, self.direction)

    @property
    @abstractmethod
    def lines(self) -> Mapping[str, tuple[str, ...]]:
        """Seats of each line; a line is compared with the same line at the other tables."""

    @property
    def x_meaning(self) -> Text | None:
        """What X counts, in a sentence for readers; None where it is the points won or lost."""
        return None

    @property
    def team_difference_deviation(self) -> str | None:
        """How much the difference in X between two teams varies on a board, as decimal text.

        This is a standard deviation, measured by `benchmarks/deviations.py` with random legal play.
        It is None for a game without cards or without two pairs, and for options with which it was
        not measured.
        """
        return None

    @property
    def default_method_options(self) -> Mapping[str, str]:
        """Options of the default method that differ from the method's own defaults."""
        return {}

    @property
    def default_tiebreaks(self) -> tuple[str, ...]:
        """Keys of the tie-breaks that the form of a new event proposes, in their order."""
        return ()

    @property
    def contestant_sizes(self) -> tuple[int, ...]:
        """Possible sizes of a contestant: all players of a line, one player, or a team.

        The usual size comes first. A team plays the same boards at two tables, with one pair at
        each.
        """
        line_sizes = sorted({1, *map(len, self.lines.values())}, reverse=True)
        return (*line_sizes, MIN_TEAM_SIZE) if self.lines == PAIR_LINES else tuple(line_sizes)

    @property
    def has_legs(self) -> bool:
        """Whether a board is played in several legs, each recorded when it is over."""
        return any(field.leg is not None and field.leg > 1 for field in self.fields)

    @property
    @abstractmethod
    def fields(self) -> tuple[Field, ...]:
        """The fields that a table fills in to record the outcome of a board."""

    @abstractmethod
    def problems(self, outcome: Outcome, board: BoardSetup) -> list[Problem]:
        """Return everything impossible about an outcome; an empty list means it can be scored.

        If the deal of the board is known, the outcome is checked against the cards as well.
        """

    def field_sums(self, board: BoardSetup) -> tuple[FieldSum, ...]:
        """Return the groups of number fields that must add up to a total; forms show their sums."""
        return ()

    @abstractmethod
    def raw_results(self, outcome: Outcome, board: BoardSetup) -> dict[str, X]:
        """Return X of each line for an outcome without problems; the deal is not needed."""

    def explain_x(self, outcome: Outcome, board: BoardSetup) -> dict[str, Explanation]:
        """Explain X of each line; by default X is the number that the table recorded."""
        return {
            line: recorded_x_explanation(line, x, self.lines)
            for line, x in self.raw_results(outcome, board).items()
        }

    def uncompared_points(self, outcome: Outcome, board: BoardSetup) -> dict[str, X]:
        """Return the points that each line made by itself; by default X.

        Unlike X they are not reduced by those of other lines, and unlike `table_points` they count
        everything that scores. Some tie-breaks compare them.
        """
        return self.raw_results(outcome, board)

    def calling_line(self, board: BoardSetup) -> str | None:
        """Return the line that chooses the call of a board.

        None if the game has no calls, or if the board alone does not determine who calls.
        """
        return None

    @abstractmethod
    def notation(self, outcome: Outcome, board: BoardSetup) -> Text:
        """Return the outcome as one line of text, written as players write it."""

    def table_points(self, outcome: Outcome, board: BoardSetup) -> dict[str, X]:
        """Return the points of each line as counted at the table.

        If two lines share a total (`split_total` of a field), the first line has the recorded
        number and the second the rest. Otherwise they are X.
        """
        for field in self.fields:
            if field.split_total is not None and (number := outcome[field.name]) is not None:
                return dict(
                    zip(self.lines, (int(number), field.split_total - int(number)), strict=True)
                )
        return self.raw_results(outcome, board)

    def confirmation_texts(self, outcome: Outcome, board: BoardSetup) -> Mapping[str, Text]:
        """Return the score of each line as text, shown before an entry is confirmed.

        Empty if the table has recorded the score itself.
        """
        return {}

    def swap_sides(self, outcome: Outcome) -> Outcome | None:
        """Exchange what the two lines scored; None if the outcome cannot be swapped."""
        return swap_sides(self.fields, tuple(self.lines), outcome)

    def forecast(self, outcome: Outcome, board: BoardSetup) -> Forecast | None:
        """Predict the outcome from the known cards; None if the game has no forecasts."""
        return None

    @property
    def forecast_deviations(self) -> Spread | None:
        """Standard deviations of results around their forecasts; None if the game has none."""
        return None

    def is_flagged(self, outcome: Outcome) -> bool:
        """Return whether the result is exceptional; scoring by MIN and MAX can leave it out."""
        return False

    def hand_sizes(self, dealer: str) -> dict[str, int]:
        """Return how many cards each seat is dealt, in order of play."""
        return {seat: len(self.pack) // self.player_count for seat in self.seats}

    def sorted_hand(self, cards: Pack) -> Pack:
        """Sort the cards of a hand for display; by default in the order of the pack."""
        return tuple(sorted(cards, key=self.pack.index))

    @property
    def card_values(self) -> Mapping[Card, int]:
        """Points of each card that scores by itself; empty if none does."""
        return {}

    def board(self, board_number: int) -> BoardSetup:
        """Return board `board_number` (from 1) with its dealer and unknown cards."""
        return BoardSetup(board_number, dealer_of(board_number, self.seats))

    def deal(self, seed: str, salt: str, board_number: int) -> BoardSetup:
        """Return board `board_number` with the hands and scenario that follow from seed and salt.

        `seed` is 64 hex digits.
        """
        dealer = dealer_of(board_number, self.seats)
        cards = shuffle_pack(self.pack, seed, salt, self.key, board_number)
        deal = deal_cards(cards, self.hand_sizes(dealer)) if self.pack else None
        return BoardSetup(
            board_number,
            dealer,
            deal,
            draw_scenario(self.scenario_lists, seed, salt, self.key, board_number),
        )

    def starting_position(self, board: BoardSetup) -> Position:
        """Return the position before the first action of a board.

        Raises `NotImplementedError` for a game without play, and ValueError if the cards are
        unknown.
        """
        raise NotImplementedError(f"{self.key} has no rules of play")
