"""A place for whoever comes late into a fixed plan: a table with those who would rest."""

from collections import Counter
from collections.abc import Sequence

from games.problems import Problem, Refused
from games.text import gettext_noop as _
from tournaments.actions.contestants.late_boards import Boards, Free, found_places, slots_of
from tournaments.actions.contestants.newcomers import allot_late
from tournaments.actions.rounds.seating_rows import places_at
from tournaments.models import (
    Board,
    Contestant,
    Event,
    Place,
    Play,
    Round,
    Seating,
    Section,
    Session,
    Table,
)
from tournaments.queries.contestants import must_choose_section
from tournaments.queries.section_travels import sections_sent

_NO_PLACE = _(
    "No place is free: every contestant has opponents in the rounds to come. A pair that comes late can take "
    "over from one that leaves."
)
_WHICH = _("Say in which section they play: not all are played in the same place.")
_UNKNOWN = _("There is no section %(section)s in this session.")


def open_sections(session: Session, named: str = "") -> list[Section]:
    """Where whoever comes late may play: in the section `named`, in capitals or not; blank, in any.

    Raises `Refused` where there is none of that name, and where none is named though some are played at a
    venue, which is another town.
    """
    sections = list(session.sections.order_by("number"))
    if named:
        sections = [each for each in sections if each.name.casefold() == named.casefold()]
        if not sections:
            raise Refused([Problem("unknown_section", _UNKNOWN, {"section": named}, "section")])
    elif must_choose_section(sections):
        raise Refused([Problem("which_section", _WHICH, field="section")])
    return sections


def late_places(sections: Sequence[Section], newcomer: Contestant) -> None:
    """Seat `newcomer` in the rounds to come against whoever rests, in the first of `sections` with room.

    One that was sent as a file would not know of him. Raises `Refused` where he can be in none.
    """
    sent = set(sections_sent(Section.objects.filter(pk__in=[each.pk for each in sections])))
    for section in sections:
        if section not in sent and (found := found_places(section)):
            _seat_all(section, newcomer, found)
            return
    raise Refused([Problem("no_place", _NO_PLACE)])


def _seat_all(section: Section, newcomer: Contestant, found: Sequence[Free]) -> None:
    of_teams = section.session.stage.event.at_two_tables
    at = _new_tables(section, section.session.stage.tables_a_match) if of_teams else None
    for free in found:
        tables = at or [_free_table(section, free.round, found)]
        _seat(free, tables, newcomer)
    allot_late(section, newcomer)


def _new_tables(section: Section, how_many: int) -> list[Table]:
    last = max(section.tables.values_list("number", flat=True), default=0)
    numbers = range(last + 1, last + 1 + how_many)
    return Table.objects.bulk_create(Table(section=section, number=number) for number in numbers)


def _free_table(section: Section, round_: Round, found: Sequence[Free]) -> Table:
    """A table at which nobody sits in this round: best one that is free in all of his, or a new one."""
    free = section.tables.exclude(seatings__round=round_).order_by("number")
    always = free.exclude(seatings__round__in=[each.round.pk for each in found if each.round != round_])
    his = always.first() or free.first()
    return his or _new_tables(section, 1)[0]


def _seat(free: Free, tables: Sequence[Table], newcomer: Contestant) -> None:
    """Who would have rested keeps where he sits most often; a team sits on both lines, at two tables."""
    event = free.round.section.session.stage.event
    if event.at_two_tables:
        sittings = [{line: free.others[0]} for line in event.game.lines]
    else:
        sittings = [_where_they_sit(free, event)]
    for table, others in zip(tables, sittings, strict=True):
        seating = Seating.objects.create(round=free.round, table=table)
        for slot, seats in slots_of(event).items():
            who = others.get(slot, newcomer)
            Place.objects.bulk_create(places_at(seating, seats, [who]))
        _give_boards(seating, free.boards)


def _where_they_sit(free: Free, event: Event) -> dict[str, Contestant]:
    """Who sits at each part of the table, but for the one that is left."""
    left, sitting = dict(slots_of(event)), {}
    session = free.round.section.session
    for contestant in free.others:
        held = Place.objects.filter(contestant=contestant, seating__round__section__session=session)
        counted = Counter(held.values_list("seat", flat=True))
        most = max(left, key=lambda slot: sum(counted[seat] for seat in left[slot]))
        del left[most]
        sitting[most] = contestant
    return sitting


def _give_boards(seating: Seating, boards: Boards) -> None:
    Play.objects.bulk_create(
        Play(seating=seating, board=board, field=seating.round.section.field)
        for board in Board.objects.filter(pk__in=boards)
    )
