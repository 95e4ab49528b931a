"""A club's programme: what is played tonight, what is coming, what is over and who won it."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.db.models import Count, OuterRef, Subquery
from django.utils import timezone

from games.text import gettext_noop as _
from tournaments.models import Club, Event, Session, Snapshot, Stage
from tournaments.queries.standings.snapshot_format import StoredStandings

_TONIGHT = timedelta(hours=12)
"""How long an event that has ended is tonight's: on the way home people look at it where they
found it."""

_NO_DAY = datetime.max.replace(tzinfo=UTC)


@dataclass(frozen=True)
class Winners:
    """Who shares the first place of a ranking; `line` is a line of the game or `all`."""

    line: str
    names: list[str]


@dataclass(frozen=True)
class Billed:
    """One event of the programme.

    `began` is None before its first session starts, `ended` before one has finished.
    """

    event: Event
    state: str
    began: datetime | None
    ended: datetime | None
    contestants: int
    winners: list[Winners]

    @property
    def part(self) -> str:
        """Where it stands; results that come from elsewhere were never played here tonight."""
        if self.state in ("coming", "running"):
            return "coming" if self.state == "coming" else "tonight"
        played_here = any(stage.movement_key for stage in self.event.stages.all())
        lately = self.ended and timezone.now() - self.ended < _TONIGHT
        return "tonight" if played_here and lately else "past"


@dataclass(frozen=True)
class Programme:
    """A club's events in three parts: those being played stand first, then whichever was played
    last.

    What is coming stands in the order in which it will be played.
    """

    tonight: list[Billed]
    coming: list[Billed]
    past: list[Billed]

    @property
    def parts(self) -> list[tuple[str, list[Billed]]]:
        """The parts that have an event, each with its title, in the order in which they matter."""
        parts = [
            (_("Tonight"), self.tonight),
            (_("Coming"), self.coming),
            (_("Past events"), self.past),
        ]
        return [(title, billed) for title, billed in parts if billed]


def programme(club: Club) -> Programme:
    """Everything the club plays and has played."""
    events = (
        club.events.filter(rehearsal=None, archived_at=None)
        .annotate(entered=Count("contestants"))
        .prefetch_related("stages__sessions")
    )
    snapshots = _latest_snapshots(club)
    billed = [_billed(event, snapshots) for event in events]
    billed.sort(key=lambda each: each.began or each.event.created_at, reverse=True)
    billed.sort(key=lambda each: each.state != "running")
    return Programme(
        tonight=[each for each in billed if each.part == "tonight"],
        coming=sorted((each for each in billed if each.part == "coming"), key=_begins),
        past=[each for each in billed if each.part == "past"],
    )


def _begins(billed: Billed) -> tuple[bool, datetime]:
    """What is coming stands in the order of its days; what has none yet stands last, as it was."""
    starts_at = billed.event.starts_at
    return starts_at is None, starts_at or _NO_DAY


def state_of(event: Event) -> str:
    """How far an event is: `coming`, `running`, `finished` (a correction may still come) or
    `published`.

    Between two of its sessions it is running.
    """
    if event.published_at:
        return "published"
    states = {session.state for session in _sessions(event)}
    if states == {Session.State.FINISHED}:
        return "finished"
    return "running" if states & {Session.State.RUNNING, Session.State.FINISHED} else "coming"


def last_session(event: Event) -> Session | None:
    """The last session of the last stage that has one; None before the first."""
    return max(_sessions(event), key=lambda each: (each.stage.number, each.number), default=None)


def _sessions(event: Event) -> list[Session]:
    return [session for stage in event.stages.all() for session in stage.sessions.all()]


def _latest_snapshots(club: Club) -> dict[int, Snapshot]:
    """The latest public standings of every stage of the club, by stage."""
    public = Snapshot.objects.filter(stage=OuterRef("pk"), audience=Snapshot.Audience.PUBLIC)
    newest = public.order_by("-number").values("pk")[:1]
    latest = Stage.objects.filter(event__club=club).annotate(latest=Subquery(newest))
    found = Snapshot.objects.in_bulk(
        list(latest.exclude(latest=None).values_list("latest", flat=True))
    )
    return {snapshot.stage_id: snapshot for snapshot in found.values()}


def _billed(event: Event, snapshots: dict[int, Snapshot]) -> Billed:
    state = state_of(event)
    began = min((each.started_at for each in _sessions(event) if each.started_at), default=None)
    ended = max((each.finished_at for each in _sessions(event) if each.finished_at), default=None)
    last = snapshots.get(max((stage.pk for stage in event.stages.all()), default=0))
    winners = _winners(last) if last and state in ("finished", "published") else []
    return Billed(event, state, began, ended, event.entered, winners)  # type: ignore[attr-defined]


def winners_of(stage: Stage) -> list[Winners]:
    """Who is first in the latest public standings of a stage."""
    public = Snapshot.objects.filter(stage=stage, audience=Snapshot.Audience.PUBLIC)
    latest = public.order_by("-number").first()
    return _winners(latest) if latest else []


def _winners(snapshot: Snapshot) -> list[Winners]:
    rankings = StoredStandings.from_json(snapshot.standings).rankings
    firsts = (Winners(each.line, [row.contestant for row in each.winners]) for each in rankings)
    return [winners for winners in firsts if winners.names]
