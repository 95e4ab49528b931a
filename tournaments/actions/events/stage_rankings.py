"""The rankings of a finished stage, from which the next one's contestants are selected."""

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
    """Lock a stage, and return its overall ranking and those of its lines, sections or groups.

    Withdrawn contestants are left out. Nobody moves up for them: each other contestant has the
    place that the standings show.
    """
    stored_rankings = scoring_pipeline.lock_and_compute_standings(stage).rankings
    present_numbers = set(
        stage.event.contestants.filter(withdrawn_at=None).values_list("number", flat=True)
    )
    if len(stored_rankings) > 1:
        names = section_names(stage)
        rankings = (
            StageRanking(_ranked_contestants(ranking.rows), _place_text(ranking, names))
            for ranking in stored_rankings
        )
        return StageRankings(
            None, [_without_withdrawn_contestants(ranking, present_numbers) for ranking in rankings]
        )
    rows = _ranked_contestants(stored_rankings[0].rows if stored_rankings else ())
    overall = _without_withdrawn_contestants(
        StageRanking(rows, Text(PLACE_OVERALL, {})), present_numbers
    )
    partial_rankings = (
        _without_withdrawn_contestants(partial_ranking, present_numbers)
        for partial_ranking in _partial_rankings(stage, rows)
    )
    return StageRankings(
        overall,
        [partial_ranking for partial_ranking in partial_rankings if partial_ranking.rows]
        or [overall],
    )


def _ranked_contestants(rows: Iterable[StoredRow]) -> list[RankedContestant]:
    return [RankedContestant(row.number, row.rank, row.total) for row in rows]


def _without_withdrawn_contestants(
    ranking: StageRanking, present_numbers: Collection[int]
) -> StageRanking:
    return replace(ranking, rows=[row for row in ranking.rows if row.number in present_numbers])


def _place_text(ranking: StoredRanking, names: Mapping[int, str]) -> Text:
    if ranking.section:
        return Text(PLACE_IN_SECTION, {"section": names.get(ranking.section, "")})
    return Text(PLACE_IN_LINE.get(ranking.line, PLACE_OVERALL), {})


def _partial_rankings(stage: Stage, rows: Sequence[RankedContestant]) -> Iterator[StageRanking]:
    """Yield the ranking of each group, or of each section if there are no groups."""
    groups = int(stage.movement_options.get("groups", 1))
    if groups > 1:
        group_by_number = groups_by_contestant(stage.event.contestants.count(), groups)
        for number in range(1, groups + 1):
            rows_of_group = (row for row in rows if group_by_number[row.number] == number)
            yield StageRanking(_rerank(rows_of_group), Text(PLACE_IN_GROUP, {"group": number}))
        return
    section_by_number = last_section_names(stage)
    for name in sections_to_show(stage):
        rows_of_section = (row for row in rows if section_by_number.get(row.number) == name)
        yield StageRanking(_rerank(rows_of_section), Text(PLACE_IN_SECTION, {"section": name}))


def _rerank(rows: Iterable[RankedContestant]) -> list[RankedContestant]:
    """Return rows of a ranking with new ranks among these rows only; ties stay ties."""
    new_ranks: dict[int, int] = {}
    return [
        row if row.rank is None else row._replace(rank=new_ranks.setdefault(row.rank, position))
        for position, row in enumerate(rows, 1)
    ]
