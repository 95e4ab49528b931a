"""Create tables that the movement did not plan, in rounds that have not started.

They are for contestants who would sit out otherwise, and for late arrivals.
"""

from collections.abc import Iterator, Sequence

from games.problems import Problem
from games.text import gettext_noop as _
from tournaments.actions.idempotency import Conflict
from tournaments.actions.results.rescoring import include_added_plays
from tournaments.actions.rounds.seating_rows import apply_current_substitutes, seat_holders_for
from tournaments.models import (
    Board,
    Contestant,
    Play,
    Round,
    SeatHolder,
    Seating,
    Section,
    Session,
    SitOut,
    Table,
)
from tournaments.permissions.visibility.results_shown import hidden_board_ids
from tournaments.queries.contestants.late_arrival_seats import (
    NEWCOMER,
    ProposedTable,
    can_be_vacated,
    table_slots,
)
from tournaments.queries.offline.sections import exported_sections
from tournaments.queries.rounds.in_progress import upcoming_rounds
from tournaments.queries.rounds.substitutes import current_substitutes

_ROUND_STARTED = _("Round %(round)s has started meanwhile: look at the preview again.")
_SEAT_TAKEN = _("In round %(round)s this place is no longer free: look at the preview again.")
_PLAN_DOES_NOT_FIT = _("The plan does not fit this section: look at the preview again.")


def seat_as_planned(
    section: Section, tables: Sequence[ProposedTable], newcomer: Contestant | None = None
) -> None:
    """Create the proposed tables, and delete the sit-outs of the contestants seated there.

    In `tables`, the primary key `NEWCOMER` stands for `newcomer`. Raises `Conflict` if the proposal
    is outdated: a round has started, a seat or contestant is taken, or a contestant has played a
    board or could have seen it.
    """
    newcomers = [newcomer] if newcomer else []
    contestants = {
        (NEWCOMER if contestant in newcomers else contestant.pk): contestant
        for contestant in (*_active_contestants(section), *newcomers)
    }
    problems = (
        list(_proposal_problems(section, tables, contestants))
        if tables
        else [Problem("does_not_fit", _PLAN_DOES_NOT_FIT)]
    )
    if problems:
        raise Conflict(problems)
    for table in tables:
        _create_table(section, table, [contestants[pk] for pk in table.seated])
        SitOut.objects.filter(
            round=table.round, contestant__in=[contestants[pk] for pk in table.seated]
        ).delete()
    include_added_plays(section.session.stage)


def get_section_to_seat_in(session: Session, section_id: int) -> Section:
    """Return the session's section with primary key `section_id`, to seat somebody in it.

    Raises `Conflict` if the section is not in the session, or if it was exported: an exported
    section is played as it was sent.
    """
    sections = session.sections.select_related("session__stage__event__club").filter(pk=section_id)
    section = sections.first()
    if section is None or exported_sections(sections).exists():
        raise Conflict([Problem("does_not_fit", _PLAN_DOES_NOT_FIT)])
    return section


def _active_contestants(section: Section) -> list[Contestant]:
    contestants = Contestant.objects.filter(
        places__seating__round__section=section, withdrawn_at=None
    )
    return list(contestants.distinct().prefetch_related("partners"))


def _proposal_problems(
    section: Section, tables: Sequence[ProposedTable], contestants: dict[int, Contestant]
) -> Iterator[Problem]:
    """Yield why the tables cannot be created: one problem for each round that has any."""
    rounds = {round_.pk: round_ for round_ in section.rounds.all()}
    hidden_boards = hidden_board_ids(section.session)
    upcoming_ids = {round_.pk for round_ in upcoming_rounds(section.session)}
    slot_count = len(table_slots(section.session.stage.event))
    problems_by_round = dict[int, Problem]()
    for table in tables:
        if table.round not in rounds or len(table.seated) != slot_count or not table.boards:
            problems_by_round[0] = Problem("does_not_fit", _PLAN_DOES_NOT_FIT)
            continue
        params = {"round": rounds[table.round].number}
        if table.round not in upcoming_ids:
            problems_by_round[table.round] = Problem("round_begun", _ROUND_STARTED, params)
        elif not hidden_boards.issuperset(table.boards) or not _is_free(
            section, table, tables, contestants
        ):
            problems_by_round[table.round] = Problem("no_longer_free", _SEAT_TAKEN, params)
    yield from problems_by_round.values()


def _is_free(
    section: Section,
    table: ProposedTable,
    tables: Sequence[ProposedTable],
    contestants: dict[int, Contestant],
) -> bool:
    """Return whether table and contestants are free, and none of them has played the boards.

    If another contestant gives up the seat (`sits_out`), only `can_be_vacated` has to hold.
    """
    clashes_with_other = any(
        _has_clash(table, other_table, section)
        for other_table in tables
        if other_table is not table
    )
    if table.sits_out:
        return can_be_vacated(table, section) and not clashes_with_other
    seatings = Seating.objects.filter(round=table.round)
    seated_ids = [contestants[pk].pk for pk in table.seated if pk in contestants]
    return (
        len(set(seated_ids)) == len(table.seated)
        and table.table <= _highest_table_number(section) + len(tables)
        and not seatings.filter(table__number=table.table).exists()
        and not seatings.filter(places__contestant__in=seated_ids).exists()
        and not Play.objects.filter(
            board__in=table.boards, seating__places__contestant__in=seated_ids
        ).exists()
        and not clashes_with_other
    )


def _highest_table_number(section: Section) -> int:
    return max(section.tables.values_list("number", flat=True), default=0)


def _has_clash(first_table: ProposedTable, second_table: ProposedTable, section: Section) -> bool:
    """Return whether two proposals need the same table, or a contestant or board twice.

    In team events a match is two proposals with the same boards and exchanged contestants, at
    different tables; these two do not clash.
    """
    is_same_round = first_table.round == second_table.round
    if (
        is_same_round
        and section.session.stage.event.at_two_tables
        and first_table.boards == second_table.boards
    ):
        return (
            first_table.table == second_table.table
            or first_table.seated != second_table.seated[::-1]
        )
    shared_contestants = set(first_table.seated) & set(second_table.seated)
    shared_boards = set(first_table.boards) & set(second_table.boards)
    return (is_same_round and first_table.table == second_table.table) or bool(
        shared_contestants and (is_same_round or shared_boards)
    )


def _create_table(
    section: Section, proposed_table: ProposedTable, contestants: Sequence[Contestant]
) -> None:
    round_ = Round.objects.get(pk=proposed_table.round)
    table_row, _created = Table.objects.get_or_create(section=section, number=proposed_table.table)
    seats = table_slots(section.session.stage.event).values()
    if proposed_table.sits_out:
        seating = Seating.objects.get(round=round_, table=table_row)
        slot = proposed_table.seated.index(NEWCOMER)
        slot_seats = [*seats][slot]
        seating.places.filter(seat__in=slot_seats).delete()
        SeatHolder.objects.bulk_create(seat_holders_for(seating, slot_seats, [contestants[slot]]))
        return
    seating = Seating.objects.create(round=round_, table=table_row)
    seat_holders = [
        seat_holder
        for slot_seats, contestant in zip(seats, contestants, strict=True)
        for seat_holder in seat_holders_for(seating, slot_seats, [contestant])
    ]
    apply_current_substitutes(seat_holders, current_substitutes(section.session))
    SeatHolder.objects.bulk_create(seat_holders)
    Play.objects.bulk_create(
        Play(seating=seating, board=board, field=section.field)
        for board in Board.objects.filter(session=section.session_id, pk__in=proposed_table.boards)
    )
