"""Renaming a player: pages, printed sheets, standings, files and caches follow."""

import json
import re
import time
from collections.abc import Callable
from urllib.parse import quote

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse
from django.utils.html import strip_tags

from tests.scenes import evening, matches
from tests.scenes.latest_standings import latest_standings
from tests.web.every_url import filled_urls
from tests.web.signed_in import desk_url, signed_in
from tournaments.access import page_cache as page_cache
from tournaments.access.cached_responses import ResponseCache
from tournaments.actions.events.create import EventPlan, create_event
from tournaments.actions.events.publish import publish_event
from tournaments.actions.people.merging import merge_players
from tournaments.actions.people.players import rename_player
from tournaments.actions.rounds.sessions import (
    create_session,
    deal_session,
    finish_session,
    start_session,
)
from tournaments.models import (
    AuditAction,
    AuditEntry,
    Contestant,
    Event,
    Player,
    Session,
    Snapshot,
    Table,
)
from tournaments.permissions.actor import SYSTEM, Actor
from tournaments.queries.events.event_file import event_file
from tournaments.queries.phone.table_codes import code_of, qr_token_of
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db
OLD_NAME, NEW_NAME = "Anna 1", "Àngela Primera"
TEAM_OF_FOUR = EventPlan(
    "Equips", "match", {"games": "6"}, movement_key="round_robin", players_each=4
)


def dealt_scene() -> tuple[Session, Actor]:
    return evening.created(8, movement="howell", round_count=2, boards_per_round=1)


def running_scene() -> tuple[Session, Actor]:
    session, director = evening.started(8, movement="mitchell", round_count=4, boards_per_round=2)
    evening.play_round(session, director)
    evening.play_round(session, director)
    return session, director


def published_scene() -> tuple[Session, Actor]:
    session, director = running_scene()
    finish_session(session.pk, director)
    publish_event(session.stage.event_id, director)
    return session, director


def swiss_scene() -> tuple[Session, Actor]:
    session, director = matches.started_matches(7)
    for _round in range(2):
        matches.play_matches(session, director)
        matches.begin_next_round(session, director)
    return session, director


@pytest.fixture
def owner(client: Client) -> Callable[[Session], Client]:
    def sign_in(session: Session) -> Client:
        user = get_user_model().objects.create_user("owner")
        session.stage.event.club.memberships.create(user=user, role="owner")
        client.force_login(user)
        return client

    return sign_in


def rename(director: Actor, old_name: str = OLD_NAME, new_name: str = NEW_NAME) -> None:
    rename_player(Player.objects.select_related("club").get(name=old_name), new_name, director)


def content_by_url(client: Client, urls: list[str]) -> dict[str, str]:
    """Return the content of each page by URL."""
    return {url: client.get(url).content.decode(errors="replace") for url in urls}


SCENES = [
    pytest.param(*scene, marks=pytest.mark.thorough)
    for scene in ((running_scene, True), (running_scene, False), (swiss_scene, False))
]


@pytest.mark.parametrize(("scene", "is_over"), SCENES)
def test_new_name_replaces_the_old_one_on_every_page(
    scene: Callable[[], tuple[Session, Actor]], is_over: bool, owner: Callable[[Session], Client]
) -> None:
    session, director = scene()
    boards = list(session.boards.order_by("number").values_list("number", flat=True))[:2]
    urls = [url for name, url in filled_urls(session, boards) if name != "sign_out"]
    if is_over:
        finish_session(session.pk, director)
        publish_event(session.stage.event_id, director)
    catch_up()
    client = owner(session)
    contents_before = content_by_url(client, urls)
    urls_with_old_name = {
        url for url, text in contents_before.items() if OLD_NAME in text or quote(OLD_NAME) in text
    }
    assert len(urls_with_old_name) > 20
    rename(director)
    contents_after = content_by_url(client, urls)
    assert [
        url for url, text in contents_after.items() if OLD_NAME in text or quote(OLD_NAME) in text
    ] == []
    spellings = (NEW_NAME, json.dumps(NEW_NAME)[1:-1], quote(NEW_NAME))
    assert [
        url
        for url in urls_with_old_name
        if not any(name in contents_after[url] for name in spellings)
    ] == []
    assert OLD_NAME not in json.dumps(event_file(session.stage.event))


