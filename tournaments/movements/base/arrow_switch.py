"""The option of an arrow switch, which gives a two-winner movement a single ranking."""

from collections.abc import Mapping

from games.options import Option
from games.text import gettext_noop as _

# With an arrow switch N-S and E-W exchange seats at about one table in eight: see Manning, *Bridge
# movements: the maths*, and Bavin, *Why 1 in 8*.
ARROW_SWITCH = Option(
    "switch",
    "none",
    ("none", "best"),
    _("Switched tables"),
    {
        "none": _("none: N-S and E-W each have a winner"),
        "best": _("where N-S and E-W change seats so that one winner is fairest"),
    },
)


def is_arrow_switched(options: Mapping[str, str]) -> bool:
    """Return whether N-S and E-W exchange seats at some tables, for a single ranking."""
    return options[ARROW_SWITCH.key] == "best"
