"""What a method for teams answers: awards for a match, not for what a table made of a board."""

from abc import abstractmethod
from collections.abc import Sequence
from fractions import Fraction

from games.explained.explanation import Explanation
from games.text import Words
from games.text import gettext_noop as _
from games.x import X
from scoring.adjusted.kinds import WeightedAward, WeightedX
from scoring.frequencies import FieldResults, Frequencies
from scoring.method import AwardScale, Comparison, Method
from scoring.teams.matches import MatchAwards

_NONE_BY_ITSELF = _("A result has no award by itself: the match has one, over all its boards.")
_NOTHING_COMPARED = Words(_("No board of the match can be compared yet."))

# The difference of a board: several with weights if a ruling says so, None if it is not compared.
BoardDifference = X | WeightedAward | None


class TeamMethod(Method):
    """A method that compares two teams over the boards of their match. Subclasses say how they
    share it out.

    Standings are by the total: who came late or left has fewer matches. `match` is asked for
    awards, not `scale`, and `sit_out_award_for` for those of sit-outs, not `sit_out`: what they are
    depends on the match.
    """

    comparison = Comparison.MATCH
    for_teams = True
    by_total = True

    def score_match(self, differences: Sequence[BoardDifference], due: int) -> MatchAwards:
        """The awards of a match, from the difference of each of its boards as the first team sees
        it.

        A ruling may weigh several differences of a board: it adds the mean of what each of them
        would. None is a board that is not compared: it is to come, or has left the match, and
        weighs nothing. `due` is how many boards count for the match, those that left it not among
        them. With fewer compared the awards are provisional. Raises ValueError where more are
        compared than are due.
        """
        compared = [difference for difference in differences if difference is not None]
        if len(compared) > due:
            raise ValueError(f"{len(compared)} boards were compared, and {due} were due")
        points = sum(map(self._points_of, compared), Fraction(0))
        first, second = self._split(points, len(compared), due) if compared else (None, None)
        return MatchAwards(first, second, len(compared), due)

    @abstractmethod
    def _split(self, points: Fraction, compared: int, due: int) -> tuple[Fraction, Fraction]:
        """Return the awards of both teams from the sum of the `board_points` of the first.

        `compared` is at least 1.
        """

    def _points_of(self, difference: X | WeightedAward) -> Fraction:
        if isinstance(difference, WeightedAward):
            return difference.mean(self.board_points)
        return self.board_points(difference)

    def board_points(self, difference: X) -> Fraction:
        """What a board adds to the count of the team named first, as it is kept during a match."""
        return Fraction(difference)

    @abstractmethod
    def sit_out_award_for(self, boards: int) -> Fraction | None:
        """The award of a sit-out while others play a match of `boards` boards; None where it has
        none."""

    def scale(self, ordinary: Frequencies, flagged: Frequencies, due: int) -> AwardScale:
        """How often each X was made, without an award for any: nobody is compared with the
        field."""
        return AwardScale.of(dict.fromkeys(ordinary), dict.fromkeys(flagged), (*ordinary, *flagged))

    def explain_x(self, x: X, flagged: bool, field: FieldResults) -> Explanation:
        return Explanation("of_a_match", Words(_NONE_BY_ITSELF))

    def explain_match(self, differences: Sequence[BoardDifference], due: int) -> Explanation:
        """How the award of the first team came about, by its numbers alone; of the same as
        `match`."""
        compared = [difference for difference in differences if difference is not None]
        if not compared:
            return Explanation("not_compared", _NOTHING_COMPARED)
        return self._explain_compared(compared, due)

    @abstractmethod
    def _explain_compared(self, compared: Sequence[X | WeightedAward], due: int) -> Explanation:
        """Explain the award of the first team from the differences of at least one board."""


def weighted_differences(difference: X | WeightedAward) -> tuple[WeightedX, ...]:
    """The differences of a board with their weights; one alone has all of it."""
    if isinstance(difference, WeightedAward):
        return difference.parts
    return (WeightedX(Fraction(1), difference),)


def mean_difference(difference: X | WeightedAward) -> Fraction:
    """By how much the first team is ahead on a board; of a weighted one the mean."""
    return sum((weight * x for weight, x in weighted_differences(difference)), Fraction(0))
