"""The reasons that directors give most often, so that one is chosen instead of typed."""

from games.text import gettext_noop as _

USUAL_REASONS = (
    _("agreed at the table"),
    _("both sheets say so"),
    _("mistyped on the phone"),
    _("sides exchanged"),
    _("heard both sides"),
    _("late, but agreed"),
)
"""The first is what holds where nothing else is chosen."""
