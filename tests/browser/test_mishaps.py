"""Every mishap of an evening, mended: what was shown happens, is undone, done again, told, and
done once."""

import re
from collections.abc import Callable, Mapping

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Locator, Page, Request, expect

from tests.actions.history.test_undo import facts
from tests.browser.inspecting import audited, measured
from tests.browser.mishaps import AT_MOST, DAILY, MISHAPS, Mishap
from tests.browser.steps import clicks, counted, take
from tournaments.actions.clubs.club import add_member
from tournaments.models import Membership, Session, UndoStep
from tournaments.permissions.actor import SYSTEM
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db(transaction=True)

Places = Mapping[str, tuple[str, str]]
"""Each name with its place and total, as a page writes them."""

NOWHERE = ("–", "–")
"""Place and total of who is not in the standings: he comes late, or had not come yet."""

REASON = "heard both sides"


def by_night(mishap: Mishap) -> object:
    marks = [] if mishap.name in DAILY else [pytest.mark.thorough]
    return pytest.param(mishap, id=mishap.name, marks=marks)


class Director:
    """Somebody who runs the event, with a browser of his own."""

    def __init__(self, page: Page, session: Session, name: str) -> None:
        self.page, self.session = counted(page), session
        client = Client()
        client.force_login(get_user_model().objects.get(username=name))
        base = page.context.request.head("/").url
        cookies = [{"name": c.key, "value": c.value, "url": base} for c in client.cookies.values()]
        page.context.add_cookies(cookies)  # type: ignore[arg-type]

    def go(self, address: str, *parts: object) -> None:
        self.page.goto(reverse(address, args=parts))

    def walk(self, mishap: Mishap) -> None:
        """From the desk to the page on which it is mended, each page looked at."""
        self.go("event_desk", self.session.stage.event_id)
        for step in mishap.way:
            take(self.page, step)
            self.look()
        expect(self.page.locator("main, .hero").get_by_text(mishap.named).first).to_be_visible()

    def look(self) -> None:
        assert (measured(self.page, ["390", "1280"]), audited(self.page)) == ([], []), self.page.url

    def key(self, words: str) -> Locator:
        called = re.compile(rf"(^|\s){re.escape(words)}(?! again)")
        return (
            self.page.get_by_role("main")
            .get_by_role("button", name=called)
            .locator("visible=true")
            .first
        )

    def press_twice(self, words: str) -> list[Request]:
        """A double click; what the browser has sent."""
        sent: list[Request] = []
        self.page.on("request", lambda each: sent.append(each) if each.method == "POST" else None)
        self.key(words).dblclick()
        return sent

    def press_where_he_was(self, words: str) -> None:
        """By the browser's own key from the standings over the desk; the page is anew, or kept
        as it was."""
        self.page.go_back()
        self.page.go_back()
        self.page.wait_for_load_state()
        if self.key(words).count():
            self.key(words).click()
            self.page.wait_for_load_state()

    def reads_in_the_audit(self, *lines: str) -> None:
        """What was done, as owners have it."""
        self.go("audit", self.session.stage.event.club_id)
        for line in lines:
            expect(self.page.locator("main .audit")).to_contain_text(line)

    def give_reason(self) -> str:
        """One of the list, where a reason is asked for."""
        field = self.page.locator("[list=usual-reasons]").locator("visible=true").first
        if not field.count():
            return ""
        options = self.page.locator("datalist#usual-reasons option")
        assert REASON in [each.get_attribute("value") for each in options.all()]
        field.fill(REASON)
        return REASON

    def standings(self) -> Places:
        """The place and the total of everybody; how far he has climbed is of no concern here."""
        catch_up()
        event = self.session.stage.event
        self.go("standings", event.club.slug, event.slug)
        rows = self.page.locator("table.standings tbody tr").all()
        return {
            _text(row, ".names"): (_text(row, ".place").split()[0], _total(row)) for row in rows
        }

    def moved(self) -> tuple[Places, Places]:
        """would change: before, and after."""
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
        """The newest line of what was done."""
        self.go("history", self.session.stage.event_id)
        return self.page.locator("main .log > li").first

    def turn_back(self, words: str, expected: Places) -> None:
        """What was done last is undone, or done again, once its page has shown what that comes
        to."""
        now = self.standings()
        self.last_done().get_by_role("link", name=words, exact=True).click()
        expect(self.page.get_by_role("heading", level=1)).to_contain_text(words)
        before, after = self.moved()
        self.look()
        assert then(now, after) == expected
        assert then(now, before) == now
        self.key(words).dblclick()
        expect(self.page.locator("#messages")).to_contain_text(re.compile("Undone|Done again"))
        assert self.standings() == expected