@pytest.mark.parametrize("scene", [running_scene, published_scene])
def test_rename_keeps_codes_and_changes_only_names_in_standings(
    scene: Callable[[], tuple[Session, Actor]],
) -> None:
    _session, director = scene()
    catch_up()
    tables = list(Table.objects.select_related("section__session").order_by("pk"))
    codes = [(code_of(table), qr_token_of(table)) for table in tables]
    snapshots_before = list(Snapshot.objects.order_by("audience", "number").values())
    rename(director)
    assert [(code_of(table), qr_token_of(table)) for table in tables] == codes
    last_by_audience = {row["audience"]: row for row in snapshots_before}
    for snapshot in Snapshot.objects.filter(
        pk__gt=max(row["id"] for row in snapshots_before)
    ).values():
        earlier = last_by_audience[snapshot["audience"]]
        contents = json.dumps(earlier["standings"]).replace(OLD_NAME, json.dumps(NEW_NAME)[1:-1])
        assert snapshot["standings"] == json.loads(contents)
        assert (snapshot["at"], snapshot["awards_revision"]) == (
            earlier["at"],
            earlier["awards_revision"],
        )
        assert snapshot["number"] == earlier["number"] + 1
    assert Snapshot.objects.filter(pk__gt=max(row["id"] for row in snapshots_before)).count() == 2


def test_standings_rebuilt_after_a_rename_are_the_same() -> None:
    session, director = published_scene()
    catch_up()
    rename(director)
    stored_standings = latest_standings(session.stage)
    Snapshot.objects.update(awards_revision=0)
    session.stage.refresh_from_db()
    catch_up()
    assert latest_standings(session.stage) == stored_standings


def test_polling_page_is_updated_after_a_rename(client: Client) -> None:
    _session, director = running_scene()
    catch_up()
    page = client.get("/club-manilla/campionat/").content.decode()
    url = page.split('hx-get="')[1].split('"')[0].replace("&amp;", "&")
    assert client.get(url).status_code == 204
    rename(director)
    response = client.get(url)
    assert response.status_code == 200
    assert NEW_NAME in response.content.decode()


