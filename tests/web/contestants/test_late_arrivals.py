"""Corrections for contestants who leave or arrive late: preview, then apply."""

import html
import re
from dataclasses import replace

import pytest
from django.test import Client

from tests.scenes.arrivals_and_departures import withdraw_during_session
from tests.scenes.divided_session import (
    SECTION_OF_FEWER_ROUNDS,
    SECTION_OF_SIX,
    SECTION_OF_TEN,
    started_in_sections,
)
from tests.scenes.evening import enter, play_round, started
from tests.scenes.matches import started_matches
from tests.web.signed_in import RESULT, desk_url, first_play, signed_in
from tournaments.actions.clubs.venues import add_venue
from tournaments.models import AuditAction, Contestant, Play, SeatHolder, Session, UndoStep

pytestmark = pytest.mark.django_db
LATE = "Zoe Mas – Xavi Pou"


def page_text(client: Client, url: str, **query: object) -> str:
    response = client.get(url, query)
    assert response.status_code == 200
    return text_of(response)


def sit_out_count(client: Client, url: str, **query: object) -> int:
    """Return in how many rounds somebody would sit out, from the table of the preview."""
    page = client.get(url, query).content.decode()
    return page.count('<th role="rowheader" scope="row" class="num round">')


def text_of(response) -> str:
    return html.unescape(" ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).split()))


def hidden_fields(client: Client, url: str, **query: object) -> dict[str, str]:
    page = client.get(url, query).content.decode()
    return dict(re.findall(r'name="(key|seen|planned)" value="([^"]+)"', page))


def post_late_arrival(client: Client, url: str, fields: dict[str, str], **query: object):
    query_string = "&".join(f"{key}={value}" for key, value in query.items())
    return client.post(f"{url}?{query_string}", fields, follow=True)


def test_late_pair_sees_number_seats_and_what_to_print(client: Client) -> None:
    session, director = started(9, movement="howell", round_count=6, boards_per_round=2)
    play_round(session, director)
    url = desk_url(signed_in(client, director) and session, "correction_late_arrival")
    assert url in client.get(desk_url(session, "corrections")).content.decode()
    page = page_text(client, url, name=LATE)
    assert "They would be number 10." in page
    assert not Contestant.objects.filter(number=10).exists()
    rounds = re.findall(r"(\d) (\d) (N-S|E-W) \d+ Anna", page)
    assert [int(round_) for round_, _table, _line in rounds] == [3, 4, 5, 6]
    result_page = text_of(
        post_late_arrival(client, url, hidden_fields(client, url, name=LATE), name=LATE)
    )
    newcomer = Contestant.objects.get(number=10)
    seat_holders = newcomer.places.filter(seat__in="NE").order_by("seating__round__number")
    assert [
        (str(seat_holder.seating.round.number), str(seat_holder.seating.table.number))
        for seat_holder in seat_holders
    ] == [(round_, table) for round_, table, _line in rounds]
    assert f"Round 3 Table {rounds[0][1]}" in result_page
    assert "Print their movement card" in result_page
    cards = page_text(client, desk_url(session, "movement_cards"), contestant=newcomer.pk)
    assert cards.count(LATE) == 1
    assert "Anna 1 – Berta 1 Campionat" not in cards


def test_new_table_needs_a_printed_sheet(client: Client) -> None:
    session, director = started(13, movement="mitchell", round_count=6, boards_per_round=2)
    url = desk_url(signed_in(client, director) and session, "correction_late_arrival")
    result_page = post_late_arrival(
        client, url, hidden_fields(client, url, name=LATE), name=LATE
    ).content.decode()
    sheet = re.search(r'href="([^"]+\?table=\d+)"', result_page)
    table = SeatHolder.objects.filter(contestant__name=LATE).first().seating.table
    assert bool(sheet) == (not table.seatings.exclude(round__started_at=None).exists())
    page = client.get(desk_url(session, "table_sheets") + f"?table={table.pk}").content.decode()
    assert page.count('class="sheet for-table"') == 1


@pytest.mark.parametrize("name", ["", "One alone", "A - B\nC - D"])
def test_late_arrival_must_be_one_pair(client: Client, name: str) -> None:
    session, director = started(9, movement="howell", round_count=6, boards_per_round=2)
    url = desk_url(signed_in(client, director) and session, "correction_late_arrival")
    assert 'role="alert"' in client.get(url, {"name": name}).content.decode()
    assert (
        post_late_arrival(client, url, {"key": "requestkey", "seen": "0"}, name=name).status_code
        == 422
    )
    assert Contestant.objects.count() == 9


def test_outdated_preview_is_refused_and_can_be_repeated(client: Client) -> None:
    session, director = started(9, movement="howell", round_count=6, boards_per_round=2)
    url = desk_url(signed_in(client, director) and session, "correction_late_arrival")
    first, second = (
        hidden_fields(client, url, name=LATE),
        hidden_fields(client, url, name="Ona Pi – Iu Pi"),
    )
    post_late_arrival(client, url, first, name=LATE)
    response = post_late_arrival(client, url, second, name="Ona Pi – Iu Pi")
    assert response.status_code == 422
    page = text_of(response)
    assert "this place is no longer free" in page
    assert "Look again" in page
    assert "There is no free place" in page_text(client, url, name="Ona Pi – Iu Pi")


@pytest.mark.parametrize(
    "planned",
    ["", "x", "0 1.2", "99999999999999999999 1.1.1-0.1", "1 1.1.0-0.1 é.1.1.1", "1 1.1.0-1.1.1"],
)
def test_malformed_plan_is_refused(client: Client, planned: str) -> None:
    session, director = started(9, movement="howell", round_count=6, boards_per_round=2)
    signed_in(client, director)
    section, step_count = session.sections.get().pk, UndoStep.objects.count()
    for url, query in (
        (desk_url(session, "correction_late_arrival"), {"name": LATE}),
        (desk_url(session, "correction_sit_outs", section), {}),
    ):
        response = post_late_arrival(
            client, url, {"key": "requestkey", "seen": "0", "planned": planned}, **query
        )
        assert response.status_code == 422
    assert UndoStep.objects.count() == step_count


def test_section_must_be_chosen_if_one_is_at_a_venue(client: Client) -> None:
    session, director = started_in_sections(
        SECTION_OF_TEN,
        replace(SECTION_OF_SIX, contestants=(11, 12, 13, 14, 15)),
        SECTION_OF_FEWER_ROUNDS,
    )
    url = desk_url(signed_in(client, director) and session, "correction_late_arrival")
    assert "wherever there is a place" in page_text(client, url)
    venue = add_venue(session.stage.event.club, "Manlleu", director)
    session.sections.filter(name="B").update(venue=venue)
    assert "Choose the section they will play in" in page_text(client, url, name=LATE)
    query = {"name": LATE, "section": "B"}
    result_page = text_of(
        post_late_arrival(client, url, hidden_fields(client, url, **query), **query)
    )
    assert "Table B3" in result_page


def test_late_arrival_in_a_swiss_is_in_the_next_draw(client: Client) -> None:
    session, director = started_matches(8)
    url = desk_url(signed_in(client, director) and session, "correction_late_arrival")
    assert "They are in the next draw" in page_text(client, url, name=LATE)
    result_page = text_of(
        post_late_arrival(client, url, hidden_fields(client, url, name=LATE), name=LATE)
    )
    assert "Their seats are known once the next round is drawn." in result_page


def test_pair_leaves_and_a_replacement_takes_over(client: Client) -> None:
    session, director = started(8, movement="howell", round_count=7, boards_per_round=2)
    contestant = Contestant.objects.get(number=3)
    url = desk_url(signed_in(client, director) and session, "correction_departure")
    assert f'value="{contestant.pk}"' in client.get(url).content.decode()
    assert sit_out_count(client, url, contestant=contestant.pk) == 7
    query = {"contestant": contestant.pk, "instead": LATE}
    page = page_text(client, url, **query)
    assert "The new contestant would be number 9." in page
    assert sit_out_count(client, url, **query) == 1
    assert "Zoe has no partner yet" in page_text(
        client, url, contestant=contestant.pk, instead="Zoe"
    )
    result_page = text_of(
        post_late_arrival(
            client, url, hidden_fields(client, url, **query) | {"reason": "ill"}, **query
        )
    )
    assert "Correction applied: " in result_page
    contestant.refresh_from_db()
    assert contestant.withdrawn_at
    assert Contestant.objects.get(number=9).name == LATE
    assert UndoStep.objects.get(kind=AuditAction.WITHDRAW_DURING_PLAY).reason == "ill"


@pytest.mark.parametrize(("movement", "erased"), [("league", True), ("round_robin", False)])
def test_preview_says_what_happens_to_results_of_a_withdrawn_pair(
    client: Client, movement: str, erased: bool
) -> None:
    session, director = started_matches(4, movement, round_count=3)
    contestant_id = Contestant.objects.get(number=3).pk
    page = page_text(
        signed_in(client, director),
        desk_url(session, "correction_departure"),
        contestant=contestant_id,
    )
    assert ("are removed, as in a league" in page) == erased
    assert ("Their results stay" in page) != erased


def test_pairs_that_sit_out_get_additional_tables(client: Client) -> None:
    session, director = started(12, movement="howell", round_count=7, boards_per_round=1)
    url = desk_url(
        signed_in(client, director) and session, "correction_sit_outs", session.sections.get().pk
    )
    assert url not in client.get(desk_url(session, "corrections")).content.decode()
    assert "In no round to come do enough contestants sit out" in page_text(client, url)
    for number in (3, 7):
        withdraw_during_session(
            session.stage.event, Contestant.objects.get(number=number).pk, director
        )
    assert url in client.get(desk_url(session, "corrections")).content.decode()
    page = page_text(client, url)
    proposed = re.findall(r"Round (\d+), table \d+: (.*?) · (.*?)\. Boards: ", page)
    assert len(proposed) > 1
    post_late_arrival(client, url, hidden_fields(client, url))
    for round_, first, second in proposed:
        seat_holder = SeatHolder.objects.filter(
            seating__round__number=round_, contestant__name=first, seat__in="NE"
        ).get()
        assert seat_holder.seating.places.filter(contestant__name=second).exists()


def test_late_pair_at_a_full_mitchell_is_offered_one_more_table_and_a_sit_out(
    client: Client,
) -> None:
    session, director = started(14, movement="mitchell", round_count=7, boards_per_round=2)
    url = desk_url(signed_in(client, director) and session, "correction_late_arrival")
    page = page_text(client, url, name=LATE)
    assert "One more table" in page
    assert "A sit-out in turn" in page
    assert "with an odd number one contestant sits out in each round" in page
    assert "Nobody sits out twice." in page


def test_sitting_out_in_turn_is_the_only_primary_button_if_no_seat_is_free(client: Client) -> None:
    session, director = started(14, movement="mitchell", round_count=7, boards_per_round=2)
    url = desk_url(signed_in(client, director) and session, "correction_late_arrival")
    page = client.get(url, {"name": LATE}).content.decode()
    main = page[page.index("<main") :]
    primary = re.findall(r'class="button primary"[^>]*>([^<]+)<', main)
    assert [" ".join(label.split()) for label in primary] == [
        "See who would sit out in which round"
    ]
    assert "Look for a free place" in main
    confirmation = re.search(
        r'<details class="confirm"><summary class="button ordinary">.*?</details>', main, re.S
    )
    assert confirmation
    assert "Add a table and start round 1 again" in confirmation[0]
    assert "Round 1 starts again at once." in confirmation[0]
    first_buttons = re.findall(
        r'class="button primary"[^>]*>([^<]+)<', client.get(url).content.decode()
    )
    assert first_buttons == ["Show preview"]


def test_one_more_table_starts_the_session_again_with_fifteen_pairs(client: Client) -> None:
    session, director = started(14, movement="mitchell", round_count=7, boards_per_round=2)
    signed_in(client, director)
    response = client.post(
        desk_url(session, "correction_late_arrival_table"), {"name": LATE}, follow=True
    )
    assert "round 1 has started again" in text_of(response)
    session.refresh_from_db()
    assert session.state == "running"
    assert Contestant.objects.get(name=LATE).number == 15
    assert session.sections.get().tables.filter(seatings__isnull=False).distinct().count() >= 7
    assert SeatHolder.objects.filter(contestant__name=LATE).exists()


def test_one_more_table_is_not_offered_once_a_result_is_entered(client: Client) -> None:
    session, director = started(14, movement="mitchell", round_count=7, boards_per_round=2)
    enter(first_play(session), RESULT, ("ns",))
    url = desk_url(signed_in(client, director) and session, "correction_late_arrival")
    assert "One more table" not in page_text(client, url, name=LATE)
    response = client.post(desk_url(session, "correction_late_arrival_table"), {"name": LATE})
    assert response.status_code == 422
    page = response.content.decode()
    assert "See who would sit out in which round" in page
    assert "One more table" not in page
    assert f'<form class="form whole" method="get" action="{url}"' in page
    assert f'href="{url}?way=sit_out&amp;name=' in page
    assert not Contestant.objects.filter(name=LATE).exists()


def test_late_pair_plays_while_another_pair_sits_out_in_each_round(client: Client) -> None:
    session, director = started(14, movement="mitchell", round_count=7, boards_per_round=2)
    play_round(session, director)
    url = desk_url(signed_in(client, director) and session, "correction_late_arrival")
    query = {"name": LATE, "way": "sit_out"}
    assert sit_out_count(client, url, **query) >= 4
    seat_count = SeatHolder.objects.count()
    post_late_arrival(client, url, hidden_fields(client, url, **query), **query)
    seat_holders = SeatHolder.objects.filter(contestant__name=LATE).select_related("seating__round")
    rounds = {seat_holder.seating.round.number for seat_holder in seat_holders}
    assert len(rounds) >= 4
    assert 1 not in rounds
    assert SeatHolder.objects.count() == seat_count
    boards = [
        play.board_id
        for seat_holder in seat_holders.filter(seat__in="NE")
        for play in seat_holder.seating.plays.all()
    ]
    assert len(boards) == len(set(boards)) == 2 * len(rounds)
    resting = [
        len(set(range(1, 16)) - set(seated_in(session, number)))
        for number in range(2, 8)
        if number in rounds
    ]
    assert set(resting) == {1}


def test_vacated_seats_are_offered_to_pairs_that_sit_out(client: Client) -> None:
    session, director = started(14, movement="mitchell", round_count=7, boards_per_round=2)
    url = desk_url(signed_in(client, director) and session, "correction_late_arrival")
    arrival_query = {"name": LATE, "way": "sit_out"}
    post_late_arrival(client, url, hidden_fields(client, url, **arrival_query), **arrival_query)
    seats_before = seats(session)
    resting = {
        number: set(range(1, 16)) - set(seated_in(session, number)) for number in range(2, 8)
    }
    contestant = Contestant.objects.get(number=4)
    url = desk_url(session, "correction_departure")
    assert 'name="offers_place"' in client.get(url).content.decode()
    query = {"contestant": contestant.pk, "offers_place": "yes"}
    page = page_text(client, url, **query)
    moved = {
        int(number)
        for number in re.findall(r"Round (\d+), instead of sitting out: .*? at table \d+\.", page)
    }
    assert len(moved) >= 4
    post_late_arrival(client, url, hidden_fields(client, url, **query), **query)
    for number in moved:
        assert set(seated_in(session, number)) == set(range(1, 16)) - {4}
        assert resting[number] <= set(seated_in(session, number))
    for other in Contestant.objects.exclude(pk=contestant.pk):
        boards = list(
            Play.objects.filter(seating__in=seatings_of(other)).values_list("board", flat=True)
        )
        assert len(boards) == len(set(boards))
    client.post(desk_url(session, "undo_step", UndoStep.objects.latest("pk").pk))
    assert seats(session) == seats_before


def test_vacated_seat_is_not_given_to_a_pair_of_the_other_line(client: Client) -> None:
    session, director = started(12, movement="mitchell", round_count=4, boards_per_round=2)
    signed_in(client, director)
    withdraw_during_session(session.stage.event, Contestant.objects.get(number=1).pk, director)
    contestant_id = Contestant.objects.get(number=2).pk
    query = {"contestant": contestant_id, "offers_place": "yes"}
    page = page_text(client, desk_url(session, "correction_departure"), **query)
    assert "instead of sitting out" not in page
    assert sit_out_count(client, desk_url(session, "correction_departure"), **query) == 4


def test_vacated_seat_stays_empty_if_nobody_can_take_it(client: Client) -> None:
    session, director = started(8, movement="howell", round_count=7, boards_per_round=2)
    contestant = Contestant.objects.get(number=3)
    url = desk_url(signed_in(client, director) and session, "correction_departure")
    assert 'name="offers_place"' not in client.get(url).content.decode()
    page = page_text(client, url, contestant=contestant.pk, offers_place="yes")
    assert "instead of sitting out" not in page
    assert sit_out_count(client, url, contestant=contestant.pk, offers_place="yes") == 7


def seatings_of(contestant: Contestant) -> list[int]:
    return list(contestant.places.values_list("seating", flat=True).distinct())


def test_arrival_with_rotating_sit_outs_can_be_undone(client: Client) -> None:
    session, director = started(14, movement="mitchell", round_count=7, boards_per_round=2)
    url = desk_url(signed_in(client, director) and session, "correction_late_arrival")
    query, seats_before = {"name": LATE, "way": "sit_out"}, seats(session)
    post_late_arrival(client, url, hidden_fields(client, url, **query), **query)
    assert seats(session) != seats_before
    client.post(desk_url(session, "undo_step", UndoStep.objects.latest("pk").pk))
    assert seats(session) == seats_before


def seated_in(session: Session, number: int) -> list[int]:
    seat_holders = SeatHolder.objects.filter(
        seating__round__section__session=session, seating__round__number=number
    )
    return list(seat_holders.values_list("contestant__number", flat=True))


def seats(session: Session) -> set[tuple[int, str, int]]:
    seat_holders = SeatHolder.objects.filter(seating__round__section__session=session)
    return set(seat_holders.values_list("seating", "seat", "contestant__number"))
