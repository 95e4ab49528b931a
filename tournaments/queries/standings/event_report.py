"""Report a stage as the `score` command prints it: results, awards and standings."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from fractions import Fraction

from games.game import Game
from scoring.event_report import EventReport, ReportedRanking, ReportedResult, ReportedRow
from scoring.tiebreaks import DecidingTieBreak
from tournaments.models import Contestant, Play, Snapshot, Stage
from tournaments.queries.results.adjusted_awards import (
    AppliedAward,
    awards_by_play,
    awards_of_contestants,
)
from tournaments.queries.rounds.seating import with_contestants
from tournaments.queries.standings.latest import last_snapshot, tiebreak_name
from tournaments.queries.standings.scales import LineAward, read_awards
from tournaments.queries.standings.snapshot_format import StoredRanking, StoredRow, StoredStandings


def event_report(stage: Stage) -> EventReport:
    """Return the results of a stage and the standings of its latest snapshot."""
    last = last_snapshot(stage, Snapshot.Audience.DESK)
    stored = StoredStandings.from_json(last.standings).rankings if last else ()
    return EventReport(
        _reported_results_by_board(stage),
        tuple(_reported_ranking(ranking, stage.event.game) for ranking in stored),
    )


def _reported_results_by_board(stage: Stage) -> dict[int, tuple[ReportedResult, ...]]:
    plays = Play.objects.filter(board__session__stage=stage).select_related("board", "seating")
    plays = plays.prefetch_related(with_contestants("seating__places")).order_by(
        "board__number", "seating__table__section__number", "seating__table__number"
    )
    awards, applied_awards = (
        read_awards(stage.event, plays),
        awards_by_play(stage, plays, plays.order_by()),
    )
    boards: dict[int, tuple[ReportedResult, ...]] = defaultdict(tuple)
    for play in plays:
        boards[play.board.number] += (
            _reported_result(
                play,
                awards.get(play.pk, {}),
                applied_awards.get(play.pk, {}),
                stage.event.game.lines,
            ),
        )
    return boards


def _reported_result(
    play: Play,
    awards: Mapping[str, LineAward],
    applied_by_contestant: Mapping[int, AppliedAward],
    lines: Mapping[str, tuple[str, ...]],
) -> ReportedResult:
    contestant_by_seat = {place.seat: place.contestant for place in play.seating.places.all()}
    contestants_by_line = {
        line: [contestant_by_seat[seat] for seat in seats] for line, seats in lines.items()
    }
    names = {
        line: " / ".join(dict.fromkeys(contestant.name for contestant in contestants))
        for line, contestants in contestants_by_line.items()
    }
    if applied_by_contestant:
        return ReportedResult(
            names,
            {},
            {
                line: _common_award(contestants, applied_by_contestant)
                for line, contestants in contestants_by_line.items()
            },
        )
    return ReportedResult(
        names,
        {line: awards[line].x for line in lines} if awards else {},
        {line: awards[line].award for line in lines} if awards else {},
    )


def _common_award(
    contestants: Iterable[Contestant], applied_by_contestant: Mapping[int, AppliedAward]
) -> Fraction | None:
    """Return the award that a line was given.

    Returns None if it was given none, or if it differs between partners with different means.
    """
    awards = {
        adjusted.award for adjusted in awards_of_contestants(applied_by_contestant, contestants)
    }
    return awards.pop() if len(awards) == 1 else None


def _reported_ranking(stored: StoredRanking, game: Game) -> ReportedRanking:
    return ReportedRanking(stored.line, tuple(_reported_row(row, game) for row in stored.rows))


def _reported_row(row: StoredRow, game: Game) -> ReportedRow:
    return ReportedRow(
        row.rank,
        row.contestant,
        row.total,
        row.boards,
        row.mean,
        row.percent,
        _tiebreak_text(row.tiebreak, game) if row.tiebreak else "",
    )


def _tiebreak_text(tiebreak: DecidingTieBreak, game: Game) -> str:
    return f"{tiebreak_name(tiebreak.key, game)}: {tiebreak.value} to {tiebreak.value_above}"
