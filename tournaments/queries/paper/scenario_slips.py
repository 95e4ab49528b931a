"""Slips with the scenarios of boards: one for each table that plays a board, to be folded until
it does."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from django.db.models import QuerySet

from games.deals import DealtBoard
from tournaments.models import Play, Section, Session


class ScenarioSlip(NamedTuple):
    """A board whose scenario is printed for one table, and the round that plays it, if one does."""

    board: DealtBoard
    table: str
    round: int | None


def scenario_slips(
    session: Session, sections: QuerySet[Section], boards: Iterable[DealtBoard]
) -> list[ScenarioSlip]:
    """The slips of some boards whose scenario whoever prints may see, by board and table."""
    plays = Play.objects.filter(board__session=session, seating__round__section__in=sections)
    played = plays.select_related("board", "seating__round", "seating__table__section").order_by(
        "board__number", "seating__table__section__number", "seating__table__number"
    )
    of_board: dict[int, list[Play]] = {}
    for play in played:
        of_board.setdefault(play.board.number, []).append(play)
    return [
        slip for board in boards for slip in _slips_of_board(board, of_board.get(board.number, []))
    ]


def _slips_of_board(board: DealtBoard, plays: Sequence[Play]) -> Iterator[ScenarioSlip]:
    if not plays:
        yield ScenarioSlip(board, "", None)
    for play in plays:
        yield ScenarioSlip(board, play.seating.table.label, play.seating.round.number)
