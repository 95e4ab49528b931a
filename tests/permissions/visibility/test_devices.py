"""Each device sees what the table of docs/developers/permissions.md says."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tests.api.clients import at_table
from tests.permissions.visibility.page_texts import DOCUMENTED_TABLES
from tests.scenes.devices import link_requested_contestants, unlinked_phone
from tests.scenes.evening import started
from tests.web.signed_in import signed_in
from tournaments.actions.boards.board_preparation import set_preparation_mode
from tournaments.actions.results.devices import unlink_device
from tournaments.actions.rounds.end_round import end_round
from tournaments.models import Contestant, Entry, LinkedDevice, Play, Round, Seating, Session, Table
from tournaments.permissions.actor import Actor
from tournaments.queries.phone.table_codes import code_of
from tournaments.queries.rounds.seating import current_seating, playing_round

pytestmark = pytest.mark.django_db

ROWS = DOCUMENTED_TABLES["Linked devices"]
CARDS = re.compile(r'<p class="run">')
OWN_TOTAL, OTHER_SIDE_TOTAL, OTHER_TABLE_TOTAL, DRAFT_TOTAL = (
    151,
    152,
    153,
    154,
)  # recognisable totals of leg 1


def outcome(total: int) -> dict[str, str]:
    """Return a whole result of Tantony with a recognisable first leg."""
    legs = {f"leg{leg}_{line}_runts": "35" for leg in (1, 2, 3, 4) for line in ("ns", "ew")}
    return legs | {"leg1_ns_runts": str(total)}


@dataclass
class Scene:
    """Table 1 in a round of three boards that all four tables play, and one device that looks.

    E-W is the side of the device, which moves on; N-S stays. Of board A only the other side has
    entered its result, board B is confirmed here and at another table and due elsewhere, board C is
    unplayed.
    """

    session: Session
    director: Actor
    seating: Seating
    opponent: Client
    keys: list[int] = field(default_factory=list)

    @property
    def table(self) -> Table:
        return Table.objects.select_related("section__session__stage__event__club").get(
            pk=self.seating.table_id
        )

    @property
    def pair(self) -> Contestant:
        return self.seating.places.get(seat="E").contestant

    def play(self, board: str) -> Play:
        plays = Play.objects.filter(seating=self.seating).order_by("board__number")
        return plays.select_related("board")["ABC".index(board)]

    def board_url(self, board: str) -> str:
        return reverse("table_board", args=[code_of(self.table), self.play(board).board.number])

    def post(
        self, client: Client, board: str, side: str, total: int, **fields: str
    ) -> HttpResponse:
        self.keys.append(1)
        form_data = {"side": side, "key": f"key-{len(self.keys)}", "sure": "yes"}
        return client.post(self.board_url(board), outcome(total) | form_data | fields)

    def page(self, client: Client, board: str) -> str:
        return client.get(self.board_url(board)).content.decode()


def scene_in(round_number: int) -> Scene:
    """Return the scene in a round; before it, results were typed without any device."""
    session, director = started(
        8,
        movement="barometer",
        round_count=4,
        boards_per_round=3,
        game="tantony",
        movement_options={"rotation": "mitchell"},
    )
    set_preparation_mode(session, True, director)
    for _round in range(round_number - 1):
        end_round(playing_round(session).pk, director)
    session = Session.objects.select_related("stage__event__club").get(pk=session.pk)
    table = session.sections.get().tables.get(number=1)
    seating = current_seating(table)
    assert seating
    return Scene(session, director, seating, Client())


def opponents_enter(scene: Scene) -> None:
    """Enter board A from the linked phone of N-S."""
    link_requested_contestants(
        unlinked_phone(
            scene.table, scene.seating.places.get(seat="N").contestant.number, scene.opponent
        )
    )
    scene.post(scene.opponent, "A", "ns", OTHER_SIDE_TOTAL)


def confirm_board(scene: Scene, client: Client) -> None:
    """Enter board B for E-W here and for both sides at table 2; two tables still play it."""
    scene.post(scene.opponent, "B", "ns", OWN_TOTAL)
    scene.post(client, "B", "ew", OWN_TOTAL)
    enter_elsewhere(scene)


def enter_elsewhere(scene: Scene) -> None:
    other_seating = Seating.objects.get(round=scene.seating.round, table__number=2)
    other_scene = Scene(scene.session, scene.director, other_seating, Client())
    for side in ("ns", "ew"):
        other_scene.post(Client(), "B", side, OTHER_TABLE_TOTAL)


def first_phone(scene: Scene) -> Client:
    client = unlinked_phone(scene.table, scene.pair.number)
    confirm_board(scene, client)
    draft = {"so_far": "yes", "leg1_ns_runts": str(DRAFT_TOTAL), "side": "ew"}
    client.post(scene.board_url("C"), draft)
    return client


def second_phone(scene: Scene) -> Client:
    first_phone(scene)
    return unlinked_phone(scene.table, scene.pair.number)


def before_it_has_entered(scene: Scene) -> Client:
    return unlinked_phone(scene.table, scene.pair.number)


def tablet(scene: Scene) -> Client:
    scene.opponent = client = unlinked_phone(scene.table)
    scene.post(client, "A", "ns", OTHER_SIDE_TOTAL)
    confirm_board(scene, client)
    client.post(
        scene.board_url("C"), {"so_far": "yes", "leg1_ns_runts": str(DRAFT_TOTAL), "side": "ns"}
    )
    return client


def let_in_by_the_first(scene: Scene) -> Client:
    first_client = first_phone(scene)
    phones_url = reverse("table_phones", args=[code_of(scene.table)])
    phones_page = first_client.get(phones_url).content.decode()
    page = first_client.get(re.search(r'href="([^"]+/let-in/)"', phones_page)[1]).content.decode()
    url = re.search(r'href="http://testserver([^"]+/let-in/[^"]+)"', page)[1]
    client = Client()
    assert "Link this phone" in client.get(url).content.decode()
    assert client.post(url).status_code == 302
    return client


def let_in_by_the_director(scene: Scene) -> Client:
    client = second_phone(scene)
    asking = LinkedDevice.objects.get(device=client.session["device"])
    event = scene.session.stage.event_id
    desk = signed_in(Client(), scene.director)
    assert desk.post(reverse("link_phone", args=[event, asking.pk])).status_code == 302
    return client


def late_pair(scene: Scene) -> Client:
    enter_elsewhere(scene)
    return unlinked_phone(scene.table, scene.pair.number)


def late_pair_that_agreed(scene: Scene) -> Client:
    client = unlinked_phone(scene.table, scene.pair.number)
    confirm_board(scene, client)
    return client


def left_the_table(scene: Scene) -> Client:
    """Return a device linked to a pair that sat here one round earlier."""
    first_phone(scene)
    previous_seating = Seating.objects.get(
        table=scene.table, round__number=scene.seating.round.number - 1
    )
    return link_requested_contestants(
        unlinked_phone(scene.table, previous_seating.places.get(seat="E").contestant.number)
    )


def claims_everybody(scene: Scene) -> Client:
    first_phone(scene)
    client = Client()
    for number in scene.session.stage.event.contestants.values_list("number", flat=True):
        unlinked_phone(scene.table, number, client)
    return unlinked_phone(scene.table, "table", client)


def entered_something_false(scene: Scene) -> Client:
    client = unlinked_phone(scene.table, scene.pair.number)
    scene.post(client, "C", "ew", 33)
    enter_elsewhere(scene)
    return client


def released(scene: Scene) -> Client:
    client = first_phone(scene)
    unlink_device(LinkedDevice.objects.get(device=client.session["device"]), scene.director)
    return client


DEVICES: dict[str, tuple[int, Callable[[Scene], Client]]] = {
    "first phone of a pair, before it has entered": (1, before_it_has_entered),
    "first phone of a pair": (1, first_phone),
    "shared tablet of a table": (1, tablet),
    "second phone of a pair": (1, second_phone),
    "second phone, linked by the first": (1, let_in_by_the_first),
    "phone linked by the director": (1, let_in_by_the_director),
    "phone whose cookies are gone": (2, second_phone),
    "phone of a player who only watches": (1, second_phone),
    "phone of a pair that came late, before its entry agrees": (2, late_pair),
    "phone of a pair that came late, once its entry agreed": (2, late_pair_that_agreed),
    "phone of a substitute": (2, second_phone),
    "phone of a pair that has left the table": (2, left_the_table),
    "phone that claims everybody in turn": (2, claims_everybody),
    "phone that entered something false for a pair without a phone": (2, entered_something_false),
    "phone that was unlinked": (1, released),
}


def visible_columns(scene: Scene, client: Client, columns: dict[str, str]) -> dict[str, str]:
    """Return what the device sees, by the columns of the documented table."""
    checks: dict[str, Callable[[Scene, Client], bool]] = {
        "the other side's entry": lambda *at: (
            str(OTHER_SIDE_TOTAL) in visible_text(scene.page(client, "A"))
        ),
        "other tables' results": lambda *at: (
            str(OTHER_TABLE_TOTAL) in visible_text(scene.page(client, "B"))
        ),
        "draft": lambda *at: f'value="{DRAFT_TOTAL}"' in scene.page(client, "C"),
        "hands": opens_hands,
        "objects": may_object,
        "its own entry": shows_own_entry,
        "enters": may_enter,
        "next table": leads_on,
    }
    requested_checks = {
        name: check for name, check in checks.items() if columns[name] in ("yes", "no")
    }
    return columns | {
        name: "yes" if check(scene, client) else "no" for name, check in requested_checks.items()
    }


def may_enter(scene: Scene, client: Client) -> bool:
    """Return whether the client may enter a result; the entry is rolled back."""
    savepoint = transaction.savepoint()
    response = scene.post(client, "C", "ew", 55)
    transaction.savepoint_rollback(savepoint)
    return response.status_code == 302


def visible_text(page: str) -> str:
    """Return the text of a page without its attributes."""
    return re.sub(r"<[^>]*>", " ", page)


def shows_own_entry(scene: Scene, client: Client) -> bool:
    device = client.session["device"]
    own_entries = (
        Entry.objects.filter(device=device, play__seating=scene.seating)
        .select_related("play__board")
        .last()
    )
    if own_entries is None:
        scene.post(client, "A", "ew", OTHER_SIDE_TOTAL + 7)
        return str(OTHER_SIDE_TOTAL + 7) in visible_text(scene.page(client, "A"))
    board = "ABC"[list(scene.seating.plays.order_by("board__number")).index(own_entries.play)]
    return str(own_entries.outcome["leg1_ns_runts"]) in visible_text(scene.page(client, board))


def opens_hands(scene: Scene, client: Client) -> bool:
    number = Play.objects.filter(
        seating__table=scene.table, seating__round__number=scene.seating.round.number + 1
    )
    url = reverse(
        "table_prepare_board", args=[code_of(scene.table), number.earliest("board").board.number]
    )
    return bool(CARDS.search(client.post(url, {"way": "runs"}).content.decode()))


def may_object(scene: Scene, client: Client) -> bool:
    event = scene.session.stage.event
    args = [event.club.slug, event.slug, scene.pair.number, scene.play("B").pk]
    return client.get(reverse("objection", args=args)).status_code == 200


def leads_on(scene: Scene, client: Client) -> bool:
    """Return whether the table's page shows the code of the pair's next table."""
    end_round(Round.objects.get(pk=scene.seating.round_id).pk, scene.director)
    page = client.get(reverse("table", args=[code_of(scene.table)])).content.decode()
    others = Table.objects.filter(section=scene.table.section).exclude(pk=scene.table.pk)
    return any(code_of(device) in page for device in others)


@pytest.mark.parametrize("row", DEVICES)
def test_device_sees_what_is_documented(row: str) -> None:
    round_number, device = DEVICES[row]
    scene = scene_in(round_number)
    if device is not tablet:
        opponents_enter(scene)
    client = device(scene)
    assert visible_columns(scene, client, ROWS[row]) == ROWS[row]


def test_api_client_with_a_table_code_enters_and_reads_nothing() -> None:
    row, scene = ROWS["API client with the table's code"], scene_in(1)
    opponents_enter(scene)
    first_phone(scene)
    program = at_table(scene.table)
    body = {"side": "ew", "outcome": outcome(77), "sure": True}
    assert program.send(f"plays/{scene.play('C').pk}/entries/", body).status_code == 201
    entries_read = [program.read(f"plays/{scene.play(board).pk}/")["told"] for board in "ABC"]
    assert entries_read == [None, None, None]
    assert {name for name, cell in row.items() if cell == "yes"} == {"enters"}


def test_shared_phone_that_is_not_linked_confirms_its_own_entry() -> None:
    scene = scene_in(2)
    opponents_enter(scene)
    shared = unlinked_phone(scene.table)
    scene.post(shared, "C", "ns", 44)
    page = shared.get(scene.board_url("C"))
    assert page.context["sheet"].step == "confirm"
    assert "44" in visible_text(page.content.decode())


def test_phone_releases_only_devices_of_a_side_that_sits_at_its_table_now() -> None:
    scene = scene_in(1)
    opponents_enter(scene)
    first_client = first_phone(scene)
    second_client = unlinked_phone(scene.table, scene.pair.number)
    end_round(scene.seating.round_id, scene.director)
    bound = LinkedDevice.objects.get(device=first_client.session["device"])
    url = reverse("table_device_unlink", args=[code_of(scene.table), bound.pk])
    assert second_client.post(url).status_code == 422
    assert LinkedDevice.objects.linked().filter(pk=bound.pk).exists()


def test_phone_is_asked_before_it_unlinks_another() -> None:
    scene = scene_in(1)
    opponents_enter(scene)
    first_client, second_client = first_phone(scene), unlinked_phone(scene.table, scene.pair.number)
    bound = LinkedDevice.objects.get(device=first_client.session["device"])
    page = text_of(second_client.get(reverse("table_phones", args=[code_of(scene.table)])))
    url = reverse("table_device_unlink", args=[code_of(scene.table), bound.pk])
    question = page[page.index('<details class="confirm">') : page.index(f'action="{url}"')]
    assert "Not ours: unlink it" in question
    assert "and the director is called." in question
    assert page.count(url) == 1


def test_unlinked_phone_is_listed_at_the_desk_until_the_director_links_it_again() -> None:
    scene = scene_in(1)
    opponents_enter(scene)
    first_client, second_client = first_phone(scene), unlinked_phone(scene.table, scene.pair.number)
    bound = LinkedDevice.objects.get(device=first_client.session["device"])
    url = reverse("table_device_unlink", args=[code_of(scene.table), bound.pk])
    assert second_client.post(url).status_code == 302
    desk, event = signed_in(Client(), scene.director), scene.session.stage.event_id
    line = (
        f"Phone {bound.number} of {scene.pair} was removed by a phone at table {scene.table.label}"
    )
    assert line in text_of(desk.get(reverse("event_desk", args=[event])))
    assert "Link it again" in text_of(desk.get(reverse("desk_phones", args=[event])))
    desk.post(reverse("link_phone", args=[event, bound.pk]))
    assert line not in text_of(desk.get(reverse("event_desk", args=[event])))
    assert str(OTHER_SIDE_TOTAL) in visible_text(scene.page(first_client, "A"))


def test_entry_of_an_unlinked_device_leaves_a_confirmed_result_and_waits_for_the_director() -> None:
    scene = scene_in(1)
    opponents_enter(scene)
    first_phone(scene)
    scene.post(Client(), "B", "ew", OWN_TOTAL + 20)
    assert scene.play("B").state == "confirmed"
    assert scene.play("B").entries.get(revision=3).late


def test_device_that_guesses_a_result_on_which_both_sides_agree_is_not_linked() -> None:
    scene = scene_in(2)
    opponents_enter(scene)
    for side in ("ns", "ew"):
        scene.post(scene.opponent, "B", side, OWN_TOTAL)
    guesser = unlinked_phone(scene.table, scene.pair.number)
    scene.post(guesser, "B", "ew", OWN_TOTAL)
    assert not LinkedDevice.objects.linked().filter(device=guesser.session["device"]).exists()


def test_linked_phone_is_not_blocked_by_entries_of_unlinked_devices(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tournaments.actions.rate_limits.MAX_ENTRIES_PER_TABLE", 3)
    scene = scene_in(1)
    opponents_enter(scene)
    first_client = first_phone(scene)
    for total in (60, 61, 62):
        scene.post(Client(), "A", "ew", total)
    assert scene.post(Client(), "A", "ew", 63).status_code == 429
    assert scene.post(first_client, "A", "ew", OTHER_SIDE_TOTAL).status_code == 302


def text_of(response: HttpResponse) -> str:
    return " ".join(response.content.decode().split())


def test_every_documented_device_is_tested() -> None:
    assert set(ROWS) == {*DEVICES, "API client with the table's code"}
