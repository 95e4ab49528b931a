"""The sets of boards that lie on a table together."""

from tournaments.models import Board, Play, Seating

BoardSet = tuple[Board, ...]


def sets_elsewhere(seating: Seating) -> list[BoardSet]:
    """The sets of a table's section that it has not in this round, of as many boards as it has; by
    number.

    A set of which it has a board is none: within it nothing but results can have been exchanged.
    """
    plays = Play.objects.filter(seating__round__section=seating.round.section_id)
    at: dict[int, list[int]] = {}
    for table, board in plays.order_by("board__number", "pk").values_list("seating", "board"):
        at.setdefault(table, []).append(board)
    own = at.pop(seating.pk, [])
    sets = dict.fromkeys(tuple(boards) for boards in at.values())
    known = Board.objects.in_bulk({board for each in sets for board in each})
    found = [each for each in sets if len(each) == len(own) and not {*own} & {*each}]
    in_order = sorted(found, key=lambda boards: [known[board].number for board in boards])
    return [tuple(known[board] for board in boards) for boards in in_order]
