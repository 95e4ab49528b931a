"""A database of an earlier version is brought up to date, and nothing that it knew is lost."""

from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from tournaments.models import OneTimePassword
from tournaments.queries.demo import PUBLISHED_NOTE
from tournaments.queries.one_time_passwords import user_of_one_time_password

pytestmark = pytest.mark.django_db(transaction=True)

Apps = Any
"""The models as they were after some migration."""

MIGRATIONS = Path(__file__).parent.parent / "tournaments" / "migrations"

MANY = 1100
"""More lines of an audit than are read at once."""


def migrated(name: str) -> Apps:
    """The models of the database after a migration, which is brought there, forwards or back."""
    executor = MigrationExecutor(connection)
    executor.migrate([("tournaments", name)])
    return MigrationExecutor(connection).loader.project_state([("tournaments", name)]).apps


@pytest.fixture
def at() -> Iterator[Callable[[str], Apps]]:
    """Brings the database to a migration; afterwards it is at the last one again."""
    yield migrated
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes("tournaments"))


class Old:
    """An evening as version 0.5.0 stored it, with what its audit alone knew."""

    def __init__(self, apps: Apps) -> None:
        self.apps, self.now = apps, timezone.now()
        self.user = apps.get_model("auth", "User").objects.create(username="montse")
        self.club = self.add("Club", name="Penya", slug="penya")
        self.event = self.add_event("tonight")
        stage = self.add("Stage", event=self.event)
        self.session = self.add(
            "Session", stage=stage, rounds_planned=1, boards_per_round=2, created_at=self.now
        )
        section = self.add("Section", session=self.session)
        self.table = self.add("Table", section=section, number=1)
        seating = self.add("Seating", round=self.add("Round", section=section, number=1), table=self.table)
        boards = [self.add("Board", session=self.session, number=number) for number in (1, 2)]
        self.plays = [self.add("Play", seating=seating, board=board) for board in boards]
        made_up = "Preparation" if "preparation" in apps.all_models["tournaments"] else "BoardMaking"
        self.making = self.add(
            made_up, session=self.session, number=1, maker=self.table, at=self.now, table=self.table
        )

    def add(self, name: str, /, **columns: object) -> Any:
        return self.apps.get_model("tournaments", name).objects.create(**columns)

    def add_event(self, slug: str) -> Any:
        known = {"game_key": "botifarra", "rules_version": 1, "method_key": "min_max", "created_at": self.now}
        return self.add("Event", club=self.club, name=slug, slug=slug, **known)

    def audit(self, verb: str, user: Any = None, device: str = "", side: str = "", **data: object) -> None:
        actor = {"user": user} if user else {"table": self.table, "device": device, "side": side}
        self.add("AuditEntry", club=self.club, event=self.event, verb=verb, at=self.now, data=data, **actor)


def facts(apps: Apps) -> dict[str, list[Any]]:
    """All that is now known without the audit, in the order it was written."""
    columns = {
        "Question": ("play", "key", "digest", "user", "table", "device", "side", "at"),
        "Contradiction": ("play", "wrong", "user", "table", "device", "side", "at"),
        "Reveal": ("play", "user", "table", "at"),
        "OpenedHands": ("making", "user", "table", "device", "at"),
    }
    rows = {
        name: list(apps.get_model("tournaments", name).objects.order_by("pk").values_list(*read))
        for name, read in columns.items()
    }
    demo = apps.get_model("tournaments", "Event").objects.filter(demo=True)
    return rows | {"demo": list(demo.values_list("slug", flat=True))}


def told_by_the_audit(old: Old) -> dict[str, list[Any]]:
    """Lines of an old audit, those of rows that are gone among them, and the facts that follow."""
    play, other = (each.pk for each in old.plays)
    gone, digest = 99_999, "0123456789abcdef"
    table, user, now = old.table.pk, old.user.pk, old.now
    for asked in (play, other, gone):
        old.audit(
            "asked about a result",
            device="phone",
            side="ns",
            play=asked,
            why=["sides"],
            key="k1",
            said=digest,
        )
    for named in (other, gone):
        old.audit("refused result", device="phone", side="ew", play=named, wrong=[["no_ace", "leg1"]])
        old.audit("reveal play", old.user, play=named, board=2)
    for made in (old.making.pk, gone):
        what = {"session": old.session.pk, "board": 1, "preparation": made, "face_down": False}
        old.audit("prepare board", device="phone", **what)
        old.audit("prepare board", old.user, **what)
    old.audit("post table", device="phone", side="ns", play=play, entry=1, state="entered")
    return {
        "Question": [(each, "k1", digest, None, table, "phone", "ns", now) for each in (play, other)],
        "Contradiction": [(other, [["no_ace", "leg1"]], None, table, "phone", "ew", now)],
        "Reveal": [(other, user, None, now)],
        "OpenedHands": [(old.making.pk, None, table, "phone", now), (old.making.pk, user, None, "", now)],
        "demo": [],
    }


