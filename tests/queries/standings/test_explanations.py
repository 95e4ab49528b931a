"""Every explanation on the results pages gives its number by its own formula."""

import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from games.explanations.explanation import Explanation
from games.problems import ValidationFailed
from scoring.catalogue import METHODS, method_for_game, methods_for
from tests.hypothesis_examples import one_in
from tests.queries.scorecards.test_scorecards import play_two_stages
from tests.scenes.any_action import ACTIONS, ON_UNDO_STEPS
from tests.scenes.any_session import SESSION_KINDS, RandomChoices
from tests.scenes.evening import enter, outcome, play_round, started
from tests.scenes.random_events import random_event
from tournaments.models import Board, Event, Play, Snapshot, Stage
from tournaments.permissions.visibility.public_standings import has_no_hidden_boards
from tournaments.permissions.visibility.results_shown import (
    board_hidden_until,
    standings_complete_after,
)
from tournaments.queries.boards.travellers import traveller_rows
from tournaments.queries.scorecards.scorecards import scorecards, stage_cards
from tournaments.queries.scorecards.stage_card import StageCard, SumRow
from tournaments.queries.standings.explained_standings import explained_standing
from tournaments.queries.standings.latest import last_snapshot, shown_standings
from tournaments.queries.standings.ranking import RankedContestant
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db

Cell = tuple[Fraction | int | None, Explanation | None]
# The actions that are performed at random. Their order decides what the seeds below stand for, so
# new actions belong at the end.
RANDOM_ACTIONS = (
    "boards dropped",
    "one side enters a result",
    "table enters a result",
    "table enters a result late",
    "all tables enter results",
    "played board corrected",
    "played set corrected",
    "awards given",
    "board called off",
    "categories set",
    "clock resumed",
    "clock set",
    "clock paused",
    "contestant marked present",
    "result corrected",
    "draw taken back",
    "round drawn",
    "drawn round begun",
    "session finished",
    "board fouled",
    "late arrival added",
    "last round dropped",
    "late result accepted",
    "contestant left",
    "tables merged",
    "time given",
    "time given to a table",
    "objection made",
    "objection answered",
    "opponents exchanged",
    "table reseated",
    "result sides swapped",
    "penalty given",
    "penalty of the list given",
    "event published",
    "result moved",
    "results exchanged",
    "round ended",
    "round ended everywhere",
    "ruling given",
    "section started",
    "contestant marked absent",
    "substitute added",
    "drawn contestants swapped",
    "table turned",
    "board taken out",
    "contestant ranked again",
    "contestant unranked",
    "entry withdrawn for another side's",
)


def cells_of_card(card: StageCard) -> Iterator[Cell]:
    """Return each award of a card and each of its other rows, with their explanations."""
    rows = [card.carry_over_row, *card.rows, *card.match_rows, *card.penalty_rows]
    for row in filter(None, rows):
        if isinstance(row, SumRow):
            yield row.amount, row.explanation
            yield row.total, row.sum_explanation
        elif hasattr(row, "boards"):
            for board in row.boards:
                award = board.applied_award or board.award
                if award is None:
                    assert board.explanation is None
                else:
                    assert not board.is_sealed
                    yield award.award, board.explanation
                    yield board.total, board.sum_explanation
                if board.award:
                    yield board.award.x, board.x_explanation
        else:
            yield row.award, row.explanation


def cells_of_boards(event: Event) -> Iterator[Cell]:
    for board in Board.objects.filter(session__stage__event=event):
        if board_hidden_until(board):
            continue
        for result in traveller_rows(board):
            for line in result.lines:
                if line.applied_awards:
                    yield from ((award.award, award.explanation) for award in line.applied_awards)
                    assert all(
                        award.explanation in line.explanations for award in line.applied_awards
                    )
                elif line.line_award:
                    (only,) = line.explanations
                    yield line.line_award.award, only
                    yield line.line_award.x, line.x_explanation


def cells_of_standings(stage: Stage, card_awards: Counter[int]) -> Iterator[Cell]:
    snapshot = last_snapshot(stage, Snapshot.Audience.PUBLIC)
    if snapshot is None:
        return
    ranked: Counter[int] = Counter()
    for ranking in shown_standings(stage, snapshot).rankings:
        for row in ranking.rows:
            explained = explained_standing(stage, ranking, row)
            yield row.rank, explained.place
            yield row.total, explained.total
            assert explained.total.decimals == ranking.decimals
            if explained.mean:
                yield row.mean, explained.mean
            if row.percent is not None:
                yield row.percent, explained.percent
            ranked[row.number] += explained.total.formula.numbers["awards"]
            assert_ahead_count(row, explained.place, ranking.rows)
    # Contestants who sat on both lines are ranked on both, but have one card.
    if has_no_hidden_boards(stage) and not standings_complete_after(stage):
        assert ranked == {number: card_awards[number] for number in ranked}


def assert_ahead_count(
    row: RankedContestant, place: Explanation, rows: Iterable[RankedContestant]
) -> None:
    if row.rank:
        ahead = sum(other.rank is not None and other.rank < row.rank for other in rows)
        assert place.formula.numbers["ahead"] == ahead
    else:
        assert place.value is None


