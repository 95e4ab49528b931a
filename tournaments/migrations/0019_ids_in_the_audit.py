from itertools import islice
from typing import Any

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

BATCH = 500
"""So many lines of the audit are held in memory at once."""

NAMES = {
    'rename player': ('before', 'name'),
    'link member': ('name',),
    'unlink member': ('name',),
    'merge players': ('name',),
    'mark paid': ('name',),
    'take back payment': ('name',),
    'add contestants': ('names',),
    'withdraw contestant': ('name',),
    'replace contestant': ('before', 'name'),
    'name contestant': ('name',),
    'leave event': ('name', 'instead'),
    'join event': ('name',),
}
"""Where earlier versions wrote how people are called, by the verb of the line."""

OTHERWISE = {
    'merge players': {'contestants': 'played'},
    'give penalty': {'contestant': 'number'},
}
"""Keys that now mean something else: `contestant` is a row, `number` what stands on the sheets."""


def forget_names(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """The audit names people by their rows alone. Who was added is counted; which names those were is gone."""
    audit: Any = apps.get_model('tournaments', 'AuditEntry')
    lines = audit.objects.filter(verb__in=[*NAMES, *OTHERWISE]).order_by('pk').iterator(chunk_size=BATCH)
    while batch := list(islice(lines, BATCH)):
        for line in batch:
            line.data = without_names(line.verb, line.data)
        audit.objects.bulk_update(batch, ['data'])


def without_names(verb: str, data: dict[str, Any]) -> dict[str, Any]:
    counted = {'count': len(data['names'])} if 'names' in data else {}
    called = OTHERWISE.get(verb, {})
    kept = {called.get(key, key): value for key, value in data.items() if key not in NAMES.get(verb, ())}
    return kept | counted


class Migration(migrations.Migration):
    """By itself, after the table is as it will be; what was forgotten is not brought back."""

    dependencies = [
        ('tournaments', '0018_the_audit_stays'),
    ]

    operations = [
        migrations.RunPython(forget_names, migrations.RunPython.noop, elidable=True),
    ]
