"""A session of a game with scenarios on a phone, from the form to the verification."""

import copy
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.management import call_command
from django.urls import reverse
from playwright.sync_api import Page, expect

from games.catalogue import get_game
from games.published_deals import deal_sheet, verify_deal_sheet
from tests.browser.game_pages import sit
from tests.browser.page_checks import axe_problems, layout_problems
from tests.browser.phone_pages import Look, open_board
from tests.browser.sign_in import signed_in
from tests.scenes.evening import club_with_director
from tests.scenes.scenarios import SCENARIO_LISTS, play_score_sheet_round
from tournaments.models import Play, Session
from tournaments.permissions.visibility.hands import PRINTING_SLIPS, visible_hands

pytestmark = pytest.mark.django_db(transaction=True)

# Returns JSON text, in which a list may have any name.
CHECKED = """async ([address, text]) => {
  const { findings, verdict } = await import(address);
  const found = JSON.parse(text).map(([sheet, rule]) => verdict(sheet, rule, [...findings(sheet, rule)]));
  return JSON.stringify(found);
}"""

WRITTEN = (
    "Events (2): Storm over the hills, Dark clouds, Sunshine\nMap (all): castle, forest, village, "
    "tower"
)
ODD = "__proto__: a, b\n7: c, d, e\ndealer (2): 東, 南, 西\nconstructor (all): x, y, z"


def test_browser_and_verify_agree_on_scenarios(phone: Callable[[], Page]) -> None:
    page = phone()
    page.goto("/")
    right, changed = [], []
    for lists in (WRITTEN, SCENARIO_LISTS, ODD):
        game = get_game("score_sheet", {"scenario": lists, "players": "3"})
        right += [deal_sheet(game, "5eed" * 16, salt, 4) for salt in ("", "la rifa: 40218")]
    for sheet in right:
        altered_sheet = copy.deepcopy(sheet)
        board = altered_sheet["boards"][1]
        board["scenario"][next(iter(board["scenario"]))] = ["another"]
        board["scenario"]["toString"] = ["more"]
        del altered_sheet["boards"][2]["scenario"]
        altered_sheet["lists"][0]["drawn"] = 2
        changed.append(altered_sheet)
    tidied = [json.loads(json.dumps(sheet, sort_keys=True)) for sheet in right]
    asked = [
        (sheet, rule)
        for sheets in (right, tidied, changed)
        for sheet, rule in zip(sheets, right, strict=True)
    ]
    findings = json.loads(
        page.evaluate(CHECKED, [staticfiles_storage.url("deals.js"), json.dumps(asked)])
    )
    expected = [verify_deal_sheet(sheet) for sheet, _rule in asked]
    assert [as_sets(finding) for finding in findings] == [as_sets(finding) for finding in expected]
    assert [finding["ok"] for finding in findings] == [True] * 2 * len(right) + [False] * len(
        changed
    )


def as_sets(finding: dict) -> dict:
    """Return the texts as sets: a browser orders keys differently if they are numbers."""
    boards = [{**board, "differs": sorted(board["differs"])} for board in finding["boards"]]
    return {**finding, "boards": boards}


def made_on_a_phone(page: Page, look: Look) -> Session:
    page.goto("/desk/new/")
    page.get_by_label("Game", exact=True).select_option(label="Broom Service")
    lists = page.get_by_label("Scenario of each board")
    expect(lists).to_be_visible()
    page.get_by_label("Name", exact=True).fill("Nit de bruixes")
    page.get_by_label("How many players?").fill("8")
    lists.fill("Events (5): storm, storm,\nMap")
    page.get_by_text("Rounds and boards a round").click()
    page.get_by_label("Boards a round").fill("1")
    page.get_by_label("Rounds", exact=True).fill("2")
    expect(page.locator("#proposals")).to_contain_text("2 tables")
    page.get_by_role("button", name="Create event").click()
    for text in ("Line 1: “storm” is listed twice.", "Line 2: write a name, a colon"):
        expect(page.get_by_text(text).first).to_be_visible()
    look(page, "scenario-wrong")
    page.get_by_label("Scenario of each board").fill(WRITTEN)
    page.get_by_text("Scoring and tie-breaks").click()
    page.get_by_label("Scoring", exact=True).select_option("placement")
    expect(page.locator("[name=method_option_equal]")).to_have_count(0)
    look(page, "scenario-form")
    assert layout_problems(page) == []
    page.get_by_role("button", name="Create event").click()
    page.get_by_role("button", name="Deal the boards", exact=True).click()
    expect(page.get_by_text("The boards are dealt for 2 tables.")).to_be_visible()
    look(page, "scenario-dealt")
    return Session.objects.select_related("stage__event__club").get()


