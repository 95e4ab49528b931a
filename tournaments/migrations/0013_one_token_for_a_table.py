"""A table's one-time keys stay its own when its code is replaced: its token names no code any more."""

from typing import Any

from django.db import migrations


def without_codes(apps: Any, _schema_editor: Any) -> None:
    """`table:5:2` was table 5 under its third code; of a key sent under several the first answer is kept."""
    receipts = apps.get_model("tournaments", "Receipt").objects
    seen = set()
    for receipt in receipts.filter(actor_token__startswith="table:").order_by("pk").iterator():
        token = ":".join(receipt.actor_token.split(":")[:2])
        if (token, receipt.key) in seen:
            receipt.delete()
            continue
        seen.add((token, receipt.key))
        receipts.filter(pk=receipt.pk).update(actor_token=token)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0012_audiences_of_standings")]
    operations = [migrations.RunPython(without_codes, migrations.RunPython.noop, elidable=True)]
