"""Read rounds with their tables, matches and sit-outs, as pages show them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import Any

from django.db.models import Prefetch, QuerySet

from games.game import Game
from games.text import Text
from tournaments.models import (
    AuditAction,
    Contestant,
    Event,
    Play,
    Round,
    SeatHolder,
    Seating,
    Section,
    Session,
    SitOut,
    Table,
    UndoStep,
)
from tournaments.movements.base.team_matches import (
    TABLES_PER_MATCH,
    match_number,
    match_round_number,
    other_table_of_match,
)
from tournaments.permissions.visibility.results_shown import is_embargoed
from tournaments.queries.desk.section_grids import SeatedContestant
from tournaments.queries.rounds.seating import with_contestants
from tournaments.queries.rounds.substitutes import Substitute
from tournaments.queries.shared_related_objects import sharing


@dataclass(frozen=True)
class TableOverview:
    """A table in a round: the contestants of each line and the numbers of its boards."""

    table: Table
    lines: dict[str, list[Contestant]]
    boards: list[int]
    # Why these contestants meet, if the round was drawn.
    draw_reason: Text | None = None
    # Contestants who have left, so that their opponents here sit out.
    departed: tuple[Contestant, ...] = ()


@dataclass(frozen=True)
class MatchTables:
    """The two tables of a team match; `match_round` is the number of its round of matches."""

    match_round: int
    number: int
    first: TableOverview
    second: TableOverview

    @property
    def teams(self) -> list[Contestant]:
        """Both teams; the one that sits N-S at the first table comes first."""
        return [team for teams in self.first.lines.values() for team in teams]


@dataclass(frozen=True)
class RoundOverview:
    """A round with its tables and sit-outs, and for teams its matches.

    A table is left out if a contestant left before anything was played there: the opponents sit
    out.
    """

    round: Round
    session: Session
    tables: list[TableOverview]
    sitting_out: list[Contestant]
    matches: tuple[MatchTables, ...] = ()

    @property
    def unseated_sitting_out(self) -> list[Contestant]:
        """The contestants who sit out and have no seat, not even against somebody who has left."""
        seated_contestants = {
            contestant
            for table in self.tables
            for contestants in table.lines.values()
            for contestant in contestants
        }
        return [
            contestant for contestant in self.sitting_out if contestant not in seated_contestants
        ]

    def partner_table_label(self, table: TableOverview) -> str:
        """Return the label of the table where the team-mates sit, or a blank."""
        return (
            self._partner_tables[table.table].label if table.table in self._partner_tables else ""
        )

    @cached_property
    def _partner_tables(self) -> Mapping[Table, Table]:
        pairs = ((match.first.table, match.second.table) for match in self.matches)
        return {
            table: partner_table for pair in pairs for table, partner_table in (pair, pair[::-1])
        }

    @property
    def anchor(self) -> str:
        """The HTML anchor of the round: session, round, and section unless it is the first."""
        section = self.round.section.number
        round_anchor = f"{self.session.sitting}-{self.round.number}"
        return f"{round_anchor}-{section}" if section > 1 else round_anchor


def contestants_by_line(
    game: Game, seat_holders: Iterable[SeatHolder]
) -> dict[str, list[Contestant]]:
    """Return the contestants of each line of the game, each once."""
    contestant_by_seat = {seat_holder.seat: seat_holder.contestant for seat_holder in seat_holders}
    return {
        line: list(
            dict.fromkeys(contestant_by_seat[seat] for seat in seats if seat in contestant_by_seat)
        )
        for line, seats in game.lines.items()
    }


def rounds_of(event: Event) -> list[RoundOverview]:
    """Return every round of the event in order of play, sections in their order."""
    return rounds_of_sections(event, Section.objects.filter(session__stage__event=event))


def rounds_of_sections(event: Event, sections: QuerySet[Section]) -> list[RoundOverview]:
    """Return every round of some sections of the event, in order of play."""
    return _overviews(event, list(_rounds(sections, Seating.objects.all())))


def rounds_of_contestants(
    event: Event, sections: QuerySet[Section], contestants: Iterable[Contestant]
) -> list[RoundOverview]:
    """Return the rounds with only the tables of these contestants.

    The list of contestants sitting out is not complete then.
    """
    their_seatings = Seating.objects.filter(
        pk__in=SeatHolder.objects.filter(contestant__in=contestants).values("seating")
    )
    return _overviews(event, list(_rounds(sections, their_seatings)))


def _overviews(event: Event, rounds: list[Round]) -> list[RoundOverview]:
    members: dict[int, set[Contestant]] = {}
    for round_ in rounds:
        members.setdefault(round_.section_id, set()).update(_seated_contestants(round_))
    tableless = {
        contestant
        for round_ in rounds
        for contestant in members[round_.section_id] - _seated_contestants(round_)
    }
    join_times_by_contestant = join_times(event) if tableless else {}
    overviews = [
        _overview(event, round_, members[round_.section_id], join_times_by_contestant)
        for round_ in rounds
    ]
    if is_embargoed(event):
        overviews = [_without_reasons(overview) for overview in overviews]
    return [_with_matches(overview) for overview in overviews] if event.at_two_tables else overviews


def _without_reasons(overview: RoundOverview) -> RoundOverview:
    for sit_out in overview.round.sit_outs.all():
        sit_out.draw_reason = {}
    return replace(overview, tables=[replace(table, draw_reason=None) for table in overview.tables])


def public_draw_reason(event: Event, stored: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the stored reason of a draw if the public may see it.

    The reason reveals the standings, which may be under an embargo.
    """
    return {} if is_embargoed(event) else stored


