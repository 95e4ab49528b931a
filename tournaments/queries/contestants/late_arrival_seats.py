"""Late arrivals and departures: who sits out, which tables and boards are free, and where a
newcomer would sit."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain, combinations, count, islice
from typing import NamedTuple

from games.game import Game
from games.problems import Problem, ValidationFailed
from games.text import Text, join_with_commas
from games.text import gettext_noop as _
from games.typed_text import comparison_key
from tournaments.models import (
    AuditAction,
    Board,
    Contestant,
    Entry,
    Event,
    Play,
    Round,
    SeatHolder,
    Seating,
    Section,
    Session,
    Table,
    UndoStep,
)
from tournaments.permissions.visibility.results_shown import hidden_board_ids
from tournaments.queries.contestants.contestant_list import must_choose_section
from tournaments.queries.offline.sections import exported_sections
from tournaments.queries.rounds.in_progress import get_running_session, upcoming_rounds
from tournaments.queries.rounds.rounds import ContestantRound

Boards = tuple[int, ...]
"""A set of boards that go together, by their rows."""


class BoardSets:
    """The sets of boards of a section, and which tables of a round play each of them."""

    def __init__(self, section: Section) -> None:
        self._section = section
        self._at = _boards_at(section)
        self._left_over = _left_over(section)
        self._is_barometer = _is_barometer(section, self._at)
        self._hidden = hidden_board_ids(section.session)
        self._given: dict[Round, list[Boards]] = {}

    def sets_for(self, round_: Round) -> list[Boards]:
        """The sets that another table may play in a round, first those that nobody plays in it.

        Then those of one other table, which shares them as the first and the last of a
        share-and-relay do; in a barometer the round has one set for all.
        """
        return [each for each in self._sets(round_) if self._hidden.issuperset(each)]

    def give(self, round_: Round, boards: Boards) -> None:
        """Have a table more play a set in a round."""
        self._given.setdefault(round_, []).append(boards)

    def _sets(self, round_: Round) -> list[Boards]:
        seatings = round_.seatings.order_by("table__number").values_list("pk", flat=True)
        taken = Counter(self._at[seating] for seating in seatings if seating in self._at)
        # Of a whole set, where a board less is played by now.
        played = self._section.boards_in(round_.number)
        left_over = [boards[:played] for boards in self._left_over]
        if self._is_barometer or (len(taken) == 1 and sum(taken.values()) > 1):
            return list(taken) or left_over
        taken.update(self._given.get(round_, ()))
        known = dict.fromkeys([*(boards[:played] for boards in self._at.values()), *left_over])
        return sorted((boards for boards in known if taken[boards] <= 1), key=taken.__getitem__)


def _is_barometer(section: Section, at: Mapping[int, Boards]) -> bool:
    """Whether in every round all tables play the same boards."""
    sets: dict[int, list[Boards]] = {}
    plays = Play.objects.filter(seating__round__section=section)
    of_round = dict(plays.values_list("seating_id", "seating__round_id"))
    for seating, boards in at.items():
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
    boards = session.boards.filter(plays__isnull=True, sealed_to_end=False).order_by("number")
    sets: dict[int, list[int]] = {}
    for number, board in boards.values_list("number", "pk"):
        sets.setdefault((number - 1) // session.boards_a_meeting, []).append(board)
    return [tuple(each) for each in sets.values()]


NEWCOMER = 0
"""Whoever comes late, who has no row yet."""

Group = tuple[int, ...]
"""Contestants who could sit at one table, by their rows."""

_MOST_GROUPS = 200
"""Of those who rest in one round, so many groups are looked at: a room has a few."""


class ProposedTable(NamedTuple):
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


def table_slots(event: Event) -> dict[str, tuple[str, ...]]:
    """The parts of a table that one contestant has each, with their seats: lines, or single
    seats."""
    lines = event.game.lines
    each = max(event.players_each, 1)
    if event.at_two_tables or all(len(seats) <= each for seats in lines.values()):
        return {line: tuple(seats) for line, seats in lines.items()}
    return {seat: (seat,) for seats in lines.values() for seat in seats}


def tables_for_newcomer(section: Section) -> list[ProposedTable]:
    """A table in as many rounds to come as there can be for somebody who comes, no board twice."""
    search = _Search(section)
    return search.numbered(search.found((NEWCOMER,)))


def tables_for_resting(section: Section) -> list[ProposedTable]:
    """Tables in the rounds to come for those who rest in the same one, as many as there can be."""
    search, tables = _Search(section), list[ProposedTable]()
    while found := search.found(()):
        tables += search.numbered(found)
    return tables


class _Search:
    """Who rests in which round to come of a section, which boards each has, and which tables are
    free."""

    def __init__(self, section: Section) -> None:
        self.section, self.slots = section, table_slots(section.session.stage.event)
        rounds = [
            each for each in upcoming_rounds(section.session) if each.section_id == section.pk
        ]
        self.resting = {round_: _resting(section, round_) for round_ in rounds}
        self.boards = BoardSets(section)
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

    def numbered(self, found: Sequence[_Found]) -> list[ProposedTable]:
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

    def _tables(self, found: _Found, all_found: Sequence[_Found]) -> Iterator[ProposedTable]:
        """Who would have rested keeps where he sits most often; a team sits on both lines, at
        two tables."""
        if self.section.session.stage.event.at_two_tables:
            for seated in (found.group, found.group[::-1]):
                number = max(*self.numbers, *self.taken[found.round]) + 1
                self.taken[found.round].add(number)
                yield ProposedTable(found.round.pk, number, seated, found.boards)
        else:
            seated = self._where_they_sit(found.group)
            yield ProposedTable(
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
    places = SeatHolder.objects.filter(seating__round__section=section)
    for seating, contestant in places.values_list("seating", "contestant"):
        at.setdefault(seating, set()).add(contestant)
    return Counter(frozenset(two) for seated in at.values() for two in combinations(seated, 2))


def _sittings(contestants: Collection[int], section: Section) -> dict[int, Counter[str]]:
    """How often each sits on which seat, as it is planned."""
    sat: dict[int, Counter[str]] = {each: Counter() for each in (*contestants, NEWCOMER)}
    places = SeatHolder.objects.filter(
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


# The text that says who would sit out in a round; its parameters are `round` and `names`.
SIT_OUT = _("Round %(round)s: %(names)s would sit out.")
_MOVES = _("Round %(round)s, instead of sitting out: %(moves)s.")
_PLAYS_AT = _("%(name)s at table %(table)s")
_COST = _(
    "Those who sit out miss the boards of that round and are ranked by the boards they have "
    "played. Nobody sits out twice."
)
_NUMBER = _("They would be number %(number)s.")
_REPLACED = _("The new contestant would be number %(number)s.")
_AT_TABLE = _("Round %(round)s, table %(table)s: %(names)s. Boards: %(boards)s.")

SitOuts = list[list[int]]
"""The number of each round, and after it the rows of those who rest in it."""


def sit_outs_without(session: Session, gone: Contestant, *, replaced: bool) -> SitOuts:
    """Who would rest without somebody: now, if he has boards to play, and later unless he is
    `replaced`."""
    coming = [] if replaced else upcoming_rounds(session)
    his = Seating.objects.filter(round__section__session=session, places__contestant=gone)
    now = his.filter(
        round__started_at__isnull=False, round__ended_at=None, plays__state=Play.State.DUE
    )
    rows = {*his.filter(round__in=coming), *now}
    found: dict[int, set[int]] = {}
    for each in Seating.objects.filter(pk__in=[each.pk for each in rows]).select_related("round"):
        others = each.places.exclude(contestant=gone).values_list("contestant", flat=True)
        found.setdefault(each.round.number, set()).update(others)
    return [[number, *sorted(found[number])] for number in sorted(found)]


def attendance_notices(answer: object) -> list[Text]:
    """Under which number somebody comes, who moves, and who rests in which round, as a repair
    answers."""
    if not isinstance(answer, Mapping):
        return []
    moves, rests = answer.get("moves", ()), answer.get("rests", ())
    return [*_number_in_words(answer), *_moves_in_words(moves), *_rests_in_words(rests)]


def newcomer_rounds(section: Section, tables: Sequence[ProposedTable]) -> list[ContestantRound]:
    """His rounds to come at the tables that were found for him; he rests in the others."""
    rounds = [each for each in upcoming_rounds(section.session) if each.section_id == section.pk]
    return [turn for round_ in rounds for turn in _turns(section, round_, tables)]


def sit_out_notices(section: Section, tables: Sequence[ProposedTable]) -> list[Text]:
    """Who sits out in which round, because the newcomer is given the seat, and what that costs
    them."""
    numbers = {each.pk: each.number for each in upcoming_rounds(section.session)}
    found = [
        [numbers[each.round], each.sits_out]
        for each in tables
        if each.sits_out and each.round in numbers
    ]
    return [*_rests_in_words(found), *([Text(_COST)] if found else [])]


def table_notices(section: Section, tables: Sequence[ProposedTable]) -> list[Text]:
    """Who would sit at each of some tables, with which boards, by round."""
    numbers = {each.pk: each.number for each in upcoming_rounds(section.session)}
    known = [each for each in tables if each.round in numbers]
    return [
        Text(_AT_TABLE, _said(section, numbers[each.round], each))
        for each in sorted(known, key=lambda each: (numbers[each.round], each.table))
    ]


def _said(section: Section, round_: int, table: ProposedTable) -> dict[str, object]:
    names = dict(Contestant.objects.filter(pk__in=table.seated).values_list("pk", "name"))
    return {
        "round": round_,
        "table": Table(section=section, number=table.table).label,
        "names": " · ".join(names[pk] for pk in table.seated if pk in names),
        "boards": ", ".join(map(str, _numbers(table))),
    }


def _number_in_words(answer: Mapping[str, object]) -> list[Text]:
    """Whoever leaves has his own; what was tried out is gone again, and so is a newcomer's row."""
    if "rests" in answer:
        return [Text(_REPLACED, {"number": answer["comes"]})] if answer["comes"] else []
    return [Text(_NUMBER, {"number": answer["number"]})] if "number" in answer else []


