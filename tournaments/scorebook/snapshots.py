"""Rows to scoring to rows: a stage's awards become its standings."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from django.db import transaction
from django.db.models import Count, F, Q, QuerySet
from django.utils import timezone

from scoring.catalogue import get_tiebreaks
from scoring.ranks import Counted, RankedRow, rank, tally
from scoring.tiebreaks import Group, Played, ResultHistory, part, together
from tournaments.models import Award, Contestant, Penalty, Place, Play, SitOut, Snapshot, Stage
from tournaments.queries.stored_standings import Json, StoredRanking, StoredRow, StoredStandings
from tournaments.queries.visibility.public_standings import visible_awards, visible_sit_outs, withholds


def take_snapshot(stage_id: int) -> None:
    """Store the standings of a stage for the desk and for the public, unless they are of the same awards."""
    with transaction.atomic():  # the stage is locked: two workers would give two snapshots one number
        stage = Stage.objects.select_for_update().select_related("event").get(pk=stage_id)
        lasts = {audience: _last(stage, audience) for audience in Snapshot.Audience}
        if all(last and last.awards_revision == stage.awards_revision for last in lasts.values()):
            return
        for audience, standings in _standings(stage).items():
            _store(stage, audience, lasts[audience], standings)


def _last(stage: Stage, audience: Snapshot.Audience) -> Snapshot | None:
    return stage.snapshots.filter(audience=audience).order_by("number").last()


def _standings(stage: Stage) -> dict[Snapshot.Audience, Json]:
    """What each audience is shown; worked out once where nothing is kept from the public."""
    everything = standings_now(stage).to_json()
    public = public_standings(stage).to_json() if withholds(stage) else everything
    return {Snapshot.Audience.DESK: everything, Snapshot.Audience.PUBLIC: public}


def _store(stage: Stage, audience: Snapshot.Audience, last: Snapshot | None, standings: Json) -> None:
    """The next snapshot; the last one goes on where it says the same, as pages have it already."""
    if last and last.standings == standings:
        stage.snapshots.filter(pk=last.pk).update(awards_revision=stage.awards_revision)
        return
    Snapshot.objects.create(
        stage=stage,
        audience=audience,
        number=last.number + 1 if last else 1,
        awards_revision=stage.awards_revision,
        standings=standings,
        at=timezone.now(),
    )


def stages_behind() -> Iterable[int]:
    """Stages whose awards are newer than the standings of an audience."""
    fresh = Count("snapshots", filter=Q(snapshots__awards_revision=F("awards_revision")))
    stages = Stage.objects.filter(awards_revision__gt=0).annotate(fresh=fresh)
    return list(stages.filter(fresh__lt=len(Snapshot.Audience)).values_list("pk", flat=True))


Owners = dict[tuple[int, str], list[int]]
"""Who gets the award of a line at a seating: contestants by (seating, line)."""


class _Stored(NamedTuple):
    """An award as it was stored; `award` is blank where the method gave none."""

    play: int
    seating: int
    board: int
    line: str
    x: str
    points: str
    award: str


def standings_now(stage: Stage) -> StoredStandings:
    """The standings of a stage by the awards there are now."""
    return standings_from(
        stage,
        Award.objects.filter(play__board__session__stage=stage),
        SitOut.objects.filter(round__section__session__stage=stage).exclude(round__started_at=None),
    )


def public_standings(stage: Stage) -> StoredStandings:
    """The standings that anybody may see now."""
    return standings_from(stage, visible_awards(stage), visible_sit_outs(stage))


def standings_from(stage: Stage, awards: QuerySet[Award], sit_outs: QuerySet[SitOut]) -> StoredStandings:
    """The standings that some of a stage's awards and of the sit-outs in its drawn rounds make.

    Lines are ranked apart while nobody is to sit on both, otherwise together as the line `all`: so are they
    where rounds are still to be drawn, and where matches are won or lost whatever the line.
    """
    owners, stored = _owners(stage), _stored(awards)
    apart = _apart(stage, owners)
    ranking = {line: line if apart else "all" for line in stage.event.game.lines}
    counted = _counted(ranking, owners, stored, _tops(stage))
    for contestant in sit_outs.order_by("pk").values_list("contestant_id", flat=True):
        counted["all"].append(Counted(contestant, stage.event.method.sit_out))
    parting = _tiebreaking(stage, owners, stored)
    return StoredStandings(
        plays=len({each.play for each in stored}),
        rankings=tuple(
            StoredRanking(line, tuple(_rows(stage, counted[line], parting)))
            for line in dict.fromkeys(ranking.values())
            if line in counted
        ),
    )


def _counted(
    ranking: Mapping[str, str], owners: Owners, stored: Iterable[_Stored], tops: Mapping[int, int | None]
) -> dict[str, list[Counted[int]]]:
    """What counts for whom in each ranking; who has no award yet is listed, without a place."""
    counted: dict[str, list[Counted[int]]] = defaultdict(list)
    for (_seating, line), contestants in owners.items():
        counted[ranking[line]] += [Counted(contestant, None) for contestant in contestants]
    for each in stored:
        award, top = Fraction(each.award) if each.award else None, tops.get(each.board)
        counted[ranking[each.line]] += [Counted(who, award, top) for who in owners[each.seating, each.line]]
    return counted


def _owners(stage: Stage) -> Owners:
    line_of = {seat: line for line, seats in stage.event.game.lines.items() for seat in seats}
    owners: Owners = defaultdict(list)
    places = Place.objects.filter(seating__round__section__session__stage=stage)
    for seating, seat, contestant in places.values_list("seating_id", "seat", "contestant_id"):
        if contestant not in owners[seating, line_of[seat]]:
            owners[seating, line_of[seat]].append(contestant)
    return owners


def _stored(awards: QuerySet[Award]) -> list[_Stored]:
    columns = ("play_id", "play__seating_id", "play__board_id", "line", "x_text", "points_text", "award_text")
    return [_Stored(*row) for row in awards.values_list(*columns)]


def _tops(stage: Stage) -> dict[int, int | None]:
    """The top of each board, from the plays it is to have."""
    plays = Play.objects.filter(board__session__stage=stage).exclude(state=Play.State.VOID)
    due = plays.order_by().values_list("board_id").annotate(Count("pk"))
    return {board: stage.event.method.top(number) for board, number in due}


def _apart(stage: Stage, owners: Owners) -> bool:
    """Whether nobody sits on more than one line in the whole stage, so that lines are never compared."""
    if stage.event.method.by_total or stage.is_drawn:
        return False
    seen: dict[int, set[str]] = defaultdict(set)
    for (_seating, line), contestants in owners.items():
        for contestant in contestants:
            seen[contestant].add(line)
    return all(len(lines) == 1 for lines in seen.values())


Parting = Callable[[list[int]], Iterable[Group[int]]]
"""How contestants with equal awards are told apart."""


def _tiebreaking(stage: Stage, owners: Owners, stored: list[_Stored]) -> Parting:
    """The tie-breaks of the event at work on everything that counts in the stage."""
    tiebreaks = get_tiebreaks(stage.event.tiebreaks)
    if not tiebreaks:
        return together
    lines, awarded = stage.event.game.lines, [each for each in stored if each.award]
    history = ResultHistory(played for each in awarded for played in _played(each, lines, owners))
    return partial(part, tiebreaks=tiebreaks, history=history)


def _played(stored: _Stored, lines: Iterable[str], owners: Owners) -> Iterator[Played[int]]:
    """What an award says of each who got it; opponents are all on the other lines of the seating."""
    x, points = Fraction(stored.x), Fraction(stored.points or stored.x)
    award = Fraction(stored.award)
    across = [owner for line in lines if line != stored.line for owner in owners[stored.seating, line]]
    for owner in owners[stored.seating, stored.line]:
        yield Played(owner, stored.board, stored.line, x, points, award, tuple(across))


def _rows(stage: Stage, counted: list[Counted[int]], parting: Parting) -> list[StoredRow]:
    contestants = {contestant.pk: contestant for contestant in stage.event.contestants.all()}
    penalties: dict[int, list[Penalty]] = defaultdict(list)
    for penalty in stage.penalties.all():
        penalties[penalty.contestant_id].append(penalty)
    amounts = {pk: sum((each.amount for each in given), Fraction(0)) for pk, given in penalties.items()}
    method = stage.event.method
    tallies = tally(counted, amounts, method.by_total)
    rows = rank(tallies, method.unranked_below, lambda pk: contestants[pk].name, parting)
    return [_row(row, contestants[row.contestant], penalties[row.contestant]) for row in rows]


def _row(row: RankedRow[int], contestant: Contestant, penalties: list[Penalty]) -> StoredRow:
    return StoredRow(
        rank=row.rank,
        number=contestant.number,
        contestant=contestant.name,
        total=row.total,
        boards=row.boards,
        mean=row.mean,
        percent=row.percent,
        penalty=row.penalty,
        penalty_reasons=tuple(penalty.reason for penalty in penalties),
        tiebreak=row.separation,
    )
