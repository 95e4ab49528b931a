"""A phone at a table, over HTTP and HTTPS, under the site's own name."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.origins import Origin
from tests.browser.polling import advance_five_seconds, install_clock
from tests.browser.sign_in import signed_in
from tests.scenes.evening import started
from tournaments.actions.rounds.end_round import end_round
from tournaments.models import Call, Entry, Play, Round, Table
from tournaments.permissions.actor import SYSTEM
from tournaments.queries.phone.table_codes import code_of

pytestmark = pytest.mark.django_db(transaction=True)
thorough = pytest.mark.thorough


@pytest.fixture
def table() -> Table:
    """Return a table of eight pairs in the first round: boards 1, 2 and 3."""
    session, _director = started(pair_count=8, round_count=4, boards_per_round=3)
    return Table.objects.select_related("section__session__stage__event").get(
        section__session=session, number=1
    )


def sit(origin: Origin, table: Table, line: str) -> Page:
    """Open another phone for a side of the table."""
    page = install_clock(origin.phone().new_page())
    page.goto(f"/t/{code_of(table)}/")
    page.get_by_role("button").filter(has_text=line).tap()
    return page


def send(page: Page, choices: list[str], number: int) -> int:
    """Tap the choices, the digits and the send button; return the number of taps."""
    keys = [page.get_by_role("radio", name=name, exact=True) for name in choices]
    keys += [page.get_by_role("button", name=digit, exact=True) for digit in str(number)]
    keys[0].wait_for()
    page.wait_for_load_state()  # a tap returns before the page it leads to has its scripts
    for key in (*keys, page.get_by_role("button", name="Send")):
        key.tap()
    return len(keys) + 1


@pytest.mark.parametrize("origin", ["https", pytest.param("http", marks=thorough)], indirect=True)
def test_result_takes_at_most_six_taps_once_its_board_is_chosen(
    origin: Origin, table: Table
) -> None:
    page = sit(origin, table, "N-S")
    page.get_by_role("link", name="Enter board 1").tap()
    assert send(page, ["Cups"], 41) == 4
    page.get_by_role("link", name="Next: board 2").tap()
    assert send(page, ["Botifarra", "contro"], 41) == 5
    expect(page.get_by_text("Waiting for E-W")).to_be_visible()
    outcomes = Entry.objects.order_by("pk").values_list(
        "outcome__trump", "outcome__contro", "outcome__ns_points"
    )
    assert list(outcomes) == [("copes", "none", 41), ("botifarra", "contro", 41)]


@pytest.mark.evening
@pytest.mark.parametrize("origin", ["http", pytest.param("https", marks=thorough)], indirect=True)
def test_equal_entries_of_two_phones_confirm_and_different_ones_are_both_shown(
    origin: Origin, table: Table
) -> None:
    ns, ew = sit(origin, table, "N-S"), sit(origin, table, "E-W")
    desk = signed_in(install_clock(origin.phone().new_page()))
    desk.goto(f"/desk/{table.section.session.stage.event_id}/")
    ns.get_by_role("link", name="Enter board 1").tap()
    send(ns, ["Cups"], 41)
    expect(ns.get_by_text("Waiting for E-W")).to_be_visible()
    advance_five_seconds(ew)
    ew.get_by_role("link", name=re.compile("^Confirm board 1")).tap()
    ew.get_by_role("button", name="Yes, correct").tap()
    expect(ew.locator("main .chip.confirmed").first).to_be_visible()
    advance_five_seconds(ns)
    expect(ns.locator("main .chip.confirmed").first).to_be_visible()

    ns.get_by_role("link", name="Next: board 2").tap()
    send(ns, ["Coins"], 40)
    expect(ns.get_by_text("Waiting for E-W")).to_be_visible()
    ew.get_by_role("link", name=re.compile("board 2", re.IGNORECASE)).first.tap()
    ew.get_by_role("link", name="No, enter ours").tap()
    ew.get_by_label("Points of E-W").fill("40")
    ew.get_by_role("button", name="Send").tap()
    expect(ew.locator("main")).to_contain_text("The two results differ")
    advance_five_seconds(ns, desk)
    for page in (ew, ns):
        expect(page.locator("main")).to_contain_text("The two results differ")
        expect(page.locator("main")).to_contain_text(re.compile("40.*32", re.DOTALL))
    expect(desk.locator("#waiting")).to_contain_text("Board 2, table 1")
    entries = Play.objects.get(seating__table=table, board__number=2).entries.order_by("pk")
    rows = list(entries.values_list("side", "outcome__ns_points", "device", "at"))
    assert [entry[:2] for entry in rows] == [("ns", 40), ("ew", 32)]
    assert rows[0][2] != rows[1][2] != ""
    assert rows[0][3] < rows[1][3]


@pytest.mark.parametrize("origin", ["http"], indirect=True)
def test_table_is_not_remembered_before_somebody_there_has_been_chosen(
    origin: Origin, table: Table
) -> None:
    page = origin.phone().new_page()
    page.goto(f"/t/{code_of(table)}/")
    page.get_by_role("link", name="None of these: where do we sit?").tap()
    expect(page.locator("#id_seat")).to_be_visible()
    expect(page.locator(".to-table")).to_have_count(0)
    page.goto("/t/")
    expect(page.get_by_label("Code on the table")).to_have_value("")


@pytest.mark.parametrize("origin", ["http", pytest.param("https", marks=thorough)], indirect=True)
def test_phone_on_the_standings_page_shows_its_next_table(origin: Origin, table: Table) -> None:
    page, event = sit(origin, table, "E-W"), table.section.session.stage.event
    expect(page.get_by_role("link", name="Enter board 1")).to_be_visible()
    page.goto(f"/{event.club.slug}/{event.slug}/")
    bar = page.locator(".to-table")
    expect(bar).to_have_text("Back to the table")
    end_round(Round.objects.get(section=table.section, number=1).pk, SYSTEM)
    for _ask in range(3):
        advance_five_seconds(page)
    expect(bar).to_have_text(re.compile(r"Round 2: go to table \d"))
    bar.tap()
    expect(page.locator("h1")).to_contain_text("Round 2: go to table")


@pytest.mark.parametrize("origin", ["http", pytest.param("https", marks=thorough)], indirect=True)
def test_form_that_calls_the_director_replaces_the_page_below_table_and_clock(
    origin: Origin, table: Table
) -> None:
    page = sit(origin, table, "N-S")
    page.get_by_role("link", name="Enter board 1").tap()
    page.get_by_role("radio", name="Cups", exact=True).tap()
    page.locator("summary", has_text="Call the director").tap()
    expect(page.get_by_text("Table 1 · Round 1")).to_be_in_viewport()
    expect(page.get_by_role("button", name="Call the director now")).to_be_in_viewport()
    expect(page.get_by_role("button", name="Send")).to_be_hidden()
    page.locator("summary", has_text="Back").tap()
    expect(page.get_by_role("radio", name="Cups", exact=True)).to_be_checked()
    page.locator("summary", has_text="Call the director").tap()
    page.get_by_role("button", name="Board 1 could not be played").tap()
    expect(page.locator("#news")).to_contain_text("Director called at")
    assert Call.objects.get().reasons == [["unplayed", "1"]]