def _moves_in_words(moves: Sequence[tuple[int, str, int]]) -> list[Text]:
    """Who plays where because a place was freed, a sentence for each round."""
    names = dict(
        Contestant.objects.filter(pk__in=[pk for *_where, pk in moves]).values_list("pk", "name")
    )
    rounds: dict[int, list[Text]] = {}
    for number, table, pk in moves:
        rounds.setdefault(number, []).append(Text(_PLAYS_AT, {"name": names[pk], "table": table}))
    return [
        Text(_MOVES, {"round": number, "moves": join_with_commas(there)})
        for number, there in rounds.items()
    ]


def _rests_in_words(rests: SitOuts) -> list[Text]:
    rows = [pk for _number, *pks in rests for pk in pks]
    names = dict(Contestant.objects.filter(pk__in=rows).values_list("pk", "name"))
    return [
        Text(SIT_OUT, {"round": number, "names": ", ".join(names[pk] for pk in pks if pk in names)})
        for number, *pks in rests
    ]


def _turns(
    section: Section, round_: Round, tables: Sequence[ProposedTable]
) -> list[ContestantRound]:
    found = [_turn(section, round_.number, each) for each in tables if each.round == round_.pk]
    return found or [ContestantRound(round_.number)]


def _turn(section: Section, round_: int, table: ProposedTable) -> ContestantRound:
    event = section.session.stage.event
    on = [_line_of(event.game, seats) for seats in table_slots(event).values()]
    line = on[table.seated.index(NEWCOMER)]
    others = [pk for pk, other in zip(table.seated, on, strict=True) if other != line]
    opponents = Contestant.objects.filter(pk__in=others).order_by("number")
    label = Table(section=section, number=table.table).label
    return ContestantRound(round_, label, line, tuple(opponents), tuple(_numbers(table)))


