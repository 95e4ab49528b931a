"""What is unsettled before a session ends or its standings are published, and where it is
settled."""

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Count, QuerySet

from games.problems import Problem
from games.text import Text, ngettext_noop, plural_text
from games.text import gettext_noop as _
from tournaments.models import Play, Round, Section, Session
from tournaments.queries.desk.pending_decisions import (
    CONTRADICTED,
    OBJECTION,
    UNLINKED,
    UNSCORABLE,
    PendingDecision,
    pending_decisions,
)
from tournaments.queries.desk.section_grids import MAX_OPEN_BOARD_TEXTS, open_boards_text
from tournaments.queries.offline.sections import unfinished_exported_sections

_AWAY = _(
    "%(section)s is played offline and may still be playing. Once the session is finished, "
    "everybody can see its hands."
)
_MISSING = _("Missing results: %(number)s.")
_DIFFER = _("Results on which the two sides differ: %(number)s.")
ONE_SIDED_TEXT = ngettext_noop(
    "Entered by one side only: %(number)s. It counts as entered.",
    "Entered by one side only: %(number)s. They count as entered.",
)
_COUNTS = ngettext_noop("It counts as entered.", "They count as entered.")
_WAITING = _("Results that wait for your decision: %(number)s.")
_OBJECTED = _("Results that players say are wrong: %(number)s.")


def missing_results(sessions: QuerySet[Session]) -> list[Problem]:
    """Plays without a result that counts, where there are any, and each section that has them
    elsewhere."""
    by_state = _by_state(sessions)
    due = Problem("results_missing", _MISSING, {"number": by_state.get(Play.State.DUE, 0)})
    differ = Problem("results_differ", _DIFFER, {"number": by_state.get(Play.State.CONFLICT, 0)})
    away = unfinished_exported_sections(Section.objects.filter(session__in=sessions))
    return [
        *_counted(due, differ),
        *(Problem("section_away", _AWAY, {"section": section.name}) for section in away),
    ]


def pending_decisions_in(sessions: QuerySet[Session]) -> list[PendingDecision]:
    """Read what waits for the director in some sessions."""
    return pending_decisions(Section.objects.filter(session__in=sessions))


def unsettled_results(
    sessions: QuerySet[Session], waiting: Sequence[PendingDecision] | None = None
) -> list[Problem]:
    """The same, with results that nobody has confirmed, that wait for the director, and objected
    to; `waiting` is what waits, where that was read."""
    one_side = _by_state(sessions).get(Play.State.ENTERED, 0)
    waiting = pending_decisions_in(sessions) if waiting is None else waiting
    kept = sum(each.kind not in ("conflict", OBJECTION) for each in waiting)
    objected = sum(each.kind == OBJECTION for each in waiting)
    return [
        *missing_results(sessions),
        *_counted(
            _unconfirmed(one_side),
            Problem("results_waiting", _WAITING, {"number": kept}),
            Problem("results_objected", _OBJECTED, {"number": objected}),
        ),
    ]


def one_sided_result_texts(round_: Round) -> list[Text]:
    """Say of which tables and boards of a round one side alone has entered a result, and that they
    count; where they are many, how many. Nothing for none."""
    plays = Play.objects.filter(seating__round=round_, state=Play.State.ENTERED)
    found = plays.select_related("board", "seating__table__section").order_by(
        "seating__table__number", "board__number"
    )
    at_tables = _grouped(found, lambda play: play.seating.table_id)
    if len(at_tables) > MAX_OPEN_BOARD_TEXTS:
        return [plural_text(ONE_SIDED_TEXT, len(found), {"number": len(found)})]
    named: list[Text] = [
        open_boards_text(
            Play.State.ENTERED,
            here[0].seating.table.label,
            [play.board.number for play in here],
        )
        for here in at_tables
    ]
    return [*named, plural_text(_COUNTS, len(found), {})] if named else []


def _by_state(sessions: QuerySet[Session]) -> dict[str, int]:
    plays = Play.objects.filter(board__session__in=sessions).order_by()
    return dict(plays.values_list("state").annotate(Count("pk")))


def _unconfirmed(number: int) -> Problem:
    """Count the results of one side, in the form that the reader's language has for the number."""
    counted = plural_text(ONE_SIDED_TEXT, number, {"number": number})
    return Problem("results_unconfirmed", "%(sentence)s", {"sentence": counted, "number": number})


def _counted(*problems: Problem) -> list[Problem]:
    return [problem for problem in problems if problem.params["number"]]


_WHY_WAITING = (CONTRADICTED, "conflict", UNSCORABLE, "late", "decided", UNLINKED, OBJECTION)
_MOST = 240
"""Plays of a kind that are named; the rest is counted."""


class UnsettledPlace(NamedTuple):
    """Boards of a table in a round that are settled on one page; `play` is that of the first of
    them.

    `sitting` is the session, 0 where the event has one. `is_slip`: that page is the score slip of
    the table, to be typed; otherwise it is the page of the play.
    """

    play: int
    boards: tuple[int, ...]
    table: str
    round: int
    sitting: int
    is_slip: bool


class UnsettledLine(NamedTuple):
    """What is unsettled of one table, or of one `board` at several; `play_count` counts the plays."""

    table: str
    board: int | None
    play_count: int
    places: tuple[UnsettledPlace, ...]


@dataclass(frozen=True)
class UnsettledGroup:
    """Plays that are unsettled for one reason: as `Waiting.why` has it, `due`, or `entered` by one
    side.

    `named_plays` are the plays of the lines; `omitted_count` counts the others, where there are
    too many.
    """

    kind: str
    play_count: int
    omitted_count: int
    lines: tuple[UnsettledLine, ...]
    named_plays: tuple[int, ...]


