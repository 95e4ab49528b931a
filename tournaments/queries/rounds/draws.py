"""Read drawn rounds, and what the director has to do about the next one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Q

from games.text import Text
from tournaments.models import Contestant, Entry, Play, Round, Seating, Session
from tournaments.movements.base.team_matches import match_round_number
from tournaments.queries.people.names import name_sort_key
from tournaments.queries.rounds.rounds import contestants_by_line, draw_reason_text
from tournaments.queries.rounds.seating import with_contestants
from tournaments.queries.standings.draw_basis import changes_since_draw


@dataclass(frozen=True)
class DrawnTable:
    """A table of a drawn round: its contestants by line, such as N-S, and why it was drawn."""

    number: int
    contestants_by_line: Mapping[str, list[Contestant]]
    draw_reason: Text | None


@dataclass(frozen=True)
class DrawnSitOut:
    """A contestant who sits out a drawn round, and the reason."""

    contestant: Contestant
    draw_reason: Text | None


@dataclass(frozen=True)
class DrawnSeat:
    """The table and line of one contestant in a drawn round.

    `table_number` is None for a sit-out.
    """

    contestant: Contestant
    table_number: int | None
    line: str
    opponent_names: str


@dataclass(frozen=True)
class DrawnRound:
    """A drawn round with its tables and sit-outs.

    `is_changeable` says whether seats may still be exchanged: it belongs to the last round or
    match, no table has sent a result of it, and the session is not over.
    """

    round: Round
    tables: tuple[DrawnTable, ...]
    sit_outs: tuple[DrawnSitOut, ...]
    is_changeable: bool

    @property
    def seats(self) -> list[DrawnSeat]:
        """Every contestant's seat, sorted by name, for the printed list."""
        at_tables = [
            DrawnSeat(contestant, table.number, line, _opponent_names(table, line))
            for table in self.tables
            for line, contestants in table.contestants_by_line.items()
            for contestant in contestants
        ]
        sitting_out = [DrawnSeat(sit_out.contestant, None, "", "") for sit_out in self.sit_outs]
        return sorted(
            [*at_tables, *sitting_out], key=lambda seat: name_sort_key(seat.contestant.name)
        )

    @property
    def contestants(self) -> list[Contestant]:
        """The contestants of the round by number, each once."""
        return sorted(
            {seat.contestant for seat in self.seats}, key=lambda contestant: contestant.number
        )


@dataclass(frozen=True)
class NextDrawStep:
    """What to do next: draw round `number`, or start `drawn_round` if it is not None.

    `unsettled_table_numbers` are the tables of the previous round without a settled result.
    `standings_changes` describe how the standings have changed since `drawn_round` was drawn.
    """

    number: int
    drawn_round: Round | None
    unsettled_table_numbers: tuple[int, ...]
    standings_changes: tuple[Text, ...] = ()


def next_draw_step(session: Session) -> NextDrawStep | None:
    """Return the next draw step, or None if there is none.

    There is none while a round is in progress, after the last round, and for movements without
    draws.
    """
    if not session.stage.is_drawn or session.is_over:
        return None
    if not (drawn_rounds := last_drawn_rounds(session)):
        return NextDrawStep(1, None, ())
    if any(round_.is_playing for round_ in drawn_rounds):
        return None
    for round_ in drawn_rounds:
        if round_.started_at is None:
            return NextDrawStep(round_.number, round_, (), tuple(changes_since_draw(round_)))
    if drawn_rounds[-1].number >= session.rounds_to_play:
        return None
    return NextDrawStep(drawn_rounds[-1].number + 1, None, unsettled_table_numbers(drawn_rounds))


def unsettled_table_numbers(rounds: Sequence[Round]) -> tuple[int, ...]:
    """Return the numbers of the tables with a board whose result is still to be decided.

    Such a board has no result, two that differ, or one that is impossible with its cards.
    """
    undecided = Q(plays__state__in=(Play.State.DUE, Play.State.CONFLICT))
    unsettled = undecided | Q(plays__entry__contradicted=True)
    seatings = Seating.objects.filter(unsettled, round__in=rounds).order_by("table__number")
    return tuple(seatings.values_list("table__number", flat=True).distinct())


def last_round(session: Session) -> Round | None:
    """Return the session's round with the highest number, or None."""
    return Round.objects.filter(section__session=session).order_by("number").last()


def last_drawn_rounds(session: Session) -> list[Round]:
    """Return the last round of the session, or both rounds of a team's last match.

    Each half of a match is a round.
    """
    rounds = list(Round.objects.filter(section__session=session).order_by("number"))
    halves_per_match = session.stage.halves
    match_numbers = [match_round_number(round_.number, halves_per_match) for round_ in rounds]
    return [
        round_
        for round_, match_number in zip(rounds, match_numbers, strict=True)
        if match_number == match_numbers[-1]
    ]


def read_drawn_round(round_: Round) -> DrawnRound:
    """Read a drawn round with a fixed number of queries, however many tables it has.

    Its seats are changeable until a result is entered in the last round or match.
    """
    session = round_.section.session
    places_prefetch = with_contestants()
    seatings = round_.seatings.select_related("table").prefetch_related(places_prefetch)
    last_rounds = last_drawn_rounds(session)
    has_entries = Entry.objects.filter(play__seating__round__in=last_rounds).exists()
    return DrawnRound(
        round_,
        tuple(
            DrawnTable(
                seating.table.number,
                contestants_by_line(session.stage.event.game, seating.places.all()),
                draw_reason_text(seating.draw_reason),
            )
            for seating in seatings.order_by("table__number")
        ),
        tuple(
            DrawnSitOut(sit_out.contestant, draw_reason_text(sit_out.draw_reason))
            for sit_out in round_.sit_outs.select_related("contestant")
        ),
        is_changeable=not has_entries and round_ in last_rounds and not session.is_over,
    )


def _opponent_names(table: DrawnTable, line: str) -> str:
    opponents_by_line = [
        contestants
        for other_line, contestants in table.contestants_by_line.items()
        if other_line != line
    ]
    return ", ".join(
        contestant.name for contestants in opponents_by_line for contestant in contestants
    )
