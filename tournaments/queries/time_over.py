"""Since when the time of a table is over in the round it plays, once that is some minutes ago."""

from collections.abc import Mapping
from datetime import datetime, timedelta

from django.db.models import QuerySet

from tournaments.models import Section, Session, Table
from tournaments.queries.clock import OVER
from tournaments.queries.section_clocks import SectionClock, read_clocks

GRACE = timedelta(minutes=3)
"""How long after its time a table may still play before the director should look."""


def clocks_of_evening(session: Session, here: QuerySet[Section]) -> Mapping[int, SectionClock]:
    """The clocks of some sections, by their rows; a season has no evening, so that nothing of it
    is late."""
    movement = session.stage.movement
    if movement and movement.season:
        return {}
    return {each.section.pk: each for each in read_clocks(session, here)}


def time_over_since(section: SectionClock | None, table: Table) -> datetime | None:
    """When the time of a table was over, its own where it has one; None while that is not
    `GRACE` ago."""
    if section is None:
        return None
    own = next((each.clock for each in section.tables if each.table == table), section.clock)
    late = own is not None and own.phase == OVER and -own.left >= GRACE
    return own.until if own and late else None
