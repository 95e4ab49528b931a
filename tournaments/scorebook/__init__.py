"""Rows to scoring to rows: the only place where facts become awards and standings."""

from tournaments.scorebook.awards import boards_behind, rescore_board
from tournaments.scorebook.standings import refresh_standings, stages_behind, standings, standings_of

__all__ = [
    "boards_behind",
    "refresh_standings",
    "rescore_board",
    "stages_behind",
    "standings",
    "standings_of",
]
