"""The rankings of a stage that is over, from which the next one is made."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from games.text import Text
from tournaments import scoring_pipeline
from tournaments.models import Stage
from tournaments.movements.drawing.finals_selection import (
    PLACE_IN_GROUP,
    PLACE_IN_LINE,
    PLACE_IN_SECTION,
    PLACE_OVERALL,
    RankedContestant,
    StageRanking,
    StageRankings,
)
from tournaments.movements.round_robin import groups_by_contestant
from tournaments.queries.standings.latest import section_names
from tournaments.queries.standings.partial_rankings import last_section_names, sections_to_show
from tournaments.queries.standings.snapshot_format import StoredRanking, StoredRow


def lock_and_compute_rankings(stage: Stage) -> StageRankings:
    """As the standings are now, without who has left: of all, and of each line, section or group.

    Everybody has the place that he is shown: who has left keeps his own.
    The stage is locked until the act is over.
    """
    stored = scoring_pipeline.lock_and_compute_standings(stage).rankings
    present = set(
        stage.event.contestants.filter(withdrawn_at=None).values_list("number", flat=True)
    )
    if len(stored) > 1:
        names = section_names(stage)
        apart = (StageRanking(_candidates(each.rows), _said(each, names)) for each in stored)
        return StageRankings(None, [_there(each, present) for each in apart])
    rows = _candidates(stored[0].rows if stored else ())
    whole = _there(StageRanking(rows, Text(PLACE_OVERALL, {})), present)
    parts = (_there(part, present) for part in _parts(stage, rows))
    return StageRankings(whole, [part for part in parts if part.rows] or [whole])


def _candidates(rows: Iterable[StoredRow]) -> list[RankedContestant]:
    return [RankedContestant(row.number, row.rank, row.total) for row in rows]


def _there(ranking: StageRanking, present: Collection[int]) -> StageRanking:
    return replace(ranking, rows=[row for row in ranking.rows if row.number in present])


def _said(ranking: StoredRanking, names: Mapping[int, str]) -> Text:
    if ranking.section:
        return Text(PLACE_IN_SECTION, {"section": names.get(ranking.section, "")})
    return Text(PLACE_IN_LINE.get(ranking.line, PLACE_OVERALL), {})


def _parts(stage: Stage, rows: Sequence[RankedContestant]) -> Iterator[StageRanking]:
    """The ranking of all by groups, or by sections; nothing where there is one of neither."""
    groups = int(stage.movement_options.get("groups", 1))
    if groups > 1:
        group = groups_by_contestant(stage.event.contestants.count(), groups)
        for number in range(1, groups + 1):
            here = (row for row in rows if group[row.number] == number)
            yield StageRanking(_ranked_anew(here), Text(PLACE_IN_GROUP, {"group": number}))
        return
    last = last_section_names(stage)
    for name in sections_to_show(stage):
        here = (row for row in rows if last.get(row.number) == name)
        yield StageRanking(_ranked_anew(here), Text(PLACE_IN_SECTION, {"section": name}))


def _ranked_anew(rows: Iterable[RankedContestant]) -> list[RankedContestant]:
    """Some of a ranking with their places among themselves."""
    first: dict[int, int] = {}
    return [
        row if row.rank is None else row._replace(rank=first.setdefault(row.rank, at))
        for at, row in enumerate(rows, 1)
    ]
