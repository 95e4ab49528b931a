"""A place for whoever comes late into a fixed plan: opposite those who would rest.

With an odd number one contestant rests in each round to come, so the newcomer can meet him, as long as there
are boards that neither has.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from games.problems import Problem, Refused
from games.text import gettext_noop as _
from tournaments.actions.contestants.newcomers import allot_late
from tournaments.actions.contestants.to_come import rounds_to_come
from tournaments.actions.rounds.seating_rows import places_at
from tournaments.models import (
    Board,
    Contestant,
    Place,
    Play,
    Round,
    Seating,
    Section,
    Session,
    Table,
)
from tournaments.queries.contestants import must_choose_section
from tournaments.queries.section_travels import sections_sent

Boards = tuple[int, ...]
"""A set of boards that go together, by their rows."""

_NO_PLACE = _(
    "No place is free: every contestant has opponents in the rounds to come. A pair that comes late can take "
    "over from one that leaves."
)
_WHICH = _("Say in which section they play: not all are played in the same place.")
_UNKNOWN = _("There is no section %(section)s in this session.")


class _Free(NamedTuple):
    """A round to come in which somebody rests, and the sets he could play then."""

    round: Round
    resting: Contestant
    sets: tuple[Boards, ...]


def open_sections(session: Session, named: str = "") -> list[Section]:
    """Where whoever comes late may play: in the section `named`, in capitals or not; blank, in any.

    Raises `Refused` where there is none of that name, and where none is named though some are played at a
    venue, which is another town.
    """
    sections = list(session.sections.order_by("number"))
    if named:
        sections = [each for each in sections if each.name.casefold() == named.casefold()]
        if not sections:
            raise Refused([Problem("unknown_section", _UNKNOWN, {"section": named}, "section")])
    elif must_choose_section(sections):
        raise Refused([Problem("which_section", _WHICH, field="section")])
    return sections


def late_places(sections: Sequence[Section], newcomer: Contestant) -> None:
    """Seat `newcomer` in every round to come against whoever rests, in the first of `sections` with room.

    One that was sent as a file would not know of him. Raises `Refused` where he can be in none.
    """
    sent = set(sections_sent(Section.objects.filter(pk__in=[each.pk for each in sections])))
    for section in sections:
        free = [] if section in sent else list(_free(section))
        chosen = next(_chosen([each.sets for each in free], frozenset()), None)
        if free and chosen is not None:
            _seat_all(section, newcomer, zip(free, chosen, strict=True))
            return
    raise Refused([Problem("no_place", _NO_PLACE)])


def _seat_all(section: Section, newcomer: Contestant, places: Iterable[tuple[_Free, Boards]]) -> None:
    last = max(section.tables.values_list("number", flat=True), default=0)
    numbers = range(last + 1, last + 1 + section.session.stage.tables_a_match)
    tables = Table.objects.bulk_create(Table(section=section, number=number) for number in numbers)
    for free, boards in places:
        _seat(free, tables, newcomer, boards)
    allot_late(section, newcomer)


def _free(section: Section) -> Iterator[_Free]:
    members = Contestant.objects.filter(places__seating__round__section=section, withdrawn_at=None).distinct()
    for round_ in rounds_to_come(section.session):
        if round_.section_id != section.pk:
            continue
        resting = list(members.exclude(places__seating__round=round_))
        if len(resting) == 1:
            yield _Free(round_, resting[0], tuple(_sets(section, round_, resting[0])))


def _sets(section: Section, round_: Round, resting: Contestant) -> Iterator[Boards]:
    """The sets of boards that `resting` never has, first those that nobody plays in this round.

    Then those of one other table, which shares them as the first and the last of a share-and-relay do; in a
    barometer the round has one set for all.
    """
    his = set(Play.objects.filter(seating__places__contestant=resting).values_list("board", flat=True))
    at: dict[int, list[int]] = {}
    plays = Play.objects.filter(seating__round__section=section)
    plays = plays.order_by("board__number", "seating__round__number", "seating__table__number")
    for seating, board in plays.values_list("seating_id", "board_id"):
        at.setdefault(seating, []).append(board)
    known = dict.fromkeys(tuple(boards) for boards in at.values())
    taken = Counter(
        tuple(at[seating]) for seating in round_.seatings.values_list("pk", flat=True) if seating in at
    )
    barometer = len(taken) == 1 and sum(taken.values()) > 1
    fresh = [boards for boards in known if his.isdisjoint(boards)]
    if barometer:
        yield from (boards for boards in fresh if boards in taken)
    else:
        yield from sorted((boards for boards in fresh if taken[boards] <= 1), key=taken.__getitem__)


def _chosen(choices: Sequence[Sequence[Boards]], used: frozenset[Boards]) -> Iterator[tuple[Boards, ...]]:
    """One set for each round, none of them twice."""
    if not choices:
        yield ()
        return
    for boards in choices[0]:
        if boards not in used:
            for others in _chosen(choices[1:], used | {boards}):
                yield (boards, *others)


def _seat(free: _Free, tables: Sequence[Table], newcomer: Contestant, boards: Boards) -> None:
    """Whoever would have rested keeps the line he sits on most often; a team sits on both, at two tables."""
    session = free.round.section.session
    lines = session.stage.event.game.lines
    held = Place.objects.filter(contestant=free.resting, seating__round__section__session=session)
    his = _most(Counter(held.values_list("seat", flat=True)), lines)
    his_at = [his] if len(tables) == 1 else [*lines]
    for table, his in zip(tables, his_at, strict=True):
        seating = Seating.objects.create(round=free.round, table=table)
        for line, seats in lines.items():
            who = free.resting if line == his else newcomer
            Place.objects.bulk_create(places_at(seating, seats, [who]))
        _give_boards(seating, boards)


def _give_boards(seating: Seating, boards: Boards) -> None:
    Play.objects.bulk_create(
        Play(seating=seating, board=board, field=seating.round.section.field)
        for board in Board.objects.filter(pk__in=boards)
    )


def _most(held: Counter[str], lines: Mapping[str, Sequence[str]]) -> str:
    return max(lines, key=lambda line: sum(held[seat] for seat in lines[line]))
