"""The page of a match shows both results of each open board, and no sealed ones."""

import random
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import pytest
from django.test import Client
from django.urls import reverse

from tests.scenes.evening import enter, outcome, play_round
from tests.scenes.teams import PLAN, started_teams
from tournaments import scoring_pipeline
from tournaments.actions.rounds.sessions import finish_session
from tournaments.models import Contestant, Play, Session
from tournaments.permissions.visibility.devices import Phone
from tournaments.queries.boards.match_details import MatchDetails, read_match
from tournaments.queries.paper.printed_sheets import read_score_slips
from tournaments.queries.phone.table_codes import code_of
from tournaments.queries.results.counted_plays import counted_plays
from tournaments.queries.rounds.moves import seat_elsewhere
from tournaments.queries.rounds.seating import current_seating, partner_table, playing_round
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db

METHODS = ["aggregate", "board_a_match", "victory_points"]


def match_details(session: Session, number: int = 1) -> MatchDetails:
    catch_up()
    session = Session.objects.select_related("stage__event").get(pk=session.pk)
    match = read_match(session, 1, number)
    assert match is not None
    return match


def match_page(session: Session, number: int = 1) -> str:
    event = session.stage.event
    url = reverse("match", args=[event.club.slug, event.slug, 1, 1, number])
    return Client().get(url).content.decode()


@pytest.mark.parametrize("method", METHODS)
def test_finished_match_adds_up_to_its_awards(method: str) -> None:
    session, director = started_teams(4, replace(PLAN, method_key=method, halves=2))
    for _half in range(2):
        play_round(session, director)
    match = match_details(session)
    boards = [board for half in match.halves for board in half.boards]
    assert [board.number for board in boards] == [1, 2, 3, 4]
    assert boards[-1].running_score == sum(board.points for board in boards)
    assert match.margin == sum(Fraction(board.xs[0] - board.xs[1]) for board in boards)
    counted = counted_plays(Play.objects.filter(board__session=session))
    scored, _other = scoring_pipeline.TeamStandingsCalculator(session.stage).scored(counted)[1, 1]
    assert match.awards == scored.awards
    assert not match.awards.is_provisional
    # The boards, and what each half came to.
    assert match_page(session).count('<td class="num total">') == 4 + 2


def test_match_page_hides_a_sealed_board() -> None:
    session, _director = started_teams(4)
    (first_play, second_play) = Play.objects.filter(
        seating__table__number__in=(1, 2), board__number=1
    ).order_by("pk")
    enter(first_play, outcome(random.Random(1)))
    enter(second_play, outcome(random.Random(2)))
    match = match_details(session)
    (half,) = match.halves
    assert [board.is_hidden for board in half.boards] == [True, True]
    assert (match.margin, match.awards.compared, match.awards.first) == (0, 0, None)
    assert "not open yet" in match_page(session)
    for play in Play.objects.filter(seating__table__number__in=(3, 4), board__number=1):
        enter(play, outcome(random.Random(3)))
    match = match_details(session)
    assert [board.is_hidden for board in match.halves[0].boards] == [False, True]
    assert (match.awards.compared, match.awards.due, match.awards.is_provisional) == (1, 2, True)
    assert "1 of 2 boards" in match_page(session)


def played_uncounted() -> Session:
    """Return a match with open boards that are not scored yet."""
    session, director = started_teams(4)
    play_round(session, director)
    Play.objects.update(counted_line_points=None, scored_revision=0)
    return session


def one_result_missing() -> Session:
    """Return a finished session with boards played at only one table of a match."""
    session, director = started_teams(4)
    for play in Play.objects.filter(seating__round__number=1).exclude(seating__table__number=1):
        enter(play, outcome(random.Random(play.pk)))
    finish_session(session.pk, director)
    catch_up()
    return session


@pytest.mark.parametrize("create_match_session", [played_uncounted, one_result_missing])
def test_match_page_marks_an_open_board_not_compared_yet(
    create_match_session: Callable[[], Session],
) -> None:
    assert match_page(create_match_session()).count("not compared") == 2


def test_match_is_hidden_until_results_are_shown() -> None:
    session, _director = started_teams(4)
    session.stage.event.results_shown = "session"
    session.stage.event.save()
    for play in Play.objects.filter(seating__round__number=1):
        enter(play, outcome(random.Random(play.pk)))
    assert all(board.is_hidden for board in match_details(session).halves[0].boards)


def test_unknown_match_is_not_found() -> None:
    session, _director = started_teams(4)
    event = session.stage.event
    for turn, number in ((9, 1), (1, 9)):
        url = reverse("match", args=[event.club.slug, event.slug, 1, turn, number])
        assert Client().get(url).status_code == 404


def test_rounds_and_scorecards_link_matches() -> None:
    session, _director = started_teams(5)
    event = session.stage.event
    slugs = event.club.slug, event.slug
    rounds = Client().get(reverse("rounds", args=slugs)).content.decode()
    url = reverse("match", args=[*slugs, 1, 1, 2])
    assert rounds.count("/matches/") == 6
    assert url in rounds
    team = Contestant.objects.filter(
        places__seating__round__number=1, places__seating__table__number=3
    ).first()
    assert url in Client().get(reverse("scorecard", args=[*slugs, team.number])).content.decode()


def test_phones_and_slips_name_both_tables_of_a_team(client: Client) -> None:
    session, _director = started_teams(5)
    round_ = playing_round(session)
    first_response = session.sections.get().tables.get(number=3)
    client.post(reverse("table_side", args=[code_of(first_response)]), {"holder": "table"})
    assert (
        "Your team-mates sit at table 4."
        in client.get(f"/t/{code_of(first_response)}/").content.decode()
    )
    slips = read_score_slips(session, session.sections.all())
    assert {slip.partner_table for slip in slips[first_response]} == {"4"}
    team = current_seating(first_response).places.first().contestant
    assert (
        seat_elsewhere(round_, first_response, Phone(contestant_number=team.number)).table
        == "3 / 4"
    )
    resting = Contestant.objects.exclude(places__seating__round=round_).get()
    assert (
        seat_elsewhere(round_, first_response, Phone(contestant_number=resting.number)).table
        is None
    )


def test_table_without_a_match_has_no_partner_table() -> None:
    session, _director = started_teams(4)
    seating = current_seating(session.sections.get().tables.get(number=1))
    seating.round.section.session = session
    assert partner_table(seating).number == 2
    session.stage.event.method_key = "min_max"
    session.stage.event.__dict__.pop("method", None)
    assert partner_table(seating) is None
