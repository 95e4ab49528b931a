"""Who plays in a section, by the numbers its movement knows them by."""

from django.db.models import QuerySet

from tournaments.models import Allotment, Contestant, Section, Session


def is_allotted(session: Session) -> bool:
    """Whether it is said who plays in a session, and in which section; otherwise all of its
    event do."""
    return Allotment.objects.filter(section__session=session).exists()


def playing_in(section: Section) -> dict[int, Contestant]:
    """Whoever plays in a section by his number there, with his partners.

    The number is the one within the event where nobody is allotted, and where rounds are drawn.
    """
    by_number = section.session.stage.is_drawn or not is_allotted(section.session)
    if by_number:
        return {each.number: each for each in _everybody(section.session)}
    allotted = section.allotments.select_related("contestant").prefetch_related(
        "contestant__partners"
    )
    return {each.number: each.contestant for each in allotted}


def _everybody(session: Session) -> QuerySet[Contestant]:
    return session.stage.event.contestants.prefetch_related("partners")
