"""Unlikely results are questioned once per table, and the question reveals nothing."""

import re

import pytest
from django.contrib.auth import get_user_model
from django.http.response import HttpResponseBase
from django.test import Client

from tests.scenes.evening import enter, started, started_game
from tests.web.phone.table_pages import (
    GAME,
    TRUMPS,
    current_plays,
    get_table,
    likeliest_call,
    likely_result,
    linked_client,
    page_text,
    table_url,
    with_swapped_points,
)
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
from tournaments.queries.results.play_state import set_derived_columns
from tournaments.queries.rounds.seating import playing_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def session() -> Session:
    return started(pair_count=8, round_count=4, boards_per_round=3)[0]


@pytest.fixture
def table(session: Session) -> Table:
    """Return a session whose first board favours one side clearly."""
    return max(
        (get_table(session, number) for number in range(1, 5)),
        key=lambda table: abs(likeliest_call(current_plays(table)[0].board.number)[1]),
    )


def send(
    client: Client, table: Table, number: int, fields: dict[str, str], **other_fields: str
) -> HttpResponseBase:
    return client.post(
        table_url(table, number), {**fields, "side": "ns", "key": "k1", **other_fields}
    )


def question_count() -> int:
    """Return the number of questions; each has a row and an audit entry."""
    count = PlausibilityQuestion.objects.count()
    assert AuditEntry.objects.filter(verb=AuditAction.ASK_ABOUT_RESULT).count() == count
    return count


def test_swapped_sides_are_questioned_once_and_stored_when_confirmed(table: Table) -> None:
    play, client = current_plays(table)[0], linked_client(table)
    number, fields = play.board.number, with_swapped_points(likely_result(play.board.number))
    response = send(client, table, number, fields)
    page = page_text(response)
    assert response.status_code == 422
    points = int(fields["ns_points"])
    sentence = (
        f"The other way round is more likely: check that N-S made {points} and E-W {72 - points}, "
        f"and that this is board {number}."
    )
    assert sentence in re.sub("<[^>]*>", "", page)
    assert f'value="{points}"' in page
    assert 'name="key" value="k1"' in page
    assert re.search(r'name="sure" value="yes"', page)
    assert not play.entries.exists()
    assert question_count() == 1
    assert send(client, table, number, fields).status_code == 422, "the same again is no answer"
    assert question_count() == 1, "a question is recorded once"
    for _attempt in range(2):
        assert send(client, table, number, fields, sure="yes").status_code == 302
    assert play.entries.count() == 1
    assert question_count() == 1


def test_likely_result_is_stored_without_a_question(table: Table) -> None:
    play = current_plays(table)[0]
    assert (
        send(
            linked_client(table), table, play.board.number, likely_result(play.board.number)
        ).status_code
        == 302
    )
    assert play.entries.count() == 1
    assert not question_count()


def test_changed_result_is_not_questioned_again(table: Table) -> None:
    play, client = current_plays(table)[0], linked_client(table)
    form_data = with_swapped_points(likely_result(play.board.number))
    assert send(client, table, play.board.number, form_data).status_code == 422
    other_form = form_data | {"ns_points": "1" if form_data["ns_points"] != "1" else "2"}
    assert send(client, table, play.board.number, other_form).status_code == 302
    assert play.entries.count() == 1


def test_table_is_questioned_once_per_board_with_any_key(table: Table) -> None:
    """Repeated questions would reveal what is likely, and so who holds which cards."""
    play, client = current_plays(table)[0], linked_client(table)
    form_data = with_swapped_points(likely_result(play.board.number))
    assert send(client, table, play.board.number, form_data).status_code == 422
    assert send(client, table, play.board.number, form_data, key="k2").status_code == 422, (
        "the same question"
    )
    other_form = form_data | {"ns_points": "1" if form_data["ns_points"] != "1" else "2"}
    assert send(client, table, play.board.number, other_form, key="k3").status_code == 302
    assert question_count() == 1


def test_question_reveals_no_cards_or_other_results(session: Session, table: Table) -> None:
    play = current_plays(table)[0]
    form_data = with_swapped_points(likely_result(play.board.number))
    page = page_text(send(linked_client(table), table, play.board.number, form_data))
    card = re.search(r'<section class="problems ask doubt".*?</section>', page)
    assert card
    numbers = set(re.findall(r"\d+", re.sub("<[^>]*>", " ", card[0])))
    points = int(form_data["ns_points"])
    assert numbers <= {str(points), str(72 - points), str(play.board.number)}
    entry = AuditEntry.objects.get(verb=AuditAction.ASK_ABOUT_RESULT)
    assert entry.data["play"] == play.pk
    assert entry.table == table
    assert not any(suit in str(entry.data) for suit in TRUMPS)
    question = play.questions.get()
    assert (question.table, question.key) == (table, "k1")
    assert question.digest not in str(entry.data)


