"""In which rounds to come whoever comes late can play, with whom of those who rest, and which boards.

With an odd number one rests in each round; where somebody has left, all whom he would have met do. A table is
made of as many of them as the game takes, with boards that none of them has.
"""

from collections import Counter
from collections.abc import Collection, Mapping
from itertools import combinations, islice
from typing import NamedTuple

from tournaments.actions.contestants.to_come import rounds_to_come
from tournaments.models import Contestant, Event, Play, Round, Section

Boards = tuple[int, ...]
"""A set of boards that go together, by their rows."""

Others = tuple[Contestant, ...]

_MOST_GROUPS = 200
"""Of those who rest in one round, so many groups are looked at: a room has a few."""


class Free(NamedTuple):
    """A round to come, who would rest in it, and the boards that they and a newcomer can play."""

    round: Round
    others: Others
    boards: Boards


def slots_of(event: Event) -> dict[str, tuple[str, ...]]:
    """The parts of a table that one contestant has each, with their seats: lines, or single seats."""
    lines = event.game.lines
    each = max(event.players_each, 1)
    if event.at_two_tables or all(len(seats) <= each for seats in lines.values()):
        return {line: tuple(seats) for line, seats in lines.items()}
    return {seat: (seat,) for seats in lines.values() for seat in seats}


def found_places(section: Section) -> list[Free]:
    """A table in as many rounds to come as there can be, no set of boards twice; the same few met seldom."""
    coming = [each for each in rounds_to_come(section.session) if each.section_id == section.pk]
    choices = {round_: _choices(section, round_) for round_ in coming}
    met: Counter[int] = Counter()
    found = []
    for round_, boards in sorted(_matched(choices).items(), key=lambda each: each[0].number):
        others = min(choices[round_][boards], key=lambda group: sum(met[each.pk] for each in group))
        met.update(each.pk for each in others)
        found.append(Free(round_, others, boards))
    return found


def _choices(section: Section, round_: Round) -> dict[Boards, list[Others]]:
    """The sets that can be played in a round, best ones first, each with the groups that can."""
    members = Contestant.objects.filter(places__seating__round__section=section, withdrawn_at=None)
    resting = list(members.distinct().exclude(places__seating__round=round_).order_by("number"))
    missing = len(slots_of(section.session.stage.event)) - 1
    groups = list(islice(combinations(resting, missing), _MOST_GROUPS))
    his = {each.pk: _boards_of(each) for each in resting}
    found = {}
    for boards in _sets(section, round_) if groups else ():
        able = [group for group in groups if all(his[each.pk].isdisjoint(boards) for each in group)]
        if able:
            found[boards] = able
    return found


def _boards_of(contestant: Contestant) -> set[int]:
    plays = Play.objects.filter(seating__places__contestant=contestant)
    return set(plays.values_list("board", flat=True))


def _sets(section: Section, round_: Round) -> list[Boards]:
    """The sets of boards of a section, first those that nobody plays in this round.

    Then those of one other table, which shares them as the first and the last of a share-and-relay do; in a
    barometer the round has one set for all.
    """
    played = section.boards_in(round_.number)  # of a whole set, where a board less is played by now
    at, left_over = _boards_at(section), [boards[:played] for boards in _left_over(section)]
    seatings = round_.seatings.order_by("table__number").values_list("pk", flat=True)
    taken = Counter(at[seating] for seating in seatings if seating in at)
    if _is_barometer(section) or (len(taken) == 1 and sum(taken.values()) > 1):
        return list(taken) or left_over
    known = dict.fromkeys([*(boards[:played] for boards in at.values()), *left_over])
    return sorted((boards for boards in known if taken[boards] <= 1), key=taken.__getitem__)


def _is_barometer(section: Section) -> bool:
    """Whether in every round all tables play the same boards."""
    sets: dict[int, list[Boards]] = {}
    plays = Play.objects.filter(seating__round__section=section)
    of_round = dict(plays.values_list("seating_id", "seating__round_id"))
    for seating, boards in _boards_at(section).items():
        sets.setdefault(of_round[seating], []).append(boards)
    several = [each for each in sets.values() if len(each) > 1]
    return bool(several) and all(len(set(each)) == 1 for each in several)


def _boards_at(section: Section) -> Mapping[int, Boards]:
    at: dict[int, list[int]] = {}
    plays = Play.objects.filter(seating__round__section=section)
    plays = plays.order_by("board__number", "seating__round__number", "seating__table__number")
    for seating, board in plays.values_list("seating_id", "board_id"):
        at.setdefault(seating, []).append(board)
    return {seating: tuple(boards) for seating, boards in at.items()}


def _left_over(section: Section) -> list[Boards]:
    """Boards that nobody has any more, since the only table that was to play them is gone.

    Not those that were left out, as they may come back.
    """
    session = section.session
    if session.sections.count() > 1:
        return []
    boards = session.boards.filter(plays__isnull=True, kept_sealed=False).order_by("number")
    sets: dict[int, list[int]] = {}
    for number, board in boards.values_list("number", "pk"):
        sets.setdefault((number - 1) // session.boards_a_meeting, []).append(board)
    return [tuple(each) for each in sets.values()]


def _matched(choices: Mapping[Round, Mapping[Boards, Collection[Others]]]) -> dict[Round, Boards]:
    """For as many rounds as can be a set of boards each, all different, by augmenting paths."""
    given: dict[Boards, Round] = {}
    for round_ in choices:
        _give(round_, choices, given, set())
    return {round_: boards for boards, round_ in given.items()}


def _give(
    round_: Round,
    choices: Mapping[Round, Mapping[Boards, Collection[Others]]],
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