@pytest.mark.thorough
def test_what_the_audit_alone_knew_are_facts_of_their_own(at: Callable[[str], Apps]) -> None:
    old = Old(at("0007_making_up"))
    expected = told_by_the_audit(old)
    before = list(old.apps.get_model("tournaments", "AuditEntry").objects.order_by("pk").values())
    now = at("0010_facts_from_the_audit")
    assert facts(now) == expected
    assert list(now.get_model("tournaments", "AuditEntry").objects.order_by("pk").values()) == before


@pytest.mark.thorough
def test_the_demo_is_known_by_a_mark(at: Callable[[str], Apps]) -> None:
    old = Old(at("0007_making_up"))
    old.event = old.add_event("demo")
    old.audit("make demo", old.user)
    assert facts(at("0010_facts_from_the_audit"))["demo"] == ["demo"]


@pytest.mark.thorough
def test_the_note_of_the_demo_is_in_words_that_can_be_translated(at: Callable[[str], Apps]) -> None:
    old = Old(at("0007_making_up"))
    old.event = old.add_event("demo")
    old.audit("make demo", old.user)
    read_audit = import_module("tournaments.migrations.0010_facts_from_the_audit")
    events = old.apps.get_model("tournaments", "Event").objects
    events.filter(pk=old.event.pk).update(note=read_audit.OLD_NOTE)
    now = at("0010_facts_from_the_audit").get_model("tournaments", "Event").objects.get(pk=old.event.pk)
    assert now.note == PUBLISHED_NOTE == read_audit.NOTE


@pytest.mark.thorough
@pytest.mark.parametrize("back", ["0007_making_up", "0009_facts_beside_the_audit"])
def test_back_and_forward_again_nothing_is_lost_nor_there_twice(at: Callable[[str], Apps], back: str) -> None:
    expected = told_by_the_audit(Old(at("0007_making_up")))
    at("0010_facts_from_the_audit")
    at(back)
    assert facts(at("0010_facts_from_the_audit")) == expected


@pytest.mark.thorough
def test_a_long_audit_is_read_to_its_end_in_its_order(at: Callable[[str], Apps]) -> None:
    old = Old(at("0007_making_up"))
    entry = old.apps.get_model("tournaments", "AuditEntry")
    line = {"club": old.club, "event": old.event, "at": old.now, "user": old.user}
    entry.objects.bulk_create(
        entry(
            verb="refused result", data={"play": old.plays[0].pk, "wrong": [["no_ace", str(number)]]}, **line
        )
        for number in range(MANY)
    )
    found = at("0010_facts_from_the_audit").get_model("tournaments", "Contradiction").objects.order_by("pk")
    assert [wrong[0][1] for wrong in found.values_list("wrong", flat=True)] == list(map(str, range(MANY)))


@pytest.mark.thorough
def test_what_is_over_is_shown_to_the_public_as_it_was(at: Callable[[str], Apps]) -> None:
    """An event going on may be a quiet one: its public standings are made when somebody asks."""
    old = Old(at("0007_making_up"))
    over = old.add("Stage", event=old.add_event("over"))
    old.add("Session", stage=over, rounds_planned=1, boards_per_round=1, created_at=old.now, state="finished")
    for stage in (old.session.stage, over):
        for number in (1, 2):
            standings = {"plays": number, "lines": []}
            known = {"awards_revision": number, "standings": standings, "at": old.now}
            old.add("Snapshot", stage=stage, number=number, **known)
    now = at("0012_audiences_of_standings").get_model("tournaments", "Snapshot").objects
    assert now.filter(audience="desk").count() == 4
    (public,) = now.filter(audience="public").values("stage", "number", "standings")
    assert public == {"stage": over.pk, "number": 2, "standings": {"plays": 2, "lines": []}}
    assert at("0011_contradicted_entries").get_model("tournaments", "Snapshot").objects.count() == 4


@pytest.mark.thorough
def test_a_one_time_password_that_one_club_has_read_still_lets_a_member_choose(
    at: Callable[[str], Apps],
) -> None:
    old = Old(at("0007_making_up"))
    kept_by = import_module("tournaments.migrations.0015_one_time_passwords_kept")
    users, other = old.apps.get_model("auth", "User").objects, old.add("Club", name="Casino", slug="casino")
    waiting, shared, chosen = (users.create(username=name, password="!" + name) for name in ("a", "b", "c"))
    users.filter(pk=chosen.pk).update(password="md5$salt$hash")
    for user in (waiting, shared, chosen):
        old.add("Membership", club=old.club, user=user, role="scorer")
    old.add("Membership", club=other, user=shared, role="scorer")
    at("0015_one_time_passwords_kept")
    found = user_of_one_time_password("a", kept_by.derived(waiting))
    assert found is not None
    assert found.pk == waiting.pk
    assert user_of_one_time_password("b", kept_by.derived(shared)) is None
    assert list(OneTimePassword.objects.values_list("user", flat=True)) == [waiting.pk]


