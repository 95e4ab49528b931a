"""Read team matches in progress or to come, with the line-ups that the reader may see."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Prefetch, Q, QuerySet

from games.seats import PAIR_LINES
from tournaments.models import (
    Contestant,
    ContestantPlayer,
    LineUp,
    Player,
    Round,
    SeatHolder,
    Seating,
    Session,
)
from tournaments.movements.base.plan import TableSeating
from tournaments.movements.base.team_matches import MatchSeating, matches_in
from tournaments.permissions.visibility.line_ups import public_line_ups
from tournaments.queries.rounds.table_seatings import table_seatings, table_seatings_of_team

# The player on each seat: N and S at one table, E and W at the other; empty if they are not known.
Seats = Mapping[str, Player]


@dataclass(frozen=True)
class UpcomingTeam:
    """A team of a match, with its listed players and the label of the table of each line.

    `seats` is empty without a line-up, and while the line-up is secret. `previous_seats` are the
    seats of the last round, which are used again if the team submits no line-up.
    """

    contestant: Contestant
    players: tuple[Player, ...]
    tables: Mapping[str, str]
    has_line_up: bool
    seats: Seats
    previous_seats: Seats

    @property
    def by_line(self) -> Mapping[str, list[tuple[str, Player]]]:
        """The seats of each line, each with its player."""
        lines: dict[str, list[tuple[str, Player]]] = {line: [] for line in self.tables}
        for line, seats in PAIR_LINES.items():
            lines[line] += ((seat, self.seats[seat]) for seat in seats if seat in self.seats)
        return lines


@dataclass(frozen=True)
class UpcomingMatch:
    """A match of a round that has not ended.

    Its line-ups are public once both teams have submitted one or the match has started. The match
    starts when `previous_round` ends, which is None if the director has started it or will.
    """

    round: Round
    number: int
    teams: tuple[UpcomingTeam, UpcomingTeam]
    has_public_line_ups: bool
    previous_round: Round | None

    @property
    def has_started(self) -> bool:
        """Whether the match has started."""
        return self.round.started_at is not None

    def opponents_of(self, team: UpcomingTeam) -> UpcomingTeam:
        """Return the other team."""
        first, second = self.teams
        return second if first.contestant == team.contestant else first


def rounds_to_line_up(session: Session) -> list[Round]:
    """Return the rounds that accept line-ups: the next one, with the other half of its match."""
    if session.is_over or not session.stage.event.at_two_tables:
        return []
    upcoming = _rounds(session).filter(started_at=None)
    return list(upcoming[: session.stage.halves])


def team_rounds_in_progress(session: Session) -> list[Round]:
    """Return the team rounds in progress, whose line-ups a director may still correct."""
    if session.is_over or not session.stage.event.at_two_tables:
        return []
    return list(_rounds(session).filter(ended_at=None).exclude(started_at=None))


def undeclared_team_count(session: Session) -> int:
    """Count the teams without a line-up for the next round; 0 if there is no next round."""
    rounds = rounds_to_line_up(session)
    if not rounds:
        return 0
    seat_holders = SeatHolder.objects.filter(seating__round=rounds[0])
    seat_holders = seat_holders.exclude(seating__in=seatings_without_match(rounds[0]))
    without_line_up = seat_holders.exclude(
        contestant__in=LineUp.objects.filter(round=rounds[0]).values("contestant")
    )
    return without_line_up.values("contestant").distinct().count()


def _rounds(session: Session) -> QuerySet[Round]:
    rounds = Round.objects.filter(section__session=session).order_by("number")
    return rounds.select_related("section__session__stage__event")


def upcoming_matches(round_: Round, visible: QuerySet[LineUp]) -> list[UpcomingMatch]:
    """Return the matches of a round by number, with the line-ups that are `visible`."""
    (seated,) = table_seatings([round_], round_.section.session.stage.event.game.lines).values()
    return _matches(round_, seated, SeatHolder.objects.filter(seating__round=round_), visible)


def upcoming_matches_of_team(
    round_: Round, team: Contestant, visible: QuerySet[LineUp]
) -> list[UpcomingMatch]:
    """Return the match of one team in a round; an empty list if it sits out."""
    table_seatings = table_seatings_of_team(
        team, round_, round_.section.session.stage.event.game.lines
    )
    seat_holders = SeatHolder.objects.filter(
        seating__in=[seating_id for _seated, seating_id in table_seatings]
    )
    return _matches(round_, table_seatings, seat_holders, visible)


def _matches(
    round_: Round,
    table_seatings: Sequence[tuple[TableSeating, int]],
    seat_holders: QuerySet[SeatHolder],
    visible: QuerySet[LineUp],
) -> list[UpcomingMatch]:
    """Return the matches of the given seat holders."""
    team = _team_builder(round_, seat_holders, visible)
    void_seating_ids = set(seatings_without_match(round_).values_list("pk", flat=True))
    public_numbers = _team_numbers(
        public_line_ups(round_).filter(contestant__in=seat_holders.values("contestant"))
    )
    previous_round = Round.objects.filter(
        section=round_.section_id, number=round_.number - 1, ended_at=None
    ).first()
    return [
        UpcomingMatch(
            round_,
            match.number,
            (team(match, match.teams[0]), team(match, match.teams[1])),
            round_.started_at is not None or public_numbers.issuperset(match.teams),
            previous_round,
        )
        for match in matches_in(
            tuple(
                table for table, seating_id in table_seatings if seating_id not in void_seating_ids
            )
        )
    ]


def _team_builder(
    round_: Round, seat_holders: QuerySet[SeatHolder], visible: QuerySet[LineUp]
) -> Callable[[MatchSeating, int], UpcomingTeam]:
    """Return a function that builds a team of a match from rows read at once."""
    teams, of_teams = (
        _team_by_number(seat_holders),
        Q(contestant__in=seat_holders.values("contestant")),
    )
    declared_numbers = _team_numbers(LineUp.objects.filter(of_teams, round=round_))
    seats = players_by_seat(seat_holders if round_.started_at else visible.filter(of_teams))
    previous_seats = players_by_seat(
        earlier_seats(round_, [contestant.pk for contestant in teams.values()])
    )
    section_tables = round_.section.tables.filter(
        seatings__in=seat_holders.values("seating")
    ).select_related("section")
    labels = {table.number: table.label for table in section_tables}

    def team(match: MatchSeating, team_number: int) -> UpcomingTeam:
        contestant = teams[team_number]
        players = tuple(partner.player for partner in contestant.partners.all())
        tables = _table_label_by_line(match, team_number, labels)
        return UpcomingTeam(
            contestant,
            players,
            tables,
            team_number in declared_numbers,
            seats[contestant.pk],
            previous_seats[contestant.pk],
        )

    return team


def seatings_without_match(round_: Round) -> QuerySet[Seating]:
    """Return the seatings where a team has left, so that no match is played."""
    places_left = SeatHolder.objects.filter(seating__round=round_).exclude(
        contestant__withdrawn_at=None
    )
    return Seating.objects.filter(pk__in=places_left.values("seating"))


def earlier_seats(round_: Round, team_ids: Iterable[int]) -> QuerySet[SeatHolder]:
    """Return where each team, by id, sat in earlier started rounds of the session, in order."""
    seat_holders = SeatHolder.objects.filter(
        seating__round__section=round_.section_id, seating__round__number__lt=round_.number
    )
    with_player = (
        seat_holders.filter(contestant__in=team_ids)
        .exclude(player=None)
        .exclude(seating__round__started_at=None)
    )
    return with_player.order_by("seating__round__number")


def players_by_seat(
    line_ups: QuerySet[LineUp] | QuerySet[SeatHolder],
) -> dict[int, dict[str, Player]]:
    """Return the players by seat, by the id of the team; unknown teams have none."""
    seats: dict[int, dict[str, Player]] = defaultdict(dict)
    for row in line_ups.select_related("player"):
        if row.player:
            seats[row.contestant_id][row.seat] = row.player
    return seats


def _team_numbers(line_ups: QuerySet[LineUp]) -> set[int]:
    return set(line_ups.values_list("contestant__number", flat=True))


def _team_by_number(seat_holders: QuerySet[SeatHolder]) -> Mapping[int, Contestant]:
    teams = Contestant.objects.filter(pk__in=seat_holders.values("contestant"))
    partners = Prefetch("partners", ContestantPlayer.objects.select_related("player"))
    return {team.number: team for team in teams.prefetch_related(partners)}


def _table_label_by_line(
    match: MatchSeating, team_number: int, labels: Mapping[int, str]
) -> Mapping[str, str]:
    """Return the label of the table where the team has each line."""
    seatings = (match.first, match.second)
    return {
        line: labels[seated.table]
        for line in PAIR_LINES
        for seated in seatings
        if team_number in seated.lines[line]
    }
