"""Somebody goes home, somebody comes late, and those who rest play each other: shown first, then
done."""

import html
import re
from dataclasses import replace

import pytest
from django.test import Client

from tests.scenes.divided import FEW, SIX, TEN, begun_in_sections
from tests.scenes.drawn import started_matches
from tests.scenes.evening import enter, play_round, started
from tests.scenes.late_and_leaving import let_leave
from tests.web.signed_in import RESULT, desk, first_play, signed_in
from tournaments.actions.clubs.venues import add_venue
from tournaments.models import AuditAction, Contestant, Play, SeatHolder, Session, UndoStep

pytestmark = pytest.mark.django_db
LATE = "Zoe Mas – Xavi Pou"


def shown(client: Client, address: str, **asked: object) -> str:
    answer = client.get(address, asked)
    assert answer.status_code == 200
    return said_in(answer)


def sit_outs(client: Client, address: str, **asked: object) -> int:
    """In how many rounds somebody would sit out, by the table of the preview."""
    page = client.get(address, asked).content.decode()
    return page.count('<th role="rowheader" scope="row" class="round">')


def said_in(answer) -> str:
    return html.unescape(" ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split()))


def hidden(client: Client, address: str, **asked: object) -> dict[str, str]:
    page = client.get(address, asked).content.decode()
    return dict(re.findall(r'name="(key|seen|planned)" value="([^"]+)"', page))


def sent(client: Client, address: str, fields: dict[str, str], **asked: object):
    query = "&".join(f"{key}={value}" for key, value in asked.items())
    return client.post(f"{address}?{query}", fields, follow=True)


def test_who_comes_late_is_told_his_number_his_table_and_what_to_print(client: Client) -> None:
    session, director = started(9, "howell", 6, 2)
    play_round(session, director)
    address = desk(signed_in(client, director) and session, "repair_joins")
    assert address in client.get(desk(session, "repairs")).content.decode()
    page = shown(client, address, name=LATE)
    assert "They would be number 10." in page
    assert not Contestant.objects.filter(number=10).exists()
    turns = re.findall(r"(\d) (\d) (N-S|E-W) \d+ Anna", page)
    assert [int(round_) for round_, _table, _line in turns] == [3, 4, 5, 6]
    done = said_in(sent(client, address, hidden(client, address, name=LATE), name=LATE))
    newcomer = Contestant.objects.get(number=10)
    sat = newcomer.places.filter(seat__in="NE").order_by("seating__round__number")
    assert [(str(each.seating.round.number), str(each.seating.table.number)) for each in sat] == [
        (round_, table) for round_, table, _line in turns
    ]
    assert f"Round 3 Table {turns[0][1]}" in done
    assert "Print their movement card" in done
    cards = shown(client, desk(session, "movement_cards"), contestant=newcomer.pk)
    assert cards.count(LATE) == 1
    assert "Anna 1 – Berta 1 Campionat" not in cards


def test_a_table_at_which_nobody_has_sat_needs_its_sheet(client: Client) -> None:
    session, director = started(13, "mitchell", 6, 2)
    address = desk(signed_in(client, director) and session, "repair_joins")
    done = sent(client, address, hidden(client, address, name=LATE), name=LATE).content.decode()
    sheet = re.search(r'href="([^"]+\?table=\d+)"', done)
    table = SeatHolder.objects.filter(contestant__name=LATE).first().seating.table
    assert bool(sheet) == (not table.seatings.exclude(round__started_at=None).exists())
    page = client.get(desk(session, "table_sheets") + f"?table={table.pk}").content.decode()
    assert page.count('class="sheet for-table"') == 1


@pytest.mark.parametrize("name", ["", "One alone", "A - B\nC - D"])
def test_who_comes_late_is_one_pair(client: Client, name: str) -> None:
    session, director = started(9, "howell", 6, 2)
    address = desk(signed_in(client, director) and session, "repair_joins")
    assert 'role="alert"' in client.get(address, {"name": name}).content.decode()
    assert sent(client, address, {"key": "k", "seen": "0"}, name=name).status_code == 422
    assert Contestant.objects.count() == 9


def test_what_is_no_longer_free_is_not_given_and_it_can_be_looked_at_again(client: Client) -> None:
    session, director = started(9, "howell", 6, 2)
    address = desk(signed_in(client, director) and session, "repair_joins")
    first, second = (
        hidden(client, address, name=LATE),
        hidden(client, address, name="Ona Pi – Iu Pi"),
    )
    sent(client, address, first, name=LATE)
    again = sent(client, address, second, name="Ona Pi – Iu Pi")
    assert again.status_code == 422
    page = said_in(again)
    assert "this place is no longer free" in page
    assert "Look again" in page
    assert "There is no free place" in shown(client, address, name="Ona Pi – Iu Pi")


@pytest.mark.parametrize(
    "planned",
    ["", "x", "0 1.2", "99999999999999999999 1.1.1-0.1", "1 1.1.0-0.1 é.1.1.1", "1 1.1.0-1.1.1"],
)
def test_whatever_a_form_sends_is_answered(client: Client, planned: str) -> None:
    session, director = started(9, "howell", 6, 2)
    signed_in(client, director)
    section, acts = session.sections.get().pk, UndoStep.objects.count()
    for address, asked in (
        (desk(session, "repair_joins"), {"name": LATE}),
        (desk(session, "repair_rests", section), {}),
    ):
        answer = sent(client, address, {"key": "k", "seen": "0", "planned": planned}, **asked)
        assert answer.status_code == 422
    assert UndoStep.objects.count() == acts


def test_where_there_are_venues_the_section_is_chosen(client: Client) -> None:
    session, director = begun_in_sections(TEN, replace(SIX, contestants=(11, 12, 13, 14, 15)), FEW)
    address = desk(signed_in(client, director) and session, "repair_joins")
    assert "wherever there is a place" in shown(client, address)
    venue = add_venue(session.stage.event.club, "Manlleu", director)
    session.sections.filter(name="B").update(venue=venue)
    assert "Choose the section they will play in" in shown(client, address, name=LATE)
    asked = {"name": LATE, "section": "B"}
    done = said_in(sent(client, address, hidden(client, address, **asked), **asked))
    assert "Table B3" in done


def test_in_a_swiss_who_comes_late_waits_for_the_next_draw(client: Client) -> None:
    session, director = started_matches(8)
    address = desk(signed_in(client, director) and session, "repair_joins")
    assert "They are in the next draw" in shown(client, address, name=LATE)
    done = said_in(sent(client, address, hidden(client, address, name=LATE), name=LATE))
    assert "Their seats are known once the next round is drawn." in done


def test_who_goes_home_with_who_takes_over(client: Client) -> None:
    session, director = started(8, "howell", 7, 2)
    gone = Contestant.objects.get(number=3)
    address = desk(signed_in(client, director) and session, "repair_leaves")
    assert f'value="{gone.pk}"' in client.get(address).content.decode()
    assert sit_outs(client, address, contestant=gone.pk) == 7
    asked = {"contestant": gone.pk, "instead": LATE}
    page = shown(client, address, **asked)
    assert "The new contestant would be number 9." in page
    assert sit_outs(client, address, **asked) == 1
    assert "Zoe has no partner yet" in shown(client, address, contestant=gone.pk, instead="Zoe")
    done = said_in(
        sent(client, address, hidden(client, address, **asked) | {"reason": "ill"}, **asked)
    )
    assert "Correction applied." in done
    gone.refresh_from_db()
    assert gone.withdrawn_at
    assert Contestant.objects.get(number=9).name == LATE
    assert UndoStep.objects.get(kind=AuditAction.LEAVE_EVENT).reason == "ill"


@pytest.mark.parametrize(("movement", "erased"), [("league", True), ("round_robin", False)])
def test_before_somebody_leaves_it_is_said_what_becomes_of_his_results(
    client: Client, movement: str, erased: bool
) -> None:
    session, director = started_matches(4, movement, rounds=3)
    gone = Contestant.objects.get(number=3).pk
    page = shown(signed_in(client, director), desk(session, "repair_leaves"), contestant=gone)
    assert ("are removed, as in a league" in page) == erased
    assert ("Their results stay" in page) != erased


def test_those_who_rest_play_each_other(client: Client) -> None:
    session, director = started(12, "howell", 7, 1)
    address = desk(
        signed_in(client, director) and session, "repair_rests", session.sections.get().pk
    )
    assert address not in client.get(desk(session, "repairs")).content.decode()
    assert "In no round to come do enough contestants sit out" in shown(client, address)
    for number in (3, 7):
        let_leave(session.stage.event, Contestant.objects.get(number=number).pk, director)
    assert address in client.get(desk(session, "repairs")).content.decode()
    page = shown(client, address)
    told = re.findall(r"Round (\d+), table \d+: (.*?) · (.*?)\. Boards: ", page)
    assert len(told) > 1
    sent(client, address, hidden(client, address))
    for round_, one, other in told:
        met = SeatHolder.objects.filter(
            seating__round__number=round_, contestant__name=one, seat__in="NE"
        ).get()
        assert met.seating.places.filter(contestant__name=other).exists()


def test_late_pair_at_a_full_mitchell_is_offered_one_more_table_and_a_sit_out(
    client: Client,
) -> None:
    session, director = started(14, "mitchell", 7, 2)
    address = desk(signed_in(client, director) and session, "repair_joins")
    page = shown(client, address, name=LATE)
    assert "One more table" in page
    assert "A sit-out in turn" in page
    assert "with an odd number one contestant sits out in each round" in page
    assert "Nobody sits out twice." in page


def test_sit_out_in_turn_is_the_one_primary_button_where_no_place_is_free(client: Client) -> None:
    session, director = started(14, "mitchell", 7, 2)
    address = desk(signed_in(client, director) and session, "repair_joins")
    page = client.get(address, {"name": LATE}).content.decode()
    main = page[page.index("<main") :]
    primary = re.findall(r'class="button primary"[^>]*>([^<]+)<', main)
    assert [" ".join(each.split()) for each in primary] == ["See who would sit out in which round"]
    assert "Look for a free place" in main
    asks = re.search(
        r'<details class="confirm"><summary class="button ordinary">.*?</details>', main, re.S
    )
    assert asks
    assert "Add a table and start round 1 again" in asks[0]
    assert "Round 1 starts again at once." in asks[0]
    first = re.findall(
        r'class="button primary"[^>]*>([^<]+)<', client.get(address).content.decode()
    )
    assert first == ["Show preview"]


def test_one_more_table_starts_the_session_again_with_fifteen_pairs(client: Client) -> None:
    session, director = started(14, "mitchell", 7, 2)
    signed_in(client, director)
    told = client.post(desk(session, "repair_joins_table"), {"name": LATE}, follow=True)
    assert "round 1 has started again" in said_in(told)
    session.refresh_from_db()
    assert session.state == "running"
    assert Contestant.objects.get(name=LATE).number == 15
    assert session.sections.get().tables.filter(seatings__isnull=False).distinct().count() >= 7
    assert SeatHolder.objects.filter(contestant__name=LATE).exists()


def test_one_more_table_is_not_offered_once_a_result_has_come(client: Client) -> None:
    session, director = started(14, "mitchell", 7, 2)
    enter(first_play(session), RESULT, ("ns",))
    address = desk(signed_in(client, director) and session, "repair_joins")
    assert "One more table" not in shown(client, address, name=LATE)
    answer = client.post(desk(session, "repair_joins_table"), {"name": LATE})
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "See who would sit out in which round" in page
    assert "One more table" not in page
    assert f'<form class="panel form" method="get" action="{address}"' in page
    assert f'href="{address}?way=sit_out&amp;name=' in page
    assert not Contestant.objects.filter(name=LATE).exists()


def test_late_pair_plays_while_another_pair_sits_out_in_each_round(client: Client) -> None:
    session, director = started(14, "mitchell", 7, 2)
    play_round(session, director)
    address = desk(signed_in(client, director) and session, "repair_joins")
    asked = {"name": LATE, "way": "sit_out"}
    assert sit_outs(client, address, **asked) >= 4
    before = SeatHolder.objects.count()
    sent(client, address, hidden(client, address, **asked), **asked)
    places = SeatHolder.objects.filter(contestant__name=LATE).select_related("seating__round")
    rounds = {each.seating.round.number for each in places}
    assert len(rounds) >= 4
    assert 1 not in rounds
    assert SeatHolder.objects.count() == before
    boards = [
        play.board_id for each in places.filter(seat__in="NE") for play in each.seating.plays.all()
    ]
    assert len(boards) == len(set(boards)) == 2 * len(rounds)
    resting = [
        len(set(range(1, 16)) - set(seated_in(session, number)))
        for number in range(2, 8)
        if number in rounds
    ]
    assert set(resting) == {1}


def test_freed_place_is_offered_to_those_who_sit_out_in_turn(client: Client) -> None:
    session, director = started(14, "mitchell", 7, 2)
    address = desk(signed_in(client, director) and session, "repair_joins")
    late = {"name": LATE, "way": "sit_out"}
    sent(client, address, hidden(client, address, **late), **late)
    before = seats(session)
    resting = {
        number: set(range(1, 16)) - set(seated_in(session, number)) for number in range(2, 8)
    }
    gone = Contestant.objects.get(number=4)
    address = desk(session, "repair_leaves")
    assert 'name="offers_place"' in client.get(address).content.decode()
    asked = {"contestant": gone.pk, "offers_place": "yes"}
    page = shown(client, address, **asked)
    moved = {
        int(number)
        for number in re.findall(r"Round (\d+), instead of sitting out: .*? at table \d+\.", page)
    }
    assert len(moved) >= 4
    sent(client, address, hidden(client, address, **asked), **asked)
    for number in moved:
        assert set(seated_in(session, number)) == set(range(1, 16)) - {4}
        assert resting[number] <= set(seated_in(session, number))
    for contestant in Contestant.objects.exclude(pk=gone.pk):
        boards = list(
            Play.objects.filter(seating__in=seatings_of(contestant)).values_list("board", flat=True)
        )
        assert len(boards) == len(set(boards))
    client.post(desk(session, "act_undo", UndoStep.objects.latest("pk").pk))
    assert seats(session) == before


def test_freed_place_of_one_line_is_not_given_to_who_sits_on_the_other(client: Client) -> None:
    session, director = started(12, "mitchell", 4, 2)
    signed_in(client, director)
    let_leave(session.stage.event, Contestant.objects.get(number=1).pk, director)
    gone = Contestant.objects.get(number=2).pk
    asked = {"contestant": gone, "offers_place": "yes"}
    page = shown(client, desk(session, "repair_leaves"), **asked)
    assert "instead of sitting out" not in page
    assert sit_outs(client, desk(session, "repair_leaves"), **asked) == 4


def test_place_that_nobody_can_take_stays_empty(client: Client) -> None:
    session, director = started(8, "howell", 7, 2)
    gone = Contestant.objects.get(number=3)
    address = desk(signed_in(client, director) and session, "repair_leaves")
    assert 'name="offers_place"' not in client.get(address).content.decode()
    page = shown(client, address, contestant=gone.pk, offers_place="yes")
    assert "instead of sitting out" not in page
    assert sit_outs(client, address, contestant=gone.pk, offers_place="yes") == 7


def seatings_of(contestant: Contestant) -> list[int]:
    return list(contestant.places.values_list("seating", flat=True).distinct())


def test_a_sit_out_that_was_given_is_undone(client: Client) -> None:
    session, director = started(14, "mitchell", 7, 2)
    address = desk(signed_in(client, director) and session, "repair_joins")
    asked, before = {"name": LATE, "way": "sit_out"}, seats(session)
    sent(client, address, hidden(client, address, **asked), **asked)
    assert seats(session) != before
    client.post(desk(session, "act_undo", UndoStep.objects.latest("pk").pk))
    assert seats(session) == before


def seated_in(session: Session, number: int) -> list[int]:
    here = SeatHolder.objects.filter(
        seating__round__section__session=session, seating__round__number=number
    )
    return list(here.values_list("contestant__number", flat=True))


def seats(session: Session) -> set[tuple[int, str, int]]:
    here = SeatHolder.objects.filter(seating__round__section__session=session)
    return set(here.values_list("seating", "seat", "contestant__number"))
