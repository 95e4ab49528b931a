"""Check whether an event may be changed, and by this installation."""

from games.problems import Problem, ValidationFailed
from games.text import gettext_noop as _
from tournaments.models import Event, Verb

_READ_ONLY = _("This event was imported before it ended, without its seed: it is read-only here.")
_ORGANISER_ONLY_TEXT = _("This section was imported from the organiser, who alone can do this.")

# A read-only event may still be archived, restored and deleted.
_ALLOWED_IF_READ_ONLY = {Verb.ARCHIVE_EVENT, Verb.RESTORE_EVENT, Verb.DELETE_EVENT}

# Contestants, rounds and the field of an offline section are decided where it was exported.
_ORGANISER_ONLY = {
    Verb.CHOOSE_MOVEMENT,
    Verb.GO_ON,
    Verb.PUBLISH_EVENT,
    Verb.ADD_CONTESTANTS,
    Verb.REGISTER_CONTESTANTS,
    Verb.WITHDRAW_CONTESTANT,
    Verb.REPLACE_CONTESTANT,
    Verb.NAME_CONTESTANT,
    Verb.DIVIDE_SESSION,
    Verb.MISS_SESSION,
    Verb.COME_TO_SESSION,
    Verb.LEAVE_EVENT,
    Verb.JOIN_EVENT,
    Verb.GIVE_PENALTY,
    Verb.TAKE_NO_PLACE,
    Verb.TAKE_PLACE,
    Verb.SET_CATEGORIES,
    Verb.CREATE_SESSION,
    Verb.PLAN_ANEW,
    Verb.DROP_LAST_ROUND,
    Verb.DROP_BOARDS,
    Verb.MERGE_TABLES,
}


def require_editable(event: Event, verb: Verb) -> None:
    """Raise `ValidationFailed` if the event is read-only or only its organiser may do this.

    Every action that changes an event calls this before it writes.
    """
    if event.read_only and verb not in _ALLOWED_IF_READ_ONLY:
        raise ValidationFailed([Problem("read_only", _READ_ONLY)])
    if event.travelled and verb in _ORGANISER_ONLY:
        raise ValidationFailed([Problem("the_organisers", _ORGANISER_ONLY_TEXT)])
