"""Which boards a table that was not planned can play in a round to come, best sets first.

Nobody is given a board that he has or could have seen: those that are hidden no more are left out.
"""

from collections import Counter
from collections.abc import Mapping

from tournaments.models import Play, Round, Section
from tournaments.permissions.visibility.results_shown import hidden_rows

Boards = tuple[int, ...]
"""A set of boards that go together, by their rows."""


class FreeBoards:
    """The sets of boards of a section, and which tables of a round play each of them."""

    def __init__(self, section: Section) -> None:
        self._section = section
        self._at = _boards_at(section)
        self._left_over = _left_over(section)
        self._is_barometer = _is_barometer(section, self._at)
        self._hidden = hidden_rows(section.session)
        self._given: dict[Round, list[Boards]] = {}

    def sets_for(self, round_: Round) -> list[Boards]:
        """The sets that another table may play in a round, first those that nobody plays in it.

        Then those of one other table, which shares them as the first and the last of a
        share-and-relay do; in a barometer the round has one set for all.
        """
        return [each for each in self._sets(round_) if self._hidden.issuperset(each)]

    def give(self, round_: Round, boards: Boards) -> None:
        """Have a table more play a set in a round."""
        self._given.setdefault(round_, []).append(boards)

    def _sets(self, round_: Round) -> list[Boards]:
        seatings = round_.seatings.order_by("table__number").values_list("pk", flat=True)
        taken = Counter(self._at[seating] for seating in seatings if seating in self._at)
        # Of a whole set, where a board less is played by now.
        played = self._section.boards_in(round_.number)
        left_over = [boards[:played] for boards in self._left_over]
        if self._is_barometer or (len(taken) == 1 and sum(taken.values()) > 1):
            return list(taken) or left_over
        taken.update(self._given.get(round_, ()))
        known = dict.fromkeys([*(boards[:played] for boards in self._at.values()), *left_over])
        return sorted((boards for boards in known if taken[boards] <= 1), key=taken.__getitem__)


def _is_barometer(section: Section, at: Mapping[int, Boards]) -> bool:
    """Whether in every round all tables play the same boards."""
    sets: dict[int, list[Boards]] = {}
    plays = Play.objects.filter(seating__round__section=section)
    of_round = dict(plays.values_list("seating_id", "seating__round_id"))
    for seating, boards in at.items():
        sets.setdefault(of_round[seating], []).append(boards)
    several = [each for each in sets.values() if len(each) > 1]
    return bool(several) and all(len(set(each)) == 1 for each in several)


def _boards_at(section: Section) -> Mapping[int, Boards]:
    at: dict[int, list[int]] = {}
    plays = Play.objects.filter(seating__round__section=section)
    plays = plays.order_by("board__number", "seating__round__number", "seating__table__number")
    for seating, board in plays.values_list("seating_id", "board_id"):
        at.setdefault(seating, []).append(board)
    return {seating: tuple(boards) for seating, boards in at.items()}


def _left_over(section: Section) -> list[Boards]:
    """Boards that nobody has any more, since the only table that was to play them is gone.

    Not those that were left out, as they may come back.
    """
    session = section.session
    if session.sections.count() > 1:
        return []
    boards = session.boards.filter(plays__isnull=True, kept_sealed=False).order_by("number")
    sets: dict[int, list[int]] = {}
    for number, board in boards.values_list("number", "pk"):
        sets.setdefault((number - 1) // session.boards_a_meeting, []).append(board)
    return [tuple(each) for each in sets.values()]
