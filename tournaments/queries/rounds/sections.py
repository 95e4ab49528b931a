"""Find the sections that form one field, so that a change in one is made in all."""

from collections.abc import Iterable

from django.db.models import Max

from tournaments.models import Play, Round, Section


def comparable_sections(section: Section) -> list[Section]:
    """Return the sections whose results are compared with this one, by number.

    The section itself is one of them.
    """
    related = Section.objects.select_related("session__stage__event__club")
    sections = related.filter(session=section.session_id).order_by("number")
    if section.session.stage.ranks_sections_separately:
        sections = sections.filter(pk=section.pk)
    return list(sections)


def first_unstarted_round(sections: Iterable[Section]) -> int:
    """Return the number of the first round that has started in none of these sections."""
    started_rounds = Round.objects.filter(section__in=list(sections)).exclude(started_at=None)
    return 1 + (started_rounds.aggregate(last=Max("number"))["last"] or 0)


def first_section_of_each_field(sections: Iterable[Section]) -> list[Section]:
    """Return the first section of every field whose sections are all among these."""
    given_sections = list(sections)
    related = Section.objects.select_related("session__stage")
    sections_of_sessions = related.filter(
        session__in={section.session_id for section in given_sections}
    )
    incomplete_fields = {
        section.field
        for section in sections_of_sessions.exclude(
            pk__in=[section.pk for section in given_sections]
        )
    }
    first_by_field: dict[int, Section] = {}
    for section in given_sections:
        first_by_field.setdefault(section.field, section)
    return [section for field, section in first_by_field.items() if field not in incomplete_fields]


def max_board_difference(sections: Iterable[Section]) -> int:
    """Return the maximum number of boards that one contestant plays and another does not."""
    plays = Play.objects.filter(seating__round__section__in=list(sections)).exclude(
        state=Play.State.VOID
    )
    board_ids_by_contestant: dict[int, set[int]] = {}
    for contestant_id, board_id in plays.values_list(
        "seating__places__contestant", "board"
    ).distinct():
        if contestant_id is not None:
            board_ids_by_contestant.setdefault(contestant_id, set()).add(board_id)
    board_sets = {frozenset(board_ids) for board_ids in board_ids_by_contestant.values()}
    return max(
        (
            len(boards_of_one - boards_of_other)
            for boards_of_one in board_sets
            for boards_of_other in board_sets
        ),
        default=0,
    )
