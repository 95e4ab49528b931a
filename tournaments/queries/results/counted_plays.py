"""What standings are made of, read in a few wide queries: results that are counted, and whose
they are."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from django.db.models import QuerySet

from tournaments.models import Play, Round, SeatHolder, Seating, SitOut, Stage
from tournaments.queries.results.line_points import VOID_POINTS
from tournaments.queries.standings.snapshot_format import RoundKey

Owners = Mapping[tuple[int, str], Sequence[int]]
"""Who gets the award of a line at a seating: contestants by (seating, line)."""


class CountedPlay(NamedTuple):
    """What counts of a play, by the rows of its seating and its board."""

    seating: int
    board: int
    field: int
    group: int
    counted: str
    points: str


def counted_plays(plays: QuerySet[Play]) -> list[CountedPlay]:
    """Those of some plays that have a result which their scales have counted."""
    counted = (
        plays.exclude(counted_line_points=None)
        .exclude(counted_line_points__in=("", VOID_POINTS))
        .order_by()
    )
    columns = ("seating_id", "board_id", "field", "group", "counted_line_points", "line_scores")
    return [CountedPlay(*row) for row in counted.values_list(*columns)]


class RoundSitOut(NamedTuple):
    """Who sat out, and when."""

    moment: RoundKey
    contestant: int


def round_sit_outs(sit_outs: QuerySet[SitOut]) -> list[RoundSitOut]:
    """The contestants of some sit-outs, each as often as he sat out."""
    columns = ("round__section__session__number", "round__number", "contestant_id")
    rows = sit_outs.order_by("pk").values_list(*columns)
    return [RoundSitOut((session, number), contestant) for session, number, contestant in rows]


def owners_and_rounds(stage: Stage) -> tuple[Owners, Mapping[int, RoundKey]]:
    """Who gets what at the seatings of a stage, and the round of each seating."""
    line_of = {seat: line for line, seats in stage.event.game.lines.items() for seat in seats}
    owners: defaultdict[tuple[int, str], list[int]] = defaultdict(list)
    moments, moment_of = _moments(stage), dict[int, RoundKey]()
    places = SeatHolder.objects.filter(seating__round__section__session__stage=stage).order_by()
    columns = ("seating_id", "seating__round_id", "seat", "contestant_id")
    for seating, round_, seat, contestant in places.values_list(*columns):
        moment_of[seating] = moments[round_]
        whose = owners[seating, line_of[seat]]
        if contestant not in whose:
            whose.append(contestant)
    return owners, moment_of


def separate_section_numbers(stage: Stage) -> Mapping[int, int]:
    """The number of its section by seating, where each section is a field by itself; else
    nothing."""
    if not stage.ranks_sections_separately:
        return {}
    seatings = Seating.objects.filter(round__section__session__stage=stage).order_by()
    return dict(seatings.values_list("pk", "round__section__number"))


def contestants_missing_session(
    results: Iterable[CountedPlay],
    owners: Owners,
    moment_of: Mapping[int, RoundKey],
    sit_outs: Iterable[RoundSitOut],
) -> set[int]:
    """The contestants who were not in one of the sessions that results come from: who sat out
    was."""
    held = {moment_of[result.seating][0] for result in results}
    sessions: defaultdict[int, set[int]] = defaultdict(set)
    for (seating, _line), contestants in owners.items():
        for contestant in contestants:
            sessions[contestant].add(moment_of[seating][0])
    for sit_out in sit_outs:
        sessions[sit_out.contestant].add(sit_out.moment[0])
    return {contestant for contestant, came in sessions.items() if not held <= came}


def _moments(stage: Stage) -> Mapping[int, RoundKey]:
    rounds = Round.objects.filter(section__session__stage=stage).order_by()
    columns = ("pk", "section__session__number", "number")
    return {pk: (session, number) for pk, session, number in rounds.values_list(*columns)}
