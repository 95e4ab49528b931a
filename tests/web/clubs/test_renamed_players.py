"""A misspelt name is mended once and stands so everywhere: on pages, paper and phones, in files."""

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

from tests.scenes import drawn, evening
from tests.scenes.latest_standings import latest_standings
from tests.web.signed_in import desk, signed_in
from tests.web.test_secrets import addresses
from tournaments.access import page_cache as kept
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
WRONG, RIGHT = "Anna 1", "Àngela Primera"
TEAM_OF_FOUR = EventPlan(
    "Equips", "match", {"games": "6"}, movement_key="round_robin", players_each=4
)


def coming() -> tuple[Session, Actor]:
    return evening.created(8, movement="howell", rounds=2, boards_per_round=1)


def running() -> tuple[Session, Actor]:
    session, director = evening.started(8, movement="mitchell", rounds=4, boards_per_round=2)
    evening.play_round(session, director)
    evening.play_round(session, director)
    return session, director


def published() -> tuple[Session, Actor]:
    session, director = running()
    finish_session(session.pk, director)
    publish_event(session.stage.event_id, director)
    return session, director


def swiss() -> tuple[Session, Actor]:
    session, director = drawn.started_matches(7)
    for _round in range(2):
        drawn.play_matches(session, director)
        drawn.next_round(session, director)
    return session, director


@pytest.fixture
def owner(client: Client) -> Callable[[Session], Client]:
    def signed(session: Session) -> Client:
        user = get_user_model().objects.create_user("owner")
        session.stage.event.club.memberships.create(user=user, role="owner")
        client.force_login(user)
        return client

    return signed


def mend(director: Actor, wrong: str = WRONG, right: str = RIGHT) -> None:
    rename_player(Player.objects.select_related("club").get(name=wrong), right, director)


def told(client: Client, where: list[str]) -> dict[str, str]:
    """All that can be read at some addresses."""
    return {address: client.get(address).content.decode(errors="replace") for address in where}


AT_NIGHT = [
    pytest.param(*each, marks=pytest.mark.thorough)
    for each in ((running, True), (running, False), (swiss, False))
]


@pytest.mark.parametrize(("scene", "is_over"), AT_NIGHT)
def test_it_stands_mended_wherever_the_wrong_one_stood(
    scene: Callable[[], tuple[Session, Actor]], is_over: bool, owner: Callable[[Session], Client]
) -> None:
    session, director = scene()
    boards = list(session.boards.order_by("number").values_list("number", flat=True))[:2]
    where = [address for name, address in addresses(session, boards) if name != "sign_out"]
    if is_over:
        finish_session(session.pk, director)
        publish_event(session.stage.event_id, director)
    catch_up()
    client = owner(session)
    before = told(client, where)
    wrong = {address for address, text in before.items() if WRONG in text or quote(WRONG) in text}
    assert len(wrong) > 20
    mend(director)
    after = told(client, where)
    assert [
        address for address, text in after.items() if WRONG in text or quote(WRONG) in text
    ] == []
    as_written = (RIGHT, json.dumps(RIGHT)[1:-1], quote(RIGHT))
    assert [each for each in wrong if not any(name in after[each] for name in as_written)] == []
    assert WRONG not in json.dumps(event_file(session.stage.event))


@pytest.mark.parametrize("scene", [running, published])
def test_what_is_printed_stays_good_and_no_result_changes(
    scene: Callable[[], tuple[Session, Actor]],
) -> None:
    _session, director = scene()
    catch_up()
    tables = list(Table.objects.select_related("section__session").order_by("pk"))
    codes = [(code_of(table), qr_token_of(table)) for table in tables]
    before = list(Snapshot.objects.order_by("audience", "number").values())
    mend(director)
    assert [(code_of(table), qr_token_of(table)) for table in tables] == codes
    last = {each["audience"]: each for each in before}
    for snapshot in Snapshot.objects.filter(pk__gt=max(each["id"] for each in before)).values():
        old = last[snapshot["audience"]]
        told = json.dumps(old["standings"]).replace(WRONG, json.dumps(RIGHT)[1:-1])
        assert snapshot["standings"] == json.loads(told)
        assert (snapshot["at"], snapshot["awards_revision"]) == (old["at"], old["awards_revision"])
        assert snapshot["number"] == old["number"] + 1
    assert Snapshot.objects.filter(pk__gt=max(each["id"] for each in before)).count() == 2


def test_standings_that_are_made_after_are_the_same_ones() -> None:
    session, director = published()
    catch_up()
    mend(director)
    stored = latest_standings(session.stage)
    Snapshot.objects.update(awards_revision=0)
    session.stage.refresh_from_db()
    catch_up()
    assert latest_standings(session.stage) == stored


def test_a_page_that_polls_is_told_to_come_again(client: Client) -> None:
    _session, director = running()
    catch_up()
    page = client.get("/club-manilla/campionat/").content.decode()
    address = page.split('hx-get="')[1].split('"')[0].replace("&amp;", "&")
    assert client.get(address).status_code == 204
    mend(director)
    answer = client.get(address)
    assert answer.status_code == 200
    assert RIGHT in answer.content.decode()


