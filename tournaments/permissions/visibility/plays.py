"""Load plays for a reader, with the parts that the reader may see.

Pages and API views get every play here; `tests/permissions/visibility/test_plays.py` finds other
access. Actions apply the same rules themselves (`actions/results/reveal_play.py`).
"""

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property

from django.db.models import QuerySet

from tournaments.models import Entry, Play, Seating, Section, Table
from tournaments.permissions.visibility.devices import UNLINKED, DeviceAccess
from tournaments.permissions.visibility.playing_members import (
    is_hidden_from_playing_director,
    is_player_of_event,
    play_ids_hidden_from,
)
from tournaments.permissions.visibility.results_of_other_tables import device_may_see_own_result
from tournaments.permissions.visibility.results_shown import is_board_hidden

_RELATED = (
    "board__session__stage__event__club",
    "seating__table__section",
    "seating__round__section__session__stage__event",
    "entry",
)


@dataclass(frozen=True)
class PlayReader:
    """Who reads a play: a member, the device of a table, or the public if no field is set.

    `sections` limits a member with a role to the plays of these sections. A device belongs to
    `table`, at which `seating` sits now, and `access` says to whom it is linked. A device may be
    signed in, too.
    """

    user_id: int | None = None
    sections: QuerySet[Section] | None = None
    table: Table | None = None
    seating: Seating | None = None
    access: DeviceAccess = UNLINKED


@dataclass(frozen=True)
class ReadablePlay:
    """A play that a reader may load.

    `is_hidden_from_reader`: the own-board rule applies to the reader, so only the state of the play
    is shown.
    """

    play: Play
    reader: PlayReader
    is_hidden_from_reader: bool

    @cached_property
    def shows_entries(self) -> bool:
        """Return whether the reader may see entries, decisions, objections and drafts."""
        if self.is_hidden_from_reader:
            return False
        if self.reader.table is not None:
            return device_may_see_own_result(self.reader.access, self.reader.seating, self.play)
        return self.reader.user_id is not None or not is_board_hidden(self.play.board)

    @property
    def shows_contradictions(self) -> bool:
        """Return whether the reader may see which fields of an entry the cards contradict."""
        event = self.play.board.session.stage.event_id
        return self.reader.user_id is not None and not is_player_of_event(
            self.reader.user_id, event
        )

    @property
    def entries(self) -> list[Entry] | None:
        """Return all entries, oldest first, or None if the reader may not see them."""
        return list(self.play.entries.all()) if self.shows_entries else None

    @property
    def is_due(self) -> bool:
        """Return whether the play has neither a result that counts nor a conflict."""
        return self.play.state == Play.State.DUE


def find_readable_play(reader: PlayReader, play_id: int) -> ReadablePlay | None:
    """Return a play, or None if it does not exist or is not in the reader's sections."""
    plays = Play.objects.filter(board__session__stage__event__archived_at=None).select_related(
        *_RELATED
    )
    if reader.sections is not None:
        plays = plays.filter(seating__round__section__in=reader.sections)
    play = plays.filter(pk=play_id).first()
    return readable_play(reader, play) if play else None


def readable_play(reader: PlayReader, play: Play) -> ReadablePlay:
    """Return an already loaded play for its reader."""
    return ReadablePlay(play, reader, is_hidden_from_playing_director(reader.user_id, play))


def readable_plays(reader: PlayReader, plays: QuerySet[Play]) -> list[ReadablePlay]:
    """Return several plays for a reader, in a fixed number of queries."""
    concealed: Collection[int] = (
        () if reader.user_id is None else play_ids_hidden_from(reader.user_id, plays.order_by())
    )
    return [ReadablePlay(play, reader, play.pk in concealed) for play in plays]
