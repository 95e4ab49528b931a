"""Find results that are unsettled before a session ends or its standings are published."""

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Count, Q, QuerySet

from games.problems import Problem
from games.text import Text, ngettext_noop, plural_text
from games.text import gettext_noop as _
from tournaments.models import Play, Round, Section, Session
from tournaments.models.results import PlayQuerySet
from tournaments.queries.desk.pending_decisions import (
    KINDS_BY_URGENCY,
    OBJECTION,
    PendingDecision,
    pending_decisions,
)
from tournaments.queries.desk.section_grids import MAX_OPEN_BOARD_TEXTS, open_boards_text
from tournaments.queries.offline.sections import unfinished_exported_sections

_OFFLINE_TEXT = _(
    "%(section)s is played offline and may still be playing. Once the session is finished, "
    "everybody can see its hands."
)
_MISSING_TEXT = _("Missing results: %(number)s.")
_CONFLICT_TEXT = _("Results on which the two sides differ: %(number)s.")
ONE_SIDED_TEXT = ngettext_noop(
    "Entered by one side only: %(number)s. It counts as entered.",
    "Entered by one side only: %(number)s. They count as entered.",
)
_COUNTS_TEXT = ngettext_noop("It counts as entered.", "They count as entered.")
_PENDING_TEXT = _("Results that wait for your decision: %(number)s.")
_OBJECTED_TEXT = _("Results that players say are wrong: %(number)s.")


def missing_results(sessions: QuerySet[Session]) -> list[Problem]:
    """Return problems for plays without a result, and for unfinished offline sections.

    Boards that were left when a session was finished early are not missing.
    """
    by_state = _play_count_by_state(sessions)
    unplayed_count = Play.objects.filter(board__session__in=sessions).unplayed_at_finish().count()
    missing_count = by_state.get(Play.State.DUE, 0) - unplayed_count
    missing = Problem("results_missing", _MISSING_TEXT, {"number": missing_count})
    conflicts = Problem(
        "results_differ", _CONFLICT_TEXT, {"number": by_state.get(Play.State.CONFLICT, 0)}
    )
    offline_sections = unfinished_exported_sections(Section.objects.filter(session__in=sessions))
    return [
        *_nonzero(missing, conflicts),
        *(
            Problem("section_away", _OFFLINE_TEXT, {"section": section.name})
            for section in offline_sections
        ),
    ]


def pending_decisions_in(sessions: QuerySet[Session]) -> list[PendingDecision]:
    """Return the pending decisions of some sessions."""
    return pending_decisions(Section.objects.filter(session__in=sessions))


def unsettled_results(
    sessions: QuerySet[Session], pending: Sequence[PendingDecision] | None = None
) -> list[Problem]:
    """Return the problems of `missing_results`, and all results that are not final.

    These were entered by one side only, wait for the director, or are objected to. `pending` is
    passed if it has been read.
    """
    one_sided_count = _play_count_by_state(sessions).get(Play.State.ENTERED, 0)
    pending = pending_decisions_in(sessions) if pending is None else pending
    undecided_count = sum(decision.kind not in ("conflict", OBJECTION) for decision in pending)
    objection_count = sum(decision.kind == OBJECTION for decision in pending)
    return [
        *missing_results(sessions),
        *_nonzero(
            _one_sided_problem(one_sided_count),
            Problem("results_waiting", _PENDING_TEXT, {"number": undecided_count}),
            Problem("results_objected", _OBJECTED_TEXT, {"number": objection_count}),
        ),
    ]


def one_sided_result_texts(round_: Round) -> list[Text]:
    """Return a sentence for each table with boards of a round that only one side has entered.

    If there are too many, return one sentence with their number; empty if there are none.
    """
    plays = Play.objects.filter(seating__round=round_, state=Play.State.ENTERED)
    ordered_plays = plays.select_related("board", "seating__table__section").order_by(
        "seating__table__number", "board__number"
    )
    plays_by_table = _group_plays(ordered_plays, lambda play: play.seating.table_id)
    if len(plays_by_table) > MAX_OPEN_BOARD_TEXTS:
        return [plural_text(ONE_SIDED_TEXT, len(ordered_plays), {"number": len(ordered_plays)})]
    texts: list[Text] = [
        open_boards_text(
            Play.State.ENTERED,
            plays_of_table[0].seating.table.label,
            [play.board.number for play in plays_of_table],
        )
        for plays_of_table in plays_by_table
    ]
    return [*texts, plural_text(_COUNTS_TEXT, len(ordered_plays), {})] if texts else []


def _play_count_by_state(sessions: QuerySet[Session]) -> dict[str, int]:
    plays = Play.objects.filter(board__session__in=sessions).order_by()
    return dict(plays.values_list("state").annotate(Count("pk")))


