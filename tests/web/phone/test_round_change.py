"""Pages that a phone keeps open follow the table into the next round."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.scenes.evening import enter, started
from tests.web.phone.table_pages import (
    contestant_numbers,
    current_plays,
    first_match,
    get_table,
    linked_client,
    page_text,
    table_url,
)
from tests.web.signed_in import RESULT
from tournaments.actions.events.publish import publish_event
from tournaments.actions.rounds.end_round import end_round
from tournaments.actions.rounds.sessions import finish_session
from tournaments.models import Event, Round, SeatHolder, Session, Table
from tournaments.permissions.actor import SYSTEM
from tournaments.queries.clubs.programme import stage_winners
from tournaments.queries.phone.table_codes import code_of
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    """Return a table with two boards in its first round."""
    session, _director = started(pair_count=8, round_count=4, boards_per_round=2)
    return get_table(session)


def end_first_round(table: Table) -> None:
    """End round 1 of the table's section."""
    end_round(Round.objects.get(section=table.section, number=1).pk, SYSTEM)


def test_page_of_a_settled_board_leads_to_the_table_when_its_round_ends(table: Table) -> None:
    play, _second = current_plays(table)
    enter(play, RESULT)
    client = linked_client(table, contestant_numbers(table)["ns"])
    assert "&amp;in_play" in page_text(client.get(table_url(table, play.board.number)))
    fragment_url = reverse("table_board_fragment", args=[code_of(table), play.board.number])

    end_first_round(table)

    response = client.get(f"{fragment_url}?seen=before&in_play")
    assert response.status_code == 204
    assert response.headers["HX-Redirect"] == reverse("table", args=[code_of(table)])


def test_page_of_a_board_that_waits_for_an_answer_stays_when_its_round_ends(table: Table) -> None:
    play, _second = current_plays(table)
    client = linked_client(table, contestant_numbers(table)["ew"])
    enter(play, RESULT, ["ns"])
    fragment_url = reverse("table_board_fragment", args=[code_of(table), play.board.number])
    end_first_round(table)
    assert "HX-Redirect" not in client.get(f"{fragment_url}?seen=before&in_play").headers


def test_board_of_an_ended_round_can_still_be_opened(table: Table) -> None:
    play, _second = current_plays(table)
    enter(play, RESULT)
    client = linked_client(table, contestant_numbers(table)["ns"])
    end_first_round(table)
    page = page_text(client.get(table_url(table, play.board.number)))
    assert "in_play" not in page
    fragment_url = reverse("table_board_fragment", args=[code_of(table), play.board.number])
    assert "HX-Redirect" not in client.get(f"{fragment_url}?seen=before").headers


def test_table_of_a_new_round_is_shown_from_its_top(table: Table) -> None:
    client = linked_client(table, contestant_numbers(table)["ns"])
    fragment_url = reverse("table_fragment", args=[code_of(table)])
    assert "HX-Reswap" not in client.get(f"{fragment_url}?seen=before&round=1").headers
    end_first_round(table)
    response = client.get(f"{fragment_url}?seen=before&round=1")
    assert response.headers["HX-Reswap"] == "outerHTML show:window:top"


def test_phone_names_a_conflict_also_after_the_round_that_follows(table: Table) -> None:
    play = current_plays(table)[0]
    client = linked_client(table, contestant_numbers(table)["ns"])
    enter(play, RESULT, ["ns"])
    enter(play, {**RESULT, "ns_points": "11"}, ["ew"])
    end_first_round(table)
    second_round = table.section.rounds.get(number=2)
    end_round(second_round.pk, SYSTEM)
    page = page_text(client.get(table_url(table)))
    assert f"The director decides board {play.board.number}: the two results differ." in page


def test_phone_shows_how_an_unconfirmed_board_of_the_last_round_counts(
    table: Table,
) -> None:
    first_play, second_play = current_plays(table)
    sender, silent = (
        linked_client(table, contestant_numbers(table)["ns"]),
        linked_client(table, contestant_numbers(table)["ew"]),
    )
    enter(first_play, RESULT, ["ns"])
    enter(second_play, RESULT, ["ns"])
    enter(second_play, {**RESULT, "ns_points": "11"}, ["ew"])
    end_first_round(table)
    number, other_number = first_play.board.number, second_play.board.number
    page = page_text(sender.get(table_url(table)))
    assert f"Board {number} counts as you sent it. The other side did not confirm it." in page
    assert f"The director decides board {other_number}: the two results differ." in page
    page = page_text(silent.get(table_url(table)))
    assert f"Board {number} counts as the other side sent it. You did not confirm it." in page
    assert table_url(table, number) in page


def test_unconfirmed_board_is_shown_at_the_next_table_only_to_its_pair(
    table: Table,
) -> None:
    play, settled = current_plays(table)
    moves = contestant_numbers(table)["ew"]
    enter(play, RESULT, ["ew"])
    enter(settled, RESULT)
    end_first_round(table)
    next_place = SeatHolder.objects.filter(seating__round__number=2, contestant__number=moves)[
        0
    ].seating
    next_table = get_table(table.section.session, next_place.table.number)
    page = page_text(linked_client(next_table, moves).get(table_url(next_table)))
    assert f"Board {play.board.number} counts as you sent it." in page
    assert f"Board {settled.board.number} counts" not in page
    assert table_url(table, play.board.number) not in page
    others = contestant_numbers(next_table)["ns"]
    assert "counts as" not in page_text(
        linked_client(next_table, others).get(table_url(next_table))
    )


