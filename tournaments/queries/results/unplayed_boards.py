"""Find boards that contestants did not play: they had no table, or it was void.

What they count as is described in docs/scoring/rests.md.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from django.db.models import Q, QuerySet

from scoring.adjusted.kinds import NotPlayed
from tournaments.models import Contestant, Play, Round, SeatHolder, SitOut, Stage
from tournaments.queries.results.line_points import (
    AWARD_PREFIX,
    VOID_POINTS,
    parse_given_awards,
)
from tournaments.queries.standings.snapshot_format import RoundKey


class UnplayedBoards(NamedTuple):
    """How many boards a contestant did not play in a round.

    `board_number` is None if the contestant had no table in the round.
    """

    round_key: RoundKey
    round_id: int
    section_number: int
    contestant_id: int
    board_count: int
    board_number: int | None = None


# Unplayed boards in the order of play.
UnplayedSequence = Sequence[UnplayedBoards]


def unplayed_boards_of(stage: Stage, counted_plays_of_stage: QuerySet[Play]) -> UnplayedSequence:
    """Return the boards that count as the mean of the contestant's other boards.

    `counted_plays_of_stage` are the plays that the standings shown to the reader count. Rounds in
    which none of them has a result are left out, because nobody has missed such a round. The result
    is empty unless the method counts unplayed boards.
    """
    if not stage.event.method.counts_unplayed_at_own_mean:
        return []
    counted_plays = (
        counted_plays_of_stage.exclude(counted_line_points=None)
        .exclude(counted_line_points__in=("", VOID_POINTS))
        .order_by()
    )
    round_ids = set(counted_plays.values_list("seating__round", flat=True))
    rounds = Round.objects.filter(pk__in=round_ids).select_related("section__session__stage__event")
    unplayed = [
        *_called_off(stage, round_ids, counted_plays_of_stage),
        *_without_table(list(rounds.order_by("pk"))),
    ]
    return sorted(
        unplayed, key=lambda item: (item.round_key, item.contestant_id, item.board_number or 0)
    )


def _called_off(
    stage: Stage, round_ids: Collection[int], counted_plays_of_stage: QuerySet[Play]
) -> Iterator[UnplayedBoards]:
    """Yield the boards that do not count for a contestant because of a director's decision."""
    lines = list(stage.event.game.lines)
    line_of_seat = {seat: line for line, seats in stage.event.game.lines.items() for seat in seats}
    decided = counted_plays_of_stage.filter(
        Q(counted_line_points=VOID_POINTS) | Q(counted_line_points__startswith=AWARD_PREFIX)
    )
    columns = (
        "seating",
        "seating__round",
        "seating__round__section__number",
        "board__number",
        "counted_line_points",
    )
    round_key = ("seating__round__section__session__number", "seating__round__number")
    plays = list(
        decided.filter(seating__round__in=round_ids).order_by().values_list(*columns, *round_key)
    )
    seats_by_seating = _seats_by_seating({seating for seating, *_others in plays})
    for seating, round_, section, board, counted, *moment in plays:
        lines_off = _lines_called_off(counted, lines)
        contestants = {
            contestant
            for seat, contestant in seats_by_seating[seating]
            if line_of_seat[seat] in lines_off
        }
        for contestant in contestants:
            yield UnplayedBoards((moment[0], moment[1]), round_, section, contestant, 1, board)


def _lines_called_off(counted_line_points: str, lines: Collection[str]) -> Collection[str]:
    """Return the lines for which a board does not count."""
    if counted_line_points == VOID_POINTS:
        return lines
    awards = zip(lines, parse_given_awards(counted_line_points), strict=True)
    return {line for line, award in awards if isinstance(award, NotPlayed)}


def _seats_by_seating(seating_ids: Collection[int]) -> Mapping[int, list[tuple[str, int]]]:
    """Return seats with the ids of their contestants, by seating id."""
    seats: defaultdict[int, list[tuple[str, int]]] = defaultdict(list)
    seat_holders = SeatHolder.objects.filter(seating__in=seating_ids).order_by()
    for seating, seat, contestant in seat_holders.values_list("seating", "seat", "contestant"):
        seats[seating].append((seat, contestant))
    return seats


def _without_table(rounds: Collection[Round]) -> Iterator[UnplayedBoards]:
    """Yield the rounds of their section in which contestants had no table.

    In a planned section, these are the contestants who play in other rounds of the section. In a
    drawn section, they are the stored sit-outs. A contestant who had withdrawn before the round
    began did not sit out. Sections without a movement, such as those of imported results, have no
    plan, so that nobody sits out.
    """
    planned_boards = [
        round_
        for round_ in rounds
        if round_.section.movement and not round_.section.session.stage.is_drawn
    ]
    in_section = _contestants_by_section({round_.section_id for round_ in planned_boards})
    withdrawal_times = _withdrawal_times({*rounds})
    sit_outs = _sit_outs_by_round(rounds)
    contestants_by_round = _seated_by_round({round_.pk for round_ in rounds})
    for round_ in rounds:
        expected = {
            *sit_outs[round_.pk],
            *(in_section[round_.section_id] if round_ in planned_boards else ()),
        }
        for contestant in expected.difference(contestants_by_round[round_.pk]):
            if not _had_withdrawn(withdrawal_times.get(contestant), round_):
                yield _whole_round(round_, contestant)


def _whole_round(round_: Round, contestant_id: int) -> UnplayedBoards:
    section = round_.section
    round_key = section.session.number, round_.number
    return UnplayedBoards(
        round_key, round_.pk, section.number, contestant_id, section.boards_in(round_.number)
    )


def _had_withdrawn(withdrawn_at: datetime | None, round_: Round) -> bool:
    return withdrawn_at is not None and (
        round_.started_at is None or withdrawn_at <= round_.started_at
    )


def _withdrawal_times(rounds: Collection[Round]) -> Mapping[int, datetime]:
    events = {round_.section.session.stage.event_id for round_ in rounds}
    withdrawn = Contestant.objects.filter(event__in=events).exclude(withdrawn_at=None).order_by()
    return {pk: at for pk, at in withdrawn.values_list("pk", "withdrawn_at") if at}


def _sit_outs_by_round(rounds: Collection[Round]) -> Mapping[int, Collection[int]]:
    sit_outs = SitOut.objects.filter(round__in=rounds).order_by()
    return _contestant_ids_by_key(sit_outs.values_list("round", "contestant"))


def _contestants_by_section(section_ids: Collection[int]) -> Mapping[int, Collection[int]]:
    """Return the contestants who have a seat in any round, by section id."""
    seat_holders = SeatHolder.objects.filter(seating__round__section__in=section_ids).order_by()
    return _contestant_ids_by_key(
        seat_holders.values_list("seating__round__section", "contestant").distinct()
    )


def _seated_by_round(round_ids: Collection[int]) -> Mapping[int, Collection[int]]:
    seat_holders = SeatHolder.objects.filter(seating__round__in=round_ids).order_by()
    return _contestant_ids_by_key(seat_holders.values_list("seating__round", "contestant"))


def _contestant_ids_by_key(rows: Iterable[tuple[int, int]]) -> Mapping[int, Collection[int]]:
    groups: defaultdict[int, set[int]] = defaultdict(set)
    for group, contestant in rows:
        groups[group].add(contestant)
    return groups