def _one_sided_problem(count: int) -> Problem:
    """Return the number of one-sided results, in the plural form of the reader's language."""
    sentence = plural_text(ONE_SIDED_TEXT, count, {"number": count})
    return Problem("results_unconfirmed", "%(sentence)s", {"sentence": sentence, "number": count})


def _nonzero(*problems: Problem) -> list[Problem]:
    return [problem for problem in problems if problem.params["number"]]


# The kind of a board that was left when the session was finished.
UNPLAYED = "unplayed"

# The maximum number of plays of one kind that are listed; the others are only counted.
_MAX_NAMED_PLAYS = 240


class UnsettledPlace(NamedTuple):
    """The boards of a table in a round that are settled on the same page.

    `play` is the first of them. `sitting` is the number of the session, 0 if the event has only
    one. If `is_slip`, that page is the table's score slip to be typed, otherwise it is the page of
    the play.
    """

    play: int
    boards: tuple[int, ...]
    table: str
    round: int
    sitting: int
    is_slip: bool


class UnsettledLine(NamedTuple):
    """What is unsettled at one table, or of one `board` at several tables."""

    table: str
    board: int | None
    play_count: int
    places: tuple[UnsettledPlace, ...]


@dataclass(frozen=True)
class UnsettledGroup:
    """Plays that are unsettled for one reason.

    `kind` is the kind of a pending decision, "due", "entered" (by one side only) or "unplayed"
    (left when the evening was ended early). `named_plays` are the play ids in the lines;
    `omitted_count` counts the others if there are too many.
    """

    kind: str
    play_count: int
    omitted_count: int
    lines: tuple[UnsettledLine, ...]
    named_plays: tuple[int, ...]


class _SessionNumbers(NamedTuple):
    """The number of each session by its id, 0 if it is the only one.

    `typed` is the id of the session whose slips may still be typed.
    """

    sitting_by_session: Mapping[int, int]
    typed_session_id: int


def unsettled_groups(
    sessions: QuerySet[Session],
    typed_session: Session,
    pending: Sequence[PendingDecision] | None = None,
    listed_play_ids: Collection[int] = (),
) -> tuple[UnsettledGroup, ...]:
    """Return the unsettled plays of some sessions: pending decisions, missing, one-sided.

    Slips of `typed_session` may still be typed. Each group is listed by table or by board,
    whichever is shorter. `pending` is passed if it has been read. Plays in `listed_play_ids` are
    left out, because the page lists them already.
    """
    session_numbers = _SessionNumbers(_sitting_by_session(sessions), typed_session.pk)
    plays = _plays_in_order(sessions).exclude(pk__in=listed_play_ids)
    decisions = pending_decisions_in(sessions) if pending is None else pending
    kind_by_play = {decision.play: decision.kind for decision in decisions}
    pending_plays = list(plays.filter(pk__in=kind_by_play))
    other_plays = plays.exclude(pk__in=kind_by_play)
    groups = []
    for kind in KINDS_BY_URGENCY:
        plays_of_kind = [play for play in pending_plays if kind_by_play[play.pk] == kind]
        groups.append(_unsettled_group(kind, plays_of_kind, session_numbers))
    awaited_plays = other_plays.exclude(pk__in=plays.unplayed_at_finish().order_by().values("pk"))
    for state in Play.STATES_AWAITING_ENTRY:
        groups.append(_unsettled_group(state, awaited_plays.filter(state=state), session_numbers))
    return tuple(group for group in groups if group.play_count)


def unplayed_group(session: Session, pending: Sequence[PendingDecision]) -> UnsettledGroup:
    """Return the boards that were left when the session was finished, without late results."""
    plays = _plays_in_order(Session.objects.filter(pk=session.pk)).unplayed_at_finish()
    unplayed_without_late = plays.exclude(pk__in=[decision.play for decision in pending])
    return _unsettled_group(
        UNPLAYED, unplayed_without_late, _SessionNumbers({session.pk: 0}, session.pk)
    )


def missing_in_ended_rounds(
    sections: QuerySet[Section], session: Session, pending_play_ids: Collection[int]
) -> UnsettledGroup:
    """Return the boards without a result in ended rounds of some sections.

    Plays with a pending decision are not included: their result came late. Neither are boards that
    were left when the session was finished.
    """
    this_session = Session.objects.filter(pk=session.pk)
    ended_plays = _plays_in_order(this_session).filter(
        seating__round__section__in=sections, seating__round__ended_at__isnull=False
    )
    unplayed_ids = ended_plays.unplayed_at_finish().order_by().values("pk")
    missing_plays = ended_plays.filter(
        state=Play.State.DUE, seating__round__started_at__isnull=False
    ).exclude(Q(pk__in=pending_play_ids) | Q(pk__in=unplayed_ids))
    return _unsettled_group(
        Play.State.DUE, missing_plays, _SessionNumbers({session.pk: 0}, session.pk)
    )


