"""What a running event says of itself at a glance: its round, the time left, the boards in."""

from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet
from django.utils import timezone

from tournaments.models import Play, Round, Section, Session
from tournaments.queries.rounds.clock import Clock, compute_clock, read_clock_facts

# A board is in once it has a result on which nobody differs; the result of one side alone counts.
UNSETTLED_STATES = (Play.State.DUE, Play.State.CONFLICT)

_TO_PLAY = ~Q(seatings__plays__state=Play.State.VOID)
_NOT_IN = Q(seatings__plays__state__in=UNSETTLED_STATES)


@dataclass(frozen=True)
class CurrentRound:
    """The round that is played, or was played last, of `rounds`.

    `clock` is None while no clock runs, and in a season. `boards_in` of the `boards` of the round
    that are to be played have a result, as `UNSETTLED_STATES` says.
    """

    number: int
    rounds: int
    clock: Clock | None
    boards_in: int
    boards: int


def current_round(session: Session) -> CurrentRound | None:
    """Return the round of a session; None before the first, or where its sections play different
    rounds or by different clocks."""
    begun = Round.objects.filter(section__session=session).exclude(started_at=None)
    counted = begun.annotate(
        boards=Count("seatings__plays", filter=_TO_PLAY),
        not_in=Count("seatings__plays", filter=_NOT_IN),
    )
    rounds = list(counted.select_related("section").order_by("number"))
    for each in rounds:
        each.section.session = session  # with its event, so that it is read once
    last = {each.section_id: each for each in rounds}
    clocks = _clocks(session, list(last.values()))
    if len({(round_.number, clock) for round_, clock in clocks}) != 1:
        return None
    shown, clock = clocks[0]
    to_play = max(round_.section.rounds_to_play for round_, _clock in clocks)
    boards = sum(each.boards for each in last.values())
    boards_in = boards - sum(each.not_in for each in last.values())
    return CurrentRound(shown.number, max(shown.number, to_play), clock, boards_in, boards)


def _clocks(session: Session, rounds: list[Round]) -> list[tuple[Round, Clock | None]]:
    """The last round of each section with its clock, or that of the break after it."""
    movement = session.stage.movement
    if not rounds or (movement and movement.is_season):
        return [(each, None) for each in rounds]
    facts, now = (
        read_clock_facts(session, [each.section_id for each in rounds], rounds),
        timezone.now(),
    )
    return [
        (
            each,
            compute_clock(facts.time_of(each) if each.is_playing else facts.time_after(each), now),
        )
        for each in rounds
    ]


def count_boards_in(sections: QuerySet[Section]) -> dict[str, int]:
    """Count the boards of the rounds being played that are in, and those that are to be played."""
    plays = Play.objects.filter(seating__round__section__in=sections, seating__round__ended_at=None)
    return plays.exclude(seating__round__started_at=None).aggregate(
        boards=Count("pk", filter=~Q(state=Play.State.VOID)),
        boards_in=Count("pk", filter=~Q(state__in=(*UNSETTLED_STATES, Play.State.VOID))),
    )
