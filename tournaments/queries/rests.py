"""In which sections several rest in the same round to come, so that they could play each other."""

from collections import Counter
from collections.abc import Iterable

from tournaments.models import Contestant, Place, Section
from tournaments.queries.free_tables import slots_of
from tournaments.queries.rounds_to_come import rounds_to_come


def sections_with_rests(sections: Iterable[Section]) -> list[Section]:
    """Those where enough rest for a table; whether boards are free is searched when it is asked."""
    return [each for each in sections if _enough_rest(each)]


def _enough_rest(section: Section) -> bool:
    session = section.session
    if session.is_over or session.stage.is_drawn:
        return False
    members = Contestant.objects.filter(places__seating__round__section=section, withdrawn_at=None)
    coming = [each for each in rounds_to_come(session) if each.section_id == section.pk]
    number, seats = members.distinct().count(), len(slots_of(session.stage.event))
    places = Place.objects.filter(seating__round__in=coming, contestant__withdrawn_at=None)
    seated = Counter(
        round_ for round_, _who in places.values_list("seating__round", "contestant").distinct()
    )
    return any(number - seated[each.pk] >= seats for each in coming)
