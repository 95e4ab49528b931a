"""Check whether an event may be changed, and whether this installation may change it."""

from games.problems import Problem, ValidationFailed
from games.text import gettext_noop as _
from tournaments.models import AuditAction, Event

_READ_ONLY = _("This event was imported before it ended, without its seed: it is read-only here.")
_NOT_THE_ORGANISER = _("This section was imported from the organiser, who alone can do this.")

# Actions that are allowed for a read-only event.
_ALLOWED_IF_READ_ONLY = {
    AuditAction.ARCHIVE_EVENT,
    AuditAction.RESTORE_EVENT,
    AuditAction.DELETE_EVENT,
}

# Actions that only the installation that exported an offline section may do: it decides about
# contestants, rounds and rankings.
_ORGANISER_ACTIONS = {
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


def require_editable(event: Event, action: AuditAction) -> None:
    """Raise `ValidationFailed` if the event is read-only or only its organiser may do this.

    Every action that changes an event calls this function before it writes.
    """
    if event.read_only and action not in _ALLOWED_IF_READ_ONLY:
        raise ValidationFailed([Problem("read_only", _READ_ONLY)])
    if event.is_offline_section and action in _ORGANISER_ACTIONS:
        raise ValidationFailed([Problem("the_organisers", _NOT_THE_ORGANISER)])
