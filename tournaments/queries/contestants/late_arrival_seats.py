"""Find seats for late arrivals, and tables for contestants who sit out in the same round.

Other functions return the texts that tell the director what an arrival or departure means for the
other contestants.
"""

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

# A set of boards that are played together, by primary key.
BoardSet = tuple[int, ...]


class BoardSets:
    """The board sets of a section, and how many tables of a round play each of them."""

    def __init__(self, section: Section) -> None:
        self._section = section
        self._by_seating = _boards_by_seating(section)
        self._unused = _unused_board_sets(section)
        self._is_barometer = _is_barometer(section, self._by_seating)
        self._hidden = hidden_board_ids(section.session)
        self._reserved: dict[Round, list[BoardSet]] = {}

    def playable_sets(self, round_: Round) -> list[BoardSet]:
        """Return the sets that another table may play in a round, the unused ones first.

        The sets that one table plays in this round come next: two tables can share a set, as the
        first and last table of a share-and-relay movement do. In a barometer, all tables have the
        same set. A set is left out if the results of one of its boards can already be seen.
        """
        return [boards for boards in self._sets(round_) if self._hidden.issuperset(boards)]

    def reserve(self, round_: Round, boards: BoardSet) -> None:
        """Record that another table plays the set in a round."""
        self._reserved.setdefault(round_, []).append(boards)

    def _sets(self, round_: Round) -> list[BoardSet]:
        seatings = round_.seatings.order_by("table__number").values_list("pk", flat=True)
        use_counts = Counter(
            self._by_seating[seating] for seating in seatings if seating in self._by_seating
        )
        # If the director left out a board of each round, the last boards of a set are not played.
        boards_per_round = self._section.boards_in(round_.number)
        unused = [boards[:boards_per_round] for boards in self._unused]
        if self._is_barometer or (len(use_counts) == 1 and sum(use_counts.values()) > 1):
            return list(use_counts) or unused
        use_counts.update(self._reserved.get(round_, ()))
        sets = dict.fromkeys(
            [*(boards[:boards_per_round] for boards in self._by_seating.values()), *unused]
        )
        return sorted(
            (boards for boards in sets if use_counts[boards] <= 1), key=use_counts.__getitem__
        )


def _is_barometer(section: Section, boards_by_seating: Mapping[int, BoardSet]) -> bool:
    """Return whether in every round all tables play the same boards."""
    sets: dict[int, list[BoardSet]] = {}
    plays = Play.objects.filter(seating__round__section=section)
    round_by_seating = dict(plays.values_list("seating_id", "seating__round_id"))
    for seating, boards in boards_by_seating.items():
        sets.setdefault(round_by_seating[seating], []).append(boards)
    shared_rounds = [round_sets for round_sets in sets.values() if len(round_sets) > 1]
    return bool(shared_rounds) and all(len(set(round_sets)) == 1 for round_sets in shared_rounds)


def _boards_by_seating(section: Section) -> Mapping[int, BoardSet]:
    by_seating: dict[int, list[int]] = {}
    plays = Play.objects.filter(seating__round__section=section)
    plays = plays.order_by("board__number", "seating__round__number", "seating__table__number")
    for seating, board in plays.values_list("seating_id", "board_id"):
        by_seating.setdefault(seating, []).append(board)
    return {seating: tuple(boards) for seating, boards in by_seating.items()}


