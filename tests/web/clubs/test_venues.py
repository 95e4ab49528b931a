"""A session at two venues: each director sees and changes only their own sections."""

import random
import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.scenes.divided_session import (
    create_venue_staff,
    dealt_at_venues,
    play_rounds_of_section,
    section_of,
    table_of,
)
from tests.scenes.evening import enter, enter_round
from tests.web.signed_in import OTHER_RESULT, RESULT, desk_url, signed_in
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
    """A session at two venues, with every section in its first round."""
    session, director, staff = dealt_at_venues()
    start_session(session.pk, director)
    session.refresh_from_db()
    return session, director, staff


def page_text(client: Client, url: str) -> str:
    response = client.get(url)
    assert response.status_code == 200, url
    return " ".join(response.content.decode().split())


def play_at(table: Table) -> Play:
    plays = Play.objects.filter(seating=current_seating(table)).select_related(
        "seating__table", "board"
    )
    return plays.earliest("board__number")


def test_venue_director_sees_only_the_tables_of_their_venue(client: Client, venues: Venues) -> None:
    session, director, staff = venues
    for actor, visible_labels, hidden_label in (
        (staff["Bar Nou"], ("A1", "B3"), "Vic 1"),
        (staff[VIC], ("Vic 1", "Vic 3"), "A1"),
    ):
        page = page_text(signed_in(client, actor), desk_url(session))
        assert all(f'scope="row">{label}<' in page for label in visible_labels)
        assert f'scope="row">{hidden_label}<' not in page
        assert "end round 1" in page
        assert "Finish the evening" not in page
        assert "Publish" not in page
        assert session.stage.event.name in page_text(client, reverse("desk"))
    page = page_text(signed_in(client, director), desk_url(session))
    assert all(f'scope="row">{label}<' in page for label in ("A1", "B3", "Vic 1"))


def test_venue_director_cannot_act_on_another_venue(client: Client, venues: Venues) -> None:
    session, _director, staff = venues
    table = table_of(session, "A", 1)
    play, round_ = play_at(table), round_of_section(section_of(session, "A"))
    assert round_
    call_director(table, "card", "", Actor.of_table(table.pk, "phone", ""), "call")
    call = Call.objects.get()
    signed_in(client, staff[VIC])
    requests = {
        desk_url(session, "desk_play", play.pk): {},
        desk_url(session, "desk_enter", play.pk): RESULT,
        desk_url(session, "round_end", round_.pk): {},
        desk_url(session, "table_code_revoke", table.pk): {},
        desk_url(session, "answer_call", call.pk): {},
        desk_url(session, "close_call", call.pk): {},
        desk_url(session, "section_start", round_.section_id): {},
        desk_url(session, "typing_check"): RESULT | {"play": str(play.pk)},
    }
    audit_count = AuditEntry.objects.count()
    for url, data in requests.items():
        assert client.post(url, data).status_code == 404, url
    assert client.get(desk_url(session, "desk_play", play.pk)).status_code == 404
    assert ">A1<" not in page_text(client, desk_url(session, "desk_calls"))
    typed = page_text(client, desk_url(session, "typing") + "?round=1&table=A1")
    assert "There is no slip of table A1 in round" in typed
    assert AuditEntry.objects.count() == audit_count


def test_venue_director_prints_only_their_own_tables(client: Client, venues: Venues) -> None:
    session, _director, staff = venues
    signed_in(client, staff[VIC])
    for url_name in ("table_sheets", "score_slips", "movement_cards"):
        printed = page_text(client, desk_url(session, url_name))
        assert "Vic 1" in printed, url_name
        assert ("Biblioteca de Vic" in printed) == (url_name == "table_sheets"), url_name
        assert not re.search(r"\bA1\b", re.sub(r"<svg.*?</svg>|<head.*?</head>", "", printed)), (
            url_name
        )
    assert client.get(desk_url(session, "printed_results")).status_code == 404
    hand_slips = page_text(client, desk_url(session, "hand_slips"))
    people = reverse("people", args=[session.stage.event.club.slug])
    assert ("Ask a director of the club to say" in hand_slips, people in hand_slips) == (
        True,
        False,
    )
    assert "Results" not in page_text(client, desk_url(session, "paper"))


