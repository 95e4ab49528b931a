"""What a club's past evenings say about the minutes a board takes."""

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


def evening(*minutes: float, boards: int = 2) -> Session:
    """A finished session of two boards a round whose rounds took so many minutes each."""
    session, _director = started(12, "howell", len(minutes), boards)
    begun = timezone.now() - timedelta(days=1)
    rounds = Round.objects.filter(section__session=session).order_by("number")
    for round_, took in zip(rounds, minutes, strict=True):
        round_.started_at, round_.ended_at = begun, begun + timedelta(minutes=took)
        round_.save()
    session.state = Session.State.FINISHED
    session.save()
    return session


def test_a_club_without_a_past_takes_the_game_s_own_minutes() -> None:
    assert minutes_per_board(None, BOTIFARRA) == (Fraction(7), 0)


def test_the_middle_of_the_club_s_rounds_without_the_change_of_tables() -> None:
    club = evening(19, 20, 21, 22, 40).stage.event.club
    assert minutes_per_board(club, BOTIFARRA) == (Fraction(9), 5)


def test_halves_of_a_minute() -> None:
    assert minutes_per_board(
        evening(16, 16, 16, 16, 16).stage.event.club, BOTIFARRA
    ).minutes == Fraction(13, 2)


def test_too_few_rounds_and_those_nobody_played_tell_nothing() -> None:
    club = evening(13, 13, 13, 13, 0.1, 200, 0).stage.event.club
    assert minutes_per_board(club, BOTIFARRA) == (Fraction(7), 0)


def test_another_game_another_club_and_an_evening_not_over_are_not_looked_at() -> None:
    session = evening(13, 13, 13, 13, 13)
    club = session.stage.event.club
    assert minutes_per_board(club, get_game("anou")).rounds == 0
    assert minutes_per_board(None, BOTIFARRA).rounds == 0
    assert minutes_per_board(club, BOTIFARRA).rounds == 5
    Session.objects.update(state=Session.State.RUNNING)
    assert minutes_per_board(club, BOTIFARRA).rounds == 0


def test_what_the_club_says_of_a_game_is_believed_before_its_evenings() -> None:
    club = evening(13, 13, 13, 13, 13).stage.event.club
    assert minutes_per_board(club, get_game("score_sheet", {"minutes": "75"})) == (Fraction(75), 0)


def test_a_game_by_its_name_has_a_pace_of_its_own() -> None:
    session = evening(100, 100, 100, 100, 100)
    club = session.stage.event.club
    Event.objects.update(game_key="score_sheet", options={"title": "Broom Service"})
    known = [
        minutes_per_board(club, get_game("score_sheet", {"title": each})).rounds
        for each in ("Broom Service", "")
    ]
    assert known == [5, 0]
    for options in ({}, {"title": ""}):
        Event.objects.update(options=options)
        known = [
            minutes_per_board(club, get_game("score_sheet", {"title": each})).rounds
            for each in ("Catan", "")
        ]
        assert known == [0, 5]


def test_many_evenings_of_a_game_that_mixes_its_cards_are_read_at_once(
    django_assert_max_num_queries: Callable[..., AbstractContextManager[object]],
) -> None:
    club = evening(60, 60).stage.event.club
    for number in range(3):
        event = evening(60, 60).stage.event
        Event.objects.filter(pk=event.pk).update(club=club, slug=f"evening-{number}")
    Event.objects.update(game_key="tantony", options={})
    with django_assert_max_num_queries(3):
        assert minutes_per_board(club, get_game("tantony")).rounds == 8
