"""Write names of people without what cannot be seen, as every door does from now on."""

from typing import Any

from django.db import migrations

from games.typed_text import clean_text

_MANY = 2000
"""Rows that are read and written at once."""


def clean_names(apps: Any, schema_editor: Any) -> None:
    """One spelling of what looks the same; of two contestants of an event the second stays as it was."""
    for name in ("Player", "Merge", "Contestant"):
        model = apps.get_model("tournaments", name)
        for row in model.objects.only("name").order_by("pk").iterator(_MANY):
            cleaned = clean_text(row.name)
            if cleaned and cleaned != row.name and not _is_taken(model, row, cleaned):
                model.objects.filter(pk=row.pk).update(name=cleaned)


def _is_taken(model: Any, row: Any, name: str) -> bool:
    if model.__name__ != "Contestant":
        return False
    return bool(model.objects.filter(event=row.event_id, name=name).exists())


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0053_bound_devices")]
    operations = [migrations.RunPython(clean_names, migrations.RunPython.noop, elidable=True)]
