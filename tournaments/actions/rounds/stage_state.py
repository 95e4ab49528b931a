"""Build the movement's view of a stage (`StageState`) from database rows."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction

from tournaments import scoring_pipeline
from tournaments.actions.results.rescoring import score_pending
from tournaments.models import Contestant, Play, Round, Section, SectionAssignment, SitOut, Stage
from tournaments.movements.base.stage_state import PlayedRound, StageState
from tournaments.queries.results.adjusted_awards import awards_by_play
from tournaments.queries.results.counted_plays import counted_plays, round_sit_outs
from tournaments.queries.rounds.table_seatings import table_seatings
from tournaments.queries.standings.draw_basis import draw_basis
from tournaments.queries.standings.scales import read_awards


def score_and_read_stage_state(stage: Stage, boards_per_round: int) -> StageState:
    """Return the state of a stage after its last ended round; pending boards are scored first.

    Contestants are absent if they have withdrawn, miss the last session, or did not qualify for a
    stage with qualifiers.
    """
    score_pending(stage)
    contestants = list(stage.event.contestants.all())
    qualifiers = list(stage.qualifiers.select_related("contestant"))
    playing_ids = (
        _assigned_contestant_ids(stage)
        or {qualifier.contestant_id for qualifier in qualifiers}
        or {contestant.pk for contestant in contestants}
    )
    return StageState(
        contestant_count=max((contestant.number for contestant in contestants), default=0),
        boards_per_round=boards_per_round,
        round_count=sum(
            session.rounds_to_play for session in stage.sessions.prefetch_related("sections")
        )
        // stage.halves,
        played=tuple(
            _played_matches(stage) if stage.event.at_two_tables else _played_rounds(stage)
        ),
        ranking=_ranked_numbers(
            stage, [*(qualifier.contestant for qualifier in qualifiers), *contestants]
        ),
        absent=_absent_numbers(contestants, playing_ids),
        penalties=_penalties_by_number(stage),
        groups={qualifier.contestant.number: qualifier.group for qualifier in qualifiers},
        carry_over=scoring_pipeline.carry_over_by_number(stage),
        tables_per_match=stage.tables_per_match,
    )


def store_draw_basis(section: Section, round_numbers: Collection[int]) -> None:
    """Store the present standings in newly drawn rounds, as the basis of their draw."""
    basis = draw_basis(scoring_pipeline.lock_and_compute_standings(section.session.stage).rows)
    Round.objects.filter(section=section, number__in=round_numbers).update(drawn_from=basis)


def _penalties_by_number(stage: Stage) -> Mapping[int, Fraction]:
    penalties: dict[int, Fraction] = defaultdict(Fraction)
    for penalty in stage.penalties.select_related("contestant"):
        penalties[penalty.contestant.number] += penalty.amount
    return penalties


def _absent_numbers(
    contestants: Sequence[Contestant], playing_ids: Collection[int]
) -> frozenset[int]:
    """Return the numbers, up to the highest in the event, that no playing contestant has.

    Numbers that nobody has ever had are included, because movements count without gaps.
    """
    present_numbers = {
        contestant.number
        for contestant in contestants
        if not contestant.withdrawn_at and contestant.pk in playing_ids
    }
    last_number = max((contestant.number for contestant in contestants), default=0)
    return frozenset(range(1, last_number + 1)) - present_numbers


def _assigned_contestant_ids(stage: Stage) -> set[int]:
    """Return the ids of the contestants assigned to sections of the stage's last session."""
    session = stage.sessions.order_by("number").last()
    assignments = SectionAssignment.objects.filter(section__session=session)
    return set(assignments.values_list("contestant", flat=True))


def _ranked_numbers(stage: Stage, seeded_contestants: list[Contestant]) -> tuple[int, ...]:
    """Return the numbers of contestants in the order of the standings, then in that of seeds.

    In a knock-out only the seeds count. Before any result the standings are empty.
    """
    seeds = [contestant.number for contestant in seeded_contestants]
    if stage.movement is not None and stage.movement.needs_winners:
        return tuple(dict.fromkeys(seeds))
    return tuple(
        dict.fromkeys(
            [
                *(row.number for row in scoring_pipeline.lock_and_compute_standings(stage).rows),
                *seeds,
            ]
        )
    )


