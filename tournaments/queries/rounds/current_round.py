"""Read the current round of a running event: number, time left and settled boards."""

from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet
from django.utils import timezone

from tournaments.models import Play, Round, Section, Session
from tournaments.queries.rounds.clock import Clock, compute_clock, read_clock_facts

# In these states a board is not settled. A result is settled if no entry differs from it, even if
# one side alone has entered it.
UNSETTLED_STATES = (Play.State.DUE, Play.State.CONFLICT)

_NOT_VOID = ~Q(seatings__plays__state=Play.State.VOID)
_IS_UNSETTLED = Q(seatings__plays__state__in=UNSETTLED_STATES)


@dataclass(frozen=True)
class CurrentRound:
    """The round in progress, or the last one, of `rounds`.

    `clock` is None while no clock runs, and in a season. `settled_boards` is how many of its
    `boards` have a settled result (see `UNSETTLED_STATES`).
    """

    number: int
    rounds: int
    clock: Clock | None
    settled_boards: int
    boards: int


def current_round(session: Session) -> CurrentRound | None:
    """Return the session's current round.

    Returns None before the first round, and if the sections play different rounds or have different
    clocks.
    """
    started = Round.objects.filter(section__session=session).exclude(started_at=None)
    counted_rounds = started.annotate(
        boards=Count("seatings__plays", filter=_NOT_VOID),
        unsettled_count=Count("seatings__plays", filter=_IS_UNSETTLED),
    )
    rounds = list(counted_rounds.select_related("section").order_by("number"))
    for round_ in rounds:
        round_.section.session = session  # with its event, loaded once
    last = {round_.section_id: round_ for round_ in rounds}
    clocks = _clocks(session, list(last.values()))
    if len({(round_.number, clock) for round_, clock in clocks}) != 1:
        return None
    current, clock = clocks[0]
    rounds_to_play = max(round_.section.rounds_to_play for round_, _clock in clocks)
    boards = sum(round_.boards for round_ in last.values())
    settled = boards - sum(round_.unsettled_count for round_ in last.values())
    return CurrentRound(current.number, max(current.number, rounds_to_play), clock, settled, boards)


def _clocks(session: Session, rounds: list[Round]) -> list[tuple[Round, Clock | None]]:
    """Return the last round of each section with its clock, or that of the break after it."""
    movement = session.stage.movement
    if not rounds or (movement and movement.is_season):
        return [(round_, None) for round_ in rounds]
    facts, now = (
        read_clock_facts(session, [round_.section_id for round_ in rounds], rounds),
        timezone.now(),
    )
    return [
        (
            round_,
            compute_clock(
                facts.round_facts(round_) if round_.is_playing else facts.break_facts_after(round_),
                now,
            ),
        )
        for round_ in rounds
    ]


def count_boards_in(sections: QuerySet[Section]) -> dict[str, int]:
    """Count the boards of the rounds in progress: all, with a settled result, in conflict."""
    plays = Play.objects.filter(seating__round__section__in=sections, seating__round__ended_at=None)
    return plays.exclude(seating__round__started_at=None).aggregate(
        boards=Count("pk", filter=~Q(state=Play.State.VOID)),
        boards_in=Count("pk", filter=~Q(state__in=(*UNSETTLED_STATES, Play.State.VOID))),
        conflicts=Count("pk", filter=Q(state=Play.State.CONFLICT)),
    )
