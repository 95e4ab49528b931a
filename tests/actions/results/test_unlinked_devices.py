"""A phone that was declared not ours does not come back by an invitation."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.scenes.devices import phone_of
from tests.scenes.evening import started
from tournaments.actions.results.devices import device_invitation
from tournaments.models import LinkedDevice, Play
from tournaments.queries.phone.table_codes import code_of

pytestmark = pytest.mark.django_db


def test_unlinked_phone_is_not_let_in_by_the_code_that_let_it_in_before() -> None:
    started(4, movement="howell", rounds=3, boards_per_round=1)
    play = Play.objects.select_related("seating__table__section", "board").earliest("pk")
    table, number = play.seating.table, play.seating.places.get(seat="N").contestant.number
    ours, other = phone_of(table, number), Client()
    sent = {"trump": "oros", "contro": "none", "ns_points": "40", "side": "ns", "sure": "yes"}
    ours.post(
        reverse("table_board", args=[code_of(table), play.board.number]), {**sent, "key": "first"}
    )
    token = device_invitation(LinkedDevice.objects.bound().get())
    invitation = reverse("table_invitation", args=[code_of(table), token])
    other.post(invitation)
    theirs = LinkedDevice.objects.bound().latest("pk")
    ours.post(reverse("table_device_release", args=[code_of(table), theirs.pk]))

    answer = other.post(invitation)

    assert answer.status_code == 422
    assert "Only the director can link it again" in answer.content.decode()
    assert LinkedDevice.objects.bound().count() == 1


def test_result_of_a_phone_that_a_stranger_has_unlinked_still_contradicts_a_false_one() -> None:
    started(4, movement="howell", rounds=3, boards_per_round=2)
    plays = Play.objects.select_related("seating__table__section", "board").order_by("pk")
    first, second = plays.filter(seating=plays[0].seating)[:2]
    table, number = first.seating.table, first.seating.places.get(seat="E").contestant.number
    sent = {"trump": "oros", "contro": "none", "ns_points": "40", "sure": "yes"}
    theirs, stranger = phone_of(table, number), phone_of(table, number)
    for client, play, side, points in (
        (theirs, first, "ew", "40"),
        (stranger, second, "ns", "55"),
        (stranger, second, "ew", "55"),
    ):
        if client is stranger and side == "ns":
            own = LinkedDevice.objects.bound().get(device=theirs.session["device"])
            released = stranger.post(reverse("table_device_release", args=[code_of(table), own.pk]))
            assert released.status_code == 302
        address = reverse("table_board", args=[code_of(table), play.board.number])
        client.post(address, sent | {"side": side, "ns_points": points, "key": f"{play.pk}{side}"})
    assert Play.objects.get(pk=second.pk).state == Play.State.CONFIRMED

    address = reverse("table_board", args=[code_of(table), second.board.number])
    theirs.post(address, sent | {"side": "ew", "ns_points": "30", "key": "true"})

    assert Play.objects.get(pk=second.pk).state == Play.State.CONFLICT
