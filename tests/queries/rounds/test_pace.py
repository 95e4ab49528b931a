"""The minutes per board that follow from a club's past sessions."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import timedelta
from fractions import Fraction

import pytest
from django.utils import timezone

from games.catalogue import get_game
from tests.scenes.evening import started
from tournaments.models import Event, Round, Session
from tournaments.queries.rounds.club_pace import minutes_per_board

pytestmark = pytest.mark.django_db
BOTIFARRA = get_game("botifarra")


def finished_session(*minutes: float, boards: int = 2) -> Session:
    """Create a finished session of two boards a round with rounds of the given minutes."""
    session, _director = started(
        12, movement="howell", round_count=len(minutes), boards_per_round=boards
    )
    started_at = timezone.now() - timedelta(days=1)
    rounds = Round.objects.filter(section__session=session).order_by("number")
    for round_, round_minutes in zip(rounds, minutes, strict=True):
        round_.started_at, round_.ended_at = (
            started_at,
            started_at + timedelta(minutes=round_minutes),
        )
        round_.save()
    session.state = Session.State.FINISHED
    session.save()
    return session


def test_club_without_past_sessions_uses_the_games_minutes() -> None:
    assert minutes_per_board(None, BOTIFARRA) == (Fraction(7), 0)


def test_pace_is_the_median_without_the_change_of_tables() -> None:
    club = finished_session(19, 20, 21, 22, 40).stage.event.club
    assert minutes_per_board(club, BOTIFARRA) == (Fraction(9), 5)


def test_pace_is_rounded_to_half_minutes() -> None:
    assert minutes_per_board(
        finished_session(16, 16, 16, 16, 16).stage.event.club, BOTIFARRA
    ).minutes == Fraction(13, 2)


def test_pace_ignores_too_few_rounds_and_unplayed_ones() -> None:
    club = finished_session(13, 13, 13, 13, 0.1, 200, 0).stage.event.club
    assert minutes_per_board(club, BOTIFARRA) == (Fraction(7), 0)


def test_pace_ignores_other_games_other_clubs_and_unfinished_sessions() -> None:
    session = finished_session(13, 13, 13, 13, 13)
    club = session.stage.event.club
    assert minutes_per_board(club, get_game("anou")).rounds == 0
    assert minutes_per_board(None, BOTIFARRA).rounds == 0
    assert minutes_per_board(club, BOTIFARRA).rounds == 5
    Session.objects.update(state=Session.State.RUNNING)
    assert minutes_per_board(club, BOTIFARRA).rounds == 0


def test_pace_set_by_the_club_overrides_its_past_sessions() -> None:
    club = finished_session(13, 13, 13, 13, 13).stage.event.club
    assert minutes_per_board(club, get_game("score_sheet", {"minutes": "75"})) == (Fraction(75), 0)


def test_pace_of_a_titled_game_is_its_own() -> None:
    session = finished_session(100, 100, 100, 100, 100)
    club = session.stage.event.club
    Event.objects.update(game_key="score_sheet", options={"title": "Broom Service"})
    round_counts = [
        minutes_per_board(club, get_game("score_sheet", {"title": title})).rounds
        for title in ("Broom Service", "")
    ]
    assert round_counts == [5, 0]
    for options in ({}, {"title": ""}):
        Event.objects.update(options=options)
        round_counts = [
            minutes_per_board(club, get_game("score_sheet", {"title": title})).rounds
            for title in ("Catan", "")
        ]
        assert round_counts == [0, 5]


def test_pace_of_many_sessions_takes_a_fixed_number_of_queries(
    django_assert_max_num_queries: Callable[..., AbstractContextManager[object]],
) -> None:
    club = finished_session(60, 60).stage.event.club
    for number in range(3):
        event = finished_session(60, 60).stage.event
        Event.objects.filter(pk=event.pk).update(club=club, slug=f"evening-{number}")
    Event.objects.update(game_key="tantony", options={})
    with django_assert_max_num_queries(3):
        assert minutes_per_board(club, get_game("tantony")).rounds == 8
