"""Names from forms, files and uploads: normalized, matched without accents, and sorted."""

import html

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from games.problems import ValidationFailed
from tests.scenes import evening, matches
from tests.scenes.divided_session import play_rounds_of_section
from tests.scenes.offline_section import started_with_offline_section
from tests.scenes.result_uploads import players_in_north, substitute_north, upload_results
from tests.web.events.forms import new_event_form
from tests.web.signed_in import desk_url, signed_in
from tournaments.actions.event_file.importing import import_event
from tournaments.actions.people.players import rename_player
from tournaments.models import Contestant, Event, Player, SeatHolder, Session
from tournaments.permissions.actor import SYSTEM, Actor
from tournaments.queries.events.event_file import event_file
from tournaments.queries.paper.seat_lists import read_seat_lists
from tournaments.queries.people.players import club_player_names
from tournaments.queries.rounds.draws import last_round, read_drawn_round

pytestmark = pytest.mark.django_db

AS_TYPED = "Nu\u0301ria\u200b \u00a0Ca\u00admps\u202e"
CLEAN = "Núria Camps"

DUPLICATES_HEADING, BOTH_NAMES = "Entered twice?", "Núria Camps · Nuria Camps"


def line_number_mark(number: int) -> str:
    """Return how a page marks the number of a line with a problem."""
    return f'<li value="{number}">'


@pytest.fixture
def session_and_actor() -> tuple[Session, Actor]:
    """Create a session that is not dealt, with its director."""
    return evening.created(4, movement="howell", round_count=3, boards_per_round=1)


@pytest.fixture
def director_client(client: Client, session_and_actor: tuple[Session, Actor]) -> Client:
    return signed_in(client, session_and_actor[1])


def add_contestants_by_page(
    director_client: Client, session: Session, typed: str, **fields: str
) -> tuple[int, str]:
    response = director_client.post(
        desk_url(session, "event_contestants"), {"contestants": typed, **fields}
    )
    return response.status_code, html.unescape(response.content.decode())


def test_name_with_invisible_marks_is_the_known_player(
    director_client: Client, session_and_actor: tuple[Session, Actor]
) -> None:
    session, _actor = session_and_actor
    Player.objects.create(club=session.stage.event.club, name=CLEAN)
    assert add_contestants_by_page(director_client, session, f"{AS_TYPED} - Zoe Mas")[0] == 302
    assert Player.objects.filter(name__startswith="N").count() == 1


def test_similar_name_is_asked_about_and_replaced_on_request(
    director_client: Client, session_and_actor: tuple[Session, Actor]
) -> None:
    session, _actor = session_and_actor
    Player.objects.create(club=session.stage.event.club, name=CLEAN)
    typed = "\n\nZoe Mas - NURIA CAMPS\nOna Pi - ?"
    status, page = add_contestants_by_page(director_client, session, typed)
    assert status == 422
    assert line_number_mark(4) in page
    assert "Ona Pi has no partner yet" in page
    assert typed.strip() in page
    assert session.stage.event.contestants.count() == 4
    status, page = add_contestants_by_page(director_client, session, "\n\nZoe Mas - NURIA CAMPS")
    assert (status, line_number_mark(3) in page) == (422, True)
    assert "Line 3: the club knows Núria Camps." in page
    assert 'name="respell"' in page
    assert (
        add_contestants_by_page(
            director_client, session, "\n\nZoe Mas - NURIA CAMPS", respell="yes"
        )[0]
        == 302
    )
    assert Contestant.objects.get(number=5).name == "Zoe Mas – Núria Camps"
    assert not Player.objects.filter(name="NURIA CAMPS").exists()


def test_new_event_asks_about_similar_names(client: Client) -> None:
    club, actor = evening.club_with_director()
    signed_in(client, actor)
    Player.objects.create(club=club, name="Àngela Puig")
    rows = [f"Anna {number}\tBerta {number}\tVic" for number in range(5)]
    lines = ["Player 1\tPlayer 2\tClub", *rows, "", "Angela Puig\tZoe\t"]
    response = client.post("/desk/new/", new_event_form(contestants="\n".join(lines)))
    page = html.unescape(response.content.decode())
    assert response.status_code == 422
    assert "Line 8: the club knows Àngela Puig." in page
    assert line_number_mark(8) in page
    response = client.post(
        "/desk/new/", new_event_form(contestants="\n".join(lines), respell="yes")
    )
    assert response.status_code == 302
    assert Event.objects.get().contestants.count() == 6
    assert Contestant.objects.get(number=6).name == "Àngela Puig – Zoe"


