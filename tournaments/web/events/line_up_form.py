"""The form in which a team, or a director for it, says who sits where in a match to come."""

from collections.abc import Mapping
from typing import NamedTuple

from django.http import HttpRequest

from games.game import Game
from tournaments.forms import number_in
from tournaments.models import Player
from tournaments.queries.rounds.line_ups import MatchToCome, Seats, TeamToCome


class SeatField(NamedTuple):
    """A seat with the players who can be chosen for it, by their numbers in the team, and the
    one who is."""

    seat: str
    players: tuple[tuple[int, Player], ...]
    chosen: int


class TableFields(NamedTuple):
    """The two seats of a team at one table of its match."""

    line: str
    table: str
    seats: tuple[SeatField, ...]


class LineUpForm(NamedTuple):
    """A team of a match, and its two tables to be filled; `known` where its players are."""

    match: MatchToCome
    team: TeamToCome
    known: bool
    tables: tuple[TableFields, ...]

    @property
    def other(self) -> TeamToCome:
        """Whom it meets."""
        return self.match.against(self.team)

    @property
    def is_asked(self) -> bool:
        """Whether the team has yet to declare for this match, and can."""
        return self.known and not (self.team.declared or self.match.begun or self.match.open)


def seats_said(request: HttpRequest, game: Game) -> dict[str, int]:
    """Which player a form that was sent has chosen for each seat, by his number in the list of
    his team."""
    chosen = ((seat, number_in(request.POST.get(f"seat_{seat}"))) for seat in game.seats)
    return {seat: number for seat, number in chosen if number}


def line_up_form(
    match: MatchToCome, team: TeamToCome, game: Game, said: Mapping[str, int] | None, above: Seats
) -> LineUpForm:
    """The form with what was just `said`, else with what is declared, else as the team sits if it
    is silent.

    That is as the form `above` has it, of the round before, as it sat when it last played, or as
    listed.
    """
    players = tuple(enumerate(team.players, 1))
    numbers = {player: number for number, player in players}
    known = team.seats or above or team.before
    as_known = {seat: numbers[player] for seat, player in known.items() if player in numbers}
    as_listed = (seat for seats in game.lines.values() for seat in seats)
    chosen = said or as_known or {seat: number for number, seat in enumerate(as_listed, 1)}
    tables = tuple(
        TableFields(
            line,
            team.tables[line],
            tuple(SeatField(seat, players, chosen.get(seat, 0)) for seat in seats),
        )
        for line, seats in game.lines.items()
    )
    return LineUpForm(match, team, len(players) >= len(game.seats), tables)
