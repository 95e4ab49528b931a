"""What a running event says of itself at a glance: its round, the time left, the boards open."""

from dataclasses import dataclass

from tournaments.models import Section, Session
from tournaments.permissions.visibility.results_shown import hidden_numbers
from tournaments.queries.rounds.clock import Clock, read_clocks


@dataclass(frozen=True)
class RoundNow:
    """The round that is played, or was played last, of `rounds`.

    `clock` is None while no clock runs, and in a season. `boards_open` of `boards` may be seen by
    anybody.
    """

    number: int
    rounds: int
    clock: Clock | None
    boards_open: int
    boards: int


def round_now(session: Session) -> RoundNow | None:
    """Return the round of a session; None before the first, or where sections are not alike."""
    clocks = read_clocks(session, Section.objects.filter(session=session))
    alike = {(each.round, each.phase, each.clock) for each in clocks}
    if len(alike) != 1 or not clocks[0].round:
        return None
    shown, movement = clocks[0], session.stage.movement
    numbers = set(session.boards.values_list("number", flat=True))
    return RoundNow(
        shown.round,
        max(shown.round, *(each.section.rounds_to_play for each in clocks)),
        None if movement and movement.season else shown.clock,
        len(numbers - hidden_numbers(session)),
        len(numbers),
    )
