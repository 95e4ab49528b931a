"""Which ranking each line counts in: one for all, one for each line, or one for each section."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from scoring.ranks import RankedRow
from tournaments.models import Section, Stage
from tournaments.queries.results.counted_plays import Owners, sections_apart
from tournaments.queries.standings.scales import LastAward
from tournaments.queries.standings.snapshot_format import StoredRow

# The line of a ranking in which lines are not separated.
ALL_LINES = "all"

# A section's number and a line: section 0 is the field of all sections, line `all` all lines.
RankingKey = tuple[int, str]

# The ranking of all contestants.
COMMON_RANKING: RankingKey = 0, ALL_LINES


def ranking_keys(stage: Stage, owners: Owners) -> Mapping[tuple[int, str], RankingKey]:
    """Return the ranking of each line of each seating, by who actually sat there."""
    sections = sections_apart(stage)
    at = {seating: sections.get(seating, 0) for seating, _line in owners}
    mixed = _sections_of_lines_together(stage, owners, at)
    if mixed and _is_won_by_line(stage, owners):
        return _by_usual_line(stage, owners, at)
    return {
        (seating, line): (at[seating], ALL_LINES if at[seating] in mixed else line)
        for seating, line in owners
    }


def sorted_ranking_keys(keys: Iterable[RankingKey], lines: Iterable[str]) -> list[RankingKey]:
    """Return the keys by section number, the lines of each in the order of the game."""
    places = [*lines, ALL_LINES]
    return sorted(keys, key=lambda key: (key[0], places.index(key[1])))


def _sections_of_lines_together(
    stage: Stage, owners: Owners, at: Mapping[int, int]
) -> Collection[int]:
    """Return the sections in which somebody sits on several lines, so that lines are compared.

    All sections if rounds are drawn or if the method never separates lines.
    """
    if stage.event.method.ranks_lines_together or stage.is_drawn:
        return set(at.values())
    seen: dict[tuple[int, int], str] = {}
    return {
        at[seating]
        for (seating, line), contestants in owners.items()
        for contestant in contestants
        if seen.setdefault((at[seating], contestant), line) != line
    }


def _is_won_by_line(stage: Stage, owners: Owners) -> bool:
    """Return whether each line has a winner by plan.

    A contestant who sat on two lines is an exception then, by mistake or by exchange.
    """
    if stage.event.method.ranks_lines_together or stage.is_drawn:
        return False
    number = len({contestant for contestants in owners.values() for contestant in contestants})
    sections = Section.objects.filter(session__stage=stage).select_related("session__stage")
    movements = [section.movement for section in sections]
    return all(movement is not None and movement.winners(number) > 1 for movement in movements)


def _by_usual_line(
    stage: Stage, owners: Owners, at: Mapping[int, int]
) -> Mapping[tuple[int, str], RankingKey]:
    """Rank contestants on the line they sit on most; of equals, on the first of the game."""
    often: dict[tuple[int, int], Counter[str]] = defaultdict(Counter)
    for (seating, line), contestants in owners.items():
        for contestant in contestants:
            often[at[seating], contestant][line] += 1
    lines = list(stage.event.game.lines)
    usual = {who: max(lines, key=lambda line: sat[line]) for who, sat in often.items()}
    return {
        (seating, line): (at[seating], usual[at[seating], contestants[0]])
        for (seating, line), contestants in owners.items()
    }


def ranked_by_bracket(rows: Sequence[StoredRow], ranks: Mapping[int, int]) -> tuple[StoredRow, ...]:
    """Return the rows ranked by bracket, keeping the order of points among equals.

    Unranked contestants get no rank, and the ranks below theirs close up.
    """
    outside = [ranks[row.number] for row in rows if row.no_place and row.number in ranks]
    closed = {number: rank - sum(each < rank for each in outside) for number, rank in ranks.items()}
    ranked = [
        replace(row, rank=None if row.no_place else closed.get(row.number), tiebreak=None)
        for row in rows
    ]
    return tuple(sorted(ranked, key=lambda row: (row.rank is None, row.rank)))


def stored_row(
    row: RankedRow[int], who: tuple[int, str, str], reasons: Iterable[str], last: LastAward | None
) -> StoredRow:
    """Build the stored row of a ranked contestant.

    `who` is the contestant's number, name, and why they are unranked.
    """
    number, name, no_place = who
    return StoredRow(
        rank=row.rank,
        number=number,
        contestant=name,
        total=row.total,
        boards=row.boards,
        mean=row.mean,
        percent=row.percent,
        penalty=row.penalty,
        penalty_reasons=tuple(reasons),
        tiebreak=row.deciding_tiebreak,
        last=last.award if last else None,
        last_board=last.board if last else 0,
        carried=row.carried,
        no_place=no_place,
        rested=row.rested,
    )
