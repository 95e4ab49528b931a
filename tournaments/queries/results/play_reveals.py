"""List plays whose results were shown to a playing director; anybody may read the list."""

from dataclasses import dataclass
from datetime import datetime

from tournaments.models import Event, Player, PlayReveal


@dataclass(frozen=True)
class RevealedPlay:
    """A play that was revealed to a player, with its board and table by number.

    `table_label` is the name of the table in a session with several sections.
    """

    at: datetime
    player: str
    board: int
    table: int
    table_label: str


def reveals_of_event(event: Event) -> list[RevealedPlay]:
    """Return every reveal of an event, the earliest first."""
    of_event = PlayReveal.objects.filter(play__board__session__stage__event=event).order_by("pk")
    reveals = list(of_event.select_related("play__board", "play__seating__table__section"))
    if not reveals:
        return []
    names = _names_by_user(event.club_id)
    return [
        RevealedPlay(
            at=reveal.at,
            player=names.get(reveal.user_id or 0, ""),
            board=reveal.play.board.number,
            table=reveal.play.seating.table.number,
            table_label=reveal.play.seating.table.label,
        )
        for reveal in reveals
    ]


def _names_by_user(club_id: int) -> dict[int, str]:
    """Return how the club calls its players who have an account, by the id of their user.

    The account may also belong to a player of another club who is the same person.
    """
    players = Player.objects.filter(club=club_id)
    names_of_linked_users = players.exclude(person=None).values_list(
        "person__players__user", "name"
    )
    return dict([*names_of_linked_users, *players.values_list("user", "name")])
