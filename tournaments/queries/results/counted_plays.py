"""Read the plays and contestants that standings are computed from, with few queries."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from django.db.models import QuerySet

from tournaments.models import Play, Round, SeatHolder, Seating, SitOut, Stage
from tournaments.queries.results.line_points import VOID_POINTS
from tournaments.queries.standings.snapshot_format import RoundKey

# The contestants who get the award of a line at a seating, by (seating id, line).
ContestantsOfLines = Mapping[tuple[int, str], Sequence[int]]


class CountedPlay(NamedTuple):
    """The columns of a play that standings need.

    A play is compared only with others of the same board, field (`Play.field`) and group.
    """

    seating_id: int
    board_id: int
    compared_field: int
    group: int
    counted_line_points: str
    line_scores: str


def counted_plays(plays: QuerySet[Play]) -> list[CountedPlay]:
    """Return the plays whose result or adjusted awards are counted in the scales of the board."""
    scored_plays = (
        plays.exclude(counted_line_points=None)
        .exclude(counted_line_points__in=("", VOID_POINTS))
        .order_by()
    )
    columns = ("seating_id", "board_id", "field", "group", "counted_line_points", "line_scores")
    return [CountedPlay(*row) for row in scored_plays.values_list(*columns)]


class RoundSitOut(NamedTuple):
    """A contestant, by id, who sat out in a round."""

    round_key: RoundKey
    contestant_id: int


def round_sit_outs(sit_outs: QuerySet[SitOut]) -> list[RoundSitOut]:
    """Return the contestant and the round of each sit-out."""
    columns = ("round__section__session__number", "round__number", "contestant_id")
    rows = sit_outs.order_by("pk").values_list(*columns)
    return [RoundSitOut((session, number), contestant) for session, number, contestant in rows]


def contestants_of_lines_and_rounds(
    stage: Stage,
) -> tuple[ContestantsOfLines, Mapping[int, RoundKey]]:
    """Return who is on each line of the seatings of a stage, and the round of each seating."""
    line_of_seat = {seat: line for line, seats in stage.event.game.lines.items() for seat in seats}
    contestant_ids_of_lines: defaultdict[tuple[int, str], list[int]] = defaultdict(list)
    round_keys, round_of_seating = _round_keys(stage), dict[int, RoundKey]()
    seat_holders = SeatHolder.objects.filter(
        seating__round__section__session__stage=stage
    ).order_by()
    columns = ("seating_id", "seating__round_id", "seat", "contestant_id")
    for seating_id, round_id, seat, contestant_id in seat_holders.values_list(*columns):
        round_of_seating[seating_id] = round_keys[round_id]
        contestants_of_line = contestant_ids_of_lines[seating_id, line_of_seat[seat]]
        if contestant_id not in contestants_of_line:
            contestants_of_line.append(contestant_id)
    return contestant_ids_of_lines, round_of_seating


def section_numbers_if_ranked_separately(stage: Stage) -> Mapping[int, int]:
    """Return the section number of each seating by its id, if sections are ranked separately.

    Empty if they are ranked together.
    """
    if not stage.ranks_sections_separately:
        return {}
    seatings = Seating.objects.filter(round__section__session__stage=stage).order_by()
    return dict(seatings.values_list("pk", "round__section__number"))


def contestants_missing_session(
    plays: Iterable[CountedPlay],
    contestant_ids_of_lines: ContestantsOfLines,
    round_of_seating: Mapping[int, RoundKey],
    sit_outs: Iterable[RoundSitOut],
) -> set[int]:
    """Return the contestants who missed at least one of the sessions with results.

    `round_of_seating` is by seating id. A contestant who sat out in a session has not missed it.
    """
    sessions_with_results = {round_of_seating[play.seating_id][0] for play in plays}
    sessions_attended: defaultdict[int, set[int]] = defaultdict(set)
    for (seating, _line), contestants in contestant_ids_of_lines.items():
        for contestant in contestants:
            sessions_attended[contestant].add(round_of_seating[seating][0])
    for sit_out in sit_outs:
        sessions_attended[sit_out.contestant_id].add(sit_out.round_key[0])
    return {
        contestant
        for contestant, attended in sessions_attended.items()
        if not sessions_with_results <= attended
    }


def _round_keys(stage: Stage) -> Mapping[int, RoundKey]:
    rounds = Round.objects.filter(section__session__stage=stage).order_by()
    columns = ("pk", "section__session__number", "number")
    return {pk: (session, number) for pk, session, number in rounds.values_list(*columns)}
