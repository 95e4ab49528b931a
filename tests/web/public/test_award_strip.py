"""The strip of awards on a scorecard: one stem per board, in order of play."""

from fractions import Fraction

import pytest
from django.test import Client

from games.text import Text
from tests.scenes.evening import play_round, started
from tournaments.models import Contestant, Event, Session
from tournaments.queries.scorecards.scorecards import OwnResult, public_stage_cards
from tournaments.queries.standings.scales import LineAward
from tournaments.tasks import catch_up
from tournaments.web.public.award_strip import BOTTOM, MIDDLE, TOP, award_strip

pytestmark = pytest.mark.django_db


def session_with_contestant(round_count: int) -> tuple[Session, Contestant]:
    session, director = started(8, movement="howell", round_count=7, boards_per_round=2)
    for _each in range(round_count):
        play_round(session, director)
    catch_up()
    return session, Contestant.objects.get(event=session.stage.event, number=1)


def test_stem_height_follows_the_award_of_its_board() -> None:
    _session, contestant = session_with_contestant(7)
    cards = public_stage_cards(contestant)
    awards = [
        board.counted_award
        for card in cards
        for round_ in card.rounds
        for board in round_.boards
        if board.counted_award is not None
    ]
    strip = award_strip(cards)
    assert strip
    assert [float(dot.y) for dot in strip.dots] == pytest.approx(
        [float(MIDDLE - (award - Fraction(3, 2)) * (BOTTOM - TOP)) for award in awards],
        abs=0.06,
    )
    assert strip.above == sum(2 * award > 3 for award in awards)
    assert (strip.first_round, strip.last_round) == (1, 7)


def test_strip_needs_a_minimum_of_boards() -> None:
    _session, contestant = session_with_contestant(0)
    assert award_strip(public_stage_cards(contestant)) is None


def test_sealed_boards_stand_in_the_middle_without_a_stem() -> None:
    _session, contestant = session_with_contestant(1)
    cards = public_stage_cards(contestant)
    boards = [board for card in cards for round_ in card.rounds for board in round_.boards]
    sealed = [board.is_sealed for board in boards]
    strip = award_strip(cards)
    assert strip
    assert [dot.is_sealed for dot in strip.dots] == sealed
    assert {float(dot.y) for dot in strip.dots if dot.is_sealed} == {MIDDLE}
    assert (strip.open, strip.sealed) == (sealed.count(False), sealed.count(True))
    assert strip.stems.count("M") == strip.open


def test_strip_shows_own_awards_of_sealed_boards() -> None:
    _session, contestant = session_with_contestant(1)
    cards = public_stage_cards(contestant)
    board = next(
        board
        for card in cards
        for round_ in card.rounds
        for board in round_.boards
        if board.is_sealed
    )
    award = LineAward("ns", Fraction(9), Fraction(9), Fraction(-9), Fraction(9), Fraction(2))
    strip = award_strip(cards, {board.play.pk: OwnResult(Text("coins"), award, is_settled=True)})
    without_own_results = award_strip(cards)
    assert strip
    assert without_own_results
    assert strip.sealed == without_own_results.sealed - 1
    assert strip.above == without_own_results.above + 1


def test_methods_without_min_max_scale_have_no_strip() -> None:
    _session, contestant = session_with_contestant(7)
    Event.objects.update(method_key="matchpoints", method_options={})
    contestant = Contestant.objects.get(pk=contestant.pk)
    assert award_strip(public_stage_cards(contestant)) is None


def test_scorecard_says_how_many_boards_were_above_the_middle(client: Client) -> None:
    session, contestant = session_with_contestant(7)
    event = session.stage.event
    page = client.get(f"/{event.club.slug}/{event.slug}/contestants/1/").content.decode()
    strip = award_strip(public_stage_cards(contestant))
    assert strip
    assert f"{strip.above} of {len(strip.dots)} boards above 1.5" in " ".join(page.split())
