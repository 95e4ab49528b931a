"""Rows into what a movement looks at: the rounds of a stage so far, and how its contestants
stand."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction

from tournaments import scoring_pipeline
from tournaments.actions.results.rescoring import score_pending
from tournaments.models import Contestant, Play, Round, Section, SectionAssignment, SitOut, Stage
from tournaments.movements.base.stage_state import PlayedRound, StageState
from tournaments.queries.results.adjusted_awards import awards_by_play
from tournaments.queries.results.counted_plays import counted_plays, round_sit_outs
from tournaments.queries.rounds.movement_view import table_seatings
from tournaments.queries.standings.draw_basis import draw_basis
from tournaments.queries.standings.scales import awards_of


def current_stage_state(stage: Stage, boards_per_round: int) -> StageState:
    """The stage after the last round that has ended; awards are brought up to date first.

    A contestant takes part unless he has withdrawn, misses the last session, or did not qualify
    where there are qualifiers.
    """
    score_pending(stage)
    contestants = list(stage.event.contestants.all())
    qualifiers = list(stage.qualifiers.select_related("contestant"))
    here = (
        _allotted(stage)
        or {each.contestant_id for each in qualifiers}
        or {each.pk for each in contestants}
    )
    return StageState(
        contestants=max((each.number for each in contestants), default=0),
        boards_per_round=boards_per_round,
        rounds=sum(each.rounds_to_play for each in stage.sessions.prefetch_related("sections"))
        // stage.halves,
        played=tuple(_matches_played(stage) if stage.event.at_two_tables else _played(stage)),
        ranking=_ranking(stage, [*(each.contestant for each in qualifiers), *contestants]),
        absent=_absent(contestants, here),
        penalties=_penalties(stage),
        groups={each.contestant.number: each.group for each in qualifiers},
        carry_over=scoring_pipeline.carry_over_by_number(stage),
        tables_per_match=stage.tables_per_match,
    )


def store_draw_basis(section: Section, numbers: Collection[int]) -> None:
    """Store with rounds that were just drawn the standings that they were drawn from."""
    basis = draw_basis(scoring_pipeline.lock_and_compute_standings(section.session.stage).rows)
    Round.objects.filter(section=section, number__in=numbers).update(drawn_from=basis)


def _penalties(stage: Stage) -> Mapping[int, Fraction]:
    penalties: dict[int, Fraction] = defaultdict(Fraction)
    for penalty in stage.penalties.select_related("contestant"):
        penalties[penalty.contestant.number] += penalty.amount
    return penalties


def _absent(contestants: Sequence[Contestant], here: Collection[int]) -> frozenset[int]:
    """The numbers of who has left or is not here, and those that nobody has."""
    present = {each.number for each in contestants if not each.withdrawn_at and each.pk in here}
    last = max((each.number for each in contestants), default=0)
    return frozenset(range(1, last + 1)) - present


def _allotted(stage: Stage) -> set[int]:
    """Who plays in the last session of a stage; nobody where nobody is allotted."""
    session = stage.sessions.order_by("number").last()
    allotments = SectionAssignment.objects.filter(section__session=session)
    return set(allotments.values_list("contestant", flat=True))


def _ranking(stage: Stage, seeding: list[Contestant]) -> tuple[int, ...]:
    """As the standings have them; before the first result, and always in a knock-out, the
    seeding."""
    seeds = [each.number for each in seeding]
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


def _played(stage: Stage) -> Iterator[PlayedRound]:
    """The rounds of a stage that have ended, with what everybody got from them."""
    ended = Round.objects.filter(section__session__stage=stage).exclude(ended_at=None)
    # Read here and not as a part of the queries below: without statistics PostgreSQL joins that
    # badly.
    rounds = list(ended.order_by("section__session__number", "number"))
    seated, sit_outs = table_seatings(rounds, stage.event.game.lines), _sit_outs(rounds)
    plays = list(Play.objects.filter(seating__round__in=rounds))
    awards, given = _awards(stage, plays), _given(stage, plays)
    not_played = _not_played(stage)
    sit_out = stage.event.method.sit_out_award or Fraction(0)
    for round_ in (each.pk for each in rounds):
        got = dict.fromkeys(sit_outs[round_], sit_out)
        for each, seating in seated[round_]:
            for line, numbers in each.lines.items():
                got |= {
                    number: got.get(number, 0) + awards[seating, line] + given[seating, number]
                    for number in numbers
                }
        for number, worth in not_played[round_].items():
            got[number] = got.get(number, Fraction(0)) + worth
        yield PlayedRound(tuple(each for each, _seating in seated[round_]), sit_outs[round_], got)


def _not_played(stage: Stage) -> Mapping[int, Mapping[int, Fraction]]:
    """By round what rests, and boards not played, of everybody count as, by his number."""
    of_rounds: defaultdict[int, dict[int, Fraction]] = defaultdict(dict)
    if stage.event.method.counts_unplayed_at_own_mean:
        for (round_, number), worth in scoring_pipeline.unplayed_awards_by_round(stage).items():
            of_rounds[round_][number] = worth
    return of_rounds


def _matches_played(stage: Stage) -> Iterator[PlayedRound]:
    """The same of teams: their rounds of matches."""
    plays = Play.objects.filter(board__session__stage=stage)
    rested = SitOut.objects.filter(round__section__session__stage=stage)
    return scoring_pipeline.TeamStandingsCalculator(stage).played(
        counted_plays(plays), round_sit_outs(rested)
    )


def _sit_outs(rounds: Sequence[Round]) -> Mapping[int, tuple[int, ...]]:
    sit_outs: dict[int, tuple[int, ...]] = defaultdict(tuple)
    rows = SitOut.objects.filter(round__in=rounds).order_by("contestant__number")
    for round_, number in rows.values_list("round_id", "contestant__number"):
        sit_outs[round_] += (number,)
    return sit_outs


def _given(stage: Stage, plays: Sequence[Play]) -> Mapping[tuple[int, int], Fraction]:
    """What everybody, by number, was given at a seating instead of results, as the desk counts
    it."""
    got: dict[tuple[int, int], Fraction] = defaultdict(Fraction)
    given = awards_by_play(stage, plays, Play.objects.filter(board__session__stage=stage))
    numbers = dict(stage.event.contestants.values_list("pk", "number")) if given else {}
    for play in plays:
        for contestant, each in given.get(play.pk, {}).items():
            got[play.seating_id, numbers[contestant]] += each.award or 0
    return got


def _awards(stage: Stage, plays: Sequence[Play]) -> Mapping[tuple[int, str], Fraction]:
    """What the results of a line at a seating came to."""
    got: dict[tuple[int, str], Fraction] = defaultdict(Fraction)
    awards = awards_of(stage.event, plays)
    for play in plays:
        for line, each in awards.get(play.pk, {}).items():
            got[play.seating_id, line] += each.award or 0
    return got
