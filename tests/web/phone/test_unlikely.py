"""Unlikely results are questioned once per table, and the question reveals nothing."""

import re

import pytest
from django.contrib.auth import get_user_model
from django.http.response import HttpResponseBase
from django.test import Client

from games.catalogue import get_game
from games.fields import Outcome
from tests.scenes.evening import SEED, enter, started, started_game
from tests.web.phone.test_table import current_plays, get_table, phone, text, url
from tournaments.actions.results.adjusted_awards import give_awards
from tournaments.models import (
    AuditAction,
    AuditEntry,
    Entry,
    PlausibilityQuestion,
    Play,
    Session,
    Table,
)
from tournaments.permissions.actor import Actor
from tournaments.queries.results.line_points import round_points
from tournaments.queries.results.play_state import set_derived_columns
from tournaments.queries.rounds.seating import playing_round

pytestmark = pytest.mark.django_db

GAME = get_game("botifarra")
TRUMPS = ("oros", "copes", "espases", "bastos", "botifarra")


@pytest.fixture
def session() -> Session:
    return started(number=8, rounds=4, boards_per_round=3)[0]


@pytest.fixture
def table(session: Session) -> Table:
    """Return a session whose first board favours one side clearly."""
    return max(
        (get_table(session, number) for number in range(1, 5)),
        key=lambda table: abs(promised(current_plays(table)[0].board.number)[1]),
    )


def promised(number: int, salt: str = "sort i encert") -> tuple[dict[str, str], float]:
    """Return the likeliest call on a board, as form data, and the expected difference."""
    board = GAME.deal(SEED, salt, number)
    calls: list[Outcome] = [
        {"trump": trump, "delegated": delegated} for trump in TRUMPS for delegated in (False, True)
    ]
    forecasts = [GAME.forecast(call, board) for call in calls]
    best = max(range(len(calls)), key=lambda at: forecasts[at].call)
    form_data = {
        "trump": str(calls[best]["trump"]),
        "delegated": "yes" if calls[best]["delegated"] else "no",
    }
    return form_data | {"contro": "none", "renunci": ""}, forecasts[best].difference


def likely(number: int) -> dict[str, str]:
    """Return the expected result of a board as form data."""
    fields, difference = promised(number)
    return fields | {"ns_points": str(max(0, min(72, round(36 + difference / 2))))}


def swapped(fields: dict[str, str]) -> dict[str, str]:
    """Return form data with the points of both sides swapped."""
    return fields | {"ns_points": str(72 - int(fields["ns_points"]))}


def send(
    client: Client, table: Table, number: int, fields: dict[str, str], **other_fields: str
) -> HttpResponseBase:
    return client.post(url(table, number), {**fields, "side": "ns", "key": "k1", **other_fields})


def asked() -> int:
    """Return the number of questions; each has a row and an audit entry."""
    count = PlausibilityQuestion.objects.count()
    assert AuditEntry.objects.filter(verb=AuditAction.ASKED_ABOUT_A_RESULT).count() == count
    return count


def test_swapped_sides_are_questioned_once_and_stored_when_confirmed(table: Table) -> None:
    play, client = current_plays(table)[0], phone(table)
    number, fields = play.board.number, swapped(likely(play.board.number))
    response = send(client, table, number, fields)
    page = text(response)
    assert response.status_code == 422
    points = int(fields["ns_points"])
    sentence = (
        f"check that N-S made {points} and E-W {72 - points}, and that this is board {number}."
    )
    assert sentence in re.sub("<[^>]*>", "", page)
    assert f'value="{points}"' in page
    assert 'name="key" value="k1"' in page
    assert re.search(r'name="sure" value="yes"', page)
    assert not play.entries.exists()
    assert asked() == 1
    assert send(client, table, number, fields).status_code == 422, "the same again is no answer"
    assert asked() == 1, "a question is written down once"
    for _time in range(2):
        assert send(client, table, number, fields, sure="yes").status_code == 302
    assert play.entries.count() == 1
    assert asked() == 1


def test_likely_result_is_stored_without_a_question(table: Table) -> None:
    play = current_plays(table)[0]
    assert (
        send(phone(table), table, play.board.number, likely(play.board.number)).status_code == 302
    )
    assert play.entries.count() == 1
    assert not asked()


def test_changed_result_is_not_questioned_again(table: Table) -> None:
    play, client = current_plays(table)[0], phone(table)
    form_data = swapped(likely(play.board.number))
    assert send(client, table, play.board.number, form_data).status_code == 422
    other = form_data | {"ns_points": "1" if form_data["ns_points"] != "1" else "2"}
    assert send(client, table, play.board.number, other).status_code == 302
    assert play.entries.count() == 1


def test_table_is_questioned_once_per_board_with_any_key(table: Table) -> None:
    """Repeated questions would reveal what is likely, and so who holds which cards."""
    play, client = current_plays(table)[0], phone(table)
    form_data = swapped(likely(play.board.number))
    assert send(client, table, play.board.number, form_data).status_code == 422
    assert send(client, table, play.board.number, form_data, key="k2").status_code == 422, (
        "the same question"
    )
    other = form_data | {"ns_points": "1" if form_data["ns_points"] != "1" else "2"}
    assert send(client, table, play.board.number, other, key="k3").status_code == 302
    assert asked() == 1


