"""Seating: who sits where in which round, by table and by contestant."""

from collections.abc import Collection

from django.db.models import Min, Prefetch, QuerySet

from games.problems import Problem, ValidationFailed
from games.text import gettext_noop as _
from tournaments.models import (
    Contestant,
    Play,
    Round,
    SeatHolder,
    Seating,
    Section,
    SectionAssignment,
    Session,
    Table,
)
from tournaments.movements.base.team_matches import other_table_of_match
from tournaments.queries.shared_related_objects import sharing

_SEATING = ("round__section", "table__section")

_NOT_YET = _("Board %(board)s is for round %(round)s: leave it for now.")
_NO_SUCH_BOARD = _("There is no board %(board)s tonight.")


def with_contestants(lookup: str = "places") -> "Prefetch[str]":
    """The places of seatings with their contestants, which are joined: SQLite takes no list of a
    thousand."""
    return Prefetch(lookup, sharing(SeatHolder.objects.all(), "contestant"))


def load_event(table: Table) -> Table:
    """The same table, with its session and the event read: more than a code alone asks for."""
    sessions = Session.objects.select_related("stage__event__club")
    table.section.session = sessions.get(pk=table.section.session_id)
    return table


def playing_round(session: Session) -> Round | None:
    """The round being played, the lowest of its sections; None before the first and after the
    last."""
    rounds = Round.objects.filter(section__session=session, ended_at=None).exclude(started_at=None)
    return rounds.order_by("number", "section__number").first()


def rounds_in_progress(here: QuerySet[Section]) -> QuerySet[Round]:
    """The rounds that some sections play now, each its own."""
    return Round.objects.filter(section__in=here, ended_at=None).exclude(started_at=None).order_by()


def round_of_section(section: Section) -> Round | None:
    """The round that a section plays, whatever others do; None before its first and after its
    last."""
    rounds = section.rounds.filter(ended_at=None).exclude(started_at=None)
    return rounds.order_by("number").first()


def has_started(section: Section) -> bool:
    """Whether a section has begun its first round: one may wait while others play."""
    return section.rounds.exclude(started_at=None).exists()


def current_seating(table: Table) -> Seating | None:
    """Who sits at the table in the round being played; None when nobody does."""
    seatings = table.seatings.select_related(*_SEATING).prefetch_related(
        with_contestants(), "plays__board"
    )
    return seatings.filter(round__ended_at=None).exclude(round__started_at=None).first()


def seatings_with_plays(round_: Round) -> QuerySet[Seating]:
    """Return the tables of a round with their contestants and plays, by table."""
    seatings = Seating.objects.filter(round=round_).select_related("table__section")
    plays = Prefetch("plays", Play.objects.select_related("board"))
    return seatings.prefetch_related(with_contestants(), plays).order_by("table__number")


def seating_after(table: Table, round_number: int) -> Seating | None:
    """Who sits at the table in the round after `round_number`."""
    seatings = table.seatings.select_related(*_SEATING).prefetch_related(
        with_contestants(), "plays__board"
    )
    return seatings.filter(round__number=round_number + 1).first()


def first_tables(contestant: Contestant) -> list[Table]:
    """Where a contestant sits in his first round: at one table, as a team at two; none before he
    is drawn."""
    his = Table.objects.filter(seatings__places__contestant=contestant)
    first = his.aggregate(first=Min("seatings__round__number"))["first"]
    tables = his.filter(seatings__round__number=first).select_related("section")
    return list(tables.distinct().order_by("number"))


def next_place(contestant: Contestant, after: Round, line: Collection[str]) -> Seating | None:
    """Where a contestant sits in the round after this one; None when he rests or there is none.

    Of the two tables of a team it is that where it has the seats of `line`: half of it keeps its
    line.
    """
    seatings = Seating.objects.select_related(*_SEATING).prefetch_related("places")
    of_next = seatings.filter(round__section=after.section_id, round__number=after.number + 1)
    there = of_next.filter(pk__in=contestant.places.values("seating")).order_by("table__number")
    own = (
        each
        for each in there
        if any(
            place.contestant_id == contestant.pk and place.seat in line
            for place in each.places.all()
        )
    )
    return next(own, None) or there.first()


def partner_table(seating: Seating) -> Table | None:
    """Where the same two teams sit with their lines exchanged; None where it is no match of
    teams."""
    if not seating.round.section.session.stage.event.at_two_tables:
        return None
    tables = Table.objects.filter(
        section=seating.table.section_id, number=other_table_of_match(seating.table.number)
    )
    teams = seating.places.values("contestant")
    return tables.filter(
        seatings__round=seating.round, seatings__places__contestant__in=teams
    ).first()


def play_at(table: Table, board_number: int) -> Play:
    """The play of a board at this table, in the present round or one before.

    Raises `ValidationFailed` saying why the table should not have this board.
    """
    session = table.section.session
    plays = Play.objects.filter(seating__table=table, board__number=board_number)
    play = plays.select_related(
        "board__session__stage__event__club", "seating__round__section", "seating__table__section"
    ).first()
    if play and play.seating.round.started_at:
        return play
    if play:
        params = {"board": board_number, "round": play.seating.round.number}
        raise ValidationFailed([Problem("not_yet", _NOT_YET, params, "board")])
    if not session.boards.filter(number=board_number).exists():
        raise ValidationFailed(
            [Problem("no_such_board", _NO_SUCH_BOARD, {"board": board_number}, "board")]
        )
    raise ValidationFailed([_not_here(table, board_number)])


def _not_here(table: Table, board_number: int) -> Problem:
    """Why a board of the session is none of this table's: played already elsewhere, or not for
    this table."""
    seating = current_seating(table)
    contestants = [place.contestant_id for place in seating.places.all()] if seating else []
    elsewhere = Play.objects.filter(
        board__session=table.section.session,
        board__number=board_number,
        seating__places__contestant__in=contestants,
    ).exclude(state=Play.State.DUE)
    ordered = elsewhere.order_by(
        "seating__round__number", "seating__table__section__number", "seating__table__number"
    )
    before = ordered.select_related("seating__round", "seating__table__section").first()
    if before:
        params = {
            "board": board_number,
            "table": before.seating.table.label,
            "round": before.seating.round.number,
        }
        template = _(
            "You have already played board %(board)s, at table %(table)s in round %(round)s."
        )
        return Problem("already_played", template, params, "board")
    numbers = ", ".join(str(play.board.number) for play in seating.plays.all()) if seating else "–"
    yours = {"board": board_number, "boards": numbers}
    template = _("Board %(board)s is not for this table: your boards are %(boards)s.")
    return Problem("wrong_board", template, yours, "board")


def has_assignments(session: Session) -> bool:
    """Whether it is said who plays in a session, and in which section; otherwise all of its
    event do."""
    return SectionAssignment.objects.filter(section__session=session).exists()


def contestants_of_section(section: Section) -> dict[int, Contestant]:
    """Whoever plays in a section by his number there, with his partners.

    The number is the one within the event where nobody is allotted, and where rounds are drawn.
    """
    by_number = section.session.stage.is_drawn or not has_assignments(section.session)
    if by_number:
        return {each.number: each for each in _everybody(section.session)}
    allotted = section.assignments.select_related("contestant").prefetch_related(
        "contestant__partners"
    )
    return {each.number: each.contestant for each in allotted}


def _everybody(session: Session) -> QuerySet[Contestant]:
    return session.stage.event.contestants.prefetch_related("partners")
