"""The standings of a stage according to its latest snapshot."""

from tournaments.models import Snapshot, Stage
from tournaments.queries.standings.snapshot_format import StoredStandings


def latest_standings(stage: Stage) -> StoredStandings:
    """Return the standings of the latest snapshot."""
    return StoredStandings.from_json(Snapshot.objects.filter(stage=stage).latest().standings)
