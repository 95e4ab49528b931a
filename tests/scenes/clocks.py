"""The clock of one section."""

from datetime import datetime

from tournaments.models import Section
from tournaments.queries.rounds.clock import SectionClock, read_clocks


def clock_in(section: Section, now: datetime | None = None) -> SectionClock:
    """Return what the clock of one section shows."""
    return read_clocks(section.session, Section.objects.filter(pk=section.pk), now)[0]
