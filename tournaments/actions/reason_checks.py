"""Check the reason that a director gives for a decision."""

from games.problems import Problem
from games.text import gettext_noop as _
from tournaments.actions.limits import MAX_REASON_LENGTH

_REASON_TOO_LONG = _("Give the reason in at most %(most)s characters.")


def reason_problems(reason: str, missing_text: str) -> list[Problem]:
    """Return a problem if the reason is blank or too long.

    `missing_text` is the message for a blank reason.
    """
    if not reason:
        return [Problem("reason_missing", missing_text, field="reason")]
    if len(reason) > MAX_REASON_LENGTH:
        return [Problem("reason_too_long", _REASON_TOO_LONG, {"most": MAX_REASON_LENGTH}, "reason")]
    return []
