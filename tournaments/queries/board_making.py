"""Which boards are made up by which table, and how far they are."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models import QuerySet

from games.text import Words
from games.text import gettext_noop as _
from tournaments.models import BoardMaking, Place, Play, Round, Session, Table
from tournaments.movements.board_makers import NEVER, Maker, Use, board_makers

_OPEN = (Session.State.DEALT, Session.State.RUNNING)

_OWN_COPY = _("You play it in round %(round)s, as all tables do: it is dealt face down.")
_PLAYED_LATER = _("Whoever sits here in round 1 plays it in round %(round)s: it is dealt face down.")
_NEVER_PLAYED = _("Whoever sits here in round 1 never plays it.")

_OPEN_OWN_COPY = _(
    "You play this board in round %(round)s. "
    "Deal it face down: you are told seats and numbers, and see no card. "
    "Whoever counts along can still work out a card, so do not; "
    "or ask the director for somebody who does not play."
)
_OPEN_PLAYED_LATER = _(
    "Whoever sits here in round 1 plays this board in round %(round)s. "
    "Deal it face down: you are told seats and numbers, and see no card. "
    "Whoever counts along can still work out a card, so do not; "
    "or ask the director to give the board to a table that does not play it."
)
_OPEN_NEVER_PLAYED = _(
    "Whoever sits here in round 1 never plays this board, so you may see its cards. Tell nobody about them."
)


@dataclass(frozen=True)
class BoardMade:
    """A copy of a board and the table that makes it up before round `before`.

    Those who sit there play it in round `plays`, 0 for never; `own` says that it is their own copy, where all
    tables have the board in one round. `state` is due, opened (somebody is at it), ready, or played, where it
    is too late. `at_desk` says that the desk sees to it, not the table.
    """

    number: int
    table: int
    table_number: int
    before: int
    plays: int
    own: bool
    state: str
    at_desk: bool
    by: BoardMaking | None

    @property
    def face_down(self) -> bool:
        """Whether who makes it up should not see the cards: he plays it himself."""
        return self.plays != NEVER

    @property
    def who_plays_it(self) -> Words:
        """Whether those at the table play it, and when."""
        return self._by_use(_OWN_COPY, _PLAYED_LATER, _NEVER_PLAYED)

    @property
    def before_it_is_opened(self) -> Words:
        """The same, with what follows for whoever is about to see the cards."""
        return self._by_use(_OPEN_OWN_COPY, _OPEN_PLAYED_LATER, _OPEN_NEVER_PLAYED)

    def _by_use(self, own: str, later: str, never: str) -> Words:
        if self.own:
            return Words(own, {"round": self.before})
        return Words(later, {"round": self.plays}) if self.face_down else Words(never)


@dataclass(frozen=True)
class BoardCopies:
    """A board as the desk sees it: all its copies."""

    number: int
    copies: tuple[BoardMade, ...]

    @property
    def ready(self) -> int:
        """How many are ready."""
        return sum(each.state == "ready" for each in self.copies)

    @property
    def missing(self) -> list[int]:
        """The tables whose copies are not ready, by number."""
        return sorted(each.table_number for each in self.copies if each.state in ("due", "opened"))

    @property
    def state(self) -> str:
        """Ready or played where that is true of every copy, else opened or due."""
        states = {each.state for each in self.copies}
        return next((state for state in ("opened", "due", "ready") if state in states), "played")


@dataclass(frozen=True)
class Summary:
    """How many copies of boards are to be made up in a session, and how many are ready."""

    boards: int
    ready: int

    @property
    def missing(self) -> int:
        """How many are not ready and not played."""
        return self.boards - self.ready


def boards_made(session: Session) -> list[BoardMade]:
    """Every copy of every board of a session that has cards, in the order of the boards."""
    if not session.commitment or session.state not in _OPEN:
        return []
    rows, uses = list(_rows(session)), _uses(session)
    found = board_makers(uses, travels(session), _given(rows, uses) if travels(session) else {})
    numbers = dict(Table.objects.filter(section__session=session).values_list("pk", "number"))
    played = _played(session, travels(session))
    return [_shown(each, numbers[each.table], rows, played) for each in found]


def boards_at_desk(session: Session) -> list[BoardCopies]:
    """Every board with all its copies, in order."""
    together: dict[int, list[BoardMade]] = {}
    for each in boards_made(session):
        together.setdefault(each.number, []).append(each)
    return [BoardCopies(number, tuple(copies)) for number, copies in together.items()]


def boards_made_at(table: Table) -> list[BoardMade]:
    """The boards that a table makes up, with those it no longer has to; none where the desk sees to all."""
    return boards_made_by_tables(table.section.session).get(table.pk, [])


def boards_made_by_tables(session: Session) -> Mapping[int, list[BoardMade]]:
    """The same of every table of a session, by its row."""
    made: dict[int, list[BoardMade]] = {}
    for each in boards_made(session) if session.tables_make_up else ():
        if not each.at_desk:
            made.setdefault(each.table, []).append(each)
    return made


def to_make_up(table: Table) -> list[BoardMade]:
    """The boards that a table should make up now."""
    first, last = rounds_open(table.section.session)
    waiting = (each for each in boards_made_at(table) if each.state in ("due", "opened"))
    return [each for each in waiting if first <= each.before <= last or not each.own]


def travels(session: Session) -> bool:
    """Whether there is one copy of each board, which goes from table to table."""
    movement = session.stage.movement
    return movement is None or movement.copies(session.stage.event.contestants.count()) == 1


def rounds_open(session: Session) -> tuple[int, int]:
    """The rounds whose boards a table may make up for itself: the one being played and the next."""
    rounds = Round.objects.filter(section__session=session)
    begun = rounds.exclude(started_at=None).order_by("-number").first()
    if begun is None:
        return 1, 1
    return begun.number + bool(begun.ended_at), begun.number + 1


def summary(session: Session) -> Summary | None:
    """How far the boards are; None where there are none to make up."""
    made = boards_made(session)
    return Summary(len(made), sum(each.state in ("ready", "played") for each in made)) if made else None


def _rows(session: Session) -> QuerySet[BoardMaking]:
    return session.board_makings.select_related("maker", "table", "user").order_by("pk")


def _given(rows: Iterable[BoardMaking], uses: Iterable[Use]) -> dict[int, int]:
    """The table that has a board already; but none left empty by a new plan, unless it is ready."""
    seated = {use.table for use in uses}
    return {
        row.number: row.maker_id for row in rows if row.maker_id and (row.ready_at or row.maker_id in seated)
    }


def _uses(session: Session) -> list[Use]:
    people = defaultdict(set)
    places = Place.objects.filter(seating__round__section__session=session)
    for seating, contestant in places.values_list("seating_id", "contestant_id"):
        people[seating].add(contestant)
    plays = Play.objects.filter(board__session=session)
    where = ("seating__round__number", "seating__table_id", "board__number")
    ordered = plays.order_by("seating__round__number", "seating__table__number", "board__number")
    return [
        Use(round_, table, board, frozenset(people[seating]))
        for round_, table, board, seating in ordered.values_list(*where, "seating_id")
    ]


def _played(session: Session, travelling: bool) -> set[tuple[int, int]]:
    """Boards that have been played, each with the table, or with 0 where it goes from one to the next."""
    plays = Play.objects.filter(board__session=session).exclude(state=Play.State.DUE)
    found = plays.values_list("board__number", "seating__table_id")
    return {(number, 0 if travelling else table) for number, table in found}


def _shown(
    making: Maker, number: int, rows: Iterable[BoardMaking], played: set[tuple[int, int]]
) -> BoardMade:
    mine = [row for row in rows if row.number == making.board and row.maker_id in (None, making.table)]
    row = next((row for row in mine if row.maker_id is None), mine[0] if mine else None)
    state = "ready" if row and row.ready_at else "opened" if row and row.opened_at else "due"
    if state != "ready" and played & {(making.board, 0), (making.board, making.table)}:
        state = "played"
    at_desk = row is not None and row.maker_id is None
    return BoardMade(
        making.board, making.table, number, making.before, making.plays, making.own, state, at_desk, row
    )