def then(stood: Places, moved: Places) -> Places:
    """How everybody stands once some have moved."""
    return {name: stands for name, stands in {**stood, **moved}.items() if stands != NOWHERE}


def _total(row: Locator) -> str:
    """Beside the mean, where that ranks; else the large number itself."""
    beside = re.match(r"(\S+) on \d+ board", _text(row, ".more"))
    return beside[1] if beside else _text(row, ".total")


def _text(row: Locator, what: str) -> str:
    return " ".join(row.locator(what).first.inner_text().split())


def test_what_takes_few_clicks_is_mended_here() -> None:
    assert AT_MOST.keys() <= {mishap.name for mishap in MISHAPS}


@pytest.mark.parametrize("mishap", [by_night(each) for each in MISHAPS])
def test_a_mishap(phone: Callable[[], Page], mishap: Mishap) -> None:
    session, _actor = mishap.room()
    session = Session.objects.select_related("stage__event__club").get(pk=session.pk)
    owner = get_user_model().objects.create_user("owner")
    add_member(session.stage.event.club, owner.pk, Membership.Role.OWNER, SYSTEM)
    director, other = (
        Director(phone(), session, "director-club-manilla"),
        Director(phone(), session, "owner"),
    )
    stood, were = director.standings(), facts(session)
    assert not mishap.so()

    # Both see what it would come to.
    for each in (director, other):
        each.walk(mishap)
    taken = clicks(director.page) + 1
    assert taken <= AT_MOST.get(mishap.name, taken)
    before, after = director.moved()
    assert then(stood, before) == stood
    assert other.moved() == (before, after)

    # Mended, by two presses of one key: as it was shown.
    reason = director.give_reason()
    sent = director.press_twice(mishap.key)
    expect(director.page.locator("#messages .notice").first).to_be_visible()
    stands, are = director.standings(), facts(session)
    assert mishap.so()
    acts = list(UndoStep.objects.order_by("pk"))
    if mishap.previewed:
        assert stands == then(stood, after)

    # The same form again, much later: nothing more. Nor where somebody goes back in the browser.
    for form in sent:
        director.page.context.request.fetch(form)
    assert (list(UndoStep.objects.order_by("pk")), facts(session)) == (acts, are)
    if mishap.previewed:
        director.press_where_he_was(mishap.key)
        assert (list(UndoStep.objects.order_by("pk")), facts(session)) == (acts, are)

    # The other one was slower.
    other.give_reason()
    other.key(mishap.key).click()
    expect(
        other.page.get_by_role("main").or_(other.page.locator("#messages")).first
    ).to_contain_text(mishap.slower)
    other.look()
    assert (list(UndoStep.objects.order_by("pk")), facts(session)) == (acts, are)

    # It is told, with the reason.
    expect(director.last_done()).to_contain_text(mishap.told)
    expect(director.last_done()).to_contain_text(reason)
    director.look()
    other.reads_in_the_audit(mishap.told.split(":")[0], reason if mishap.previewed else "")

    if mishap.stays:
        director.last_done().get_by_role("link", name="Undo", exact=True).click()
        expect(director.page.locator("main")).to_contain_text(mishap.stays)
        return

    # Undone and done again: as it was, and as it was after.
    undone, again = ("Redo", "Undo") if mishap.key == "Undo" else ("Undo", "Redo")
    director.turn_back(undone, stood)
    assert facts(session) == were
    assert not mishap.so()
    director.turn_back(again, stands)
    assert facts(session) == are
    assert mishap.so()