class _Sessions(NamedTuple):
    """The number of each session by its row, 0 where it is the only one; whose slips are typed."""

    sittings: Mapping[int, int]
    typed: int


def unsettled_groups(
    sessions: QuerySet[Session], typed: Session, waiting: Sequence[PendingDecision] | None = None
) -> tuple[UnsettledGroup, ...]:
    """Of some sessions what waits for a decision, then what is missing, then what one side alone
    has said.

    The slips of the session that is `typed` may still be typed. Each reason is told by table or by
    board, whichever is shorter. `waiting` is what waits, where that was read.
    """
    here, plays = _Sessions(_sittings(sessions), typed.pk), _plays(sessions)
    known = pending_decisions_in(sessions) if waiting is None else waiting
    whys = {each.play: each.kind for each in known}
    kept, others = plays.filter(pk__in=whys), plays.exclude(pk__in=whys)
    found = [
        *(
            _unsettled(why, [each for each in kept if whys[each.pk] == why], here)
            for why in _WHY_WAITING
        ),
        *(_unsettled(state, others.filter(state=state), here) for state in Play.WORD_DUE),
    ]
    return tuple(each for each in found if each.play_count)


def missing_in_ended_rounds(
    sections: QuerySet[Section], session: Session, waiting: Collection[int]
) -> UnsettledGroup:
    """Return the boards without a result in rounds that are over, of some sections of a session.

    Plays that are `waiting` for a decision are not among them: a result came late.
    """
    here = Session.objects.filter(pk=session.pk)
    ended = _plays(here).filter(
        seating__round__section__in=sections, seating__round__ended_at__isnull=False
    )
    due = ended.filter(state=Play.State.DUE, seating__round__started_at__isnull=False).exclude(
        pk__in=waiting
    )
    return _unsettled(Play.State.DUE, due, _Sessions({session.pk: 0}, session.pk))


def _sittings(sessions: QuerySet[Session]) -> Mapping[int, int]:
    found = list(sessions.select_related("stage"))
    return {each.pk: each.sitting if len(found) > 1 else 0 for each in found}


def _plays(sessions: QuerySet[Session]) -> QuerySet[Play]:
    related = ("board", "seating__table__section", "seating__round")
    plays = Play.objects.filter(board__session__in=sessions).select_related(*related)
    order = ("seating__round__number", "seating__table__section__number", "seating__table__number")
    return plays.order_by("board__session", *order, "board__number")


def _unsettled(why: str, plays: QuerySet[Play] | list[Play], sessions: _Sessions) -> UnsettledGroup:
    named = list(plays[:_MOST])
    number = len(named) if len(named) < _MOST else _count(plays)
    lines = min((list(told(named, why, sessions)) for told in (_by_table, _by_board)), key=len)
    return UnsettledGroup(
        why, number, number - len(named), tuple(lines), tuple(play.pk for play in named)
    )


def play_ids_at_tables(
    sections: Collection[int], boards_at_tables: Collection[tuple[int, int]]
) -> dict[tuple[int, int], int]:
    """Return the rows of plays in some sections by the row of their table and the number of
    their board."""
    if not boards_at_tables:
        return {}
    tables, boards = ({each[at] for each in boards_at_tables} for at in (0, 1))
    plays = Play.objects.filter(seating__round__section__in=sections, seating__table__in=tables)
    rows = plays.filter(board__number__in=boards).order_by()
    return {
        (table, board): play
        for table, board, play in rows.values_list("seating__table", "board__number", "pk")
        if (table, board) in boards_at_tables
    }


def _count(plays: QuerySet[Play] | list[Play]) -> int:
    return len(plays) if isinstance(plays, list) else plays.count()


def _by_table(plays: list[Play], why: str, sessions: _Sessions) -> Iterator[UnsettledLine]:
    for here in _grouped(plays, lambda play: (play.board.session_id, play.seating.table_id)):
        places = tuple(_places(here, why, sessions))
        yield UnsettledLine(here[0].seating.table.label, None, len(here), places)


def _by_board(plays: list[Play], why: str, sessions: _Sessions) -> Iterator[UnsettledLine]:
    for here in _grouped(plays, lambda play: play.board_id):
        places = tuple(_places(here, why, sessions))
        yield UnsettledLine("", here[0].board.number, len(here), places)


def _places(plays: list[Play], why: str, sessions: _Sessions) -> Iterator[UnsettledPlace]:
    """What is missing of a table in a round is typed together; everything else is decided play
    by play."""

    def is_slip(play: Play) -> bool:
        begun = play.seating.round.started_at is not None
        return why == Play.State.DUE and begun and play.board.session_id == sessions.typed

    for here in _grouped(plays, lambda play: (play.seating_id, not is_slip(play) and play.pk)):
        table, round_ = here[0].seating.table.label, here[0].seating.round.number
        boards = tuple(play.board.number for play in here)
        yield UnsettledPlace(
            here[0].pk,
            boards,
            table,
            round_,
            sessions.sittings[here[0].board.session_id],
            is_slip(here[0]),
        )


def _grouped(plays: Iterable[Play], key: Callable[[Play], Hashable]) -> list[list[Play]]:
    """In the order in which the first of each group comes."""
    found: dict[Hashable, list[Play]] = {}
    for play in plays:
        found.setdefault(key(play), []).append(play)
    return list(found.values())
