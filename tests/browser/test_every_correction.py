"""Every correction matches its preview, is applied once, undone and redone."""

import re
from collections.abc import Callable, Mapping

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Locator, Page, Request, expect

from tests.browser.correction_cases import CORRECTION_CASES, DAILY_CASES, MAX_CLICKS, CorrectionCase
from tests.browser.page_checks import axe_problems, layout_problems
from tests.browser.steps import click_count, counting_clicks, take_step
from tests.scenes.undo import facts
from tournaments.actions.clubs.club import add_member
from tournaments.models import Membership, Session, UndoStep
from tournaments.permissions.actor import SYSTEM
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db(transaction=True)

# Rank and total of each contestant by name, as a page shows them.
Places = Mapping[str, tuple[str, str]]

# Rank and total of contestants who are not in the standings (yet).
NOWHERE = ("–", "–")

REASON = "heard both sides"


def by_night(case: CorrectionCase) -> object:
    marks = [] if case.name in DAILY_CASES else [pytest.mark.thorough]
    return pytest.param(case, id=case.name, marks=marks)


class Director:
    """A member who runs the event in a browser."""

    def __init__(self, page: Page, session: Session, name: str) -> None:
        self.page, self.session = counting_clicks(page), session
        client = Client()
        client.force_login(get_user_model().objects.get(username=name))
        base = page.context.request.head("/").url
        cookies = [{"name": c.key, "value": c.value, "url": base} for c in client.cookies.values()]
        page.context.add_cookies(cookies)

    def go(self, address: str, *parts: object) -> None:
        self.page.goto(reverse(address, args=parts))

    def walk(self, case: CorrectionCase) -> None:
        """Go from the desk to the correction, checking each page."""
        self.go("event_desk", self.session.stage.event_id)
        for step in case.steps:
            take_step(self.page, step)
            self.look()
        expect(
            self.page.locator("main, .hero").get_by_text(case.expected_text).first
        ).to_be_visible()

    def look(self) -> None:
        assert (layout_problems(self.page, ["390", "1280"]), axe_problems(self.page)) == ([], []), (
            self.page.url
        )

    def key(self, words: str) -> Locator:
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
        self.key(words).dblclick()
        return requests

    def press_where_he_was(self, words: str) -> None:
        """Go back in the browser history and press the button again, if it is still there."""
        self.page.go_back()
        self.page.go_back()
        self.page.wait_for_load_state()
        if self.key(words).count():
            self.key(words).click()
            self.page.wait_for_load_state()

    def reads_in_the_audit(self, *lines: str) -> None:
        """Check that the audit page contains these lines."""
        self.go("audit", self.session.stage.event.club_id)
        for line in lines:
            expect(self.page.locator("main .audit")).to_contain_text(line)

    def give_reason(self) -> str:
        """Choose a reason if one is asked for, and return it."""
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
        self.go("standings", event.club.slug, event.slug)
        rows = self.page.locator("table.standings tbody tr").all()
        return {
            _text(row, ".names"): (_text(row, ".place").split()[0], _total(row)) for row in rows
        }

    def moved(self) -> tuple[Places, Places]:
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

    def last_done(self) -> Locator:
        """Return the newest line of the history."""
        self.go("history", self.session.stage.event_id)
        return self.page.locator("main .log > li").first

    def turn_back(self, words: str, expected: Places) -> None:
        """Undo or redo the last step, after checking its preview."""
        now = self.standings()
        self.last_done().get_by_role("link", name=words, exact=True).click()
        expect(self.page.get_by_role("heading", level=1)).to_contain_text(words)
        before, after = self.moved()
        self.look()
        assert with_moved_places(now, after) == expected
        assert with_moved_places(now, before) == now
        self.key(words).dblclick()
        expect(self.page.locator("#messages")).to_contain_text(re.compile("Undone|Done again"))
        assert self.standings() == expected


def with_moved_places(places_before: Places, moved: Places) -> Places:
    """Return the places after some contestants have moved."""
    return {name: place for name, place in {**places_before, **moved}.items() if place != NOWHERE}


def _total(row: Locator) -> str:
    """Return the total beside the mean if that ranks, else the large number."""
    beside = re.match(r"(\S+) on \d+ board", _text(row, ".more"))
    return beside[1] if beside else _text(row, ".total")


def _text(row: Locator, name: str) -> str:
    return " ".join(row.locator(name).first.inner_text().split())


def test_click_limits_refer_to_existing_correction_cases() -> None:
    assert MAX_CLICKS.keys() <= {case.name for case in CORRECTION_CASES}


@pytest.mark.parametrize("case", [by_night(case) for case in CORRECTION_CASES])
def test_correction_matches_its_preview_and_is_undone_redone_and_applied_once(
    phone: Callable[[], Page], case: CorrectionCase
) -> None:
    session, _actor = case.create_session()
    session = Session.objects.select_related("stage__event__club").get(pk=session.pk)
    owner = get_user_model().objects.create_user("owner")
    add_member(session.stage.event.club, owner.pk, Membership.Role.OWNER, SYSTEM)
    director, other = (
        Director(phone(), session, "director-club-manilla"),
        Director(phone(), session, "owner"),
    )
    places_before, facts_before = director.standings(), facts(session)
    assert not case.is_corrected()

    # Both see what it would come to.
    for member in (director, other):
        member.walk(case)
    taken = click_count(director.page) + 1
    assert taken <= MAX_CLICKS.get(case.name, taken)
    before, after = director.moved()
    assert with_moved_places(places_before, before) == places_before
    assert other.moved() == (before, after)

    # Mended, by two presses of one key: as it was shown.
    reason = director.give_reason()
    requests = director.press_twice(case.button)
    expect(director.page.locator("#messages .notice").first).to_be_visible()
    places_after, facts_after = director.standings(), facts(session)
    assert case.is_corrected()
    acts = list(UndoStep.objects.order_by("pk"))
    if case.has_preview:
        assert places_after == with_moved_places(places_before, after)

    # The same form again, much later: nothing more. Nor where somebody goes back in the browser.
    for form in requests:
        director.page.context.request.fetch(form)
    assert (list(UndoStep.objects.order_by("pk")), facts(session)) == (acts, facts_after)
    if case.has_preview:
        director.press_where_he_was(case.button)
        assert (list(UndoStep.objects.order_by("pk")), facts(session)) == (acts, facts_after)

    # The other one was slower.
    other.give_reason()
    other.key(case.button).click()
    expect(
        other.page.get_by_role("main").or_(other.page.locator("#messages")).first
    ).to_contain_text(case.conflict_text)
    other.look()
    assert (list(UndoStep.objects.order_by("pk")), facts(session)) == (acts, facts_after)

    # The history lists the correction with its reason.
    expect(director.last_done()).to_contain_text(case.history_text)
    expect(director.last_done()).to_contain_text(reason)
    director.look()
    audit_text = case.audit_text or case.history_text.split(":")[0]
    other.reads_in_the_audit(audit_text, reason if case.has_preview else "")

    if case.not_undoable_text:
        director.last_done().get_by_role("link", name="Undo", exact=True).click()
        expect(director.page.locator("main")).to_contain_text(case.not_undoable_text)
        return

    # Undone and done again: as it was, and as it was after.
    undone, second_button = ("Redo", "Undo") if case.button == "Undo" else ("Undo", "Redo")
    director.turn_back(undone, places_before)
    assert facts(session) == facts_before
    assert not case.is_corrected()
    director.turn_back(second_button, places_after)
    assert facts(session) == facts_after
    assert case.is_corrected()