def _line_of(game: Game, seats: Sequence[str]) -> str:
    return next(line for line, own in game.lines.items() if set(seats) <= set(own))


def _numbers(table: ProposedTable) -> list[int]:
    boards = Board.objects.filter(pk__in=table.boards).order_by("number")
    return list(boards.values_list("number", flat=True))


def sections_with_enough_resting(sections: Iterable[Section]) -> list[Section]:
    """Those where enough rest for a table; whether boards are free is searched when it is asked."""
    return [each for each in sections if _enough_rest(each)]


def _enough_rest(section: Section) -> bool:
    session = section.session
    if session.is_over or session.stage.is_drawn:
        return False
    members = Contestant.objects.filter(places__seating__round__section=section, withdrawn_at=None)
    coming = [each for each in upcoming_rounds(session) if each.section_id == section.pk]
    number, seats = members.distinct().count(), len(table_slots(session.stage.event))
    places = SeatHolder.objects.filter(seating__round__in=coming, contestant__withdrawn_at=None)
    seated = Counter(
        round_ for round_, _who in places.values_list("seating__round", "contestant").distinct()
    )
    return any(number - seated[each.pk] >= seats for each in coming)


# Ways to seat the newcomer that are tried for each line before the best one found is taken.
MAX_STEPS = 4000


