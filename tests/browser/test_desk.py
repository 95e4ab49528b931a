"""The desk during a round: its layout, the order of its tables, and the open problems."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.browser.page_checks import axe_problems, layout_problems
from tests.browser.polling import advance_five_seconds, install_clock
from tests.browser.sign_in import signed_in
from tests.scenes.evening import enter, play_round, started
from tests.web.signed_in import OTHER_RESULT, RESULT
from tournaments.actions.calls.calls import answer_call, call_director
from tournaments.actions.results.decisions import decide_play
from tournaments.actions.rounds.clock_settings import set_clock
from tournaments.models import Call, Entry, Play, Round, Session
from tournaments.permissions.actor import Actor

pytestmark = pytest.mark.django_db(transaction=True)

PHONE, LAPTOP = (390, 844), (1280, 900)


def large_hall(table_count: int) -> tuple[Session, Actor]:
    """Start a large session whose second round is overdue, with calls of several tables."""
    session, director = started(2 * table_count, round_count=3, boards_per_round=1)
    set_clock(session.pk, 20, {}, director)
    play_round(session, director)
    playing = Round.objects.filter(section__session=session, number=2)
    playing.update(started_at=playing.get().started_at - timedelta(minutes=22))
    for table in (16, 8):
        play = at_table(session, table)
        enter(play, RESULT, ("ns",))
        enter(play, OTHER_RESULT, ("ew",))
    enter(at_table(session, 3), RESULT, ("ns",))
    return session, director


def at_table(session: Session, table_number: int) -> Play:
    plays = Play.objects.filter(seating__round__section__session=session, seating__round__number=2)
    return plays.select_related("seating__table__section__session__stage__event").get(
        seating__table__number=table_number
    )


@pytest.mark.parametrize("width", [pytest.param(390, marks=pytest.mark.evening), 1280])
def test_desk_says_that_it_cannot_reach_the_site_and_that_its_clock_may_be_wrong(
    phone: Callable[[], Page], width: int
) -> None:
    session, director = started(8, round_count=3)
    set_clock(session.pk, 20, {}, director)
    page = signed_in(install_clock(phone()))
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(reverse("event_desk", args=[session.stage.event_id]))
    strip, doubt = page.locator(".connection"), page.locator(".doubt-time").first
    expect(page.locator(".counted").first).to_have_text(re.compile(r"^\d+:\d\d$"))
    expect(strip).to_be_hidden()
    page.context.set_offline(True)
    advance_five_seconds(page)
    expect(strip).to_have_text("No connection: this may be out of date. Retrying…")
    expect(doubt).to_be_visible()
    assert layout_problems(page) == []
    page.context.set_offline(False)
    page.route("**/desk/*/_*", lambda route: route.fulfill(status=500, body="broken"))
    advance_five_seconds(page)
    expect(strip).to_have_text("The site has an error: this may be out of date. Retrying…")
    page.unroute_all()
    advance_five_seconds(page)
    expect(strip).to_be_hidden()
    expect(doubt).to_be_hidden()


def table_numbers_by_position(page: Page, width: int, height: int, address: str) -> list[str]:
    """Return the numbers of the tables by their tiles, from the top and then from the left."""
    page.set_viewport_size({"width": width, "height": height})
    page.goto(address)
    expect(page.locator(".tile").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    tiles = [
        (tile.bounding_box() or {}, tile.locator("strong").inner_text())
        for tile in page.locator("ol.tiles > .tile").all()
    ]
    tiles_by_position = sorted(tiles, key=lambda tile: (round(tile[0]["y"]), tile[0]["x"]))
    return [name.split()[-1] for _box, name in tiles_by_position]


def test_tiles_are_in_the_order_of_the_room_on_a_laptop_and_on_a_phone(
    phone: Callable[[], Page],
) -> None:
    session, director = large_hall(20)
    for table in (12, 9):
        seat = at_table(session, table).seating.table
        call_director(seat, "card", "", Actor.of_table(seat.pk, "phone", ""), f"call {table}")
    answer_call(Call.objects.get(table__number=12), director)
    page, address = signed_in(phone()), reverse("event_desk", args=[session.stage.event_id])
    room = [str(number) for number in range(1, 21)]
    assert table_numbers_by_position(page, *LAPTOP, address) == room
    assert layout_problems(page) == []
    assert table_numbers_by_position(page, *PHONE, address) == room
    assert layout_problems(page) == []
    assert axe_problems(page) == []


def test_tile_keeps_its_height_whatever_the_state_of_its_boards(
    phone: Callable[[], Page],
) -> None:
    session, director = started(8, round_count=2, boards_per_round=3)
    set_clock(session.pk, 20, {}, director)
    plays = Play.objects.filter(seating__round__number=1, seating__table__number=2)
    first_play, second_play, _third = plays.order_by("board__number")
    page = signed_in(phone())

    def heights(width: int) -> set[int]:
        page.set_viewport_size({"width": width, "height": 844})
        page.goto(reverse("event_desk", args=[session.stage.event_id]))
        boxes = [tile.bounding_box() or {} for tile in page.locator("ol.tiles > .tile").all()]
        return {round(box["height"]) for box in boxes}

    widths = (390, 1280, 1440)
    heights_before = {width: heights(width) for width in widths}
    assert [len(matches) for matches in heights_before.values()] == [1, 1, 1]
    enter(first_play, RESULT)
    enter(second_play, RESULT, ("ns",))
    enter(second_play, OTHER_RESULT, ("ew",))
    call_director(
        second_play.seating.table,
        "card",
        "",
        Actor.of_table(second_play.seating.table_id, "p", ""),
        "call",
    )
    assert {width: heights(width) for width in widths} == heights_before


def test_conflicts_and_their_entries_are_below_each_other(
    phone: Callable[[], Page],
) -> None:
    session, _director = large_hall(20)
    page = signed_in(phone())
    for width in (390, 1024, 1280):
        page.set_viewport_size({"width": width, "height": 844})
        page.goto(reverse("event_desk", args=[session.stage.event_id]))
        lines = [line.bounding_box() or {} for line in page.locator("#waiting .wait").all()]
        assert len({line["x"] for line in lines}) == 1, width
        wait = page.locator("#waiting .wait").first
        title = wait.locator("h3").bounding_box() or {}
        slips = [slip.bounding_box() or {} for slip in wait.locator(".choice-slip").all()]
        assert slips[0]["x"] == pytest.approx(title["x"], abs=1), width
        if width >= 1024:
            assert slips[0]["x"] == slips[1]["x"], width
            assert slips[0]["y"] < slips[1]["y"], width
            reason = wait.get_by_label("Reason").bounding_box() or {}
            decide = wait.get_by_role("button", name="Decide").bounding_box() or {}
            assert reason["y"] + reason["height"] <= decide["y"], width


def test_open_question_stays_open_and_counts_missing_boards(
    phone: Callable[[], Page],
) -> None:
    session, director = started(4, round_count=2, boards_per_round=1)
    page = signed_in(install_clock(phone()))
    page.set_viewport_size({"width": LAPTOP[0], "height": LAPTOP[1]})
    page.goto(reverse("event_desk", args=[session.stage.event_id]))
    page.locator("summary", has_text="End round 1").click()
    question = page.locator(".end details")
    confirm = page.get_by_role("button", name="Yes, end round 1")
    position = confirm.bounding_box()
    for text in ("1 board has no result yet", "Every board of this round has a result."):
        enter(Play.objects.filter(seating__round__number=1, state="due")[0], RESULT)
        advance_five_seconds(page)
        expect(question).to_contain_text(text)
        expect(confirm).to_be_visible()
        assert confirm.bounding_box() == position
        assert question.get_by_text(text).evaluate("text => text.offsetHeight") > 1
    question.get_by_text("Not yet").click()
    first_play = Play.objects.filter(seating__round__number=1)[0]
    enter(first_play, OTHER_RESULT, ("ns",))
    advance_five_seconds(page)
    expect(question).to_contain_text(f"board {first_play.board.number}, the two results differ.")
    first_play.refresh_from_db()
    decide_play(
        first_play.pk,
        Entry.Kind.CORRECTION,
        RESULT,
        replaces=first_play.revision,
        reason="heard both sides",
        actor=director,
        key="decided",
    )
    advance_five_seconds(page)
    expect(page.locator(".end").get_by_role("button", name="End round 1")).to_be_visible()


def test_undo_of_a_rounds_end_disappears_with_the_next_result_and_moves_nothing(
    phone: Callable[[], Page],
) -> None:
    session, _director = started(4, round_count=2, boards_per_round=1)
    for play in Play.objects.filter(seating__round__number=1):
        enter(play, RESULT)
    page = signed_in(install_clock(phone()))
    page.set_viewport_size({"width": LAPTOP[0], "height": LAPTOP[1]})
    page.goto(reverse("event_desk", args=[session.stage.event_id]))
    page.get_by_role("button", name="End round 1").click()
    notice = page.locator("#messages form.notice")
    expect(notice.get_by_role("button")).to_be_visible()
    height = (notice.bounding_box() or {})["height"]
    enter(Play.objects.filter(seating__round__number=2, state="due")[0], RESULT)
    advance_five_seconds(page)
    expect(notice.get_by_role("button")).to_be_hidden()
    assert (notice.bounding_box() or {})["height"] == height


def test_control_bar_stays_visible_on_a_laptop(phone: Callable[[], Page]) -> None:
    session, _director = large_hall(20)
    page = signed_in(phone())
    page.set_viewport_size({"width": LAPTOP[0], "height": LAPTOP[1]})
    page.goto(reverse("event_desk", args=[session.stage.event_id]))
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    bar = page.locator(".control-bar").bounding_box()
    assert bar
    assert 0 <= bar["y"] < 10
    expect(page.locator("summary", has_text="End round 2")).to_be_in_viewport()
    expect(page.get_by_role("button", name="two minutes more")).to_be_in_viewport()


def test_header_of_the_desk_leaves_room_for_open_problems_on_the_first_screen(
    phone: Callable[[], Page],
) -> None:
    session, director = started(8, round_count=3)
    set_clock(session.pk, 20, {}, director)
    page = signed_in(phone())
    for width, most in ((390, 248), (1280, 152)):
        page.set_viewport_size({"width": width, "height": 844})
        page.goto(reverse("event_desk", args=[session.stage.event_id]))
        page.wait_for_load_state("networkidle")
        felt = page.locator("header.felt").bounding_box()
        assert felt
        assert felt["height"] <= most, width


def test_call_on_another_desk_page_stays_visible_and_shifts_nothing(
    phone: Callable[[], Page],
) -> None:
    session, _director = started(8, round_count=3)
    page = signed_in(install_clock(phone()))
    seat = session.sections.get().tables.get(number=1)
    for width in (390, 768, 1280):
        Call.objects.all().delete()
        page.set_viewport_size({"width": width, "height": 640})
        page.goto(reverse("event_contestants", args=[session.stage.event_id]))
        tabs, sheet = page.locator("nav.tabs"), page.locator("main .panel").first
        boxes_before = (tabs.bounding_box(), sheet.bounding_box())
        call_director(seat, "card", "", Actor.of_table(seat.pk, "phone", ""), f"call {width}")
        advance_five_seconds(page)
        call_notice = page.locator("#called .notice")
        expect(call_notice).to_contain_text("Table 1 is calling")
        assert (tabs.bounding_box(), sheet.bounding_box()) == boxes_before, width
        if width < 1280:
            called_box, row = call_notice.bounding_box() or {}, tabs.bounding_box() or {}
            assert called_box["y"] >= row["y"] + row["height"] - 1, "the notice is below the tabs"
        page.evaluate("scrollTo(0, 10000)")
        expect(call_notice).to_be_in_viewport()