SAID = {"trump": "oros", "delegated": False, "contro": "none", "ns_points": 40, "renunci": None}


@pytest.mark.thorough
def test_what_awards_knew_stands_with_the_plays_and_is_counted_again(at: Callable[[str], Apps]) -> None:
    """Of a play that was scored, of one that was not yet, of one in conflict, and of one called off."""
    old = Old(at("0020_club_may_be_listed"))
    seating, numbers = old.plays[0].seating, (3, 4)
    boards = [old.add("Board", session=old.session, number=number) for number in numbers]
    plays = [*old.plays, *(old.add("Play", seating=seating, board=board) for board in boards)]
    for play, state, scored in zip(
        plays, ("entered", "confirmed", "conflict", "void"), (1, 0, 1, 1), strict=True
    ):
        entry = old.add("Entry", play=play, outcome=SAID, revision=1, at=old.now)
        counts = entry if state != "conflict" else None
        play.state, play.revision, play.scored_revision, play.entry = state, 1, scored, counts
        play.save()
    for line, x in (("ns", "7"), ("ew", "-7")):
        numbers = {"x_text": x, "low_text": x, "high_text": x, "award_text": "3/2"}
        old.add("Award", play=plays[0], line=line, points_text="40", **numbers)
    now = at("0021_scales").get_model("tournaments", "Play").objects.order_by("board__number")
    assert list(now.values_list("made", "points", "counted", "scored_revision")) == [
        ("7 -7", "40 40", None, 0),
        ("4 -4", "", None, 0),
        ("", "", None, 0),
        ("-", "", None, 0),
    ]


@pytest.mark.thorough
def test_of_a_key_sent_under_several_codes_the_first_answer_is_kept(at: Callable[[str], Apps]) -> None:
    receipts = at("0010_facts_from_the_audit").get_model("tournaments", "Receipt").objects
    for token, key in [("table:5:0", "one"), ("table:5:1", "one"), ("table:5:1", "two"), ("user:5", "one")]:
        receipts.create(actor_token=token, key=key, digest=token, answer={}, at=timezone.now())
    (last,) = MIGRATIONS.glob("*_one_token_for_a_table.py")
    now = at(last.stem).get_model("tournaments", "Receipt").objects
    assert set(now.values_list("actor_token", "key", "digest")) == {
        ("table:5", "one", "table:5:0"),
        ("table:5", "two", "table:5:1"),
        ("user:5", "one", "user:5"),
    }


@pytest.mark.thorough
def test_the_audit_forgets_how_people_are_called(at: Callable[[str], Apps]) -> None:
    old = Old(at("0007_making_up"))
    old.audit("rename player", old.user, player=3, before="Anna P.", name="Anna Puig")
    old.audit("add contestants", old.user, names=["Anna Puig – Berta Roca", "Pau – Neus"])
    old.audit("leave event", old.user, name="Anna Puig – Berta Roca", number=4, instead="Pau – Neus")
    old.audit("give penalty", old.user, contestant=4, amount="1/2", reason="came late")
    old.audit("create club", old.user, name="Penya")
    entries = at("0019_ids_in_the_audit").get_model("tournaments", "AuditEntry").objects.order_by("pk")
    assert list(entries.values_list("data", flat=True)) == [
        {"player": 3},
        {"count": 2},
        {"number": 4},
        {"number": 4, "amount": "1/2", "reason": "came late"},
        {"name": "Penya"},
    ]


def test_no_club_keeps_an_address_that_has_become_the_site_s(at: Callable[[str], Apps]) -> None:
    clubs = at("0051_made_again").get_model("tournaments", "Club").objects
    for name, slug in (("Games", "games"), ("Games Two", "games-2"), ("Penya", "penya")):
        clubs.create(name=name, slug=slug)
    clubs = at("0052_addresses_of_clubs").get_model("tournaments", "Club").objects
    assert dict(clubs.values_list("name", "slug")) == {
        "Games": "games-3",
        "Games Two": "games-2",
        "Penya": "penya",
    }


def test_names_are_stored_without_what_cannot_be_seen(at: Callable[[str], Apps]) -> None:
    old = Old(at("0052_addresses_of_clubs"))
    written = "Nu\u0301ria\u200b \u00a0Camps"
    for number, name in ((7, f"{written} – Zoe"), (8, "Anna\u00ad"), (9, "Anna")):
        old.add("Contestant", event=old.event, number=number, name=name)
    for name in (written, "\u200b"):
        old.add("Player", club=old.club, name=name)
    apps = at("0054_clean_names")
    contestants = apps.get_model("tournaments", "Contestant").objects.filter(number__gte=7)
    assert list(contestants.order_by("number").values_list("name", flat=True)) == [
        "Núria Camps – Zoe",
        "Anna\u00ad",  # another is called so already
        "Anna",
    ]
    players = apps.get_model("tournaments", "Player").objects.order_by("pk").values_list("name", flat=True)
    assert list(players)[-2:] == ["Núria Camps", "\u200b"]