def test_substitute_with_a_similar_name_is_asked_about() -> None:
    _home_session, _director, bar_session, bar_director = started_with_offline_section()
    Player.objects.create(club=bar_session.stage.event.club, name=CLEAN)
    with pytest.raises(ValidationFailed) as refused:
        substitute_north(bar_session, bar_director, "nuria camps")
    assert [problem.code for problem in refused.value.problems] == ["near_twin"]
    substitute_north(bar_session, bar_director, AS_TYPED)
    assert SeatHolder.objects.filter(player__name=CLEAN).exists()


def test_names_of_a_result_upload_are_normalized() -> None:
    home_session, director_client, bar_session, bar_director = started_with_offline_section()
    substitute_north(bar_session, bar_director, CLEAN)
    Player.objects.filter(name=CLEAN).update(name=AS_TYPED)
    player = Player.objects.create(club=home_session.stage.event.club, name=CLEAN)
    play_rounds_of_section(bar_session, "Vic", 1, bar_director)
    upload_results(home_session, director_client, bar_session)
    assert players_in_north(home_session)[-1][1] == CLEAN
    assert (
        Player.objects.filter(club=home_session.stage.event.club, name__startswith="N").get()
        == player
    )


def test_names_of_an_event_file_are_normalized(
    session_and_actor: tuple[Session, Actor],
) -> None:
    session, _actor = session_and_actor
    file = event_file(session.stage.event)
    file["event"]["slug"] = "again"
    file["players"][0]["name"] = AS_TYPED
    file["contestants"][0]["name"] = f"{AS_TYPED} – Berta 1"
    file["event"]["name"] = "Lli\u202ega"
    event = import_event(file, SYSTEM)
    assert (event.name, event.contestants.get(number=1).name) == ("Lliga", f"{CLEAN} – Berta 1")
    file["event"]["slug"], file["players"][0]["name"] = "third", "\u200b"
    with pytest.raises(ValidationFailed) as refused:
        import_event(file, SYSTEM)
    assert [problem.field for problem in refused.value.problems] == ["players[0].name"]


def test_renamed_player_has_a_normalized_and_unique_name(
    session_and_actor: tuple[Session, Actor],
) -> None:
    _session, actor = session_and_actor
    player = Player.objects.get(name="Anna 1")
    rename_player(player, AS_TYPED, actor)
    assert player.name == CLEAN
    rename_player(player, "Nuria Camps", actor)
    rename_player(player, "Camps, Núria", actor)
    assert player.name == CLEAN
    for typed, code in (("ANNA 2", "name_taken"), ("?", "no_name"), ("\u200b", "no_name")):
        with pytest.raises(ValidationFailed) as refused:
            rename_player(player, typed, actor)
        assert [problem.code for problem in refused.value.problems] == [code]


def test_possible_duplicates_are_listed_above_the_players(
    director_client: Client, session_and_actor: tuple[Session, Actor]
) -> None:
    club = session_and_actor[0].stage.event.club
    url = reverse("people", args=[club.slug])
    assert DUPLICATES_HEADING not in director_client.get(url).content.decode()
    for name in (CLEAN, "Nuria Camps"):
        Player.objects.create(club=club, name=name)
    page = html.unescape(director_client.get(url).content.decode())
    assert DUPLICATES_HEADING in page
    assert BOTH_NAMES in page or " · ".join(reversed(BOTH_NAMES.split(" · "))) in page


def test_lists_of_people_are_sorted_by_collation() -> None:
    session, actor = matches.started_matches(4)
    expected = ["Àngela 1", "Érica 2", "Eva 3", "Òscar 4"]
    for number, name in zip((3, 1, 4, 2), expected, strict=True):
        rename_player(Player.objects.get(name=f"Anna {number}"), name, actor)
    names = [name for name in club_player_names(session.stage.event.club) if name in expected]
    assert names == expected
    drawn_round = last_round(session)
    assert drawn_round
    names_on_poster = [
        seat.contestant.name.split(" – ")[0] for seat in read_drawn_round(drawn_round).seats
    ]
    assert names_on_poster == expected
    names_on_seat_list = [
        line.name for line in read_seat_lists(session, session.sections.all()).lines
    ]
    assert [name for name in names_on_seat_list if name in expected] == expected


def test_sort_order_depends_on_the_language() -> None:
    club, _actor = evening.club_with_director()
    for name in ("Nuzi", "Ñoño", "Noa"):
        Player.objects.create(club=club, name=name)
    for language, expected in (("es", ["Noa", "Nuzi", "Ñoño"]), ("ca", ["Noa", "Ñoño", "Nuzi"])):
        with translation.override(language):
            assert club_player_names(club) == expected
