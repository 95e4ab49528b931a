"""Seat contestants who sit out in the same upcoming rounds at a table with each other."""

from collections.abc import Sequence

from games.problems import Problem, ValidationFailed
from games.text import gettext_noop as _
from tournaments.actions.contestants.unplanned_tables import get_section_to_seat_in, seat_as_planned
from tournaments.actions.contestants.vacated_seats import rows_of_arrivals_and_departures
from tournaments.actions.corrections.correcting import CorrectionRequest, correcting
from tournaments.actions.idempotency import Answer, idempotent
from tournaments.models import AuditAction, Section, Session
from tournaments.queries.contestants.late_arrival_seats import ProposedTable
from tournaments.queries.rounds.in_progress import check_running

_NOBODY_SITS_OUT = _(
    "In no round to come do enough contestants sit out to fill a table with boards that none "
    "of them has played."
)
_ROUNDS_ARE_DRAWN = _(
    "Here each round is drawn, including who sits out: there is nothing to merge."
)


def merge_tables(
    section_id: int, tables: Sequence[ProposedTable], correction: CorrectionRequest
) -> Answer:
    """Seat contestants who sit out in upcoming rounds at the proposed `tables`.

    The answer has the number of `merged` tables. Raises what `correcting` does, `ValidationFailed`
    if the session is not running, if its rounds are drawn and if `tables` is empty, and `Conflict`
    if a table is no longer free.
    """
    body = [AuditAction.MERGE_TABLES, section_id, list(tables)]
    return idempotent(
        correction.actor, correction.key, body, lambda: _merge(section_id, tables, correction)
    )


def _merge(
    section_id: int, tables: Sequence[ProposedTable], correction: CorrectionRequest
) -> Answer:
    section = Section.objects.select_related("session__stage__event__club").get(pk=section_id)
    session = section.session
    audited_ids = {
        "contestant": sorted({contestant_id for table in tables for contestant_id in table.seated})
    }
    rows = rows_of_arrivals_and_departures(session)
    with correcting([section], AuditAction.MERGE_TABLES, audited_ids, rows, correction):
        _check_can_merge(session, tables)
        seat_as_planned(get_section_to_seat_in(session, section.pk), tables)
    return {"merged": len(tables)}


def _check_can_merge(session: Session, tables: Sequence[ProposedTable]) -> None:
    check_running(Session.objects.get(pk=session.pk))
    if session.stage.is_drawn:
        raise ValidationFailed([Problem("drawn", _ROUNDS_ARE_DRAWN)])
    if not tables:
        raise ValidationFailed([Problem("nobody_rests", _NOBODY_SITS_OUT)])