def test_cached_pages_show_the_new_name_after_their_lifetime(
    settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    _session, director = published_scene()
    catch_up()
    settings.PUBLIC_PAGE_CACHE_SECONDS = 1.0
    monkeypatch.setattr(page_cache, "_CACHE", ResponseCache(50, 1_000_000))
    pages = [f"/club-manilla/campionat/{url}" for url in ("", "rounds/", "places/", "places.svg")]
    for url in pages:
        assert OLD_NAME in Client().get(url).content.decode(), url
    rename(director)
    later_time = time.monotonic() + 2
    monkeypatch.setattr(time, "monotonic", lambda: later_time)
    for url in pages:
        assert OLD_NAME not in Client().get(url).content.decode(), url


def test_programme_shows_winners_under_the_new_name(client: Client) -> None:
    _session, director = published_scene()
    catch_up()
    page = client.get("/club-manilla/").content.decode()
    winners = re.search(r'class="ace" .*?<strong>(.*?)</strong>', page, re.DOTALL)
    assert winners
    winner = strip_tags(winners[1].partition("<br>")[0]).strip().split(" –")[0]
    rename(director, winner, "Guanyadora")
    page = client.get("/club-manilla/").content.decode()
    assert "Guanyadora" in page
    assert winner not in page


def test_rename_changes_every_event_including_read_only_ones() -> None:
    session, director = published_scene()
    club = session.stage.event.club
    names = ["Anna 1 – X", "Y – Z"]
    create_event(club, EventPlan("Coming", movement_key="howell"), names, director)
    Event.objects.filter(pk=session.stage.event_id).update(read_only=True)
    rename(director)
    assert set(Contestant.objects.filter(number=1).values_list("name", flat=True)) == {
        f"{NEW_NAME} – Berta 1",
        f"{NEW_NAME} – X",
    }


def test_audit_of_a_rename_contains_no_name() -> None:
    _session, director = published_scene()
    rename(director)
    line = AuditEntry.objects.get(verb=AuditAction.RENAME_PLAYER)
    assert line.data == {"player": Player.objects.get(name=NEW_NAME).pk}
    lines = json.dumps(list(AuditEntry.objects.values_list("data", flat=True)), ensure_ascii=False)
    assert OLD_NAME not in lines
    assert NEW_NAME not in lines


def test_rename_keeps_names_of_contestants_distinct() -> None:
    session, director = published_scene()
    event = session.stage.event
    second_player = Player.objects.create(club=event.club, name="Berta 1")
    event.contestants.get(number=2).partners.filter(number=2).update(player=second_player)
    Contestant.objects.filter(event=event, number=2).update(name="Anna 1 – Berta 1 (2)")
    event.contestants.get(number=2).partners.filter(number=1).update(
        player=Player.objects.get(name="Anna 1")
    )
    rename(director)
    names = (
        event.contestants.filter(number__lte=2).order_by("number").values_list("name", flat=True)
    )
    assert list(names) == [f"{NEW_NAME} – Berta 1", "Anna 1 – Berta 1 (2)"]


def test_merge_keeps_contestant_names_until_a_rename() -> None:
    session, director = published_scene()
    club = session.stage.event.club
    create_event(club, EventPlan("Before", movement_key="howell"), ["Ana U – X", "Y – Z"], director)
    merge_players(Player.objects.get(name=OLD_NAME), Player.objects.get(name="Ana U"), director)
    assert Contestant.objects.filter(name="Ana U – X").exists()
    rename(director)
    assert Contestant.objects.filter(name=f"{NEW_NAME} – X").exists()


@pytest.mark.daily(1)
@pytest.mark.parametrize("scene", [dealt_scene, running_scene, published_scene])
def test_contestants_page_links_to_renaming_in_every_state(
    client: Client, scene: Callable[[], tuple[Session, Actor]]
) -> None:
    session, director = scene()
    signed_in(client, director)
    club, player = session.stage.event.club, Player.objects.get(name=OLD_NAME)
    page = client.get(desk_url(session, "event_contestants")).content.decode()
    assert "Correct a name" in page
    assert f'href="{reverse("person", args=[club.slug, player.pk])}"' in page
    client.post(reverse("person_rename", args=[club.slug, player.pk]), {"name": NEW_NAME})
    page = client.get(desk_url(session, "event_contestants")).content.decode()
    assert NEW_NAME in page
    assert OLD_NAME not in page


@pytest.mark.parametrize("is_over", [False, True])
def test_team_is_renamed_on_the_contestants_page(client: Client, is_over: bool) -> None:
    club, director = evening.club_with_director()
    stage = create_event(
        club, TEAM_OF_FOUR, ["Els Gat", "Els Gossos", "Les Mules", "Les Vaques"], director
    )
    session = create_session(stage, 3, 1, director)
    deal_session(session.pk, "", director)
    start_session(session.pk, director)
    if is_over:
        finish_session(session.pk, SYSTEM)
    catch_up()
    signed_in(client, director)
    contestant = Contestant.objects.get(name="Els Gat")
    url = desk_url(session, "contestant_replace", contestant.pk)
    assert f'action="{url}"' in client.get(desk_url(session, "event_contestants")).content.decode()
    assert client.post(url, {"name": "Els Gats"}).status_code == 302
    assert "Els Gats" in client.get("/club-manilla/equips/rounds/").content.decode()