def _sitting_by_session(sessions: QuerySet[Session]) -> Mapping[int, int]:
    read_sessions = list(sessions.select_related("stage"))
    return {
        session.pk: session.sitting if len(read_sessions) > 1 else 0 for session in read_sessions
    }


def _plays_in_order(sessions: QuerySet[Session]) -> PlayQuerySet:
    related = ("board", "seating__table__section", "seating__round")
    plays = Play.objects.filter(board__session__in=sessions).select_related(*related)
    order = ("seating__round__number", "seating__table__section__number", "seating__table__number")
    return plays.order_by("board__session", *order, "board__number")


def _unsettled_group(
    kind: str, plays: QuerySet[Play] | list[Play], session_numbers: _SessionNumbers
) -> UnsettledGroup:
    named_plays = list(plays[:_MAX_NAMED_PLAYS])
    play_count = len(named_plays) if len(named_plays) < _MAX_NAMED_PLAYS else _count_plays(plays)
    lines = min(
        (
            list(lines_of(named_plays, kind, session_numbers))
            for lines_of in (_lines_by_table, _lines_by_board)
        ),
        key=len,
    )
    return UnsettledGroup(
        kind,
        play_count,
        play_count - len(named_plays),
        tuple(lines),
        tuple(play.pk for play in named_plays),
    )


def play_ids_at_tables(
    section_ids: Collection[int], boards_at_tables: Collection[tuple[int, int]]
) -> dict[tuple[int, int], int]:
    """Return the ids of plays by table id and board number."""
    if not boards_at_tables:
        return {}
    table_ids, board_numbers = (
        {table_and_board[index] for table_and_board in boards_at_tables} for index in (0, 1)
    )
    plays = Play.objects.filter(
        seating__round__section__in=section_ids, seating__table__in=table_ids
    )
    plays_of_boards = plays.filter(board__number__in=board_numbers).order_by()
    return {
        (table_id, board_number): play_id
        for table_id, board_number, play_id in plays_of_boards.values_list(
            "seating__table", "board__number", "pk"
        )
        if (table_id, board_number) in boards_at_tables
    }


def _count_plays(plays: QuerySet[Play] | list[Play]) -> int:
    return len(plays) if isinstance(plays, list) else plays.count()


def _lines_by_table(
    plays: list[Play], kind: str, session_numbers: _SessionNumbers
) -> Iterator[UnsettledLine]:
    for plays_of_table in _group_plays(
        sorted(plays, key=_session_and_table),
        lambda play: (play.board.session_id, play.seating.table_id),
    ):
        places = tuple(_places(plays_of_table, kind, session_numbers))
        yield UnsettledLine(
            plays_of_table[0].seating.table.label, None, len(plays_of_table), places
        )


def _session_and_table(play: Play) -> tuple[int, int, int]:
    table = play.seating.table
    return play.board.session_id, table.section.number, table.number


def _lines_by_board(
    plays: list[Play], kind: str, session_numbers: _SessionNumbers
) -> Iterator[UnsettledLine]:
    for plays_of_board in _group_plays(
        sorted(plays, key=lambda play: (play.board.session_id, play.board.number)),
        lambda play: play.board_id,
    ):
        places = tuple(_places(plays_of_board, kind, session_numbers))
        yield UnsettledLine("", plays_of_board[0].board.number, len(plays_of_board), places)


def _places(
    plays: list[Play], kind: str, session_numbers: _SessionNumbers
) -> Iterator[UnsettledPlace]:
    """Group the plays by the page on which they are settled.

    Missing boards share the page of the table's slip. Every other play has a page of its own.
    """

    def is_slip(play: Play) -> bool:
        is_started = play.seating.round.started_at is not None
        is_missing = kind in (Play.State.DUE, UNPLAYED)
        return (
            is_missing and is_started and play.board.session_id == session_numbers.typed_session_id
        )

    for plays_of_page in _group_plays(
        plays, lambda play: (play.seating_id, not is_slip(play) and play.pk)
    ):
        table_label, round_number = (
            plays_of_page[0].seating.table.label,
            plays_of_page[0].seating.round.number,
        )
        board_numbers = tuple(play.board.number for play in plays_of_page)
        yield UnsettledPlace(
            plays_of_page[0].pk,
            board_numbers,
            table_label,
            round_number,
            session_numbers.sitting_by_session[plays_of_page[0].board.session_id],
            is_slip(plays_of_page[0]),
        )


def _group_plays(plays: Iterable[Play], key: Callable[[Play], Hashable]) -> list[list[Play]]:
    """Group plays by key, in the order of the first of each group."""
    groups: dict[Hashable, list[Play]] = {}
    for play in plays:
        groups.setdefault(key(play), []).append(play)
    return list(groups.values())
