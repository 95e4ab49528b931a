"""One play as a program reads it: what was said about it, to whoever may know."""

from dataclasses import dataclass

from tournaments.models import Entry, Place, Play, Table
from tournaments.queries.hands import is_sealed
from tournaments.queries.room import seating_now
from tournaments.queries.silence import is_hidden
from tournaments.queries.table import may_see_result


@dataclass(frozen=True)
class PlayShown:
    """A play; `entries` is None while its board is sealed to the reader, who learns whether it is due."""

    play: Play
    entries: list[Entry] | None

    @property
    def is_due(self) -> bool:
        """Whether nothing counts or is disputed yet."""
        return self.play.state == Play.State.DUE


def read_play(play_id: int) -> Play | None:
    """A play with all that its readers and writers need; None where there is no such play."""
    related = Play.objects.select_related(
        "board__session__stage__event__club", "seating__table", "seating__round", "entry"
    )
    return related.filter(pk=play_id).first()


def show_to_table(play: Play, table: Table) -> PlayShown:
    """The play for the device of a table: its own of this round, and what those seated there have played."""
    return _shown(play, may_see_result(seating_now(table), play))


def show_to_staff(play: Play, user_id: int) -> PlayShown:
    """The play for a member who may enter results, unless he is to play its board himself."""
    waits = Place.objects.filter(
        player__user=user_id, seating__plays__board=play.board, seating__plays__state=Play.State.DUE
    )
    return _shown(play, not is_sealed(play.board) or not waits.exists())


def show_to_anybody(play: Play) -> PlayShown:
    """The play for anybody: told once its board is unsealed."""
    return _shown(play, not is_hidden(play.board))


def _shown(play: Play, told: bool) -> PlayShown:
    return PlayShown(play, list(play.entries.all()) if told else None)
