"""Find score slips to be typed at the desk, and the results that were typed last.

A slip is the seating of a table in a round.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from games.text import Text
from tournaments.models import Entry, Play, Seating, Section, Session
from tournaments.queries.results.notations import notation_of

# The number of results that are shown as typed last.
_MAX_LAST_RESULTS = 12


@dataclass(frozen=True)
class TypedResult:
    """A result that a member typed.

    `notation` is what they typed; `play` is its state since then.
    """

    play: Play
    notation: Text


def untyped_slips(sections: QuerySet[Section]) -> list[Seating]:
    """Return the slips of started rounds with a board without a result, in order of play."""
    return list(_started_slips(sections).filter(plays__state=Play.State.DUE).distinct())


def split_unplayed(slips: Sequence[Seating]) -> tuple[list[Seating], list[Seating]]:
    """Return the slips to type, then those that were left when the evening was ended early."""
    to_type: list[Seating] = []
    unplayed: list[Seating] = []
    for slip in slips:
        finished_at = slip.table.section.session.finished_at
        is_unplayed = finished_at is not None and slip.round.ended_at == finished_at
        (unplayed if is_unplayed else to_type).append(slip)
    return to_type, unplayed


def find_slip(sections: QuerySet[Section], round_number: int, table_label: str) -> Seating | None:
    """Return the slip of a table, by its label, in a round that has started, or None.

    Case and spaces are ignored unless that makes the label ambiguous.
    """
    started_slips = list(_started_slips(sections).filter(round__number=round_number))
    exact_matches = [slip for slip in started_slips if slip.table.label == table_label]
    matches = exact_matches or [
        slip
        for slip in started_slips
        if _normalized_label(slip.table.label) == _normalized_label(table_label)
    ]
    return matches[0] if len(matches) == 1 else None


def _normalized_label(label: str) -> str:
    return "".join(label.split()).casefold()


def next_slip(slips: Sequence[Seating], previous_seating: Seating | None) -> Seating | None:
    """Return the slip after `previous_seating` in the pile; the first slip after the last one."""
    later_slips = (
        slip
        for slip in slips
        if previous_seating and _slip_order(slip) > _slip_order(previous_seating)
    )
    return next(later_slips, None) or next(
        (slip for slip in slips if slip != previous_seating), None
    )


def last_typed_results(session: Session, user_id: int) -> list[TypedResult]:
    """Return the results that a member typed last, the newest first.

    Each result is listed once, though it was stored once for each line.
    """
    first_line, *_others = session.stage.event.game.lines
    entries = Entry.objects.filter(
        user_id=user_id, kind=Entry.Kind.TABLE, side=first_line, play__board__session=session
    )
    with_play = entries.select_related(
        "play__seating__round", "play__seating__table__section", "play__board"
    )
    return [
        _typed_result(session, entry) for entry in with_play.order_by("-pk")[:_MAX_LAST_RESULTS]
    ]


def _started_slips(sections: QuerySet[Section]) -> QuerySet[Seating]:
    seatings = Seating.objects.filter(round__section__in=sections, plays__isnull=False).distinct()
    started_seatings = seatings.exclude(round__started_at=None).select_related(
        "round", "table__section__session"
    )
    return started_seatings.order_by("round__number", "round__section__number", "table__number")


def _slip_order(slip: Seating) -> tuple[int, int, int]:
    return slip.round.number, slip.table.section.number, slip.table.number


def _typed_result(session: Session, entry: Entry) -> TypedResult:
    game, board = session.stage.event.game, entry.play.board
    return TypedResult(entry.play, notation_of(game, entry.outcome, game.board(board.number)))