def test_question_reveals_no_cards_or_other_results(session: Session, table: Table) -> None:
    play = current_plays(table)[0]
    form_data = swapped(likely(play.board.number))
    page = text(send(phone(table), table, play.board.number, form_data))
    card = re.search(r'<section class="problems ask doubt".*?</section>', page)
    assert card
    numbers = set(re.findall(r"\d+", re.sub("<[^>]*>", " ", card[0])))
    points = int(form_data["ns_points"])
    assert numbers <= {str(points), str(72 - points), str(play.board.number)}
    entry = AuditEntry.objects.get(verb=AuditAction.ASKED_ABOUT_A_RESULT)
    assert entry.data["play"] == play.pk
    assert entry.table == table
    assert not any(suit in str(entry.data) for suit in TRUMPS)
    question = play.questions.get()
    assert (question.table, question.key) == (table, "k1")
    assert question.digest not in str(entry.data)


def test_board_out_of_order_is_questioned_before_it_is_stored(table: Table) -> None:
    first, second, third = current_plays(table)
    wrong = likely(first.board.number)
    client = phone(table)
    response = send(client, table, third.board.number, wrong)
    assert response.status_code == 422
    assert f"that this is board {third.board.number}." in text(response)
    assert "order" in AuditEntry.objects.get(verb=AuditAction.ASKED_ABOUT_A_RESULT).data["why"]
    assert send(client, table, third.board.number, wrong, sure="yes").status_code == 302
    form_data = likely(second.board.number)
    assert send(client, table, second.board.number, form_data, key="k2").status_code == 302, (
        "its order is known"
    )


def test_confirmations_members_and_late_entries_are_not_questioned(
    session: Session, table: Table
) -> None:
    first, second, _third = current_plays(table)
    client = phone(table)
    form_data = swapped(likely(first.board.number))
    enter(first, dict(form_data), ["ns"])
    confirmed = client.post(url(table, first.board.number), {**form_data, "side": "ew", "key": "k"})
    assert confirmed.status_code == 302
    first.refresh_from_db()
    assert first.state == Play.State.CONFIRMED
    round_ = playing_round(session)
    assert round_
    round_.ended_at = round_.started_at
    round_.save()
    late = send(client, table, second.board.number, swapped(likely(second.board.number)))
    assert late.status_code == 302
    assert not asked()


def test_form_shows_the_totals_of_the_round(table: Table) -> None:
    first, second, third = current_plays(table)
    assert round_points(first, first.seating) == {}
    client = phone(table)
    assert "so-far" not in text(client.get(url(table, first.board.number)))
    for play, points in ((first, "41"), (second, "50")):
        enter(play, likely(play.board.number) | {"ns_points": points}, ["ns"])
    assert round_points(third, third.seating) == {"ns": 91, "ew": 53}
    page = text(client.get(url(table, third.board.number)))
    so_far = page.split('<p class="so-far')[1].split("</p>")[0].partition(">")[2]
    assert " ".join(re.sub("<[^>]*>", "", so_far).split()) == "This round N-S 91 E-W 53"


def test_individual_game_is_questioned_about_the_order_only() -> None:
    session, _director = started_game("donguri")
    table = get_table(session)
    first, second = current_plays(table)
    form_data = {"n_points": "64", "e_points": "0", "s_points": "0", "w_points": "0", "side": "n"}
    client = phone(table)
    response = client.post(url(table, second.board.number), {**form_data, "key": "k"})
    assert response.status_code == 422
    sentence = (
        f"Board {first.board.number} comes first and has no result yet: "
        f"check that this is board {second.board.number}."
    )
    assert sentence in re.sub("<[^>]*>", "", text(response))
    assert client.post(url(table, first.board.number), {**form_data, "key": "l"}).status_code == 302


@pytest.mark.parametrize(
    "award_text", ["average_plus", "3/2", "60%", "1/2:30,1/2:-6", "not_played"]
)
def test_table_enters_its_next_board_after_awards_were_given_instead_of_a_result(
    session: Session, table: Table, award_text: str
) -> None:
    first, second, _third = current_plays(table)
    director = Actor.of_user(get_user_model().objects.get(username__startswith="director").pk)
    enter(first, likely(first.board.number))
    other = "average" if award_text == "not_played" else "average_minus"
    give_awards(
        first.pk, {"ns": award_text, "ew": other}, replaces=2, reason="so", actor=director, key="a"
    )
    form_data = likely(second.board.number)
    assert send(phone(table), table, second.board.number, form_data).status_code == 302
    assert second.entries.count() == 1


def test_result_that_no_longer_scores_does_not_stop_other_tables(
    session: Session, table: Table
) -> None:
    """An old version may have stored a result without the game's fields."""
    first, second, _third = current_plays(table)
    enter(first, likely(first.board.number))
    Entry.objects.filter(play=first).update(outcome={"unknown": 1})
    first.refresh_from_db()
    set_derived_columns(first, list(first.entries.all()), GAME)
    first.save()
    client, fields = phone(table), likely(second.board.number)
    assert client.get(url(table, second.board.number)).status_code == 200
    assert send(client, table, second.board.number, fields).status_code == 302
