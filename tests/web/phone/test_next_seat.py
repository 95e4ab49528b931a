"""Where a phone's contestant goes next, and their rank after the session."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import strip_tags

from tests.scenes.devices import linked_phone
from tests.scenes.evening import enter, started
from tests.web.phone.table_pages import (
    contestant_numbers,
    current_plays,
    get_table,
    linked_client,
    page_text,
    table_url,
)
from tests.web.signed_in import OTHER_RESULT, RESULT
from tournaments.actions.events.publish import publish_event
from tournaments.actions.rounds.end_round import end_round
from tournaments.actions.rounds.sessions import finish_session
from tournaments.models import Round, SeatHolder, Session, Table
from tournaments.permissions.actor import Actor
from tournaments.queries.phone.table_codes import code_of
from tournaments.queries.phone.table_state import MAX_DRAWN_TABLES
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db


def header_html(page: str) -> str:
    return page.split("<header")[1].split("</header>")[0]


def test_phone_shows_its_next_table_once_all_boards_are_settled(
    session_and_director: tuple[Session, Actor],
) -> None:
    session, _director = session_and_director
    table = get_table(session)
    ew = contestant_numbers(table)["ew"]
    client = linked_client(table, ew)
    assert "go to table" not in header_html(page_text(client.get(table_url(table))))
    for play in current_plays(table):
        enter(play, RESULT)
    next_place = SeatHolder.objects.filter(seating__round__number=2, contestant__number=ew)[
        0
    ].seating.table
    response = header_html(page_text(client.get(table_url(table))))
    assert re.search(rf'Round 2: go to table <span class="big">{next_place.label}</span>', response)
    seats_at_next_table = SeatHolder.objects.filter(
        seating__round__number=2, seating__table=next_place
    )
    against = seats_at_next_table.exclude(contestant__number=ew)[0].contestant.name
    assert f"against {against}" in strip_tags(response)
    assert "starts after" in response
    assert response.index('<p class="ends">') < response.index("go to table")
    assert re.findall(r'<li class="(to|here)">(\d+)</li>', response) == sorted(
        [("here", "1"), ("to", next_place.label)], key=lambda item: int(item[1])
    )


def test_phone_of_a_pair_that_keeps_its_seat_says_so_once_all_boards_are_settled(
    session_and_director: tuple[Session, Actor],
) -> None:
    session, _director = session_and_director
    table = get_table(session)
    client = linked_client(table, contestant_numbers(table)["ns"])
    for play in current_plays(table):
        enter(play, RESULT)
    header = header_html(page_text(client.get(table_url(table))))
    assert f'Round 2: stay at table <span class="big">{table.label}</span>' in header
    assert "you sit N-S" in header


def test_phone_shows_a_conflict_to_settle_instead_of_its_next_table(
    session_and_director: tuple[Session, Actor],
) -> None:
    session, _director = session_and_director
    table = get_table(session)
    client = linked_client(table, contestant_numbers(table)["ew"])
    *plays, last_play = current_plays(table)
    for play in plays:
        enter(play, RESULT)
    enter(last_play, RESULT, ("ns",))
    enter(last_play, OTHER_RESULT, ("ew",))
    page = page_text(client.get(table_url(table)))
    assert "go to table" not in header_html(page)
    assert f"Settle board {last_play.board.number} before you move" in page


def test_phone_shows_its_next_seat_with_a_disabled_button_before_the_round_ends(
    session_and_director: tuple[Session, Actor],
) -> None:
    session, _director = session_and_director
    table = get_table(session)
    ew, ns = contestant_numbers(table)["ew"], contestant_numbers(table)["ns"]
    client = linked_client(table, ew)
    for play in current_plays(table):
        enter(play, RESULT)
    next_place = SeatHolder.objects.filter(seating__round__number=2, contestant__number=ew)[0]
    page = page_text(client.get(table_url(table)))
    assert re.search("you sit (N-S|E-W) against", strip_tags(header_html(page)))
    assert f"Pair {ew}:" in page
    button = page.split("wide-key later")[1].split("</button>")[0]
    assert f"disabled> Take me to table {next_place.seating.table.label}" in button
    assert "after " in button
    section_of_others = page.split("The others and the boards")[1].split("</section>")[0]
    assert re.findall(r'<span class="names">(\d+)', section_of_others) == [str(ns)]


def test_shared_phone_shows_no_next_table(session_and_director: tuple[Session, Actor]) -> None:
    session, _director = session_and_director
    table = get_table(session)
    client = linked_client(table)
    for play in current_plays(table):
        enter(play, RESULT)
    assert "go to table" not in header_html(page_text(client.get(table_url(table))))


def test_map_is_not_drawn_for_many_tables(
    session_and_director: tuple[Session, Actor], monkeypatch: pytest.MonkeyPatch
) -> None:
    session, _director = session_and_director
    assert MAX_DRAWN_TABLES >= 4
    monkeypatch.setattr("tournaments.queries.phone.table_state.MAX_DRAWN_TABLES", 3)
    table = get_table(session)
    client = linked_client(table, contestant_numbers(table)["ew"])
    for play in current_plays(table):
        enter(play, RESULT)
    response = header_html(page_text(client.get(table_url(table))))
    assert "go to table" in response
    assert "seat-map" not in response


def test_phone_shows_the_place_of_its_contestant_once_the_standings_are_published() -> None:
    session, director = started(
        pair_count=8,
        movement="barometer",
        round_count=1,
        boards_per_round=1,
        movement_options={"rotation": "mitchell"},
    )
    tables = [get_table(session, number) for number in (1, 2, 3, 4)]
    ns = contestant_numbers(tables[0])["ns"]
    for table in tables:
        for play in current_plays(table):
            enter(play, RESULT)
    client = linked_client(tables[0], ns)
    finish_session(session.pk, director)
    catch_up()
    finished = page_text(client.get(table_url(tables[0])))
    assert "<dt>Your place</dt>" not in finished
    assert "Is a result wrong? Report it on your scorecard until" in finished
    publish_event(session.stage.event_id, director)
    assert "<dt>Your place</dt>" in header_html(page_text(client.get(table_url(tables[0]))))


def turning_table(session: Session) -> tuple[Table, int]:
    """Return the table and number of a pair that keeps its table and changes line in round 2."""
    for table in Table.objects.filter(section__session=session):
        next_table = get_table(session, table.number)
        for line, seats in (("ns", "NS"), ("ew", "EW")):
            number = contestant_numbers(next_table)[line]
            next_place = SeatHolder.objects.filter(
                seating__round__number=2,
                contestant__number=number,
                seating__table=next_table,
            ).exclude(seat__in=seats)
            if next_place.exists():
                return next_table, number
    raise AssertionError("no pair turns")


def test_pair_that_changes_lines_at_its_table_sees_it_before_and_at_the_start() -> None:
    session, director = started(pair_count=4, movement="howell", round_count=3, boards_per_round=2)
    table, number = turning_table(session)
    client = linked_client(table, number)
    for other_table in Table.objects.filter(section__session=session):
        for play in current_plays(other_table):
            enter(play, RESULT)
    header_before = header_html(page_text(client.get(table_url(table))))
    assert f'Round 2: stay at table <span class="big">{table.label}</span>' in header_before
    assert re.search(r"<b>now (N-S|E-W)</b>", header_before)
    assert "seat-map" not in header_before

    end_round(Round.objects.get(section=table.section, number=1).pk, director)

    page = page_text(client.get(table_url(table)))
    assert f'Round 2: stay at table <span class="big">{table.label}</span>' in header_html(page)
    assert re.search(r"<b>now (N-S|E-W)</b>", header_html(page))
    assert "Enter board" in page
    enter(current_plays(table)[0], RESULT)
    assert "stay at table" not in header_html(page_text(client.get(table_url(table))))


def round_notice_text(client: Client, table: Table) -> str:
    """Return the text of another page's bar; blank while it only leads back."""
    response = client.get(f"{table_url(table)}_round")
    return "" if response.status_code == 204 else " ".join(strip_tags(page_text(response)).split())


