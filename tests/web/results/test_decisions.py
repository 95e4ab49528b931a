"""One play as the director sees it, and his decision."""

import re

import pytest
from django.test import Client

from tests.scenes import evening
from tests.web.signed_in import OTHER_RESULT, RESULT, desk_url, first_play, signed_in
from tournaments.actions.results.entries import submit_entry
from tournaments.models import LinkedDevice, Play
from tournaments.permissions.actor import Actor

pytestmark = pytest.mark.django_db


def decision(play: Play, **said: str) -> dict[str, object]:
    """What the form of a decision sends."""
    hidden = {"key": f"decides-{play.revision}", "replaces": str(play.revision)}
    return RESULT | hidden | {"kind": "correction", "reason": "heard both sides"} | said


def test_everything_said_is_shown_and_one_entry_can_be_used(client: Client) -> None:
    session, director = evening.started(6, rounds=2)
    play = first_play(session, seating__round__number=1)
    evening.enter(play, RESULT, ("ns",))
    evening.enter(play, OTHER_RESULT, ("ew",))
    page = signed_in(client, director).get(desk_url(session, "desk_play", play.pk)).content.decode()
    assert "coins: N-S 40" in page
    assert "coins: N-S 41" in page
    uses = re.findall(r'href="([^"]+\?use=\d+)#decide"', page)
    filled = client.get(uses[1]).content.decode()
    assert 'value="41"' in filled


def test_decision_about_a_conflict_begins_with_what_both_sides_entered(client: Client) -> None:
    session, director = evening.started(6, rounds=2)
    play = first_play(session, seating__round__number=1)
    evening.enter(play, RESULT, ("ns",))
    evening.enter(play, OTHER_RESULT, ("ew",))
    page = signed_in(client, director).get(desk_url(session, "desk_play", play.pk)).content.decode()
    checked = re.findall(r'id="id_(\w+)"[^>]*\bchecked>', page)
    assert "trump_oros" in checked, "both said coins"
    points = re.search(r'name="ns_points" id="id_ns_points" value="(\d*)"', page)
    assert points
    assert points[1] == "", "one said 40, the other 41"


def test_what_one_side_has_entered_counts_with_one_button(client: Client) -> None:
    session, director = evening.started(6, rounds=2)
    play = first_play(session, seating__round__number=1)
    evening.enter(play, RESULT, ("ns",))
    page = signed_in(client, director).get(desk_url(session, "desk_play", play.pk)).content.decode()
    form = page.split("Settle it as entered")[0].rsplit("<form", 1)[1]
    sent = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form))
    assert sent["reason"] == "entered by one side only"
    client.post(desk_url(session, "desk_version", play.pk), sent)
    play.refresh_from_db()
    assert play.state == Play.State.CONFIRMED
    again = client.get(desk_url(session, "desk_play", play.pk)).content.decode()
    assert "Settle it as entered" not in again


def test_board_the_director_corrected_is_decided_and_not_ruled_at_the_desk(client: Client) -> None:
    session, director = evening.started(6, rounds=2)
    play = first_play(session, seating__round__number=1)
    evening.enter(play, RESULT)
    play.refresh_from_db()
    signed_in(client, director).post(desk_url(session, "desk_play", play.pk), decision(play))
    tile = client.get(desk_url(session)).content.decode().split(f'id="tile-{play.pk}"')[1]
    assert "<span>decided</span>" in tile.split("</a>")[0]
    page = client.get(desk_url(session, "desk_play", play.pk)).content.decode()
    head = page.split("<h1")[1].split("</header>")[0]
    assert ("decided" in head, "ruled</span>" in head) == (True, False)


def test_a_missing_reason_is_said_beside_its_field(client: Client) -> None:
    session, director = evening.started(6, rounds=2)
    play = first_play(session, seating__round__number=1)
    evening.enter(play, RESULT)
    address = desk_url(session, "desk_play", play.pk)
    page = signed_in(client, director).get(address).content.decode()
    assert "Correct the result" in page
    assert "?use=" not in page, "both have entered what counts"
    play.refresh_from_db()
    answer = client.post(address, decision(play, reason=""))
    field = answer.content.decode().split('name="reason"')[1].split("</div>")[0]
    assert "errorlist" in field


