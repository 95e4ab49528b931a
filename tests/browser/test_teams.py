"""A Swiss of eight teams in the browser, from line-ups to the final standings, on phones."""

from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from games.game import MIN_TEAM_SIZE
from tests.browser.page_checks import axe_problems, layout_problems, save_screenshots
from tests.browser.sign_in import signed_in
from tests.scenes import evening
from tests.scenes.teams import created_teams
from tournaments.actions.events.create import EventPlan
from tournaments.actions.rounds.sessions import deal_session
from tournaments.models import Contestant, Session
from tournaments.permissions.actor import Actor
from tournaments.permissions.visibility.line_ups import public_line_ups
from tournaments.queries.contestants.team_links import team_token
from tournaments.queries.phone.table_codes import code_of
from tournaments.queries.rounds.line_ups import UpcomingMatch, rounds_to_line_up, upcoming_matches
from tournaments.tasks import catch_up

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.thorough]

PLAN = EventPlan("Lliga", players_each=MIN_TEAM_SIZE, movement_key="swiss", halves=2)


@pytest.fixture
def scene() -> tuple[Session, Actor]:
    """Deal for eight teams: two matches each, of two halves of one board."""
    session, director = created_teams(8, PLAN, round_count=2, boards_per_half=1)
    deal_session(session.pk, "", director)
    session.refresh_from_db()
    return session, director


def first_match(session: Session) -> UpcomingMatch:
    round_ = rounds_to_line_up(session)[0]
    return upcoming_matches(round_, public_line_ups(round_))[0]


def check_page(page: Page, name: str) -> None:
    save_screenshots(page, f"teams-{name}")
    assert layout_problems(page) == [], name
    assert axe_problems(page) == [], name


def submit_line_up(page: Page, team: Contestant, north: str) -> None:
    """Submit the line-up of a team on the page of its secret link."""
    page.goto(reverse("team", args=[team_token(team)]))
    check_page(page, "own-page")
    form = page.locator("form.line-up").first
    south = form.get_by_label("South").input_value()
    form.get_by_label("South").select_option(form.get_by_label("North").input_value())
    form.get_by_label("North").select_option(south)
    form.get_by_role("button", name="Submit line-up").click()
    expect(page.get_by_text("Your line-up is submitted.", exact=True)).to_be_visible()
    expect(page.get_by_label("North").first.locator("option:checked")).to_have_text(north)


def test_event_of_eight_teams_runs_from_line_ups_to_the_final_table(
    phone: Callable[[], Page], scene: tuple[Session, Actor]
) -> None:
    session, director = scene
    event, desk = session.stage.event, signed_in(phone())
    first_team, second_team = (team.contestant for team in first_match(session).teams)
    first, second, public = phone(), phone(), phone()
    submit_line_up(first, first_team, f"Berta {first_team.number}")
    second.goto(reverse("team", args=[team_token(second_team)]))
    expect(
        second.get_by_text("The other team sees it once theirs is submitted too.").first
    ).to_be_visible()
    expect(second.get_by_text(f"Berta {first_team.number}")).to_have_count(0)
    second.get_by_role("button", name="Submit line-up").first.click()
    expect(second.get_by_text("Both teams have submitted their line-ups.").first).to_be_visible()
    expect(second.get_by_text(f"N Berta {first_team.number}")).to_be_visible()
    check_page(second, "both-declared")
    desk.goto(reverse("event_line_ups", args=[event.pk]))
    expect(desk.get_by_text("submitted", exact=True)).to_have_count(2)
    check_page(desk, "line-ups")
    desk.get_by_role("link", name="Links of the teams").click()
    expect(desk.get_by_role("button", name="New link")).to_have_count(8)
    check_page(desk, "links")
    desk.goto(reverse("event_desk", args=[event.pk]))
    desk.get_by_role("button", name="Start round 1").click()
    table = session.sections.get().tables.get(number=1)
    first.goto(reverse("table", args=[code_of(table)]))
    first.get_by_role("button").filter(has_text="N-S").click()
    expect(first.get_by_text("Your team-mates sit at table 2.")).to_be_visible()
    check_page(first, "table")
    for _half in range(2):
        evening.play_round(session, director)
    catch_up()
    public.goto(reverse("match", args=[event.club.slug, event.slug, 1, 1, 1]))
    expect(public.get_by_role("heading", level=1)).to_contain_text(first_team.name)
    expect(public.get_by_text(f"N Berta {first_team.number}").first).to_be_visible()
    check_page(public, "match")
    desk.goto(reverse("event_draw", args=[event.pk]))
    desk.get_by_role("button", name="Draw round 3").click()
    desk.get_by_role("button", name="Start round 3").click()
    for _half in range(2):
        evening.play_round(session, director)
    catch_up()
    public.goto(reverse("rounds", args=[event.club.slug, event.slug]))
    check_page(public, "rounds")
    evening.play_out(session, director)
    catch_up()
    public.goto(reverse("standings", args=[event.club.slug, event.slug]))
    rows = public.locator("table.standings tbody tr")
    expect(rows).to_have_count(8)
    expect(rows.filter(has_text="2 matches")).to_have_count(8)
    check_page(public, "standings")
