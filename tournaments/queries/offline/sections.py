"""Sections that travel, for the desk of their organiser: who has each, and what it has
delivered."""

from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Count, Exists, Prefetch, Q, QuerySet, Window
from django.db.models.functions import RowNumber

from tournaments.models import ExportedSection, Play, ResultUpload, Section, Session

_NOT_IMPORTED = {"session__stage__event__is_offline_section": False}
_COPY_NUMBER = Window(RowNumber(), partition_by="section", order_by="pk")


class BoardCounts(NamedTuple):
    """Plays of a section that have a result, those of them that differ or that one side said,
    and all."""

    results: int = 0
    differ: int = 0
    one_side: int = 0
    planned: int = 0


@dataclass(frozen=True)
class OfflineSection:
    """A section with the copies that were sent of it, the last one last, and everything delivered.

    Each copy has its `number` too, from 1 within the section.
    """

    section: Section
    copies: tuple[ExportedSection, ...]
    uploads: tuple[ResultUpload, ...]
    boards: BoardCounts

    @property
    def active_copies(self) -> list[ExportedSection]:
        """The copies that were not called void."""
        return [copy for copy in self.copies if not copy.void_at]

    @property
    def unfinished_copies(self) -> list[ExportedSection]:
        """The copies that are away: all that stand, until every board of the section has a
        result."""
        return self.active_copies if self.boards.results < self.boards.planned else []

    @property
    def latest_upload(self) -> ResultUpload | None:
        """What came back last."""
        return self.uploads[-1] if self.uploads else None


def offline_sections(session: Session) -> list[OfflineSection]:
    """Every section of a session that is divided, and every other of its event that was ever sent.

    By session and number; boards are counted for those that were sent.
    What came from elsewhere goes no further.
    """
    deliveries = Prefetch("deliveries", ResultUpload.objects.select_related("user"))
    exports = ExportedSection.objects.select_related("user").annotate(number=_COPY_NUMBER)
    copies = Prefetch("copies", exports.prefetch_related(deliveries))
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
    """By the row of their section."""
    if not sections:
        return {}
    by_section = (
        Play.objects.filter(seating__round__section__in=sections)
        .order_by()
        .values("seating__round__section")
    )
    counted = by_section.annotate(
        results=Count("pk", filter=~Q(state=Play.State.DUE)),
        differ=Count("pk", filter=Q(state=Play.State.CONFLICT)),
        one_side=Count("pk", filter=Q(state=Play.State.ENTERED)),
        planned=Count("pk"),
    )
    rows = counted.values_list("seating__round__section", *BoardCounts._fields)
    return {section: BoardCounts(*counts) for section, *counts in rows}


def unfinished_copy_of(play: Play) -> ExportedSection | None:
    """The copy in which the section of a play is away; None where it is not, or all of it is
    here."""
    section = play.seating.round.section_id
    if not Play.objects.awaited().filter(seating__round__section=section).exists():
        return None
    return ExportedSection.objects.filter(section=section, void_at=None).last()


def exported_sections(sections: QuerySet[Section]) -> QuerySet[Section]:
    """Those of some sections of which a copy stands: somebody elsewhere may play them."""
    return sections.filter(pk__in=ExportedSection.objects.filter(void_at=None).values("section"))


def unfinished_exported_sections(sections: QuerySet[Section]) -> QuerySet[Section]:
    """Those of which a copy stands and plays lack a result here, by number."""
    exported = exported_sections(sections)
    awaited = Play.objects.awaited().filter(
        seating__round__section__in=exported.order_by().values("pk")
    )
    unfinished = exported.filter(pk__in=awaited.values("seating__round__section"))
    return unfinished.order_by("session__stage__number", "session__number", "number")
