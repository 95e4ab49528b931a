"""Assign contestants to the sections of a session before it starts."""

import hashlib
from collections.abc import Mapping, Sequence
from datetime import UTC

from django.db.models import Count, Max

from tournaments.models import Contestant, Section, SectionAssignment, Session
from tournaments.queries.rounds.seating import has_assignments


def assign_to_sections(contestants_by_section: Mapping[Section, Sequence[Contestant]]) -> None:
    """Replace the assignments of these sections; contestants are numbered as in the sequences."""
    SectionAssignment.objects.filter(section__in=contestants_by_section).delete()
    SectionAssignment.objects.bulk_create(
        SectionAssignment(section=section, contestant=contestant, number=count)
        for section, contestants in contestants_by_section.items()
        for count, contestant in enumerate(contestants, 1)
    )


def assign_newcomers(session: Session, newcomers: Sequence[Contestant]) -> None:
    """Assign new contestants to sections with room, and close gaps in the numbers of sections.

    A gap is the number of a contestant who has left. It goes to the contestant with the last number
    of the section; the others keep their numbers. Does nothing in a session without assignments.
    """
    if not has_assignments(session):
        return
    if not newcomers and not _has_gaps(session):
        return
    contestants_by_section = {
        section: _contestants_without_gaps(section) for section in session.sections.all()
    }
    for contestant in newcomers:
        contestants_by_section[
            section_with_room(
                {
                    section: len(contestants)
                    for section, contestants in contestants_by_section.items()
                }
            )
        ].append(contestant)
    assign_to_sections(contestants_by_section)


def draw_sort_key(session: Session, count: int) -> str:
    """Return a contestant's key in a random order of the session: a hash of public data.

    Anybody can compute the order again. The hash uses the session's commitment. A session without
    one, in which nothing is dealt, uses the time at which it was created.
    """
    public_text = session.commitment or session.created_at.astimezone(UTC).isoformat()
    return hashlib.sha256(f"{public_text}:{session.number}:{count}".encode()).hexdigest()


def _has_gaps(session: Session) -> bool:
    sections = session.sections.annotate(last=Max("assignments__number"), size=Count("assignments"))
    return any((section.last or 0) != section.size for section in sections)


def _contestants_without_gaps(section: Section) -> list[Contestant]:
    contestant_by_number = {
        assignment.number: assignment.contestant
        for assignment in section.assignments.select_related("contestant")
    }
    numbers_beyond_count = sorted(
        count for count in contestant_by_number if count > len(contestant_by_number)
    )
    return [
        contestant_by_number[count]
        if count in contestant_by_number
        else contestant_by_number[numbers_beyond_count.pop()]
        for count in range(1, len(contestant_by_number) + 1)
    ]


def section_with_room(contestant_counts: Mapping[Section, int]) -> Section:
    """Return the section to which the next newcomer is assigned.

    Sections at a venue come after all others, since a venue may be in another town. Then sections
    with an odd number of contestants come first, because there the newcomer replaces a sit-out.
    Otherwise the smallest section is chosen, or the one with the lowest number.
    """

    def sort_key(section: Section) -> tuple[bool, bool, int, int]:
        count = contestant_counts[section]
        return section.venue_id is not None, count % 2 == 0, count, section.number

    return min(contestant_counts, key=sort_key)
