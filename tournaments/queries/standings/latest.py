"""Read the latest standings, and when they were corrected after publication."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from fractions import Fraction
from typing import Any

from django.db.models import Max

from games.game import Game
from scoring.catalogue import get_tiebreaks
from scoring.method import UNRANKED_BELOW
from scoring.min_max import MinMax
from scoring.tiebreaks import DecidingTieBreak
from tournaments.models import (
    Entry,
    Event,
    Penalty,
    Play,
    Round,
    Section,
    Snapshot,
    Stage,
    UndoStep,
)
from tournaments.permissions.visibility.public_standings import (
    may_show_tiebreak_values,
    omits_sealed_boards,
)
from tournaments.permissions.visibility.results_shown import (
    hidden_board_numbers,
    standings_complete_after,
)
from tournaments.queries.standings.partial_rankings import rankings_by_group
from tournaments.queries.standings.ranking import (
    RankedContestant,
    ShownRanking,
    ShownStandings,
    TieBreakLead,
)
from tournaments.queries.standings.snapshot_format import (
    RoundKey,
    StoredRanking,
    StoredRow,
    StoredStandings,
)

# The award of a result that is compared with no other, unless the method says otherwise.
_SINGLE_RESULT = Fraction(3, 2)

# The minimum number of contestants that can be level with each other.
_MIN_RANKED = 2


def corrected_at(event: Event) -> datetime | None:
    """Return when a director last changed published standings, or None.

    Decisions, penalties and undone actions count.
    """
    if event.published_at is None:
        return None
    decisions = Entry.objects.filter(play__board__session__stage__event=event).exclude(
        kind=Entry.Kind.TABLE
    )
    penalties = Penalty.objects.filter(stage__event=event).exclude(amount_text="0")
    taken_back = UndoStep.objects.filter(event=event).exclude(undoes=None)
    moments = (
        rows.filter(at__gt=event.published_at).aggregate(at=Max("at"))["at"]
        for rows in (decisions, penalties, taken_back)
    )
    return max(filter(None, moments), default=None)


def uses_min_max_scale(event: Event) -> bool:
    """Return whether awards lie between 1 at MIN and 2 at MAX."""
    return event.method_key == MinMax.key


def last_snapshot(stage: Stage, audience: Snapshot.Audience) -> Snapshot | None:
    """Return the latest snapshot for an audience, or None before the first result."""
    return stage.snapshots.filter(audience=audience).order_by("number").last()


def is_outdated(stage: Stage, snapshot: Snapshot | None) -> bool:
    """Return whether there are awards or pending plays that the snapshot does not contain."""
    known_revision = snapshot.awards_revision if snapshot else 0
    unscored = Play.objects.unscored().filter(board__session__stage=stage)
    return stage.awards_revision > known_revision or unscored.exists()


def standings_context(stage: Stage, snapshot: Snapshot | None) -> dict[str, Any]:
    """Return the context of a stage's standings, shared by pages and the API.

    `standings` is None without a snapshot. The other values say what is corrected, hidden or
    pending.
    """
    return {
        "stage": stage,
        "standings": shown_standings(stage, snapshot) if snapshot else None,
        "corrected_at": corrected_at(stage.event),
        "quiet": standings_complete_after(stage),
        "waits_for_boards": omits_sealed_boards(stage),
    }


def shown_standings(stage: Stage, snapshot: Snapshot) -> ShownStandings:
    """Return the standings of a snapshot as pages show them."""
    stored = StoredStandings.from_json(snapshot.standings)
    sessions = stage.sessions.all()
    hidden_counts = {session.pk: len(hidden_board_numbers(session)) for session in sessions}
    are_all_open = not any(hidden_counts.values())
    rankings = _shown_rankings(stage, stored, are_all_open)
    if not all(session.is_over for session in sessions):
        rankings = [without_level_places(stage.event, ranking) for ranking in rankings]
    return ShownStandings(
        version=snapshot.number,
        edition=f"{snapshot.pk} {snapshot.at} {are_all_open} {stage.event.contestants.count()}",
        at=snapshot.at,
        result_count=stored.plays,
        round=_round_with_key(stage, stored.round) if stored.round else None,
        rankings=rankings,
        hidden_counts=hidden_counts,
    )


def without_level_places(event: Event, ranking: ShownRanking) -> ShownRanking:
    """Return the ranking without places if everybody has the award of a single result.

    Before a board has been played at two tables, nothing has been compared and nobody is ahead.
    """
    ranked = [row for row in ranking.rows if row.rank]
    is_level = all(row.rank == 1 and row.mean == _SINGLE_RESULT for row in ranked)
    if not uses_min_max_scale(event) or len(ranked) < _MIN_RANKED or not is_level:
        return ranking
    rows = [replace(row, rank=None, tiebreak_lead=None) for row in ranking.rows]
    return replace(ranking, rows=rows, is_level_in_progress=True)


def _round_with_key(stage: Stage, moment: RoundKey) -> Round | None:
    session_number, round_number = moment
    rounds = Round.objects.filter(
        section__session__stage=stage, section__session__number=session_number
    )
    return (
        rounds.filter(number=round_number).select_related("section__session").order_by("pk").first()
    )


def _shown_rankings(
    stage: Stage, stored: StoredStandings, are_all_open: bool
) -> list[ShownRanking]:
    """Return the rankings of a stage, separated by group."""
    names = section_names(stage) if stage.ranks_sections_separately else {}
    rankings = (
        _shown_ranking(stage, ranking, names.get(ranking.section, ""), are_all_open)
        for ranking in stored.rankings
    )
    requires_all_sessions = (
        stage.event.missed == Event.Missed.UNRANKED and stage.sessions.count() > 1
    )
    return [
        replace(group_ranking, requires_all_sessions=requires_all_sessions)
        for ranking in rankings
        for group_ranking in rankings_by_group(stage, ranking)
    ]


def section_names(stage: Stage) -> Mapping[int, str]:
    """Return the names of a stage's sections by number, as in its last session."""
    sections = Section.objects.filter(session__stage=stage).order_by("session__number")
    return dict(sections.values_list("number", "name"))


