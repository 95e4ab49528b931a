"""Correction pages lead from the desk to a preview and back."""

import re

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from tests.scenes.divided_session import play_rounds_of_section, started_in_sections
from tests.scenes.evening import created, play_round, started
from tests.scenes.three_rounds import (
    SessionAndDirector,
    howell_evening,
    mitchell_evening,
    plays,
    seating,
    unplayed_board_number,
)
from tests.web.signed_in import desk_url, signed_in
from tournaments.actions.rounds.sessions import deal_session, finish_session, start_session
from tournaments.models import AuditAction, Board, Play, SeatHolder, Table, UndoStep
from tournaments.queries.phone.table_codes import code_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def session_and_director() -> SessionAndDirector:
    return mitchell_evening()


@pytest.fixture
def howell() -> SessionAndDirector:
    return howell_evening()


def hidden_fields(page: str) -> dict[str, str]:
    """Return the hidden fields of a form."""
    fields = re.findall(r'name="(key|seen)" value="(\w+)"', page)
    assert len(fields) == 2
    return dict(fields)


def apply_correction(client: Client, url: str, reason: str = "") -> str:
    """Apply what a URL previews, and return the next page."""
    page = client.get(url)
    assert page.status_code == 200
    form_data = hidden_fields(page.content.decode()) | {"reason": reason}
    return client.post(url, form_data, follow=True).content.decode()


def table_url(session, name: str, round_number: int, **chosen: object) -> str:
    query_string = "&".join(
        f"{key}={value}" for key, value in {"round": round_number, **chosen}.items()
    )
    return desk_url(session, name, seating(session, round_number).table_id) + f"?{query_string}"


def test_pairs_that_sat_the_wrong_way_round_are_swapped(
    session_and_director, client: Client
) -> None:
    session, director = session_and_director
    signed_in(client, director)
    page = client.get(desk_url(session, "corrections")).content.decode()
    assert desk_url(session, "corrections_of_table", seating(session).table_id) in page
    page = client.get(table_url(session, "corrections_of_table", 1)).content.decode()
    assert "They sat the wrong way round" in page
    seats_before = dict(seating(session).places.values_list("seat", "contestant"))
    url = table_url(session, "correction_turned", 1)
    page = client.get(url).content.decode()
    assert "would change" in page
    assert "Swap the sides" in page
    assert "Results already entered stay with the seats. The points of N-S then count for" in page
    assert dict(seating(session).places.values_list("seat", "contestant")) == seats_before, (
        "it was only tried"
    )
    page = apply_correction(client, url, "they said so")
    assert "Correction applied: They sat the wrong way round · Table\xa01 · Round\xa01." in page
    assert seating(session).places.get(seat="N").contestant_id == seats_before["E"]
    assert UndoStep.objects.get(kind=AuditAction.TURN_TABLE).reason == "they said so"
    assert "they said so" in client.get(desk_url(session, "history")).content.decode()


def test_form_sent_twice_is_applied_once(session_and_director, client: Client) -> None:
    session, director = session_and_director
    signed_in(client, director)
    url = table_url(session, "correction_turned", 1)
    form_data = hidden_fields(client.get(url).content.decode())
    for _again in range(2):
        assert client.post(url, form_data).status_code == 302
    assert UndoStep.objects.filter(kind=AuditAction.TURN_TABLE).count() == 1


def test_stale_preview_is_refused(session_and_director, client: Client) -> None:
    session, director = session_and_director
    signed_in(client, director)
    url = table_url(session, "correction_turned", 1)
    form_data = hidden_fields(client.get(url).content.decode())
    apply_correction(client, url)
    response = client.post(url, form_data)
    assert response.status_code == 422
    assert "Somebody was quicker." in response.content.decode()
    assert UndoStep.objects.filter(kind=AuditAction.TURN_TABLE).count() == 1


def test_contestants_are_exchanged(howell, client: Client) -> None:
    session, director = howell
    signed_in(client, director)
    contestant_id, other_id = (
        seating(session, 2, table).places.get(seat="N").contestant_id for table in (1, 2)
    )
    assert client.get(table_url(session, "correction_opponents", 2)).status_code == 200
    url = table_url(session, "correction_opponents", 2, one=contestant_id, other=other_id)
    assert "would no longer be played" in client.get(url).content.decode()
    apply_correction(client, url)
    assert SeatHolder.objects.get(seating=seating(session, 2), seat="N").contestant_id == other_id


