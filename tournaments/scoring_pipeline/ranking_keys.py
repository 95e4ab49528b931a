"""Which ranking each line counts in: one for all, one for each line, or one for each section."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from scoring.ranks import RankedRow
from tournaments.models import Section, Stage
from tournaments.queries.results.counted_plays import (
    ContestantsOfLines,
    section_numbers_if_ranked_separately,
)
from tournaments.queries.standings.scales import LastAward
from tournaments.queries.standings.snapshot_format import StoredRow

# The line of a ranking in which lines are not separated.
ALL_LINES = "all"

# A section's number and a line: section 0 is the field of all sections, line `all` all lines.
RankingKey = tuple[int, str]

# The ranking of all contestants.
COMMON_RANKING: RankingKey = 0, ALL_LINES


def ranking_keys(stage: Stage, owners: ContestantsOfLines) -> Mapping[tuple[int, str], RankingKey]:
    """Return the ranking of each line of each seating, by who actually sat there."""
    sections = section_numbers_if_ranked_separately(stage)
    section_of = {seating: sections.get(seating, 0) for seating, _line in owners}
    mixed_sections = _sections_ranking_lines_together(stage, owners, section_of)
    if mixed_sections and _has_winner_per_line(stage, owners):
        return _keys_by_usual_line(stage, owners, section_of)
    return {
        (seating, line): (
            section_of[seating],
            ALL_LINES if section_of[seating] in mixed_sections else line,
        )
        for seating, line in owners
    }


def sorted_ranking_keys(keys: Iterable[RankingKey], lines: Iterable[str]) -> list[RankingKey]:
    """Return the keys by section number, the lines of each in the order of the game."""
    places = [*lines, ALL_LINES]
    return sorted(keys, key=lambda key: (key[0], places.index(key[1])))


def _sections_ranking_lines_together(
    stage: Stage, owners: ContestantsOfLines, section_of: Mapping[int, int]
) -> Collection[int]:
    """Return the sections in which somebody sits on several lines, so that lines are compared.

    All sections if rounds are drawn or if the method never separates lines.
    """
    if stage.event.method.ranks_lines_together or stage.is_drawn:
        return set(section_of.values())
    first_lines: dict[tuple[int, int], str] = {}
    return {
        section_of[seating]
        for (seating, line), contestants in owners.items()
        for contestant in contestants
        if first_lines.setdefault((section_of[seating], contestant), line) != line
    }


def _has_winner_per_line(stage: Stage, owners: ContestantsOfLines) -> bool:
    """Return whether each line has a winner by plan.

    A contestant who sat on two lines is an exception then, by mistake or by exchange.
    """
    if stage.event.method.ranks_lines_together or stage.is_drawn:
        return False
    number = len({contestant for contestants in owners.values() for contestant in contestants})
    sections = Section.objects.filter(session__stage=stage).select_related("session__stage")
    movements = [section.movement for section in sections]
    return all(movement is not None and movement.winner_count(number) > 1 for movement in movements)


def _keys_by_usual_line(
    stage: Stage, owners: ContestantsOfLines, section_of: Mapping[int, int]
) -> Mapping[tuple[int, str], RankingKey]:
    """Rank contestants on the line they sit on most; of equals, on the first of the game."""
    line_counts: dict[tuple[int, int], Counter[str]] = defaultdict(Counter)
    for (seating, line), contestants in owners.items():
        for contestant in contestants:
            line_counts[section_of[seating], contestant][line] += 1
    lines = list(stage.event.game.lines)
    usual_lines = {
        contestant_key: max(lines, key=lambda line: counts[line])
        for contestant_key, counts in line_counts.items()
    }
    return {
        (seating, line): (section_of[seating], usual_lines[section_of[seating], contestants[0]])
        for (seating, line), contestants in owners.items()
    }


def ranked_by_bracket(rows: Sequence[StoredRow], ranks: Mapping[int, int]) -> tuple[StoredRow, ...]:
    """Return the rows ranked by bracket, keeping the order of points among equals.

    Unranked contestants get no rank, and the ranks below theirs close up.
    """
    unranked = [ranks[row.number] for row in rows if row.unranked_reason and row.number in ranks]
    closed_ranks = {
        number: rank - sum(unranked_rank < rank for unranked_rank in unranked)
        for number, rank in ranks.items()
    }
    ranked = [
        replace(
            row, rank=None if row.unranked_reason else closed_ranks.get(row.number), tiebreak=None
        )
        for row in rows
    ]
    return tuple(sorted(ranked, key=lambda row: (row.rank is None, row.rank)))


def stored_row(
    row: RankedRow[int],
    identity: tuple[int, str, str],
    reasons: Iterable[str],
    last_award: LastAward | None,
) -> StoredRow:
    """Build the stored row of a ranked contestant.

    `who` is the contestant's number, name, and why they are unranked.
    """
    number, name, unranked_reason = identity
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
        last=last_award.line_award if last_award else None,
        last_board=last_award.board if last_award else 0,
        carried=row.carried,
        unranked_reason=unranked_reason,
        rested=row.rested,
    )
