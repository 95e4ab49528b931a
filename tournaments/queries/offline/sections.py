"""Read offline sections at the organiser's desk: exported copies and uploaded results."""

from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Count, Exists, Prefetch, Q, QuerySet, Window
from django.db.models.functions import RowNumber

from tournaments.models import ExportedSection, Play, ResultUpload, Section, Session

_NOT_IMPORTED = {"session__stage__event__is_offline_section": False}
_COPY_NUMBER = Window(RowNumber(), partition_by="section", order_by="pk")


class BoardCounts(NamedTuple):
    """How many plays of a section have a result, are in conflict, or were entered by one side.

    `planned` is the number of all its plays.
    """

    results: int = 0
    conflicts: int = 0
    one_sided: int = 0
    planned: int = 0


@dataclass(frozen=True)
class OfflineSection:
    """A section with its exported copies and result uploads, oldest first.

    Each copy has a `number`, counted from 1 within the section.
    """

    section: Section
    copies: tuple[ExportedSection, ...]
    uploads: tuple[ResultUpload, ...]
    boards: BoardCounts

    @property
    def active_copies(self) -> list[ExportedSection]:
        """Return the copies that are not void."""
        return [copy for copy in self.copies if not copy.void_at]

    @property
    def unfinished_copies(self) -> list[ExportedSection]:
        """Return the active copies, or none once every board of the section has a result."""
        return self.active_copies if self.boards.results < self.boards.planned else []

    @property
    def latest_upload(self) -> ResultUpload | None:
        """Return the latest upload, None if there is none."""
        return self.uploads[-1] if self.uploads else None


def offline_sections(session: Session) -> list[OfflineSection]:
    """Return the sections of a divided session, and all sections of the event ever exported.

    They are in the order of their sessions and numbers. Boards are counted for exported sections
    only. Imported sections are left out, because they cannot be exported again.
    """
    uploads = Prefetch("deliveries", ResultUpload.objects.select_related("user"))
    exports = ExportedSection.objects.select_related("user").annotate(number=_COPY_NUMBER)
    copies = Prefetch("copies", exports.prefetch_related(uploads))
    sections_of_event = Section.objects.filter(
        session__stage__event=session.stage.event_id, **_NOT_IMPORTED
    )
    is_divided = Exists(Section.objects.filter(session=session, number__gt=1))
    is_listed = (
        Q(pk__in=ExportedSection.objects.values("section")) | Q(session=session) & is_divided
    )
    ordered = sections_of_event.filter(is_listed).order_by(
        "session__stage__number", "session__number", "number"
    )
    sections = list(ordered.select_related("session__stage").prefetch_related(copies))
    boards = _board_counts([section for section in sections if section.copies.all()])
    return [
        _offline_section(section, boards.get(section.pk, BoardCounts())) for section in sections
    ]


def _offline_section(section: Section, boards: BoardCounts) -> OfflineSection:
    copies = tuple(section.copies.all())
    uploads = sorted(
        (upload for copy in copies for upload in copy.deliveries.all()),
        key=lambda upload: upload.pk,
    )
    return OfflineSection(section, copies, tuple(uploads), boards)


def _board_counts(sections: list[Section]) -> dict[int, BoardCounts]:
    """Return the counts by the section's primary key."""
    if not sections:
        return {}
    by_section = (
        Play.objects.filter(seating__round__section__in=sections)
        .order_by()
        .values("seating__round__section")
    )
    counts_by_section = by_section.annotate(
        results=Count("pk", filter=~Q(state=Play.State.DUE)),
        conflicts=Count("pk", filter=Q(state=Play.State.CONFLICT)),
        one_sided=Count("pk", filter=Q(state=Play.State.ENTERED)),
        planned=Count("pk"),
    )
    rows = counts_by_section.values_list("seating__round__section", *BoardCounts._fields)
    return {section_id: BoardCounts(*counts) for section_id, *counts in rows}


def unfinished_copy_of(play: Play) -> ExportedSection | None:
    """Return the latest active copy of a play's section, None if all its results are here."""
    section = play.seating.round.section_id
    if not Play.objects.without_entry().filter(seating__round__section=section).exists():
        return None
    return ExportedSection.objects.filter(section=section, void_at=None).last()


def exported_sections(sections: QuerySet[Section]) -> QuerySet[Section]:
    """Return the sections that have an active copy, and may be played elsewhere."""
    return sections.filter(pk__in=ExportedSection.objects.filter(void_at=None).values("section"))


def unfinished_exported_sections(sections: QuerySet[Section]) -> QuerySet[Section]:
    """Return the exported sections that still lack results here, by number."""
    exported = exported_sections(sections)
    awaited = Play.objects.without_entry().filter(
        seating__round__section__in=exported.order_by().values("pk")
    )
    unfinished = exported.filter(pk__in=awaited.values("seating__round__section"))
    return unfinished.order_by("session__stage__number", "session__number", "number")
