"""A result confirmed by unlinked devices only opens no board during its round."""

import pytest
from django.test import Client

from tests.scenes.devices import unlinked_phone
from tests.scenes.phone_entries import (
    SecondRound,
    confirm,
    contestants_at,
    enter,
    plays_of,
    start_second_round,
)
from tournaments.actions.rounds.end_round import end_round
from tournaments.models import Play, Section
from tournaments.permissions.visibility.sealed_boards import is_sealed
from tournaments.queries.desk.pending_decisions import pending_decisions

pytestmark = pytest.mark.django_db


@pytest.fixture
def second_round() -> SecondRound:
    return start_second_round()


def test_board_confirmed_by_two_unlinked_devices_stays_sealed(
    second_round: SecondRound,
) -> None:
    session, director, _phones, plays = second_round
    for play in plays:
        confirm(play)
    assert all(Play.objects.get(pk=play.pk).state == Play.State.CONFIRMED for play in plays)
    assert all(is_sealed(play.board) for play in plays)
    end_round(plays[0].seating.round_id, director)
    numbers = {play.board.number for play in plays}
    later_board_numbers = {play.board.number for play in plays_of(session, 3)}
    assert not any(
        is_sealed(play.board)
        for play in plays
        if play.board.number in numbers - later_board_numbers
    )


def test_board_opens_once_a_linked_device_has_entered_it_too(
    second_round: SecondRound,
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
    second_round: SecondRound,
) -> None:
    _session, _director, phones, [play, other_play, *_more] = second_round
    confirm(play)
    assert waiting_at(play) == ["unlinked"]
    number = contestants_at(play)["ns"]
    enter(unlinked_phone(play.seating.table, number, phones[number]), play, "ns")
    assert waiting_at(play) == []
    numbers = contestants_at(other_play)
    confirm(other_play, {"ns": phones[numbers["ns"]], "ew": Client()})
    assert waiting_at(other_play) == []
