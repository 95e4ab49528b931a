"""What the sides of a table have kept of a board that is played in several legs."""

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple

from django.db.models import Count, Max, QuerySet

from games.game import Game
from tournaments.models import Draft, Play, Section, Session
from tournaments.queries.rounds.seating import rounds_being_played

FieldTexts = dict[str, str]
"""The text of each field that was filled in, by its name."""


class DraftLegs(NamedTuple):
    """How many of the legs of a board are over at a table, as far as one of its sides has kept
    them."""

    board: int
    complete: int
    total: int


def drafts_of(play: Play) -> list[Draft]:
    """What each side has kept that has kept anything, with the phone that was the last to keep it.

    Nothing once the play has a result, from wherever it came; an undo finds again what was kept
    before.
    """
    return list(Draft.objects.filter(play=play)) if play.state in Play.WORD_DUE else []


def complete_legs(game: Game, said: FieldTexts) -> tuple[int, ...]:
    """The legs of which everything is filled in."""
    of_leg: dict[int, list[str]] = {}
    for field in game.fields:
        if field.leg is not None:
            of_leg.setdefault(field.leg, []).append(field.name)
    return tuple(leg for leg, names in of_leg.items() if all(name in said for name in names))


def draft_count_and_latest(session: Session) -> tuple[int, datetime | None]:
    """Return how many drafts a session has, and when the last of them was stored."""
    drafts = Draft.objects.filter(play__board__session=session).order_by()
    found = drafts.aggregate(number=Count("pk"), last=Max("at"))
    return found["number"], found["last"]


def draft_legs_by_table(game: Game, here: QuerySet[Section]) -> Mapping[int, tuple[DraftLegs, ...]]:
    """How far boards of the rounds being played are that are not whole yet, by the row of their
    table."""
    if not game.has_legs:
        return {}
    now = rounds_being_played(here)
    drafts = Draft.objects.filter(play__state__in=Play.WORD_DUE, play__seating__round__in=now)
    most: dict[tuple[int, int], int] = {}
    for table, board, said in drafts.values_list(
        "play__seating__table", "play__board__number", "fields"
    ):
        most[table, board] = max(most.get((table, board), 0), len(complete_legs(game, said)))
    of = max(field.leg or 0 for field in game.fields)
    found: dict[int, tuple[DraftLegs, ...]] = {}
    for (table, board), kept in sorted(most.items()):
        found[table] = (*found.get(table, ()), DraftLegs(board, kept, of))
    return found
