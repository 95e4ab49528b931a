"""Every correction has the effect of its preview, is applied once, and can be undone and redone."""

import re
from collections.abc import Callable, Mapping

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Locator, Page, Request, expect

from tests.browser.correction_cases import CORRECTION_CASES, DAILY_CASES, MAX_CLICKS, CorrectionCase
from tests.browser.page_checks import axe_problems, layout_problems
from tests.browser.steps import click_count, count_clicks_on, take_step
from tests.scenes.undo import facts
from tournaments.actions.clubs.club import add_member
from tournaments.models import Membership, Session, UndoStep
from tournaments.permissions.actor import SYSTEM
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db(transaction=True)

# Rank and total of each contestant by name, as a page shows them.
Places = Mapping[str, tuple[str, str]]

# Rank and total of contestants who are not in the standings.
NOT_IN_STANDINGS = ("–", "–")

REASON = "heard both sides"


def case_parameter(case: CorrectionCase) -> object:
    marks = [] if case.name in DAILY_CASES else [pytest.mark.thorough]
    return pytest.param(case, id=case.name, marks=marks)


class Director:
    """A member who runs the event in a browser."""

    def __init__(self, page: Page, session: Session, name: str) -> None:
        self.page, self.session = count_clicks_on(page), session
        client = Client()
        client.force_login(get_user_model().objects.get(username=name))
        base = page.context.request.head("/").url
        cookies = [
            {"name": cookie.key, "value": cookie.value, "url": base}
            for cookie in client.cookies.values()
        ]
        page.context.add_cookies(cookies)

    def open_page(self, address: str, *parts: object) -> None:
        self.page.goto(reverse(address, args=parts))

    def open_correction(self, case: CorrectionCase) -> None:
        """Go from the desk to the page of the correction, and check each page on the way."""
        self.open_page("event_desk", self.session.stage.event_id)
        for step in case.steps:
            take_step(self.page, step)
            self.check_page()
        expect(
            self.page.locator("main, .hero").get_by_text(case.expected_text).first
        ).to_be_visible()

    def check_page(self) -> None:
        assert (layout_problems(self.page, ["390", "1280"]), axe_problems(self.page)) == ([], []), (
            self.page.url
        )

    def button(self, words: str) -> Locator:
        called = re.compile(rf"(^|\s){re.escape(words)}(?! again)")
        return (
            self.page.get_by_role("main")
            .get_by_role("button", name=called)
            .locator("visible=true")
            .first
        )

    def press_twice(self, words: str) -> list[Request]:
        """Double-click a button, and return the requests that were sent."""
        requests: list[Request] = []
        self.page.on(
            "request",
            lambda request: requests.append(request) if request.method == "POST" else None,
        )
        self.button(words).dblclick()
        return requests

    def go_back_and_press_again(self, words: str) -> None:
        """Go back in the browser's history, and press the button again if it is still there."""
        self.page.go_back()
        self.page.go_back()
        self.page.wait_for_load_state()
        if self.button(words).count():
            self.button(words).click()
            self.page.wait_for_load_state()

    def expect_in_audit(self, *lines: str) -> None:
        """Check that the audit page contains these lines."""
        self.open_page("audit", self.session.stage.event.club_id)
        for line in lines:
            expect(self.page.locator("main .audit")).to_contain_text(line)

    def give_reason(self) -> str:
        """Fill in a reason if the page asks for one; return it, or ""."""
        field = self.page.locator("[list=usual-reasons]").locator("visible=true").first
        if not field.count():
            return ""
        options = self.page.locator("datalist#usual-reasons option")
        assert REASON in [option.get_attribute("value") for option in options.all()]
        field.fill(REASON)
        return REASON

    def standings(self) -> Places:
        """Return rank and total of each contestant as the public page shows them."""
        catch_up()
        event = self.session.stage.event
        self.open_page("standings", event.club.slug, event.slug)
        rows = self.page.locator("table.standings tbody tr").all()
        return {
            _text(row, ".names"): (_text(row, ".place").split()[0], _total(row)) for row in rows
        }

    def places_in_preview(self) -> tuple[Places, Places]:
        """Return ranks and totals before and after the change, as the preview shows them."""
        rows = [
            (
                _text(row, ".names"),
                [_text(row, f".place >> nth={at}") for at in (0, 1)],
                [_text(row, f".of-total >> nth={at}") for at in (0, 1)],
            )
            for row in self.page.locator("table.moved tbody tr").all()
        ]
        before, after = (
            {name: (place[i], total[i]) for name, place, total in rows} for i in (0, 1)
        )
        return before, after

    def newest_history_row(self) -> Locator:
        """Return the newest step on the history page."""
        self.open_page("history", self.session.stage.event_id)
        return self.page.locator("main .log > li").first

    def reverse_last_step(self, words: str, expected: Places) -> None:
        """Undo or redo the last step, after checking its preview."""
        now = self.standings()
        self.newest_history_row().get_by_role("link", name=words, exact=True).click()
        expect(self.page.get_by_role("heading", level=1)).to_contain_text(words)
        before, after = self.places_in_preview()
        self.check_page()
        assert with_moved_places(now, after) == expected
        assert with_moved_places(now, before) == now
        self.button(words).dblclick()
        expect(self.page.locator("#messages")).to_contain_text(re.compile("Undone|Done again"))
        assert self.standings() == expected


