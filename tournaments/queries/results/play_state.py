"""Derive the state of a play from the set of its entries, in whatever order they arrived.

The director's last decision prevails. Without one, the entries of tables must agree: equal ones of
two sides confirm each other, and any two that differ are a conflict.
"""

import logging
from collections.abc import Collection
from typing import NamedTuple

from games.game import Game
from tournaments.models import Entry, Play
from tournaments.queries.results.line_points import format_line_points

logger = logging.getLogger(__name__)

_STATE_AFTER = {
    Entry.Kind.CORRECTION: Play.State.CONFIRMED,
    Entry.Kind.RULING: Play.State.RULED,
    Entry.Kind.VOID: Play.State.VOID,
    Entry.Kind.AWARDS: Play.State.RULED,
}

# The kinds of entries by which a director decides about a play.
DECISION_KINDS = tuple(_STATE_AFTER)

# What pages show instead of a state if the result that counts is the director's.
DECIDED_STATE = "decided"

# The columns of a play that are derived from its entries.
DERIVED_COLUMNS = ("state", "entry", "flagged", "line_points", "line_scores")


class DerivedState(NamedTuple):
    """The state of a play, and the entry that counts if there is one."""

    state: str
    entry: Entry | None


def active_entries(entries: Collection[Entry]) -> list[Entry]:
    """Return the entries without withdrawn ones, and without the withdrawals themselves.

    A director may withdraw a withdrawal, and so on. What a table has withdrawn stays withdrawn.
    """
    withdrawn: set[int] = set()
    # Latest first: whether a withdrawal is effective depends on later ones only.
    for entry in sorted(entries, key=lambda entry: entry.revision, reverse=True):
        is_effective = entry.kind == Entry.Kind.TABLE or entry.revision not in withdrawn
        if entry.withdraws is not None and is_effective:
            withdrawn.add(entry.withdraws)
    return [
        entry
        for entry in entries
        if entry.revision not in withdrawn and entry.kind != Entry.Kind.WITHDRAWAL
    ]


def derive_state(entries: Collection[Entry]) -> DerivedState:
    """Return the state that a set of entries adds up to.

    Withdrawn entries do not count. Late entries do not either until the director decides.
    """
    entries = active_entries(entries)
    decisions = [entry for entry in entries if entry.kind in _STATE_AFTER]
    if decisions:
        return _state_from_decisions(decisions)
    return _state_from_tables([entry for entry in entries if not entry.late])


def _state_from_decisions(decisions: list[Entry]) -> DerivedState:
    """Let the last decision prevail, unless an offline section has decided differently.

    A decision made here overrules everything before it. One uploaded from an offline section (with
    an `origin`) was made without knowledge of the others, so the last decisions of all sources
    since the last one made here must be equal. Otherwise the play is in conflict.
    """
    ordered = sorted(decisions, key=lambda entry: entry.revision)
    local_indices = [index for index, entry in enumerate(ordered) if not entry.origin]
    since_last_local = ordered[local_indices[-1] if local_indices else 0 :]
    last_by_source = {entry.source: entry for entry in since_last_local}
    last = ordered[-1]
    if any(_decided_content(entry) != _decided_content(last) for entry in last_by_source.values()):
        return DerivedState(Play.State.CONFLICT, None)
    return DerivedState(_STATE_AFTER[Entry.Kind(last.kind)], last)


def _decided_content(entry: Entry) -> tuple[object, ...]:
    return entry.kind, entry.outcome, entry.given


def _state_from_tables(entries: list[Entry]) -> DerivedState:
    """Compare the entries of tables; any two that differ conflict, even of one side."""
    if not entries:
        return DerivedState(Play.State.DUE, None)
    first = min(entries, key=lambda entry: entry.revision)
    if any(entry.outcome != first.outcome for entry in entries):
        return DerivedState(Play.State.CONFLICT, None)
    sides = {entry.side for entry in entries}
    return DerivedState(Play.State.CONFIRMED if len(sides) > 1 else Play.State.ENTERED, first)


def _is_flagged(derived: DerivedState, game: Game) -> bool:
    """Return whether the result is flagged: a ruling is, others if the game says so.

    Boards not played and adjusted awards have no result to flag.
    """
    if derived.entry is None or derived.state == Play.State.VOID or derived.entry.given:
        return False
    return derived.state == Play.State.RULED or game.is_flagged(derived.entry.outcome)


def set_derived_columns(play: Play, entries: Collection[Entry], game: Game) -> None:
    """Set the play's `DERIVED_COLUMNS` from its entries, without saving.

    An outcome that the game cannot score (stored by an older version, for example) is logged and
    left without points. The director finds it in `queries/desk/pending_decisions.py`, and the
    other plays are scored.
    """
    derived = derive_state(entries)
    play.state, play.entry = derived
    try:
        play.flagged = _is_flagged(derived, game)
        play.line_points, play.line_scores = format_line_points(play, game)
    except Exception:
        logger.exception("play %s: what was said cannot be scored", play.pk)
        play.flagged, play.line_points, play.line_scores = derived.state == Play.State.RULED, "", ""


def is_decided(play: Play) -> bool:
    """Return whether the result that counts, or that the board is not played, is a decision."""
    return play.state == Play.State.VOID or (
        play.entry is not None and play.entry.kind in DECISION_KINDS
    )


def shown_state(state: str, kind: str | None, *, is_unplayed_at_finish: bool = False) -> str:
    """Return the state of a play to show on pages; `kind` is that of the entry that counts.

    A board that was left when the session was finished is shown as not played.

    A result that the director has corrected or accepted is not shown as confirmed, because no
    second side has confirmed it, but as `DECIDED_STATE`.
    """
    if is_unplayed_at_finish:
        return Play.State.VOID
    is_confirmed_by_director = state == Play.State.CONFIRMED and kind in DECISION_KINDS
    return DECIDED_STATE if is_confirmed_by_director else state


def entries_to_review(entries: Collection[Entry]) -> list[Entry]:
    """Return the entries of tables that the director has yet to look at.

    Those are entries that came late or after the last decision, and differ from the result that
    counts.
    """
    counting, active = derive_state(entries).entry, active_entries(entries)
    last_decision = max(
        (entry.revision for entry in active if entry.kind in _STATE_AFTER), default=0
    )
    return [
        entry
        for entry in active
        if entry.kind == Entry.Kind.TABLE
        and entry.revision > last_decision
        and (entry.late or last_decision)
        and (counting is None or entry.outcome != counting.outcome)
    ]
