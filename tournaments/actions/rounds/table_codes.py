"""Tables: their codes can be replaced."""

from django.db import transaction
from django.db.models import F

from tournaments.actions.actor import Actor
from tournaments.actions.audit import record
from tournaments.models import Table, Verb


def revoke_code(table: Table, actor: Actor) -> None:
    """Make every code printed for the table so far useless; the next one printed works."""
    with transaction.atomic():
        Table.objects.filter(pk=table.pk).update(code_counter=F("code_counter") + 1)
        record(actor, Verb.REVOKE_TABLE_CODE, table.section.session.stage.event, table=table.label)
