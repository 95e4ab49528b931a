"""The question about an unlikely result on a phone."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.phone_pages import Look, send_result
from tests.scenes.devices import link_all_requests
from tests.scenes.evening import enter, started
from tests.web.phone.table_pages import (
    current_plays,
    get_table,
    likely_result,
    table_url,
    with_swapped_points,
)
from tournaments.models import AuditAction, AuditEntry

pytestmark = pytest.mark.django_db(transaction=True)


def fill(page: Page, fields: dict[str, str]) -> None:
    page.locator(f"#id_trump_{fields['trump']}").check()
    page.get_by_label("Delegated").set_checked(fields["delegated"] == "yes")
    page.locator("#id_ns_points").fill(fields["ns_points"])


def test_table_is_asked_about_swapped_sides(phone: Callable[[], Page], look: Look) -> None:
    session, _director = started(pair_count=8, round_count=4, boards_per_round=3)
    table = max(
        (get_table(session, number) for number in range(1, 5)),
        key=lambda table: abs(
            int(likely_result(current_plays(table)[1].board.number)["ns_points"]) - 36
        ),
    )
    first_play, second_play, _third = current_plays(table)
    enter(first_play, likely_result(first_play.board.number) | {"ns_points": "41"})
    fields = with_swapped_points(likely_result(second_play.board.number))
    points = int(fields["ns_points"])
    page = phone()
    page.goto(table_url(table))
    page.get_by_role("button", name="One phone for the table").click()
    page.wait_for_load_state()
    link_all_requests()
    page.goto(table_url(table, second_play.board.number))
    look(page, "doubt-entry")
    for language in ("ca", "en"):
        page.context.set_extra_http_headers({"Accept-Language": language})
        page.reload()
        look(page, f"doubt-entry-{language}")
        fits = page.evaluate("document.documentElement.scrollHeight <= window.innerHeight")
        assert fits, f"nothing to scroll in {language}"
    fill(page, fields)
    page.get_by_role("button", name="Send", exact=True).click()
    question = page.get_by_role("alert")
    expect(question).to_contain_text(f"check that N-S made {points} and E-W {72 - points}")
    look(page, "doubt-asked")
    for width in (360, 1280):
        page.set_viewport_size({"width": width, "height": 740})
        look(page, f"doubt-asked-{width}")
    small = page.evaluate(
        "[...document.querySelectorAll('.doubt a, .doubt button')].filter(k => k.offsetHeight < "
        "48).length"
    )
    assert not small
    assert not second_play.entries.exists()
    page.get_by_role("link", name="Correct it").click()
    expect(question).to_be_visible()
    page.locator("#id_ns_points").fill(str(72 - points))
    expect(question).to_be_hidden()
    send = page.get_by_role("button", name="Send", exact=True)
    expect(send).to_have_class(re.compile(r"\bprimary\b"))
    send_result(page)
    expect(page.get_by_role("heading", name="E-W: is this correct?")).to_be_visible()
    assert second_play.entries.get().outcome["ns_points"] == 72 - points
    assert AuditEntry.objects.filter(verb=AuditAction.ASK_ABOUT_RESULT).count() == 1
