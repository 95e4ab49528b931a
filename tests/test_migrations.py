"""Migrations that clean names, rename columns, and reject databases that are too old."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from tournaments.models import AuditAction

pytestmark = pytest.mark.django_db(transaction=True)


def migrate_to(name: str) -> Any:
    """Migrate the database forwards or back, and return the models of that state."""
    MigrationExecutor(connection).migrate([("tournaments", name)])
    return MigrationExecutor(connection).loader.project_state([("tournaments", name)]).apps


@pytest.fixture
def at() -> Iterator[Callable[[str], Any]]:
    """Bring the database to a migration; afterwards it is at the last one again."""
    yield migrate_to
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes("tournaments"))


def test_migrations_clean_names_and_slugs_and_rename_stored_undo_steps(
    at: Callable[[str], Any],
) -> None:
    """One test for all, because going back through the migrations takes seconds."""
    apps = at("0002_devices_draws_archive")
    event = stored_event(apps)
    for name, slug in (("Games", "games"), ("Games Two", "games-2")):
        apps.get_model("tournaments", "Club").objects.create(name=name, slug=slug)
    written = "Nu\u0301ria\u200b \u00a0Camps"
    for number, name in ((7, f"{written} – Zoe"), (8, "Anna\u00ad"), (9, "Anna")):
        apps.get_model("tournaments", "Contestant").objects.create(
            event=event, number=number, name=name
        )
    for name in (written, "\u200b"):
        apps.get_model("tournaments", "Player").objects.create(club=event.club, name=name)

    apps = at("0003_names_and_addresses")

    contestants = apps.get_model("tournaments", "Contestant").objects.order_by("number")
    assert list(contestants.values_list("name", flat=True)) == [
        "Núria Camps – Zoe",
        "Anna\u00ad",  # another is called so already
        "Anna",
    ]
    players = apps.get_model("tournaments", "Player").objects.order_by("pk")
    assert list(players.values_list("name", flat=True)) == ["Núria Camps", "\u200b"]
    clubs = apps.get_model("tournaments", "Club").objects
    assert dict(clubs.values_list("name", "slug")) == {
        "Games": "games-3",
        "Games Two": "games-2",
        "Penya": "penya",
    }

    stored_changes = [
        {"model": "place", "pk": 1, "before": None, "after": {"seat": "N", "player_id": 3}},
        {"model": "seating", "pk": 2, "before": {"why": {}, "table_id": 4}, "after": {"why": {}}},
        {"model": "contestant", "pk": 5, "before": {"no_place": ""}, "after": None},
    ]
    apps.get_model("tournaments", "Act").objects.create(
        event_id=event.pk,
        kind=AuditAction.TURN_TABLE,
        changes=stored_changes,
        at=timezone.now(),
    )

    steps = at("0004_plain_names").get_model("tournaments", "UndoStep").objects

    assert steps.get().changes == [
        {"model": "seatholder", "pk": 1, "before": None, "after": {"seat": "N", "player_id": 3}},
        {
            "model": "seating",
            "pk": 2,
            "before": {"draw_reason": {}, "table_id": 4},
            "after": {"draw_reason": {}},
        },
        {"model": "contestant", "pk": 5, "before": {"unranked_reason": ""}, "after": None},
    ]
    acts = at("0003_names_and_addresses").get_model("tournaments", "Act").objects
    assert acts.get().changes == stored_changes


def stored_event(apps: Any) -> Any:
    """Store an event of a club, in the models of some migration."""
    club = apps.get_model("tournaments", "Club").objects.create(name="Penya", slug="penya")
    return apps.get_model("tournaments", "Event").objects.create(
        club=club,
        name="Avui",
        slug="avui",
        game_key="botifarra",
        rules_version=1,
        method_key="min_max",
        created_at=timezone.now(),
    )


@pytest.mark.django_db
def test_database_of_a_version_before_0_13_is_rejected_unchanged() -> None:
    recorder = MigrationRecorder(connection)
    for name in ("0001_squashed_0_13", "0002_devices_draws_archive", "0003_names_and_addresses"):
        recorder.record_unapplied("tournaments", name)
    recorder.record_unapplied("tournaments", "0051_made_again")
    migrations_before = recorder.applied_migrations().keys()

    with pytest.raises(CommandError, match=r"made by a version before 0\.13"):
        call_command("migrate", verbosity=0)

    assert recorder.applied_migrations().keys() == migrations_before


@pytest.mark.django_db
def test_new_database_records_the_migrations_of_version_0_13() -> None:
    applied = MigrationRecorder(connection).applied_migrations().keys()
    assert ("tournaments", "0001_squashed_0_13") in applied
    assert ("tournaments", "0051_made_again") in applied
