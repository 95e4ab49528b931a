"""Substitutes are found with those they played for, and named in standings and print."""

import random

import pytest
from django.test import Client

from tests.scenes.evening import play_round, started
from tests.web.signed_in import desk_url, signed_in
from tournaments.actions.corrections.correcting import CorrectionRequest
from tournaments.actions.corrections.substitutes import SubstituteRequest, add_substitute
from tournaments.models import SeatHolder
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db
EVENT = "/club-manilla/campionat/"


def test_substitute_is_found_by_name_and_named_in_the_standings_and_in_print(
    client: Client,
) -> None:
    session, director = started(8, movement="howell", round_count=7, boards_per_round=1)
    play_round(session, director, random.Random(3))
    seat_holder = SeatHolder.objects.get(
        seating__round__number=2, seating__table__number=1, seat="N"
    )
    assert seat_holder.player
    wanted = SubstituteRequest(seat_holder.contestant_id, seat_holder.player.pk, "Marta Font", 2, 0)
    add_substitute(session.pk, wanted, CorrectionRequest(director, "requestkey"))
    catch_up()

    page = client.get(f"{EVENT}?who=Marta+F").content.decode()

    words = f"Marta Font for {seat_holder.player.name}"
    assert "Nobody here has" not in page
    assert (
        f'href="{EVENT}contestants/{seat_holder.contestant.number}/"'
        in page.split('class="found"')[1]
    )
    assert page.count(words) == 2  # where it was found, and in the row
    assert "Nobody here has" in client.get(f"{EVENT}?who=Marta+X").content.decode()
    printed = signed_in(client, director).get(desk_url(session, "printed_results") + "?cards=no")
    assert words in printed.content.decode()
