"""Compute from stored plays: scales, standings, snapshots of standings, and recounts."""

from tournaments.scoring_pipeline.recounts import (
    next_event_to_recount,
    rebuild_derived,
    recount,
    recount_and_store,
)
from tournaments.scoring_pipeline.scale_updates import (
    add_plays_to_scales,
    discard_scales,
    lock_and_update_scales,
    pending_board_ids,
    remove_from_scales,
    update_scales,
)
from tournaments.scoring_pipeline.snapshots import (
    carry_over_by_number,
    is_snapshot_scheduled,
    lock_and_compute_standings,
    outdated_next_stages,
    pending_stages,
    schedule_snapshot,
    take_snapshot,
    unplayed_awards_by_round,
    update_snapshot_names,
)
from tournaments.scoring_pipeline.standings import StandingsCalculator
from tournaments.scoring_pipeline.team_standings import (
    TeamStandingsCalculator,
    standings_calculator,
)

__all__ = [
    "StandingsCalculator",
    "TeamStandingsCalculator",
    "add_plays_to_scales",
    "carry_over_by_number",
    "discard_scales",
    "is_snapshot_scheduled",
    "lock_and_compute_standings",
    "lock_and_update_scales",
    "next_event_to_recount",
    "outdated_next_stages",
    "pending_board_ids",
    "pending_stages",
    "rebuild_derived",
    "recount",
    "recount_and_store",
    "remove_from_scales",
    "schedule_snapshot",
    "standings_calculator",
    "take_snapshot",
    "unplayed_awards_by_round",
    "update_scales",
    "update_snapshot_names",
]
