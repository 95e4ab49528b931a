"""A session at two venues: each director sees and touches his own sections, and nothing of the
others'."""

import random
import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.scenes.divided import at_venues, play_in, section_of, staff_at, table_of
from tests.scenes.evening import enter, enter_round
from tests.web.signed_in import OTHER, RESULT, desk, signed_in
from tournaments.actions.calls.calls import call_director
from tournaments.actions.rounds.sessions import start_section, start_session
from tournaments.models import (
    AuditAction,
    AuditEntry,
    Call,
    Membership,
    Play,
    Section,
    Session,
    Table,
)
from tournaments.permissions.actor import Actor
from tournaments.permissions.visibility.sealed_boards import sealed_board_numbers
from tournaments.queries.phone.table_codes import code_of
from tournaments.queries.rounds.seating import current_seating, round_of_section
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db

Venues = tuple[Session, Actor, dict[str, Actor]]
VIC = "Biblioteca de Vic"


@pytest.fixture
def venues() -> Venues:
    """Every section in its first round."""
    session, director, staff = at_venues()
    start_session(session.pk, director)
    session.refresh_from_db()
    return session, director, staff


def content(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, address
    return " ".join(answer.content.decode().split())


def play_at(table: Table) -> Play:
    plays = Play.objects.filter(seating=current_seating(table)).select_related(
        "seating__table", "board"
    )
    return plays.earliest("board__number")


def test_each_director_sees_his_own_rooms(client: Client, venues: Venues) -> None:
    session, director, staff = venues
    for actor, seen, unseen in (
        (staff["Bar Nou"], ("A1", "B3"), "Vic 1"),
        (staff[VIC], ("Vic 1", "Vic 3"), "A1"),
    ):
        page = content(signed_in(client, actor), desk(session))
        assert all(f'scope="row">{label}<' in page for label in seen)
        assert f'scope="row">{unseen}<' not in page
        assert "end round 1" in page
        assert "Finish the evening" not in page
        assert "Publish" not in page
        assert session.stage.event.name in content(client, reverse("desk"))
    page = content(signed_in(client, director), desk(session))
    assert all(f'scope="row">{label}<' in page for label in ("A1", "B3", "Vic 1"))


def test_what_is_asked_for_elsewhere_does_not_exist(client: Client, venues: Venues) -> None:
    session, _director, staff = venues
    table = table_of(session, "A", 1)
    play, round_ = play_at(table), round_of_section(section_of(session, "A"))
    assert round_
    call_director(table, "card", "", Actor.of_table(table.pk, "phone", ""), "call")
    call = Call.objects.get()
    signed_in(client, staff[VIC])
    asked = {
        desk(session, "desk_play", play.pk): {},
        desk(session, "desk_enter", play.pk): RESULT,
        desk(session, "round_end", round_.pk): {},
        desk(session, "table_revoke", table.pk): {},
        desk(session, "call_coming", call.pk): {},
        desk(session, "call_done", call.pk): {},
        desk(session, "section_start", round_.section_id): {},
        desk(session, "typing_check"): RESULT | {"play": str(play.pk)},
    }
    before = AuditEntry.objects.count()
    for address, sent in asked.items():
        assert client.post(address, sent).status_code == 404, address
    assert client.get(desk(session, "desk_play", play.pk)).status_code == 404
    assert ">A1<" not in content(client, desk(session, "desk_calls"))
    typed = content(client, desk(session, "typing") + "?round=1&table=A1")
    assert "There is no slip of table A1 in round" in typed
    assert AuditEntry.objects.count() == before


def test_what_is_printed_is_that_of_his_own_tables(client: Client, venues: Venues) -> None:
    session, _director, staff = venues
    signed_in(client, staff[VIC])
    for page in ("table_sheets", "score_slips", "movement_cards"):
        printed = content(client, desk(session, page))
        assert "Vic 1" in printed, page
        assert ("Biblioteca de Vic" in printed) == (page == "table_sheets"), page
        assert not re.search(r"\bA1\b", re.sub(r"<svg.*?</svg>|<head.*?</head>", "", printed)), page
    assert client.get(desk(session, "printed_results")).status_code == 404
    offered = content(client, desk(session, "hand_slips"))
    people = reverse("people", args=[session.stage.event.club.slug])
    assert ("Ask a director of the club to say" in offered, people in offered) == (True, False)
    assert "Results" not in content(client, desk(session, "paper"))


def test_the_hands_that_a_venue_prints_are_of_the_boards_it_plays(
    client: Client, venues: Venues
) -> None:
    session, _director, staff = venues
    signed_in(client, staff[VIC])
    his = set(
        Play.objects.filter(seating__round__section__name="Vic").values_list(
            "board__number", flat=True
        )
    )
    others = set(session.boards.values_list("number", flat=True)) - his
    assert others
    answer = client.post(desk(session, "hand_slips"), {"boards": str(min(others))})
    assert answer.status_code == 422
    assert client.post(desk(session, "hand_slips"), {"boards": ""}).status_code == 200
    assert set(AuditEntry.objects.filter(verb=AuditAction.PRINT_SLIPS).get().data["boards"]) == his


def test_a_venue_decides_about_its_own_results(client: Client, venues: Venues) -> None:
    session, _director, staff = venues
    theirs, his = play_at(table_of(session, "A", 1)), play_at(table_of(session, "Vic", 2))
    for play in (theirs, his):
        enter(play, RESULT, ("ns",))
        enter(play, OTHER, ("ew",))
    page = content(signed_in(client, staff[VIC]), desk(session))
    assert f'id="waits-{his.pk}"' in page
    assert f'id="waits-{theirs.pk}"' not in page
    his.refresh_from_db()
    sent = RESULT | {
        "kind": "correction",
        "reason": "the slip",
        "replaces": his.revision,
        "key": "k",
    }
    assert client.post(desk(session, "desk_play", his.pk), sent).status_code == 302
    his.refresh_from_db()
    assert his.state == Play.State.CONFIRMED


def test_late_results_of_another_venue_are_left_to_its_director(
    client: Client, venues: Venues
) -> None:
    session, _director, staff = venues
    plays = [play_at(table_of(session, name, 1)) for name in ("A", "Vic")]
    for name, actor in (("A", staff["Bar Nou"]), ("Vic", staff[VIC])):
        round_ = round_of_section(section_of(session, name))
        assert round_
        assert (
            signed_in(client, actor).post(desk(session, "round_end", round_.pk)).status_code == 302
        )
    for play in plays:
        enter(play, RESULT)
    client.post(desk(session, "late_accept"), {"reason": "the router died", "key": "late"})
    states = [Play.objects.get(pk=play.pk).state for play in plays]
    assert states == ["due", "confirmed"]


def test_a_scorer_at_a_venue_types_its_slips(client: Client, venues: Venues) -> None:
    session, _director, _staff = venues
    scorer = staff_at(session.stage.event.club, VIC, Membership.Role.VENUE_SCORER, "helper")
    signed_in(client, scorer)
    play = play_at(table_of(session, "Vic", 1))
    assert (
        client.post(desk(session, "desk_enter", play.pk), RESULT | {"key": "k"}).status_code == 302
    )
    assert client.post(desk(session, "desk_play", play.pk), {"kind": "void"}).status_code == 404
    page = content(client, desk(session))
    assert "end round 1" not in page
    assert "Table codes" not in page


def test_a_section_starts_by_itself_and_the_others_later(client: Client) -> None:
    session, director, staff = at_venues()
    signed_in(client, staff[VIC])
    assert "Vic: start round 1" in content(client, desk(session))
    vic = section_of(session, "Vic")
    assert client.post(desk(session, "section_start", vic.pk)).status_code == 302
    session.refresh_from_db()
    assert session.state == Session.State.RUNNING
    assert [each and each.number for each in map(_round, ("A", "B", "Vic"))] == [None, None, 1]
    assert "Finish the evening<" not in content(signed_in(client, director), desk(session))
    signed_in(client, staff[VIC])
    again = client.post(desk(session, "section_start", vic.pk), follow=True).content.decode()
    assert "This cannot be done now" in again
    start_section(section_of(session, "A"), director)
    start_session(session.pk, director)
    assert [each and each.number for each in map(_round, ("A", "B", "Vic"))] == [1, 1, 1]


def _round(name: str) -> object:
    return round_of_section(Section.objects.get(name=name))


def test_a_phone_of_a_section_that_waits_says_so(client: Client) -> None:
    session, director, _staff = at_venues()
    start_section(section_of(session, "Vic"), director)
    page = content(client, reverse("table", args=[code_of(table_of(session, "A", 1))]))
    assert "The director starts round 1." in page


def test_boards_stay_sealed_until_the_last_venue_has_played_them(venues: Venues) -> None:
    session, _director, _staff = venues
    round_ = round_of_section(section_of(session, "Vic"))
    assert round_
    enter_round(round_, random.Random(1))
    played = set(Play.objects.filter(seating__round=round_).values_list("board__number", flat=True))
    assert played <= sealed_board_numbers(session)


def test_of_many_sections_the_desk_has_a_line_each_and_a_room_for_who_asks(
    client: Client, venues: Venues, monkeypatch: pytest.MonkeyPatch
) -> None:
    session, director, _staff = venues
    monkeypatch.setattr("tournaments.queries.desk.control_room.MOST_ROOMS", 2)
    play = play_at(table_of(session, "B", 1))
    enter(play, RESULT, ("ns",))
    enter(play, OTHER, ("ew",))
    page = content(signed_in(client, director), desk(session))
    lines = re.findall(
        r'<a class="touch" id="section-\d" href="[^"]*\?section=(\d)">(\w+)</a>', page
    )
    assert lines == [("1", "A"), ("2", "B"), ("3", "Vic")]
    assert VIC in page
    assert 'scope="row">A1<' not in page
    assert "Finish the evening<" not in page
    assert f'id="waits-{play.pk}"' in page, "what waits is of all sections"
    rounds = [round_of_section(section_of(session, name)) for name in ("A", "B", "Vic")]
    assert [each and each.number for each in rounds] == [1, 1, 1]
    answer = client.post(desk(session, "round_end_everywhere", 1), follow=True).content.decode()
    assert "Round 1 has ended in every section" in answer
    again = client.post(desk(session, "round_end_everywhere", 1), follow=True).content.decode()
    assert "may already have ended" in again
    page = content(client, desk(session))
    assert page.count("End round 2 in 3 sections") > 0
    of_b = content(client, desk(session) + "?section=2")
    assert 'scope="row">B1<' in of_b
    assert 'scope="row">A1<' not in of_b
    assert "B: end round 2" in of_b
    for shown in (page, of_b):
        found = re.search(r'id="room"[^>]* hx-get="([^"]+)"', shown)
        assert found
        assert client.get(found[1].replace("&amp;", "&")).status_code == 204


def test_who_plays_at_a_venue_can_be_looked_at_alone(client: Client, venues: Venues) -> None:
    session, director, _staff = venues
    for name in ("A", "B", "Vic"):
        play_in(session, name, 1, director)
    catch_up()
    event = session.stage.event
    page = reverse("standings", args=[event.club.slug, event.slug])
    whole = content(client, page)
    offered = re.findall(r"<option[^>]*>([^<]+)<", whole)
    assert offered[-4:] == ["A", "B", "Vic", "Bar Nou"]
    at_bar = content(client, f"{page}?section=Bar+Nou")
    assert ">Anna 12 –<" in at_bar
    assert ">Anna 17 –<" not in at_bar
    assert ">Anna 17 –<" in whole