def test_venue_prints_only_hands_of_boards_it_plays(client: Client, venues: Venues) -> None:
    session, _director, staff = venues
    signed_in(client, staff[VIC])
    own_boards = set(
        Play.objects.filter(seating__round__section__name="Vic").values_list(
            "board__number", flat=True
        )
    )
    other_boards = set(session.boards.values_list("number", flat=True)) - own_boards
    assert other_boards
    response = client.post(desk_url(session, "hand_slips"), {"boards": str(min(other_boards))})
    assert response.status_code == 422
    assert client.post(desk_url(session, "hand_slips"), {"boards": ""}).status_code == 200
    assert (
        set(AuditEntry.objects.filter(verb=AuditAction.PRINT_SLIPS).get().data["boards"])
        == own_boards
    )


def test_venue_director_decides_own_results_only(client: Client, venues: Venues) -> None:
    session, _director, staff = venues
    other_play, own_play = play_at(table_of(session, "A", 1)), play_at(table_of(session, "Vic", 2))
    for play in (other_play, own_play):
        enter(play, RESULT, ("ns",))
        enter(play, OTHER_RESULT, ("ew",))
    page = page_text(signed_in(client, staff[VIC]), desk_url(session))
    assert f'id="waits-{own_play.pk}"' in page
    assert f'id="waits-{other_play.pk}"' not in page
    own_play.refresh_from_db()
    form_data = RESULT | {
        "kind": "correction",
        "reason": "the slip",
        "replaces": own_play.revision,
        "key": "requestkey",
    }
    assert client.post(desk_url(session, "desk_play", own_play.pk), form_data).status_code == 302
    own_play.refresh_from_db()
    assert own_play.state == Play.State.CONFIRMED


def test_late_results_are_accepted_for_the_own_venue_only(client: Client, venues: Venues) -> None:
    session, _director, staff = venues
    plays = [play_at(table_of(session, name, 1)) for name in ("A", "Vic")]
    for name, actor in (("A", staff["Bar Nou"]), ("Vic", staff[VIC])):
        round_ = round_of_section(section_of(session, name))
        assert round_
        assert (
            signed_in(client, actor).post(desk_url(session, "round_end", round_.pk)).status_code
            == 302
        )
    for play in plays:
        enter(play, RESULT)
    client.post(
        desk_url(session, "accept_late_results"), {"reason": "the router died", "key": "late"}
    )
    states = [Play.objects.get(pk=play.pk).state for play in plays]
    assert states == ["due", "confirmed"]


def test_venue_scorer_enters_results_of_their_venue(client: Client, venues: Venues) -> None:
    session, _director, _staff = venues
    scorer = create_venue_staff(
        session.stage.event.club, VIC, Membership.Role.VENUE_SCORER, "helper"
    )
    signed_in(client, scorer)
    play = play_at(table_of(session, "Vic", 1))
    assert (
        client.post(
            desk_url(session, "desk_enter", play.pk), RESULT | {"key": "requestkey"}
        ).status_code
        == 302
    )
    assert client.post(desk_url(session, "desk_play", play.pk), {"kind": "void"}).status_code == 404
    page = page_text(client, desk_url(session))
    assert "end round 1" not in page
    assert "Table codes" not in page


def test_sections_start_independently(client: Client) -> None:
    session, director, staff = dealt_at_venues()
    signed_in(client, staff[VIC])
    assert "Vic: start round 1" in page_text(client, desk_url(session))
    vic = section_of(session, "Vic")
    assert client.post(desk_url(session, "section_start", vic.pk)).status_code == 302
    session.refresh_from_db()
    assert session.state == Session.State.RUNNING
    assert [round_ and round_.number for round_ in map(_round_of_section, ("A", "B", "Vic"))] == [
        None,
        None,
        1,
    ]
    assert "Finish the evening<" not in page_text(signed_in(client, director), desk_url(session))
    signed_in(client, staff[VIC])
    page = client.post(desk_url(session, "section_start", vic.pk), follow=True).content.decode()
    assert "This cannot be done now" in page
    start_section(section_of(session, "A"), director)
    start_session(session.pk, director)
    assert [round_ and round_.number for round_ in map(_round_of_section, ("A", "B", "Vic"))] == [
        1,
        1,
        1,
    ]


