"""A result confirmed by unlinked devices only opens no board during its round."""

from itertools import count

import pytest
from django.test import Client
from django.urls import reverse

from tests.scenes.devices import unlinked_phone
from tests.scenes.evening import started
from tests.web.signed_in import desk_url, signed_in
from tournaments.actions.rounds.end_round import end_round
from tournaments.models import Play, Section, Session
from tournaments.permissions.actor import Actor
from tournaments.permissions.visibility.sealed_boards import is_sealed
from tournaments.queries.desk.pending_decisions import pending_decisions
from tournaments.queries.phone.table_codes import code_of

pytestmark = pytest.mark.django_db

_keys = count(1)
FORM_DATA = {"trump": "oros", "contro": "none", "sure": "yes"}


def contestants_at(play: Play) -> dict[str, int]:
    """Return the number of the contestant on each line of a table."""
    at = {
        seat_holder.seat: seat_holder.contestant.number for seat_holder in play.seating.places.all()
    }
    return {"ns": at["N"], "ew": at["E"]}


def enter(client: Client, play: Play, side: str, points: str = "40") -> None:
    url = reverse("table_board", args=[code_of(play.seating.table), play.board.number])
    form_data = {**FORM_DATA, "ns_points": points, "side": side, "key": f"key {next(_keys)}"}
    response = client.post(url, form_data)
    assert response.status_code == 302, response.content


def confirm(play: Play, phones: dict[str, Client] | None = None) -> None:
    """Enter the same result for both sides, from new devices if no phones are given."""
    for side, number in contestants_at(play).items():
        phone = (phones or {}).get(side) or Client()
        enter(unlinked_phone(play.seating.table, number, phone), play, side)


def plays_of(session: Session, round_number: int) -> list[Play]:
    plays = Play.objects.filter(seating__round__number=round_number, board__session=session)
    related = "board__session__stage__event", "seating__table__section__session", "seating__round"
    return list(plays.select_related(*related).order_by("seating__table__number", "board__number"))


@pytest.fixture
def second_round() -> tuple[Session, Actor, dict[int, Client], list[Play]]:
    """Start round 2 of a Howell of two tables; every pair had a linked phone in round 1."""
    session, director = started(4, movement="howell", round_count=3, boards_per_round=1)
    phones: dict[int, Client] = {}
    first_play = plays_of(session, 1)
    for play in first_play:
        for side, number in contestants_at(play).items():
            phones[number] = Client()
            enter(unlinked_phone(play.seating.table, number, phones[number]), play, side)
    end_round(first_play[0].seating.round_id, director)
    return session, director, phones, plays_of(session, 2)


def test_board_confirmed_by_two_unlinked_devices_stays_sealed(
    second_round: tuple[Session, Actor, dict[int, Client], list[Play]],
) -> None:
    _session, director, _phones, plays = second_round
    for play in plays:
        confirm(play)
    assert all(Play.objects.get(pk=play.pk).state == Play.State.CONFIRMED for play in plays)
    assert all(is_sealed(play.board) for play in plays)
    end_round(plays[0].seating.round_id, director)
    numbers = {play.board.number for play in plays}
    later_board_numbers = {play.board.number for play in plays_of(_session, 3)}
    assert not any(
        is_sealed(play.board)
        for play in plays
        if play.board.number in numbers - later_board_numbers
    )


def test_board_opens_once_a_linked_device_has_entered_it_too(
    second_round: tuple[Session, Actor, dict[int, Client], list[Play]],
) -> None:
    session, _director, phones, plays = second_round
    to_come = {play.board.number for play in plays_of(session, 3)}
    for play in plays:
        confirm(play, {side: phones[number] for side, number in contestants_at(play).items()})
    assert [is_sealed(play.board) for play in plays] == [
        play.board.number in to_come for play in plays
    ]


def waiting_at(play: Play) -> list[str]:
    sections = Section.objects.filter(pk=play.seating.table.section_id)
    return [
        open_problem.kind
        for open_problem in pending_decisions(sections)
        if open_problem.play == play.pk
    ]


def test_director_sees_a_result_of_unlinked_devices_until_a_linked_one_enters_it_too(
    second_round: tuple[Session, Actor, dict[int, Client], list[Play]],
) -> None:
    _session, _director, phones, [play, other, *_more] = second_round
    confirm(play)
    assert waiting_at(play) == ["unlinked"]
    number = contestants_at(play)["ns"]
    enter(unlinked_phone(play.seating.table, number, phones[number]), play, "ns")
    assert waiting_at(play) == []
    numbers = contestants_at(other)
    confirm(other, {"ns": phones[numbers["ns"]], "ew": Client()})
    assert waiting_at(other) == []


def test_director_settles_a_result_of_unlinked_devices_by_one_tap_at_the_desk(
    client: Client, second_round: tuple[Session, Actor, dict[int, Client], list[Play]]
) -> None:
    session, director, _phones, [play, *_more] = second_round
    confirm(play)
    signed_in(client, director)
    page = client.get(desk_url(session)).content.decode()
    waiting = page.split(f'id="waits-{play.pk}"')[1].split("<form")[0]
    assert "from a phone that is not this pair’s" in waiting
    assert "chip" not in waiting
    entry = play.entries.earliest("pk")
    revision = Play.objects.get(pk=play.pk).revision
    form_data = {"entry": entry.pk, "replaces": revision, "key": "one tap", "reason": "Both agree"}
    assert client.post(desk_url(session, "choose_result", play.pk), form_data).status_code == 302
    assert waiting_at(play) == []
