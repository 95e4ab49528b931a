"""Table codes: replace them, and record that a playing director was shown one."""

from django.db import transaction
from django.db.models import F

from tournaments.actions.audit import record_audit
from tournaments.actions.history.undoable import record_step_without_changes
from tournaments.models import AuditAction, Table
from tournaments.permissions.actor import Actor
from tournaments.permissions.editable import require_editable
from tournaments.permissions.visibility.devices import hides_table_codes


def revoke_table_code(table: Table, actor: Actor) -> None:
    """Invalidate all codes of the table by raising the counter that is part of a valid code."""
    event = table.section.session.stage.event
    require_editable(event, AuditAction.REVOKE_TABLE_CODE)
    with transaction.atomic():
        Table.objects.filter(pk=table.pk).update(code_counter=F("code_counter") + 1)
        record_audit(actor, AuditAction.REVOKE_TABLE_CODE, event, table=table.label)


def record_code_shown(table: Table, actor: Actor) -> None:
    """Record in audit and history that a table code was shown to a playing director.

    Does nothing for a member from whom codes are not hidden.
    """
    session = table.section.session
    if actor.user_id is None or not hides_table_codes(actor.user_id, session):
        return
    event, subject = session.stage.event, {"table": table.label}
    require_editable(event, AuditAction.SHOW_TABLE_CODE)
    with transaction.atomic():
        record_audit(actor, AuditAction.SHOW_TABLE_CODE, event, **subject)
        record_step_without_changes(actor, AuditAction.SHOW_TABLE_CODE, event, subject, session)
