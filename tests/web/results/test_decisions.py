"""The decision page of a play."""

import re

import pytest
from django.test import Client

from tests.scenes import evening
from tests.web.signed_in import OTHER_RESULT, RESULT, desk_url, first_play, signed_in
from tournaments.actions.results.entries import submit_entry
from tournaments.actions.rounds.end_round import end_round
from tournaments.models import LinkedDevice, Play
from tournaments.permissions.actor import Actor

pytestmark = pytest.mark.django_db


def decision_form(play: Play, **fields: str) -> dict[str, object]:
    """Return what the form of a decision sends."""
    hidden_fields = {"key": f"decides-{play.revision}", "replaces": str(play.revision)}
    return RESULT | hidden_fields | {"kind": "correction", "reason": "heard both sides"} | fields


def test_decision_page_shows_every_entry_and_can_fill_in_one(client: Client) -> None:
    session, director = evening.started(6, round_count=2)
    play = first_play(session, seating__round__number=1)
    evening.enter(play, RESULT, ("ns",))
    evening.enter(play, OTHER_RESULT, ("ew",))
    page = signed_in(client, director).get(desk_url(session, "desk_play", play.pk)).content.decode()
    assert "N-S 40" in page
    assert "N-S 41" in page
    uses = re.findall(r'href="([^"]+\?use=\d+)#decide"', page)
    filled = client.get(uses[1]).content.decode()
    assert 'value="41"' in filled


def test_decision_form_of_a_conflict_is_filled_with_agreed_fields(client: Client) -> None:
    session, director = evening.started(6, round_count=2)
    play = first_play(session, seating__round__number=1)
    evening.enter(play, RESULT, ("ns",))
    evening.enter(play, OTHER_RESULT, ("ew",))
    page = signed_in(client, director).get(desk_url(session, "desk_play", play.pk)).content.decode()
    checked = re.findall(r'id="id_(\w+)"[^>]*\bchecked>', page)
    assert "trump_oros" in checked, "both sides entered coins"
    points = re.search(r'name="ns_points" id="id_ns_points" value="(\d*)"', page)
    assert points
    assert points[1] == "", "one side entered 40, the other 41"


def test_one_sided_result_is_confirmed_with_one_button(client: Client) -> None:
    session, director = evening.started(6, round_count=2)
    play = first_play(session, seating__round__number=1)
    evening.enter(play, RESULT, ("ns",))
    page = signed_in(client, director).get(desk_url(session, "desk_play", play.pk)).content.decode()
    form = page.split("Settle it as entered")[0].rsplit("<form", 1)[1]
    form_data = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form))
    assert form_data["reason"] == "entered by one side only"
    client.post(desk_url(session, "choose_result", play.pk), form_data)
    play.refresh_from_db()
    assert play.state == Play.State.CONFIRMED
    page_after = client.get(desk_url(session, "desk_play", play.pk)).content.decode()
    assert "Settle it as entered" not in page_after


def test_corrected_board_is_shown_as_decided_and_not_as_ruled(client: Client) -> None:
    session, director = evening.started(6, round_count=2)
    play = first_play(session, seating__round__number=1)
    evening.enter(play, RESULT)
    play.refresh_from_db()
    signed_in(client, director).post(desk_url(session, "desk_play", play.pk), decision_form(play))
    tile = client.get(desk_url(session)).content.decode().split(f'id="tile-{play.pk}"')[1]
    assert "<span>decided</span>" in tile.split("</a>")[0]
    page = client.get(desk_url(session, "desk_play", play.pk)).content.decode()
    head = page.split("<h1")[1].split("</header>")[0]
    assert ("decided" in head, "ruled</span>" in head) == (True, False)


def test_missing_reason_is_shown_beside_its_field(client: Client) -> None:
    session, director = evening.started(6, round_count=2)
    play = first_play(session, seating__round__number=1)
    evening.enter(play, RESULT)
    url = desk_url(session, "desk_play", play.pk)
    page = signed_in(client, director).get(url).content.decode()
    assert "Correct the result" in page
    assert "?use=" not in page, "both have entered what counts"
    play.refresh_from_db()
    response = client.post(url, decision_form(play, reason=""))
    field = response.content.decode().split('name="reason"')[1].split("</div>")[0]
    assert "errorlist" in field


def test_decision_page_marks_one_phone_for_both_sides(client: Client) -> None:
    session, director = evening.started(6, round_count=2)
    play = first_play(session, seating__round__number=1)
    table = play.seating.table
    for side in ("ns", "ew"):
        actor = Actor.of_table(table.pk, "onephone", side)
        submit_entry(play.pk, RESULT, actor, f"key-{side}")
    page = signed_in(client, director).get(desk_url(session, "desk_play", play.pk)).content.decode()
    assert page.count("same phone for both sides") == 2
    assert f"phone {LinkedDevice.number_of('onephone')}" in page, "the phone shows the same number"


