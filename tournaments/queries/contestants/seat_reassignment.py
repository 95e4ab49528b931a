"""Who could have the place of a contestant that leaves: those who would sit out in the rounds to
come."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from tournaments.models import (
    AuditAction,
    Contestant,
    Play,
    Round,
    SeatHolder,
    Seating,
    Section,
    Session,
    UndoStep,
)
from tournaments.permissions.visibility.results_shown import hidden_board_ids
from tournaments.queries.contestants.late_arrival_seats import table_slots
from tournaments.queries.rounds.in_progress import upcoming_rounds


class NewSeat(NamedTuple):
    """Seats of a table in a round to come, by rows, and the contestant who gets them."""

    seating: int
    seats: tuple[str, ...]
    contestant: int


class _Slot(NamedTuple):
    """A part of a table with whom one meets there, and the boards of the table."""

    seating: Seating
    seats: tuple[str, ...]
    met: frozenset[int]
    boards: frozenset[int]


class _Played(NamedTuple):
    """The boards that a contestant plays, whom they meet, and on which seats."""

    boards: set[int]
    met: set[int]
    seats: set[str]


_Seated = tuple[_Slot, int]
"""A part of a table, and the contestant who gets it."""


def has_upcoming_sit_outs(session: Session) -> bool:
    """Return whether somebody sits out in a round to come of a fixed plan."""
    return any(field.sits_out(round_) for field in _fields(session) for round_ in field.coming)


def reassigned_seats(session: Session, gone: Contestant) -> list[NewSeat]:
    """Return new seats for the rounds to come in which the place of a contestant would be empty.

    One who came late takes it in as many rounds as can be, and those who gave up their seats to
    them in turn have these again. In other rounds one who would sit out takes it. Nobody gets a
    board or an opponent twice, a board that somebody could see, or a line on which they never sit:
    lines may be ranked apart. Nothing where rounds are drawn or teams sit at two tables.
    """
    late, hidden = _late_comers(session), hidden_board_ids(session)
    found: dict[int, Sequence[_Seated]] = {}
    for field in _fields(session):
        ways = [dict(field.taken_over(gone.pk, pk)) for pk in late if pk in field.members]
        longest = max(ways, key=len, default={})
        found |= longest
        for round_ in field.coming:
            seats = field.taken_directly(gone.pk, round_) if round_.pk not in found else ()
            if seats and not _is_twice(seats[0], found.values()):
                found[round_.pk] = seats
    return [
        NewSeat(slot.seating.pk, slot.seats, pk)
        for seats in found.values()
        if all(hidden.issuperset(slot.boards) for slot, _pk in seats)
        for slot, pk in seats
    ]


def _is_twice(new: _Seated, found: Iterable[Sequence[_Seated]]) -> bool:
    """Return whether somebody would have a board or an opponent twice with what was found for
    them before."""
    slot, contestant = new
    own = [each for seats in found for each, pk in seats if pk == contestant]
    return any(slot.boards & each.boards or slot.met & each.met for each in own)


def _late_comers(session: Session) -> list[int]:
    """The contestants who came while the session was played, in this order."""
    joined = UndoStep.objects.filter(
        session=session, kind=AuditAction.JOIN_EVENT, undone_by=None
    ).order_by("pk")
    return [about["contestant"] for about in joined.values_list("about", flat=True)]


def _fields(session: Session) -> "list[_Field]":
    if session.stage.is_drawn or session.stage.event.at_two_tables:
        return []
    coming = upcoming_rounds(session)
    sections = session.sections.select_related("session__stage__event")
    return [
        _Field(each, [round_ for round_ in coming if round_.section_id == each.pk])
        for each in sections
    ]


class _Field:
    """Who plays in a section, and where each sits in its rounds to come."""

    def __init__(self, section: Section, coming: Sequence[Round]) -> None:
        self.slots, self.coming = table_slots(section.session.stage.event), coming
        playing = Contestant.objects.filter(
            places__seating__round__section=section, withdrawn_at=None
        )
        self.members = list(playing.distinct().order_by("number").values_list("pk", flat=True))
        self.at = {round_.pk: dict(self._slots_in(round_)) for round_ in coming}

    def sits_out(self, round_: Round, but: int = 0) -> list[int]:
        """Return those who have no table in a round."""
        seated = set(
            SeatHolder.objects.filter(seating__round=round_).values_list("contestant", flat=True)
        )
        return [pk for pk in self.members if pk not in seated and pk != but]

    def taken_over(self, gone: int, late: int) -> Mapping[int, Sequence[_Seated]]:
        """Return by round who gets which seats if one who came late has the place of `gone`."""
        played = _played(late, self.coming)
        found: dict[int, Sequence[_Seated]] = {}
        for round_ in self.coming:
            freed, own = self.at[round_.pk].get(gone), self.at[round_.pk].get(late)
            if freed and late not in freed.met and _fits(freed, played):
                back = self._given_back(own, round_, gone) if own else ()
                if own is None or back:
                    found[round_.pk] = [(freed, late), *back]
        return found if self._is_consistent(late, found) else {}

    def taken_directly(self, gone: int, round_: Round) -> Sequence[_Seated]:
        """Return who would sit out in a round and can have the place of `gone`; nothing if
        nobody can."""
        freed = self.at[round_.pk].get(gone)
        fits = (pk for pk in self.sits_out(round_, gone) if freed and _fits(freed, _played(pk, ())))
        return [(freed, pk) for pk in fits if freed][:1]

    def _given_back(self, own: _Slot, round_: Round, gone: int) -> Sequence[_Seated]:
        fits = (pk for pk in self.sits_out(round_, gone) if _fits(own, _played(pk, ())))
        return [(own, pk) for pk in fits][:1]

    def _is_consistent(self, late: int, found: Mapping[int, Sequence[_Seated]]) -> bool:
        """Return whether who came late has no board and no opponent twice in all rounds to come."""
        slots = [
            found[round_.pk][0][0] if round_.pk in found else self.at[round_.pk].get(late)
            for round_ in self.coming
        ]
        boards = [board for slot in slots if slot for board in slot.boards]
        met = [pk for slot in slots if slot for pk in slot.met]
        return len(set(boards)) == len(boards) and len(set(met)) == len(met)

    def _slots_in(self, round_: Round) -> Iterator[tuple[int, _Slot]]:
        """The parts of the tables of a round that nobody has decided about, by who has each."""
        seatings = Seating.objects.filter(round=round_).order_by("table__number")
        for seating in seatings.prefetch_related("places", "plays"):
            at = {place.seat: place.contestant_id for place in seating.places.all()}
            plays = list(seating.plays.all())
            if any(play.state != Play.State.DUE for play in plays):
                continue
            boards = frozenset(play.board_id for play in plays)
            for seats in self.slots.values():
                if pk := at.get(seats[0]):
                    yield pk, _Slot(seating, tuple(seats), frozenset(at.values()) - {pk}, boards)


def _played(contestant: int, but: Sequence[Round]) -> _Played:
    """Return what a contestant has in all rounds but some; the seats are those of all rounds."""
    places = SeatHolder.objects.filter(contestant=contestant)
    seatings = places.exclude(seating__round__in=but).values("seating")
    plays = Play.objects.filter(seating__in=seatings)
    others = SeatHolder.objects.filter(seating__in=seatings).exclude(contestant=contestant)
    return _Played(
        set(plays.values_list("board", flat=True)),
        set(others.values_list("contestant", flat=True)),
        set(places.values_list("seat", flat=True)),
    )


def _fits(slot: _Slot, played: _Played) -> bool:
    return (
        played.boards.isdisjoint(slot.boards)
        and played.met.isdisjoint(slot.met)
        and played.seats.issuperset(slot.seats)
    )
