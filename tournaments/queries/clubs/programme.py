"""The programme of a club or the site: tonight, upcoming and past events, and winners."""

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
from tournaments.queries.standings.latest import tiebreak_name
from tournaments.queries.standings.ranking import (
    LAST_WINNING_RANK,
    MEAN_DECIMALS,
    MIN_RANKED_FOR_WINNERS,
    figure_decimals,
)
from tournaments.queries.standings.snapshot_format import StoredRanking, StoredRow, StoredStandings

# How long an event that has ended is listed under tonight, for players on their way home.
_RECENTLY_ENDED = timedelta(hours=12)

# States of an event in which its winners are named.
OVER_STATES = ("finished", "published")

# Running events come first, then those that start today, then those that have ended.
_TONIGHT_ORDER = {"running": 0, "coming": 1}

_NO_START = datetime.max.replace(tzinfo=UTC)

# The number of cards with the latest winners. More are shown only if one event has more rankings.
MAX_WINNER_CARDS = 3

# If more contestants than this share the lead, none is named.
MAX_LEADERS_NAMED = 2

# How many events the page of all clubs shows.
MAX_SITE_EVENTS = 40
# How long after their publication the page of all clubs shows events.
SITE_EVENTS_MAX_AGE = timedelta(days=31)

DEFAULT_GAME = "botifarra"
_WINS_DECIMALS = {1: 0, 2: 1}


class NextPlace(NamedTuple):
    """A contestant with a winner's rank below the first, and the figure that decides it."""

    rank: int
    names: str
    figure: Fraction


@dataclass(frozen=True)
class Winners:
    """The contestants who share the first rank; `line` is a line of the game or `all`.

    `figure` decides the rank; `label` says what it is, to be translated. `next_places` are those
    below the first, only of a finished stage, and `tiebreak` the name of the first tie-break that
    ordered them, to be translated; blank if none did.
    """

    line: str
    names: list[str]
    figure: Fraction
    label: str
    decimals: int
    next_places: tuple[NextPlace, ...] = ()
    tiebreak: str = ""


class RoundInProgress(NamedTuple):
    """The number of the round being played, and how many rounds there are."""

    number: int
    rounds: int

    @property
    def ended(self) -> int:
        """Return how many rounds have ended."""
        return self.number - 1


@dataclass(frozen=True)
class ProgrammeEvent:
    """One event of the programme.

    `started_at` is None before the first session starts, `ended_at` until a session has finished.
    Only a running event has `leaders` and a `round` (None between two rounds), and only a finished
    one has `winners`.
    """

    event: Event
    state: str
    started_at: datetime | None
    ended_at: datetime | None
    contestants: int
    winners: list[Winners]
    leaders: list[Winners]
    round: RoundInProgress | None

    @property
    def day(self) -> datetime | None:
        """Return when the event was played or will be played."""
        return self.started_at or self.event.starts_at

    @property
    def part(self) -> str:
        """Return the part of the programme with the event; never tonight for imported results."""
        if self.state == "running":
            return "tonight"
        if self.state == "coming":
            starts_at = self.event.starts_at
            is_today = starts_at and timezone.localdate(starts_at) == timezone.localdate()
            return "tonight" if is_today else "coming"
        played_here = any(stage.movement_key for stage in self.event.stages.all())
        ended_recently = self.ended_at and timezone.now() - self.ended_at < _RECENTLY_ENDED
        return "tonight" if played_here and ended_recently else "past"


