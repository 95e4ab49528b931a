"""Every round with its tables, and where each contestant sits in it."""

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
from tournaments.queries.desk.rooms import AtTable
from tournaments.queries.rounds.seating import with_contestants
from tournaments.queries.rounds.substitutes import Substitute
from tournaments.queries.shared_related_objects import sharing


@dataclass(frozen=True)
class TableOverview:
    """A table in a round: for each line the contestants on it, and the numbers of its boards."""

    table: Table
    lines: dict[str, list[Contestant]]
    boards: list[int]
    why: Text | None = None
    """Why they meet, where the round was drawn."""
    left: tuple[Contestant, ...] = ()
    """Who has left, so that whoever was to meet him here sits out."""


@dataclass(frozen=True)
class MatchTables:
    """The two tables of a match of teams: its number, and that of the round of matches."""

    turn: int
    number: int
    first: TableOverview
    second: TableOverview

    @property
    def teams(self) -> list[Contestant]:
        """Who meets whom, the team that sits N-S at the first table first."""
        return [team for teams in self.first.lines.values() for team in teams]


@dataclass(frozen=True)
class RoundOverview:
    """A round with its tables and those who rest in it; of teams its tables are those of `matches`.

    Where somebody has left before anything was played at his table, it is none: his opponents rest.
    """

    round: Round
    session: Session
    tables: list[TableOverview]
    resting: list[Contestant]
    matches: tuple[MatchTables, ...] = ()

    @property
    def unseated_resting(self) -> list[Contestant]:
        """Who rests and is seated nowhere, not even against somebody who has left."""
        seated = {each for table in self.tables for on in table.lines.values() for each in on}
        return [each for each in self.resting if each not in seated]

    def partner_table_label(self, shown: TableOverview) -> str:
        """The label of the table where the team-mates of those at a table sit; blank for none."""
        return self._mates[shown.table].label if shown.table in self._mates else ""

    @cached_property
    def _mates(self) -> Mapping[Table, Table]:
        pairs = ((each.first.table, each.second.table) for each in self.matches)
        return {one: two for pair in pairs for one, two in (pair, pair[::-1])}

    @property
    def anchor(self) -> str:
        """What its page calls it: sitting, round, and its section where it is not the first."""
        section = self.round.section.number
        place = f"{self.session.sitting}-{self.round.number}"
        return f"{place}-{section}" if section > 1 else place


def contestants_by_line(game: Game, places: Iterable[SeatHolder]) -> dict[str, list[Contestant]]:
    """For each line of the game the contestants seated on it, each once."""
    at = {place.seat: place.contestant for place in places}
    return {
        line: list(dict.fromkeys(at[seat] for seat in seats if seat in at))
        for line, seats in game.lines.items()
    }


def rounds_of(event: Event) -> list[RoundOverview]:
    """Every round of the event, in order of play; the same one of several sections in their
    order."""
    return rounds_of_sections(event, Section.objects.filter(session__stage__event=event))


def rounds_of_sections(event: Event, sections: QuerySet[Section]) -> list[RoundOverview]:
    """Every round of some sections of the event, in the same order."""
    return _all_shown(event, list(_rounds(sections, Seating.objects.all())))


def rounds_of_contestants(
    event: Event, sections: QuerySet[Section], contestants: Iterable[Contestant]
) -> list[RoundOverview]:
    """The same with the tables of some contestants alone; who else rests it does not say."""
    theirs = Seating.objects.filter(
        pk__in=SeatHolder.objects.filter(contestant__in=contestants).values("seating")
    )
    return _all_shown(event, list(_rounds(sections, theirs)))


def _all_shown(event: Event, rounds: list[Round]) -> list[RoundOverview]:
    members: dict[int, set[Contestant]] = {}
    for round_ in rounds:
        members.setdefault(round_.section_id, set()).update(_seated(round_))
    tableless = {each for round_ in rounds for each in members[round_.section_id] - _seated(round_)}
    joined = join_times(event) if tableless else {}
    shown = [_shown(event, round_, members[round_.section_id], joined) for round_ in rounds]
    if is_embargoed(event):
        shown = [_without_reasons(each) for each in shown]
    return [_with_matches(each) for each in shown] if event.at_two_tables else shown


def _without_reasons(shown: RoundOverview) -> RoundOverview:
    for sit_out in shown.round.sit_outs.all():
        sit_out.draw_reason = {}
    return replace(shown, tables=[replace(table, why=None) for table in shown.tables])


def public_draw_reason(event: Event, stored: Mapping[str, Any]) -> Mapping[str, Any]:
    """Why a table was drawn, as anybody may know it: it tells how they stood, which may be held
    back."""
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


def _seated(round_: Round) -> set[Contestant]:
    return _at(round_.seatings.all())


def _at(seatings: Iterable[Seating]) -> set[Contestant]:
    return {place.contestant for seating in seatings for place in seating.places.all()}


def join_times(event: Event) -> Mapping[int, datetime]:
    """When those joined who came after play had begun, by the rows of the contestants."""
    acts = UndoStep.objects.filter(event=event, kind=AuditAction.JOIN_EVENT, undoes=None)
    return {about["contestant"]: at for about, at in acts.values_list("about", "at")}


