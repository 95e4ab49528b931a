"""What went wrong is mended from the desk in a few clicks, each page saying what it would come to."""

from collections.abc import Callable
from datetime import timedelta
from random import Random

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.browser.inspecting import audited, measured
from tests.browser.signing_in import signed_in
from tests.scenes.evening import enter_round, play_round, started
from tournaments.actions.rounds.clock_plan import set_clock
from tournaments.models import Place, Play, Round, Session
from tournaments.queries.who_sits_where import playing_round

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def session() -> Session:
    """In the first round everything is said; it has been played for far too long."""
    session, director = started(8, "mitchell", 4, 2)
    set_clock(session.pk, 20, {}, director)
    play_round(session, director)
    first = Round.objects.filter(section__session=session, number=1)
    second = Round.objects.filter(section__session=session, number=2)
    moment = first.get().started_at
    first.update(started_at=moment - timedelta(minutes=110), ended_at=moment - timedelta(minutes=60))
    second.update(started_at=moment - timedelta(minutes=60))
    round_ = playing_round(session)
    assert round_
    enter_round(round_, Random(2))
    return session


class Clicks:
    """What somebody clicks at the desk, counted."""

    def __init__(self, page: Page, session: Session) -> None:
        self.page, self.made = signed_in(page), 0
        page.goto(reverse("event_desk", args=[session.stage.event_id]))

    def link(self, name: str, exact: bool = False) -> None:
        self.page.get_by_role("link", name=name, exact=exact).first.click()
        self.made += 1

    def mend(self) -> None:
        """The last one: it is done."""
        self.done_with("Mend it", "It is mended.")

    def done_with(self, name: str, said: str) -> None:
        """The last one is a key of that name; what was done is said, with the key that undoes it."""
        assert measured(self.page) == []
        assert audited(self.page) == []
        self.page.get_by_role("button", name=name).click()
        self.made += 1
        expect(self.page.locator("#messages")).to_contain_text(said)
        expect(self.page.locator("#messages").get_by_role("button", name="Undo")).to_be_visible()


def test_the_last_round_is_left_out_in_two_clicks(phone: Callable[[], Page], session: Session) -> None:
    clicks = Clicks(phone(), session)
    clicks.link("Without the last round")
    expect(clicks.page.get_by_text("From round 4 on nothing would be played.")).to_be_visible()
    expect(clicks.page.get_by_text("minutes earlier.")).to_be_visible()
    clicks.mend()
    session.refresh_from_db()
    assert (clicks.made, session.rounds_to_play) == (2, 3)


def test_a_board_less_in_each_round_in_two_clicks(phone: Callable[[], Page], session: Session) -> None:
    clicks = Clicks(phone(), session)
    clicks.link("A board less in each round to come")
    expect(clicks.page.get_by_text("From round 3 on every table would play a board less.")).to_be_visible()
    expect(clicks.page.get_by_text("played: 4; boards in each from round 3 on: 1.")).to_be_visible()
    expect(clicks.page.get_by_text("minutes earlier.")).to_be_visible()
    clicks.mend()
    assert (clicks.made, session.sections.get().boards_left_out) == (2, [3])


def test_the_wrong_line_is_mended_in_three_clicks(phone: Callable[[], Page], session: Session) -> None:
    clicks = Clicks(phone(), session)
    clicks.link("Table 1 Something went wrong")
    clicks.link("They sat the wrong way round")
    clicks.mend()
    assert clicks.made == 3


def test_another_single_board_is_mended_in_four_clicks(phone: Callable[[], Page], session: Session) -> None:
    clicks = Clicks(phone(), session)
    clicks.link("Table 1 Something went wrong")
    clicks.link("They played another board")
    played = int(clicks.page.locator("ul.row").first.locator("a.button").last.inner_text())
    clicks.link(str(played), exact=True)
    clicks.mend()
    assert clicks.made <= 4
    here = Play.objects.filter(seating__round__number=2, seating__table__number=1)
    assert here.filter(board__number=played).exists()


def test_a_substitute_comes_in_three_clicks(phone: Callable[[], Page], session: Session) -> None:
    clicks = Clicks(phone(), session)
    clicks.link("Table 1 Something went wrong")
    clicks.link("A substitute for")
    clicks.page.get_by_label("Who comes").fill("Quima Sala")
    clicks.done_with("Let them play", "It is noted who plays.")
    assert clicks.made <= 3
    assert Place.objects.filter(player__name="Quima Sala", seating__round__number=3).exists()


def test_awards_are_tried_out_and_given_and_undone_from_the_message(
    phone: Callable[[], Page], session: Session
) -> None:
    clicks = Clicks(phone(), session)
    play = Play.objects.filter(seating__round__number=2, seating__table__number=1).order_by("board__number")[
        0
    ]
    page = clicks.page
    page.goto(reverse("desk_awards", args=[session.stage.event_id, play.pk]))
    page.get_by_label("Reason").fill("their phone rang")
    page.get_by_role("button", name="See what it would come to").click()
    expect(page.get_by_role("heading", name="Who would stand otherwise")).to_be_visible()
    clicks.done_with("Give these awards", "are given")
    play.refresh_from_db()
    assert play.state == Play.State.RULED
    page.locator("#messages").get_by_role("button", name="Undo").click()
    expect(page.locator("#messages")).to_contain_text("It is undone.")
    play.refresh_from_db()
    assert play.state == Play.State.CONFIRMED


def test_another_set_is_mended_in_four_clicks(phone: Callable[[], Page], session: Session) -> None:
    clicks = Clicks(phone(), session)
    clicks.link("Table 1 Something went wrong")
    clicks.link("They played the boards of another round")
    other = clicks.page.locator(".row a.button").last
    first = other.inner_text().split(",")[0].strip()
    clicks.link(other.inner_text(), exact=True)
    clicks.mend()
    assert clicks.made == 4
    here = Play.objects.filter(seating__round__number=2, seating__table__number=1).order_by("board__number")
    assert here[0].board.number == int(first)
