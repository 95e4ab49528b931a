"""Screens for a television: public data, in pages that turn automatically."""

import html
import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.html import strip_tags

from tests.scenes.divided_session import dealt_at_venues
from tests.scenes.evening import created, enter, play_out, play_round, playing_round, started
from tests.scenes.matches import begin_next_round, play_matches, started_matches
from tests.web.signed_in import RESULT, desk_url, first_play, signed_in
from tournaments.actions.calls.announcements import announce
from tournaments.actions.events.create import EventPlan, create_event
from tournaments.actions.events.publish import publish_event
from tournaments.actions.rounds.sessions import finish_session, start_session
from tournaments.models import Event, Round
from tournaments.queries.people.names import unbreakable_name_parts
from tournaments.queries.rounds.clock import planned_round_duration
from tournaments.support.screen_paging import split_into_sheets
from tournaments.tasks import catch_up
from tournaments.web.qr_code import qr_code

pytestmark = pytest.mark.django_db

PURPOSES = ("standings", "seats", "clock")


def screen(client: Client, event: Event, purpose: str, **query: object) -> str:
    response = client.get(reverse(f"screen_{purpose}", args=[event.club.slug, event.slug]), query)
    assert response.status_code == 200
    return html.unescape(" ".join(response.content.decode().split()))


def rows_of_cells(page: str) -> list[list[str]]:
    """Return the cells of the sheets on a page, row by row."""
    bodies = re.findall("<tbody>(.*?)</tbody>", page)
    lines = (row for body in bodies for row in body.split("</tr>"))
    cells = (re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row) for row in lines)
    return [[strip_tags(cell).strip() for cell in row] for row in cells if row]


def heading(page: str) -> str:
    """Return the text of the page's only first-level heading."""
    return strip_tags(page.split("<h1>")[1].split("</h1>")[0]).strip()


@pytest.mark.parametrize(
    ("names", "sheets"),
    [
        ([], []),
        (["Anna"] * 4, [4]),
        (["Anna"] * 7, [7]),
        (["Anna"] * 8, [4, 4]),
        (["Anna" * 50, *["Anna"] * 5], [6]),
        (["Anna" * 50, *["Anna"] * 7], [4, 4]),
        (["Anna"] * 24, [12, 12]),
        (["Anna"] * 32, [16, 16]),
        (["Anna"] * 33, [9, 9, 9, 6]),
        (["Anna – Berta"] * 14, [7, 7]),
        (["Anna Maria Plana – Berta Maria Pla"] * 16, [8, 8]),
        (["Anna Maria Plana – Berta Maria Pla"] * 18, [5, 5, 5, 3]),
        (["Anna Maria Pla – Berta Pla Sol"] * 18, [9, 9]),
        (["Anna" * 12] * 16, [8, 8]),
        (["梅" * 16] * 32, [16, 16]),
        (["梅" * 24] * 16, [8, 8]),
        (["Anna" * 300] * 2, [1, 1]),
        (["Anna"] * 7 + ["Anna Maria Plana – Berta Maria Pla"] + ["Anna"] * 4, [6, 6]),
    ],
)
def test_screen_lists_fill_sheets_of_16_lines_evenly(names: list[str], sheets: list[int]) -> None:
    assert [len(sheet) for sheet in split_into_sheets(names, unbreakable_name_parts)] == sheets


def test_seat_screen_shows_everybody_by_name_with_table_and_line(client: Client) -> None:
    session, director = started(7, movement="howell", round_count=7, boards_per_round=1)
    play_round(session, director)
    page = screen(client, session.stage.event, "seats")
    assert "Round 2 of 7" in page
    assert "Seats for round" not in page  # the clock beside the heading says which
    row_numbers = rows_of_cells(page)
    assert [row[0] for row in row_numbers] == [
        f"{name} {number}" for name in ("Anna", "Berta") for number in range(1, 8)
    ]
    assert row_numbers[0][1:] == row_numbers[7][1:], "partners sit at the same table"
    assert [row[1:] for row in row_numbers].count(["rest"]) == 2
    assert {row[2] for row in row_numbers if len(row) == 3} == {"N-S", "E-W"}


