"""Who was shown what was said at another table, though he had the board yet to play: anybody may know."""

from dataclasses import dataclass
from datetime import datetime

from tournaments.models import Event, Player, Reveal


@dataclass(frozen=True)
class Revealed:
    """A play that was revealed: to which player, when, and which board it was at a table, with its label."""

    at: datetime
    player: str
    board: int
    table: int
    label: str


def reveals_of(event: Event) -> list[Revealed]:
    """Every reveal of an event, the first one first."""
    reveals = Reveal.objects.filter(play__board__session__stage__event=event).order_by("pk")
    found = list(reveals.select_related("play__board", "play__seating__table__section"))
    if not found:
        return []
    names = dict(Player.objects.filter(club=event.club_id).exclude(user=None).values_list("user", "name"))
    return [
        Revealed(
            at=reveal.at,
            player=names.get(reveal.user_id or 0, ""),
            board=reveal.play.board.number,
            table=reveal.play.seating.table.number,
            label=reveal.play.seating.table.label,
        )
        for reveal in found
    ]
