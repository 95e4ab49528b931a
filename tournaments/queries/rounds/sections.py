"""Which sections of a session are one field: what is fair to one of them is done in all."""

from collections.abc import Iterable

from django.db.models import Max

from tournaments.models import Play, Round, Section


def comparable_sections(section: Section) -> list[Section]:
    """The sections whose results are compared with those of one, itself among them, by number."""
    related = Section.objects.select_related("session__stage__event__club")
    here = related.filter(session=section.session_id).order_by("number")
    if section.session.stage.ranks_sections_separately:
        here = here.filter(pk=section.pk)
    return list(here)


def first_unstarted_round(sections: Iterable[Section]) -> int:
    """The number of the first round that has begun in none of some sections."""
    begun = Round.objects.filter(section__in=list(sections)).exclude(started_at=None)
    return 1 + (begun.aggregate(last=Max("number"))["last"] or 0)


def first_section_of_each_field(sections: Iterable[Section]) -> list[Section]:
    """The first section of every field of which all sections are among some, of one session."""
    here = list(sections)
    related = Section.objects.select_related("session__stage")
    others = related.filter(session__in={each.session_id for each in here})
    missing = {each.field for each in others.exclude(pk__in=[each.pk for each in here])}
    found: dict[int, Section] = {}
    for section in here:
        found.setdefault(section.field, section)
    return [section for field, section in found.items() if field not in missing]


def max_board_difference(sections: Iterable[Section]) -> int:
    """How many boards the one of two contestants plays at most that the other one does not."""

    plays = Play.objects.filter(seating__round__section__in=list(sections)).exclude(
        state=Play.State.VOID
    )
    boards: dict[int, set[int]] = {}
    for who, board in plays.values_list("seating__places__contestant", "board").distinct():
        if who is not None:
            boards.setdefault(who, set()).add(board)
    known = {frozenset(each) for each in boards.values()}
    return max((len(one - other) for one in known for other in known), default=0)
