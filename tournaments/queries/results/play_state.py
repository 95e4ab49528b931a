"""What the entries of a play amount to: a function of their set, whatever order they came in."""

import logging
from collections.abc import Collection
from typing import NamedTuple

from games.game import Game
from tournaments.models import Entry, Play
from tournaments.queries.results.line_points import format_line_points

logger = logging.getLogger(__name__)


class DerivedState(NamedTuple):
    """The state of a play and the entry that counts, if one does."""

    state: str
    entry: Entry | None


_DECIDED = {
    Entry.Kind.CORRECTION: Play.State.CONFIRMED,
    Entry.Kind.RULING: Play.State.RULED,
    Entry.Kind.VOID: Play.State.VOID,
    Entry.Kind.AWARDS: Play.State.RULED,
}
DECIDED_STATE = "decided"
"""The mark of a play whose result that counts is the director's."""

DECISION_KINDS = tuple(_DECIDED)
"""The kinds by which a director decides about a play."""


def active_entries(entries: Collection[Entry]) -> list[Entry]:
    """The set by which a play is settled: what was taken back is out of it, and so is taking back
    itself.

    What a table has taken back stays so. A director may take back that he took something back, and
    again.
    """
    out: set[int] = set()
    for entry in sorted(entries, key=lambda each: each.revision, reverse=True):
        holds = entry.kind == Entry.Kind.TABLE or entry.revision not in out
        if entry.withdraws is not None and holds:
            out.add(entry.withdraws)
    return [
        entry
        for entry in entries
        if entry.revision not in out and entry.kind != Entry.Kind.WITHDRAWAL
    ]


def derive_state(entries: Collection[Entry]) -> DerivedState:
    """The director's last word prevails; without one the tables' timely entries must agree.

    What was withdrawn is left out.
    """
    entries = active_entries(entries)
    decisions = [entry for entry in entries if entry.kind in _DECIDED]
    if decisions:
        return _settle_decided(decisions)
    return _settle_tables([entry for entry in entries if not entry.late])


def _settle_decided(decisions: list[Entry]) -> DerivedState:
    """Who decides here has seen all before; who decided elsewhere has seen his own, and overrules
    no other.

    So the last word of each of them since the last one here must be the same, or it is a conflict.
    """
    ordered = sorted(decisions, key=lambda entry: entry.revision)
    here = [at for at, entry in enumerate(ordered) if not entry.origin]
    standing = {entry.source: entry for entry in ordered[here[-1] if here else 0 :]}
    last = ordered[-1]
    if any(_said(each) != _said(last) for each in standing.values()):
        return DerivedState(Play.State.CONFLICT, None)
    return DerivedState(_DECIDED[Entry.Kind(last.kind)], last)


def _said(entry: Entry) -> tuple[object, ...]:
    return entry.kind, entry.outcome, entry.given


def _settle_tables(entries: list[Entry]) -> DerivedState:
    """Any two that differ are a conflict, also from one side; equal ones from two sides confirm."""
    if not entries:
        return DerivedState(Play.State.DUE, None)
    first = min(entries, key=lambda entry: entry.revision)
    if any(entry.outcome != first.outcome for entry in entries):
        return DerivedState(Play.State.CONFLICT, None)
    sides = {entry.side for entry in entries}
    return DerivedState(Play.State.CONFIRMED if len(sides) > 1 else Play.State.ENTERED, first)


def is_flagged(settled: DerivedState, game: Game) -> bool:
    """A ruling always is; any other result where the game says so.

    What was not played has no result, nor has what awards were given for.
    """
    if settled.entry is None or settled.state == Play.State.VOID or settled.entry.given:
        return False
    return settled.state == Play.State.RULED or game.is_flagged(settled.entry.outcome)


DERIVED_COLUMNS = ("state", "entry", "flagged", "line_points", "line_scores")
"""The columns of a play that follow from its entries."""


def set_derived_columns(play: Play, entries: Collection[Entry], game: Game) -> None:
    """Let the play say what its entries amount to; nothing is stored.

    An outcome that the game can make nothing of, as one of an old version may be, keeps nobody else
    waiting: it is logged, makes nothing, and is the director's to decide
    (`queries/desk/waiting_for_director.py`).
    """
    settled = derive_state(entries)
    play.state, play.entry = settled
    try:
        play.flagged = is_flagged(settled, game)
        play.line_points, play.line_scores = format_line_points(play, game)
    except Exception:
        logger.exception("play %s: what was said cannot be scored", play.pk)
        play.flagged, play.line_points, play.line_scores = settled.state == Play.State.RULED, "", ""


def is_decided(play: Play) -> bool:
    """Return whether what counts of a play is a decision of the director."""
    return play.state == Play.State.VOID or (
        play.entry is not None and play.entry.kind in DECISION_KINDS
    )


def shown_state(state: str, kind: str | None) -> str:
    """Return the state of a play as it is shown, by the `kind` of the entry that counts: what the
    director corrected or accepted is decided, since no second side has confirmed it."""
    is_settled_by_director = state == Play.State.CONFIRMED and kind in DECISION_KINDS
    return DECIDED_STATE if is_settled_by_director else state


def entries_to_review(entries: Collection[Entry]) -> list[Entry]:
    """Table entries the director has yet to look at: late or after his decision, and not what
    counts."""
    settled, entries = derive_state(entries), active_entries(entries)
    decided = max((entry.revision for entry in entries if entry.kind in _DECIDED), default=0)
    return [
        entry
        for entry in entries
        if entry.kind == Entry.Kind.TABLE
        and entry.revision > decided
        and (entry.late or decided)
        and (settled.entry is None or entry.outcome != settled.entry.outcome)
    ]
