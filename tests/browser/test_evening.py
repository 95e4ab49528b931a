"""A whole event in the browser: a director, four phones and a reader at home."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.core.management import call_command
from playwright.sync_api import Page, expect

from tests.browser.phone_pages import Look, open_board, send_result
from tests.browser.polling import advance_five_seconds, install_clock
from tests.browser.sign_in import signed_in
from tests.scenes.evening import club_with_director, pairs
from tournaments.models import Board, Event, Play, Session, Table
from tournaments.queries.phone.table_codes import code_of
from tournaments.queries.rounds.seating import playing_round

pytestmark = pytest.mark.django_db(transaction=True)
Phone = Callable[[], Page]


@pytest.fixture
def desk(phone: Phone) -> Page:
    """Sign the director in on another phone."""
    club_with_director()
    return signed_in(phone())


def create(
    desk: Page, name: str, number: int, movement: str, rounds: int, look: Look, boards: int = 2
) -> Session:
    """Create an event with the short form, deal its boards, and start its first round."""
    desk.goto("/desk/new/")
    desk.get_by_label("Name", exact=True).fill(name)
    desk.get_by_role("textbox", name="Pairs").press_sequentially(pairs(1)[0] + "\n")
    desk.get_by_role("textbox", name="Pairs").fill("\n".join(pairs(number)))
    desk.get_by_role("textbox", name="Pairs").press("End")
    desk.locator("summary", has_text="Rounds and boards a round").click()
    desk.get_by_label("Boards a round").fill(str(boards))
    desk.get_by_label(re.compile("^Rounds")).fill(str(rounds))
    expect(desk.locator("#proposals")).to_contain_text(f"for {number} pairs")
    for others in desk.locator("#proposals > details > summary").all():
        others.click()
    desk.locator("#proposals").get_by_label(re.compile(movement)).first.check()
    look(desk, f"desk-new-{number}")
    desk.get_by_role("button", name="Create event").click()
    expect(desk.locator("code").first).to_have_text(re.compile("^[0-9a-f]{64}$"))
    look(desk, f"desk-created-{number}")
    desk.get_by_label(re.compile("lottery")).fill("la rifa: 40218")
    desk.get_by_role("button", name="Deal the boards", exact=True).click()
    expect(desk.get_by_role("link", name="Table sheets")).to_be_visible()
    look(desk, f"desk-dealt-{number}")
    desk.get_by_role("button", name="Start round 1").click()
    expect(desk.get_by_role("heading", name="Waiting for you")).to_be_visible()
    return Session.objects.get(stage__event__name=name)


def sit(page: Page, table: Table, line: str) -> Page:
    """Open the table by its typed code, and choose the side that uses the phone."""
    page.goto("/t/")
    page.get_by_label("Code on the table").fill(code_of(table).lower())
    page.get_by_role("button", name="Go to the table").click()
    page.get_by_role("button").filter(has_text=line).click()
    expect(page.get_by_text("This phone is used by")).to_be_visible()
    return page


def send(page: Page, trump: str, points: int) -> None:
    """Type a result with the keypad and send it."""
    fill(page, trump, points)
    send_result(page)


def fill(page: Page, trump: str, points: int) -> None:
    """Type a result with the keypad."""
    page.get_by_label(trump, exact=True).check()
    for digit in str(points):
        page.get_by_role("button", name=digit, exact=True).click()


def boards_of(table: Table, session: Session) -> Iterator[int]:
    plays = Play.objects.filter(seating__table=table, seating__round=playing_round(session))
    yield from plays.order_by("board__number").values_list("board__number", flat=True)


def end_of_round(desk: Page, event: Event) -> None:
    desk.goto(f"/desk/{event.pk}/")
    button = desk.get_by_role("button", name=re.compile("^End round"))
    if not button.count():
        desk.locator("summary", has_text="End round").click()
        button = desk.get_by_role("button", name=re.compile("^Yes, end round"))
    button.click()
    expect(desk.get_by_text(re.compile(r"^Round \d+ has ended"))).to_be_visible()


def test_event_of_seven_pairs_runs_from_the_form_to_verified_deals(
    desk: Page, phone: Phone, look: Look, tmp_path: Path
) -> None:
    session = create(desk, "Set parelles", 7, "Howell", 2, look)
    event = session.stage.event
    home = install_clock(phone())
    home.goto(f"/{event.club.slug}/{event.slug}/")
    look(home, "public-empty")
    table = Table.objects.select_related("section").get(section__session=session, number=1)
    ns, ew = sit(install_clock(phone()), table, "N-S"), sit(install_clock(phone()), table, "E-W")
    look(ns, "table-room")
    first, second = boards_of(table, session)

    # A wrong total is reported beside its field, and no other field is lost.
    open_board(ns, table, first)
    look(ns, "table-entry")
    fill(ns, "Cups", 7)
    ns.get_by_label("Points of N-S").fill("73")
    ns.get_by_role("button", name="Send", exact=True).click()
    expect(ns.get_by_text("73 is not between 0 and 72")).to_be_visible()
    expect(ns.get_by_label("Cups", exact=True)).to_be_checked()
    look(ns, "table-wrong-total")
    ns.get_by_label("Points of N-S").fill("41")
    expect(ns.get_by_text("31", exact=True)).to_be_visible()
    send_result(ns)
    expect(ns.get_by_text("Waiting for E-W")).to_be_visible()
    look(ns, "table-waiting")

    # The other side confirms; both phones learn of it, the first without a touch.
    open_board(ew, table, first)
    look(ew, "table-confirm")
    ew.get_by_role("button", name="Yes, correct").click()
    expect(ew.locator("main .chip.confirmed").first).to_be_visible()
    advance_five_seconds(ns, home)
    expect(ns.locator("main .chip.confirmed").first).to_be_visible()
    look(ew, "table-confirmed")

    # The page at home has changed without being loaded again.
    expect(home.get_by_role("link", name=re.compile("Anna")).first).to_be_visible()
    expect(home.locator("main")).to_contain_text("1.50")
    look(home, "public-first-result")

    # The second board is contradicted; the director settles it, then corrects the first.
    open_board(ns, table, second)
    send(ns, "Botifarra", 40)
    expect(ns.get_by_text("Waiting for E-W")).to_be_visible()
    open_board(ew, table, second)
    ew.get_by_role("link", name="No, enter ours").click()
    ew.get_by_label("Points of E-W").fill("42")
    ew.get_by_role("button", name="Send").click()
    expect(ew.get_by_text("The two results differ")).to_be_visible()
    look(ew, "table-conflict")
    desk.goto(f"/desk/{event.pk}/")
    look(desk, "desk-running")
    desk.locator("#waiting").get_by_role("link").first.click()
    look(desk, "desk-conflict")
    decide(desk, "30", "both tables asked")
    advance_five_seconds(ew)
    expect(ew.locator("main .chip.decided").first).to_be_visible()
    expect(ew.locator("main")).to_contain_text("“both tables asked”")
    corrected = Play.objects.get(seating__table=table, board__number=first)
    desk.goto(f"/desk/{event.pk}/plays/{corrected.pk}/")
    decide(desk, "44", "piles counted again")
    open_board(ns, table, first)
    expect(ns.locator("main")).to_contain_text("44")

    for _round in range(2):
        end_of_round(desk, event)
    look(desk, "desk-last-round-over")
    finish_and_publish(desk, session, look)
    expect_proved_deals(home, session, look, tmp_path)


def decide(desk: Page, points: str, reason: str) -> None:
    desk.get_by_label("Botifarra", exact=True).check()
    desk.get_by_label("Points of N-S").fill(points)
    desk.get_by_label("Reason").fill(reason)
    desk.get_by_role("button", name=re.compile("^Save the (decision|correction)")).click()
    expect(desk.get_by_text(re.compile("counts now|, before"))).to_be_visible()


def finish_and_publish(desk: Page, session: Session, look: Look) -> None:
    desk.goto(f"/desk/{session.stage.event_id}/")
    desk.locator("summary", has_text="Finish the evening").click()
    desk.get_by_role("button", name="Yes, finish the evening").click()
    desk.locator("summary", has_text="Publish the standings").click()
    desk.get_by_role("button", name="Yes, publish the standings").click()
    expect(desk.get_by_role("heading", name="Result")).to_be_visible()
    look(desk, "desk-published")


def expect_proved_deals(home: Page, session: Session, look: Look, tmp_path: Path) -> None:
    """Check that the traveller shows four hands, and that `verify` accepts the download."""
    event, board = session.stage.event, Board.objects.filter(session=session).first()
    place = f"/{event.club.slug}/{event.slug}/sessions/1"
    home.goto(f"{place}/boards/{board.number}/")
    expect(home.locator(".hand")).to_have_count(4)
    look(home, "public-traveller")
    home.goto(f"{place}/deals/")
    look(home, "public-deals")
    with home.expect_download() as download:
        home.get_by_role(
            "link", name=re.compile("deals.json|Download", re.IGNORECASE)
        ).first.click()
    file = tmp_path / "deals.json"
    download.value.save_as(file)
    call_command("verify", str(file), "--json")
    assert json.loads(file.read_text())["salt"] == "la rifa: 40218"


@pytest.mark.thorough
def test_phones_of_sixteen_pairs_enter_a_whole_round(desk: Page, phone: Phone, look: Look) -> None:
    session = create(desk, "Setze parelles", 16, "Mitchell", 8, look, boards=1)
    for table in Table.objects.select_related("section").filter(section__session=session):
        ns, ew = phone(), phone()
        for page, line in ((ns, "N-S"), (ew, "E-W")):
            page.goto(f"/t/{code_of(table)}/")
            page.get_by_role("button").filter(has_text=line).click()
            expect(page.get_by_text("This phone is used by")).to_be_visible()
        for number in boards_of(table, session):
            open_board(ns, table, number)
            send(ns, "Coins", 30 + 3 * table.number)
            expect(ns.get_by_text("Waiting for E-W")).to_be_visible()
            open_board(ew, table, number)
            ew.get_by_role("button", name="Yes, correct").click()
            expect(ew.locator("main .chip.confirmed").first).to_be_visible()
    assert (
        Play.objects.filter(seating__round=playing_round(session), state="confirmed").count() == 8
    )
    desk.goto(f"/desk/{session.stage.event_id}/")
    look(desk, "desk-sixteen-full")
    desk.get_by_role("button", name="End round 1").click()
    expect(desk.get_by_role("heading", name="Waiting for you")).to_be_visible()
    ns.goto(f"/t/{code_of(table)}/")
    look(ns, "table-next-round")
    ns.goto(f"/{session.stage.event.club.slug}/{session.stage.event.slug}/")
    look(ns, "public-sixteen")


@pytest.mark.evening
def test_event_runs_without_javascript(chromium, live_server, look: Look) -> None:
    club_with_director()
    context = chromium.new_context(
        base_url=live_server.url, java_script_enabled=False, viewport={"width": 360, "height": 740}
    )
    page = signed_in(context.new_page())
    page.goto("/desk/new/")
    page.get_by_label("Name", exact=True).fill("Sense guió")
    page.get_by_role("textbox", name="Pairs").fill("\n".join(pairs(8)))
    page.locator("summary", has_text="Rounds and boards a round").click()
    page.get_by_label("Boards a round").fill("2")
    page.get_by_role("button", name="Show proposals").click()
    expect(page.locator("#proposals")).to_contain_text("for 8 pairs")
    page.get_by_role("button", name="Create event").click()
    page.get_by_role("button", name="Deal the boards", exact=True).click()
    page.get_by_role("button", name="Start round 1").click()
    expect(page.get_by_role("heading", name="Waiting for you")).to_be_visible()
    session = Session.objects.get()
    table = Table.objects.select_related("section").get(section__session=session, number=2)
    page.goto(f"/t/{code_of(table)}/")
    page.get_by_role("button", name="One phone for the table").click()
    expect(page.get_by_text("One phone for the table.")).to_be_visible()
    number = next(boards_of(table, session))
    open_board(page, table, number)
    page.get_by_label("Swords", exact=True).check()
    page.get_by_label("Points of N-S").fill("50")
    page.get_by_role("button", name="Send", exact=True).click()
    unusual_button, correct_button = (
        page.get_by_role("button", name=name) for name in ("Yes, send it", "Yes, correct")
    )
    expect(unusual_button.or_(correct_button)).to_be_visible()
    if unusual_button.is_visible():
        unusual_button.click()
    correct_button.click()
    expect(page.locator("main .chip.confirmed").first).to_be_visible()
    page.goto(f"/{session.stage.event.club.slug}/{session.stage.event.slug}/")
    expect(page.locator("main")).to_contain_text("1.50")
    context.close()
