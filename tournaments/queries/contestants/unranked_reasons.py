"""Reasons why a contestant has no rank: the standard ones, and free text of the director."""

from collections.abc import Mapping

from games.text import Text
from games.text import gettext_noop as _

# The stored values of the standard reasons, each with its text.
STANDARD_REASONS: Mapping[str, str] = {
    "guest": _("guest"),
    "house pair": _("house pair"),
    "substitutes": _("too many boards played by substitutes"),
}


def unranked_reason_text(reason: str) -> Text:
    """Return the reason as a text; free text of a director is returned unchanged."""
    return Text(STANDARD_REASONS.get(reason, reason))
