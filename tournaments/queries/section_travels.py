"""Sections that travel, for the desk of their organiser: who has each, and what it has delivered."""

from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Count, Prefetch, Q

from tournaments.models import Delivery, Play, Section, SectionCopy, Session


class Boards(NamedTuple):
    """Plays of a section that have a result, and all of them."""

    results: int
    planned: int


@dataclass(frozen=True)
class SectionTravel:
    """A section with the copies that were sent of it, the last one last, and everything delivered."""

    section: Section
    copies: tuple[SectionCopy, ...]
    deliveries: tuple[Delivery, ...]
    boards: Boards

    @property
    def away(self) -> SectionCopy | None:
        """The copy that is away: the last one, until every board of the section has a result."""
        return self.copies[-1] if self.copies and self.boards.results < self.boards.planned else None

    @property
    def last(self) -> Delivery | None:
        """What came back last."""
        return self.deliveries[-1] if self.deliveries else None


def section_travels(session: Session) -> list[SectionTravel]:
    """Every section of a session that is divided, by number; none of another."""
    deliveries = Prefetch("deliveries", Delivery.objects.select_related("user"))
    copies = Prefetch("copies", SectionCopy.objects.select_related("user").prefetch_related(deliveries))
    sections = list(session.sections.order_by("number").prefetch_related(copies))
    if len(sections) < 2:
        return []
    boards = _boards(session)
    return [_travel(section, boards.get(section.pk, Boards(0, 0))) for section in sections]


def _travel(section: Section, boards: Boards) -> SectionTravel:
    copies = tuple(section.copies.all())
    deliveries = sorted((each for copy in copies for each in copy.deliveries.all()), key=lambda each: each.pk)
    return SectionTravel(section, copies, tuple(deliveries), boards)


def _boards(session: Session) -> dict[int, Boards]:
    """By the row of their section."""
    counted = Play.objects.filter(board__session=session).order_by().values("seating__round__section")
    numbers = counted.annotate(results=Count("pk", ~Q(state=Play.State.DUE)), planned=Count("pk"))
    return {each["seating__round__section"]: Boards(each["results"], each["planned"]) for each in numbers}


def copy_away(play: Play) -> SectionCopy | None:
    """The copy in which the section of a play is away; None where it is not, or all of it is here."""
    section = play.seating.round.section_id
    if not Play.objects.awaited().filter(seating__round__section=section).exists():
        return None
    return SectionCopy.objects.filter(section=section).last()
