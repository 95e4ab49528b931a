"""The rankings of a stage that is over, from which the next one is made."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from games.text import Text
from tournaments import scoring_pipeline
from tournaments.models import Stage
from tournaments.movements.drawing.selection import (
    OF_ALL,
    OF_GROUP,
    OF_LINE,
    OF_SECTION,
    Candidate,
    EndedRanking,
    Rankings,
)
from tournaments.movements.round_robin import group_of
from tournaments.queries.standings.latest import section_names
from tournaments.queries.standings.partial_rankings import last_section_names, sections_to_show
from tournaments.queries.standings.snapshot_format import StoredRanking, StoredRow


def rankings_of(stage: Stage) -> Rankings:
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
        apart = (EndedRanking(_candidates(each.rows), _said(each, names)) for each in stored)
        return Rankings(None, [_there(each, present) for each in apart])
    rows = _candidates(stored[0].rows if stored else ())
    whole = _there(EndedRanking(rows, Text(OF_ALL, {})), present)
    parts = (_there(part, present) for part in _parts(stage, rows))
    return Rankings(whole, [part for part in parts if part.rows] or [whole])


def _candidates(rows: Iterable[StoredRow]) -> list[Candidate]:
    return [Candidate(row.number, row.rank, row.total) for row in rows]


def _there(ranking: EndedRanking, present: Collection[int]) -> EndedRanking:
    return replace(ranking, rows=[row for row in ranking.rows if row.number in present])


def _said(ranking: StoredRanking, names: Mapping[int, str]) -> Text:
    if ranking.section:
        return Text(OF_SECTION, {"section": names.get(ranking.section, "")})
    return Text(OF_LINE.get(ranking.line, OF_ALL), {})


def _parts(stage: Stage, rows: Sequence[Candidate]) -> Iterator[EndedRanking]:
    """The ranking of all by groups, or by sections; nothing where there is one of neither."""
    groups = int(stage.movement_options.get("groups", 1))
    if groups > 1:
        group = group_of(stage.event.contestants.count(), groups)
        for number in range(1, groups + 1):
            here = (row for row in rows if group[row.number] == number)
            yield EndedRanking(_ranked_anew(here), Text(OF_GROUP, {"group": number}))
        return
    last = last_section_names(stage)
    for name in sections_to_show(stage):
        here = (row for row in rows if last.get(row.number) == name)
        yield EndedRanking(_ranked_anew(here), Text(OF_SECTION, {"section": name}))


def _ranked_anew(rows: Iterable[Candidate]) -> list[Candidate]:
    """Some of a ranking with their places among themselves."""
    first: dict[int, int] = {}
    return [
        row if row.rank is None else row._replace(rank=first.setdefault(row.rank, at))
        for at, row in enumerate(rows, 1)
    ]
