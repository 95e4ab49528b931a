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
from tournaments.actions.event_file.list_checks import Value, items_with_paths
from tournaments.actions.event_file.schema.columns import TIME, column, is_storable_text, parse_time
from tournaments.actions.event_file.schema.types import Leaf, ListOf, Nullable, ObjectOf
from tournaments.models import Event, ExportedSection, ImportedSection, ResultUpload, Section

_ORIGIN = re.compile("([0-9a-f]{16}:){2}[0-9a-f]{16}|")


def _is_identifier(value: Any) -> bool:
    return is_storable_text(value) and bool(re.fullmatch("[0-9a-f]{16}", value))


def _is_origin(value: Any) -> bool:
    return is_storable_text(value) and bool(_ORIGIN.fullmatch(value))


IDENTIFIER = Leaf(_is_identifier, "sixteen hex digits")
ORIGIN = Leaf(_is_origin, "three times sixteen hex digits with colons between, or empty")
IMPORTED_SECTION = ObjectOf(
    {
        "copy": IDENTIFIER,
        "laptop": IDENTIFIER,
        "opens_at": Nullable(TIME),
        "at": TIME,
    }
)
EXPORTED_SECTION = ObjectOf(
    {
        "identifier": IDENTIFIER,
        "holder": column(ExportedSection, "holder"),
        "opens_at": Nullable(TIME),
        "void_at": Nullable(TIME),
        "at": TIME,
        "deliveries": ListOf(
            ObjectOf(
                {
                    "laptop": IDENTIFIER,
                    "plays": column(ResultUpload, "plays"),
                    "entries": column(ResultUpload, "entries"),
                    "at": TIME,
                }
            )
        ),
    }
)


def exported_section_problems(section: Value, path: str) -> Iterator[Problem]:
    """Copies of a section that have one identifier."""
    yield from _once(section["copies"], "identifier", f"{path}.copies")


def origin_problems(play: Value, copies: set[str], path: str) -> Iterator[Problem]:
    """Entries of a play that were delivered twice, or by a copy that nobody sent."""
    delivered = [entry for entry in play["entries"] if entry["origin"]]
    yield from _once(delivered, "origin", f"{path}.entries")
    for entry, at in items_with_paths(play["entries"], f"{path}.entries"):
        if entry["origin"] and entry["origin"].partition(":")[0] not in copies:
            template = _("%(path)s: this section was never exported as this copy.")
            yield Problem("never_sent", template, {"path": f"{at}.origin"}, f"{at}.origin")


def store_imported_section(event: Event, values: Value | None) -> None:
    """How an event came to an installation; None for one that is no section of another's."""
    if values:
        ImportedSection.objects.create(
            event=event,
            copy=values["copy"],
            laptop=values["laptop"],
            opens_at=parse_time(values["opens_at"]),
            at=datetime.fromisoformat(values["at"]),
        )


def store_exported_sections(section: Section, values: Sequence[Value]) -> None:
    """The files that a section was sent as, and what each has delivered."""
    for each in values:
        copy = ExportedSection.objects.create(
            section=section,
            identifier=each["identifier"],
            holder=each["holder"],
            opens_at=parse_time(each["opens_at"]),
            void_at=parse_time(each["void_at"]),
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
