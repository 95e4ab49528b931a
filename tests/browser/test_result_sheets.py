"""Result forms with many fields: legs, declarations, and questions that are asked only once."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.game_pages import press, sit
from tests.browser.phone_pages import Look, open_board
from tests.scenes.devices import link_all_requests
from tests.scenes.evening import started_game
from tournaments.models import Draft, Entry, Play, Table
from tournaments.queries.phone.table_codes import code_of

pytestmark = pytest.mark.django_db(transaction=True)
thorough = pytest.mark.thorough


def open_sheet(key: str, page: Page, options: dict[str, str] | None = None) -> Page:
    """Open the form of board 1 at table 1, for its first line."""
    session, _director = started_game(key, options)
    table = Table.objects.select_related("section").get(section__session=session, number=1)
    open_board(sit(page, table, 0), table, 1)
    return page


def send(page: Page) -> None:
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_text("Waiting for")).to_be_visible()


def outcome() -> dict[str, object]:
    return Entry.objects.get().outcome


def leg(page: Page, number: int, ns: int, ew: int) -> None:
    """Type one leg with the keypad, one field after the other."""
    for line, runts in (("ns", ns), ("ew", ew)):
        page.locator(f"#id_leg{number}_{line}_runts").click()
        press(page, str(runts))


def test_interrupted_tantony_result_is_continued_in_leg_3(
    phone: Callable[[], Page], look: Look
) -> None:
    """The site has stored two legs, and the phone alone half of the third; nothing is lost."""
    page = open_sheet("tantony", phone())
    leg(page, 1, 41, 22)
    leg(page, 2, 30, 35)
    page.locator("#id_leg3_ns_runts").click()
    expect(page.locator("[data-legs-kept]")).to_contain_text("Saved: legs 1, 2.")
    press(page, "60")
    expect(page.locator(".running").first).to_contain_text("131")
    look(page, "tantony-leg-3")
    page.reload()
    expect(page.locator("#id_leg3_ns_runts")).to_have_value("60")
    expect(page.locator("#id_leg2_ew_runts")).to_have_value("35")
    expect(page.locator("[data-more] output")).to_have_text("+74")
    assert Draft.objects.get().fields.keys() == {
        f"leg{n}_{line}_runts" for n in "12" for line in ("ns", "ew")
    }
    page.locator("#id_leg3_ew_runts").click()
    press(page, "90")
    leg(page, 4, 70, 45)
    send(page)
    expect(page.get_by_text("makes 201 in all, a difference of +9")).to_be_visible()
    look(page, "tantony-sent")
    assert not Draft.objects.exists()
    assert (
        page.evaluate(
            "Object.keys(localStorage).filter((name) => name.startsWith('manilla draft'))"
        )
        == []
    )


@thorough
def test_leg_corrected_offline_is_not_lost(phone: Callable[[], Page]) -> None:
    """Numbers typed on the phone later than the stored draft replace it, and are sent later."""
    page = open_sheet("tantony", phone())
    leg(page, 1, 41, 22)
    page.locator("#id_leg2_ns_runts").click()
    expect(page.locator("[data-legs-kept]")).to_contain_text("Saved: leg 1.")
    page.context.set_offline(True)
    page.locator("#id_leg1_ns_runts").click()
    press(page, "44")
    page.locator("#id_leg2_ns_runts").click()
    page.context.set_offline(False)
    page.reload()
    expect(page.locator("#id_leg1_ns_runts")).to_have_value("44")
    page.locator("#id_leg2_ns_runts").click()
    expect(page.locator("[data-legs-kept]")).to_contain_text("Saved: leg 1.")
    page.wait_for_function(
        "fetch('').then((each) => each.text()).then((text) => /value=\"44\"/.test(text))"
    )


@thorough
def test_second_phone_of_the_side_continues_a_draft(phone: Callable[[], Page], look: Look) -> None:
    """The button saves the draft without scripts; then the side uses another phone."""
    page = open_sheet("tantony", phone())
    page.locator("#id_leg1_ns_runts").fill("41")
    page.locator("#id_leg1_ew_runts").fill("22")
    page.get_by_role("button", name="Save it so far").click()
    expect(page.locator("[data-legs-kept]")).to_contain_text("Saved: leg 1.")
    play = Play.objects.get(drafts__isnull=False)
    other_phone = sit(phone(), play.seating.table, 0)
    link_all_requests()
    open_board(other_phone, play.seating.table, 1)
    expect(other_phone.locator("#id_leg1_ew_runts")).to_have_value("22")
    assert code_of(play.seating.table) in other_phone.url


@thorough
def test_empty_columns_of_anou_count_as_zero(phone: Callable[[], Page], look: Look) -> None:
    page = open_sheet("anou", phone())
    for seat, heights in {
        "n": (1, 2, 3, 4),
        "e": (0, 2, 3, 4),
        "s": (2, 2, 3, 4),
        "w": (0, 2, 3, 4),
    }.items():
        for plan, height in enumerate(heights, 1):
            page.locator(f"#id_{seat}_height_{plan}").fill(str(height) if height else "")
    expect(page.locator("[data-sum][data-total]")).to_contain_text("it adds up")
    look(page, "anou-blanks")
    send(page)
    assert (outcome()["e_height_1"], outcome()["w_height_1"]) == (0, 0)
    expect(page.get_by_text("scores 12")).to_be_visible()
    look(page, "anou-sent")


@pytest.mark.thorough
def test_form_of_1637_asks_for_six_tarots_and_each_declaration_once(
    phone: Callable[[], Page], look: Look
) -> None:
    page = open_sheet("tarot_france_1637", phone())
    page.get_by_role("button", name="Send").click()
    expect(page.locator("#id_a_tarots_won_problems")).to_contain_text("fill this in")
    assert not Entry.objects.exists()
    page.locator("#id_a_tarots_won").fill("0")
    expect(page.locator("[data-verdict]")).to_be_empty()
    for name, number in {
        "a_tarots_won": 2,
        "b_tarots_won": 1,
        "b_tarots_lost": 1,
        "c_tarots_lost": 1,
    }.items():
        page.locator(f"#id_{name}").fill(str(number))
    for name in ("a_tarots_lost", "c_tarots_won"):
        page.locator(f"#id_{name}").fill("0")
    expect(page.locator("[data-sum][data-total]")).to_contain_text("missing: 1")
    page.locator("#id_c_tarots_lost").fill("2")
    expect(page.locator("[data-sum][data-total]")).to_contain_text("it adds up")
    part = page.locator("details.part", has_text="Declarations · A")
    part.locator("summary").first.click()
    part.get_by_label("Kings", exact=True).select_option("a_kings_3=yes")
    look(page, "1637-declared")
    part.get_by_label("Kings", exact=True).select_option("a_kings_4=yes")
    send(page)
    declared = {name for name, value in outcome().items() if value is True}
    assert declared == {"a_kings_4"}


@thorough
def test_belgian_form_asks_once_for_the_fate_of_the_i(
    phone: Callable[[], Page], look: Look
) -> None:
    page = open_sheet("tarot_belgium", phone())
    for seat, points in {"a": 40, "b": 20, "c": 18}.items():
        page.locator(f"#id_{seat}_points").fill(str(points))
    fate = page.get_by_label("The I", exact=True)
    assert fate.count() == 1
    fate.select_option("b_pagat=lost_last")
    look(page, "belgium")
    send(page)
    assert [outcome()[f"{seat}_pagat"] for seat in "abc"] == ["none", "lost_last", "none"]


@thorough
def test_german_form_for_two_counts_a_king_in_the_last_trick(
    phone: Callable[[], Page], look: Look
) -> None:
    """A last trick with a King counts 10 for the King and 5 for being the last."""
    page = open_sheet("tarot_germany_two", phone())
    page.locator("#id_a_points").fill("40")
    page.locator("#id_b_points").fill("28")
    page.get_by_label("The last trick taken had a King in it").select_option("b_king_last=yes")
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_text("cannot be without").first).to_be_visible()
    page.locator("details.part", has_text="Bonuses · B").locator("summary").click()
    page.locator("#id_b_king_tricks").fill("1")
    look(page, "germany-two")
    send(page)
    play = Play.objects.get(entries__isnull=False)
    game = play.board.session.stage.event.game
    assert game.raw_results(play.entry.outcome, play.board.conditions) == {"a": 40, "b": 43}
