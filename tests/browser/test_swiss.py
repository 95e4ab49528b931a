"""A Swiss of matches: a draw is undone, repeated and changed by hand, and a pair leaves."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.sign_in import signed_in
from tests.scenes.evening import enter
from tests.scenes.matches import started_matches
from tournaments.models import Contestant, Play, Round, Seating, SitOut

pytestmark = pytest.mark.django_db(transaction=True)
Look = Callable[[Page, str], None]


@pytest.mark.thorough
def test_swiss_round_is_drawn_undone_and_changed(phone: Callable[[], Page], look: Look) -> None:
    session, _director = started_matches(9)
    desk = signed_in(phone())
    desk.goto(f"/desk/{session.stage.event_id}/")
    for play in Play.objects.order_by("pk").select_related("seating__table"):
        enter(play, {"ns_points": "101", "ew_points": str(60 + play.pk % 30)})
    desk.get_by_role("button", name="End round 1").click()
    desk.get_by_role("button", name="Draw round 2").click()
    expect(desk.get_by_role("heading", name="Pairings of round 2")).to_be_visible()
    expect(desk.get_by_text("Both have a total of 1 and have not met.").first).to_be_visible()
    expect(desk.get_by_text("Lowest of those who have not rested yet.")).to_be_visible()
    look(desk, "draw")

    desk.locator("summary", has_text="Undo the draw").click()
    desk.get_by_role("button", name="Yes, undo the draw").click()
    expect(desk.get_by_text("The draw of round 2 is undone.")).to_be_visible()
    assert Round.objects.count() == 1
    desk.get_by_role("button", name="Draw round 2").click()
    expect(desk.get_by_role("heading", name="Pairings of round 2")).to_be_visible()

    # Two pairs that met in round 1 are paired again: only after a confirmation.
    resting = SitOut.objects.get(round__number=2).contestant
    met = (
        Seating.objects.filter(round__number=1)
        .exclude(places__contestant=resting)
        .order_by("pk")[0]
    )
    first_contestant, second_contestant = sorted(
        {seat_holder.contestant for seat_holder in met.places.all()},
        key=lambda contestant: contestant.number,
    )
    other_seating = (
        Seating.objects.filter(round__number=2, places__contestant=second_contestant)
        .distinct()
        .get()
    )
    instead = (
        other_seating.places.exclude(contestant=second_contestant)
        .select_related("contestant")[0]
        .contestant
    )
    exchange(desk, first_contestant, instead)
    expect(desk.get_by_text("Exchange them anyway?")).to_be_visible()
    expect(
        desk.get_by_text(
            re.compile(
                f"{first_contestant.number} and {second_contestant.number} met in round 1|{second_contestant.number} and {first_contestant.number} "
                f"met"
            )
        )
    ).to_be_visible()
    look(desk, "draw-asked")
    desk.get_by_role("button", name="Exchange them anyway").click()
    expect(desk.get_by_text("The two have exchanged places.")).to_be_visible()
    expect(desk.get_by_text(re.compile("Exchanged by the director")).first).to_be_visible()
    assert other_seating.places.filter(contestant=first_contestant).exists()

    desk.get_by_role("link", name="Print the poster").click()
    rows = desk.locator(".pairings tbody tr")
    expect(rows).to_have_count(9)
    names = [row.locator("th").inner_text().split(" ", 1)[1] for row in rows.all()]
    assert names == sorted(names, key=str.casefold)
    look(desk, "pairings-poster")
    assert len(desk.pdf(format="A4")) > 5_000

    desk.go_back()
    desk.get_by_role("button", name="Start round 2").click()
    expect(desk.get_by_text("Round 2 has begun.")).to_be_visible()
    look(desk, "desk-swiss")


def exchange(desk: Page, contestant: Contestant, other_contestant: Contestant) -> None:
    desk.locator("summary", has_text="Exchange two pairs").click()
    desk.get_by_label("This one", exact=True).select_option(str(contestant.pk))
    desk.get_by_label("with this one").select_option(str(other_contestant.pk))
    desk.get_by_role("button", name="Exchange them", exact=True).click()


@pytest.mark.thorough
def test_pair_leaves_and_another_arrives_late(phone: Callable[[], Page], look: Look) -> None:
    session, _director = started_matches(8)
    desk = signed_in(phone())
    desk.goto(f"/desk/{session.stage.event_id}/contestants/")
    desk.locator("summary", has_text="Change").nth(2).click()
    desk.locator("summary", has_text="Leaves").nth(2).click()
    look(desk, "pairs-running")
    desk.locator("form", has=desk.locator('[name="contestant"]')).locator(
        "visible=true"
    ).get_by_role("button").click()
    expect(desk.get_by_role("heading", level=1)).to_contain_text("Going home")
    desk.get_by_role("button", name="Take out of the event", exact=True).click()
    expect(desk.get_by_text("Correction applied:")).to_be_visible()
    desk.goto(f"/desk/{session.stage.event_id}/contestants/")
    expect(desk.get_by_text(re.compile(r"left at \d\d:\d\d"))).to_be_visible()
    desk.get_by_label("A pair that comes late").fill("Zoe Mas - Xavi Pou")
    desk.get_by_role("button", name="Show preview").locator("visible=true").click()
    expect(desk.get_by_text("They are in the next draw")).to_be_visible()
    desk.get_by_role("button", name="Add to the event", exact=True).click()
    expect(desk.get_by_text("Their seats are known once the next round is drawn.")).to_be_visible()
    assert Contestant.objects.get(number=9).name == "Zoe Mas – Xavi Pou"
