"""Boards that contestants did not play: rounds without a table, and plays called off.

What they count as is in docs/scoring/rulings.md.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from django.db.models import Q, QuerySet

from scoring.adjusted.kinds import NotPlayed
from tournaments.models import Contestant, Play, Round, SeatHolder, SitOut, Stage
from tournaments.queries.results.line_points import AWARD_PREFIX, VOID_POINTS, parse_given_awards
from tournaments.queries.standings.snapshot_format import RoundKey


class UnplayedBoards(NamedTuple):
    """So many boards of a contestant, by the rows of him and of the round; `board` is None for a
    rest."""

    moment: RoundKey
    round: int
    section: int
    contestant: int
    boards: int
    board: int | None = None


UnplayedSequence = Sequence[UnplayedBoards]
"""What was not played and counts all the same, in order of play."""


def unplayed_boards_of(stage: Stage, counting: QuerySet[Play]) -> UnplayedSequence:
    """What counts by one's own mean, in the rounds in which plays of `counting` have a result that
    counts.

    These are the plays of the reader's standings. Nothing where the method counts nothing for it. A
    round in which nobody has made anything has been missed by nobody.
    """
    if not stage.event.method.counts_unplayed_at_own_mean:
        return []
    counted = (
        counting.exclude(counted_line_points=None)
        .exclude(counted_line_points__in=("", VOID_POINTS))
        .order_by()
    )
    rounds = set(counted.values_list("seating__round", flat=True))
    known = Round.objects.filter(pk__in=rounds).select_related("section__session__stage__event")
    found = [*_called_off(stage, rounds, counting), *_rests(list(known.order_by("pk")))]
    return sorted(found, key=lambda each: (each.moment, each.contestant, each.board or 0))


def _called_off(
    stage: Stage, rounds: Collection[int], counting: QuerySet[Play]
) -> Iterator[UnplayedBoards]:
    """The plays that are not to be made, by all or by one of their lines."""
    seats = [(seat, line) for line, seats in stage.event.game.lines.items() for seat in seats]
    lines, line_of = list(stage.event.game.lines), dict(seats)
    off = counting.filter(
        Q(counted_line_points=VOID_POINTS) | Q(counted_line_points__startswith=AWARD_PREFIX)
    )
    columns = (
        "seating",
        "seating__round",
        "seating__round__section__number",
        "board__number",
        "counted_line_points",
    )
    when = ("seating__round__section__session__number", "seating__round__number")
    plays = list(off.filter(seating__round__in=rounds).order_by().values_list(*columns, *when))
    seated = _seated({seating for seating, *_others in plays})
    for seating, round_, section, board, counted, *moment in plays:
        without = _lines_without(counted, lines)
        who = {contestant for seat, contestant in seated[seating] if line_of[seat] in without}
        for contestant in who:
            yield UnplayedBoards((moment[0], moment[1]), round_, section, contestant, 1, board)


def _lines_without(counted: str, lines: Collection[str]) -> Collection[str]:
    """The lines for which a play is not to be made."""
    if counted == VOID_POINTS:
        return lines
    given = zip(lines, parse_given_awards(counted), strict=True)
    return {line for line, what in given if isinstance(what, NotPlayed)}


def _seated(seatings: Collection[int]) -> Mapping[int, list[tuple[str, int]]]:
    seated: defaultdict[int, list[tuple[str, int]]] = defaultdict(list)
    places = SeatHolder.objects.filter(seating__in=seatings).order_by()
    for seating, seat, contestant in places.values_list("seating", "seat", "contestant"):
        seated[seating].append((seat, contestant))
    return seated


def _rests(rounds: Collection[Round]) -> Iterator[UnplayedBoards]:
    """The rounds of their section without a table: of a plan the gaps, else what was drawn.

    Whoever had left before a round began did not rest in it. Results from elsewhere follow no plan.
    """
    planned = [
        each for each in rounds if each.section.movement and not each.section.session.stage.is_drawn
    ]
    at, gone = _playing_in_sections({each.section_id for each in planned}), _left({*rounds})
    drawn = _drawn(rounds)
    seated = _seated_in({each.pk for each in rounds})
    for each in rounds:
        here = {*drawn[each.pk], *(at[each.section_id] if each in planned else ())}
        for contestant in here.difference(seated[each.pk]):
            if not _had_left(gone.get(contestant), each):
                yield _rest(each, contestant)


def _rest(round_: Round, contestant: int) -> UnplayedBoards:
    section = round_.section
    moment = section.session.number, round_.number
    return UnplayedBoards(
        moment, round_.pk, section.number, contestant, section.boards_in(round_.number)
    )


def _had_left(left_at: datetime | None, round_: Round) -> bool:
    return left_at is not None and (round_.started_at is None or left_at <= round_.started_at)


def _left(rounds: Collection[Round]) -> Mapping[int, datetime]:
    events = {each.section.session.stage.event_id for each in rounds}
    gone = Contestant.objects.filter(event__in=events).exclude(withdrawn_at=None).order_by()
    return {pk: at for pk, at in gone.values_list("pk", "withdrawn_at") if at}


def _drawn(rounds: Collection[Round]) -> Mapping[int, Collection[int]]:
    sit_outs = SitOut.objects.filter(round__in=rounds).order_by()
    return _grouped(sit_outs.values_list("round", "contestant"))


def _playing_in_sections(sections: Collection[int]) -> Mapping[int, Collection[int]]:
    """Who has a place in some round of each section."""
    places = SeatHolder.objects.filter(seating__round__section__in=sections).order_by()
    return _grouped(places.values_list("seating__round__section", "contestant").distinct())


def _seated_in(rounds: Collection[int]) -> Mapping[int, Collection[int]]:
    places = SeatHolder.objects.filter(seating__round__in=rounds).order_by()
    return _grouped(places.values_list("seating__round", "contestant"))


def _grouped(rows: Iterable[tuple[int, int]]) -> Mapping[int, Collection[int]]:
    found: defaultdict[int, set[int]] = defaultdict(set)
    for group, contestant in rows:
        found[group].add(contestant)
    return found
