"""Decide in which ranking a line at a table counts: by section, and by line or all lines."""

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

# The line in the key of a ranking in which all lines are ranked together.
ALL_LINES = "all"

# A ranking: the section's number, or 0 if all sections are ranked together, and the line or `all`.
RankingKey = tuple[int, str]

# The ranking of all contestants together.
COMMON_RANKING: RankingKey = 0, ALL_LINES


def ranking_keys(
    stage: Stage, contestant_ids_of_lines: ContestantsOfLines
) -> Mapping[tuple[int, str], RankingKey]:
    """Return the ranking of each seating and line, depending on who sat where."""
    sections = section_numbers_if_ranked_separately(stage)
    section_by_seating = {
        seating: sections.get(seating, 0) for seating, _line in contestant_ids_of_lines
    }
    mixed_sections = _sections_ranking_lines_together(
        stage, contestant_ids_of_lines, section_by_seating
    )
    if mixed_sections and _has_winner_per_line(stage, contestant_ids_of_lines):
        return _keys_by_usual_line(stage, contestant_ids_of_lines, section_by_seating)
    return {
        (seating, line): (
            section_by_seating[seating],
            ALL_LINES if section_by_seating[seating] in mixed_sections else line,
        )
        for seating, line in contestant_ids_of_lines
    }


def sorted_ranking_keys(keys: Iterable[RankingKey], lines: Iterable[str]) -> list[RankingKey]:
    """Return the keys in the order of section numbers, then of the game's lines."""
    line_order = [*lines, ALL_LINES]
    return sorted(keys, key=lambda key: (key[0], line_order.index(key[1])))


def _sections_ranking_lines_together(
    stage: Stage, contestant_ids_of_lines: ContestantsOfLines, section_by_seating: Mapping[int, int]
) -> Collection[int]:
    """Return the numbers of the sections whose lines are ranked together.

    These are sections in which a contestant has sat on several lines. They are all sections if
    rounds are drawn or if the method always ranks lines together.
    """
    if stage.event.method.ranks_lines_together or stage.is_drawn:
        return set(section_by_seating.values())
    first_lines: dict[tuple[int, int], str] = {}
    return {
        section_by_seating[seating]
        for (seating, line), contestants in contestant_ids_of_lines.items()
        for contestant in contestants
        if first_lines.setdefault((section_by_seating[seating], contestant), line) != line
    }


def _has_winner_per_line(stage: Stage, contestant_ids_of_lines: ContestantsOfLines) -> bool:
    """Return whether the movements plan a winner for each line.

    Then a contestant sits on two lines only by mistake or after a correction.
    """
    if stage.event.method.ranks_lines_together or stage.is_drawn:
        return False
    contestant_count = len(
        {
            contestant
            for contestants in contestant_ids_of_lines.values()
            for contestant in contestants
        }
    )
    sections = Section.objects.filter(session__stage=stage).select_related("session__stage")
    movements = [section.movement for section in sections]
    return all(
        movement is not None and movement.winner_count(contestant_count) > 1
        for movement in movements
    )


def _keys_by_usual_line(
    stage: Stage, contestant_ids_of_lines: ContestantsOfLines, section_by_seating: Mapping[int, int]
) -> Mapping[tuple[int, str], RankingKey]:
    """Return the rankings if each contestant is ranked on the line where they sit most often.

    If a contestant sits equally often on several lines, the first of the game counts.
    """
    line_counts: dict[tuple[int, int], Counter[str]] = defaultdict(Counter)
    for (seating, line), contestants in contestant_ids_of_lines.items():
        for contestant in contestants:
            line_counts[section_by_seating[seating], contestant][line] += 1
    lines = list(stage.event.game.lines)
    usual_lines = {
        contestant_key: max(lines, key=lambda line: counts[line])
        for contestant_key, counts in line_counts.items()
    }
    return {
        (seating, line): (
            section_by_seating[seating],
            usual_lines[section_by_seating[seating], contestants[0]],
        )
        for (seating, line), contestants in contestant_ids_of_lines.items()
    }


def ranked_by_bracket(rows: Sequence[StoredRow], ranks: Mapping[int, int]) -> tuple[StoredRow, ...]:
    """Return the rows with the ranks that contestants reached in the bracket of a knock-out.

    Contestants with the same rank stay in the order of the rows. Unranked contestants get no rank,
    and lower ranks move up.
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

    `identity` has the contestant's number, name, and the reason why they are unranked, which is
    empty for ranked contestants.
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
