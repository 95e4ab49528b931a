"""Who plays in which section of a session, before it starts."""

import hashlib
from collections.abc import Mapping, Sequence
from datetime import UTC

from django.db.models import Count, Max

from tournaments.models import Contestant, Section, SectionAssignment, Session
from tournaments.queries.rounds.seating import has_assignments


def assign_to_sections(who: Mapping[Section, Sequence[Contestant]]) -> None:
    """Say who plays in these sections, numbered there as they are given; what was said before
    goes."""
    SectionAssignment.objects.filter(section__in=who).delete()
    SectionAssignment.objects.bulk_create(
        SectionAssignment(section=section, contestant=contestant, number=number)
        for section, contestants in who.items()
        for number, contestant in enumerate(contestants, 1)
    )


def assign_newcomers(session: Session, newcomers: Sequence[Contestant]) -> None:
    """Whoever is new in an event goes where a place is, and who has gone leaves no gap.

    The last of a section takes the number of who has gone from it: everybody else keeps his own. In
    a session where nobody is allotted there is nothing to do.
    """
    if not has_assignments(session):
        return
    if not newcomers and not _has_gaps(session):
        return
    who = {section: _without_gaps(section) for section in session.sections.all()}
    for contestant in newcomers:
        who[section_with_room({section: len(each) for section, each in who.items()})].append(
            contestant
        )
    assign_to_sections(who)


def draw_sort_key(session: Session, number: int) -> str:
    """Return the contestant's sort key in an order drawn for the session from public data.

    A session without a commitment, because nothing is dealt in it, uses the moment at which it was
    created.
    """
    public = session.commitment or session.created_at.astimezone(UTC).isoformat()
    return hashlib.sha256(f"{public}:{session.number}:{number}".encode()).hexdigest()


def _has_gaps(session: Session) -> bool:
    counted = session.sections.annotate(last=Max("assignments__number"), size=Count("assignments"))
    return any((section.last or 0) != section.size for section in counted)


def _without_gaps(section: Section) -> list[Contestant]:
    at = {each.number: each.contestant for each in section.assignments.select_related("contestant")}
    beyond = sorted(number for number in at if number > len(at))
    return [at[number] if number in at else at[beyond.pop()] for number in range(1, len(at) + 1)]


def section_with_room(playing: Mapping[Section, int]) -> Section:
    """The section in which somebody would rest, else the smallest: the first of such.

    A venue is another town: whoever comes goes where the club is, if it has a section itself.
    `playing` says how many play in each.
    """

    def order(section: Section) -> tuple[bool, bool, int, int]:
        number = playing[section]
        return section.venue_id is not None, number % 2 == 0, number, section.number

    return min(playing, key=order)