def _round_of_section(name: str) -> object:
    return round_of_section(Section.objects.get(name=name))


def test_phone_says_that_its_section_has_not_started(client: Client) -> None:
    session, director, _staff = dealt_at_venues()
    start_section(section_of(session, "Vic"), director)
    page = page_text(client, reverse("table", args=[code_of(table_of(session, "A", 1))]))
    assert "The director starts round 1." in page


def test_boards_stay_sealed_until_every_venue_has_played_them(venues: Venues) -> None:
    session, _director, _staff = venues
    round_ = round_of_section(section_of(session, "Vic"))
    assert round_
    enter_round(round_, random.Random(1))
    played = set(Play.objects.filter(seating__round=round_).values_list("board__number", flat=True))
    assert played <= sealed_board_numbers(session)


def test_desk_lists_many_sections_and_shows_one_on_request(
    client: Client, venues: Venues, monkeypatch: pytest.MonkeyPatch
) -> None:
    session, director, _staff = venues
    monkeypatch.setattr("tournaments.queries.desk.desk_state.MAX_SECTIONS_SHOWN", 2)
    play = play_at(table_of(session, "B", 1))
    enter(play, RESULT, ("ns",))
    enter(play, OTHER_RESULT, ("ew",))
    page = page_text(signed_in(client, director), desk_url(session))
    lines = re.findall(
        r'<a class="touch" id="section-\d" href="[^"]*\?section=(\d)">(\w+)</a>', page
    )
    assert lines == [("1", "A"), ("2", "B"), ("3", "Vic")]
    assert VIC in page
    assert 'scope="row">A1<' not in page
    assert "Finish the evening<" not in page
    assert f'id="waits-{play.pk}"' in page, "what waits is of all sections"
    rounds = [round_of_section(section_of(session, name)) for name in ("A", "B", "Vic")]
    assert [round_ and round_.number for round_ in rounds] == [1, 1, 1]
    page = client.post(desk_url(session, "round_end_everywhere", 1), follow=True).content.decode()
    assert "Round 1 has ended in every section" in page
    second_page = client.post(
        desk_url(session, "round_end_everywhere", 1), follow=True
    ).content.decode()
    assert "may already have ended" in second_page
    page = page_text(client, desk_url(session))
    assert page.count("End round 2 in 3 sections") > 0
    page_of_b = page_text(client, desk_url(session) + "?section=2")
    assert 'scope="row">B1<' in page_of_b
    assert 'scope="row">A1<' not in page_of_b
    assert "B: end round 2" in page_of_b
    for current in (page, page_of_b):
        match = re.search(r'id="room"[^>]* hx-get="([^"]+)"', current)
        assert match
        assert client.get(match[1].replace("&amp;", "&")).status_code == 204


def test_standings_can_be_filtered_by_venue(client: Client, venues: Venues) -> None:
    session, director, _staff = venues
    for name in ("A", "B", "Vic"):
        play_rounds_of_section(session, name, 1, director)
    catch_up()
    event = session.stage.event
    page = reverse("standings", args=[event.club.slug, event.slug])
    all_rows = page_text(client, page)
    options = re.findall(r"<option[^>]*>([^<]+)<", all_rows)
    assert options[-4:] == ["A", "B", "Vic", "Bar Nou"]
    rows_at_bar = page_text(client, f"{page}?section=Bar+Nou")
    assert ">Anna 12<" in rows_at_bar
    assert ">Anna 17<" not in rows_at_bar
    assert ">Anna 17<" in all_rows
