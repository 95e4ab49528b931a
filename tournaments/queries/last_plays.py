"""The last board each contestant has played that is open: what its award was stands beside his total."""

from collections.abc import Iterable, Mapping

from tournaments.models import Board, Stage
from tournaments.queries.counted_plays import CountedPlay, Owners
from tournaments.queries.stored_standings import Moment
from tournaments.queries.visibility.quiet import hidden_rows


def last_plays(
    stage: Stage, results: Iterable[CountedPlay], owners: Owners, moment_of: Mapping[int, Moment]
) -> dict[int, tuple[str, CountedPlay]]:
    """By contestant, the line he sat on and the play; of one round that of the highest board."""
    hidden = {number for session in stage.sessions.all() for number in hidden_rows(session)}
    numbers = dict(Board.objects.filter(session__stage=stage).values_list("pk", "number"))
    last: dict[int, tuple[tuple[Moment, int], str, CountedPlay]] = {}
    for result in results:
        if result.board in hidden:
            continue
        when = moment_of[result.seating], numbers[result.board]
        for line in stage.event.game.lines:
            for contestant in owners[result.seating, line]:
                if contestant not in last or last[contestant][0] < when:
                    last[contestant] = when, line, result
    return {contestant: (line, result) for contestant, (_when, line, result) in last.items()}
