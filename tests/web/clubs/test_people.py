"""The pages of a club's players, and suggestions while pairs are typed."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.scenes import evening
from tests.web.signed_in import signed_in
from tournaments.actions.events.create import EventPlan, create_event
from tournaments.actions.events.publish import publish_event
from tournaments.models import Club, Player, Snapshot
from tournaments.permissions.actor import Actor
from tournaments.queries.standings.snapshot_format import StoredStandings
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(client: Client) -> Club:
    """A club in which Anna was entered twice, with its director signed in."""
    club, director = evening.club_with_director()
    create_event(club, EventPlan("First"), ["Anna Puig – Berta Roca", "Carles – Dídac"], director)
    create_event(club, EventPlan("Second"), ["Anna P. – Carles", "Berta Roca – Dídac"], director)
    signed_in(client, director)
    return club


def director_of(club: Club) -> Actor:
    return Actor.of_user(club.memberships.get().user_id)


def player(name: str) -> Player:
    return Player.objects.get(name=name)


def player_url(club: Club, url_name: str, name: str) -> str:
    return reverse(url_name, args=[club.slug, player(name).pk])


def test_players_are_listed_with_partners_and_a_page_each(client: Client, club: Club) -> None:
    page = client.get(reverse("people", args=[club.slug])).content.decode()
    assert "with Dídac and 1 more" in page
    person_page = client.get(player_url(club, "person", "Anna Puig"))
    assert "First" in person_page.content.decode()
    assert "Second" not in person_page.content.decode()


def test_players_are_found_by_a_part_of_their_name_without_accents(
    client: Client, club: Club
) -> None:
    url = reverse("people", args=[club.slug])
    results_page = client.get(url, {"q": "DIDAC"}).content.decode()
    assert player_url(club, "person", "Dídac") in results_page
    assert player_url(club, "person", "Anna Puig") not in results_page
    page_without_match = client.get(url, {"q": "Zacaries"}).content.decode()
    assert "Nobody here has “Zacaries” in their name." in page_without_match


def test_club_without_players_has_a_hint(client: Client) -> None:
    club, director = evening.club_with_director()
    page = signed_in(client, director).get(reverse("people", args=[club.slug])).content.decode()
    assert "Nobody yet" in page


def test_merge_page_shows_the_events_of_both_players(client: Client, club: Club) -> None:
    url, form_data = player_url(club, "person_merge", "Anna Puig"), {"other": player("Anna P.").pk}
    page = client.get(url, form_data).content.decode()
    assert "First" in page
    assert "Second" in page
    assert Player.objects.count() == 5
    assert (
        "Anna Puig is now one player." in client.post(url, form_data, follow=True).content.decode()
    )
    assert Player.objects.count() == 4


def test_merge_is_undone_unless_the_name_is_taken(client: Client, club: Club) -> None:
    client.post(player_url(club, "person_merge", "Anna Puig"), {"other": player("Anna P.").pk})
    page = client.get(player_url(club, "person", "Anna Puig")).content.decode()
    assert "Later events stay with Anna Puig" in page
    undo = re.search(r'action="([^"]*/undo/)"', page)
    assert undo
    create_event(
        club, EventPlan("Third"), ["Anna P. – Emma", "Berta Roca – Dídac"], director_of(club)
    )
    refused = client.post(undo[1])
    assert refused.status_code == 422
    assert "There is another Anna P. now" in refused.content.decode()
    Player.objects.filter(name="Anna P.").update(name="Anna Pou")
    page = client.post(undo[1], follow=True).content.decode()
    assert "Anna P. is a separate player again." in page
    assert "Merged players" not in page
    assert player("Anna P.").contestants.count() == 1
    assert client.post(undo[1]).status_code == 404


def test_refused_merge_shows_the_reason(client: Client, club: Club) -> None:
    url, form_data = player_url(club, "person_merge", "Anna Puig"), {"other": player("Carles").pk}
    assert "Yes, " not in client.get(url, form_data).content.decode()
    response = client.post(url, form_data)
    assert response.status_code == 422
    assert "both played in First" in response.content.decode()
    assert Player.objects.count() == 5


@pytest.mark.parametrize("other", ["", "x", "0", "9" * 30])
def test_merge_with_an_unknown_player_is_not_found(client: Client, club: Club, other: str) -> None:
    assert (
        client.get(player_url(club, "person_merge", "Carles"), {"other": other}).status_code == 404
    )


def test_name_is_stored_or_refused_with_what_was_typed(client: Client, club: Club) -> None:
    url = player_url(club, "person_rename", "Carles")
    refused = client.post(url, {"name": "Dídac"})
    assert refused.status_code == 422
    assert 'value="Dídac"' in refused.content.decode()
    client.post(url, {"name": "Carles Font"})
    assert player("Carles Font").contestants.count() == 2


def test_member_is_linked_and_unlinked(client: Client, club: Club) -> None:
    user = club.memberships.get().user_id
    url = player_url(club, "person_member", "Carles")
    client.post(url, {"member": user})
    assert player("Carles").user_id == user
    assert (
        client.post(player_url(club, "person_member", "Dídac"), {"member": user}).status_code == 422
    )
    client.post(url, {"member": ""})
    assert player("Carles").user_id is None


def test_players_of_another_club_are_not_found(client: Client, club: Club) -> None:
    urls = [player_url(club, page, "Carles") for page in ("person", "person_merge")]
    _other, stranger = evening.club_with_director("Another")
    signed_in(client, stranger)
    for url in (reverse("people", args=[club.slug]), *urls):
        assert client.get(url).status_code == 404
    assert (
        client.post(player_url(club, "person_rename", "Carles"), {"name": "X"}).status_code == 404
    )
    typed = {"club": club.pk, "contestants": "anna"}
    assert client.post("/desk/new/_suggestions", typed).status_code == 404


def test_typed_letters_suggest_lines(client: Client, club: Club) -> None:
    typed = {"club": club.pk, "contestants": "Emma - Fina\nroc"}
    fragment = client.post("/desk/new/_suggestions", typed).content.decode()
    assert 'data-line="Anna Puig – Berta Roca"' in fragment
    assert 'data-line="Berta Roca – "' in fragment
    assert client.post("/desk/new/_suggestions", {"club": "x"}).status_code == 404


def test_player_page_shows_ranks_in_published_events(client: Client) -> None:
    session, director = evening.started(4, movement="howell", round_count=3, boards_per_round=1)
    evening.play_out(session, director)
    catch_up()
    signed_in(client, director)
    event = session.stage.event
    anna = Player.objects.get(name="Anna 1")
    url = reverse("person", args=[event.club.slug, anna.pk])
    assert "finished" in client.get(url).content.decode()
    publish_event(event.pk, director)
    catch_up()
    page = client.get(url)
    (played,) = page.context["played"]
    row = next(
        row
        for ranking in StoredStandings.from_json(
            Snapshot.objects.filter(audience="public").latest().standings
        ).rankings
        for row in ranking.rows
        if row.number == played.contestant.number
    )
    assert (played.result.rank, played.result.figure) == (row.rank, row.total)
    assert played.partners == ("Berta 1",)
    assert "finished" not in page.content.decode()
