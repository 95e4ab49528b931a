"""The scorecard on the contestant's linked phone shows the contestant's own sealed results."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.scenes.awards import awards
from tests.scenes.devices import linked_phone, unlinked_phone
from tests.scenes.evening import enter, play_round, playing_round, started
from tests.web.signed_in import RESULT, first_play
from tournaments.actions.rounds.end_round import end_round
from tournaments.models import Contestant, Event, Play
from tournaments.permissions.actor import Actor
from tournaments.queries.phone.table_codes import code_of
from tournaments.tasks import catch_up
from tournaments.templatetags.awards import rounded

pytestmark = pytest.mark.django_db


def own_row(client: Client, contestant: Contestant, play: Play) -> str:
    """Return the row of a board on a scorecard, with whitespace normalized."""
    event = contestant.event
    page = client.get(reverse("scorecard", args=[event.club.slug, event.slug, contestant.number]))
    row_html = page.content.decode().split(f'id="play-{play.pk}"')[1].split("</details>")[0]
    return " ".join(re.sub("</?span[^>]*>", "", row_html).split())


def entered_first_board() -> tuple[Play, Contestant, Actor, Client]:
    """Return a sealed board entered by N-S only, with their linked phone."""
    session, director = started(8, movement="mitchell", round_count=4, boards_per_round=2)
    play = first_play(session, seating__round__number=1, seating__table__number=1)
    contestant = (
        play.seating.places.select_related("contestant__event__club").get(seat="N").contestant
    )
    client = linked_phone(play.seating.table, contestant.number)
    url = reverse("table_board", args=[code_of(play.seating.table), play.board.number])
    assert client.post(url, {"side": "ns", "sure": "yes", **RESULT}).status_code == 302
    return play, contestant, director, client


def test_linked_phone_reads_its_own_entry_of_a_sealed_board_on_its_scorecard() -> None:
    play, contestant, _director, client = entered_first_board()
    row = own_row(client, contestant, play)
    assert "coins N-S 40" in row
    assert "your entry · award when the board opens" in row
    assert "<b" not in row.split("award when the board opens")[1]
    other_contestant = (
        play.seating.places.select_related("contestant__event__club").get(seat="E").contestant
    )
    assert "coins" not in own_row(client, other_contestant, play)
    assert "coins" not in own_row(Client(), contestant, play)
    assert "coins" not in own_row(
        unlinked_phone(play.seating.table, contestant.number), contestant, play
    )


def test_own_scorecard_explains_why_sealed_boards_show_an_entry() -> None:
    _play, contestant, _director, client = entered_first_board()
    catch_up()
    event = contestant.event
    url = reverse("scorecard", args=[event.club.slug, event.slug, contestant.number])
    own_page, public = (reader.get(url).content.decode() for reader in (client, Client()))
    assert (
        f"Your scorecard · number {contestant.number}" in own_page,
        "data-follow" in own_page,
    ) == (
        True,
        False,
    )
    assert "Your scorecard" not in public
    for page in (own_page, public):
        assert "A board opens here once every table has played it." in page
    assert "You already see your own entries" in own_page
    assert "You already see your own entries" not in public


def test_entry_of_a_stranger_for_a_side_is_not_shown_as_that_sides_own() -> None:
    play, contestant, _director, client = entered_first_board()
    stranger = unlinked_phone(play.seating.table, contestant.number)
    url = reverse("table_board", args=[code_of(play.seating.table), play.board.number])
    form_data = {"side": "ns", "sure": "yes", "key": "other", **RESULT, "ns_points": "29"}
    assert stranger.post(url, form_data).status_code == 302
    row = own_row(client, contestant, play)
    assert "coins N-S 40" in row
    assert "29" not in row


def test_linked_phone_reads_nothing_of_what_the_other_side_entered_on_its_scorecard() -> None:
    play, contestant, _director, client = entered_first_board()
    enter(play, RESULT | {"ns_points": "55"}, ["ew"])
    row = own_row(client, contestant, play)
    assert "coins N-S 40" in row
    assert "55" not in row


def test_linked_phone_still_reads_its_own_entry_after_the_round() -> None:
    """The contestants now at the table may still play the board, so award and X are hidden."""
    play, contestant, director, client = entered_first_board()
    enter(play, RESULT, ["ew"])
    end_round(play.seating.round_id, director)
    row = own_row(client, contestant, play)
    assert "coins N-S 40" in row
    assert "X " not in row
    assert "coins" not in own_row(Client(), contestant, play)


def test_own_entry_is_hidden_after_the_round_until_the_session_shows_results() -> None:
    play, contestant, director, client = entered_first_board()
    Event.objects.update(results_shown=Event.ResultsShown.SESSION)
    assert "coins N-S 40" in own_row(client, contestant, play)
    enter(play, RESULT, ["ew"])
    end_round(play.seating.round_id, director)
    assert "coins" not in own_row(client, contestant, play)


def shared_boards() -> tuple[Play, Contestant, Client]:
    """Enter a board for one side that another table has confirmed; return it with the phone."""
    session, director = started(8, movement="howell", round_count=7, boards_per_round=2)
    while True:
        round_ = playing_round(session)
        plays = Play.objects.filter(seating__round=round_).order_by("board__number", "pk")
        confirmed_boards = Play.objects.filter(state=Play.State.CONFIRMED).values("board")
        if play := plays.filter(board__in=confirmed_boards).first():
            break
        play_round(session, director)
    contestant = (
        play.seating.places.select_related("contestant__event__club").get(seat="N").contestant
    )
    client = linked_phone(play.seating.table, contestant.number)
    url = reverse("table_board", args=[code_of(play.seating.table), play.board.number])
    assert client.post(url, {"side": "ns", "sure": "yes", **RESULT}).status_code == 302
    return play, contestant, client


def test_scorecard_shows_the_award_once_the_page_of_the_board_shows_it() -> None:
    play, contestant, client = shared_boards()
    assert "X " not in own_row(client, contestant, play)
    enter(play, RESULT, ["ew"])
    catch_up()
    page = client.get(reverse("table_board", args=[code_of(play.seating.table), play.board.number]))
    play.refresh_from_db()
    award = str(rounded(awards(play)["ns"].award))
    assert award in page.content.decode()
    row = own_row(client, contestant, play)
    assert award in row
    assert "X " in row
    assert "not open to others yet" in row
    assert "coins" not in own_row(Client(), contestant, play)


def test_scorecard_shows_no_award_during_an_embargo() -> None:
    play, contestant, client = shared_boards()
    enter(play, RESULT, ["ew"])
    catch_up()
    Event.objects.update(standings_from=timezone.now() + timedelta(hours=1))
    row = own_row(client, contestant, play)
    assert "coins N-S 40" in row
    assert "X " not in row
