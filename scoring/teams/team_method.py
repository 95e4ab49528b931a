"""Base class of the methods for teams, which give awards for matches instead of boards."""

from abc import abstractmethod
from collections.abc import Sequence
from fractions import Fraction

from games.explanations.explanation import Explanation
from games.text import Text
from games.text import gettext_noop as _
from games.x import X
from scoring.adjusted.kinds import WeightedAward, WeightedX
from scoring.frequencies import FieldResults, Frequencies
from scoring.method import AwardScale, Comparison, Method
from scoring.teams.matches import MatchAwards

_NO_AWARD_PER_RESULT = _("A result has no award by itself: the match has one, over all its boards.")
_NOTHING_COMPARED = Text(_("No board of the match can be compared yet."))

# The difference between the two tables of a board. If a ruling gave several results with weights,
# the differences with these weights form a `WeightedAward`. None is a board that is not compared.
BoardDifference = X | WeightedAward | None


class TeamMethod(Method):
    """A method that compares two teams over the boards of their match.

    Awards depend on the match: `score_match` replaces `scale`, and `sit_out_award_for` replaces
    `sit_out_award`. Teams are ranked by their total, not their mean, so that a team that arrives
    late or leaves early loses the points of the matches it misses. A subclass defines how the
    points of a match are split.
    """

    comparison = Comparison.MATCH
    for_teams = True
    ranks_by_total = True

    def score_match(self, differences: Sequence[BoardDifference], due_count: int) -> MatchAwards:
        """Return the awards of a match from the first team's difference on each board.

        A difference is None for a board that is still to be played or void. If a board has weighted
        differences, the weighted mean of their points counts. `due_count` is the number of boards
        that are not void; until all of them are compared, the awards are provisional. Raises
        ValueError if more boards are compared than due.
        """
        compared = [difference for difference in differences if difference is not None]
        if len(compared) > due_count:
            raise ValueError(f"{len(compared)} boards were compared, and {due_count} were due")
        points = sum(map(self._points_of, compared), Fraction(0))
        first, second = (
            self._split_points(points, len(compared), due_count) if compared else (None, None)
        )
        return MatchAwards(first, second, len(compared), due_count)

    @abstractmethod
    def _split_points(
        self, points: Fraction, compared_count: int, due_count: int
    ) -> tuple[Fraction, Fraction]:
        """Split the points of a match into the awards of the first and the second team.

        `points` is the sum of the `board_points` of the first team on `compared_count` boards, at
        least 1.
        """

    def _points_of(self, difference: X | WeightedAward) -> Fraction:
        if isinstance(difference, WeightedAward):
            return difference.mean(self.board_points)
        return self.board_points(difference)

    def board_points(self, difference: X) -> Fraction:
        """Return what a board adds to the running score of the first team during a match."""
        return Fraction(difference)

    @abstractmethod
    def sit_out_award_for(self, board_count: int) -> Fraction | None:
        """Return the award of a sit-out while others play matches of `board_count` boards.

        Return None if it counts nothing.
        """

    def scale(self, ordinary: Frequencies, flagged: Frequencies, due_count: int) -> AwardScale:
        """Return a scale without awards, since no result is compared with the field."""
        return AwardScale.of(dict.fromkeys(ordinary), dict.fromkeys(flagged), (*ordinary, *flagged))

    def explain_x_award(self, x: X, is_flagged: bool, field: FieldResults) -> Explanation:
        """Explain that a result has no award of its own: the match has one."""
        return Explanation("of_a_match", Text(_NO_AWARD_PER_RESULT))

    def explain_match(self, differences: Sequence[BoardDifference], due_count: int) -> Explanation:
        """Explain the award of the first team in `score_match` for the same arguments."""
        compared = [difference for difference in differences if difference is not None]
        if not compared:
            return Explanation("not_compared", _NOTHING_COMPARED)
        return self._explain_compared(compared, due_count)

    @abstractmethod
    def _explain_compared(
        self, compared: Sequence[X | WeightedAward], due_count: int
    ) -> Explanation:
        """Explain the award of the first team from the differences of at least one board."""


def weighted_differences(difference: X | WeightedAward) -> tuple[WeightedX, ...]:
    """Return the differences of a board with their weights; a single one has weight 1."""
    if isinstance(difference, WeightedAward):
        return difference.parts
    return (WeightedX(Fraction(1), difference),)


def mean_difference(difference: X | WeightedAward) -> Fraction:
    """Return the mean of `weighted_differences`; a single difference is its own mean."""
    return sum((weight * x for weight, x in weighted_differences(difference)), Fraction(0))
