"""Load plays for a reader, and decide which parts of a play the reader may see.

Pages and API views load plays only with this module; `tests/permissions/visibility/test_plays.py`
finds other code that does. Actions check the own-board rule with `permissions/results.py`.
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

    `sections` limits a member to the plays of these sections. A device is used at `table`;
    `seating` is the table's seating in the current round, and `access` has the device's links. The
    user of a device may also be signed in.
    """

    user_id: int | None = None
    sections: QuerySet[Section] | None = None
    table: Table | None = None
    seating: Seating | None = None
    access: DeviceAccess = UNLINKED


@dataclass(frozen=True)
class ReadablePlay:
    """A play that a reader may load.

    If `is_hidden_from_reader` is true, the reader still has to play the board at another table (the
    own-board rule), so only the state of the play may be shown.
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
        event_id = self.play.board.session.stage.event_id
        return self.reader.user_id is not None and not is_player_of_event(
            self.reader.user_id, event_id
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
    """Return a play, or None if it does not exist or is not in the reader's sections.

    Plays of archived events are not found.
    """
    plays = Play.objects.filter(board__session__stage__event__archived_at=None).select_related(
        *_RELATED
    )
    if reader.sections is not None:
        plays = plays.filter(seating__round__section__in=reader.sections)
    play = plays.filter(pk=play_id).first()
    return readable_play(reader, play) if play else None


def readable_play(reader: PlayReader, play: Play) -> ReadablePlay:
    """Return a play that is loaded already, with what the reader may see of it."""
    return ReadablePlay(play, reader, is_hidden_from_playing_director(reader.user_id, play))


def readable_plays(reader: PlayReader, plays: QuerySet[Play]) -> list[ReadablePlay]:
    """Return several plays for a reader; the number of queries does not depend on theirs."""
    hidden_play_ids: Collection[int] = (
        () if reader.user_id is None else play_ids_hidden_from(reader.user_id, plays.order_by())
    )
    return [ReadablePlay(play, reader, play.pk in hidden_play_ids) for play in plays]
