"""Where contestants sit, round by round: at which table, on which line, against whom."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from games.text import Words
from tournaments.models import Contestant
from tournaments.queries.rounds import RoundShown
from tournaments.queries.section_rooms import AtTable
from tournaments.queries.who_played import StandIn

Came = Mapping[tuple[int, int], Sequence[StandIn]]
"""The substitutes at tables, by the rows of table and round."""


@dataclass(frozen=True)
class Turn:
    """One round of a contestant: where he sits, on which line, against whom; without a table he
    rests.

    `substitutes` says who sits there for whom, of him and of his opponents.
    """

    round: int
    table: str | None = None
    line: str = ""
    opponents: tuple[Contestant, ...] = ()
    boards: tuple[int, ...] = ()
    substitutes: tuple[Words, ...] = ()


def turns_in(round_: RoundShown, came: Came) -> Iterator[tuple[Contestant, Turn]]:
    """The turn of everybody in a round, table by table, then of those who rest."""
    number = round_.round.number
    for shown in round_.tables:
        here = came.get((shown.table.pk, round_.round.pk), ())
        for line, contestants in shown.lines.items():
            others, boards = tuple(_others(line, shown.lines)), tuple(shown.boards)
            for contestant in contestants:
                words = words_for(here, (contestant, *others))
                yield contestant, Turn(number, shown.table.label, line, others, boards, words)
    for contestant in round_.resting:
        yield contestant, Turn(number)


def words_for(came: Iterable[StandIn], who: Iterable[AtTable | Contestant]) -> tuple[Words, ...]:
    """Who sits for whom of these."""
    numbers = {each.number for each in who}
    return tuple(each.words for each in came if each.place.contestant.number in numbers)


def _others(line: str, lines: Mapping[str, Iterable[Contestant]]) -> Iterator[Contestant]:
    return (contestant for other, seated in lines.items() if other != line for contestant in seated)
