"""What an event file says of sections that travelled: its shape, whether it makes sense, and its
rows.

What their results are sealed by is not in it.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

from games.problems import Problem
from games.text import gettext_noop as _
from tournaments.actions.event_file.numbering import Value, inside
from tournaments.actions.event_file.schema.columns import MOMENT, column, is_kept_text, moment_in
from tournaments.actions.event_file.schema.values import ListOf, Maybe, Object, Plain
from tournaments.models import Event, ExportedSection, ImportedSection, ResultUpload, Section

_ORIGIN = re.compile("([0-9a-f]{16}:){2}[0-9a-f]{16}|")


def _is_identifier(value: Any) -> bool:
    return is_kept_text(value) and bool(re.fullmatch("[0-9a-f]{16}", value))


def _is_origin(value: Any) -> bool:
    return is_kept_text(value) and bool(_ORIGIN.fullmatch(value))


IDENTIFIER = Plain(_is_identifier, "sixteen hex digits")
ORIGIN = Plain(_is_origin, "three times sixteen hex digits with colons between, or empty")
ARRIVAL = Object(
    {
        "copy": IDENTIFIER,
        "laptop": IDENTIFIER,
        "opens_at": Maybe(MOMENT),
        "at": MOMENT,
    }
)
COPY = Object(
    {
        "identifier": IDENTIFIER,
        "holder": column(ExportedSection, "holder"),
        "opens_at": Maybe(MOMENT),
        "void_at": Maybe(MOMENT),
        "at": MOMENT,
        "deliveries": ListOf(
            Object(
                {
                    "laptop": IDENTIFIER,
                    "plays": column(ResultUpload, "plays"),
                    "entries": column(ResultUpload, "entries"),
                    "at": MOMENT,
                }
            )
        ),
    }
)


def copy_problems(section: Value, path: str) -> Iterator[Problem]:
    """Copies of a section that have one identifier."""
    yield from _once(section["copies"], "identifier", f"{path}.copies")


def origin_problems(play: Value, copies: set[str], path: str) -> Iterator[Problem]:
    """Entries of a play that were delivered twice, or by a copy that nobody sent."""
    delivered = [entry for entry in play["entries"] if entry["origin"]]
    yield from _once(delivered, "origin", f"{path}.entries")
    for entry, at in inside(play["entries"], f"{path}.entries"):
        if entry["origin"] and entry["origin"].partition(":")[0] not in copies:
            template = _("%(path)s: this section was never exported as this copy.")
            yield Problem("never_sent", template, {"path": f"{at}.origin"}, f"{at}.origin")


def store_arrival(event: Event, values: Value | None) -> None:
    """How an event came to an installation; None for one that is no section of another's."""
    if values:
        ImportedSection.objects.create(
            event=event,
            copy=values["copy"],
            laptop=values["laptop"],
            opens_at=moment_in(values["opens_at"]),
            at=datetime.fromisoformat(values["at"]),
        )


def store_copies(section: Section, values: Sequence[Value]) -> None:
    """The files that a section was sent as, and what each has delivered."""
    for each in values:
        copy = ExportedSection.objects.create(
            section=section,
            identifier=each["identifier"],
            holder=each["holder"],
            opens_at=moment_in(each["opens_at"]),
            void_at=moment_in(each["void_at"]),
            at=datetime.fromisoformat(each["at"]),
        )
        ResultUpload.objects.bulk_create(
            ResultUpload(copy=copy, **{**delivery, "at": datetime.fromisoformat(delivery["at"])})
            for delivery in each["deliveries"]
        )


def _once(values: list[Value], key: str, path: str) -> Iterator[Problem]:
    said = [value[key] for value in values]
    if len(set(said)) < len(said):
        params = {"path": path, "key": key}
        yield Problem("stands_twice", _("%(path)s: duplicate %(key)s."), params, path)
