"""The standings of a stage as its latest snapshot has them."""

from tournaments.models import Snapshot, Stage
from tournaments.queries.standings.snapshot_format import StoredStandings


def latest_standings(stage: Stage) -> StoredStandings:
    """What pages would show now."""
    return StoredStandings.from_json(Snapshot.objects.filter(stage=stage).latest().standings)
