"""The programme of a club or of the whole site: tonight, coming, past events, and who won them."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone

from games.text import gettext_noop as _
from tournaments.models import Club, Event, Round, Session, Snapshot, Stage
from tournaments.permissions.visibility.results_shown import is_embargoed
from tournaments.queries.standings.ranking import MEAN_DECIMALS
from tournaments.queries.standings.snapshot_format import StoredRanking, StoredRow, StoredStandings

_RECENTLY_ENDED = timedelta(hours=12)
"""How long an event that has ended is tonight's: on the way home people look at it where they
found it."""

OVER_STATES = ("finished", "published")
"""States of an event in which its winners are named."""

_TONIGHT_ORDER = {"running": 0, "coming": 1}
"""What is being played comes first, then what starts today, then what has ended."""

_NO_START = datetime.max.replace(tzinfo=UTC)

MAX_WINNER_CARDS = 3
"""Cards of the last winners; an event with more rankings has all of its own."""

MAX_LEADERS_NAMED = 2
"""More contestants than this who share the lead are not named."""

MAX_SITE_EVENTS = 40
SITE_EVENTS_MAX_AGE = timedelta(days=31)
"""How many events the page of all clubs reads, and how long after their publication."""

DEFAULT_GAME = "botifarra"
_WINS_DECIMALS = {1: 0, 2: 1}


@dataclass(frozen=True)
class Winners:
    """Who shares the first place of a ranking; `line` is a line of the game or `all`.

    `figure` decides the place; `label` says what it is, to be translated.
    """

    line: str
    names: list[str]
    figure: Fraction
    label: str
    decimals: int


class RoundInProgress(NamedTuple):
    """The round being played, and how many there are."""

    number: int
    rounds: int

    @property
    def ended(self) -> int:
        """How many rounds have been played to their end."""
        return self.number - 1


@dataclass(frozen=True)
class ProgrammeEvent:
    """One event of the programme.

    `began` is None before its first session starts, `ended` before one has finished. Only a running
    event has `leaders` and a `round` (None between two), only one that is over has `winners`.
    """

    event: Event
    state: str
    began: datetime | None
    ended: datetime | None
    contestants: int
    winners: list[Winners]
    leaders: list[Winners]
    round: RoundInProgress | None

    @property
    def day(self) -> datetime | None:
        """When it was played, or will be."""
        return self.began or self.event.starts_at

    @property
    def part(self) -> str:
        """The part of the programme; results from elsewhere were never played here tonight."""
        if self.state == "running":
            return "tonight"
        if self.state == "coming":
            starts_at = self.event.starts_at
            is_today = starts_at and timezone.localdate(starts_at) == timezone.localdate()
            return "tonight" if is_today else "coming"
        played_here = any(stage.movement_key for stage in self.event.stages.all())
        ended_recently = self.ended and timezone.now() - self.ended < _RECENTLY_ENDED
        return "tonight" if played_here and ended_recently else "past"


@dataclass(frozen=True)
class Programme:
    """Events in three parts: those being played come first, then the ones played last.

    What is coming is in the order in which it will be played.
    """

    at: datetime
    tonight: list[ProgrammeEvent]
    coming: list[ProgrammeEvent]
    past: list[ProgrammeEvent]

    @property
    def is_empty(self) -> bool:
        """Whether there is no event at all."""
        return not (self.tonight or self.coming or self.past)

    @property
    def game_to_try(self) -> str:
        """The game with cards that is played most, else the usual one."""
        games = (event.event.game for event in (*self.tonight, *self.coming, *self.past))
        counts = Counter(game.key for game in games if game.has_play)
        return max(counts, key=counts.__getitem__, default=DEFAULT_GAME)

    @cached_property
    def with_cards(self) -> list[ProgrammeEvent]:
        """The last events that have winners, until there are enough cards."""
        chosen: list[ProgrammeEvent] = []
        for event in (*self.tonight, *self.past):
            if sum(len(earlier.winners) for earlier in chosen) >= MAX_WINNER_CARDS:
                break
            if event.winners:
                chosen.append(event)
        return chosen


def club_programme(club: Club) -> Programme:
    """Everything the club plays and has played."""
    return _build_programme(club.events.all())


def site_programme() -> Programme:
    """What all clubs play, will play and have published lately.

    The page of all clubs is for search engines, so nobody is named there of a club that may not be
    listed.
    """
    now = timezone.now()
    tonight = Q(stages__sessions__state=Session.State.RUNNING) | Q(
        stages__sessions__finished_at__gte=now - _RECENTLY_ENDED
    )
    upcoming = Q(starts_at__gte=now, published_at=None)
    recent = Q(published_at__gte=now - SITE_EVENTS_MAX_AGE)
    chosen = Event.objects.filter(tonight | upcoming | recent, rehearsal=None, archived_at=None)
    event_ids = list(
        chosen.order_by("-pk").values_list("pk", flat=True).distinct()[:MAX_SITE_EVENTS]
    )
    whole = _build_programme(Event.objects.filter(pk__in=event_ids))
    return Programme(
        whole.at,
        *(
            list(map(_without_unlisted_names, part))
            for part in (whole.tonight, whole.coming, whole.past)
        ),
    )


def _without_unlisted_names(event: ProgrammeEvent) -> ProgrammeEvent:
    if event.event.club.may_be_listed:
        return event
    return replace(event, winners=[], leaders=[])


def _build_programme(queryset: QuerySet[Event]) -> Programme:
    visible = queryset.filter(rehearsal=None, archived_at=None)
    snapshots, rounds = latest_snapshots(visible), _rounds_played(visible)
    with_counts = visible.annotate(entered=Count("contestants")).select_related("club")
    events = [
        _programme_event(row, snapshots, rounds)
        for row in with_counts.prefetch_related("stages__sessions")
    ]
    events.sort(key=lambda event: event.began or event.event.created_at, reverse=True)
    events.sort(key=_tonight_order)
    return Programme(
        at=timezone.now(),
        tonight=[event for event in events if event.part == "tonight"],
        coming=sorted((event for event in events if event.part == "coming"), key=_start_order),
        past=[event for event in events if event.part == "past"],
    )


def _tonight_order(event: ProgrammeEvent) -> tuple[int, datetime]:
    """Order by how far events are; those that are coming by when they begin."""
    order = _TONIGHT_ORDER.get(event.state, len(_TONIGHT_ORDER))
    return order, (event.state == "coming" and event.event.starts_at) or _NO_START


def _start_order(event: ProgrammeEvent) -> tuple[bool, datetime]:
    """Order by day; events without one come last, as they were."""
    starts_at = event.event.starts_at
    return starts_at is None, starts_at or _NO_START


def get_event_state(event: Event) -> str:
    """How far an event is: `coming`, `running`, `finished` (a correction may still come) or
    `published`.

    Between two of its sessions it is running.
    """
    if event.published_at:
        return "published"
    states = {session.state for session in _event_sessions(event)}
    if states == {Session.State.FINISHED}:
        return "finished"
    return "running" if states & {Session.State.RUNNING, Session.State.FINISHED} else "coming"


def last_session(event: Event) -> Session | None:
    """The last session of the last stage that has one; None before the first."""
    return max(
        _event_sessions(event),
        key=lambda session: (session.stage.number, session.number),
        default=None,
    )


def _event_sessions(event: Event) -> list[Session]:
    return [session for stage in event.stages.all() for session in stage.sessions.all()]


def latest_snapshots(events: QuerySet[Event]) -> dict[int, Snapshot]:
    """Return the latest public standings of every stage, by stage."""
    public = Snapshot.objects.filter(stage=OuterRef("pk"), audience=Snapshot.Audience.PUBLIC)
    newest = public.order_by("-number").values("pk")[:1]
    latest = Stage.objects.filter(event__in=events).annotate(latest=Subquery(newest))
    by_id = Snapshot.objects.in_bulk(
        list(latest.exclude(latest=None).values_list("latest", flat=True))
    )
    return {snapshot.stage_id: snapshot for snapshot in by_id.values()}


def _rounds_played(events: QuerySet[Event]) -> dict[int, RoundInProgress]:
    """Return the round being played of every event that plays one, the lowest of its sections."""
    playing = Round.objects.filter(
        section__session__stage__event__in=events, started_at__isnull=False, ended_at=None
    )
    rows = playing.select_related("section__session__stage").order_by("-number")
    return {
        row.section.session.stage.event_id: RoundInProgress(row.number, row.section.rounds_to_play)
        for row in rows
    }


def _programme_event(
    event: Event, snapshots: Mapping[int, Snapshot], rounds: Mapping[int, RoundInProgress]
) -> ProgrammeEvent:
    state = get_event_state(event)
    started_at = min(
        (session.started_at for session in _event_sessions(event) if session.started_at),
        default=None,
    )
    ended_at = max(
        (session.finished_at for session in _event_sessions(event) if session.finished_at),
        default=None,
    )
    snapshot = snapshots.get(max((stage.pk for stage in event.stages.all()), default=0))
    winners = _all_winners(event, snapshot) if snapshot and not is_embargoed(event) else []
    return ProgrammeEvent(
        event,
        state,
        started_at,
        ended_at,
        event.entered,  # type: ignore[attr-defined]
        winners=winners if state in OVER_STATES else [],
        leaders=_leaders(winners) if state == "running" else [],
        round=rounds.get(event.pk) if state == "running" else None,
    )


def stage_winners(event: Event, stage: Stage) -> list[Winners]:
    """Who is first in the latest public standings of a stage."""
    public = Snapshot.objects.filter(stage=stage, audience=Snapshot.Audience.PUBLIC)
    latest = public.order_by("-number").first()
    return _all_winners(event, latest) if latest else []


def _all_winners(event: Event, snapshot: Snapshot) -> list[Winners]:
    rankings = StoredStandings.from_json(snapshot.standings).rankings
    return [_winners(event, ranking) for ranking in rankings if ranking.winners]


def _winners(event: Event, ranking: StoredRanking) -> Winners:
    """Who is first, with the figure that decides the place as standings show it."""
    first, names = ranking.winners[0], [row.contestant for row in ranking.winners]
    return Winners(ranking.line, names, *deciding_figure(event, ranking, first))


def deciding_figure(
    event: Event, ranking: StoredRanking, row: StoredRow
) -> tuple[Fraction, str, int]:
    """The figure that decides a row's place, what it is, and its decimals."""
    if row.percent is not None:
        return row.percent, _("Percent"), 2
    if event.method.by_total:
        label = _("Total") if event.at_two_tables else _("Matches won")
        return row.total, label, _WINS_DECIMALS.get(row.total.denominator, 2)
    if ranking.is_uneven:
        return row.mean, _("Mean"), MEAN_DECIMALS
    return row.total, _("Total"), 2


def _leaders(winners: Sequence[Winners]) -> list[Winners]:
    """Return the leaders of each line; nobody where sections are ranked apart or many lead."""
    lines = {group.line for group in winners}
    if len(lines) < len(winners) or any(len(group.names) > MAX_LEADERS_NAMED for group in winners):
        return []
    return list(winners)