def test_seat_screen_has_a_row_for_each_pair_where_persons_need_several_pages(
    client: Client,
) -> None:
    session, _director = started(18, movement="mitchell", round_count=4, boards_per_round=1)
    names = [row[0] for row in rows_of_cells(screen(client, session.stage.event, "seats"))]
    assert sorted(names) == sorted(f"Anna {number} – Berta {number}" for number in range(1, 19))


def test_seat_screen_turns_to_the_winners_once_the_session_is_over(client: Client) -> None:
    session, director = started(8, movement="mitchell", round_count=4, boards_per_round=1)
    play_out(session, director)
    catch_up()
    event = session.stage.event
    url_args = [event.club.slug, event.slug]
    page = screen(client, event, "seats")
    assert heading(page) == "Provisional standings"
    assert page.count('<section class="ace"') == 2
    assert f'hx-get="{reverse("screen_seats", args=url_args)}?page=2"' in page
    standings = client.get(reverse("standings", args=url_args)).content.decode()
    assert f'href="{reverse("screen", args=url_args)}"' in standings


def test_sheet_with_unranked_rows_is_titled_by_their_number(client: Client) -> None:
    session, director = started(7, movement="howell", round_count=7, boards_per_round=1)
    enter(first_play(session), RESULT)
    catch_up()
    page = screen(client, session.stage.event, "standings")
    assert [row[0] for row in rows_of_cells(page)].count("–") > 0
    assert re.findall("<h2>(.*?)</h2>", page) == ["7 pairs"]
    for _round in range(7):
        play_round(session, director)
    catch_up()
    page = screen(client, session.stage.event, "standings")
    assert re.findall("<h2>(.*?)</h2>", page) == ["Places 1–7"]


def test_first_screen_page_follows_the_last(client: Client) -> None:
    session, _director = started(66, movement="mitchell", round_count=4, boards_per_round=1)
    event = session.stage.event
    row_counts = [
        len(rows_of_cells(screen(client, event, "seats", page=number))) for number in (1, 2, 3, 4)
    ]
    assert row_counts == [22, 22, 22, 22]
    assert (
        f'hx-get="{reverse("screen_seats", args=[event.club.slug, event.slug])}?page=1"'
        in screen(client, event, "seats", page=3)
    )
    for nonsense in ("x", "-1", "0"):
        assert "Page 1 of 3" in screen(client, event, "seats", page=nonsense)


def test_standings_screen_shows_public_standings(client: Client) -> None:
    session, director = started(
        8, movement="mitchell", round_count=4, boards_per_round=1, results_shown="session"
    )
    enter(first_play(session), RESULT)
    catch_up()
    page = screen(client, session.stage.event, "standings")
    assert rows_of_cells(page) == []
    assert "The results of this session will be here when it ends." in page
    play_out(session, director)
    catch_up()
    second_page = screen(client, session.stage.event, "standings", page=2)
    assert re.findall("<h2>(.*?)</h2>", second_page) == ["N-S", "E-W"]
    assert [row[0] for row in rows_of_cells(second_page)].count("1") == 2
    assert len(rows_of_cells(second_page)) == 8


def test_winners_are_on_the_first_screen_page_once_the_event_is_over(client: Client) -> None:
    session, director = started(8, movement="mitchell", round_count=4, boards_per_round=1)
    play_out(session, director)
    catch_up()
    page = screen(client, session.stage.event, "standings")
    assert page.count('<section class="ace"') == 2
    assert re.findall('<section class="ace" aria-label="([^"]*)"', page) == ["N-S", "E-W"]
    assert page.count("total of 4 boards") == 2
    assert re.findall(r"<li>\s*<b>(.*?)</b>", page)[:1] == ["2"]
    assert rows_of_cells(page) == []
    assert heading(page) == "Provisional standings"
    assert "Page 1 of" not in page
    assert "?page=2" in page
    publish_event(session.stage.event_id, director)
    assert heading(screen(client, session.stage.event, "standings")) == "Winners"


