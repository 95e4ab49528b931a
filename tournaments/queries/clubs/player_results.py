"""The events of one player of a club, with their rank in those that are published."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.models import Contestant, Event
from tournaments.queries.clubs.programme import deciding_figure, latest_snapshots
from tournaments.queries.people.names import PAIR_SEPARATOR
from tournaments.queries.standings.snapshot_format import StoredStandings


@dataclass(frozen=True)
class PublishedResult:
    """A rank and the figure that decides it; `label` is the name of this figure in English."""

    rank: int
    figure: Fraction
    label: str
    decimals: int


@dataclass(frozen=True)
class PlayedEvent:
    """A contestant for whom a player has played.

    `partners` is empty for teams and substitutes; `result` is None if unranked or unpublished.
    """

    contestant: Contestant
    partners: tuple[str, ...]
    result: PublishedResult | None


def played_events(contestants: Sequence[Contestant], name: str) -> list[PlayedEvent]:
    """Return the events of the player called `name`, in the order of `contestants`."""
    results = _published_results(contestants)
    return [
        PlayedEvent(
            contestant,
            _partners(contestant, name),
            results.get((contestant.event_id, contestant.number)),
        )
        for contestant in contestants
    ]


def latest_partner(played_events: Sequence[PlayedEvent]) -> str:
    """Return the partner in the latest of the events with one; blank if there is none."""
    return next((partner for event in played_events for partner in event.partners), "")


def _partners(contestant: Contestant, name: str) -> tuple[str, ...]:
    names = contestant.name.split(PAIR_SEPARATOR)
    return tuple(partner for partner in names if partner != name) if name in names else ()


def _published_results(contestants: Sequence[Contestant]) -> dict[tuple[int, int], PublishedResult]:
    """Return the results in published events, by event and number of the contestant.

    Standings are those of the last stage, as the public sees them.
    """
    events = {
        contestant.event_id: contestant.event
        for contestant in contestants
        if contestant.event.published_at
    }
    if not events:
        return {}
    snapshots = latest_snapshots(Event.objects.filter(pk__in=events))
    last_stages = {
        event.pk: max((stage.pk for stage in event.stages.all()), default=0)
        for event in Event.objects.filter(pk__in=events).prefetch_related("stages")
    }
    results = {}
    for event_id, stage_id in last_stages.items():
        if snapshot := snapshots.get(stage_id):
            for ranking in StoredStandings.from_json(snapshot.standings).rankings:
                for row in ranking.rows:
                    if row.rank is not None:
                        figure = deciding_figure(events[event_id], ranking, row)
                        results[event_id, row.number] = PublishedResult(row.rank, *figure)
    return results
