"""Check whether an event may be changed, and by this installation."""

from games.problems import Problem, ValidationFailed
from games.text import gettext_noop as _
from tournaments.models import AuditAction, Event

_READ_ONLY = _("This event was imported before it ended, without its seed: it is read-only here.")
_ORGANISER_ONLY_TEXT = _("This section was imported from the organiser, who alone can do this.")

# A read-only event may still be archived, restored and deleted.
_ALLOWED_IF_READ_ONLY = {
    AuditAction.ARCHIVE_EVENT,
    AuditAction.RESTORE_EVENT,
    AuditAction.DELETE_EVENT,
}

# Contestants, rounds and the field of an offline section are decided where it was exported.
_ORGANISER_ONLY = {
    AuditAction.CHOOSE_MOVEMENT,
    AuditAction.CREATE_NEXT_STAGE,
    AuditAction.PUBLISH_EVENT,
    AuditAction.ADD_CONTESTANTS,
    AuditAction.REGISTER_CONTESTANTS,
    AuditAction.WITHDRAW_CONTESTANT,
    AuditAction.REPLACE_CONTESTANT,
    AuditAction.NAME_CONTESTANT,
    AuditAction.DIVIDE_SESSION,
    AuditAction.MARK_ABSENT,
    AuditAction.MARK_PRESENT,
    AuditAction.WITHDRAW_DURING_PLAY,
    AuditAction.ADD_LATE_ARRIVAL,
    AuditAction.GIVE_PENALTY,
    AuditAction.MARK_UNRANKED,
    AuditAction.MARK_RANKED,
    AuditAction.SET_CATEGORIES,
    AuditAction.CREATE_SESSION,
    AuditAction.REPLAN_SESSION,
    AuditAction.DROP_LAST_ROUND,
    AuditAction.DROP_BOARDS,
    AuditAction.MERGE_TABLES,
}


def require_editable(event: Event, verb: AuditAction) -> None:
    """Raise `ValidationFailed` if the event is read-only or only its organiser may do this.

    Every action that changes an event calls this before it writes.
    """
    if event.read_only and verb not in _ALLOWED_IF_READ_ONLY:
        raise ValidationFailed([Problem("read_only", _READ_ONLY)])
    if event.is_offline_section and verb in _ORGANISER_ONLY:
        raise ValidationFailed([Problem("the_organisers", _ORGANISER_ONLY_TEXT)])
