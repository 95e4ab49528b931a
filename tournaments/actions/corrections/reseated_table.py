"""Correct which player sat in which seat of a table."""

from collections.abc import Iterator, Mapping

from games.problems import Problem, raise_if_any
from games.text import gettext_noop as _
from tournaments.actions.corrections.correcting import CorrectionRequest, correcting
from tournaments.actions.corrections.substitutes import move_substitutes
from tournaments.actions.idempotency import Answer, idempotent
from tournaments.models import AuditAction, SeatHolder, Seating, Substitution
from tournaments.permissions.results import check_own_board_rule_for

_NOT_EACH_ONCE = _("Choose a different player of this table for each seat.")
_UNCHANGED = _("They already sit this way.")
_PARTNERS_APART = _("%(name)s would sit on both sides. Partners must stay together.")
_TEAMS_HAVE_LINE_UPS = _("In a team, the line-up says who sits where: correct the line-up.")


def reseat_table(
    seating_id: int, planned_seats: Mapping[str, str], correction: CorrectionRequest
) -> Answer:
    """Exchange players between the seats of a table; entries keep the seats that made them.

    `planned_seats` maps each seat to the seat in which its occupant was planned to sit. Raises what
    `correcting` does, `Seating.DoesNotExist`, and `ValidationFailed` for teams, if a player is
    missing, if nothing changes, and if partners would sit on different lines.
    """
    body = [AuditAction.RESEAT_TABLE, seating_id, dict(sorted(planned_seats.items()))]
    return idempotent(
        correction.actor,
        correction.key,
        body,
        lambda: _reseat(seating_id, planned_seats, correction),
    )


def _reseat(
    seating_id: int, planned_seats: Mapping[str, str], correction: CorrectionRequest
) -> Answer:
    related = Seating.objects.select_related(
        "table__section", "round__section__session__stage__event__club"
    )
    seating = related.get(pk=seating_id)
    seat_holders = {
        seat_holder.seat: seat_holder for seat_holder in seating.places.select_related("contestant")
    }
    raise_if_any(_reseating_problems(seating, seat_holders, planned_seats))
    subject = {"table": seating.table.label, "round": seating.round.number}
    rows = [
        SeatHolder.objects.filter(seating=seating),
        Substitution.objects.filter(place__seating=seating),
    ]
    with correcting([seating.round.section], AuditAction.RESEAT_TABLE, subject, rows, correction):
        check_own_board_rule_for(seating.plays.all(), correction.actor)
        move_substitutes(
            {
                seat_holders[planned_seat].pk: seat_holders[seat]
                for seat, planned_seat in planned_seats.items()
            }
        )
        occupants = {
            seat: (seat_holders[planned_seat].contestant_id, seat_holders[planned_seat].player_id)
            for seat, planned_seat in planned_seats.items()
        }
        for seat, seat_holder in seat_holders.items():
            seat_holder.contestant_id, seat_holder.player_id = occupants[seat]
        SeatHolder.objects.bulk_update(seat_holders.values(), ["contestant", "player"])
    return {"seating": seating.pk}


def _reseating_problems(
    seating: Seating, seat_holders: Mapping[str, SeatHolder], planned_seats: Mapping[str, str]
) -> Iterator[Problem]:
    event = seating.round.section.session.stage.event
    if event.at_two_tables:
        yield Problem("teams_line_up", _TEAMS_HAVE_LINE_UPS)
    elif (
        planned_seats.keys() != seat_holders.keys()
        or set(planned_seats.values()) != seat_holders.keys()
    ):
        yield Problem("everybody_once", _NOT_EACH_ONCE)
    elif all(seat == planned_seat for seat, planned_seat in planned_seats.items()):
        yield Problem("as_before", _UNCHANGED)
    else:
        yield from _parted_problems(event.game.lines, seat_holders, planned_seats)


def _parted_problems(
    lines: Mapping[str, tuple[str, ...]],
    seat_holders: Mapping[str, SeatHolder],
    planned_seats: Mapping[str, str],
) -> Iterator[Problem]:
    """Yield a problem for each contestant whose players would sit on different lines."""
    line_by_seat = {seat: line for line, seats in lines.items() for seat in seats}
    lines_by_contestant: dict[str, set[str]] = {}
    for seat, planned_seat in planned_seats.items():
        lines_by_contestant.setdefault(seat_holders[planned_seat].contestant.name, set()).add(
            line_by_seat[seat]
        )
    yield from (
        Problem("parted", _PARTNERS_APART, {"name": name})
        for name, lines_taken in lines_by_contestant.items()
        if len(lines_taken) > 1
    )