def test_board_played_is_corrected(session_and_director, client: Client) -> None:
    session, director = session_and_director
    signed_in(client, director)
    play, number = plays(session)[0], unplayed_board_number(session)
    page = client.get(table_url(session, "correction_board", 1)).content.decode()
    assert f"play={play.pk}&amp;board={number}" in page
    apply_correction(client, table_url(session, "correction_board", 1, play=play.pk, board=number))
    assert Play.objects.get(pk=play.pk).board.number == number


def test_results_are_exchanged(session_and_director, client: Client) -> None:
    session, director = session_and_director
    signed_in(client, director)
    first_play, second_play = plays(session)
    outcomes_before = first_play.entry.outcome, second_play.entry.outcome
    page = client.get(table_url(session, "correction_results", 1)).content.decode()
    assert "It belongs to" in page
    assert f"N-S {first_play.entry.outcome['ns_points']}</option>" in page.replace("\n", "")
    apply_correction(
        client, table_url(session, "correction_results", 1, play=first_play.pk, to=second_play.pk)
    )
    assert tuple(play.entry.outcome for play in plays(session)) == outcomes_before[::-1]


def test_table_that_played_other_cards_is_compared_separately(
    session_and_director, client: Client
) -> None:
    session, director = session_and_director
    signed_in(client, director)
    fouled = Board.objects.filter(session=session)[0]
    page = client.get(desk_url(session, "corrections_of_board", fouled.pk)).content.decode()
    assert "Some tables played other cards" in page
    fouled_play = fouled.plays.order_by("pk").first()
    apply_correction(
        client, desk_url(session, "correction_fouled", fouled.pk) + f"?play={fouled_play.pk}"
    )
    assert Play.objects.get(pk=fouled_play.pk).group == 2


def test_board_is_taken_out(session_and_director, client: Client) -> None:
    session, director = session_and_director
    signed_in(client, director)
    excluded = Board.objects.filter(session=session)[0]
    apply_correction(client, desk_url(session, "correction_void_board", excluded.pk))
    assert set(excluded.plays.values_list("state", flat=True)) == {"void"}


def test_impossible_correction_is_explained_and_not_offered(
    session_and_director, client: Client
) -> None:
    session, director = session_and_director
    signed_in(client, director)
    play = plays(session)[0]
    response = client.get(table_url(session, "correction_board", 1, play=play.pk, board=999))
    assert "There is no board 999 in this session." in response.content.decode()
    assert "Change the board" not in response.content.decode()
    assert client.get(table_url(session, "correction_board", 1, play=0, board=2)).status_code == 200


def test_last_round_is_left_out(client: Client) -> None:
    session, director = started(8, movement="mitchell", round_count=3, boards_per_round=2)
    signed_in(client, director)
    url = desk_url(session, "correction_last_round", session.sections.get().pk)
    assert url in client.get(desk_url(session, "corrections")).content.decode()
    page = client.get(url).content.decode()
    assert "Round 3 would not be played." in page
    assert "The standings would not change" in page
    assert "Correction applied: " in apply_correction(client, url)
    session.refresh_from_db()
    assert session.rounds_to_play == 2


def test_one_board_of_each_later_round_is_left_out(client: Client) -> None:
    session, director = started_in_sections()
    signed_in(client, director)
    url = desk_url(session, "correction_fewer_boards", session.sections.earliest("number").pk)
    assert url in client.get(desk_url(session, "corrections")).content.decode()
    page = client.get(url).content.decode()
    assert "From round 2 on, every table would play one board fewer." in page
    assert "Vic: Rounds to play: 3, with 1 board each from round 2 on." in page
    assert "minutes earlier." in page
    assert "Correction applied: " in apply_correction(client, url)
    assert {section.boards_in(2) for section in session.sections.all()} == {1}
    assert "A round to come has only one board" in client.get(url).content.decode()


@pytest.mark.parametrize(("boards", "is_warned"), [(2, True), (3, False)])
def test_preview_warns_of_tables_that_share_boards(
    client: Client, boards: int, is_warned: bool
) -> None:
    """With two boards a round one copy of each is enough for four pairs; one board needs two."""
    session, director = created(4, movement="howell", round_count=3, boards_per_round=boards)
    deal_session(session.pk, "sort", director)
    start_session(session.pk, director)
    url = desk_url(session, "correction_fewer_boards", session.sections.get().pk)
    page = signed_in(client, director).get(url).content.decode()
    assert ("Tables that share boards would wait" in page) is is_warned


