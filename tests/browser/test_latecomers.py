"""Late arrivals and departures on the director's phone, before and during play."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.page_checks import axe_problems, layout_problems
from tests.browser.sign_in import signed_in
from tests.scenes.evening import created, started
from tournaments.actions.people.players import link_member
from tournaments.actions.rounds.sessions import deal_session
from tournaments.models import Contestant, Player, SeatHolder, Seating, Session, Table
from tournaments.queries.phone.table_codes import code_of

pytestmark = pytest.mark.django_db(transaction=True)
Look = Callable[[Page, str], None]


@pytest.fixture
def session() -> Session:
    """Deal a session of seven pairs whose director is Anna 1."""
    session, director = created(7, movement="howell", round_count=3, boards_per_round=1)
    deal_session(session.pk, "la rifa: 40218", director)
    assert director.user_id
    link_member(
        Player.objects.select_related("club").get(name="Anna 1"), director.user_id, director
    )
    return session


@pytest.mark.thorough
def test_two_late_pairs_are_added_before_the_start(
    session: Session, phone: Callable[[], Page], look: Look
) -> None:
    desk = signed_in(phone())
    Player.objects.create(club=session.stage.event.club, name="Núria Serra")
    desk.goto(f"/desk/{session.stage.event_id}/")
    desk.get_by_role("link", name="People", exact=True).click()
    look(desk, "pairs-dealt")

    # A few letters find who has played here before; the others are typed.
    late = desk.get_by_label("Pairs, one on each line")
    late.press_sequentially("nur")
    desk.get_by_role("button", name="Núria Serra").click()
    expect(late).to_have_value("Núria Serra – ")
    late.press("End")
    late.press_sequentially("Oriol Pla\nPau Vila - Quim Roig")
    look(desk, "pairs-latecomers")
    desk.get_by_role("button", name="Add", exact=True).click()
    expect(desk.locator("#messages")).to_contain_text("The rounds are planned again")
    expect(desk.get_by_text("9 pairs · Howell · 3 rounds · 4 tables")).to_be_visible()
    assert Table.objects.count() == 4
    assert SeatHolder.objects.filter(contestant__name="Núria Serra – Oriol Pla").exists()

    # One pair is absent: after a confirmation the last pair gets its number.
    withdrawn = Contestant.objects.get(number=2)
    row = desk.locator(f"#pair-{withdrawn.pk}")
    row.locator("summary", has_text="Change:").click()
    row.locator("summary", has_text="Does not come").click()
    look(desk, "pairs-withdrawing")
    row.get_by_role("button", name=re.compile("^Yes")).click()
    expect(desk.get_by_text("8 pairs · Howell")).to_be_visible()
    assert Contestant.objects.get(number=2).name == "Pau Vila – Quim Roig"

    # The fee, and who has paid it.
    desk.get_by_label("Fee of a pair").fill("7,50")
    desk.get_by_role("button", name="Save the fee").click()
    expect(desk.get_by_text("The fee is saved.")).to_be_visible()
    for name in ("Anna 1 – Berta 1", "Pau Vila – Quim Roig"):
        desk.get_by_role("button", name=f"{name}, to pay: mark as paid").click()
        expect(desk.get_by_role("button", name=f"{name}, paid: undo the payment")).to_be_visible()
    expect(desk.get_by_text("15.00")).to_be_visible()
    look(desk, "pairs-paid")
    desk.emulate_media(media="print")
    look(desk, "pairs-printed")
    desk.emulate_media(media="screen")

    desk.goto(f"/desk/{session.stage.event_id}/")
    desk.get_by_role("button", name="Start round 1").click()
    expect(desk.get_by_role("heading", name="Waiting for you")).to_be_visible()


def test_pages_of_the_clubs_players_fit_a_phone(
    session: Session, phone: Callable[[], Page], look: Look
) -> None:
    desk = signed_in(phone())
    Player.objects.create(club=session.stage.event.club, name="Anna Un")
    desk.get_by_role("link", name=re.compile("People|Players")).first.click()
    look(desk, "people")
    desk.get_by_role("link", name=re.compile("^Anna 1")).click()
    look(desk, "person")
    desk.get_by_text("Entered twice?").click()
    desk.get_by_label("The same person as").select_option(label="Anna Un")
    desk.get_by_role("button", name="Compare the two").click()
    look(desk, "people-merge")
    desk.get_by_role("button", name="Yes, Anna Un is Anna 1").click()
    expect(desk.get_by_text("Anna 1 is now one player.")).to_be_visible()
    assert not Player.objects.filter(name="Anna Un").exists()
    desk.locator("summary", has_text="Licence").click()
    desk.get_by_label("Licence number").fill("cat-1234")
    desk.get_by_role("button", name="Save the number").click()
    desk.locator("summary", has_text="Licence").click()
    expect(desk.get_by_label("Licence number")).to_have_value("CAT-1234")
    desk.locator("summary", has_text="In other clubs").click()
    desk.get_by_role("button", name="Make a code for another club").click()
    expect(desk.get_by_text("for one other club")).to_be_visible()
    look(desk, "person-merged")
    desk.locator("summary", has_text="Merged players").click()
    desk.get_by_role("button", name="Undo the merge of Anna Un into Anna 1").click()
    expect(
        desk.get_by_text("Anna 1 still has boards to play")
    ).to_be_visible()  # the director himself


def test_playing_director_reveals_boards_on_their_phone(
    session: Session, phone: Callable[[], Page], look: Look
) -> None:
    desk = signed_in(phone())
    desk.goto(f"/desk/{session.stage.event_id}/slips/")
    expect(desk.get_by_text("their hands are hidden from you")).to_be_visible()
    desk.get_by_role("button", name="Show the slips to print").click()
    expect(desk.get_by_text("a director who does not play must print them").first).to_be_visible()
    expect(desk.locator(".hand")).to_have_count(0)
    look(desk, "slips-kept")


def check_page(page: Page) -> None:
    """Check the layout and the accessibility of a page."""
    assert layout_problems(page) == []
    assert axe_problems(page) == []


def test_late_pair_is_seated_during_play(phone: Callable[[], Page], look: Look) -> None:
    running, _director = started(9, movement="howell", round_count=6, boards_per_round=2)
    desk = signed_in(phone())
    desk.goto(f"/desk/{running.stage.event_id}/wrong/")
    desk.get_by_role("link", name="Somebody comes late").click()
    check_page(desk)
    desk.get_by_label("A pair that comes late").fill("Núria Serra - Oriol Pla")
    desk.get_by_role("button", name="Show preview").click()
    expect(desk.get_by_text("They would be number 10.")).to_be_visible()
    look(desk, "late-pair-previewed")
    check_page(desk)
    desk.get_by_role("button", name="Add to the event", exact=True).click()
    expect(desk.locator(".now-figures dd").first).to_have_text("10")
    table = (
        Contestant.objects.get(number=10).places.order_by("seating__round__number")[0].seating.table
    )
    expect(desk.locator(".now-figures dd").nth(1)).to_contain_text(f"Table {table.label}")
    look(desk, "late-pair-seated")
    check_page(desk)
    desk.get_by_role("link", name="Print their movement card").click()
    expect(desk.locator(".movement-card")).to_have_count(1)
    expect(desk.locator(".movement-card")).to_contain_text("Núria Serra – Oriol Pla")


@pytest.mark.thorough
def test_opponents_of_withdrawn_pairs_are_seated_at_merged_tables(
    phone: Callable[[], Page], look: Look
) -> None:
    running, _director = started(12, movement="mitchell", round_count=4, boards_per_round=2)
    withdrawn = Contestant.objects.get(number=1)
    table = Seating.objects.get(
        round__number=1, places__contestant=withdrawn, places__seat="N"
    ).table
    opponent, desk = phone(), signed_in(phone())
    opponent.goto(f"/t/{code_of(table)}/")
    for number in (1, 2):
        desk.goto(f"/desk/{running.stage.event_id}/wrong/")
        desk.get_by_role("link", name="Somebody goes home").click()
        desk.get_by_label("Who leaves").select_option(
            label=f"{number} Anna {number} – Berta {number}"
        )
        check_page(desk)
        desk.get_by_role("button", name="Show preview").click()
        expect(desk.locator(".sit-outs tbody tr")).to_have_count(4)
        look(desk, "pair-goes-home")
        check_page(desk)
        desk.get_by_role("button", name="Take out of the event", exact=True).click()
        expect(desk.get_by_text("Correction applied:")).to_be_visible()
    opponent.goto(f"/t/{code_of(table)}/")
    expect(
        opponent.get_by_text(f"{withdrawn.name} has left. You sit out until round 1 ends.")
    ).to_be_visible()

    desk.goto(f"/desk/{running.stage.event_id}/wrong/")
    desk.get_by_role("link", name="Those who sit out play each other").click()
    expect(desk.get_by_text("Round 2, table 1:")).to_be_visible()
    look(desk, "half-tables-merged")
    check_page(desk)
    desk.get_by_role("button", name="Add these tables", exact=True).click()
    expect(desk.get_by_text("Correction applied:")).to_be_visible()
    assert Seating.objects.filter(round__number=2).count() == 5
