"""In which rounds to come those who rest can play, with whom, at which table and with which boards.

With an odd number one rests in each round; where somebody has left, all whom he would have met do.
A table is made of as many of them as the game takes, or of one fewer and a newcomer, with boards
that none of them has.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain, combinations, count, islice
from typing import NamedTuple

from tournaments.models import Contestant, Event, Place, Play, Round, Section
from tournaments.queries.free_boards import Boards, FreeBoards
from tournaments.queries.rounds_to_come import rounds_to_come

NEWCOMER = 0
"""Whoever comes late, who has no row yet."""

Group = tuple[int, ...]
"""Contestants who could sit at one table, by their rows."""

_MOST_GROUPS = 200
"""Of those who rest in one round, so many groups are looked at: a room has a few."""


class FreeTable(NamedTuple):
    """A table that can be played in a round: who has each part of it, as `slots_of` orders them.

    The round and the boards by their rows, the table by its number in the section: it may not be
    there yet. `sits_out` is who gives up the newcomer's seat there, by row; 0 where the table is
    free.
    """

    round: int
    table: int
    seated: Group
    boards: Boards
    sits_out: int = 0


class _Found(NamedTuple):
    """A group that can play a set of boards in a round."""

    round: Round
    group: Group
    boards: Boards


def slots_of(event: Event) -> dict[str, tuple[str, ...]]:
    """The parts of a table that one contestant has each, with their seats: lines, or single
    seats."""
    lines = event.game.lines
    each = max(event.players_each, 1)
    if event.at_two_tables or all(len(seats) <= each for seats in lines.values()):
        return {line: tuple(seats) for line, seats in lines.items()}
    return {seat: (seat,) for seats in lines.values() for seat in seats}


def tables_for_newcomer(section: Section) -> list[FreeTable]:
    """A table in as many rounds to come as there can be for somebody who comes, no board twice."""
    search = _Search(section)
    return search.numbered(search.found((NEWCOMER,)))


def tables_of_those_who_rest(section: Section) -> list[FreeTable]:
    """Tables in the rounds to come for those who rest in the same one, as many as there can be."""
    search, tables = _Search(section), list[FreeTable]()
    while found := search.found(()):
        tables += search.numbered(found)
    return tables


class _Search:
    """Who rests in which round to come of a section, which boards each has, and which tables are
    free."""

    def __init__(self, section: Section) -> None:
        self.section, self.slots = section, slots_of(section.session.stage.event)
        rounds = [each for each in rounds_to_come(section.session) if each.section_id == section.pk]
        self.resting = {round_: _resting(section, round_) for round_ in rounds}
        self.boards = FreeBoards(section)
        who = {pk for pks in self.resting.values() for pk in pks}
        self.known, self.sat = _boards_known(who), _sittings(who, section)
        self.met = _meetings(section)
        self.numbers = sorted(section.tables.values_list("number", flat=True))
        self.taken = {
            each: set(each.seatings.values_list("table__number", flat=True)) for each in rounds
        }

    def found(self, with_them: Group) -> list[_Found]:
        """One table more in as many rounds as can be, no set of boards twice; who has met
        seldom, first."""
        choices = {round_: self._choices(round_, with_them) for round_ in self.resting}
        found = []
        for round_, boards in sorted(_matched(choices).items(), key=lambda each: each[0].number):
            if able := self._able(choices[round_][boards], boards):
                found.append(_Found(round_, min(able, key=self._meetings_in), boards))
                self._seat(found[-1])
        return found

    def numbered(self, found: Sequence[_Found]) -> list[FreeTable]:
        """With their tables: best one that is free in all of these rounds, or a new one."""
        return [table for each in found for table in self._tables(each, found)]

    def _choices(self, round_: Round, with_them: Group) -> dict[Boards, list[Group]]:
        """The sets that can be played in a round, best ones first, each with the groups that
        can."""
        missing = len(self.slots) - len(with_them)
        others = islice(combinations(self.resting[round_], missing), _MOST_GROUPS)
        groups = [(*group, *with_them) for group in others]
        sets = self.boards.sets_for(round_) if groups else ()
        able = {boards: self._able(groups, boards) for boards in sets}
        return {boards: some for boards, some in able.items() if some}

    def _able(self, groups: Collection[Group], boards: Boards) -> list[Group]:
        return [
            group for group in groups if all(self.known[each].isdisjoint(boards) for each in group)
        ]

    def _meetings_in(self, group: Group) -> int:
        return sum(self.met[frozenset(two)] for two in combinations(group, 2))

    def _seat(self, found: _Found) -> None:
        self.boards.give(found.round, found.boards)
        self.met.update(frozenset(two) for two in combinations(found.group, 2))
        self.resting[found.round] = [
            pk for pk in self.resting[found.round] if pk not in found.group
        ]
        for each in found.group:
            self.known[each].update(found.boards)

    def _tables(self, found: _Found, all_found: Sequence[_Found]) -> Iterator[FreeTable]:
        """Who would have rested keeps where he sits most often; a team sits on both lines, at
        two tables."""
        if self.section.session.stage.event.at_two_tables:
            for seated in (found.group, found.group[::-1]):
                number = max(*self.numbers, *self.taken[found.round]) + 1
                self.taken[found.round].add(number)
                yield FreeTable(found.round.pk, number, seated, found.boards)
        else:
            seated = self._where_they_sit(found.group)
            yield FreeTable(
                found.round.pk, self._number(found.round, all_found), seated, found.boards
            )

    def _where_they_sit(self, group: Group) -> Group:
        """Who has each part of the table. Whoever would soonest be as often elsewhere chooses
        first.

        So nobody comes to be ranked on another line where lines are apart; what is left is the
        newcomer's.
        """
        left, sitting = list(self.slots), {}
        for contestant in sorted(group, key=lambda each: (each == NEWCOMER, self._margin(each))):
            most = max(left, key=lambda slot: self._often(contestant, slot))
            left.remove(most)
            sitting[most] = contestant
            self.sat[contestant].update(self.slots[most])
        return tuple(sitting[slot] for slot in self.slots)

    def _margin(self, contestant: int) -> int:
        """How much oftener he sits on one part of the table than on any other."""
        most, second, *_others = sorted(
            (self._often(contestant, slot) for slot in self.slots), reverse=True
        )
        return most - second

    def _often(self, contestant: int, slot: str) -> int:
        return sum(self.sat[contestant][seat] for seat in self.slots[slot])

    def _number(self, round_: Round, all_found: Sequence[_Found]) -> int:
        rounds = [each.round for each in all_found if each.round.number >= round_.number]
        always = [
            each for each in self.numbers if not any(each in self.taken[other] for other in rounds)
        ]
        anywhere = chain(always, self.numbers, count(max(self.numbers, default=0) + 1))
        number = next(each for each in anywhere if each not in self.taken[round_])
        self.taken[round_].add(number)
        return number


def _resting(section: Section, round_: Round) -> list[int]:
    members = Contestant.objects.filter(places__seating__round__section=section, withdrawn_at=None)
    resting = members.distinct().exclude(places__seating__round=round_).order_by("number")
    return list(resting.values_list("pk", flat=True))


def _boards_known(contestants: Collection[int]) -> dict[int, set[int]]:
    """The boards that each plays in any round, and those of a newcomer: none."""
    known: dict[int, set[int]] = {each: set() for each in (*contestants, NEWCOMER)}
    for contestant in contestants:
        plays = Play.objects.filter(seating__places__contestant=contestant)
        known[contestant].update(plays.values_list("board", flat=True))
    return known


def _meetings(section: Section) -> Counter[frozenset[int]]:
    """How often two sit at one table."""
    at: dict[int, set[int]] = {}
    places = Place.objects.filter(seating__round__section=section)
    for seating, contestant in places.values_list("seating", "contestant"):
        at.setdefault(seating, set()).add(contestant)
    return Counter(frozenset(two) for seated in at.values() for two in combinations(seated, 2))


def _sittings(contestants: Collection[int], section: Section) -> dict[int, Counter[str]]:
    """How often each sits on which seat, as it is planned."""
    sat: dict[int, Counter[str]] = {each: Counter() for each in (*contestants, NEWCOMER)}
    places = Place.objects.filter(
        contestant__in=contestants, seating__round__section__session=section.session
    )
    for contestant, seat in places.values_list("contestant", "seat"):
        sat[contestant][seat] += 1
    return sat


def _matched(choices: Mapping[Round, Mapping[Boards, Collection[Group]]]) -> dict[Round, Boards]:
    """For as many rounds as can be a set of boards each, all different, by augmenting paths."""
    given: dict[Boards, Round] = {}
    for round_ in choices:
        _give(round_, choices, given, set())
    return {round_: boards for boards, round_ in given.items()}


def _give(
    round_: Round,
    choices: Mapping[Round, Mapping[Boards, Collection[Group]]],
    given: dict[Boards, Round],
    tried: set[Boards],
) -> bool:
    for boards in choices[round_]:
        if boards in tried:
            continue
        tried.add(boards)
        if boards not in given or _give(given[boards], choices, given, tried):
            given[boards] = round_
            return True
    return False
