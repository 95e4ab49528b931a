"""What there is to choose from where a substitute comes: who goes, who may come, from when until
when."""

from typing import NamedTuple

from tournaments.models import Play, Player, Round, SeatHolder, Seating
from tournaments.queries.people.players import club_player_names
from tournaments.queries.rounds.substitutes import seat_periods


class SeatedPlayer(NamedTuple):
    """Somebody who sits at a table, on which place."""

    place: SeatHolder
    player: Player


class SubstitutionStart(NamedTuple):
    """A board of a round, or with 0 the first of it, from which on another may play; whether it
    is likely."""

    round: int
    board: int
    is_next: bool

    @property
    def value(self) -> str:
        """As a form sends it."""
        return f"{self.round}.{self.board}"


def players_at_table(seating: Seating) -> list[SeatedPlayer]:
    """Everybody whose name is known who sits at a table at the end of what was said about it, by
    seat."""
    places = seating.places.select_related("player", "contestant").prefetch_related(
        "substitutions__player"
    )
    seat_history = ((place, seat_periods(place)) for place in places.order_by("seat"))
    return [SeatedPlayer(place, periods[-1].player) for place, periods in seat_history if periods]


def unnamed_contestants_at(seating: Seating) -> list[int]:
    """The numbers of contestants at a table whose players nobody has named."""
    places = seating.places.filter(player=None).order_by("contestant__number")
    return list(dict.fromkeys(places.values_list("contestant__number", flat=True)))


def substitution_starts(seating: Seating) -> list[SubstitutionStart]:
    """Every board of the table, of which the next without a result is likely, then the rounds to
    come."""
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
    """The numbers of the rounds after this one, as far as they are planned or drawn."""
    later = Round.objects.filter(section=seating.round.section_id, number__gt=seating.round.number)
    return list(later.order_by("number").values_list("number", flat=True))


def known_player_names(seating: Seating) -> list[str]:
    """Everybody whom the club knows, by name."""
    club = seating.round.section.session.stage.event.club
    return club_player_names(club)
