"""Find the seats of contestants by their number or name."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from django.db.models import QuerySet

from games.text import Text
from games.text import gettext_noop as _
from tournaments.models import Contestant, Player, Section, Session
from tournaments.queries.people.names import name_sort_key
from tournaments.queries.people.players import matches_search
from tournaments.queries.rounds.draws import next_draw_step
from tournaments.queries.rounds.rounds import (
    ContestantRound,
    RoundOverview,
    contestant_rounds,
    rounds_of_contestants,
    rounds_of_sections,
)
from tournaments.queries.rounds.substitutes import current_substitutes

RoundOfContestant = tuple[RoundOverview, ContestantRound]

# The maximum number of contestants that are shown; a longer name narrows the search.
MAX_SEARCH_RESULTS = 20

# Why nobody has a seat once every round has been played.
NO_ROUND_LEFT = Text(_("No round is left to play."))

_LEFT = Text(_("Has left the event."))
_TO_BE_DRAWN = _("Round %(round)s has not been drawn yet. The table will appear here.")


@dataclass(frozen=True)
class FoundSeat:
    """A contestant with their seats in the rounds that are not over.

    `no_seat_reason` is given if there is none. `is_in_progress` is true if the first of the rounds
    has started. A team has two seats in a round. `substitutes` are the names of those who sit for
    the contestant's own players.
    """

    contestant: Contestant
    rounds: tuple[ContestantRound, ...]
    is_in_progress: bool
    no_seat_reason: Text | None
    substitutes: tuple[str, ...] = ()

    @cached_property
    def next_rounds(self) -> tuple[ContestantRound, ...]:
        """The seats in the current round, or else in the next."""
        return tuple(round_ for round_ in self.rounds if round_.round == self.rounds[0].round)

    @property
    def later_rounds(self) -> tuple[ContestantRound, ...]:
        """The known seats in the rounds after that."""
        return self.rounds[len(self.next_rounds) :]


@dataclass(frozen=True)
class FoundSeats:
    """The matching contestants by number; `is_complete` unless the list was cut."""

    seats: tuple[FoundSeat, ...]
    is_complete: bool


def has_seat_search(session: Session | None) -> bool:
    """Return whether seats can be searched: from the deal to the end of the session."""
    return session is not None and session.state in (Session.State.DEALT, Session.State.RUNNING)


def search_seats(session: Session, text: str) -> FoundSeats:
    """Return the contestants whose number, name or substitute matches what was typed."""
    substitutes = _substitute_names(session)
    matches = [
        contestant
        for contestant in session.stage.event.contestants.all()
        if any(
            matches_search(contestant.number, name, text)
            for name in (contestant.name, *substitutes[contestant.pk])
        )
    ]
    listed_contestants = matches[:MAX_SEARCH_RESULTS]
    sections = Section.objects.filter(session=session)
    rounds_by_contestant = (
        _unfinished_rounds_by_contestant(
            rounds_of_contestants(session.stage.event, sections, listed_contestants)
        )
        if listed_contestants
        else {}
    )
    seats = tuple(
        replace(
            _found_seat(session, contestant, rounds_by_contestant.get(contestant, ())),
            substitutes=substitutes[contestant.pk],
        )
        for contestant in listed_contestants
    )
    return FoundSeats(seats, len(matches) == len(listed_contestants))


def _substitute_names(session: Session) -> Mapping[int, tuple[str, ...]]:
    """Return the names of the current substitutes, by the id of the contestant."""
    current_player_by_seat = current_substitutes(session)
    names = dict(
        Player.objects.filter(pk__in=current_player_by_seat.values()).values_list("pk", "name")
    )
    names_by_contestant: dict[int, tuple[str, ...]] = defaultdict(tuple)
    for (contestant_id, _listed), player_id in sorted(current_player_by_seat.items()):
        names_by_contestant[contestant_id] += (names[player_id],)
    return names_by_contestant


def all_seats(session: Session, sections: QuerySet[Section]) -> list[FoundSeat]:
    """Return the seats of all contestants of these sections in unfinished rounds, by name."""
    rounds_by_contestant = _unfinished_rounds_by_contestant(
        rounds_of_sections(session.stage.event, sections.filter(session=session))
    )
    contestants_by_name = sorted(
        rounds_by_contestant, key=lambda contestant: name_sort_key(contestant.name)
    )
    return [
        _found_seat(session, contestant, rounds_by_contestant[contestant])
        for contestant in contestants_by_name
        if not contestant.withdrawn_at
    ]


def no_seats_text(session: Session) -> Text:
    """Return why there are no seats to show."""
    upcoming_draw = next_draw_step(session)
    return (
        Text(_TO_BE_DRAWN, {"round": upcoming_draw.number})
        if upcoming_draw and not upcoming_draw.drawn_round
        else NO_ROUND_LEFT
    )


def _unfinished_rounds_by_contestant(
    rounds: Iterable[RoundOverview],
) -> Mapping[Contestant, Sequence[RoundOfContestant]]:
    """Return the seats or sit-outs of each contestant in the rounds that are not over."""
    rounds_by_contestant: dict[Contestant, list[RoundOfContestant]] = {}
    for round_ in (
        round_overview for round_overview in rounds if round_overview.round.ended_at is None
    ):
        for contestant, contestant_round in contestant_rounds(round_, {}):
            rounds_by_contestant.setdefault(contestant, []).append((round_, contestant_round))
    return rounds_by_contestant


def _found_seat(
    session: Session, contestant: Contestant, rounds: Sequence[RoundOfContestant]
) -> FoundSeat:
    if contestant.withdrawn_at:
        return FoundSeat(contestant, (), is_in_progress=False, no_seat_reason=_LEFT)
    if not rounds:
        return FoundSeat(
            contestant, (), is_in_progress=False, no_seat_reason=no_seats_text(session)
        )
    is_now = rounds[0][0].round.is_playing
    return FoundSeat(
        contestant,
        tuple(contestant_round for _round, contestant_round in rounds),
        is_now,
        no_seat_reason=None,
    )