def test_other_pages_show_the_next_table_once_the_round_has_started(
    session_and_director: tuple[Session, Actor],
) -> None:
    session, director = session_and_director
    table = get_table(session)
    moves, stays = contestant_numbers(table)["ew"], contestant_numbers(table)["ns"]
    mover, stayer, shared = (
        linked_client(table, moves),
        linked_client(table, stays),
        linked_client(table),
    )
    assert round_notice_text(mover, table) == round_notice_text(stayer, table) == ""
    end_round(Round.objects.get(section=table.section, number=1).pk, director)
    next_place = SeatHolder.objects.filter(seating__round__number=2, contestant__number=moves)[0]
    label = next_place.seating.table.label
    assert round_notice_text(mover, table) == f"Round 2: go to table {label}"
    assert round_notice_text(stayer, table) == "Round 2: stay at table 1, N-S"
    assert round_notice_text(shared, table) == "Round 2 has begun at table 1"
    assert round_notice_text(Client(), table) == ""
    enter(current_plays(table)[0], RESULT)
    assert round_notice_text(stayer, table) == round_notice_text(shared, table) == ""


def test_header_names_tables_and_boards_once_the_round_has_started(
    session_and_director: tuple[Session, Actor],
) -> None:
    session, director = session_and_director
    table = get_table(session)
    moves = contestant_numbers(table)["ew"]
    client = linked_client(table, moves)
    end_round(Round.objects.get(section=table.section, number=1).pk, director)
    seat_holders = SeatHolder.objects.filter(seating__round__number=2, contestant__number=moves)
    next_seating = seat_holders[0].seating
    boards = next_seating.plays.order_by("board__number").values_list("board__number", flat=True)
    response = " ".join(strip_tags(header_html(page_text(client.get(table_url(table))))).split())
    assert f"Boards {', '.join(map(str, boards))}" in response
    assert "Tables you are here" in response