def test_board_out_of_order_is_questioned_before_it_is_stored(table: Table) -> None:
    first_play, second_play, third_play = current_plays(table)
    unlikely_fields = likely_result(first_play.board.number)
    client = linked_client(table)
    response = send(client, table, third_play.board.number, unlikely_fields)
    assert response.status_code == 422
    assert f"that this is board {third_play.board.number}." in page_text(response)
    assert "order" in AuditEntry.objects.get(verb=AuditAction.ASK_ABOUT_RESULT).data["why"]
    assert (
        send(client, table, third_play.board.number, unlikely_fields, sure="yes").status_code == 302
    )
    form_data = likely_result(second_play.board.number)
    assert send(client, table, second_play.board.number, form_data, key="k2").status_code == 302, (
        "its order is known"
    )


def test_confirmations_members_and_late_entries_are_not_questioned(
    session: Session, table: Table
) -> None:
    first_play, second_play, _third = current_plays(table)
    client = linked_client(table)
    form_data = with_swapped_points(likely_result(first_play.board.number))
    enter(first_play, dict(form_data), ["ns"])
    confirmed = client.post(
        table_url(table, first_play.board.number), {**form_data, "side": "ew", "key": "requestkey"}
    )
    assert confirmed.status_code == 302
    first_play.refresh_from_db()
    assert first_play.state == Play.State.CONFIRMED
    round_ = playing_round(session)
    assert round_
    round_.ended_at = round_.started_at
    round_.save()
    late_response = send(
        client,
        table,
        second_play.board.number,
        with_swapped_points(likely_result(second_play.board.number)),
    )
    assert late_response.status_code == 302
    assert not question_count()


@pytest.mark.parametrize("reason", ["far", "cards"])
def test_question_does_not_say_whether_another_table_has_played_the_board(
    table: Table, monkeypatch: pytest.MonkeyPatch, reason: str
) -> None:
    monkeypatch.setattr(
        "tournaments.actions.results.entry_checks.plausibility_reasons",
        lambda _play, _outcome: [reason],
    )
    number = current_plays(table)[0].board.number
    response = send(linked_client(table), table, number, likely_result(number))
    assert "Unusual for this board: check that" in page_text(response)


def test_individual_game_is_questioned_about_the_order_only() -> None:
    session, _director = started_game("donguri")
    table = get_table(session)
    first_play, second_play = current_plays(table)
    form_data = {"n_points": "64", "e_points": "0", "s_points": "0", "w_points": "0", "side": "n"}
    client = linked_client(table)
    response = client.post(
        table_url(table, second_play.board.number), {**form_data, "key": "requestkey"}
    )
    assert response.status_code == 422
    sentence = (
        f"Board {first_play.board.number} comes first and has no result yet: "
        f"check that this is board {second_play.board.number}."
    )
    assert sentence in re.sub("<[^>]*>", "", page_text(response))
    assert (
        client.post(
            table_url(table, first_play.board.number), {**form_data, "key": "l"}
        ).status_code
        == 302
    )


@pytest.mark.parametrize(
    "award_text", ["average_plus", "3/2", "60%", "1/2:30,1/2:-6", "not_played"]
)
def test_table_enters_its_next_board_after_awards_were_given_instead_of_a_result(
    session: Session, table: Table, award_text: str
) -> None:
    first_play, second_play, _third = current_plays(table)
    director = Actor.of_user(get_user_model().objects.get(username__startswith="director").pk)
    enter(first_play, likely_result(first_play.board.number))
    other_award = "average" if award_text == "not_played" else "average_minus"
    give_awards(
        first_play.pk,
        {"ns": award_text, "ew": other_award},
        replaces=2,
        reason="both sides agree",
        actor=director,
        key="a",
    )
    form_data = likely_result(second_play.board.number)
    assert send(linked_client(table), table, second_play.board.number, form_data).status_code == 302
    assert second_play.entries.count() == 1


def test_result_that_no_longer_scores_does_not_stop_other_tables(
    session: Session, table: Table
) -> None:
    """An old version may have stored a result without the game's fields."""
    first_play, second_play, _third = current_plays(table)
    enter(first_play, likely_result(first_play.board.number))
    Entry.objects.filter(play=first_play).update(outcome={"unknown": 1})
    first_play.refresh_from_db()
    set_derived_columns(first_play, list(first_play.entries.all()), GAME)
    first_play.save()
    client, fields = linked_client(table), likely_result(second_play.board.number)
    assert client.get(table_url(table, second_play.board.number)).status_code == 200
    assert send(client, table, second_play.board.number, fields).status_code == 302
