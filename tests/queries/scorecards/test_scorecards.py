"""The rows of a scorecard add up to the total in the standings."""

import random
from datetime import timedelta
from fractions import Fraction

import pytest
from django.test import Client
from django.utils import timezone

from tests.scenes import evening
from tests.scenes.latest_standings import latest_standings
from tests.scenes.matches import begin_next_round, play_matches, started_matches
from tests.scenes.teams import created_teams
from tournaments.actions.events.create import EventPlan
from tournaments.actions.events.next_stage import create_next_stage
from tournaments.actions.events.next_stage_plan import FinalPlan, NextStagePlan
from tournaments.actions.penalties.penalties import give_penalty
from tournaments.actions.results.adjusted_awards import give_awards
from tournaments.actions.rounds.sessions import deal_session, start_session
from tournaments.actions.rounds.stage_state import score_and_read_stage_state
from tournaments.models import Event, Play, Session, Stage
from tournaments.movements.drawing.finals_selection import PlaceRange
from tournaments.permissions.actor import Actor
from tournaments.queries.scorecards.scorecards import public_stage_cards, stage_cards
from tournaments.queries.scorecards.stage_card import StageCard
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db
TURNED = {"rotation": "round_robin"}
METHODS = ("min_max", "matchpoints", "butler", "total", "wins")
TEAM_METHODS = ("aggregate", "board_a_match", "victory_points")
CARRIED = ("1", "1/3", "0")


def last_sum(card: StageCard) -> Fraction | None:
    """Return the last sum of a card, which is in its last row that has a sum."""
    sums = [card.carry_over_row.total] if card.carry_over_row else []
    for row in card.rows:
        if card.match_rows:
            continue
        sums += [row.total] if hasattr(row, "kind") else [board.total for board in row.boards]
    sums += [line.total for line in card.match_rows] + [
        penalty.total for penalty in card.penalty_rows
    ]
    return next((sum_ for sum_ in reversed(sums) if sum_ is not None), None)


def assert_cards_end_at_totals(event: Event) -> None:
    """Check that every card of every stage ends at the total of the stored standings."""
    catch_up()
    event = Event.objects.get(pk=event.pk)
    for stage in event.stages.all():
        totals = {row.number: row.total for row in latest_standings(stage).rows}
        assert totals
        for contestant in event.contestants.all():
            card = next((card for card in stage_cards(contestant) if card.stage == stage), None)
            if contestant.number in totals:
                assert ((last_sum(card) if card else None) or 0) == totals[contestant.number]


def played(session: Session, director: Actor, rng: random.Random) -> None:
    """Play a whole session, with a penalty, a bonus and a warning in its stage."""
    deal_session(session.pk, "", director)
    start_session(session.pk, director)
    evening.play_out(session, director, rng)
    contestants = list(session.stage.event.contestants.all())
    for amount, key in (("1/3", "a"), ("-2", "b"), ("0.1", "c")):
        give_penalty(
            rng.choice(contestants),
            session.stage,
            amount,
            f"late {key}",
            director,
            f"{session.pk}{key}",
        )


def final(session: Session, director: Actor, carried: str) -> Session:
    plan = FinalPlan("barometer", PlaceRange(1, 6), "", TURNED, 2)
    return create_next_stage(
        session.stage.event, NextStagePlan((plan,), carry_over=Fraction(carried)), director
    )


def play_two_stages(method: str, carried: str) -> tuple[Session, Actor]:
    """Play two stages under a method, with adjusted awards on some boards."""
    rng = random.Random(f"{method} {carried}")
    session, director = evening.created(
        8, movement="barometer", round_count=2, boards_per_round=2, movement_options=TURNED
    )
    Event.objects.update(method_key=method, method_options={})
    for _stage in range(2):
        session = Session.objects.get(pk=session.pk)
        played(session, director, rng)
        play = Play.objects.filter(board__session=session).order_by("pk")[1]
        awards = {"ns": "1:30", "ew": "1"}
        give_awards(
            play.pk,
            awards,
            actor=director,
            replaces=play.revision,
            reason="it rang",
            key=f"given {play.pk}",
        )
        catch_up()
        if _stage == 0:
            session = final(session, director, carried)
    return session, director


@pytest.mark.daily(1)
@pytest.mark.parametrize("method", METHODS)
def test_last_sum_of_scorecard_is_the_total(method: str) -> None:
    session, _director = play_two_stages(method, "1/3")
    assert_cards_end_at_totals(session.stage.event)


@pytest.mark.thorough
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("carried", CARRIED)
def test_last_sum_of_scorecard_is_the_total_with_carry_over(method: str, carried: str) -> None:
    session, _director = play_two_stages(method, carried)
    assert_cards_end_at_totals(session.stage.event)