class _Seat(NamedTuple):
    """A seat that can be given up: the table with the newcomer on it, and who is met there."""

    table: ProposedTable
    met: frozenset[int]


def rotating_seats(section: Section) -> list[ProposedTable]:
    """Seats in as many rounds to come as there can be, on one line: no board and no opponent twice.

    Nobody sits out twice. Empty where two contestants share a line, or a team sits at two tables.
    """
    event = section.session.stage.event
    slots = table_slots(event)
    if event.at_two_tables or section.session.stage.is_drawn:
        return []
    rounds = [each for each in upcoming_rounds(section.session) if each.section_id == section.pk]
    found = [
        _best([list(_seats(round_.pk, slots, slot)) for round_ in rounds])
        for slot in range(len(slots))
    ]
    return max(found, key=len, default=[])


def can_be_vacated(table: ProposedTable, section: Section) -> bool:
    """Return whether a seat that was found is still held by the contestant who is to give it up."""
    here = Seating.objects.filter(
        round=table.round, table__section=section, table__number=table.table
    )
    slots = table_slots(section.session.stage.event)
    if not table.sits_out or NEWCOMER not in table.seated or not here.exists():
        return False
    return any(
        seat.table == table for seat in _seats(table.round, slots, table.seated.index(NEWCOMER))
    )


def _seats(round_: int, slots: dict[str, tuple[str, ...]], slot: int) -> Iterator[_Seat]:
    """The full tables of a round, each with the newcomer in one part of it; none with a
    substitute."""
    seatings = (
        Seating.objects.filter(round=round_)
        .select_related("table")
        .prefetch_related("places", "plays")
    )
    substitutes_in = set(
        SeatHolder.objects.filter(seating__round=round_, substitutions__isnull=False).values_list(
            "seating", flat=True
        )
    )
    for seating in seatings.order_by("table__number"):
        at = {place.seat: place.contestant_id for place in seating.places.all()}
        seated = [at.get(seats[0]) for seats in slots.values()]
        if None in seated or seating.pk in substitutes_in:
            continue
        who = [pk for pk in seated if pk is not None]
        others = (*who[:slot], NEWCOMER, *who[slot + 1 :])
        boards = tuple(sorted(play.board_id for play in seating.plays.all()))
        table = ProposedTable(round_, seating.table.number, others, boards, who[slot])
        yield _Seat(table, frozenset(pk for pk in others if pk != NEWCOMER))