def awards_on(cards: Iterable[StageCard]) -> Counter[Stage]:
    """Return the sums of the awards on a scorecard by stage."""
    awards_by_stage: Counter[Stage] = Counter()
    for card in cards:
        rest_amounts = [
            row.amount for row in card.rows if isinstance(row, SumRow) and row.kind == "rest"
        ]
        awards = [line.award or 0 for line in card.match_rows] or [
            round_.points for round_ in card.rounds
        ] + rest_amounts
        awards_by_stage[card.stage] += sum(awards)
    return awards_by_stage


def assert_explanations_hold(event: Event) -> Counter[str]:
    """Check that each cell equals the value of its explanation; return the count of each kind."""
    catch_up()
    event = Event.objects.get(pk=event.pk)
    cells, awards_by_stage = (
        list(cells_of_boards(event)),
        {stage: Counter() for stage in event.stages.all()},
    )
    for contestant, plain in scorecards(event):
        cards = stage_cards(contestant)
        assert awards_on(plain) == awards_on(cards)
        for card in cards:
            cells += cells_of_card(card)
        for stage, awards in awards_on(cards).items():
            awards_by_stage[stage][contestant.number] = awards
    for stage in event.stages.all():
        cells += cells_of_standings(stage, awards_by_stage[stage])
    for number, explanation in cells:
        assert explanation is not None
        assert explanation.value == number, explanation
        assert "%(" not in str(explanation.sentence)
    return Counter(explanation.kind for _number, explanation in cells)


@pytest.mark.parametrize("seed", [3, 4])
def test_explanations_of_an_event_hold(seed):
    """The event has penalties, a substitute and a ruling."""
    assert assert_explanations_hold(random_event(seed))


@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(60))
def test_explanations_of_any_event_hold(seed):
    """The events have every method and are in every state."""
    assert_explanations_hold(random_event(seed + 100))


def test_means_of_a_place_have_at_least_the_decimals_of_the_ranking():
    session, director = started(8, round_count=4, boards_per_round=2)
    for seed in range(2):
        play_round(session, director, random.Random(seed))
    # Two of four tables have played round 3, so that the mean ranks.
    rng = random.Random(5)
    for play in Play.objects.filter(
        seating__round__number=3, seating__table__number__lte=2
    ).order_by("seating__table__number", "board__number"):
        enter(play, outcome(rng))
    catch_up()
    stage = session.stage
    snapshot = last_snapshot(stage, Snapshot.Audience.DESK)
    ranking = shown_standings(stage, snapshot).rankings[0]
    assert ranking.ranked_by == "mean"
    sentences = [
        str(explained_standing(stage, ranking, row).place.sentence) for row in ranking.rows
    ]
    decimals = [len(digits) for digits in re.findall(r"\d\.(\d+)", " ".join(sentences))]
    assert len(decimals) > len(ranking.rows)
    assert min(decimals) == ranking.mean_decimals == 3


def test_carry_over_is_explained():
    session, _director = play_two_stages("wins", "1/3")
    kinds = assert_explanations_hold(session.stage.event)
    assert kinds["carried"] == 6
    assert kinds["penalty"]


@pytest.mark.thorough
@pytest.mark.parametrize("method", METHODS, ids=lambda method: method.key)
def test_carry_over_is_explained_in_every_method(method):
    session, _director = play_two_stages(method.key, "1/2")
    assert assert_explanations_hold(session.stage.event)["carried"]


def under_any_method(event: Event, rng: random.Random) -> None:
    """Change an unplayed event to another suitable method with random options."""
    method = rng.choice(methods_for(event.game, event.players_each))
    options = {
        option.key: rng.choice(option.choices) for option in method.all_options() if option.choices
    }
    options = method_for_game(event.game, method.key, options).options
    Event.objects.filter(pk=event.pk).update(method_key=method.key, method_options=options)


def played_anyhow(kind: str, seed: int, steps: int) -> Counter[str]:
    """Play a session of a kind, with most entries made, and then random actions."""
    rng = random.Random(f"{kind} {seed}")
    session, director = SESSION_KINDS[kind]()
    under_any_method(session.stage.event, rng)
    session.refresh_from_db()
    for step in range(steps):
        name = "all tables enter results" if step % 4 == 0 else rng.choice(RANDOM_ACTIONS)
        try:
            ACTIONS[name](
                RandomChoices(type(session).objects.get(pk=session.pk), director, rng, f"k {step}")
            )()
        except ValidationFailed:
            continue
    return assert_explanations_hold(session.stage.event)


def test_every_action_but_undoing_is_performed_at_random():
    assert sorted(RANDOM_ACTIONS) == sorted(ACTIONS.keys() - ON_UNDO_STEPS)


@pytest.mark.parametrize("kind", ["howell with a rest", "swiss", "teams"])
def test_explanations_hold_after_any_actions(kind):
    assert played_anyhow(kind, 1, 6)


@pytest.mark.thorough
@example("rainbow", 213)  # some sat on both lines
@example("howell with a rest", 213)  # awards given were to be those of the other side
@given(st.sampled_from(sorted(SESSION_KINDS)), st.integers(0, 9999))
@one_in(4)
def test_explanations_hold_after_any_actions_of_all_kinds(kind, seed):
    played_anyhow(kind, seed, 16)
