"""Who was shown what was said at another table, though he had the board yet to play: anybody may
know."""

from dataclasses import dataclass
from datetime import datetime

from tournaments.models import Event, Player, PlayReveal


@dataclass(frozen=True)
class RevealedPlay:
    """A play that was revealed: to which player, when, and which board it was at a table, with
    its label."""

    at: datetime
    player: str
    board: int
    table: int
    label: str


def reveals_of_event(event: Event) -> list[RevealedPlay]:
    """Every reveal of an event, the first one first."""
    reveals = PlayReveal.objects.filter(play__board__session__stage__event=event).order_by("pk")
    found = list(reveals.select_related("play__board", "play__seating__table__section"))
    if not found:
        return []
    names = _names_of_members(event.club_id)
    return [
        RevealedPlay(
            at=reveal.at,
            player=names.get(reveal.user_id or 0, ""),
            board=reveal.play.board.number,
            table=reveal.play.seating.table.number,
            label=reveal.play.seating.table.label,
        )
        for reveal in found
    ]


def _names_of_members(club_id: int) -> dict[int, str]:
    """What a club calls those of its players who have an account, here or as the same person
    elsewhere."""
    players = Player.objects.filter(club=club_id)
    elsewhere = players.exclude(person=None).values_list("person__players__user", "name")
    return dict([*elsewhere, *players.values_list("user", "name")])
