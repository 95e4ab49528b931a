"""What a side may take back of what it has said: while its table alone knows anything of the
board."""

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
_SETTLED = (Play.State.CONFIRMED, Play.State.RULED, Play.State.VOID)


class ConflictResolution(NamedTuple):
    """How a side may settle a conflict: what it said at a revision it takes back, and says this
    instead."""

    line: str
    revision: int
    outcome: Outcome


def withdrawal_problems(
    play: Play, side: str, revision: int, access: DeviceAccess
) -> list[Problem]:
    """Return why a device cannot take back what its side entered at a revision of the play.

    Any device takes back its own entries. Those of another device only one that is bound to
    somebody on that side, or the table's shared phone: a code alone lets nobody undo them.
    """
    entries = list(play.entries.all())
    own = {each.revision for each in _withdrawable(play, side, entries, access)}
    nothing = Problem("nothing_to_withdraw", _NOTHING, {"revision": revision}, "withdraws")
    return [*([] if revision in own else [nothing]), *_too_late(play, entries)]


def conflict_resolutions(
    play: Play, held: Collection[str], access: DeviceAccess
) -> tuple[ConflictResolution, ...]:
    """Return how a phone may settle a conflict: by entering for a side what the others did."""
    entries = list(play.entries.all())
    if play.state != Play.State.CONFLICT or any(_too_late(play, entries)):
        return ()
    lines = _lines_spoken_for(play, held, entries, access)
    found = (_way_out(line, entries, _withdrawable(play, line, entries, access)) for line in lines)
    return tuple(each for each in found if each)


class RetypableEntry(NamedTuple):
    """What a side said at a revision, and may still say otherwise."""

    line: str
    revision: int
    outcome: Outcome


def entries_to_retype(
    play: Play, held: Collection[str], access: DeviceAccess
) -> tuple[RetypableEntry, ...]:
    """Return the entries that a phone may type again in a conflict: one of each side for which it
    speaks."""
    entries = list(play.entries.all())
    if play.state != Play.State.CONFLICT or any(_too_late(play, entries)):
        return ()
    lines = _lines_spoken_for(play, held, entries, access)
    own = ((line, _withdrawable(play, line, entries, access)) for line in lines)
    return tuple(
        RetypableEntry(line, said[0].revision, said[0].outcome)
        for line, said in own
        if len(said) == 1
    )


def _lines_spoken_for(
    play: Play, held: Collection[str], entries: Collection[Entry], access: DeviceAccess
) -> list[str]:
    """Return the lines of a phone's sides, and of those that have entered on it alone: it was lent
    to them."""
    lines = play.board.session.stage.event.game.lines
    return [line for line in lines if line in held or _is_lent_to(line, entries, access)]


def _is_lent_to(line: str, entries: Collection[Entry], access: DeviceAccess) -> bool:
    devices = {entry.device for entry in _said_by(line, entries)}
    return bool(access.device) and devices == {access.device}


def replaced_revision(play: Play, side: str, device: str, outcome: Outcome) -> int | None:
    """Return the revision that a new entry from the same device replaces; None if it replaces none.

    A device corrects its side's only entry while no other side has answered and it may still be
    taken back. Programs share one device name, so an entry from a program replaces nothing.
    """
    own = play.entry
    is_same_phone = (
        own is not None and (own.side, own.device) == (side, device) and device != Entry.PROGRAM
    )
    if (
        own is None
        or not is_same_phone
        or play.state != Play.State.ENTERED
        or own.outcome == outcome
    ):
        return None
    entries = list(play.entries.all())
    is_alone = [each.revision for each in active_entries(entries)] == [own.revision]
    return own.revision if is_alone and not any(_too_late(play, entries)) else None


def _way_out(
    line: str, entries: Collection[Entry], withdrawable: Collection[Entry]
) -> ConflictResolution | None:
    """Where one thing that a side said stands against what all others say alike.

    Decisions that differ are left to the director: those of awards have no outcome that a side
    could say.
    """
    own = _said_by(line, entries)
    others = [each for each in active_entries(entries) if each.side != line]
    of_tables = others and all(each.kind == Entry.Kind.TABLE for each in others)
    alike = of_tables and all(each.outcome == others[0].outcome for each in others)
    if len(own) != 1 or not alike or own[0].outcome == others[0].outcome:
        return None
    if own[0] not in withdrawable:
        return None
    return ConflictResolution(line, own[0].revision, others[0].outcome)


def _withdrawable(
    play: Play, side: str, entries: Collection[Entry], access: DeviceAccess
) -> list[Entry]:
    """Return the entries of a side that a device may take back."""
    game = play.board.session.stage.event.game
    seated = contestants_by_line(game, play.seating.places.all()).get(side, ())
    is_bound = play.seating.table_id in access.tables or any(
        access.is_linked_to(contestant.pk) for contestant in seated
    )
    return [each for each in _said_by(side, entries) if is_bound or each.device == access.device]


def _said_by(side: str, entries: Collection[Entry]) -> list[Entry]:
    """What a side said, and nobody has taken back."""
    standing = (each for each in active_entries(entries) if each.kind == Entry.Kind.TABLE)
    return [each for each in standing if side and each.side == side]


def _too_late(play: Play, entries: Collection[Entry]) -> Iterator[Problem]:
    """Once the round is over, or the table may have seen what others made, also before it came
    to differ."""
    round_ = play.seating.round
    if round_.ended_at:
        yield Problem("round_ended", _ENDED, {"round": round_.number}, "withdraws")
    if not is_board_hidden(play.board) or (
        _was_settled(entries) and not own_results_only_until(play)
    ):
        yield Problem("seen", _SEEN, field="withdraws")


def _was_settled(entries: Collection[Entry]) -> bool:
    ordered = sorted(entries, key=lambda each: each.revision)
    return any(
        derive_state(ordered[:said]).state in _SETTLED for said in range(1, len(ordered) + 1)
    )
