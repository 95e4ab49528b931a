"""The travellers of all open boards of a session, for files: read together, shown board by
board."""

from collections import defaultdict
from collections.abc import Collection, Iterator
from itertools import groupby

from tournaments.models import Play, Scale, Seating, Session
from tournaments.permissions.visibility.results_shown import is_held_back
from tournaments.queries.explained_awards import AwardsExplained
from tournaments.queries.given_awards import given_to_public
from tournaments.queries.made import GIVEN
from tournaments.queries.scales import awards_in, counted_of
from tournaments.queries.shared_rows import sharing
from tournaments.queries.travellers import ResultShown, best_first, shown_result
from tournaments.queries.who_sits_where import who_sits

# Plays that are read from the database at once.
_AT_ONCE = 500


def travellers(session: Session, numbers: Collection[int]) -> Iterator[list[ResultShown]]:
    """The results on unsealed boards of a session, board by board, without explanations or
    substitutes.

    Seats and scales are read once for all boards, plays in one query, of which one board is held at
    a time.
    """
    event = session.stage.event
    seatings = _seatings_of(session)
    plays = Play.objects.filter(board__session=session, board__number__in=numbers)
    ruled = plays.filter(counted__startswith=GIVEN).select_related("board__session__stage__event")
    held_back = is_held_back(event)
    given = {} if held_back else given_to_public(ruled)
    scales = defaultdict[int, list[Scale]](list) if held_back else _scales_of(session)
    in_order = sharing(plays.order_by("board__number", "pk"), "board", "entry")
    for _number, together in groupby(
        in_order.iterator(_AT_ONCE), key=lambda play: play.board.number
    ):
        on_board = list(together)
        for play in on_board:
            play.board.session, play.seating = session, seatings[play.seating_id]
        awards = awards_in(event, counted_of(on_board), scales[on_board[0].board_id])
        plain = AwardsExplained(awards, {}, {})
        shown = (shown_result(event, play, plain, given.get(play.pk, {})) for play in on_board)
        yield sorted(shown, key=best_first)


def _seatings_of(session: Session) -> dict[int, Seating]:
    """The seatings of a session by row, with table, section, round and who sits."""
    seatings = Seating.objects.filter(round__section__session=session).order_by("pk")
    read = sharing(seatings, "table", "round").prefetch_related(who_sits())
    sections = {section.pk: section for section in session.sections.all()}
    for seating in read:
        seating.table.section = seating.round.section = sections[seating.table.section_id]
    return {seating.pk: seating for seating in read}


def _scales_of(session: Session) -> defaultdict[int, list[Scale]]:
    """The scales of a session by the row of their board."""
    found = defaultdict[int, list[Scale]](list)
    for scale in Scale.objects.filter(board__session=session).order_by("pk"):
        found[scale.board_id].append(scale)
    return found