def test_late_result_is_shown_where_it_was_sent_and_no_longer_missing(table: Table) -> None:
    play, other_play = current_plays(table)
    moves = contestant_numbers(table)["ew"]
    client = linked_client(table, moves)
    end_first_round(table)
    assert "These boards have no result yet." in page_text(client.get(table_url(table)))
    form_data = {"side": "ew", "key": "k1", "sure": "yes", **RESULT}
    assert client.post(table_url(table, play.board.number), form_data).status_code == 302
    page = page_text(client.get(table_url(table, play.board.number)))
    assert "Sent to the director, because the round had already ended." in page
    assert 'class="entry-slip"' in page
    missing_section = page_text(client.get(table_url(table))).split(
        "This board has no result yet."
    )[1]
    missing_section, late_section = missing_section.split("Sent to the director")
    assert f'data-board="{play.board.number}"' not in missing_section
    assert f'data-board="{other_play.board.number}"' in missing_section
    assert f'data-board="{play.board.number}"' in late_section
    assert 'class="entry-slip"' not in page_text(
        linked_client(table).get(table_url(table, play.board.number))
    ), "those who sit here now may have the board yet to play"


def test_late_result_can_be_corrected_on_the_phone_that_sent_it(table: Table) -> None:
    play = current_plays(table)[0]
    client = linked_client(table, contestant_numbers(table)["ew"])
    end_first_round(table)
    url = table_url(table, play.board.number)
    form_data = {"side": "ew", "key": "k1", "sure": "yes", **RESULT}
    client.post(url, form_data)
    link = first_match(r'href="([^"]*)">Correct the result', page_text(client.get(url)))
    form = page_text(client.get(url + link.replace("&amp;", "&")))
    assert 'name="side" value="ew"' in form
    assert 'id="id_ew_points" value="32"' in form
    corrected = {**form_data, "key": "k2", "ns_points": "44"}
    assert client.post(url, corrected).status_code == 302
    page = page_text(client.get(url))
    assert page.count('class="entry-slip"') == 1
    assert re.search(r"Points of N-S .*? 44 <", page)


def enter_at_every_table(session: Session) -> None:
    """Enter and confirm the same result of every board that is played in the current round."""
    for table in Table.objects.filter(section__session=session):
        for play in current_plays(table):
            enter(play, RESULT)


def test_closing_page_has_each_link_once(table: Table) -> None:
    client = linked_client(table, contestant_numbers(table)["ns"])
    for _number in range(4):
        round_ = Round.objects.filter(section=table.section, ended_at=None).order_by("number")[0]
        enter_at_every_table(table.section.session)
        page = page_text(client.get(table_url(table)))
        assert page.count("See the standings") == 1
        end_round(round_.pk, SYSTEM)
    page = page_text(client.get(table_url(table)))
    assert "The last round has ended." in page
    assert page.count("See the standings") == page.count("Your scorecard") == 1


def test_closing_page_has_the_place_that_the_standings_show() -> None:
    session, _director = started(4, movement="howell", round_count=1, boards_per_round=2)
    table = get_table(session)
    client = linked_client(table, contestant_numbers(table)["ns"])
    enter_at_every_table(session)
    catch_up()
    assert "Your place so far" not in page_text(client.get(table_url(table)))
    end_round(Round.objects.get(section__session=session, number=1).pk, SYSTEM)
    catch_up()
    assert "Your place so far" in page_text(client.get(table_url(table)))
    assert "Total" not in page_text(client.get(table_url(table)))


def test_last_page_of_a_side_has_its_place_and_total_once_they_are_published() -> None:
    session, director = started(4, movement="howell", round_count=1, boards_per_round=2)
    table = get_table(session)
    client = linked_client(table, contestant_numbers(table)["ns"])
    enter_at_every_table(session)
    end_round(Round.objects.get(section__session=session, number=1).pk, SYSTEM)
    finish_session(session.pk, director)
    catch_up()
    head = page_text(client.get(table_url(table))).split("<main")[0]
    assert "now-figures" in head
    assert "Total" not in head
    publish_event(session.stage.event_id, director)
    head = page_text(client.get(table_url(table))).split("<main")[0]
    assert "<dt>Your place</dt>" in head
    assert "Total" in head
    assert "<dd>3.00</dd>" in head
    body = page_text(client.get(table_url(table))).split("<main")[1]
    assert re.findall(r'"button primary wide-key"[^>]*> ([^<]*) </a>', body) == ["Your scorecard"]
    assert "now-figures" not in page_text(Client().get(table_url(table)))