@dataclass(frozen=True)
class Programme:
    """Events in three parts: running ones first, then the latest; upcoming ones in order."""

    at: datetime
    tonight: list[ProgrammeEvent]
    upcoming: list[ProgrammeEvent]
    past: list[ProgrammeEvent]

    @property
    def is_empty(self) -> bool:
        """Return whether there is no event at all."""
        return not (self.tonight or self.upcoming or self.past)

    @property
    def is_on_tonight(self) -> bool:
        """Return whether an event of tonight is coming or running."""
        return any(event.state in {"coming", "running"} for event in self.tonight)

    @property
    def game_to_try(self) -> str:
        """Return the key of the most frequent game with cards, or that of the default game."""
        games = (event.event.game for event in (*self.tonight, *self.upcoming, *self.past))
        counts = Counter(game.key for game in games if game.has_play)
        return max(counts, key=counts.__getitem__, default=DEFAULT_GAME)

    @cached_property
    def card_events(self) -> list[ProgrammeEvent]:
        """Return the latest events that have winners, until there are enough cards."""
        chosen: list[ProgrammeEvent] = []
        for event in (*self.tonight, *self.past):
            if sum(len(earlier.winners) for earlier in chosen) >= MAX_WINNER_CARDS:
                break
            if event.winners:
                chosen.append(event)
        return chosen


def club_programme(club: Club) -> Programme:
    """Return the programme of a club with all its events."""
    return _build_programme(club.events.all())