def test_what_is_kept_for_anybody_follows_in_a_moment(
    settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    _session, director = published()
    catch_up()
    settings.PUBLIC_PAGE_CACHE_SECONDS = 1.0
    monkeypatch.setattr(kept, "_CACHE", ResponseCache(50, 1_000_000))
    pages = [f"/club-manilla/campionat/{page}" for page in ("", "rounds/", "places/", "places.svg")]
    for page in pages:
        assert WRONG in Client().get(page).content.decode(), page
    mend(director)
    later = time.monotonic() + 2
    monkeypatch.setattr(time, "monotonic", lambda: later)
    for page in pages:
        assert WRONG not in Client().get(page).content.decode(), page


def test_the_winners_of_the_programme_are_called_so(client: Client) -> None:
    _session, director = published()
    catch_up()
    page = client.get("/club-manilla/").content.decode()
    winners = re.search(r'class="ace" .*?<strong>(.*?)</strong>', page, re.DOTALL)
    assert winners
    winner = strip_tags(winners[1].partition("<br>")[0]).strip().split(" –")[0]
    mend(director, winner, "Guanyadora")
    page = client.get("/club-manilla/").content.decode()
    assert "Guanyadora" in page
    assert winner not in page


def test_every_event_follows_also_one_that_is_only_to_be_looked_at() -> None:
    session, director = published()
    club = session.stage.event.club
    names = ["Anna 1 – X", "Y – Z"]
    create_event(club, EventPlan("Coming", movement_key="howell"), names, director)
    Event.objects.filter(pk=session.stage.event_id).update(read_only=True)
    mend(director)
    assert set(Contestant.objects.filter(number=1).values_list("name", flat=True)) == {
        f"{RIGHT} – Berta 1",
        f"{RIGHT} – X",
    }


def test_the_audit_tells_his_number_alone() -> None:
    _session, director = published()
    mend(director)
    said = AuditEntry.objects.get(verb=AuditAction.RENAME_PLAYER)
    assert said.data == {"player": Player.objects.get(name=RIGHT).pk}
    lines = json.dumps(list(AuditEntry.objects.values_list("data", flat=True)), ensure_ascii=False)
    assert WRONG not in lines
    assert RIGHT not in lines


def test_two_of_one_name_in_an_imported_event_stay_two() -> None:
    session, director = published()
    event = session.stage.event
    second = Player.objects.create(club=event.club, name="Berta 1")
    event.contestants.get(number=2).partners.filter(number=2).update(player=second)
    Contestant.objects.filter(event=event, number=2).update(name="Anna 1 – Berta 1 (2)")
    event.contestants.get(number=2).partners.filter(number=1).update(
        player=Player.objects.get(name="Anna 1")
    )
    mend(director)
    names = (
        event.contestants.filter(number__lte=2).order_by("number").values_list("name", flat=True)
    )
    assert list(names) == [f"{RIGHT} – Berta 1", "Anna 1 – Berta 1 (2)"]


def test_a_merge_leaves_names_as_they_were_played_until_one_is_mended() -> None:
    session, director = published()
    club = session.stage.event.club
    create_event(club, EventPlan("Before", movement_key="howell"), ["Ana U – X", "Y – Z"], director)
    merge_players(Player.objects.get(name=WRONG), Player.objects.get(name="Ana U"), director)
    assert Contestant.objects.filter(name="Ana U – X").exists()
    mend(director)
    assert Contestant.objects.filter(name=f"{RIGHT} – X").exists()


@pytest.mark.daily(1)
@pytest.mark.parametrize("scene", [coming, running, published])
def test_the_page_of_the_contestants_leads_there_at_any_time(
    client: Client, scene: Callable[[], tuple[Session, Actor]]
) -> None:
    session, director = scene()
    signed_in(client, director)
    club, player = session.stage.event.club, Player.objects.get(name=WRONG)
    page = client.get(desk(session, "event_contestants")).content.decode()
    assert "Correct a name" in page
    assert f'href="{reverse("person", args=[club.slug, player.pk])}"' in page
    client.post(reverse("person_rename", args=[club.slug, player.pk]), {"name": RIGHT})
    page = client.get(desk(session, "event_contestants")).content.decode()
    assert RIGHT in page
    assert WRONG not in page


@pytest.mark.parametrize("is_over", [False, True])
def test_the_name_of_a_team_is_mended_where_it_stands(client: Client, is_over: bool) -> None:
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
    address = desk(session, "contestant_replace", contestant.pk)
    assert f'action="{address}"' in client.get(desk(session, "event_contestants")).content.decode()
    assert client.post(address, {"name": "Els Gats"}).status_code == 302
    assert "Els Gats" in client.get("/club-manilla/equips/rounds/").content.decode()
