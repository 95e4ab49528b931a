"""A substitute from the desk: the table, who goes, who comes; in at most three clicks."""

import re

import pytest
from django.test import Client

from tests.actions.repairs.test_substitutes import place
from tests.scenes.evening import play_round, started
from tests.web.signed_in import desk, signed_in

pytestmark = pytest.mark.django_db


def test_three_clicks_from_the_desk(client: Client) -> None:
    session, director = started(8, movement="howell", rounds=7, boards_per_round=3)
    play_round(session, director)
    signed_in(client, director)
    at = place(session)
    own = desk(session, "repairs_table", at.seating.table_id)
    assert own in client.get(desk(session)).content.decode(), "the first click"
    address = desk(session, "repair_substitute", at.seating.table_id) + f"?round=2&goes={at.player_id}"
    assert address.replace("&", "&amp;") in client.get(own).content.decode(), "the second"
    page = client.get(address).content.decode()
    said = dict(re.findall(r'name="(key|seen)" value="(\w+)"', page)) | {"goes": at.player_id, "until": 0}
    said["since"] = re.search(r'value="([\d.]+)" selected>\s+Board', page)[1]
    assert client.post(address, said).status_code == 422, "nobody is named"
    done = client.post(address, said | {"name": "Carla Mas"}, follow=True).content.decode()
    assert "It is noted who plays." in done
    assert f"Carla Mas for {at.player.name}" in done
