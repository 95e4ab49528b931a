"""Clean names and addresses that version 0.13.0 accepted and this one refuses."""

from itertools import count
from typing import Any

from django.db import migrations

from games.typed_text import clean_text

ADDRESSES_OF_THE_SITE = (
    "api",
    "desk",
    "games",
    "guide",
    "health",
    "language",
    "sign-in",
    "sign-out",
    "static",
    "t",
    "team",
)
ROWS_AT_ONCE = 2000


def clean_names(apps: Any, schema_editor: Any) -> None:
    """Remove what cannot be seen; of two contestants of an event that look the same the second keeps its name."""
    for name in ("Player", "Merge", "Contestant"):
        model = apps.get_model("tournaments", name)
        for row in model.objects.only("name").order_by("pk").iterator(ROWS_AT_ONCE):
            cleaned = clean_text(row.name)
            if cleaned and cleaned != row.name and not _is_taken(model, row, cleaned):
                model.objects.filter(pk=row.pk).update(name=cleaned)


def _is_taken(model: Any, row: Any, name: str) -> bool:
    if model.__name__ != "Contestant":
        return False
    return bool(model.objects.filter(event=row.event_id, name=name).exists())


def free_addresses(apps: Any, schema_editor: Any) -> None:
    """Rename the address `games` of a club to `games-2`, or to the next that no club has."""
    clubs = apps.get_model("tournaments", "Club").objects
    for club in clubs.filter(slug__in=ADDRESSES_OF_THE_SITE).order_by("pk"):
        numbered = (f"{club.slug}-{number}" for number in count(2))
        free = next(slug for slug in numbered if not clubs.filter(slug=slug).exists())
        clubs.filter(pk=club.pk).update(slug=free)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0002_devices_draws_archive")]
    operations = [
        migrations.RunPython(clean_names, migrations.RunPython.noop, elidable=True),
        migrations.RunPython(free_addresses, migrations.RunPython.noop, elidable=True),
    ]
