"""The time of a session, and how many rounds and boards fit into it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil
from typing import Any, NamedTuple

from games.game import MIN_TEAM_SIZE, Game
from games.problems import Problem
from games.seats import PAIR_LINES
from games.text import gettext_noop as _
from scoring.catalogue import get_method
from tournaments.movements.base.movement import (
    ALLOWED_BOARDS_PER_ROUND,
    Movement,
    boards_per_round_problems,
    round_count_problems,
)

# Minutes of a round besides its boards, to check results and to move boards and players. Two or
# three minutes are usual; a plan with fewer ends late.
ROUND_CHANGE_MINUTES = 3

# Minutes to make up a board again after its cards were mixed: two to sort the pack, two and a half
# for some 36 runs of four seconds, and half a minute for the check.
REMAKE_MINUTES = 5

# Minutes of play in a good round: two to four boards of Botifarra.
SHORTEST_ROUND_MINUTES, LONGEST_ROUND_MINUTES = 12, 30

# The allowed minutes of a session, from one board to a whole day.
ALLOWED_SESSION_MINUTES = range(5, 1441)

# The allowed minutes for one board.
ALLOWED_MINUTES_PER_BOARD = range(1, 181)

_MINUTES_OUT_OF_RANGE = _("Enter how many minutes you have, from %(least)s to %(most)s.")
_UNEVEN_HALVES = _("Two halves have the same number of boards: enter an even number.")
_PACE_OUT_OF_RANGE = _("Enter how many minutes a board takes, from %(least)s to %(most)s.")


@dataclass(frozen=True)
class TimeBudget:
    """What an organiser decides in advance, from which movements are proposed.

    `contestants` is their number. `minutes` is the whole time, `minutes_per_board` the time of one
    board without the change of tables. `players_each` is the number of players in a contestant, and
    `lines` are the lines of the game. If `compares_tables` is false, every table plays its own
    cards, so that each meeting is a match.

    `rounds` and `boards_per_round` are kept if they are given, `rounds` even if there is not enough
    time for them. `total_boards` applies only if both are None and `is_match_play` is false. For
    teams a round is a match, whose boards are divided over its `halves`. If `keeps_hands` is false
    (see `games.game.Game.keeps_hands`), a board is made up again before it goes to another table.
    """

    contestants: int
    minutes: int = 150
    minutes_per_board: Fraction = Fraction(7)
    boards_per_round: int | None = None
    rounds: int | None = None
    lines: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: PAIR_LINES)
    players_each: int = 2
    compares_tables: bool = True
    halves: int = 1
    keeps_hands: bool = True
    total_boards: int | None = None

    @property
    def is_match_play(self) -> bool:
        """Whether results are compared within a match at most, not over the whole field."""
        return not self.compares_tables or self.players_each >= MIN_TEAM_SIZE

    @property
    def boards_to_play(self) -> int:
        """The number of boards that everybody has to play; 0 if the time decides it."""
        if self.is_match_play or self.rounds or self.boards_per_round:
            return 0
        return self.total_boards or 0

    @classmethod
    def for_game(
        cls, game: Game, contestant_count: int, players_each: int, **overrides: Any
    ) -> "TimeBudget":
        """Return the budget for a game at its usual pace.

        `overrides` are attributes of the budget; they replace those that follow from the game.
        """
        defaults = {
            "minutes_per_board": Fraction(game.minutes_per_board),
            "lines": game.lines,
            "players_each": players_each,
            "compares_tables": get_method(game.default_method).compares_tables,
            "keeps_hands": game.keeps_hands,
        }
        return cls(contestant_count, **{**defaults, **overrides})


class MovementLength(NamedTuple):
    """The number of rounds of a movement, and of boards in each round."""

    rounds: int
    boards_per_round: int


def duration_minutes(
    round_count: int,
    boards_per_round: int,
    minutes_per_board: Fraction,
    waiting_time_in_boards: int = 0,
) -> int:
    """Return the minutes of a number of rounds, with the change of tables, rounded up.

    `waiting_boards` is how many boards longer it takes (see `Movement.waiting_boards`).
    """
    boards = round_count * boards_per_round + waiting_time_in_boards
    return ceil(boards * minutes_per_board + round_count * ROUND_CHANGE_MINUTES)


def remake_minutes(movement: Movement, budget: TimeBudget, length: MovementLength) -> int:
    """Return the minutes for each board to be made up again for the next table, or 0.

    Boards are made up again in games that mix the cards, if there are fewer copies of a board than
    tables.
    """
    mixes_cards = budget.compares_tables and not budget.keeps_hands
    return (
        REMAKE_MINUTES
        if mixes_cards and movement.passes_boards_on(budget.contestants, *length)
        else 0
    )


def waiting_time_in_boards(movement: Movement, budget: TimeBudget, length: MovementLength) -> int:
    """Return how many boards longer a movement takes because tables wait, or 0."""
    return (
        movement.waiting_time_in_boards(budget.contestants, *length)
        if budget.compares_tables
        else 0
    )


def time_problems(budget: TimeBudget) -> list[Problem]:
    """Return everything that makes a time budget impossible for any movement."""
    problems = [
        *_range_problems(budget.minutes, ALLOWED_SESSION_MINUTES, _MINUTES_OUT_OF_RANGE, "minutes"),
        *_range_problems(
            budget.minutes_per_board,
            ALLOWED_MINUTES_PER_BOARD,
            _PACE_OUT_OF_RANGE,
            "minutes_per_board",
        ),
        *round_count_problems(budget.rounds),
        *(
            ()
            if budget.boards_per_round is None
            else boards_per_round_problems(budget.boards_per_round)
        ),
    ]
    return problems or [*_uneven_halves_problems(budget), *_too_little_time_problems(budget)]


def _range_problems(
    number: int | Fraction, allowed: range, sentence: str, field: str
) -> Iterator[Problem]:
    if not allowed[0] <= number <= allowed[-1]:
        yield Problem("out_of_range", sentence, {"least": allowed[0], "most": allowed[-1]}, field)


def _uneven_halves_problems(budget: TimeBudget) -> Iterator[Problem]:
    if budget.boards_per_round and budget.boards_per_round % budget.halves:
        yield Problem(
            "uneven_halves",
            _UNEVEN_HALVES,
            {},
            "boards_per_round",
        )


def _too_little_time_problems(budget: TimeBudget) -> Iterator[Problem]:
    minutes = duration_minutes(1, budget.boards_per_round or 1, budget.minutes_per_board)
    if budget.rounds is None and minutes > budget.minutes:
        sentence = _(
            "One round takes %(least)s minutes: allow more than %(minutes)s minutes, or play "
            "fewer boards."
        )
        yield Problem("no_time", sentence, {"least": minutes, "minutes": budget.minutes}, "minutes")


def lengths_by_worth(movement: Movement, budget: TimeBudget) -> list[MovementLength]:
    """Return all lengths of a movement that fit, best first.

    Evenness is estimated by the share of the full movement that is played. Measuring it would need
    all plans, and some of these are found by a slow search.
    """
    full_round_count = movement.full_round_count(budget.contestants)
    lengths = [
        length
        for length in _possible_lengths(movement, budget, full_round_count)
        if length.rounds == full_round_count or not movement.requires_all_rounds
    ]
    lengths.sort(key=lambda length: length.rounds)
    lengths.sort(
        key=lambda length: time_worth(
            length, Fraction(100 * length.rounds, full_round_count), budget
        ),
        reverse=True,
    )
    return lengths


def _possible_lengths(
    movement: Movement, budget: TimeBudget, full_round_count: int
) -> Iterator[MovementLength]:
    """Yield each number of boards per round with the most rounds for which there is time.

    Rounds and boards that the organiser chose are not changed.
    """
    chosen_boards = budget.boards_per_round or (None if budget.compares_tables else 1)
    board_counts = [boards for boards in ALLOWED_BOARDS_PER_ROUND if boards % budget.halves == 0]
    if movement.is_season:
        yield MovementLength(full_round_count, chosen_boards or 1)
        return
    if budget.boards_to_play:
        lengths = (
            MovementLength(budget.boards_to_play // boards, boards)
            for boards in board_counts
            if budget.boards_to_play % boards == 0
        )
        yield from (length for length in lengths if length.rounds <= full_round_count)
        return
    for boards in board_counts if chosen_boards is None else (chosen_boards,):
        minutes_per_board = budget.minutes_per_board + remake_minutes(
            movement, budget, MovementLength(1, boards)
        )
        minutes_per_round = boards * minutes_per_board + ROUND_CHANGE_MINUTES * budget.halves
        rounds = min(full_round_count, budget.rounds or int(budget.minutes // minutes_per_round))
        waiting = waiting_time_in_boards(movement, budget, MovementLength(rounds, boards))
        waiting_minutes = waiting * minutes_per_board
        if not budget.rounds and rounds * minutes_per_round + waiting_minutes > budget.minutes:
            rounds -= 1
        fits_in_time = 0 < rounds * minutes_per_round <= budget.minutes
        if fits_in_time or (budget.rounds and boards == (chosen_boards or 1)):
            yield MovementLength(rounds, boards)


def time_worth(length: MovementLength, evenness: Fraction, budget: TimeBudget) -> Fraction:
    """Return points for the evenness and length of a movement; more points are better.

    The points are the evenness, plus half of the share of the time in which boards are played,
    minus the cost of a round of this length. Evenness and share are percentages.
    """
    rounds, boards_per_round = length
    share_played = 100 * rounds * boards_per_round * budget.minutes_per_board / budget.minutes
    return (
        evenness
        + min(share_played, Fraction(100)) / 2
        - _length_cost(boards_per_round * budget.minutes_per_board)
    )


def _length_cost(minutes: Fraction) -> int:
    """Return the cost of a round that is too short or too long, in points.

    A round that is too short costs 40, one that is too long 5 for each ten minutes or part of them.
    """
    return (
        40
        if minutes < SHORTEST_ROUND_MINUTES
        else 5 * ceil(max(Fraction(0), minutes - LONGEST_ROUND_MINUTES) / 10)
    )
