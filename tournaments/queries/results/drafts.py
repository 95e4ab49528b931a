"""Read drafts, which hold what a side has filled in of a board with several legs."""

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple

from django.db.models import Count, Max, QuerySet

from games.game import Game
from tournaments.models import Draft, Play, Section, Session
from tournaments.queries.rounds.seating import rounds_in_progress

# The text of each field that is filled in, by its name.
FieldTexts = dict[str, str]


class DraftLegs(NamedTuple):
    """How many of a board's `total` legs are complete in a draft.

    A leg is one of the rounds of cards that make up a board, if a game has several per board.
    """

    board_number: int
    complete: int
    total: int


def drafts_of(play: Play) -> list[Draft]:
    """Return the draft of each side of a play, each with the phone that stored it last.

    If the play has a result, nothing is returned, though the drafts are not deleted: they are
    shown again if the result is undone.
    """
    return list(Draft.objects.filter(play=play)) if play.state in Play.STATES_AWAITING_ENTRY else []


def complete_legs(game: Game, field_texts: FieldTexts) -> tuple[int, ...]:
    """Return the legs of which all fields are filled in."""
    fields_by_leg: dict[int, list[str]] = {}
    for field in game.fields:
        if field.leg is not None:
            fields_by_leg.setdefault(field.leg, []).append(field.name)
    return tuple(
        leg for leg, names in fields_by_leg.items() if all(name in field_texts for name in names)
    )


def draft_count_and_latest(session: Session) -> tuple[int, datetime | None]:
    """Return how many drafts a session has, and when the latest was stored."""
    drafts = Draft.objects.filter(play__board__session=session).order_by()
    totals = drafts.aggregate(number=Count("pk"), last=Max("at"))
    return totals["number"], totals["last"]


def draft_legs_by_table(
    game: Game, sections: QuerySet[Section]
) -> Mapping[int, tuple[DraftLegs, ...]]:
    """Return the progress of unfinished boards in the rounds in progress, by the table's id.

    If several sides have drafts of a board, the one with most complete legs counts.
    """
    if not game.has_legs:
        return {}
    rounds = rounds_in_progress(sections)
    drafts = Draft.objects.filter(
        play__state__in=Play.STATES_AWAITING_ENTRY, play__seating__round__in=rounds
    )
    most_complete: dict[tuple[int, int], int] = {}
    for table, board, field_texts in drafts.values_list(
        "play__seating__table", "play__board__number", "fields"
    ):
        complete = len(complete_legs(game, field_texts))
        most_complete[table, board] = max(most_complete.get((table, board), 0), complete)
    total = max(field.leg or 0 for field in game.fields)
    legs_by_table: dict[int, tuple[DraftLegs, ...]] = {}
    for (table, board), complete in sorted(most_complete.items()):
        legs_by_table[table] = (
            *legs_by_table.get(table, ()),
            DraftLegs(board, complete, total),
        )
    return legs_by_table
