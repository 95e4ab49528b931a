"""From rows to scoring and back: scales, standings, snapshots and recounts."""

from tournaments.scoring_pipeline.counting import (
    boards_behind,
    count_behind,
    count_new_plays,
    count_together,
    forget_counted,
    take_away_silent,
)
from tournaments.scoring_pipeline.matches import TeamBook, book_of
from tournaments.scoring_pipeline.recounts import keep_recount, mend, next_in_turn, recount
from tournaments.scoring_pipeline.snapshots import (
    call_by_present_names,
    carried_to,
    is_awaited,
    promise,
    stages_behind,
    stages_carried_to,
    standings_now,
    take_snapshot,
    worth_of_unplayed,
)
from tournaments.scoring_pipeline.standings import StageBook

__all__ = [
    "StageBook",
    "TeamBook",
    "boards_behind",
    "book_of",
    "call_by_present_names",
    "carried_to",
    "count_behind",
    "count_new_plays",
    "count_together",
    "forget_counted",
    "is_awaited",
    "keep_recount",
    "mend",
    "next_in_turn",
    "promise",
    "recount",
    "stages_behind",
    "stages_carried_to",
    "standings_now",
    "take_away_silent",
    "take_snapshot",
    "worth_of_unplayed",
]