def test_last_page_of_any_phone_names_the_winners_once_they_are_published() -> None:
    session, director = started(4, movement="howell", round_count=1, boards_per_round=2)
    table = get_table(session)
    enter_at_every_table(session)
    end_round(Round.objects.get(section__session=session, number=1).pk, SYSTEM)
    finish_session(session.pk, director)
    catch_up()
    client = Client()
    assert "Winners" not in page_text(client.get(table_url(table)))
    publish_event(session.stage.event_id, director)
    page = page_text(client.get(table_url(table)))
    assert "Winners" in page
    assert "Find your place" in page
    assert stage_winners(session.stage.event, session.stage)[0].names[0].split(" – ")[0] in page


def test_entry_form_says_that_the_round_has_ended(table: Table) -> None:
    play, _second = current_plays(table)
    client = linked_client(table, contestant_numbers(table)["ns"])
    page = page_text(client.get(table_url(table, play.board.number)))
    fragment_url = reverse("table_board_fragment", args=[code_of(table), play.board.number])
    assert "?typing&amp;in_play&amp;seen=" in page

    end_first_round(table)

    response = client.get(f"{fragment_url}?typing&in_play&seen=before")
    assert "Round 1 has ended." in page_text(response)
    assert f'href="{reverse("table", args=[code_of(table)])}"' in page_text(response)
    assert "typing&amp;in_play" in page_text(response), (
        "the notice stays when something else changes"
    )
    opened_late = page_text(client.get(table_url(table, play.board.number)))
    assert "typing&amp;seen" in opened_late, "a form opened later shows the notice above its fields"
    assert "Round 1 has ended." not in page_text(client.get(f"{fragment_url}?typing&seen=before"))


@pytest.fixture
def last_round() -> Table:
    """Return a table whose only round has ended, with one entry of one side."""
    session, _director = started(pair_count=4, round_count=1, boards_per_round=2)
    table, other_table = get_table(session), get_table(session, 2)
    first_play, second_play = current_plays(table)
    enter(first_play, RESULT, ["ns"])
    for play in [second_play, *current_plays(other_table)]:
        enter(play, RESULT)
    return table


@pytest.mark.parametrize(
    ("holder", "state"),
    [
        ("table", "counts as N-S sent it. E-W did not confirm it."),
        ("ns", "counts as you sent it. The other side did not confirm it."),
    ],
)
def test_phone_of_the_sender_can_be_passed_to_confirm_after_the_last_round(
    last_round: Table, holder: str, state: str
) -> None:
    number = current_plays(last_round)[0].board.number
    client = linked_client(
        last_round, holder if holder == "table" else contestant_numbers(last_round)["ns"]
    )
    names = names_on_line(last_round, "ew")
    end_first_round(last_round)
    page = page_text(client.get(table_url(last_round)))
    assert f"Board {number} {state}" in page
    assert f"{table_url(last_round, number)}?confirms=ew" in page
    assert f"Let {names} confirm board {number} here" in page
    page_after = page_text(client.get(f"{table_url(last_round, number)}?confirms=ew"))
    assert "E-W: is this correct?" in page_after
    if holder == "ns":
        assert f"Hand the phone to {names}." in page_after


def names_on_line(table: Table, line: str) -> str:
    number = contestant_numbers(table)[line]
    return table.section.session.stage.event.contestants.get(number=number).name


def test_phone_that_stays_names_the_pair_that_has_left_without_confirming() -> None:
    session, _director = started(
        pair_count=8,
        movement="barometer",
        round_count=4,
        boards_per_round=2,
        movement_options={"rotation": "mitchell"},
    )
    table = get_table(session)
    play, second_play = current_plays(table)
    enter(play, RESULT, ["ns"])
    for number in (2, 3, 4):
        for other_play in current_plays(get_table(session, number)):
            enter(other_play, RESULT)
    enter(second_play, RESULT)
    names = names_on_line(table, "ew")
    client = linked_client(table, contestant_numbers(table)["ns"])
    end_first_round(table)
    assert names_on_line(table, "ew") != names, "others sit here now"
    page = page_text(client.get(table_url(table)))
    assert f"Let {names} confirm board {play.board.number} here" in page


def test_phone_of_the_silent_side_confirms_after_the_last_round(last_round: Table) -> None:
    number = current_plays(last_round)[0].board.number
    client = linked_client(last_round, contestant_numbers(last_round)["ew"])
    end_first_round(last_round)
    page = page_text(client.get(table_url(last_round)))
    assert f"Confirm board {number}" in page
    assert f"Enter board {number}" not in page
    assert "is this correct?" in page_text(client.get(table_url(last_round, number)))


def test_page_of_the_table_follows_when_the_standings_are_published(last_round: Table) -> None:
    client = linked_client(last_round, contestant_numbers(last_round)["ns"])
    end_first_round(last_round)
    page = page_text(client.get(table_url(last_round)))
    assert "counts as you sent it" in page
    fragment_url = reverse("table_fragment", args=[code_of(last_round)])
    stamp = first_match("_now[?]seen=([^&]+)&amp;", page)
    version_url = f"{fragment_url}?seen={stamp}&round=1"
    assert client.get(version_url).status_code == 204
    Event.objects.update(published_at=timezone.now())
    response = client.get(version_url)
    assert response.status_code == 200
    assert "counts as you sent it" not in page_text(response)