def phone_left_in_round_1(session: Session, director: Actor) -> tuple[Client, Table, Table]:
    """Return a linked phone, its table of round 1, and that of its pair in round 3, now played."""
    table = get_table(session)
    moves = contestant_numbers(table)["ew"]
    client = linked_client(table, moves)
    for number in (1, 2):
        end_round(Round.objects.get(section=table.section, number=number).pk, director)
    seat_holders = SeatHolder.objects.filter(seating__round__number=3, contestant__number=moves)
    return client, table, seat_holders[0].seating.table


def test_phone_left_at_an_earlier_table_types_the_next_code_on_that_page(
    session_and_director: tuple[Session, Actor],
) -> None:
    client, table, own_table = phone_left_in_round_1(*session_and_director)
    page = page_text(client.get(table_url(table)))
    assert f"Scan the code on table {own_table.label}, or type it here." in page
    assert 'name="code"' in page


def test_code_of_another_table_of_the_event_is_an_error_of_the_field(
    session_and_director: tuple[Session, Actor],
) -> None:
    client, table, own_table = phone_left_in_round_1(*session_and_director)
    form_data = {"code": code_of(table), "next_table": ""}
    response = client.post(reverse("table_find"), form_data)
    assert response.status_code == 422
    page = page_text(response)
    error = f"This is the code of table 1; you play at table {own_table.label}."
    assert error in page
    assert f'name="code" value="{code_of(table)}"' not in page
    assert re.search(r'id="next_code"[^>]* aria-invalid="true"[^>]* autofocus', page)
    response = client.post(reverse("table_find"), form_data | {"code": code_of(own_table)})
    assert response.headers["Location"] == table_url(own_table)
    other_session, _director = started(pair_count=4, round_count=2, boards_per_round=2)
    elsewhere = get_table(other_session)
    response = client.post(reverse("table_find"), form_data | {"code": code_of(elsewhere)})
    assert response.headers["Location"] == table_url(elsewhere)


def test_shared_phone_lists_departing_pairs_until_a_board_is_entered(
    session_and_director: tuple[Session, Actor],
) -> None:
    session, director = session_and_director
    table = get_table(session)
    moves, stays = contestant_numbers(table)["ew"], contestant_numbers(table)["ns"]
    shared, stayer = linked_client(table), linked_client(table, stays)
    assert "Who goes where" not in page_text(shared.get(table_url(table)))
    end_round(Round.objects.get(section=table.section, number=1).pk, director)
    next_place = SeatHolder.objects.filter(seating__round__number=2, contestant__number=moves)[0]
    page = page_text(shared.get(table_url(table)))
    words = " ".join(strip_tags(page.split("Who goes where")[1].split("</section>")[0]).split())
    going = f"{moves} {next_place.contestant.name} Table {next_place.seating.table.label}, E-W."
    assert going in words
    assert re.search(rf"{stays} [^.]* Stay here\.", words)
    assert "Who goes where" not in page_text(stayer.get(table_url(table)))
    enter(current_plays(table)[0], RESULT)
    assert "Who goes where" not in page_text(shared.get(table_url(table)))


def test_shared_phone_says_which_pair_stays_and_turns() -> None:
    session, director = started(pair_count=4, movement="howell", round_count=3, boards_per_round=2)
    table, number = turning_table(session)
    shared = linked_client(table, "table")
    end_round(Round.objects.get(section=table.section, number=1).pk, director)
    moves = strip_tags(
        page_text(shared.get(table_url(table))).split("Who goes where")[1].split("</section>")[0]
    )
    assert re.search(rf"{number} [^.]* Stay here, now (N-S|E-W)\.", " ".join(moves.split()))


def test_linked_phone_at_a_table_opened_by_mistake_is_led_to_its_own(
    session_and_director: tuple[Session, Actor],
) -> None:
    session, director = session_and_director
    table = get_table(session)
    moves = contestant_numbers(table)["ew"]
    client = linked_phone(table, moves)
    end_round(Round.objects.get(section=table.section, number=1).pk, director)
    seats = SeatHolder.objects.filter(seating__round__number=2, contestant__number=moves)
    own_table = seats[0].seating.table
    other_table = next(
        get_table(session, number)
        for number in range(1, 5)
        if get_table(session, number).pk not in (table.pk, own_table.pk)
    )
    page = page_text(client.get(table_url(other_table)))
    assert f"This is table {other_table.label}. You play at table {own_table.label}." in page
    assert f"Take me to table {own_table.label}" in page


def test_phone_at_a_table_of_others_can_look_for_its_own(
    session_and_director: tuple[Session, Actor],
) -> None:
    session, _director = session_and_director
    page = page_text(Client().get(table_url(get_table(session))))
    event = session.stage.event
    rounds_page = reverse("rounds", args=[event.club.slug, event.slug])
    assert f'href="{rounds_page}">None of these: where do we sit?' in page