def _shown(
    event: Event, round_: Round, members: set[Contestant], joined: Mapping[int, datetime]
) -> RoundOverview:
    sit_outs = {each.contestant for each in round_.sit_outs.all()}
    seatings = round_.seatings.all()
    given_up = {each for each in seatings if not event.at_two_tables and _is_given_up(each, round_)}
    tables = [_table(event.game, each, sit_outs) for each in seatings if each not in given_up]
    here = {each for each in members if not started_before(round_, joined.get(each.pk))}
    absent = _absent(round_, here, _at(given_up))
    resting = sorted(absent, key=lambda contestant: contestant.number)
    return RoundOverview(round_, round_.section.session, tables, resting)


def _absent(round_: Round, members: set[Contestant], waited: set[Contestant]) -> set[Contestant]:
    """Who rests: as it was drawn; otherwise who has no table, and who waited at one that was
    given up."""
    if round_.section.session.stage.is_drawn:
        return {each.contestant for each in round_.sit_outs.all()}
    tableless = {each for each in members - _seated(round_) if not _had_left(each, round_)}
    return tableless | {each for each in waited if not each.withdrawn_at}


def _is_given_up(seating: Seating, round_: Round) -> bool:
    """Whether somebody left here before the round was over, and nothing was played without him."""
    void = all(play.state == Play.State.VOID for play in seating.plays.all())
    return void and any(_left_within(each, round_) for each in _at([seating]))


def _left_within(contestant: Contestant, round_: Round) -> bool:
    at = contestant.withdrawn_at
    return at is not None and (round_.ended_at is None or round_.ended_at > at)


def _had_left(contestant: Contestant, round_: Round) -> bool:
    """Whether he was gone before a round began: then he does not rest in it."""
    at = contestant.withdrawn_at
    return at is not None and (round_.started_at is None or round_.started_at > at)


def started_before(round_: Round, joined: datetime | None) -> bool:
    """Whether a round had begun before somebody joined: then they do not rest in it."""
    return joined is not None and round_.started_at is not None and round_.started_at < joined


def _with_matches(shown: RoundOverview) -> RoundOverview:
    """The round of teams: two tables that seat the same two teams are a match."""
    at = {each.table.number: each for each in shown.tables}
    turn = match_round_number(shown.round.number, shown.session.stage.halves)
    pairs = (
        (number, at[number], at.get(other_table_of_match(number)))
        for number in sorted(at)
        if number % TABLES_PER_MATCH
    )
    matches = (
        MatchTables(turn, match_number(number), first, second)
        for number, first, second in pairs
        if second and list(first.lines.values()) == list(second.lines.values())[::-1]
    )
    return replace(shown, matches=tuple(matches))


def _table(game: Game, seating: Seating, sit_outs: set[Contestant]) -> TableOverview:
    boards = [play.board.number for play in seating.plays.all()]
    lines = contestants_by_line(game, seating.places.all())
    here = [each for contestants in lines.values() for each in contestants]
    left = tuple(each for each in here if each.withdrawn_at and not sit_outs.isdisjoint(here))
    return TableOverview(seating.table, lines, boards, draw_reason_text(seating.draw_reason), left)


def draw_reason_text(stored: Mapping[str, Any]) -> Text | None:
    """Why a table was drawn or a contestant sits out; None where nothing was drawn."""
    return Text(stored["template"], stored["params"]) if stored else None


SubstitutesByTable = Mapping[tuple[int, int], Sequence[Substitute]]
"""The substitutes at tables, by the rows of table and round."""


@dataclass(frozen=True)
class ContestantRound:
    """One round of a contestant: where he sits, on which line, against whom; without a table he
    rests.

    `substitutes` says who sits there for whom, of him and of his opponents.
    """

    round: int
    table: str | None = None
    line: str = ""
    opponents: tuple[Contestant, ...] = ()
    boards: tuple[int, ...] = ()
    substitutes: tuple[Text, ...] = ()


def contestant_rounds(
    round_: RoundOverview, came: SubstitutesByTable
) -> Iterator[tuple[Contestant, ContestantRound]]:
    """The turn of everybody in a round, table by table, then of those who rest."""
    number = round_.round.number
    for shown in round_.tables:
        here = came.get((shown.table.pk, round_.round.pk), ())
        for line, contestants in shown.lines.items():
            others, boards = tuple(_others(line, shown.lines)), tuple(shown.boards)
            for contestant in contestants:
                words = substitute_texts(here, (contestant, *others))
                yield (
                    contestant,
                    ContestantRound(number, shown.table.label, line, others, boards, words),
                )
    for contestant in round_.resting:
        yield contestant, ContestantRound(number)


def substitute_texts(
    came: Iterable[Substitute], who: Iterable[AtTable | Contestant]
) -> tuple[Text, ...]:
    """Who sits for whom of these."""
    numbers = {each.number for each in who}
    return tuple(each.words for each in came if each.place.contestant.number in numbers)


def _others(line: str, lines: Mapping[str, Iterable[Contestant]]) -> Iterator[Contestant]:
    return (contestant for other, seated in lines.items() if other != line for contestant in seated)
