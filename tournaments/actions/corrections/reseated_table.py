"""Correct who sat in which seat of a table."""

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
_TEAMS = _("In a team, the line-up says who sits where: correct the line-up.")


def reseat_table(
    seating_id: int, planned_seats: Mapping[str, str], correction: CorrectionRequest
) -> Answer:
    """Exchange players between the seats of a table; entries stay with the seats.

    `planned_seats` maps each seat to the seat where its occupant was planned to sit. Raises what
    `correcting` does, `ValidationFailed` if somebody is left out, nothing changes or partners are
    parted, and for teams, and `Seating.DoesNotExist`.
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
    places = {place.seat: place for place in seating.places.select_related("contestant")}
    raise_if_any(_problems(seating, places, planned_seats))
    about = {"table": seating.table.label, "round": seating.round.number}
    rows = [
        SeatHolder.objects.filter(seating=seating),
        Substitution.objects.filter(place__seating=seating),
    ]
    with correcting([seating.round.section], AuditAction.RESEAT_TABLE, about, rows, correction):
        check_own_board_rule_for(seating.plays.all(), correction.actor)
        move_substitutes(
            {places[planned_seat].pk: places[seat] for seat, planned_seat in planned_seats.items()}
        )
        occupants = {
            seat: (places[planned_seat].contestant_id, places[planned_seat].player_id)
            for seat, planned_seat in planned_seats.items()
        }
        for seat, place in places.items():
            place.contestant_id, place.player_id = occupants[seat]
        SeatHolder.objects.bulk_update(places.values(), ["contestant", "player"])
    return {"seating": seating.pk}


def _problems(
    seating: Seating, places: Mapping[str, SeatHolder], planned_seats: Mapping[str, str]
) -> Iterator[Problem]:
    event = seating.round.section.session.stage.event
    if event.at_two_tables:
        yield Problem("teams_line_up", _TEAMS)
    elif planned_seats.keys() != places.keys() or set(planned_seats.values()) != places.keys():
        yield Problem("everybody_once", _NOT_EACH_ONCE)
    elif all(seat == planned_seat for seat, planned_seat in planned_seats.items()):
        yield Problem("as_before", _UNCHANGED)
    else:
        yield from _parted_problems(event.game.lines, places, planned_seats)


def _parted_problems(
    lines: Mapping[str, tuple[str, ...]],
    places: Mapping[str, SeatHolder],
    planned_seats: Mapping[str, str],
) -> Iterator[Problem]:
    """Yield contestants whose players would sit on two lines."""
    line_of = {seat: line for line, seats in lines.items() for seat in seats}
    lines_of: dict[str, set[str]] = {}
    for seat, planned_seat in planned_seats.items():
        lines_of.setdefault(places[planned_seat].contestant.name, set()).add(line_of[seat])
    yield from (
        Problem("parted", _PARTNERS_APART, {"name": name})
        for name, lines_taken in lines_of.items()
        if len(lines_taken) > 1
    )
