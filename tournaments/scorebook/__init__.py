"""Rows to scoring to rows: the only place where facts become awards and standings."""

from tournaments.scorebook.awards import boards_behind, score_behind, score_board
from tournaments.scorebook.snapshots import stages_behind, standings_from, standings_now, take_snapshot

__all__ = [
    "boards_behind",
    "score_behind",
    "score_board",
    "stages_behind",
    "standings_from",
    "standings_now",
    "take_snapshot",
]