@pytest.mark.parametrize("sit_out", ["win", "draw", "none"])
def test_rest_with_an_award_is_a_scorecard_row(sit_out: str) -> None:
    session, director = started_matches(5, round_count=3)
    Event.objects.update(method_options={"sit_out": sit_out})
    session = Session.objects.get(pk=session.pk)
    play_matches(session, director)
    begin_next_round(session, director)
    play_matches(session, director)
    give_penalty(
        session.stage.event.contestants.get(number=2), session.stage, "1/2", "late", director, "k"
    )
    assert_cards_end_at_totals(session.stage.event)
    cards = [stage_cards(contestant)[0] for contestant in session.stage.event.contestants.all()]
    sit_outs = [row for card in cards for row in card.rows if getattr(row, "kind", "") == "rest"]
    assert len(sit_outs) == (0 if sit_out == "none" else 2)


@pytest.mark.parametrize("method", TEAM_METHODS)
def test_match_rows_of_teams_end_at_the_total(method: str) -> None:
    plan = EventPlan("Equips", players_each=4, method_key=method, movement_key="round_robin")
    session, director = created_teams(3, plan)
    played(session, director, random.Random(3))
    assert_cards_end_at_totals(session.stage.event)


@pytest.fixture
def carried_on() -> tuple[Session, Actor]:
    return play_two_stages("min_max", "1")


def test_stage_card_starts_with_carry_over(carried_on: tuple[Session, Actor]) -> None:
    stage = Stage.objects.get(pk=carried_on[0].stage_id)
    catch_up()
    previous_totals = {
        row.number: row.total for row in latest_standings(stage.carry_over_from).rows
    }
    first = next(
        contestant
        for contestant in stage.event.contestants.all()
        if len(stage_cards(contestant)) == 2
    )
    cards = stage_cards(first)
    assert cards[0].carry_over_row is None
    assert cards[1].carry_over_row.total == previous_totals[first.number]
    begins = next(board.total for board in cards[1].rounds[0].boards if board.total is not None)
    assert begins > cards[1].carry_over_row.total


def test_embargoed_scorecard_shows_no_sum(carried_on: tuple[Session, Actor]) -> None:
    event = carried_on[0].stage.event
    catch_up()
    Event.objects.update(standings_from=timezone.now() + timedelta(hours=1))
    for contestant in Event.objects.get(pk=event.pk).contestants.all():
        cards = public_stage_cards(contestant)
        assert cards
        assert [card.carry_over_row for card in cards] == [None] * len(cards)
        assert {last_sum(card) for card in cards} == {None}


def test_page_and_printed_scorecard_have_every_row(
    carried_on: tuple[Session, Actor], client: Client
) -> None:
    session, director = carried_on
    event = session.stage.event
    contestant_with_every_row = next(
        contestant for contestant in event.contestants.all() if len(stage_cards(contestant)) == 2
    )
    give_penalty(contestant_with_every_row, session.stage, "1/4", "spoke", director, "page")
    give_penalty(contestant_with_every_row, session.stage, "-1/2", "helped", director, "page 2")
    catch_up()
    total = next(
        row
        for row in latest_standings(session.stage).rows
        if row.number == contestant_with_every_row.number
    ).total
    client.force_login(event.club.memberships.get().user)
    card = client.get(
        f"/{event.club.slug}/{event.slug}/contestants/{contestant_with_every_row.number}/"
    ).content.decode()
    paper = client.get(f"/desk/{event.pk}/paper/results/").content.decode()
    for text in (
        "Stage 1",
        "Stage 2",
        "Carried over from the previous stage",
        "Penalty: spoke",
        "Bonus: helped",
    ):
        assert text in card
        assert text in paper
    assert "“it rang”" in paper
    assert f'<dd class="time">{float(total):.2f}</dd>' in card


def test_penalty_counts_in_the_next_draw() -> None:
    session, director = started_matches(6, round_count=3)
    play_matches(session, director)
    leader = score_and_read_stage_state(session.stage, 1).ranking[0]
    contestant = session.stage.event.contestants.get(number=leader)
    give_penalty(contestant, session.stage, "3", "late", director, "k")
    state = score_and_read_stage_state(Stage.objects.get(pk=session.stage_id), 1)
    assert state.penalties == {leader: 3}
    assert state.ranking[-1] == leader
    drawn = begin_next_round(session, director)
    first_seating = drawn.seatings.order_by("table__number").first()
    assert leader not in {
        seat_holder.contestant.number for seat_holder in first_seating.places.all()
    }
