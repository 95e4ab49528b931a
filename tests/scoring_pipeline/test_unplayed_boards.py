"""Rests and unplayed boards at the mean of the contestant's own boards."""

import random
from collections.abc import Mapping
from fractions import Fraction

import pytest

from scoring.adjusted.kinds import NotPlayed
from scoring.event_scoring import score_event
from scoring.results import Result, ResultsByBoard
from tests.queries.scorecards.test_scorecards import assert_cards_end_at_totals
from tests.scenes import evening
from tests.scenes.event_files import empty_database
from tests.scoring_pipeline.test_adjusted_awards import enter_play, results_by_board
from tournaments import scoring_pipeline
from tournaments.actions.event_file.importing import import_event
from tournaments.actions.results.decisions import decide_play
from tournaments.actions.rounds.end_round import end_round
from tournaments.actions.rounds.stage_state import score_and_read_stage_state
from tournaments.models import Entry, Event, Play, Session, Snapshot
from tournaments.permissions.actor import SYSTEM, Actor
from tournaments.queries.events.event_file import event_file
from tournaments.queries.rounds.seating import playing_round
from tournaments.queries.scorecards.scorecards import stage_cards
from tournaments.queries.scorecards.stage_card import SumRow
from tournaments.queries.standings.latest import last_snapshot
from tournaments.queries.standings.snapshot_format import StoredRow
from tournaments.scoring_pipeline import StandingsCalculator
from tournaments.scoring_pipeline.rank_history import rank_histories
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db
OFFERING = ("min_max", "matchpoints", "butler")
OWN_MEAN = {"unplayed": "own_mean"}
TURNED = {"rotation": "round_robin"}
LINES = ("ns", "ew")


def session_with_sit_outs(
    method: str, text: str = "own_mean", **options: object
) -> tuple[Session, Actor]:
    """Create a session of five pairs: one sits out in each round of two boards."""
    session, director = evening.started(
        5,
        movement="barometer",
        round_count=5,
        boards_per_round=2,
        movement_options=TURNED,
        **options,
    )
    Event.objects.update(method_key=method, method_options={"unplayed": text})
    return Session.objects.select_related("stage__event").get(pk=session.pk), director


def played(session: Session, director: Actor, seed: str, rounds: int = 4) -> Session:
    """Play rounds with results, given awards, and boards void for all or for one line."""
    rng = random.Random(seed)
    for _round in range(rounds):
        round_ = playing_round(session)
        assert round_
        plays = Play.objects.filter(seating__round=round_).select_related(
            "board__session__stage__event"
        )
        for place, play in enumerate(plays.order_by("pk")):
            usual = [rng.randint(0, 72)] * 3
            _enter_or_void(
                play,
                rng.choice(usual if place == 0 else [*usual, (rng.randrange(3), 0), "void"]),
                director,
            )
        end_round(round_.pk, director)
    scoring_pipeline.update_scales(session.stage)
    return session


def _enter_or_void(play: Play, decision: object, director: Actor) -> None:
    if decision == "void":
        decide_play(
            play.pk,
            Entry.Kind.VOID,
            {},
            actor=director,
            replaces=play.revision,
            reason="it fell",
            key=f"{play.pk}",
        )
    else:
        enter_play(play, decision, ("not_played", "3/2", "-2"))


def rests_of(session: Session) -> Mapping[str, int]:
    """Return by name how many boards of ended rounds each contestant sat out."""
    sit_outs: dict[str, int] = {}
    for round_ in session.sections.get().rounds.exclude(ended_at=None):
        seated = set(round_.seatings.values_list("places__contestant", flat=True))
        for contestant in session.stage.event.contestants.exclude(pk__in=seated):
            sit_outs[contestant.name] = sit_outs.get(contestant.name, 0) + session.boards_per_round
    return sit_outs


def facts(session: Session) -> ResultsByBoard:
    """Return the results of the ended rounds; a void board counts as unplayed for both lines."""
    finished_boards = Play.objects.exclude(seating__round__ended_at=None).values("board__number")
    numbers = set(finished_boards.values_list("board__number", flat=True))
    void = NotPlayed()
    return {
        number: [
            result if result.x or result.adjusted else _void(result, void) for result in results
        ]
        for number, results in results_by_board(session).items()
        if number in numbers
    }


def _void(result: Result, decision: NotPlayed) -> Result:
    return Result(result.contestants, {}, adjusted=dict.fromkeys(LINES, decision))


def row_by_contestant(session: Session) -> Mapping[str, StoredRow]:
    return {row.contestant: row for row in StandingsCalculator(session.stage).full_standings().rows}


