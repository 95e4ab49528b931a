"""What devices can and cannot do after another phone has unlinked them."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.scenes.devices import unlinked_phone
from tests.scenes.evening import started
from tournaments.actions.results.devices import device_invitation
from tournaments.models import LinkedDevice, Play
from tournaments.queries.phone.table_codes import code_of

pytestmark = pytest.mark.django_db


def test_unlinked_phone_cannot_use_its_invitation_again() -> None:
    started(4, movement="howell", round_count=3, boards_per_round=1)
    play = Play.objects.select_related("seating__table__section", "board").earliest("pk")
    table, number = play.seating.table, play.seating.places.get(seat="N").contestant.number
    own_phone, other_phone = unlinked_phone(table, number), Client()
    form_data = {"trump": "oros", "contro": "none", "ns_points": "40", "side": "ns", "sure": "yes"}
    own_phone.post(
        reverse("table_board", args=[code_of(table), play.board.number]),
        {**form_data, "key": "first"},
    )
    token = device_invitation(LinkedDevice.objects.linked().get())
    invitation = reverse("table_invitation", args=[code_of(table), token])
    other_phone.post(invitation)
    link = LinkedDevice.objects.linked().latest("pk")
    own_phone.post(reverse("table_device_unlink", args=[code_of(table), link.pk]))

    response = other_phone.post(invitation)

    assert response.status_code == 422
    assert "Only the director can link it again" in response.content.decode()
    assert LinkedDevice.objects.linked().count() == 1


def test_phone_unlinked_by_a_stranger_still_contradicts_a_wrong_result() -> None:
    started(4, movement="howell", round_count=3, boards_per_round=2)
    plays = Play.objects.select_related("seating__table__section", "board").order_by("pk")
    first_play, second_play = plays.filter(seating=plays[0].seating)[:2]
    table, number = (
        first_play.seating.table,
        first_play.seating.places.get(seat="E").contestant.number,
    )
    form_data = {"trump": "oros", "contro": "none", "ns_points": "40", "sure": "yes"}
    former_phone, stranger = unlinked_phone(table, number), unlinked_phone(table, number)
    first_url, second_url = (
        reverse("table_board", args=[code_of(table), play.board.number])
        for play in (first_play, second_play)
    )
    former_phone.post(first_url, form_data | {"side": "ew", "key": "first"})
    link = LinkedDevice.objects.linked().get(device=former_phone.session["device"])
    response = stranger.post(reverse("table_device_unlink", args=[code_of(table), link.pk]))
    assert response.status_code == 302
    for side in ("ns", "ew"):
        stranger.post(second_url, form_data | {"side": side, "ns_points": "55", "key": side})
    assert Play.objects.get(pk=second_play.pk).state == Play.State.CONFIRMED

    former_phone.post(second_url, form_data | {"side": "ew", "ns_points": "30", "key": "true"})

    assert Play.objects.get(pk=second_play.pk).state == Play.State.CONFLICT