def _played_rounds(stage: Stage) -> Iterator[PlayedRound]:
    """Yield the ended rounds of a stage with the award of each contestant.

    It is the sum of the awards for results, for sit-outs, by rulings, and for unplayed boards.
    """
    ended_rounds = Round.objects.filter(section__session__stage=stage).exclude(ended_at=None)
    # The rounds are loaded instead of used as a subquery, which PostgreSQL plans badly until it
    # has collected statistics.
    rounds = list(ended_rounds.order_by("section__session__number", "number"))
    tables_by_round = table_seatings(rounds, stage.event.game.lines)
    sit_outs = _sit_out_numbers_by_round(rounds)
    plays = list(Play.objects.filter(seating__round__in=rounds))
    awards, adjusted_awards = _award_totals(stage, plays), _adjusted_award_totals(stage, plays)
    unplayed_awards = _sit_out_and_unplayed_awards(stage)
    sit_out_award = stage.event.method.sit_out_award or Fraction(0)
    for round_id in (round_.pk for round_ in rounds):
        awards_by_number = dict.fromkeys(sit_outs[round_id], sit_out_award)
        for table, seating_id in tables_by_round[round_id]:
            for line, numbers in table.lines.items():
                awards_by_number |= {
                    number: awards_by_number.get(number, 0)
                    + awards[seating_id, line]
                    + adjusted_awards[seating_id, number]
                    for number in numbers
                }
        for number, award in unplayed_awards[round_id].items():
            awards_by_number[number] = awards_by_number.get(number, Fraction(0)) + award
        yield PlayedRound(
            tuple(table for table, _seating_id in tables_by_round[round_id]),
            sit_outs[round_id],
            awards_by_number,
        )


def _sit_out_and_unplayed_awards(stage: Stage) -> Mapping[int, Mapping[int, Fraction]]:
    """Return the awards for sit-outs and unplayed boards, by round id and contestant number.

    Empty unless the scoring method counts each of them as the contestant's own mean.
    """
    awards_by_round: defaultdict[int, dict[int, Fraction]] = defaultdict(dict)
    if stage.event.method.counts_unplayed_at_own_mean:
        for (round_id, number), award in scoring_pipeline.unplayed_awards_by_round(stage).items():
            awards_by_round[round_id][number] = award
    return awards_by_round


def _played_matches(stage: Stage) -> Iterator[PlayedRound]:
    """Yield one `PlayedRound` for each ended match of teams, with the awards of all its tables."""
    plays = Play.objects.filter(board__session__stage=stage)
    sit_outs = SitOut.objects.filter(round__section__session__stage=stage)
    return scoring_pipeline.TeamStandingsCalculator(stage).played(
        counted_plays(plays), round_sit_outs(sit_outs)
    )


def _sit_out_numbers_by_round(rounds: Sequence[Round]) -> Mapping[int, tuple[int, ...]]:
    numbers: dict[int, tuple[int, ...]] = defaultdict(tuple)
    rows = SitOut.objects.filter(round__in=rounds).order_by("contestant__number")
    for round_id, number in rows.values_list("round_id", "contestant__number"):
        numbers[round_id] += (number,)
    return numbers


def _adjusted_award_totals(
    stage: Stage, plays: Sequence[Play]
) -> Mapping[tuple[int, int], Fraction]:
    """Return the sums of adjusted awards, by seating id and contestant number.

    Awards that the public may not see yet are included.
    """
    totals: dict[tuple[int, int], Fraction] = defaultdict(Fraction)
    adjusted_awards = awards_by_play(stage, plays, Play.objects.filter(board__session__stage=stage))
    numbers = dict(stage.event.contestants.values_list("pk", "number")) if adjusted_awards else {}
    for play in plays:
        for contestant_id, applied_award in adjusted_awards.get(play.pk, {}).items():
            totals[play.seating_id, numbers[contestant_id]] += applied_award.award or 0
    return totals


def _award_totals(stage: Stage, plays: Sequence[Play]) -> Mapping[tuple[int, str], Fraction]:
    """Return the sums of the awards for results, by seating id and line."""
    totals: dict[tuple[int, str], Fraction] = defaultdict(Fraction)
    awards = read_awards(stage.event, plays)
    for play in plays:
        for line, line_award in awards.get(play.pk, {}).items():
            totals[play.seating_id, line] += line_award.award or 0
    return totals