def _unused_board_sets(section: Section) -> list[BoardSet]:
    """Return the board sets that no table plays: those of tables that have been removed.

    Boards that the director left out are excluded, because they may be played after all.
    """
    session = section.session
    if session.sections.count() > 1:
        return []
    boards = session.boards.filter(plays__isnull=True, sealed_to_end=False).order_by("number")
    sets: dict[int, list[int]] = {}
    for number, board in boards.values_list("number", "pk"):
        sets.setdefault((number - 1) // session.boards_per_movement_round, []).append(board)
    return [tuple(boards) for boards in sets.values()]


# Stands for the late arrival, who has no primary key yet.
NEWCOMER = 0

# Contestants who could play at one table, by primary key.
Group = tuple[int, ...]

# The maximum number of groups of contestants sitting out that are tried for a round.
_MAX_GROUPS = 200


class ProposedTable(NamedTuple):
    """A table that can be played in a round: who has each slot, in the order of `table_slots`.

    Round and boards are primary keys; `table` is a number in the section, as the table may not
    exist yet. `sits_out` is the contestant who vacates the newcomer's seat, or 0 if the table is
    free.
    """

    round: int
    table: int
    seated: Group
    boards: BoardSet
    sits_out: int = 0


class _PlayableTable(NamedTuple):
    """A table that can be played in a round: a group of contestants, and a set of boards."""

    round: Round
    group: Group
    boards: BoardSet


def table_slots(event: Event) -> dict[str, tuple[str, ...]]:
    """Return the slots of a table, one per contestant, with their seats.

    A slot is a line, or a single seat if contestants are single players.
    """
    lines = event.game.lines
    players_each = max(event.players_each, 1)
    if event.at_two_tables or all(len(seats) <= players_each for seats in lines.values()):
        return {line: tuple(seats) for line, seats in lines.items()}
    return {seat: (seat,) for seats in lines.values() for seat in seats}


def tables_for_newcomer(section: Section) -> list[ProposedTable]:
    """Return tables for a newcomer in as many upcoming rounds as possible.

    Nobody plays a board twice.
    """
    search = _TableSearch(section)
    return search.proposed_tables(search.find_playable_tables((NEWCOMER,)))


def tables_for_sitting_out(section: Section) -> list[ProposedTable]:
    """Return as many tables as possible for contestants who sit out in the same round."""
    search, tables = _TableSearch(section), list[ProposedTable]()
    while playable_tables := search.find_playable_tables(()):
        tables += search.proposed_tables(playable_tables)
    return tables


class _TableSearch:
    """Search tables for the upcoming rounds of a section.

    Each table that is found is reserved, so that the next search does not find its contestants and
    boards again.
    """

    def __init__(self, section: Section) -> None:
        self.section, self.slots = section, table_slots(section.session.stage.event)
        rounds = [
            round_ for round_ in upcoming_rounds(section.session) if round_.section_id == section.pk
        ]
        self.sitting_out_ids = {
            round_: _contestants_sitting_out(section, round_) for round_ in rounds
        }
        self.boards = BoardSets(section)
        all_sitting_out_ids = {pk for pks in self.sitting_out_ids.values() for pk in pks}
        self.boards_by_contestant = _boards_by_contestant(all_sitting_out_ids)
        self.seat_counts = _seat_counts(all_sitting_out_ids, section)
        self.meeting_counts = _meeting_counts(section)
        self.table_numbers = sorted(section.tables.values_list("number", flat=True))
        self.taken_numbers = {
            round_: set(round_.seatings.values_list("table__number", flat=True))
            for round_ in rounds
        }

    def find_playable_tables(self, required: Group) -> list[_PlayableTable]:
        """Find one more table in as many rounds as possible, and reserve it.

        No board set is used in two rounds. Of several groups, the one whose members have met least
        often is taken.
        """
        choices = {round_: self._choices(round_, required) for round_ in self.sitting_out_ids}
        playable_tables = []
        for round_, boards in sorted(
            _assign_board_sets(choices).items(), key=lambda item: item[0].number
        ):
            if possible_groups := self._possible_groups(choices[round_][boards], boards):
                playable_tables.append(
                    _PlayableTable(round_, min(possible_groups, key=self._meeting_count), boards)
                )
                self._reserve(playable_tables[-1])
        return playable_tables

    def proposed_tables(self, playable_tables: Sequence[_PlayableTable]) -> list[ProposedTable]:
        """Return the tables with their numbers, if possible the same free number in all rounds."""
        return [
            table
            for playable_table in playable_tables
            for table in self._proposed_tables_of(playable_table, playable_tables)
        ]

    def _choices(self, round_: Round, required: Group) -> dict[BoardSet, list[Group]]:
        """Return the board sets that can be played in a round, best first, with their groups."""
        missing_count = len(self.slots) - len(required)
        other_groups = islice(
            combinations(self.sitting_out_ids[round_], missing_count), _MAX_GROUPS
        )
        groups = [(*group, *required) for group in other_groups]
        sets = self.boards.playable_sets(round_) if groups else ()
        possible = {boards: self._possible_groups(groups, boards) for boards in sets}
        return {boards: groups for boards, groups in possible.items() if groups}

    def _possible_groups(self, groups: Collection[Group], boards: BoardSet) -> list[Group]:
        return [
            group
            for group in groups
            if all(
                self.boards_by_contestant[contestant_id].isdisjoint(boards)
                for contestant_id in group
            )
        ]

    def _meeting_count(self, group: Group) -> int:
        return sum(self.meeting_counts[frozenset(pair)] for pair in combinations(group, 2))

    def _reserve(self, playable_table: _PlayableTable) -> None:
        self.boards.reserve(playable_table.round, playable_table.boards)
        self.meeting_counts.update(
            frozenset(pair) for pair in combinations(playable_table.group, 2)
        )
        self.sitting_out_ids[playable_table.round] = [
            pk
            for pk in self.sitting_out_ids[playable_table.round]
            if pk not in playable_table.group
        ]
        for contestant_id in playable_table.group:
            self.boards_by_contestant[contestant_id].update(playable_table.boards)

    def _proposed_tables_of(
        self, playable_table: _PlayableTable, playable_tables: Sequence[_PlayableTable]
    ) -> Iterator[ProposedTable]:
        """Yield the table with its number, or two for teams, which sit on both lines."""
        if self.section.session.stage.event.at_two_tables:
            for seated in (playable_table.group, playable_table.group[::-1]):
                number = max(*self.table_numbers, *self.taken_numbers[playable_table.round]) + 1
                self.taken_numbers[playable_table.round].add(number)
                yield ProposedTable(playable_table.round.pk, number, seated, playable_table.boards)
        else:
            seated = self._assign_slots(playable_table.group)
            yield ProposedTable(
                playable_table.round.pk,
                self._pick_table_number(playable_table.round, playable_tables),
                seated,
                playable_table.boards,
            )

    def _assign_slots(self, group: Group) -> Group:
        """Return who takes each slot of the table; the newcomer gets the slot that is left.

        Everybody else gets their usual slot, if it is still free. Those who sit in it hardly more
        often than in another choose first: if lines are ranked separately, another slot could
        change the line on which they are ranked.
        """
        free_slots, contestant_by_slot = list(self.slots), {}
        for contestant_id in sorted(
            group,
            key=lambda contestant_id: (
                contestant_id == NEWCOMER,
                self._margin_of_usual_slot(contestant_id),
            ),
        ):
            usual_slot = max(free_slots, key=lambda slot: self._times_in_slot(contestant_id, slot))
            free_slots.remove(usual_slot)
            contestant_by_slot[usual_slot] = contestant_id
            self.seat_counts[contestant_id].update(self.slots[usual_slot])
        return tuple(contestant_by_slot[slot] for slot in self.slots)

    def _margin_of_usual_slot(self, contestant_id: int) -> int:
        """Return how much more often a contestant sits in the usual slot than in any other."""
        most, second, *_others = sorted(
            (self._times_in_slot(contestant_id, slot) for slot in self.slots), reverse=True
        )
        return most - second

    def _times_in_slot(self, contestant_id: int, slot: str) -> int:
        return sum(self.seat_counts[contestant_id][seat] for seat in self.slots[slot])

    def _pick_table_number(self, round_: Round, playable_tables: Sequence[_PlayableTable]) -> int:
        rounds = [
            playable_table.round
            for playable_table in playable_tables
            if playable_table.round.number >= round_.number
        ]
        always_free = [
            number
            for number in self.table_numbers
            if not any(number in self.taken_numbers[later_round] for later_round in rounds)
        ]
        candidates = chain(
            always_free, self.table_numbers, count(max(self.table_numbers, default=0) + 1)
        )
        number = next(number for number in candidates if number not in self.taken_numbers[round_])
        self.taken_numbers[round_].add(number)
        return number


def _contestants_sitting_out(section: Section, round_: Round) -> list[int]:
    members = Contestant.objects.filter(places__seating__round__section=section, withdrawn_at=None)
    sitting_out = members.distinct().exclude(places__seating__round=round_).order_by("number")
    return list(sitting_out.values_list("pk", flat=True))


def _boards_by_contestant(contestant_ids: Collection[int]) -> dict[int, set[int]]:
    """Return the boards that each contestant plays in any round; none for the newcomer."""
    boards: dict[int, set[int]] = {
        contestant_id: set() for contestant_id in (*contestant_ids, NEWCOMER)
    }
    for contestant_id in contestant_ids:
        plays = Play.objects.filter(seating__places__contestant=contestant_id)
        boards[contestant_id].update(plays.values_list("board", flat=True))
    return boards


def _meeting_counts(section: Section) -> Counter[frozenset[int]]:
    """Return how often each two contestants sit at one table."""
    contestants_by_seating: dict[int, set[int]] = {}
    seat_holders = SeatHolder.objects.filter(seating__round__section=section)
    for seating_id, contestant_id in seat_holders.values_list("seating", "contestant"):
        contestants_by_seating.setdefault(seating_id, set()).add(contestant_id)
    return Counter(
        frozenset(pair)
        for contestant_ids in contestants_by_seating.values()
        for pair in combinations(contestant_ids, 2)
    )


def _seat_counts(contestant_ids: Collection[int], section: Section) -> dict[int, Counter[str]]:
    """Return how often each contestant sits on each seat in the plan."""
    counts: dict[int, Counter[str]] = {
        contestant_id: Counter() for contestant_id in (*contestant_ids, NEWCOMER)
    }
    seat_holders = SeatHolder.objects.filter(
        contestant__in=contestant_ids, seating__round__section__session=section.session
    )
    for contestant_id, seat in seat_holders.values_list("contestant", "seat"):
        counts[contestant_id][seat] += 1
    return counts


def _assign_board_sets(
    choices: Mapping[Round, Mapping[BoardSet, Collection[Group]]],
) -> dict[Round, BoardSet]:
    """Assign a different board set to each of as many rounds as possible, by augmenting paths."""
    assigned: dict[BoardSet, Round] = {}
    for round_ in choices:
        _find_augmenting_path(round_, choices, assigned, set())
    return {round_: boards for boards, round_ in assigned.items()}


def _find_augmenting_path(
    round_: Round,
    choices: Mapping[Round, Mapping[BoardSet, Collection[Group]]],
    assigned: dict[BoardSet, Round],
    tried_boards: set[BoardSet],
) -> bool:
    """Assign a board set to the round, and other sets to other rounds if that is necessary.

    Returns False, without a change, if no such assignment exists.
    """
    for boards in choices[round_]:
        if boards in tried_boards:
            continue
        tried_boards.add(boards)
        if boards not in assigned or _find_augmenting_path(
            assigned[boards], choices, assigned, tried_boards
        ):
            assigned[boards] = round_
            return True
    return False


# Says who would sit out in a round; its parameters are `round` and `names`.
SIT_OUT_TEXT = _("Round %(round)s: %(names)s would sit out.")
_MOVES_TEXT = _("Round %(round)s, instead of sitting out: %(moves)s.")
_PLAYS_AT_TEXT = _("%(name)s at table %(table)s")
_SIT_OUT_COST_TEXT = _(
    "Those who sit out miss the boards of that round and are ranked by the boards they have "
    "played. Nobody sits out twice."
)
_NUMBER_TEXT = _("They would be number %(number)s.")
_REPLACEMENT_NUMBER_TEXT = _("The new contestant would be number %(number)s.")
_AT_TABLE_TEXT = _("Round %(round)s, table %(table)s: %(names)s. Boards: %(boards)s.")

# The number of each round, followed by the contestants who sit out in it.
SitOuts = list[list[int]]


def sit_outs_without(session: Session, contestant: Contestant, *, has_replacement: bool) -> SitOuts:
    """Return who would sit out if the contestant left.

    The opponents of the current round would sit out if they have boards left to play. Those of
    later rounds would sit out unless the contestant has a replacement.
    """
    rounds_without_opponents = [] if has_replacement else upcoming_rounds(session)
    seatings = Seating.objects.filter(
        round__section__session=session, places__contestant=contestant
    )
    current_seatings = seatings.filter(
        round__started_at__isnull=False, round__ended_at=None, plays__state=Play.State.DUE
    )
    affected_seatings = {*seatings.filter(round__in=rounds_without_opponents), *current_seatings}
    opponents_by_round: dict[int, set[int]] = {}
    for seating in Seating.objects.filter(
        pk__in=[seating.pk for seating in affected_seatings]
    ).select_related("round"):
        opponents = seating.places.exclude(contestant=contestant).values_list(
            "contestant", flat=True
        )
        opponents_by_round.setdefault(seating.round.number, set()).update(opponents)
    return [[number, *sorted(opponents_by_round[number])] for number in sorted(opponents_by_round)]


def attendance_notices(answer: object) -> list[Text]:
    """Return what an arrival or departure means, in texts; `answer` is that of its action.

    `answer` has the number of the newcomer or replacement, the moves to vacated seats (`moves`) and
    the sit-outs (`rests`). If it is no mapping, there are no texts.
    """
    if not isinstance(answer, Mapping):
        return []
    moves, sit_outs = answer.get("moves", ()), answer.get("rests", ())
    return [*_number_notices(answer), *_move_notices(moves), *_sit_out_texts(sit_outs)]


def newcomer_rounds(section: Section, tables: Sequence[ProposedTable]) -> list[ContestantRound]:
    """Return the newcomer's upcoming rounds; they sit out those without a proposed table."""
    rounds = [
        round_ for round_ in upcoming_rounds(section.session) if round_.section_id == section.pk
    ]
    return [
        newcomer_round
        for round_ in rounds
        for newcomer_round in _newcomer_rounds_in(section, round_, tables)
    ]


def sit_out_notices(section: Section, tables: Sequence[ProposedTable]) -> list[Text]:
    """Return who sits out in which round to make room for the newcomer, and what that costs."""
    numbers = {round_.pk: round_.number for round_ in upcoming_rounds(section.session)}
    sit_outs = [
        [numbers[table.round], table.sits_out]
        for table in tables
        if table.sits_out and table.round in numbers
    ]
    return [*_sit_out_texts(sit_outs), *([Text(_SIT_OUT_COST_TEXT)] if sit_outs else [])]


def table_notices(section: Section, tables: Sequence[ProposedTable]) -> list[Text]:
    """Return who would sit at each proposed table with which boards, by round."""
    numbers = {round_.pk: round_.number for round_ in upcoming_rounds(section.session)}
    upcoming_tables = [table for table in tables if table.round in numbers]
    return [
        Text(_AT_TABLE_TEXT, _table_params(section, numbers[table.round], table))
        for table in sorted(upcoming_tables, key=lambda table: (numbers[table.round], table.table))
    ]


def _table_params(section: Section, round_number: int, table: ProposedTable) -> dict[str, object]:
    names = dict(Contestant.objects.filter(pk__in=table.seated).values_list("pk", "name"))
    return {
        "round": round_number,
        "table": Table(section=section, number=table.table).label,
        "names": " · ".join(names[pk] for pk in table.seated if pk in names),
        "boards": ", ".join(map(str, _board_numbers(table))),
    }


def _number_notices(answer: Mapping[str, object]) -> list[Text]:
    """Return the number under which a newcomer or replacement would play.

    The answer of a departure has the key `rests`, and `comes`: the number of the replacement, or
    None. That of an arrival has the newcomer's `number`.
    """
    if "rests" in answer:
        return (
            [Text(_REPLACEMENT_NUMBER_TEXT, {"number": answer["comes"]})] if answer["comes"] else []
        )
    return [Text(_NUMBER_TEXT, {"number": answer["number"]})] if "number" in answer else []


def _move_notices(moves: Sequence[tuple[int, str, int]]) -> list[Text]:
    """Return one text per round on contestants who take a vacated seat."""
    names = dict(
        Contestant.objects.filter(pk__in=[pk for *_seat, pk in moves]).values_list("pk", "name")
    )
    texts_by_round: dict[int, list[Text]] = {}
    for number, table, pk in moves:
        texts_by_round.setdefault(number, []).append(
            Text(_PLAYS_AT_TEXT, {"name": names[pk], "table": table})
        )
    return [
        Text(_MOVES_TEXT, {"round": number, "moves": join_with_commas(texts)})
        for number, texts in texts_by_round.items()
    ]


def _sit_out_texts(sit_outs: SitOuts) -> list[Text]:
    contestant_ids = [pk for _number, *pks in sit_outs for pk in pks]
    names = dict(Contestant.objects.filter(pk__in=contestant_ids).values_list("pk", "name"))
    return [
        Text(
            SIT_OUT_TEXT,
            {"round": number, "names": ", ".join(names[pk] for pk in pks if pk in names)},
        )
        for number, *pks in sit_outs
    ]


def _newcomer_rounds_in(
    section: Section, round_: Round, tables: Sequence[ProposedTable]
) -> list[ContestantRound]:
    rounds = [
        _newcomer_round(section, round_.number, table)
        for table in tables
        if table.round == round_.pk
    ]
    return rounds or [ContestantRound(round_.number)]


def _newcomer_round(section: Section, round_number: int, table: ProposedTable) -> ContestantRound:
    event = section.session.stage.event
    line_by_slot = [_line_of(event.game, seats) for seats in table_slots(event).values()]
    line = line_by_slot[table.seated.index(NEWCOMER)]
    opponent_ids = [
        pk for pk, slot_line in zip(table.seated, line_by_slot, strict=True) if slot_line != line
    ]
    opponents = Contestant.objects.filter(pk__in=opponent_ids).order_by("number")
    label = Table(section=section, number=table.table).label
    return ContestantRound(
        round_number, label, line, tuple(opponents), tuple(_board_numbers(table))
    )


def _line_of(game: Game, seats: Sequence[str]) -> str:
    return next(line for line, line_seats in game.lines.items() if set(seats) <= set(line_seats))


def _board_numbers(table: ProposedTable) -> list[int]:
    boards = Board.objects.filter(pk__in=table.boards).order_by("number")
    return list(boards.values_list("number", flat=True))


def sections_with_enough_sitting_out(sections: Iterable[Section]) -> list[Section]:
    """Return the sections in which enough contestants sit out to fill a table in some round.

    Whether boards are available for the table is searched only on request.
    """
    return [section for section in sections if _has_enough_sitting_out(section)]


def _has_enough_sitting_out(section: Section) -> bool:
    session = section.session
    if session.is_over or session.stage.is_drawn:
        return False
    members = Contestant.objects.filter(places__seating__round__section=section, withdrawn_at=None)
    upcoming = [round_ for round_ in upcoming_rounds(session) if round_.section_id == section.pk]
    member_count, slot_count = members.distinct().count(), len(table_slots(session.stage.event))
    seat_holders = SeatHolder.objects.filter(
        seating__round__in=upcoming, contestant__withdrawn_at=None
    )
    seated_counts = Counter(
        round_id
        for round_id, _contestant in seat_holders.values_list(
            "seating__round", "contestant"
        ).distinct()
    )
    return any(member_count - seated_counts[round_.pk] >= slot_count for round_ in upcoming)


# The maximum number of steps of the search for the newcomer's seats, for each slot of a table. The
# best seats found until then are used.
MAX_SEARCH_STEPS = 4000


class _VacatableSeat(NamedTuple):
    """A seat that can be vacated for the newcomer.

    `table` is the table with the newcomer on the seat, `others_at_table` are the contestants whom
    they would meet there.
    """

    table: ProposedTable
    others_at_table: frozenset[int]


def seats_by_rotating_sit_outs(section: Section) -> list[ProposedTable]:
    """Return a newcomer's seats in one slot in as many upcoming rounds as possible.

    In each of these rounds another contestant sits out, nobody twice. The newcomer plays no board
    and meets nobody twice. Empty in drawn rounds and team matches.
    """
    event = section.session.stage.event
    slots = table_slots(event)
    if event.at_two_tables or section.session.stage.is_drawn:
        return []
    rounds = [
        round_ for round_ in upcoming_rounds(section.session) if round_.section_id == section.pk
    ]
    choices = [
        _longest_choice([list(_vacatable_seats(round_.pk, slots, slot)) for round_ in rounds])
        for slot in range(len(slots))
    ]
    return max(choices, key=len, default=[])


def can_be_vacated(table: ProposedTable, section: Section) -> bool:
    """Return whether the contestant who is to vacate the seat still holds it."""
    seatings = Seating.objects.filter(
        round=table.round, table__section=section, table__number=table.table
    )
    slots = table_slots(section.session.stage.event)
    if not table.sits_out or NEWCOMER not in table.seated or not seatings.exists():
        return False
    return any(
        seat.table == table
        for seat in _vacatable_seats(table.round, slots, table.seated.index(NEWCOMER))
    )


def _vacatable_seats(
    round_id: int, slots: dict[str, tuple[str, ...]], slot: int
) -> Iterator[_VacatableSeat]:
    """Yield the full tables of a round with the newcomer in one slot.

    Tables with substitutes are left out.
    """
    seatings = (
        Seating.objects.filter(round=round_id)
        .select_related("table")
        .prefetch_related("places", "plays")
    )
    seating_ids_with_substitutes = set(
        SeatHolder.objects.filter(seating__round=round_id, substitutions__isnull=False).values_list(
            "seating", flat=True
        )
    )
    for seating in seatings.order_by("table__number"):
        contestant_by_seat = {
            seat_holder.seat: seat_holder.contestant_id for seat_holder in seating.places.all()
        }
        slot_contestants = [contestant_by_seat.get(seats[0]) for seats in slots.values()]
        if None in slot_contestants or seating.pk in seating_ids_with_substitutes:
            continue
        contestant_ids = [pk for pk in slot_contestants if pk is not None]
        seated_with_newcomer = (*contestant_ids[:slot], NEWCOMER, *contestant_ids[slot + 1 :])
        boards = tuple(sorted(play.board_id for play in seating.plays.all()))
        table = ProposedTable(
            round_id, seating.table.number, seated_with_newcomer, boards, contestant_ids[slot]
        )
        yield _VacatableSeat(table, frozenset(pk for pk in seated_with_newcomer if pk != NEWCOMER))


def _longest_choice(rounds: list[list[_VacatableSeat]]) -> list[ProposedTable]:
    """Return the longest choice of at most one seat per round that a bounded search finds."""
    best: list[_VacatableSeat] = []
    step_count = 0

    def search(index: int, chosen: list[_VacatableSeat]) -> None:
        nonlocal best, step_count
        step_count += 1
        if len(chosen) > len(best):
            best = list(chosen)
        if (
            index == len(rounds)
            or step_count > MAX_SEARCH_STEPS
            or len(chosen) + len(rounds) - index <= len(best)
        ):
            return
        for seat in rounds[index]:
            if _is_compatible(seat, chosen):
                search(index + 1, [*chosen, seat])
        search(index + 1, chosen)

    search(0, [])
    return [seat.table for seat in best]


def _is_compatible(seat: _VacatableSeat, chosen: list[_VacatableSeat]) -> bool:
    return all(
        seat.table.sits_out != chosen_seat.table.sits_out
        and seat.others_at_table.isdisjoint(chosen_seat.others_at_table)
        and not set(seat.table.boards) & set(chosen_seat.table.boards)
        for chosen_seat in chosen
    )


_NO_FREE_SEAT = _(
    "There is no free place: everybody has opponents in the coming rounds. A pair "
    "that comes late can take over from one that leaves."
)
_SECTION_MISSING = _("Choose the section they will play in: not all are played in the same place.")
_UNKNOWN_SECTION = _("There is no section %(section)s in this session.")


class LateArrivalSeats(NamedTuple):
    """The section, by primary key, and the tables of a late arrival.

    There are no tables if the rounds are drawn: the next draw then seats the newcomer.
    """

    section: int
    tables: tuple[ProposedTable, ...] = ()


def find_late_arrival_seats(event: Event, section_name: str = "") -> LateArrivalSeats:
    """Find seats for a newcomer in the running session, in the named section or in any.

    Raises `ValidationFailed` if no session is running, if the section does not exist or must be
    named, and if there is no free place.
    """
    session = get_running_session(event, Session.objects.all())
    sections = _open_sections(session, section_name.strip())
    return (
        LateArrivalSeats(sections[0].pk) if session.stage.is_drawn else _first_with_room(sections)
    )


def find_rotating_seats(event: Event, section_name: str = "") -> LateArrivalSeats:
    """Find seats for a newcomer in a full plan: in each round another contestant sits out.

    Raises `ValidationFailed` as `find_late_arrival_seats` does.
    """
    session = get_running_session(event, Session.objects.all())
    sections = _open_sections(session, section_name.strip())
    exported = set(
        exported_sections(Section.objects.filter(pk__in=[section.pk for section in sections]))
    )
    for section in sections:
        if section not in exported and (tables := seats_by_rotating_sit_outs(section)):
            return LateArrivalSeats(section.pk, tuple(tables))
    raise ValidationFailed([Problem("no_place", _NO_FREE_SEAT)])


def undoable_session_start(session: Session) -> int | None:
    """Return the undo step of a session's start, or None if it must not be undone.

    It must not be undone once a table has entered anything, nor if rounds are drawn or if the
    session has several sections.
    """
    entries = Entry.objects.filter(play__board__session=session)
    if session.stage.is_drawn or session.sections.count() > 1 or entries.exists():
        return None
    starts = UndoStep.objects.filter(
        session=session, kind=AuditAction.START_SESSION, undone_by=None
    )
    return starts.order_by("-pk").values_list("pk", flat=True).first()


def _open_sections(session: Session, section_name: str) -> list[Section]:
    """Return the sections that a late arrival may join: the one with this name, or all.

    Raises `ValidationFailed` if no section has this name. Also if no name is given although a
    section is played at a venue: it may be in another town, so that the director must choose.
    """
    queryset = session.sections.select_related("session__stage__event__club")
    sections = list(queryset.order_by("number"))
    if section_name:
        sections = [
            section
            for section in sections
            if comparison_key(section.name) == comparison_key(section_name)
        ]
        if not sections:
            raise ValidationFailed(
                [Problem("unknown_section", _UNKNOWN_SECTION, {"section": section_name}, "section")]
            )
    elif must_choose_section(sections):
        raise ValidationFailed([Problem("which_section", _SECTION_MISSING, field="section")])
    return sections


def _first_with_room(sections: Sequence[Section]) -> LateArrivalSeats:
    """Return seats in the first section with a free place, except exported sections.

    Raises `ValidationFailed` if there is none.
    """
    exported = set(
        exported_sections(Section.objects.filter(pk__in=[section.pk for section in sections]))
    )
    for section in sections:
        if section not in exported and (tables := tables_for_newcomer(section)):
            return LateArrivalSeats(section.pk, tuple(tables))
    raise ValidationFailed([Problem("no_place", _NO_FREE_SEAT)])
