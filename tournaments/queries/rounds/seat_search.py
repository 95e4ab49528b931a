"""Where somebody sits who says his name: in the round that is played, or in the next one, and
after it."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from django.db.models import QuerySet

from games.text import Text
from games.text import gettext_noop as _
from tournaments.models import Contestant, Player, Section, Session
from tournaments.queries.people.names import by_name
from tournaments.queries.people.players import is_meant
from tournaments.queries.rounds.draws import next_draw
from tournaments.queries.rounds.rounds import (
    ContestantRound,
    RoundOverview,
    contestant_rounds,
    rounds_of_contestants,
    rounds_of_sections,
)
from tournaments.queries.rounds.substitutes import current_substitutes

RoundOfContestant = tuple[RoundOverview, ContestantRound]

MAX_SEARCH_RESULTS = 20
"""So many who are called alike are shown; a letter more tells them apart."""

NO_ROUND_LEFT = Text(_("No round is left to play."))
"""Why nobody has a seat once all is played."""

_LEFT = Text(_("Has left the event."))
_TO_BE_DRAWN = _("Round %(round)s has not been drawn yet. The table will appear here.")


@dataclass(frozen=True)
class FoundSeat:
    """A contestant with his turns in the rounds that are not over, in their order; `why` there is
    none.

    `is_now` is whether the first of them is being played. A team has two turns in a round.
    `substitutes` are the names of those who sit there for his own players.
    """

    contestant: Contestant
    turns: tuple[ContestantRound, ...]
    is_now: bool
    why: Text | None
    substitutes: tuple[str, ...] = ()

    @cached_property
    def first(self) -> tuple[ContestantRound, ...]:
        """What he asks for: the round that is played, or the next one."""
        return tuple(each for each in self.turns if each.round == self.turns[0].round)

    @property
    def later(self) -> tuple[ContestantRound, ...]:
        """The rounds after it, as far as they are known."""
        return self.turns[len(self.first) :]


@dataclass(frozen=True)
class FoundSeats:
    """Those who were meant, by number; `are_all` unless more of them are called so."""

    seats: tuple[FoundSeat, ...]
    are_all: bool


def has_seat_search(session: Session | None) -> bool:
    """Whether anybody asks for a seat in a session: from its deal to its end."""
    return session is not None and session.state in (Session.State.DEALT, Session.State.RUNNING)


def search_seats(session: Session, who: str) -> FoundSeats:
    """The seats in a session of those whose number or name was typed, or a name of who plays for
    them."""
    others = _substitutes(session)
    meant = [
        each
        for each in session.stage.event.contestants.all()
        if any(is_meant(each.number, name, who) for name in (each.name, *others[each.pk]))
    ]
    shown = meant[:MAX_SEARCH_RESULTS]
    sections = Section.objects.filter(session=session)
    turns = (
        _turns_to_come(rounds_of_contestants(session.stage.event, sections, shown)) if shown else {}
    )
    seats = tuple(
        replace(_seat(session, each, turns.get(each, ())), substitutes=others[each.pk])
        for each in shown
    )
    return FoundSeats(seats, len(meant) == len(shown))


def _substitutes(session: Session) -> Mapping[int, tuple[str, ...]]:
    """The names of those who play for others at the last of their tables, by the rows of the
    contestants."""
    sits_for = current_substitutes(session)
    names = dict(Player.objects.filter(pk__in=sits_for.values()).values_list("pk", "name"))
    found: dict[int, tuple[str, ...]] = defaultdict(tuple)
    for (contestant, _listed), player in sorted(sits_for.items()):
        found[contestant] += (names[player],)
    return found


def all_seats(session: Session, sections: QuerySet[Section]) -> list[FoundSeat]:
    """The seats of all who play or rest in rounds of some sections that are not over, by name."""
    turns = _turns_to_come(
        rounds_of_sections(session.stage.event, sections.filter(session=session))
    )
    here = sorted(turns, key=lambda contestant: by_name(contestant.name))
    return [_seat(session, each, turns[each]) for each in here if not each.withdrawn_at]


def no_seats_text(session: Session) -> Text:
    """Why nobody has a seat to go to."""
    coming = next_draw(session)
    return (
        Text(_TO_BE_DRAWN, {"round": coming.number})
        if coming and not coming.drawn
        else NO_ROUND_LEFT
    )


def _turns_to_come(
    rounds: Iterable[RoundOverview],
) -> Mapping[Contestant, Sequence[RoundOfContestant]]:
    """What everybody does in the rounds that are not over."""
    turns: dict[Contestant, list[RoundOfContestant]] = {}
    for each in (shown for shown in rounds if shown.round.ended_at is None):
        for contestant, turn in contestant_rounds(each, {}):
            turns.setdefault(contestant, []).append((each, turn))
    return turns


def _seat(session: Session, contestant: Contestant, his: Sequence[RoundOfContestant]) -> FoundSeat:
    if contestant.withdrawn_at:
        return FoundSeat(contestant, (), is_now=False, why=_LEFT)
    if not his:
        return FoundSeat(contestant, (), is_now=False, why=no_seats_text(session))
    is_now = his[0][0].round.is_playing
    return FoundSeat(contestant, tuple(turn for _round, turn in his), is_now, why=None)