def _best(rounds: list[list[_Seat]]) -> list[ProposedTable]:
    """The longest choice of one seat a round that a bounded search finds."""
    best: list[_Seat] = []
    steps = 0

    def search(at: int, chosen: list[_Seat]) -> None:
        nonlocal best, steps
        steps += 1
        if len(chosen) > len(best):
            best = list(chosen)
        if at == len(rounds) or steps > MAX_STEPS or len(chosen) + len(rounds) - at <= len(best):
            return
        for seat in rounds[at]:
            if _fits(seat, chosen):
                search(at + 1, [*chosen, seat])
        search(at + 1, chosen)

    search(0, [])
    return [seat.table for seat in best]


def _fits(seat: _Seat, chosen: list[_Seat]) -> bool:
    return all(
        seat.table.sits_out != other.table.sits_out
        and seat.met.isdisjoint(other.met)
        and not set(seat.table.boards) & set(other.table.boards)
        for other in chosen
    )


_NO_PLACE = _(
    "There is no free place: every contestant has opponents in the coming rounds. A pair "
    "that comes late can take over from one that leaves."
)
_WHICH = _("Choose the section they will play in: not all are played in the same place.")
_UNKNOWN = _("There is no section %(section)s in this session.")


class LateArrivalSeats(NamedTuple):
    """The section, by its row, in which somebody would play, and his tables; none where rounds
    are drawn."""

    section: int
    tables: tuple[ProposedTable, ...] = ()


def find_late_arrival_seats(event: Event, named: str = "") -> LateArrivalSeats:
    """Where a newcomer would sit in the session that is played, in the section `named`; blank, in
    any.

    Raises `ValidationFailed` where nothing is being played, where there is no such section or one
    has to be named, and where he can be in none.
    """
    session = get_running_session(event, Session.objects.all())
    sections = _open_sections(session, named.strip())
    return (
        LateArrivalSeats(sections[0].pk) if session.stage.is_drawn else _first_with_room(sections)
    )


def find_rotating_seats(event: Event, named: str = "") -> LateArrivalSeats:
    """Where a newcomer would sit in a full plan while another contestant sits out in each round.

    Raises `ValidationFailed` as `find_late_seats` does.
    """
    session = get_running_session(event, Session.objects.all())
    sections = _open_sections(session, named.strip())
    sent = set(exported_sections(Section.objects.filter(pk__in=[each.pk for each in sections])))
    for section in sections:
        if section not in sent and (found := rotating_seats(section)):
            return LateArrivalSeats(section.pk, tuple(found))
    raise ValidationFailed([Problem("no_place", _NO_PLACE)])


def undoable_session_start(session: Session) -> int | None:
    """The act that started a session, while no table has entered anything and the plan is one;
    else None."""
    entries = Entry.objects.filter(play__board__session=session)
    if session.stage.is_drawn or session.sections.count() > 1 or entries.exists():
        return None
    starts = UndoStep.objects.filter(
        session=session, kind=AuditAction.START_SESSION, undone_by=None
    )
    return starts.order_by("-pk").values_list("pk", flat=True).first()


def _open_sections(session: Session, named: str) -> list[Section]:
    """Where whoever comes late may play: in the section `named`, in capitals or not; blank, in any.

    Raises `ValidationFailed` where there is none of that name, and where none is named though some
    are played at a venue, which is another town.
    """
    related = session.sections.select_related("session__stage__event__club")
    sections = list(related.order_by("number"))
    if named:
        sections = [each for each in sections if comparison_key(each.name) == comparison_key(named)]
        if not sections:
            raise ValidationFailed(
                [Problem("unknown_section", _UNKNOWN, {"section": named}, "section")]
            )
    elif must_choose_section(sections):
        raise ValidationFailed([Problem("which_section", _WHICH, field="section")])
    return sections


def _first_with_room(sections: Sequence[Section]) -> LateArrivalSeats:
    """One that was sent as a file would not know of him. Raises `ValidationFailed` where he can be
    in none."""
    sent = set(exported_sections(Section.objects.filter(pk__in=[each.pk for each in sections])))
    for section in sections:
        if section not in sent and (found := tables_for_newcomer(section)):
            return LateArrivalSeats(section.pk, tuple(found))
    raise ValidationFailed([Problem("no_place", _NO_PLACE)])