def test_standings_screen_shows_places_gained_since_the_last_round(client: Client) -> None:
    session, director = started(8, movement="barometer", round_count=7, boards_per_round=1)
    play_round(session, director)
    catch_up()
    assert "▲" not in screen(client, session.stage.event, "standings")
    play_round(session, director)
    catch_up()
    page = screen(client, session.stage.event, "standings")
    assert "▲" in page
    assert "up to round 2 of 7" in page


def test_standings_screen_shows_the_figure_that_ranks(client: Client) -> None:
    """After three rounds of seven pairs some have sat out: the mean ranks, not the total."""
    session, director = started(7, movement="howell", round_count=7, boards_per_round=1)
    for _round in range(3):
        play_round(session, director)
    catch_up()
    page = screen(client, session.stage.event, "standings")
    figures = [float(row[2]) for row in rows_of_cells(page)]
    assert '<th scope="col" class="num"> mean per board </th>' in page
    assert len(figures) == 7
    assert figures == sorted(figures, reverse=True)


def test_seat_screen_says_that_the_round_is_not_drawn(client: Client) -> None:
    session, director = started_matches(8)
    play_matches(session, director)
    assert "Round 2 has not been drawn yet" in screen(client, session.stage.event, "seats")
    begin_next_round(session, director)
    assert "Round 2 of" in screen(client, session.stage.event, "seats")


@pytest.mark.parametrize("is_over", [False, True])
def test_seat_screen_links_the_standings_once_no_round_is_left(
    client: Client, is_over: bool
) -> None:
    session, director = started(8, movement="mitchell", round_count=4, boards_per_round=1)
    event = session.stage.event
    while playing_round(session):
        assert "Find your seat on your phone" in screen(client, event, "seats")
        play_round(session, director)
    if is_over:
        finish_session(session.pk, director)
    page = screen(client, event, "seats")
    assert "Find your seat" not in page
    assert "Standings and scorecards on your phone" in page
    standings = f"http://testserver{reverse('standings', args=[event.club.slug, event.slug])}"
    assert " ".join(qr_code(standings).split()) in page


def test_finished_event_offers_only_the_standings_screen(client: Client) -> None:
    session, director = started(8, movement="mitchell", round_count=4, boards_per_round=1)
    slugs = [session.stage.event.club.slug, session.stage.event.slug]

    def offered_purposes() -> set[str]:
        index = client.get(reverse("screen", args=slugs)).content.decode()
        return {
            purpose
            for purpose in PURPOSES
            if f'href="{reverse(f"screen_{purpose}", args=slugs)}"' in index
        }

    assert offered_purposes() == set(PURPOSES)
    play_out(session, director)
    assert offered_purposes() == {"standings"}


@pytest.mark.parametrize("purpose", PURPOSES)
def test_every_screen_shows_clock_and_announcement(client: Client, purpose: str) -> None:
    session, director = started(8, movement="mitchell", round_count=4, boards_per_round=1)
    announce(session, "The bar closes at one", director, "announce")
    page = screen(client, session.stage.event, purpose)
    assert "Round 1" in page
    assert "data-left=" in page
    assert "The bar closes at one" in page
    assert '<svg viewBox="' in page
    play_out(session, director)
    page = screen(client, session.stage.event, purpose)
    assert "The last round has ended" in page
    assert "The bar closes at one" not in page


@pytest.mark.parametrize("purpose", PURPOSES)
def test_screens_before_the_draw_say_what_comes(client: Client, purpose: str) -> None:
    session, director = created(8, movement="mitchell", round_count=4, boards_per_round=1)
    assert "The first round has not begun" in screen(client, session.stage.event, purpose)
    assert "No round is left" not in screen(client, session.stage.event, purpose)
    bare = create_event(
        session.stage.event.club, EventPlan("Nadal", movement_key="howell"), ["A", "B"], director
    )
    assert "Nadal" in screen(client, bare.event, purpose)


