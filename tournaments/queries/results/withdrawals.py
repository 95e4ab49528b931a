"""Decide which of its entries a side may withdraw, and how that ends a conflict.

A table may settle a conflict without the director until it could have seen results of other tables.
"""

from collections.abc import Collection, Iterator
from typing import NamedTuple

from games.fields import Outcome
from games.problems import Problem
from games.text import gettext_noop as _
from tournaments.models import Entry, Play
from tournaments.permissions.visibility.devices import DeviceAccess
from tournaments.permissions.visibility.results_shown import is_board_hidden, own_results_only_until
from tournaments.queries.results.play_state import active_entries, derive_state
from tournaments.queries.rounds.rounds import contestants_by_line

_NOTHING = _("Your side has no entry at revision %(revision)s that it could withdraw.")
_ENDED = _("Round %(round)s has ended. Only the director can settle this now.")
_SEEN = _("Other tables’ results could already be seen. Only the director can settle this now.")

# In these states the table may be shown the other results of the board.
_STATES_THAT_REVEAL = (Play.State.CONFIRMED, Play.State.RULED, Play.State.VOID)


class ConflictResolution(NamedTuple):
    """How a line may end a conflict: withdraw its entry at `revision`, enter `outcome`."""

    line: str
    revision: int
    outcome: Outcome


class RetypableEntry(NamedTuple):
    """The entry of a line at `revision`, which it may replace."""

    line: str
    revision: int
    outcome: Outcome


def withdrawal_problems(
    play: Play, side: str, revision: int, access: DeviceAccess
) -> list[Problem]:
    """Return why a device may not withdraw its side's entry at a revision; empty if it may.

    Any device may withdraw its own entries. To withdraw those of another device, it must be linked
    to somebody on that side or to the table: knowing the table's code is not enough.
    """
    entries = list(play.entries.all())
    revisions = {entry.revision for entry in _withdrawable_entries(play, side, entries, access)}
    problem = Problem("nothing_to_withdraw", _NOTHING, {"revision": revision}, "withdraws")
    return [
        *([] if revision in revisions else [problem]),
        *_too_late_problems(play, entries),
    ]


def conflict_resolutions(
    play: Play, phone_lines: Collection[str], access: DeviceAccess
) -> tuple[ConflictResolution, ...]:
    """Return for each line of a phone how it may accept the other side's outcome.

    `phone_lines` are the lines for which the phone enters.
    """
    entries = list(play.entries.all())
    if play.state != Play.State.CONFLICT or any(_too_late_problems(play, entries)):
        return ()
    lines = _lines_of_phone(play, phone_lines, entries, access)
    resolutions = (
        _conflict_resolution(line, entries, _withdrawable_entries(play, line, entries, access))
        for line in lines
    )
    return tuple(resolution for resolution in resolutions if resolution)


def entries_to_retype(
    play: Play, phone_lines: Collection[str], access: DeviceAccess
) -> tuple[RetypableEntry, ...]:
    """Return the entries that a phone may replace in a conflict: the only one of each line.

    `phone_lines` are the lines for which the phone enters.
    """
    entries = list(play.entries.all())
    if play.state != Play.State.CONFLICT or any(_too_late_problems(play, entries)):
        return ()
    lines = _lines_of_phone(play, phone_lines, entries, access)
    entries_by_line = ((line, _withdrawable_entries(play, line, entries, access)) for line in lines)
    return tuple(
        RetypableEntry(line, line_entries[0].revision, line_entries[0].outcome)
        for line, line_entries in entries_by_line
        if len(line_entries) == 1
    )


def _lines_of_phone(
    play: Play, phone_lines: Collection[str], entries: Collection[Entry], access: DeviceAccess
) -> list[str]:
    """Return the lines for which a phone enters, and those that have entered only on it.

    The latter have borrowed the phone.
    """
    lines = play.board.session.stage.event.game.lines
    return [line for line in lines if line in phone_lines or _is_lent_to(line, entries, access)]


def _is_lent_to(line: str, entries: Collection[Entry], access: DeviceAccess) -> bool:
    devices = {entry.device for entry in _entries_of_side(line, entries)}
    return bool(access.device) and devices == {access.device}


def replaced_revision(play: Play, side: str, device: str, outcome: Outcome) -> int | None:
    """Return the revision that a new entry from the same device replaces, or None.

    A device corrects its side's only entry while no other side has entered and it may still be
    withdrawn. Programs share one device name, so an entry from a program replaces nothing.
    """
    counting = play.entry
    is_same_device = (
        counting is not None
        and (counting.side, counting.device) == (side, device)
        and device != Entry.PROGRAM
    )
    if (
        counting is None
        or not is_same_device
        or play.state != Play.State.ENTERED
        or counting.outcome == outcome
    ):
        return None
    entries = list(play.entries.all())
    is_only = [entry.revision for entry in active_entries(entries)] == [counting.revision]
    return counting.revision if is_only and not any(_too_late_problems(play, entries)) else None


def _conflict_resolution(
    line: str, entries: Collection[Entry], withdrawable: Collection[Entry]
) -> ConflictResolution | None:
    """Return a resolution if the line's only entry differs from equal entries of all others.

    Conflicts between decisions are left to the director: adjusted awards, for example, have no
    outcome that a side could enter.
    """
    own_entries = _entries_of_side(line, entries)
    other_entries = [entry for entry in active_entries(entries) if entry.side != line]
    are_of_tables = other_entries and all(entry.kind == Entry.Kind.TABLE for entry in other_entries)
    others_agree = are_of_tables and all(
        entry.outcome == other_entries[0].outcome for entry in other_entries
    )
    if (
        len(own_entries) != 1
        or not others_agree
        or own_entries[0].outcome == other_entries[0].outcome
    ):
        return None
    if own_entries[0] not in withdrawable:
        return None
    return ConflictResolution(line, own_entries[0].revision, other_entries[0].outcome)


def _withdrawable_entries(
    play: Play, side: str, entries: Collection[Entry], access: DeviceAccess
) -> list[Entry]:
    """Return the entries of a side that a device may withdraw, unless it is too late."""
    game = play.board.session.stage.event.game
    contestants = contestants_by_line(game, play.seating.places.all()).get(side, ())
    is_linked = play.seating.table_id in access.tables or any(
        access.is_linked_to(contestant.pk) for contestant in contestants
    )
    return [
        entry
        for entry in _entries_of_side(side, entries)
        if is_linked or entry.device == access.device
    ]


def _entries_of_side(side: str, entries: Collection[Entry]) -> list[Entry]:
    """Return the entries of a side that are not withdrawn; none for a blank side."""
    of_tables = (entry for entry in active_entries(entries) if entry.kind == Entry.Kind.TABLE)
    return [entry for entry in of_tables if side and entry.side == side]


def _too_late_problems(play: Play, entries: Collection[Entry]) -> Iterator[Problem]:
    """Yield a problem if the round is over, and one if other results could be seen."""
    round_ = play.seating.round
    if round_.ended_at:
        yield Problem("round_ended", _ENDED, {"round": round_.number}, "withdraws")
    # A confirmed play opens the board to its table, even if a later entry has brought the play into
    # conflict.
    if not is_board_hidden(play.board) or (
        _was_ever_revealed(entries) and not own_results_only_until(play)
    ):
        yield Problem("seen", _SEEN, field="withdraws")


def _was_ever_revealed(entries: Collection[Entry]) -> bool:
    ordered = sorted(entries, key=lambda entry: entry.revision)
    return any(
        derive_state(ordered[:count]).state in _STATES_THAT_REVEAL
        for count in range(1, len(ordered) + 1)
    )