def _rounds(sections: QuerySet[Section], seatings: QuerySet[Seating]) -> QuerySet[Round]:
    rounds = Round.objects.filter(section__in=sections).select_related("section__session__stage")
    rounds = rounds.prefetch_related(
        Prefetch("seatings", seatings.select_related("table__section")),
        with_contestants("seatings__places"),
        Prefetch("seatings__plays", sharing(Play.objects.all(), "board")),
        Prefetch("sit_outs", SitOut.objects.select_related("contestant")),
    )
    return rounds.order_by(
        "section__session__stage__number", "section__session__number", "number", "section__number"
    )


def _seated_contestants(round_: Round) -> set[Contestant]:
    return _contestants_at(round_.seatings.all())


def _contestants_at(seatings: Iterable[Seating]) -> set[Contestant]:
    return {seat_holder.contestant for seating in seatings for seat_holder in seating.places.all()}


def join_times(event: Event) -> Mapping[int, datetime]:
    """Return when each late arrival joined, by the id of the contestant."""
    acts = UndoStep.objects.filter(event=event, kind=AuditAction.ADD_LATE_ARRIVAL, undoes=None)
    return {about["contestant"]: at for about, at in acts.values_list("about", "at")}


def _overview(
    event: Event, round_: Round, members: set[Contestant], joined: Mapping[int, datetime]
) -> RoundOverview:
    sit_outs = {sit_out.contestant for sit_out in round_.sit_outs.all()}
    seatings = round_.seatings.all()
    given_up = {
        seating for seating in seatings if not event.at_two_tables and _is_given_up(seating, round_)
    }
    tables = [
        _table_overview(event.game, seating, sit_outs)
        for seating in seatings
        if seating not in given_up
    ]
    present = {
        member for member in members if not joined_after_start(round_, joined.get(member.pk))
    }
    sitting_out = _sitting_out(round_, present, _contestants_at(given_up))
    ordered = sorted(sitting_out, key=lambda contestant: contestant.number)
    return RoundOverview(round_, round_.section.session, tables, ordered)


def _sitting_out(
    round_: Round, members: set[Contestant], opponents_of_forfeits: set[Contestant]
) -> set[Contestant]:
    """Return who sits out: the stored sit-outs of a drawn round, else those without a table.

    The opponents at tables that were given up are added to those without a table.
    """
    if round_.section.session.stage.is_drawn:
        return {sit_out.contestant for sit_out in round_.sit_outs.all()}
    tableless = {
        contestant
        for contestant in members - _seated_contestants(round_)
        if not _had_left(contestant, round_)
    }
    return tableless | {
        contestant for contestant in opponents_of_forfeits if not contestant.withdrawn_at
    }


def _is_given_up(seating: Seating, round_: Round) -> bool:
    """Return whether a contestant left during the round and nothing was played at the table."""
    is_void = all(play.state == Play.State.VOID for play in seating.plays.all())
    return is_void and any(
        _left_during(contestant, round_) for contestant in _contestants_at([seating])
    )


