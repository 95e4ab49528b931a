"""The awards of a play according to its scales."""

from collections.abc import Mapping

from tournaments.models import Play
from tournaments.queries.standings.scales import LineAward, read_awards


def awards(play: Play) -> Mapping[str, LineAward]:
    """Return the awards of a play by line; empty if no result counts."""
    loaded_play = Play.objects.select_related("board__session__stage__event").get(pk=play.pk)
    return read_awards(loaded_play.board.session.stage.event, [loaded_play]).get(play.pk, {})