def with_moved_places(places_before: Places, places_in_preview: Places) -> Places:
    """Return the places after those of some contestants have changed."""
    return {
        name: place
        for name, place in {**places_before, **places_in_preview}.items()
        if place != NOT_IN_STANDINGS
    }


def _total(row: Locator) -> str:
    """Return the total of a row; if the mean ranks, the total is the smaller number beside it."""
    beside = re.match(r"(\S+) on \d+ board", _text(row, ".more"))
    return beside[1] if beside else _text(row, ".total")


def _text(row: Locator, name: str) -> str:
    return " ".join(row.locator(name).first.inner_text().split())


def test_click_limits_refer_to_existing_correction_cases() -> None:
    assert MAX_CLICKS.keys() <= {case.name for case in CORRECTION_CASES}


@pytest.mark.parametrize("case", [case_parameter(case) for case in CORRECTION_CASES])
def test_correction_matches_its_preview_and_is_undone_redone_and_applied_once(
    phone: Callable[[], Page], case: CorrectionCase
) -> None:
    session, _actor = case.create_session()
    session = Session.objects.select_related("stage__event__club").get(pk=session.pk)
    owner = get_user_model().objects.create_user("owner")
    add_member(session.stage.event.club, owner.pk, Membership.Role.OWNER, SYSTEM)
    director, other_director = (
        Director(phone(), session, "director-club-manilla"),
        Director(phone(), session, "owner"),
    )
    places_before, facts_before = director.standings(), facts(session)
    assert not case.is_corrected()

    # Two directors open the preview of the same correction.
    for member in (director, other_director):
        member.open_correction(case)
    click_total = click_count(director.page) + 1
    assert click_total <= MAX_CLICKS.get(case.name, click_total)
    before, after = director.places_in_preview()
    assert with_moved_places(places_before, before) == places_before
    assert other_director.places_in_preview() == (before, after)

    # A double click on the button applies the correction, with the effect that was previewed.
    reason = director.give_reason()
    requests = director.press_twice(case.button)
    expect(director.page.locator("#messages .notice").first).to_be_visible()
    places_after, facts_after = director.standings(), facts(session)
    assert case.is_corrected()
    steps_after = list(UndoStep.objects.order_by("pk"))
    if case.has_preview:
        assert places_after == with_moved_places(places_before, after)

    # The form sent once more changes nothing, and neither does the button after going back.
    for form in requests:
        director.page.context.request.fetch(form)
    assert (list(UndoStep.objects.order_by("pk")), facts(session)) == (steps_after, facts_after)
    if case.has_preview:
        director.go_back_and_press_again(case.button)
        assert (list(UndoStep.objects.order_by("pk")), facts(session)) == (steps_after, facts_after)

    # The other director applies the correction too late, and is told why it is refused.
    other_director.give_reason()
    other_director.button(case.button).click()
    expect(
        other_director.page.get_by_role("main").or_(other_director.page.locator("#messages")).first
    ).to_contain_text(case.conflict_text)
    other_director.check_page()
    assert (list(UndoStep.objects.order_by("pk")), facts(session)) == (steps_after, facts_after)

    # History and audit list the correction with its reason.
    expect(director.newest_history_row()).to_contain_text(case.history_text)
    expect(director.newest_history_row()).to_contain_text(reason)
    director.check_page()
    audit_text = case.audit_text or case.history_text.split(":")[0]
    other_director.expect_in_audit(audit_text, reason if case.has_preview else "")

    if case.not_undoable_text:
        director.newest_history_row().get_by_role("link", name="Undo", exact=True).click()
        expect(director.page.locator("main")).to_contain_text(case.not_undoable_text)
        return

    # Undoing restores the state before the correction, redoing the state after it.
    first_link, second_link = ("Redo", "Undo") if case.button == "Undo" else ("Undo", "Redo")
    director.reverse_last_step(first_link, places_before)
    assert facts(session) == facts_before
    assert not case.is_corrected()
    director.reverse_last_step(second_link, places_after)
    assert facts(session) == facts_after
    assert case.is_corrected()
