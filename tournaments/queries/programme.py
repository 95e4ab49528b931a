"""A club's programme: what is played tonight, what is coming, what is over and who won it."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, OuterRef, Subquery

from tournaments.models import Club, Event, Session, Snapshot, Stage


@dataclass(frozen=True)
class Winners:
    """Who shares the first place of a ranking; `line` is a line of the game or `all`."""

    line: str
    names: list[str]


@dataclass(frozen=True)
class Billed:
    """One event of the programme. `began` is None before its first session starts."""

    event: Event
    state: str
    began: datetime | None
    contestants: int
    winners: list[Winners]


@dataclass(frozen=True)
class Programme:
    """A club's events, newest first within each part."""

    running: list[Billed]
    coming: list[Billed]
    over: list[Billed]

    @property
    def parts(self) -> list[tuple[str, list[Billed]]]:
        """The parts that have an event, in the order in which they matter."""
        parts = [("running", self.running), ("coming", self.coming), ("over", self.over)]
        return [(name, billed) for name, billed in parts if billed]


def programme(club: Club) -> Programme:
    """Everything the club plays and has played."""
    events = club.events.annotate(entered=Count("contestants")).prefetch_related("stages__sessions")
    snapshots = _latest_snapshots(club)
    billed = [_billed(event, snapshots) for event in events]
    return Programme(
        running=[each for each in billed if each.state == "running"],
        coming=[each for each in billed if each.state == "coming"],
        over=[each for each in billed if each.state in ("over", "final")],
    )


def state_of(event: Event) -> str:
    """How far an event is: `coming`, `running`, `over` (a correction may still come) or `final`."""
    if event.published_at:
        return "final"
    states = {session.state for session in _sessions(event)}
    if Session.State.RUNNING in states:
        return "running"
    return "over" if states == {Session.State.FINISHED} else "coming"


def _sessions(event: Event) -> list[Session]:
    return [session for stage in event.stages.all() for session in stage.sessions.all()]


def _latest_snapshots(club: Club) -> dict[int, Snapshot]:
    """The latest standings of every stage of the club, by stage."""
    newest = Snapshot.objects.filter(stage=OuterRef("pk")).order_by("-number").values("pk")[:1]
    latest = Stage.objects.filter(event__club=club).annotate(latest=Subquery(newest))
    found = Snapshot.objects.in_bulk(list(latest.exclude(latest=None).values_list("latest", flat=True)))
    return {snapshot.stage_id: snapshot for snapshot in found.values()}


def _billed(event: Event, snapshots: dict[int, Snapshot]) -> Billed:
    state = state_of(event)
    began = min((each.started_at for each in _sessions(event) if each.started_at), default=None)
    last = snapshots.get(max((stage.pk for stage in event.stages.all()), default=0))
    winners = _winners(last.standings["lines"]) if last and state in ("over", "final") else []
    return Billed(event, state, began, event.entered, winners)  # type: ignore[attr-defined]


def _winners(rankings: Iterable[dict[str, list[dict[str, object]]]]) -> list[Winners]:
    firsts = (
        Winners(str(ranking["line"]), [str(row["contestant"]) for row in ranking["rows"] if row["rank"] == 1])
        for ranking in rankings
    )
    return [winners for winners in firsts if winners.names]
