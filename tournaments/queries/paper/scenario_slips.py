"""Read slips with the scenarios of boards, one for each table that plays a board."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from django.db.models import QuerySet

from games.deals import BoardSetup
from tournaments.models import Play, Section, Session


class ScenarioSlip(NamedTuple):
    """A board's scenario for one table, with the round in which that table plays it.

    `table` is blank and `round` None for a board that no table plays.
    """

    board: BoardSetup
    table: str
    round: int | None


def scenario_slips(
    session: Session, sections: QuerySet[Section], boards: Iterable[BoardSetup]
) -> list[ScenarioSlip]:
    """Return the slips of boards whose scenario the reader may see, by board and table."""
    plays = Play.objects.filter(board__session=session, seating__round__section__in=sections)
    ordered_plays = plays.select_related(
        "board", "seating__round", "seating__table__section"
    ).order_by("board__number", "seating__table__section__number", "seating__table__number")
    plays_by_board: dict[int, list[Play]] = {}
    for play in ordered_plays:
        plays_by_board.setdefault(play.board.number, []).append(play)
    return [
        slip
        for board in boards
        for slip in _slips_of_board(board, plays_by_board.get(board.number, []))
    ]


def _slips_of_board(board: BoardSetup, plays: Sequence[Play]) -> Iterator[ScenarioSlip]:
    if not plays:
        yield ScenarioSlip(board, "", None)
    for play in plays:
        yield ScenarioSlip(board, play.seating.table.label, play.seating.round.number)
