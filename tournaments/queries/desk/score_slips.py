"""A pile of score slips at the desk: which are still to be typed, and what was typed last."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from games.text import Text
from tournaments.models import Entry, Play, Seating, Section, Session
from tournaments.queries.results.notations import notation_of

_LAST = 12


@dataclass(frozen=True)
class TypedResult:
    """A result somebody typed, with the play as it stands since; `notation` is what he typed."""

    play: Play
    notation: Text


def untyped_slips(sections: QuerySet[Section]) -> list[Seating]:
    """The seatings of every round begun that have a board without a result, in order of play."""
    return list(_slips(sections).filter(plays__state=Play.State.DUE).distinct())


def find_slip(sections: QuerySet[Section], round_number: int, table: str) -> Seating | None:
    """The seating of a table, by its label, in a round that has begun; None where there is none.

    Small letters and spaces do not matter as long as one table alone can be meant.
    """
    begun = list(_slips(sections).filter(round__number=round_number))
    called = [slip for slip in begun if slip.table.label == table]
    meant = called or [slip for slip in begun if _loosely(slip.table.label) == _loosely(table)]
    return meant[0] if len(meant) == 1 else None


def _loosely(label: str) -> str:
    return "".join(label.split()).casefold()


def next_slip(slips: Sequence[Seating], after: Seating | None) -> Seating | None:
    """The slip under `after` in a pile ordered by round, section and table; under the last one
    the first."""
    below = (slip for slip in slips if after and _order(slip) > _order(after))
    return next(below, None) or next((slip for slip in slips if slip != after), None)


def last_typed_results(session: Session, user_id: int) -> list[TypedResult]:
    """What a member typed last, the newest first, once for both lines."""
    first, *_others = session.stage.event.game.lines
    entries = Entry.objects.filter(
        user_id=user_id, kind=Entry.Kind.TABLE, side=first, play__board__session=session
    )
    related = entries.select_related(
        "play__seating__round", "play__seating__table__section", "play__board"
    )
    return [_typed(session, entry) for entry in related.order_by("-pk")[:_LAST]]


def _slips(sections: QuerySet[Section]) -> QuerySet[Seating]:
    seatings = Seating.objects.filter(round__section__in=sections, plays__isnull=False).distinct()
    begun = seatings.exclude(round__started_at=None).select_related("round", "table__section")
    return begun.order_by("round__number", "round__section__number", "table__number")


def _order(slip: Seating) -> tuple[int, int, int]:
    return slip.round.number, slip.table.section.number, slip.table.number


def _typed(session: Session, entry: Entry) -> TypedResult:
    game, board = session.stage.event.game, entry.play.board
    return TypedResult(entry.play, notation_of(game, entry.outcome, game.board(board.number)))
