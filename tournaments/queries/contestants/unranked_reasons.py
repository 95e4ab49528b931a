"""Why a contestant takes no place: the reasons that everybody knows, and what a director wrote
himself."""

from collections.abc import Mapping

from games.text import Text
from games.text import gettext_noop as _

STANDARD_REASONS: Mapping[str, str] = {
    "guest": _("guest"),
    "house pair": _("house pair"),
    "substitutes": _("too many boards played by substitutes"),
}
"""As they are stored, each with its words."""


def unranked_reason_text(reason: str) -> Text:
    """The reason in words; what a director wrote himself stays as it is."""
    return Text(STANDARD_REASONS.get(reason, reason))
