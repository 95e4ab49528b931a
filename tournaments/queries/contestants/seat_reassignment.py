"""Find who can take the vacated seats of a contestant who leaves, instead of sitting out."""

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


class ReassignedSeats(NamedTuple):
    """Seats at a table of an upcoming round, and the contestant who gets them."""

    seating_id: int
    seats: tuple[str, ...]
    contestant_id: int


class _Slot(NamedTuple):
    """The seats of one contestant at a table, whom they meet there, and the boards."""

    seating: Seating
    seats: tuple[str, ...]
    opponents: frozenset[int]
    boards: frozenset[int]


class _PlayHistory(NamedTuple):
    """The boards that a contestant plays, whom they meet, and on which seats they sit."""

    boards: set[int]
    opponents: set[int]
    seats: set[str]


# A slot of a table, and the contestant who gets it.
_Assignment = tuple[_Slot, int]


def has_upcoming_sit_outs(session: Session) -> bool:
    """Return whether somebody sits out in an upcoming round of a fixed plan."""
    return any(
        plan.sitting_out(round_) for plan in _section_plans(session) for round_ in plan.upcoming
    )


def reassigned_seats(session: Session, contestant: Contestant) -> list[ReassignedSeats]:
    """Return who gets the seats of a contestant who leaves, in each upcoming round.

    A late arrival takes the seats over in as many rounds as possible, and gives the seats held so
    far back to a contestant who would sit out. In the other rounds, a contestant who sits out takes
    the seats of the leaving contestant. Nobody gets a board or an opponent twice, or a board that
    they could have seen. Nobody gets a line on which they never sit, because lines may be ranked
    separately. Empty for drawn rounds and team matches.
    """
    late_arrival_ids, hidden_boards = _late_arrival_ids(session), hidden_board_ids(session)
    assignments_by_round: dict[int, Sequence[_Assignment]] = {}
    for plan in _section_plans(session):
        takeovers = [
            dict(plan.takeover_assignments(contestant.pk, pk))
            for pk in late_arrival_ids
            if pk in plan.members
        ]
        most_complete_takeover = max(takeovers, key=len, default={})
        assignments_by_round |= most_complete_takeover
        for round_ in plan.upcoming:
            if round_.pk in assignments_by_round:
                continue
            assignments = plan.sit_out_assignment(contestant.pk, round_)
            if assignments and not _repeats_board_or_opponent(
                assignments[0], assignments_by_round.values()
            ):
                assignments_by_round[round_.pk] = assignments
    return [
        ReassignedSeats(slot.seating.pk, slot.seats, pk)
        for assignments in assignments_by_round.values()
        if all(hidden_boards.issuperset(slot.boards) for slot, _pk in assignments)
        for slot, pk in assignments
    ]


def _repeats_board_or_opponent(
    assignment: _Assignment, earlier_assignments: Iterable[Sequence[_Assignment]]
) -> bool:
    """Return whether the contestant would have a board or opponent twice."""
    slot, contestant_id = assignment
    earlier_slots = [
        earlier_slot
        for round_assignments in earlier_assignments
        for earlier_slot, pk in round_assignments
        if pk == contestant_id
    ]
    return any(
        slot.boards & earlier_slot.boards or slot.opponents & earlier_slot.opponents
        for earlier_slot in earlier_slots
    )


def _late_arrival_ids(session: Session) -> list[int]:
    """Return the contestants who arrived while the session was played, in order."""
    steps = UndoStep.objects.filter(
        session=session, kind=AuditAction.ADD_LATE_ARRIVAL, undone_by=None
    ).order_by("pk")
    return [subject["contestant"] for subject in steps.values_list("about", flat=True)]


def _section_plans(session: Session) -> "list[_SectionPlan]":
    """Return the plan of each section; none for drawn rounds and for teams."""
    if session.stage.is_drawn or session.stage.event.at_two_tables:
        return []
    upcoming = upcoming_rounds(session)
    sections = session.sections.select_related("session__stage__event")
    return [
        _SectionPlan(section, [round_ for round_ in upcoming if round_.section_id == section.pk])
        for section in sections
    ]