def drawn_items(session: Session, number: int) -> list[str]:
    dealt = visible_hands(PRINTING_SLIPS, session.boards.get(number=number))
    assert dealt
    return [item for items in dealt.scenario.values() for item in items]


@pytest.mark.thorough
def test_event_with_scenarios_runs_from_the_form_to_the_verification(
    phone: Callable[[], Page], look: Look, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _club, actor = club_with_director()
    desk = signed_in(phone())
    session = made_on_a_phone(desk, look)
    event = session.stage.event
    assert (event.game.club_title, event.method_key) == ("Broom Service", "placement")

    desk.goto(reverse("hand_slips", args=[event.pk]))
    look(desk, "scenario-slips-offered")
    desk.get_by_role("button", name="Show the slips to print").click()
    expect(desk.locator(".slip")).to_have_count(Play.objects.count())
    for item in drawn_items(session, 1):
        expect(desk.locator(".slip").first).to_contain_text(item)
    look(desk, "scenario-slips")
    assert layout_problems(desk) + axe_problems(desk) == []

    desk.goto(reverse("event_desk", args=[event.pk]))
    desk.get_by_role("button", name="Start round 1", exact=True).click()
    expect(desk.get_by_text("Round 1 has begun.")).to_be_visible()
    table = Play.objects.select_related("seating__table__section").earliest("pk").seating.table
    seat = sit(phone(), table, 0)
    expect(seat.get_by_role("banner")).to_contain_text("Nit de bruixes")
    open_board(seat, table, 1)
    expect(seat.get_by_text("North starts")).to_be_visible()
    look(seat, "scenario-phone")
    assert layout_problems(seat) == []
    session.refresh_from_db()
    play_score_sheet_round(session, actor)

    reader = phone()
    slugs = [event.club.slug, event.slug]
    reader.goto(reverse("traveller", args=[*slugs, session.sitting, 2]))
    for item in drawn_items(session, 2):
        expect(reader.locator("main")).not_to_contain_text(item)
    reader.goto(reverse("traveller", args=[*slugs, session.sitting, 1]))
    for item in drawn_items(session, 1):
        expect(reader.locator(".scenario")).to_contain_text(item)
    expect(reader.get_by_role("heading", level=1)).to_contain_text("starts")
    look(reader, "scenario-traveller")
    assert layout_problems(reader) + axe_problems(reader) == []

    play_score_sheet_round(session, actor)
    desk.goto(reverse("event_desk", args=[event.pk]))
    desk.locator("summary", has_text="Finish the evening").click()
    desk.get_by_role("button", name="Yes, finish the evening").click()
    expect(desk.get_by_text("Its scenarios are public now.")).to_be_visible()
    reader.goto(reverse("standings", args=slugs))
    expect(reader.get_by_text("Player 1").first).to_be_visible()
    look(reader, "scenario-standings")
    verify_scenarios(reader, session, tmp_path, look)
    with pytest.raises(SystemExit):
        call_command("verify", str(tmp_path / "deals.json"))
    assert "board 1: differs in Map" in capsys.readouterr().out


def verify_scenarios(page: Page, session: Session, folder: Path, look: Look) -> None:
    """Verify every scenario in the browser, and find a changed item."""
    event = session.stage.event
    page.goto(reverse("deals", args=[event.club.slug, event.slug, session.sitting]))
    page.get_by_role("button", name="Check every scenario in this browser").click()
    expect(page.get_by_text("Every scenario is right. Boards checked: 2.")).to_be_visible()
    page.get_by_role("button", name="Board 1 right").click()
    expect(page.get_by_role("heading", name="Board 1, step by step")).to_be_visible()
    look(page, "scenario-proof")
    assert layout_problems(page) + axe_problems(page) == []
    option_text = page.locator("option[value='[\"Map\",0]']").inner_text()
    page.get_by_label("This item").select_option('["Map",0]')
    page.get_by_label("becomes").select_option("tower" if option_text != "tower" else "castle")
    page.get_by_role("button", name="Change it and check again").click()
    expect(page.get_by_text("Board 1 differs: Map.")).to_be_visible()
    with page.expect_download() as coming:
        page.get_by_role("link", name="Download the changed deals.json").click()
    coming.value.save_as(folder / "deals.json")
