"""Tables that were not planned, taken in rounds to come by those who rest, or by one who comes
late."""

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

_BEGUN = _("Round %(round)s has started meanwhile: look at the preview again.")
_TAKEN = _("In round %(round)s this place is no longer free: look at the preview again.")
_UNKNOWN = _("The plan does not fit this section: look at the preview again.")


def seat_as_planned(
    section: Section, tables: Sequence[ProposedTable], newcomer: Contestant | None = None
) -> None:
    """Seat everybody as it was planned, and who would have rested sits out no more.

    Raises `Conflict` where any of it is no longer free: a round has begun, somebody sits there or
    elsewhere, or has one of the boards, or could have seen it.
    """
    comes = [newcomer] if newcomer else []
    who = {(NEWCOMER if each in comes else each.pk): each for each in (*_members(section), *comes)}
    problems = (
        list(_problems(section, tables, who)) if tables else [Problem("does_not_fit", _UNKNOWN)]
    )
    if problems:
        raise Conflict(problems)
    for each in tables:
        _seat(section, each, [who[pk] for pk in each.seated])
        SitOut.objects.filter(
            round=each.round, contestant__in=[who[pk] for pk in each.seated]
        ).delete()
    include_added_plays(section.session.stage)


def get_section_to_seat_in(session: Session, number: int) -> Section:
    """A section of a session by its row, in which somebody is to be seated.

    Raises `Conflict` where it is none of them, or was sent as a file, and is played as it was sent.
    """
    sections = session.sections.select_related("session__stage__event__club").filter(pk=number)
    section = sections.first()
    if section is None or exported_sections(sections).exists():
        raise Conflict([Problem("does_not_fit", _UNKNOWN)])
    return section


def _members(section: Section) -> list[Contestant]:
    playing = Contestant.objects.filter(places__seating__round__section=section, withdrawn_at=None)
    return list(playing.distinct().prefetch_related("partners"))


def _problems(
    section: Section, tables: Sequence[ProposedTable], who: dict[int, Contestant]
) -> Iterator[Problem]:
    """Why they cannot be seated so, each round once."""
    rounds = {each.pk: each for each in section.rounds.all()}
    hidden, coming = (
        hidden_board_ids(section.session),
        {each.pk for each in upcoming_rounds(section.session)},
    )
    slots = len(table_slots(section.session.stage.event))
    found = dict[int, Problem]()
    for each in tables:
        if each.round not in rounds or len(each.seated) != slots or not each.boards:
            found[0] = Problem("does_not_fit", _UNKNOWN)
            continue
        params = {"round": rounds[each.round].number}
        if each.round not in coming:
            found[each.round] = Problem("round_begun", _BEGUN, params)
        elif not hidden.issuperset(each.boards) or not _is_free(section, each, tables, who):
            found[each.round] = Problem("no_longer_free", _TAKEN, params)
    yield from found.values()


def _is_free(
    section: Section,
    table: ProposedTable,
    tables: Sequence[ProposedTable],
    who: dict[int, Contestant],
) -> bool:
    """Whether nobody sits there, and those who are to have neither a table in the round nor these
    boards.

    A seat that another contestant gives up is free as long as the table is as it was seen.
    """
    clashes = any(_clash(table, other, section) for other in tables if other is not table)
    if table.sits_out:
        return can_be_vacated(table, section) and not clashes
    here = Seating.objects.filter(round=table.round)
    seated = [who[pk].pk for pk in table.seated if pk in who]
    return (
        len(set(seated)) == len(table.seated)
        and table.table <= _highest(section) + len(tables)
        and not here.filter(table__number=table.table).exists()
        and not here.filter(places__contestant__in=seated).exists()
        and not Play.objects.filter(
            board__in=table.boards, seating__places__contestant__in=seated
        ).exists()
        and not clashes
    )


def _highest(section: Section) -> int:
    return max(section.tables.values_list("number", flat=True), default=0)


def _clash(one: ProposedTable, other: ProposedTable, section: Section) -> bool:
    """Whether two tables are one, or somebody would sit at both or play a board at both.

    A team sits at two tables in each round, with the same boards.
    """
    together = one.round == other.round
    if together and section.session.stage.event.at_two_tables and one.boards == other.boards:
        return one.table == other.table or one.seated != other.seated[::-1]
    shared = set(one.seated) & set(other.seated)
    known = set(one.boards) & set(other.boards)
    return (together and one.table == other.table) or bool(shared and (together or known))


def _seat(section: Section, table: ProposedTable, seated: Sequence[Contestant]) -> None:
    round_ = Round.objects.get(pk=table.round)
    at, _new = Table.objects.get_or_create(section=section, number=table.table)
    seats = table_slots(section.session.stage.event).values()
    if table.sits_out:
        seating, slot = Seating.objects.get(round=round_, table=at), table.seated.index(NEWCOMER)
        own = [*seats][slot]
        seating.places.filter(seat__in=own).delete()
        SeatHolder.objects.bulk_create(seat_holders_for(seating, own, [seated[slot]]))
        return
    seating = Seating.objects.create(round=round_, table=at)
    places = [
        place
        for own, who in zip(seats, seated, strict=True)
        for place in seat_holders_for(seating, own, [who])
    ]
    apply_current_substitutes(places, current_substitutes(section.session))
    SeatHolder.objects.bulk_create(places)
    Play.objects.bulk_create(
        Play(seating=seating, board=board, field=section.field)
        for board in Board.objects.filter(session=section.session_id, pk__in=table.boards)
    )