class _SectionPlan:
    """The contestants of a section, and where each sits in its upcoming rounds."""

    def __init__(self, section: Section, upcoming: Sequence[Round]) -> None:
        self.slots, self.upcoming = table_slots(section.session.stage.event), upcoming
        contestants = Contestant.objects.filter(
            places__seating__round__section=section, withdrawn_at=None
        )
        self.members = list(contestants.distinct().order_by("number").values_list("pk", flat=True))
        self.slots_by_round = {round_.pk: dict(self._slots_in(round_)) for round_ in upcoming}

    def sitting_out(self, round_: Round, excluded_id: int = 0) -> list[int]:
        """Return the contestants who have no table in a round."""
        seated_ids = set(
            SeatHolder.objects.filter(seating__round=round_).values_list("contestant", flat=True)
        )
        return [pk for pk in self.members if pk not in seated_ids and pk != excluded_id]

    def takeover_assignments(
        self, leaving_id: int, late_arrival_id: int
    ) -> Mapping[int, Sequence[_Assignment]]:
        """Return the assignments by round if the late arrival takes the leaver's seats."""
        late_arrival_history = _play_history(late_arrival_id, self.upcoming)
        assignments_by_round: dict[int, Sequence[_Assignment]] = {}
        for round_ in self.upcoming:
            vacated_slot = self.slots_by_round[round_.pk].get(leaving_id)
            slot_to_give_back = self.slots_by_round[round_.pk].get(late_arrival_id)
            if (
                vacated_slot
                and late_arrival_id not in vacated_slot.opponents
                and _adds_no_repeat(vacated_slot, late_arrival_history)
            ):
                return_assignments = (
                    self._assignment_giving_back(slot_to_give_back, round_, leaving_id)
                    if slot_to_give_back
                    else ()
                )
                if slot_to_give_back is None or return_assignments:
                    assignments_by_round[round_.pk] = [
                        (vacated_slot, late_arrival_id),
                        *return_assignments,
                    ]
        return (
            assignments_by_round
            if self._has_no_repeats(late_arrival_id, assignments_by_round)
            else {}
        )

    def sit_out_assignment(self, leaving_id: int, round_: Round) -> Sequence[_Assignment]:
        """Return the assignment of the seats to a contestant who sits out, empty if none does."""
        vacated_slot = self.slots_by_round[round_.pk].get(leaving_id)
        candidates = (
            pk
            for pk in self.sitting_out(round_, leaving_id)
            if vacated_slot and _adds_no_repeat(vacated_slot, _play_history(pk, ()))
        )
        return [(vacated_slot, pk) for pk in candidates if vacated_slot][:1]

    def _assignment_giving_back(
        self, slot: _Slot, round_: Round, leaving_id: int
    ) -> Sequence[_Assignment]:
        candidates = (
            pk
            for pk in self.sitting_out(round_, leaving_id)
            if _adds_no_repeat(slot, _play_history(pk, ()))
        )
        return [(slot, pk) for pk in candidates][:1]

    def _has_no_repeats(
        self, late_arrival_id: int, assignments_by_round: Mapping[int, Sequence[_Assignment]]
    ) -> bool:
        """Return whether the late arrival has no board or opponent twice in the upcoming rounds."""
        slots = [
            assignments_by_round[round_.pk][0][0]
            if round_.pk in assignments_by_round
            else self.slots_by_round[round_.pk].get(late_arrival_id)
            for round_ in self.upcoming
        ]
        boards = [board for slot in slots if slot for board in slot.boards]
        opponent_ids = [pk for slot in slots if slot for pk in slot.opponents]
        return len(set(boards)) == len(boards) and len(set(opponent_ids)) == len(opponent_ids)

    def _slots_in(self, round_: Round) -> Iterator[tuple[int, _Slot]]:
        """Yield each contestant's slot in a round, except at tables with results or decisions."""
        seatings = Seating.objects.filter(round=round_).order_by("table__number")
        for seating in seatings.prefetch_related("places", "plays"):
            contestant_by_seat = {
                seat_holder.seat: seat_holder.contestant_id for seat_holder in seating.places.all()
            }
            plays = list(seating.plays.all())
            if any(play.state != Play.State.DUE for play in plays):
                continue
            boards = frozenset(play.board_id for play in plays)
            for seats in self.slots.values():
                if pk := contestant_by_seat.get(seats[0]):
                    yield (
                        pk,
                        _Slot(
                            seating,
                            tuple(seats),
                            frozenset(contestant_by_seat.values()) - {pk},
                            boards,
                        ),
                    )


def _play_history(contestant_id: int, excluded_rounds: Sequence[Round]) -> _PlayHistory:
    """Return a contestant's boards and opponents outside `excluded_rounds`, and all their seats."""
    seat_holders = SeatHolder.objects.filter(contestant=contestant_id)
    seatings = seat_holders.exclude(seating__round__in=excluded_rounds).values("seating")
    plays = Play.objects.filter(seating__in=seatings)
    opponents = SeatHolder.objects.filter(seating__in=seatings).exclude(contestant=contestant_id)
    return _PlayHistory(
        set(plays.values_list("board", flat=True)),
        set(opponents.values_list("contestant", flat=True)),
        set(seat_holders.values_list("seat", flat=True)),
    )


def _adds_no_repeat(slot: _Slot, history: _PlayHistory) -> bool:
    return (
        history.boards.isdisjoint(slot.boards)
        and history.opponents.isdisjoint(slot.opponents)
        and history.seats.issuperset(slot.seats)
    )
