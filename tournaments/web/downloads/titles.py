"""What the columns of a sheet are called where people read them."""

from collections.abc import Iterable, Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.queries.paper.spreadsheets import Column
from tournaments.templatetags.cards import line_name

_TITLES: Mapping[str, str | Promise] = {
    "stage": _("Stage"),
    "ranking": _("Ranking"),
    "section": _("Section"),
    "group": _("Group"),
    "category": _("Category"),
    "place": _("Place"),
    "number": _("Number"),
    "contestant": _("Name"),
    "contestants": _("Name"),
    "boards": _("Boards"),
    "total": _("Total"),
    "mean": _("Mean"),
    "percent": _("Percent"),
    "carried": _("Carried over"),
    "penalty": _("Penalty"),
    "reasons": _("Reason"),
    "session": _("Session"),
    "round": _("Round"),
    "table": _("Table"),
    "board": _("Board"),
    "kind": pgettext_lazy("column of a scorecard", "Row"),
    "partners": _("Partners"),
    "opponents": _("Opponents"),
    "result": _("Result"),
    "x": "X",
    "award": _("Award"),
}


def title_of(column: Column, among: Iterable[str]) -> str:
    """The column in the reader's language, with its line where it has one; `among` are all
    lines."""
    title = str(_TITLES[column.what])
    return f"{line_name(column.line, among)} {title}" if column.line else title