def site_programme() -> Programme:
    """Return running, upcoming and recently published events of all clubs.

    Search engines index this page, so players of a club that may not be listed are not named.
    """
    now = timezone.now()
    tonight = Q(stages__sessions__state=Session.State.RUNNING) | Q(
        stages__sessions__finished_at__gte=now - _RECENTLY_ENDED
    )
    upcoming = Q(starts_at__gte=now, published_at=None)
    recent = Q(published_at__gte=now - SITE_EVENTS_MAX_AGE)
    listed_events = Event.objects.filter(
        tonight | upcoming | recent, rehearsal=None, archived_at=None
    )
    event_ids = list(
        listed_events.order_by("-pk").values_list("pk", flat=True).distinct()[:MAX_SITE_EVENTS]
    )
    programme = _build_programme(Event.objects.filter(pk__in=event_ids))
    return Programme(
        programme.at,
        *(
            list(map(_without_unlisted_names, part))
            for part in (programme.tonight, programme.upcoming, programme.past)
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
    events.sort(key=lambda event: event.started_at or event.event.created_at, reverse=True)
    events.sort(key=_tonight_order)
    return Programme(
        at=timezone.now(),
        tonight=[event for event in events if event.part == "tonight"],
        upcoming=sorted((event for event in events if event.part == "coming"), key=_start_order),
        past=[event for event in events if event.part == "past"],
    )


def _tonight_order(event: ProgrammeEvent) -> tuple[int, datetime]:
    """Return the sort key of an event of tonight: its state, then its start if upcoming."""
    order = _TONIGHT_ORDER.get(event.state, len(_TONIGHT_ORDER))
    return order, (event.state == "coming" and event.event.starts_at) or _NO_START


def _start_order(event: ProgrammeEvent) -> tuple[bool, datetime]:
    """Return the sort key of an upcoming event: its start; events without one come last."""
    starts_at = event.event.starts_at
    return starts_at is None, starts_at or _NO_START


def get_event_state(event: Event) -> str:
    """Return `coming`, `running`, `finished` (corrections may follow) or `published`.

    An event between two of its sessions is running.
    """
    if event.published_at:
        return "published"
    states = {session.state for session in _event_sessions(event)}
    if states == {Session.State.FINISHED}:
        return "finished"
    return "running" if states & {Session.State.RUNNING, Session.State.FINISHED} else "coming"


def get_start_time(event: Event) -> datetime | None:
    """Return when the event begins: as planned, or when its first session began on an earlier day.

    If play began on a later day than planned, the plan counts: results may be typed a day later.
    """
    start_times = [session.started_at for session in _event_sessions(event) if session.started_at]
    started_at = min(start_times, default=None)
    if started_at and event.starts_at:
        is_early = timezone.localdate(started_at) < timezone.localdate(event.starts_at)
        return started_at if is_early else event.starts_at
    return event.starts_at or started_at


def last_session(event: Event) -> Session | None:
    """Return the last session of the last stage that has one, or None before the first."""
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
    snapshot_by_id = Snapshot.objects.in_bulk(
        list(latest.exclude(latest=None).values_list("latest", flat=True))
    )
    return {snapshot.stage_id: snapshot for snapshot in snapshot_by_id.values()}


def _rounds_played(events: QuerySet[Event]) -> dict[int, RoundInProgress]:
    """Return the round that each event plays now; if its sections differ, the lowest one."""
    playing = Round.objects.filter(
        section__session__stage__event__in=events, started_at__isnull=False, ended_at=None
    )
    rounds_in_progress = playing.select_related("section__session__stage").order_by("-number")
    return {
        row.section.session.stage.event_id: RoundInProgress(row.number, row.section.rounds_to_play)
        for row in rounds_in_progress
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
        event.entered,  # type: ignore[attr-defined]  # an annotation of the query
        winners=winners if state in OVER_STATES else [],
        leaders=_leaders(winners) if state == "running" else [],
        round=rounds.get(event.pk) if state == "running" else None,
    )


def stage_winners(event: Event, stage: Stage) -> list[Winners]:
    """Return the winners in the latest public standings of a stage."""
    public = Snapshot.objects.filter(stage=stage, audience=Snapshot.Audience.PUBLIC)
    latest = public.order_by("-number").first()
    if latest is None:
        return []
    rankings = StoredStandings.from_json(latest.standings).rankings
    return [
        replace(
            _winners(event, ranking),
            next_places=_next_places(event, ranking),
            tiebreak=_first_tiebreak(event, ranking),
        )
        for ranking in rankings
        if ranking.winners
    ]


def _next_places(event: Event, ranking: StoredRanking) -> tuple[NextPlace, ...]:
    """Return the contestants with the second and third rank; nobody in a small ranking."""
    ranked = [row for row in ranking.rows if row.rank]
    if len(ranked) < MIN_RANKED_FOR_WINNERS:
        return ()
    return tuple(
        NextPlace(row.rank, row.contestant, deciding_figure(event, ranking, row)[0])
        for row in ranked
        if row.rank and 1 < row.rank <= LAST_WINNING_RANK
    )


def _first_tiebreak(event: Event, ranking: StoredRanking) -> str:
    """Return the name of the first tie-break among the winning ranks, or a blank text."""
    keys = (
        row.tiebreak.key
        for row in ranking.rows
        if row.tiebreak and row.rank and row.rank <= LAST_WINNING_RANK
    )
    key = next(keys, None)
    return tiebreak_name(key, event.game) if key else ""


def _all_winners(event: Event, snapshot: Snapshot) -> list[Winners]:
    rankings = StoredStandings.from_json(snapshot.standings).rankings
    return [_winners(event, ranking) for ranking in rankings if ranking.winners]


def _winners(event: Event, ranking: StoredRanking) -> Winners:
    """Return the winners of a ranking, with the figure that decides their rank."""
    winner, names = ranking.winners[0], [row.contestant for row in ranking.winners]
    return Winners(ranking.line, names, *deciding_figure(event, ranking, winner))


def deciding_figure(
    event: Event, ranking: StoredRanking, row: StoredRow
) -> tuple[Fraction, str, int]:
    """Return the figure that decides a row's rank, its label, and its decimals.

    The decimals are those of the standings, so that a total is the same on every page.
    """
    ranked = [other for other in ranking.rows if other.rank]
    if row.percent is not None:
        percents = (other.percent for other in ranked if other.percent is not None)
        return row.percent, _("Percent"), figure_decimals(percents)
    if event.method.ranks_by_total:
        label = _("Total") if event.at_two_tables else _("Matches won")
        return row.total, label, _WINS_DECIMALS.get(row.total.denominator, 2)
    ranked = [other for other in ranking.rows if other.rank]
    if ranking.is_uneven:
        return row.mean, _("Mean"), MEAN_DECIMALS
    return row.total, _("Total"), figure_decimals(other.total for other in ranked)


def _leaders(winners: Sequence[Winners]) -> list[Winners]:
    """Return the leaders of each line.

    Nobody is named if sections are ranked separately, or if many share the lead.
    """
    lines = {group.line for group in winners}
    if len(lines) < len(winners) or any(len(group.names) > MAX_LEADERS_NAMED for group in winners):
        return []
    return list(winners)
