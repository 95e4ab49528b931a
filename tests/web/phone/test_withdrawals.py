"""A table's phone tells opponents of a withdrawn pair that they sit out."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.scenes.arrivals_and_departures import withdraw_during_session
from tests.scenes.evening import started
from tournaments.actions.history.undo import undo_step
from tournaments.models import Contestant, Round, Seating, UndoStep
from tournaments.queries.phone.table_codes import code_of

pytestmark = pytest.mark.django_db
WITHDRAWN = "Anna 3 – Berta 3"


def test_opponents_of_a_withdrawn_pair_see_that_they_sit_out(client: Client) -> None:
    session, director = started(8, movement="howell", round_count=7, boards_per_round=2)
    withdrawn = Contestant.objects.get(name=WITHDRAWN)
    table = Seating.objects.get(
        round__number=1, places__contestant=withdrawn, places__seat__in="NE"
    ).table
    phone_url = f"/t/{code_of(table)}/"
    page_before = client.get(phone_url, follow=True).content.decode()
    rounds_page_before = client.get(
        reverse("rounds", args=["club-manilla", "campionat"])
    ).content.decode()
    first_name, second_name = ">Anna 3<", "Berta 3"  # each person has an element
    assert rounds_page_before.count(first_name) >= 7
    withdraw_during_session(session.stage.event, withdrawn.pk, director)
    page_after = client.get(phone_url, follow=True).content.decode()
    assert f"{WITHDRAWN} has left. You sit out until round 1 ends." in page_after
    assert "You sit out until" not in page_before
    rounds_page = client.get(reverse("rounds", args=["club-manilla", "campionat"])).content.decode()
    assert rounds_page.count(first_name) < rounds_page_before.count(first_name)
    assert rounds_page.count(second_name) < rounds_page_before.count(second_name)
    undo_step(UndoStep.objects.latest("pk").pk, director)
    assert "You sit out until" not in client.get(phone_url, follow=True).content.decode()
    assert Round.objects.filter(seatings__places__contestant=withdrawn).distinct().count() == 7