def test_fixed_screen_page_refreshes_without_turning(client: Client) -> None:
    session, _director = started(66, movement="mitchell", round_count=4, boards_per_round=1)
    event = session.stage.event
    turning = screen(client, event, "seats", page=2)
    assert "Page 2 of 3" in turning
    assert re.search(r'hx-get="[^"]*\?page=3"', turning)
    assert '<a href="?page=2&stays=1">Stay on this page</a>' in turning
    stays = screen(client, event, "seats", page=2, stays=1)
    assert rows_of_cells(stays) == rows_of_cells(turning)
    assert re.search(r'hx-get="[^"]*page=2[^"]*"', stays)
    assert "page=3" not in stays
    assert 'class="turning"' not in stays
    assert '<a href="?page=2">Turn the pages</a>' in stays


def test_list_of_screens_is_linked_and_says_its_address(client: Client) -> None:
    session, _director = started(8, movement="mitchell", round_count=4, boards_per_round=1)
    event = session.stage.event
    standings_url = reverse("standings", args=[event.club.slug, event.slug])
    screens_url = reverse("screen", args=[event.club.slug, event.slug])
    assert f'href="{screens_url}"' in client.get(standings_url).content.decode()
    url = f"http://testserver{screens_url}"
    assert url in client.get(screens_url).content.decode()


def test_screen_links_the_list_of_screens(client: Client) -> None:
    session, _director = started(8, movement="mitchell", round_count=4, boards_per_round=1)
    event = session.stage.event
    screens_url = reverse("screen", args=[event.club.slug, event.slug])
    for purpose in ("seats", "standings", "clock"):
        assert f'<a href="{screens_url}">Back to the TV screens</a>' in screen(
            client, event, purpose
        )


def test_clock_screen_shows_how_many_boards_are_entered(client: Client) -> None:
    session, director = started(8, movement="mitchell", round_count=4, boards_per_round=1)
    event = session.stage.event
    assert "0 of 4 boards in" in screen(client, event, "clock")
    enter(first_play(session), RESULT)
    assert "1 of 4 boards in" in screen(client, event, "clock")
    play_out(session, director)
    assert "boards in" not in screen(client, event, "clock")


def test_screens_show_round_progress_except_the_clock_screen(
    client: Client,
) -> None:
    session, _director = started(8, movement="mitchell", round_count=4, boards_per_round=1)
    Round.objects.update(started_at=timezone.now() - planned_round_duration(session) / 2)
    for purpose in ("seats", "standings"):
        (share,) = re.findall(
            r'class="round-over"[^>]* value="([^"]+)"', screen(client, session.stage.event, purpose)
        )
        assert 0.5 <= float(share) < 0.55
    assert "round-over" not in screen(client, session.stage.event, "clock")


def test_each_section_has_its_own_screens(client: Client) -> None:
    session, director, _staff = dealt_at_venues()
    start_session(session.pk, director)
    session.refresh_from_db()
    event = session.stage.event
    index = client.get(reverse("screen", args=[event.club.slug, event.slug])).content.decode()
    names = [section.name for section in session.sections.all()]
    assert all(
        f"screen/seats/?section={name.replace(' ', '%20')}" in index.replace("+", "%20")
        for name in names
    )
    seats = session.sections.get(name=names[0]).rounds.get(number=1).seatings
    names_of_section = set(seats.values_list("places__contestant__name", flat=True))
    pages = (
        rows_of_cells(screen(client, event, "seats", section=names[0], page=number))
        for number in range(1, 9)
    )
    persons = {person for name in names_of_section for person in name.split(" – ")}
    assert {row[0] for page in pages for row in page} == persons
    assert screen(client, event, "clock").count("data-left=") == 1, "they go alike"


def test_desk_links_the_screens(client: Client) -> None:
    session, director = started(8, movement="mitchell", round_count=4, boards_per_round=1)
    event = session.stage.event
    leads = f'href="{reverse("screen", args=[event.club.slug, event.slug])}"'
    director_client = signed_in(client, director)
    for url_name in ("event_desk", "poster"):
        assert leads in director_client.get(desk_url(session, url_name)).content.decode()
