"""One play as a program reads it: what was said about it, to whoever may know."""

from dataclasses import dataclass

from tournaments.models import Entry, Play
from tournaments.queries.visibility.concealed import is_concealed
from tournaments.queries.visibility.quiet import is_hidden


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
        "board__session__stage__event__club",
        "seating__table__section",
        "seating__round__section__session__stage__event",
        "entry",
    )
    return related.filter(pk=play_id).first()


def show_to_staff(play: Play, user_id: int) -> PlayShown:
    """The play for a member who may enter results, unless he is to play its board himself."""
    return _shown(play, not is_concealed(user_id, play))


def show_to_anybody(play: Play) -> PlayShown:
    """The play for anybody, also for a program with a table's code: visible once its board is not hidden."""
    return _shown(play, not is_hidden(play.board))


def _shown(play: Play, visible: bool) -> PlayShown:
    return PlayShown(play, list(play.entries.all()) if visible else None)