def test_one_phone_for_both_sides_is_marked(client: Client) -> None:
    session, director = evening.started(6, rounds=2)
    play = first_play(session, seating__round__number=1)
    table = play.seating.table
    for side in ("ns", "ew"):
        actor = Actor.of_table(table.pk, "onephone", side)
        submit_entry(play.pk, RESULT, actor, f"key-{side}")
    page = signed_in(client, director).get(desk_url(session, "desk_play", play.pk)).content.decode()
    assert page.count("same phone for both sides") == 2
    assert f"phone {LinkedDevice.number_of('onephone')}" in page, "as the phone shows it itself"


@pytest.mark.parametrize(
    ("kind", "state", "flagged"),
    [("correction", "confirmed", False), ("ruling", "ruled", True), ("void", "void", False)],
)
def test_a_decision_is_stored(client: Client, kind: str, state: str, flagged: bool) -> None:
    session, director = evening.started(6, rounds=2)
    play = first_play(session)
    answer = signed_in(client, director).post(
        desk_url(session, "desk_play", play.pk), decision(play, kind=kind)
    )
    assert answer.headers["Location"] == desk_url(session)
    play.refresh_from_db()
    assert (play.state, play.flagged) == (state, flagged)
    assert (
        "heard both sides" in client.get(desk_url(session, "desk_play", play.pk)).content.decode()
    )


def test_a_board_not_played_needs_no_result(client: Client) -> None:
    session, director = evening.started(6, rounds=2)
    play = first_play(session)
    said = decision(play, kind="void", trump="", ns_points="")
    assert (
        signed_in(client, director).post(desk_url(session, "desk_play", play.pk), said).status_code
        == 302
    )


def test_result_and_reason_are_refused_together(client: Client) -> None:
    session, director = evening.started(6, rounds=2)
    play = first_play(session)
    said = decision(play, ns_points="73", reason=" ")
    answer = signed_in(client, director).post(desk_url(session, "desk_play", play.pk), said)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "Enter the reason" in page
    assert "73 is not between 0 and 72" in page
    assert 'value="73"' in page
    assert not play.entries.exists()


def test_what_came_meanwhile_is_shown_with_what_was_typed(client: Client) -> None:
    session, director = evening.started(6, rounds=2)
    play = first_play(session, seating__round__number=1)
    stale = decision(play, ns_points="55", reason="they told me")
    evening.enter(play, OTHER_RESULT, ("ns",))
    answer = signed_in(client, director).post(desk_url(session, "desk_play", play.pk), stale)
    page = answer.content.decode()
    assert answer.status_code == 409
    for shown in ("coins: N-S 41", 'value="55"', "they told me", "Look at it again"):
        assert shown in page
    assert 'name="replaces" value="1"' in page


def test_decision_begins_with_a_reason_that_claims_nothing(client: Client) -> None:
    """The field lies below the screen of a small laptop: what must be there is there already."""
    session, director = evening.started(6, rounds=2)
    page = signed_in(client, director).get(desk_url(session, "desk_play", first_play(session).pk))
    field = page.content.decode().split('name="reason"')[1].split(">")[0]
    assert 'value="after looking into it"' in field


@pytest.mark.parametrize(
    "wrong", [{"kind": "table"}, {"replaces": "x"}, {"key": ""}, {"reason": "x" * 201}]
)
def test_a_forged_form_is_refused(client: Client, wrong: dict[str, str]) -> None:
    session, director = evening.started(6, rounds=2)
    play = first_play(session)
    answer = signed_in(client, director).post(
        desk_url(session, "desk_play", play.pk), decision(play, **wrong)
    )
    assert answer.status_code == 422
    assert not play.entries.exists()


def test_a_strange_choice_of_entry_is_ignored(client: Client) -> None:
    session, director = evening.started(6, rounds=2)
    signed_in(client, director)
    address = desk_url(session, "desk_play", first_play(session).pk)
    for strange in ("x", "9" * 40, "-1", "²"):
        assert client.get(address, {"use": strange}).status_code == 200
