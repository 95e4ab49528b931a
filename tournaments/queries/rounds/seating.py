"""Read seatings: which contestants sit at which table in which round."""

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
    """Return the prefetch of seat holders with their contestants.

    Contestants are read with a join, because SQLite does not accept a thousand ids in one query.
    """
    return Prefetch(lookup, sharing(SeatHolder.objects.all(), "contestant"))


def load_event(table: Table) -> Table:
    """Load the session of a table with its event and club.

    They are not loaded before, because looking up a table by its code does not need them.
    """
    sessions = Session.objects.select_related("stage__event__club")
    table.section.session = sessions.get(pk=table.section.session_id)
    return table


def playing_round(session: Session) -> Round | None:
    """Return the lowest round in progress; None before the first and after the last."""
    rounds = Round.objects.filter(section__session=session, ended_at=None).exclude(started_at=None)
    return rounds.order_by("number", "section__number").first()


def rounds_in_progress(sections: QuerySet[Section]) -> QuerySet[Round]:
    """Return the rounds that these sections play now."""
    return (
        Round.objects.filter(section__in=sections, ended_at=None)
        .exclude(started_at=None)
        .order_by()
    )


def round_of_section(section: Section) -> Round | None:
    """Return the round that the section plays; None before its first and after its last."""
    rounds = section.rounds.filter(ended_at=None).exclude(started_at=None)
    return rounds.order_by("number").first()


def has_started(section: Section) -> bool:
    """Return whether the section has started its first round."""
    return section.rounds.exclude(started_at=None).exists()


def current_seating(table: Table) -> Seating | None:
    """Return the table's seating in the round in progress, or None."""
    seatings = table.seatings.select_related(*_SEATING).prefetch_related(
        with_contestants(), "plays__board"
    )
    return seatings.filter(round__ended_at=None).exclude(round__started_at=None).first()


def seatings_with_plays(round_: Round) -> QuerySet[Seating]:
    """Return the seatings of a round with their contestants and plays, by table."""
    seatings = Seating.objects.filter(round=round_).select_related("table__section")
    plays = Prefetch("plays", Play.objects.select_related("board"))
    return seatings.prefetch_related(with_contestants(), plays).order_by("table__number")


def seating_after(table: Table, round_number: int) -> Seating | None:
    """Return who sits at the table in the round after `round_number`, or None."""
    seatings = table.seatings.select_related(*_SEATING).prefetch_related(
        with_contestants(), "plays__board"
    )
    return seatings.filter(round__number=round_number + 1).first()


def first_tables(contestant: Contestant) -> list[Table]:
    """Return where the contestant sits first: one table, two for a team, none before the deal."""
    tables_of_contestant = Table.objects.filter(seatings__places__contestant=contestant)
    first_round_number = tables_of_contestant.aggregate(first=Min("seatings__round__number"))[
        "first"
    ]
    tables = tables_of_contestant.filter(seatings__round__number=first_round_number).select_related(
        "section"
    )
    return list(tables.distinct().order_by("number"))


def next_seating_of(
    contestant: Contestant, round_: Round, seats: Collection[str]
) -> Seating | None:
    """Return the contestant's seating in the round after this one, or None.

    A team sits at two tables: its seating is the one in which it has one of `seats`, because each
    half of a team keeps its line.
    """
    seatings = Seating.objects.select_related(*_SEATING).prefetch_related("places")
    of_next = seatings.filter(round__section=round_.section_id, round__number=round_.number + 1)
    candidates = of_next.filter(pk__in=contestant.places.values("seating")).order_by(
        "table__number"
    )
    on_these_seats = (
        seating
        for seating in candidates
        if any(
            seat_holder.contestant_id == contestant.pk and seat_holder.seat in seats
            for seat_holder in seating.places.all()
        )
    )
    return next(on_these_seats, None) or candidates.first()


def partner_table(seating: Seating) -> Table | None:
    """Return the other table of a team match, where the lines are exchanged, or None."""
    if not seating.round.section.session.stage.event.at_two_tables:
        return None
    tables = Table.objects.filter(
        section=seating.table.section_id, number=other_table_of_match(seating.table.number)
    )
    teams = seating.places.values("contestant")
    return tables.filter(
        seatings__round=seating.round, seatings__places__contestant__in=teams
    ).first()


def play_at(table: Table, board_number: int, round_number: int | None = None) -> Play:
    """Return the play of a board at this table: in the given round, or in the latest begun.

    A small Howell movement gives a table the same board in several rounds. If the table does not
    have the board in the given round, the latest one counts. Raises `ValidationFailed` with the
    reason why the table should not have this board.
    """
    session = table.section.session
    plays = (
        Play.objects.filter(seating__table=table, board__number=board_number)
        .select_related(
            "board__session__stage__event__club",
            "seating__round__section",
            "seating__table__section",
        )
        .order_by("seating__round__number")
    )
    started_plays = [play for play in plays if play.seating.round.started_at]
    if started_plays:
        of_round = (play for play in started_plays if play.seating.round.number == round_number)
        return next(of_round, started_plays[-1])
    if plays:
        params = {"board": board_number, "round": plays[0].seating.round.number}
        raise ValidationFailed([Problem("not_yet", _NOT_YET, params, "board")])
    if not session.boards.filter(number=board_number).exists():
        raise ValidationFailed(
            [Problem("no_such_board", _NO_SUCH_BOARD, {"board": board_number}, "board")]
        )
    raise ValidationFailed([_board_not_here_problem(table, board_number)])


def _board_not_here_problem(table: Table, board_number: int) -> Problem:
    """Return why the table does not play this board.

    The board was played at another table, or it is not one of this table's boards.
    """
    seating = current_seating(table)
    contestant_ids = (
        [seat_holder.contestant_id for seat_holder in seating.places.all()] if seating else []
    )
    played_elsewhere = Play.objects.filter(
        board__session=table.section.session,
        board__number=board_number,
        seating__places__contestant__in=contestant_ids,
    ).exclude(state=Play.State.DUE)
    ordered = played_elsewhere.order_by(
        "seating__round__number", "seating__table__section__number", "seating__table__number"
    )
    earlier_play = ordered.select_related("seating__round", "seating__table__section").first()
    if earlier_play:
        params = {
            "board": board_number,
            "table": earlier_play.seating.table.label,
            "round": earlier_play.seating.round.number,
        }
        template = _(
            "You have already played board %(board)s, at table %(table)s in round %(round)s."
        )
        return Problem("already_played", template, params, "board")
    numbers = ", ".join(str(play.board.number) for play in seating.plays.all()) if seating else "–"
    params = {"board": board_number, "boards": numbers}
    template = _("Board %(board)s is not for this table: your boards are %(boards)s.")
    return Problem("wrong_board", template, params, "board")


def has_assignments(session: Session) -> bool:
    """Return whether contestants are assigned to sections; otherwise all of the event play."""
    return SectionAssignment.objects.filter(section__session=session).exists()


def contestants_of_section(section: Section) -> dict[int, Contestant]:
    """Return the section's contestants, players prefetched, by their number in its movement.

    This is the number within the event if there are no assignments or if rounds are drawn.
    """
    uses_event_numbers = section.session.stage.is_drawn or not has_assignments(section.session)
    if uses_event_numbers:
        return {contestant.number: contestant for contestant in _all_contestants(section.session)}
    assignments = section.assignments.select_related("contestant").prefetch_related(
        "contestant__partners"
    )
    return {assignment.number: assignment.contestant for assignment in assignments}


def _all_contestants(session: Session) -> QuerySet[Contestant]:
    return session.stage.event.contestants.prefetch_related("partners")