def _left_during(contestant: Contestant, round_: Round) -> bool:
    left_at = contestant.withdrawn_at
    return left_at is not None and (round_.ended_at is None or round_.ended_at > left_at)


def _had_left(contestant: Contestant, round_: Round) -> bool:
    """Return whether the contestant left before the round, so that they do not sit out."""
    left_at = contestant.withdrawn_at
    return left_at is not None and (round_.started_at is None or round_.started_at > left_at)


def joined_after_start(round_: Round, joined_at: datetime | None) -> bool:
    """Return whether a contestant joined after the round started, so they do not sit out."""
    return joined_at is not None and round_.started_at is not None and round_.started_at < joined_at


def _with_matches(overview: RoundOverview) -> RoundOverview:
    """Return the round with its matches: two tables each that seat the same two teams."""
    table_by_number = {table.table.number: table for table in overview.tables}
    number_of_match_round = match_round_number(overview.round.number, overview.session.stage.halves)
    pairs = (
        (number, table_by_number[number], table_by_number.get(other_table_of_match(number)))
        for number in sorted(table_by_number)
        if number % TABLES_PER_MATCH
    )
    matches = (
        MatchTables(number_of_match_round, match_number(number), first, second)
        for number, first, second in pairs
        if second and list(first.lines.values()) == list(second.lines.values())[::-1]
    )
    return replace(overview, matches=tuple(matches))


def _table_overview(game: Game, seating: Seating, sit_outs: set[Contestant]) -> TableOverview:
    boards = [play.board.number for play in seating.plays.all()]
    lines = contestants_by_line(game, seating.places.all())
    all_contestants = [
        contestant for line_contestants in lines.values() for contestant in line_contestants
    ]
    departed = tuple(
        contestant
        for contestant in all_contestants
        if contestant.withdrawn_at and not sit_outs.isdisjoint(all_contestants)
    )
    return TableOverview(
        seating.table, lines, boards, draw_reason_text(seating.draw_reason), departed
    )


def draw_reason_text(stored: Mapping[str, Any]) -> Text | None:
    """Return the reason of a draw or sit-out from its JSON columns; None if nothing was drawn."""
    return Text(stored["template"], stored["params"]) if stored else None


# The substitutes by the ids of table and round.
SubstitutesByTable = Mapping[tuple[int, int], Sequence[Substitute]]


@dataclass(frozen=True)
class ContestantRound:
    """A round of one contestant, who sits out if it has no table.

    `substitutes` says who sits for whom, among the players of the contestant and the opponents.
    """

    round: int
    table: str | None = None
    line: str = ""
    opponents: tuple[Contestant, ...] = ()
    boards: tuple[int, ...] = ()
    substitutes: tuple[Text, ...] = ()


def contestant_rounds(
    round_: RoundOverview, substitutes_by_table: SubstitutesByTable
) -> Iterator[tuple[Contestant, ContestantRound]]:
    """Yield each contestant with their round: table by table, then those who sit out."""
    number = round_.round.number
    for table_overview in round_.tables:
        substitutes = substitutes_by_table.get((table_overview.table.pk, round_.round.pk), ())
        for line, contestants in table_overview.lines.items():
            others, boards = (
                tuple(_opponents(line, table_overview.lines)),
                tuple(table_overview.boards),
            )
            for contestant in contestants:
                texts = substitute_texts(substitutes, (contestant, *others))
                yield (
                    contestant,
                    ContestantRound(
                        number, table_overview.table.label, line, others, boards, texts
                    ),
                )
    for contestant in round_.sitting_out:
        yield contestant, ContestantRound(number)


def substitute_texts(
    substitutes: Iterable[Substitute], contestants: Iterable[SeatedContestant | Contestant]
) -> tuple[Text, ...]:
    """Return who sits for whom among these contestants."""
    numbers = {contestant.number for contestant in contestants}
    return tuple(
        substitute.text
        for substitute in substitutes
        if substitute.place.contestant.number in numbers
    )


def _opponents(line: str, lines: Mapping[str, Iterable[Contestant]]) -> Iterator[Contestant]:
    return (
        contestant
        for other_line, contestants in lines.items()
        if other_line != line
        for contestant in contestants
    )