@pytest.mark.parametrize(
    ("kind", "state", "flagged"),
    [("correction", "confirmed", False), ("ruling", "ruled", True), ("void", "void", False)],
)
def test_decision_of_each_kind_is_stored(
    client: Client, kind: str, state: str, flagged: bool
) -> None:
    session, director = evening.started(6, round_count=2)
    play = first_play(session)
    response = signed_in(client, director).post(
        desk_url(session, "desk_play", play.pk), decision_form(play, kind=kind)
    )
    assert response.headers["Location"] == desk_url(session)
    play.refresh_from_db()
    assert (play.state, play.flagged) == (state, flagged)
    assert (
        "heard both sides" in client.get(desk_url(session, "desk_play", play.pk)).content.decode()
    )


def test_board_marked_as_not_played_needs_no_result(client: Client) -> None:
    session, director = evening.started(6, round_count=2)
    play = first_play(session)
    form_data = decision_form(play, kind="void", trump="", ns_points="")
    assert (
        signed_in(client, director)
        .post(desk_url(session, "desk_play", play.pk), form_data)
        .status_code
        == 302
    )


def test_errors_of_result_and_reason_are_shown_together(client: Client) -> None:
    session, director = evening.started(6, round_count=2)
    play = first_play(session)
    form_data = decision_form(play, ns_points="73", reason=" ")
    response = signed_in(client, director).post(desk_url(session, "desk_play", play.pk), form_data)
    page = response.content.decode()
    assert response.status_code == 422
    assert "Enter the reason" in page
    assert "73 is not between 0 and 72" in page
    assert 'value="73"' in page
    assert not play.entries.exists()


def test_stale_decision_is_refused_and_keeps_its_values(client: Client) -> None:
    session, director = evening.started(6, round_count=2)
    play = first_play(session, seating__round__number=1)
    stale = decision_form(play, ns_points="55", reason="they told me")
    evening.enter(play, OTHER_RESULT, ("ns",))
    response = signed_in(client, director).post(desk_url(session, "desk_play", play.pk), stale)
    page = response.content.decode()
    assert response.status_code == 409
    for text in ("N-S 41", 'value="55"', "they told me", "Look at it again"):
        assert text in page
    assert 'name="replaces" value="1"' in page


def test_decision_form_proposes_reasons_and_fills_in_none(client: Client) -> None:
    """The reason is required and public, so nobody saves one without having seen it."""
    session, director = evening.started(6, round_count=2)
    page = signed_in(client, director).get(desk_url(session, "desk_play", first_play(session).pk))
    field = page.content.decode().split('name="reason"')[1].split(">")[0]
    assert "value=" not in field
    assert proposed_reasons(page.content.decode())[0] == "after looking into it"


def proposed_reasons(page: str) -> list[str]:
    return re.findall(r'<option value="([^"]+)"></option>', page)


@pytest.mark.parametrize(
    ("sides", "reason"),
    [(("ns", "ew"), "late, but agreed"), (("ns",), "late, from one side only")],
)
def test_decision_form_of_a_late_result_proposes_the_reason_that_is_true_first(
    client: Client, sides: tuple[str, ...], reason: str
) -> None:
    session, director = evening.started(6, round_count=2, boards_per_round=1)
    play = first_play(session)
    end_round(play.seating.round_id, director)
    evening.enter(play, RESULT, sides)
    page = signed_in(client, director).get(desk_url(session, "desk_play", play.pk)).content.decode()
    reasons = proposed_reasons(page)
    assert reasons[0] == reason
    assert len(set(reasons)) == len(reasons)


def test_message_of_a_correction_says_what_counted_before_and_what_counts_now(
    client: Client,
) -> None:
    session, director = evening.started(6, round_count=2)
    play = first_play(session)
    evening.enter(play, RESULT)
    play.refresh_from_db()
    url, form_data = desk_url(session, "desk_play", play.pk), decision_form(play)
    form_data["ns_points"] = "52"
    page = signed_in(client, director).post(url, form_data, follow=True).content.decode()
    assert "Board 1, table 1: now “coins: N-S 52”, before “coins: N-S 40”." in page


@pytest.mark.parametrize(
    "wrong", [{"kind": "table"}, {"replaces": "x"}, {"key": ""}, {"reason": "x" * 201}]
)
def test_forged_decision_form_is_refused(client: Client, wrong: dict[str, str]) -> None:
    session, director = evening.started(6, round_count=2)
    play = first_play(session)
    response = signed_in(client, director).post(
        desk_url(session, "desk_play", play.pk), decision_form(play, **wrong)
    )
    assert response.status_code == 422
    assert not play.entries.exists()


def test_invalid_entry_to_fill_in_is_ignored(client: Client) -> None:
    session, director = evening.started(6, round_count=2)
    signed_in(client, director)
    url = desk_url(session, "desk_play", first_play(session).pk)
    for strange in ("x", "9" * 40, "-1", "²"):
        assert client.get(url, {"use": strange}).status_code == 200