def _shown_ranking(
    stage: Stage, stored: StoredRanking, section_name: str, are_all_open: bool
) -> ShownRanking:
    rows = _ranked_contestants(stored.rows, stage.event.game, are_all_open)
    event = stage.event
    return ShownRanking(
        stored.line,
        rows,
        section_name,
        ranks_by_total=event.method.ranks_by_total,
        unranked_below=_unranked_below(event),
        mean_is_on_rail=uses_min_max_scale(event),
    )


def ranking_and_row(
    snapshot: Snapshot | None, contestant_number: int
) -> tuple[ShownRanking, RankedContestant] | None:
    """Return a contestant's row and the ranking it is in; None if it is in none."""
    if snapshot is None:
        return None
    rankings = _shown_rankings(
        snapshot.stage, StoredStandings.from_json(snapshot.standings), are_all_open=False
    )
    rows = ((ranking, row) for ranking in rankings for row in ranking.rows)
    return next(((ranking, row) for ranking, row in rows if row.number == contestant_number), None)


def _ranked_contestants(
    rows: Sequence[StoredRow], game: Game, are_all_open: bool
) -> list[RankedContestant]:
    """Return the rows, each with the tie-break that put it ahead of the next.

    `are_all_open` says that no board of the stage is sealed.
    """
    next_tiebreaks = [row.tiebreak for row in rows[1:]]
    leads = [
        _lead_of(tiebreak, game, are_all_open) if tiebreak else None
        for tiebreak in (*next_tiebreaks, None)
    ]
    return [_ranked_contestant(row, lead) for row, lead in zip(rows, leads, strict=True)]


def _ranked_contestant(row: StoredRow, lead: TieBreakLead | None) -> RankedContestant:
    return RankedContestant(
        rank=row.rank,
        number=row.number,
        names=row.contestant,
        total=row.total,
        boards=row.boards,
        mean=row.mean,
        last_award=row.last,
        percent=row.percent,
        penalty=row.penalty,
        penalty_reasons=row.penalty_reasons,
        tiebreak_lead=lead,
        carried=row.carried,
        unranked_reason=row.unranked_reason,
        rested=row.rested,
        last_board=row.last_board,
    )


def tiebreak_name(key: str, game: Game) -> str:
    """Return the name of a tie-break in the terms of the game."""
    (tiebreak,) = get_tiebreaks([key])
    return game.tiebreak_names.get(key, tiebreak.name)


def _lead_of(tiebreak: DecidingTieBreak, game: Game, are_all_open: bool) -> TieBreakLead:
    shows_values = may_show_tiebreak_values(tiebreak.key, are_all_open)
    above, below = Fraction(tiebreak.value_above), Fraction(tiebreak.value)
    name = tiebreak_name(tiebreak.key, game)
    return TieBreakLead(
        tiebreak.key, name, value=above, next_value=below, shows_values=shows_values
    )


def _unranked_below(event: Event) -> str:
    if not event.method.unranked_below:
        return ""
    return UNRANKED_BELOW.labels[event.method.options[UNRANKED_BELOW.key]]
