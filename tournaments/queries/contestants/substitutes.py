"""List the choices of a substitution: who leaves, who may come, and from which board on."""

from typing import NamedTuple

from tournaments.models import Play, Player, Round, SeatHolder, Seating
from tournaments.queries.people.players import club_player_names
from tournaments.queries.rounds.substitutes import seat_periods


class SeatedPlayer(NamedTuple):
    """A player at a table, and the place where they sit."""

    place: SeatHolder
    player: Player


class SubstitutionStart(NamedTuple):
    """A board from which a substitute may play, or 0 for the start of a round.

    `is_next` marks the most likely choice.
    """

    round: int
    board: int
    is_next: bool

    @property
    def value(self) -> str:
        """Return the value as the form submits it."""
        return f"{self.round}.{self.board}"


def players_at_table(seating: Seating) -> list[SeatedPlayer]:
    """Return the players who sit at a table after all recorded substitutions, by seat."""
    seat_holders = seating.places.select_related("player", "contestant").prefetch_related(
        "substitutions__player"
    )
    seat_history = (
        (seat_holder, seat_periods(seat_holder)) for seat_holder in seat_holders.order_by("seat")
    )
    return [
        SeatedPlayer(seat_holder, periods[-1].player)
        for seat_holder, periods in seat_history
        if periods
    ]


def unnamed_contestants_at(seating: Seating) -> list[int]:
    """Return the numbers of contestants at a table whose players are not known."""
    seat_holders = seating.places.filter(player=None).order_by("contestant__number")
    return list(dict.fromkeys(seat_holders.values_list("contestant__number", flat=True)))


def substitution_starts(seating: Seating) -> list[SubstitutionStart]:
    """Return every board of the table, then the later rounds; the next one to play is marked."""
    plays = list(seating.plays.select_related("board").order_by("board__number"))
    next_play = next((play.pk for play in plays if play.state == Play.State.DUE), None)
    round_ = seating.round.number
    in_this_round = [
        SubstitutionStart(round_, play.board.number, play.pk == next_play) for play in plays
    ]
    later = [SubstitutionStart(number, 0, is_next=False) for number in later_round_numbers(seating)]
    if next_play is None and later:
        later[0] = later[0]._replace(is_next=True)
    return in_this_round + later


def later_round_numbers(seating: Seating) -> list[int]:
    """Return the numbers of the rounds after this one that are planned or drawn."""
    later = Round.objects.filter(section=seating.round.section_id, number__gt=seating.round.number)
    return list(later.order_by("number").values_list("number", flat=True))


def known_player_names(seating: Seating) -> list[str]:
    """Return the names of all players of the club, sorted."""
    club = seating.round.section.session.stage.event.club
    return club_player_names(club)
