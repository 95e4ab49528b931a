"""The option to switch tables of a movement with two winners, so that there is one."""

from collections.abc import Mapping

from games.options import Option
from games.text import gettext_noop as _

# About one table in eight is switched: Manning, *Bridge movements: the maths*, and Bavin, *Why 1
# in 8*.
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
    """Whether N-S and E-W change seats at some tables, for one ranking of everybody."""
    return options[ARROW_SWITCH.key] == "best"
