"""The sets of boards that lie on a table together."""

from tournaments.models import Board, Play, Seating

BoardSet = tuple[Board, ...]


def sets_elsewhere(seating: Seating) -> list[BoardSet]:
    """The sets of a table's section that it has not in this round, of as many boards as it has; by number.

    A set of which it has a board is none: within it nothing but results can have been exchanged.
    """
    plays = Play.objects.filter(seating__round__section=seating.round.section_id).select_related("board")
    at: dict[int, list[Board]] = {}
    for play in plays.order_by("board__number", "pk"):
        at.setdefault(play.seating_id, []).append(play.board)
    own = at.pop(seating.pk, [])
    sets = dict.fromkeys(tuple(boards) for boards in at.values())
    found = (each for each in sets if len(each) == len(own) and not {*own} & {*each})
    return sorted(found, key=lambda boards: [board.number for board in boards])