def test_board_set_of_another_round_can_be_chosen(session_and_director, client: Client) -> None:
    session, director = session_and_director
    signed_in(client, director)
    page = client.get(table_url(session, "correction_set", 1)).content.decode()
    last_offered_number = max(int(number) for number in re.findall(r"board=(\d+)", page))
    assert "Correction applied: " in apply_correction(
        client, table_url(session, "correction_set", 1, board=last_offered_number)
    )
    assert plays(session)[0].board.number == last_offered_number


def test_table_page_opens_at_the_last_round_played_before_an_early_finish(client: Client) -> None:
    session, director = started(8, movement="howell", round_count=3)
    play_round(session, director)
    finish_session(session.pk, director, sure=True)
    table = session.sections.get().tables.get(number=1)
    url = desk_url(session, "corrections_of_table", table.pk)
    page = signed_in(client, director).get(url).content.decode()
    assert "Table 1, round 1" in page
    assert "Table 1, round 2" in client.get(url + "?round=2").content.decode()


def test_early_start_is_undone_from_the_corrections_page(client: Client) -> None:
    session, director = created(8, movement="howell", round_count=7, boards_per_round=2)
    deal_session(session.pk, "sort", director)
    table = Table.objects.select_related("section__session").get(section__session=session, number=1)
    page_before = client.get(public_url(session, "rounds")).content
    start_session(session.pk, director)
    cache.clear()  # public pages are cached for a second
    assert client.get(public_url(session, "rounds")).content != page_before
    signed_in(client, director)
    undo_url = desk_url(
        session, "undo_step", UndoStep.objects.get(kind=AuditAction.START_SESSION).pk
    )
    page = client.get(desk_url(session, "corrections")).content.decode()
    assert re.search(rf'href="{undo_url}">\s*It was started too early', page)
    assert "Undo the start of play" in client.get(undo_url).content.decode()
    assert "Undone." in client.post(undo_url, follow=True).content.decode()
    assert "Start round 1" in client.get(desk_url(session, "event_desk")).content.decode()
    assert (
        "It was started too early"
        not in client.get(desk_url(session, "corrections")).content.decode()
    )
    client.logout()
    cache.clear()
    assert client.get(public_url(session, "rounds")).content == page_before
    assert "The director starts round 1." in client.get(f"/t/{code_of(table)}/").content.decode()
    assert "coming" in client.get(public_url(session, "standings")).content.decode()


def public_url(session, name: str) -> str:
    event = session.stage.event
    return reverse(name, args=[event.club.slug, event.slug])


def test_each_section_offers_to_undo_its_own_last_step(client: Client) -> None:
    session, director = started_in_sections()
    play_rounds_of_section(session, "B", 1, director)
    signed_in(client, director)
    page = client.get(desk_url(session, "corrections")).content.decode()
    assert re.search(r">\s*B:\s+Round 1 was ended too early", page)
    assert re.search(r">\s*A, Vic:\s+It was started too early", page)


def test_seats_are_corrected(session_and_director, client: Client) -> None:
    session, director = session_and_director
    signed_in(client, director)
    page = client.get(table_url(session, "corrections_of_table", 1)).content.decode()
    assert "They sat in the wrong seats" in page
    players_before = dict(seating(session).places.values_list("seat", "player"))
    assert (
        "Choose who really sat in each seat."
        in client.get(table_url(session, "correction_seats", 1)).content.decode()
    )
    assert (
        "They already sit this way."
        in client.get(
            table_url(session, "correction_seats", 1, N="N", E="E", S="S", W="W")
        ).content.decode()
    )
    assert "Correction applied: " in apply_correction(
        client, table_url(session, "correction_seats", 1, N="S", E="E", S="N", W="W")
    )
    assert seating(session).places.get(seat="N").player_id == players_before["S"]


def test_result_entered_for_the_wrong_side_is_corrected(
    session_and_director, client: Client
) -> None:
    session, director = session_and_director
    signed_in(client, director)
    page = client.get(table_url(session, "corrections_of_table", 1)).content.decode()
    assert "A result was entered for the wrong side" in page
    play = plays(session)[0]
    assert (
        f"play={play.pk}" in client.get(table_url(session, "correction_side", 1)).content.decode()
    )
    ns_points_before = play.entry.outcome["ns_points"]
    assert "Correction applied: " in apply_correction(
        client, table_url(session, "correction_side", 1, play=play.pk)
    )
    assert Play.objects.get(pk=play.pk).entry.outcome["ns_points"] == 72 - ns_points_before