@pytest.mark.daily(1)
@pytest.mark.parametrize("option", ["own_mean", "nothing"])
@pytest.mark.parametrize("method", OFFERING)
def test_standings_equal_scoring_the_whole_event(method: str, option: str) -> None:
    session, director = session_with_sit_outs(method, option)
    played(session, director, f"{method} 1")
    scored = score_event(facts(session), LINES, session.stage.event.method, rests_of(session))
    follow = {
        row.contestant: (row.rank, row.total, row.mean, row.percent, row.boards, row.rested)
        for ranking in scored.standings
        for row in ranking.rows
    }
    assert {
        name: (row.rank, row.total, row.mean, row.percent, row.boards, row.rested)
        for name, row in row_by_contestant(session).items()
    } == follow
    assert any(row.rested.boards for row in row_by_contestant(session).values()) == (
        option == "own_mean"
    )
    catch_up()
    assert scoring_pipeline.recount(session.stage.event) == []


@pytest.mark.parametrize("method", OFFERING)
@pytest.mark.parametrize(
    "seed", [1, *(pytest.param(n, marks=pytest.mark.thorough) for n in range(2, 12))]
)
def test_scorecard_with_unplayed_boards_ends_at_the_total(method: str, seed: int) -> None:
    session, director = session_with_sit_outs(method)
    played(session, director, f"{method} {seed}")
    catch_up()
    assert_cards_end_at_totals(session.stage.event)


def _one_evening(session: Session, director: Actor) -> None:
    """Play three rounds without void boards; pair 1 sits out once."""
    for _round in range(3):
        evening.play_round(session, director)
    catch_up()


def test_total_without_adjusted_awards_is_a_multiple_of_the_mean() -> None:
    session, director = session_with_sit_outs("min_max")
    _one_evening(session, director)
    for row in row_by_contestant(session).values():
        played_total = row.total - row.rested.total
        assert row.boards + row.rested.boards == 6
        assert row.total / 6 == played_total / row.boards == row.mean


def test_scorecard_shows_what_a_rest_counts_as() -> None:
    session, director = session_with_sit_outs("min_max")
    _one_evening(session, director)
    row = next(row for row in row_by_contestant(session).values() if row.rested.boards)
    card = stage_cards(session.stage.event.contestants.get(number=row.number))[0]
    (sit_out_row,) = (row for row in card.rows if isinstance(row, SumRow))
    assert (sit_out_row.kind, sit_out_row.boards, sit_out_row.amount) == (
        "rest_by_mean",
        2,
        row.rested.total,
    )
    assert sit_out_row.mean == (row.total - row.rested.total) / row.boards


def test_unplayed_round_credits_nobody() -> None:
    session, _director = session_with_sit_outs("min_max")
    assert {row.rested.boards for row in row_by_contestant(session).values()} == {Fraction(0)}


def test_withdrawn_contestant_gets_no_credit_for_later_rounds() -> None:
    session, director = session_with_sit_outs("min_max")
    _one_evening(session, director)
    absent = next(row for row in row_by_contestant(session).values() if row.rested.boards)
    leaver = session.stage.event.contestants.get(number=absent.number)
    leaver.withdrawn_at = session.sections.get().rounds.get(number=1).started_at
    leaver.save()
    assert row_by_contestant(session)[leaver.name].rested.boards == 0


def test_next_draw_includes_unplayed_boards() -> None:
    session, director = session_with_sit_outs("min_max")
    played(session, director, "drawn")
    got: dict[int, Fraction] = {}
    for match in score_and_read_stage_state(session.stage, 2).played:
        for number, award in match.awards.items():
            got[number] = got.get(number, Fraction(0)) + award
    assert got == {row.number: row.total for row in row_by_contestant(session).values()}


def test_public_credit_is_delayed_like_results() -> None:
    session, director = session_with_sit_outs("min_max", results_shown="session")
    _one_evening(session, director)
    rows_ = StandingsCalculator(session.stage).public_standings().rows
    assert {row.rested.boards for row in rows_} == {Fraction(0)}
    assert any(row.rested.boards for row in row_by_contestant(session).values())


def test_rank_history_with_unplayed_boards_ends_at_the_standings() -> None:
    session, director = session_with_sit_outs("min_max")
    played(session, director, "course")
    catch_up()
    snapshot = last_snapshot(session.stage, Snapshot.Audience.PUBLIC)
    assert snapshot
    ends = {
        row.number: row.ranks[-1]
        for history in rank_histories(session.stage, snapshot)
        for row in history.rows
    }
    assert ends == {row.number: row.rank for row in row_by_contestant(session).values()}


def test_event_file_keeps_the_unplayed_board_rule() -> None:
    session, director = session_with_sit_outs("min_max")
    _one_evening(session, director)
    rows_before, file = row_by_contestant(session), event_file(session.stage.event)
    empty_database()
    imported = import_event(file, SYSTEM)
    catch_up()
    assert event_file(imported) == file
    assert {
        row.contestant: row
        for row in StandingsCalculator(imported.stages.get()).full_standings().rows
    } == rows_before
