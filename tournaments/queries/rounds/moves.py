"""Where people go: each to the next table, and a phone's holder to where he is expected."""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from games.seats import line_label
from games.text import Text
from games.text import gettext_noop as _
from tournaments.models import Contestant, Event, Play, Round, Seating, Section, Session, Table
from tournaments.permissions.visibility.devices import Phone
from tournaments.queries.boards.sharing import later_plays
from tournaments.queries.phone.table_codes import code_of
from tournaments.queries.rounds.rounds import contestants_by_line
from tournaments.queries.rounds.seating import next_place, round_of_section, with_contestants


class ContestantRef(NamedTuple):
    """Whoever is ranked: number and name within the event."""

    number: int
    name: str


@dataclass(frozen=True)
class Move:
    """Where a contestant sits in the next round; `table` is None for one who rests.

    `among` are the lines of a table. `stays`: at this table on the same line; `turns`: on another.
    """

    who: ContestantRef
    table: str | None
    line: str
    among: tuple[str, ...]
    boards: tuple[int, ...]
    stays: bool
    turns: bool = False

    @property
    def where(self) -> Text:
        """To the table and the line, or that there is nowhere to go."""
        if self.table is None:
            return Text(_("You sit out the next round."))
        if self.stays:
            return Text(_("Stay here."))
        line = line_label(self.line, self.among)
        if self.turns:
            return Text(_("Stay here, now %(line)s."), {"line": line})
        return Text(_("Table %(number)s, %(line)s."), {"number": self.table, "line": line})


@dataclass(frozen=True)
class SeatElsewhere:
    """The holder of this phone, sitting elsewhere in the `round` being played; `table` is None for
    a rest.

    Of a team it has the labels of both its tables, and no `line`. `code` is that of the table, for
    a phone that comes from the last one at which he sat; blank otherwise.
    """

    who: ContestantRef
    round: int
    table: str | None
    line: str = ""
    code: str = ""


def moves_after(seating: Seating, session: Session) -> tuple[Move, ...]:
    """Where everybody of a seating goes for the next round; nowhere while there is none."""
    if not Round.objects.filter(
        section=seating.round.section_id, number=seating.round.number + 1
    ).exists():
        return ()
    game = session.stage.event.game
    line_of = {seat: line for line, seats in game.lines.items() for seat in seats}
    sitting = contestants_by_line(game, seating.places.all())
    return tuple(
        _move(seating, who, line, line_of) for line, many in sitting.items() for who in many
    )


@dataclass(frozen=True)
class BoardMove:
    """Where boards of a table are played next; `table` is None where nobody has them any more.

    `round` is when, where that is not the next one: the one that is being played, or a later one.
    """

    boards: tuple[int, ...]
    table: str | None
    round: int = 0


def boards_after(seating: Seating, sharing: Collection[Table] = ()) -> tuple[BoardMove, ...]:
    """Where the boards of a seating go next; nowhere where no round follows, or all have copies.

    The tables `sharing` them have them in the same round.
    """
    plays = list(later_plays(seating, sharing))
    number = seating.round.number + 1
    coming = Counter(each.board_id for each in plays if each.seating.round.number == number)
    if any(times > 1 for times in coming.values()) or not (coming or _has_round(seating, number)):
        return ()
    following = {each.board.number: each.seating for each in reversed(plays)}
    going: dict[tuple[str | None, int], list[int]] = defaultdict(list)
    for play in seating.plays.all():
        going[_where_next(following.get(play.board.number), number)].append(play.board.number)
    return tuple(BoardMove(tuple(boards), *where) for where, boards in going.items())


def _has_round(seating: Seating, number: int) -> bool:
    return Play.objects.filter(
        seating__round__section=seating.round.section_id, seating__round__number=number
    ).exists()


def _where_next(following: Seating | None, number: int) -> tuple[str | None, int]:
    """The table, and the round where that is not the one of this number."""
    if following is None:
        return None, 0
    played = following.round.number
    return following.table.label, 0 if played == number else played


def _move(seating: Seating, contestant: Contestant, line: str, line_of: Mapping[str, str]) -> Move:
    who = ContestantRef(contestant.number, contestant.name)
    seats = [seat for seat, its in line_of.items() if its == line]
    there = next_place(contestant, seating.round, seats)
    if there is None:
        return Move(who, None, "", (), (), stays=False)
    seat = next(place.seat for place in there.places.all() if place.contestant_id == contestant.pk)
    boards = tuple(there.plays.values_list("board__number", flat=True))
    is_here, is_same = there.table_id == seating.table_id, line_of[seat] == line
    return Move(
        who,
        there.table.label,
        line_of[seat],
        tuple(line_of.values()),
        boards,
        stays=is_here and is_same,
        turns=is_here and not is_same,
    )


def seat_elsewhere(round_: Round, here: Table, phone: Phone) -> SeatElsewhere | None:
    """Where the holder of a phone sits in a round, or in that of their own section.

    Only a phone that is bound to the contestant is led on from `here`, the table at which they sat
    last, and so learns the code of the next. None if there is no such contestant, or their section
    plays nothing now.
    """
    event = here.section.session.stage.event
    contestant = (
        event.contestants.filter(number=phone.contestant_number).first()
        if phone.contestant_number
        else None
    )
    own = _own_round(round_, contestant) if contestant else None
    if contestant is None or own is None:
        return None
    who = ContestantRef(contestant.number, contestant.name)
    seatings = Seating.objects.filter(round=own, places__contestant=contestant).prefetch_related(
        with_contestants()
    )
    there = list(seatings.distinct().select_related("table__section").order_by("table__number"))
    tables = " / ".join(each.table.label for each in there)
    if len(there) != 1:
        return SeatElsewhere(who, own.number, tables or None)
    leads = (
        phone.access.is_linked_to(contestant.pk)
        and own.is_playing
        and _sat_last(contestant, own) == here.pk
    )
    line = _line_in(there[0], contestant, event)
    return SeatElsewhere(who, own.number, tables, line, code_of(there[0].table) if leads else "")


def _sat_last(contestant: Contestant, before: Round) -> int | None:
    """The table at which somebody sat last before a round."""
    places = contestant.places.filter(seating__round__section=before.section_id)
    earlier = places.filter(seating__round__number__lt=before.number)
    return (
        earlier.order_by("-seating__round__number").values_list("seating__table", flat=True).first()
    )


def _line_in(seating: Seating, contestant: Contestant, event: Event) -> str:
    """On which line somebody sits."""
    lines = contestants_by_line(event.game, seating.places.all())
    return next(line for line, there in lines.items() if contestant in there)


def _own_round(round_: Round, contestant: Contestant) -> Round | None:
    """The round itself, but that of his own section for who plays in another one of the session."""
    session = round_.section.session_id
    played = Section.objects.filter(
        session=session, rounds__seatings__places__contestant=contestant
    )
    section = played.order_by("number").first()
    return round_ if section in (None, round_.section) else round_of_section(section)
