"""The reason that a director gives for what he decides: kept with it, and short enough to be
read."""

from games.problems import Problem
from games.text import gettext_noop as _
from tournaments.actions.limits import MAX_REASON_LENGTH

_TOO_LONG = _("Give the reason in at most %(most)s characters.")


def reason_problems(reason: str, asked: str) -> list[Problem]:
    """What is wrong with a reason; `asked` is the sentence that asks for a missing one."""
    if not reason:
        return [Problem("reason_missing", asked, field="reason")]
    if len(reason) > MAX_REASON_LENGTH:
        return [Problem("reason_too_long", _TOO_LONG, {"most": MAX_REASON_LENGTH}, "reason")]
    return []
