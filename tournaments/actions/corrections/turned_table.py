"""Correct the seating of a table whose lines sat in each other's seats."""

from games.problems import Problem, ValidationFailed
from games.text import gettext_noop as _
from tournaments.actions.corrections.correcting import CorrectionRequest, correcting
from tournaments.actions.corrections.substitutes import exchange_substitutes
from tournaments.actions.idempotency import Answer, idempotent
from tournaments.models import AuditAction, SeatHolder, Seating, Substitution
from tournaments.permissions.results import check_own_board_rule_for

_NO_TWO_LINES = _(
    "In this game nobody can sit the wrong way round. Choose who sat in which seat instead."
)
_TEAMS_HAVE_LINE_UPS = _("In a team, the line-up says who sits where: correct the line-up.")


def turn_table(seating_id: int, correction: CorrectionRequest) -> Answer:
    """Exchange the two lines of a table; the entries of its boards remain as they are.

    The first seats of both lines are exchanged with each other, the second seats, and so on. Raises
    what
    `correcting` does, `ValidationFailed` in games without two lines and for teams, and
    `Seating.DoesNotExist`.
    """
    return idempotent(
        correction.actor,
        correction.key,
        [AuditAction.TURN_TABLE, seating_id],
        lambda: _turn(seating_id, correction),
    )


def _turn(seating_id: int, correction: CorrectionRequest) -> Answer:
    related = Seating.objects.select_related(
        "table__section", "round__section__session__stage__event__club"
    )
    seating = related.get(pk=seating_id)
    _check_can_turn(seating)
    subject = {"table": seating.table.label, "round": seating.round.number}
    rows = [
        SeatHolder.objects.filter(seating=seating),
        Substitution.objects.filter(place__seating=seating),
    ]
    with correcting([seating.round.section], AuditAction.TURN_TABLE, subject, rows, correction):
        check_own_board_rule_for(seating.plays.all(), correction.actor)
        _exchange_lines(seating)
    return {"seating": seating.pk}


def _check_can_turn(seating: Seating) -> None:
    event = seating.round.section.session.stage.event
    if event.at_two_tables:
        raise ValidationFailed([Problem("teams_line_up", _TEAMS_HAVE_LINE_UPS)])
    seats = {seat for line in event.game.lines.values() for seat in line}
    if len(event.game.lines) != 2 or set(seating.places.values_list("seat", flat=True)) != seats:
        raise ValidationFailed([Problem("no_other_way", _NO_TWO_LINES)])


def _exchange_lines(seating: Seating) -> None:
    lines = seating.round.section.session.stage.event.game.lines
    holders_by_seat = {seat_holder.seat: seat_holder for seat_holder in seating.places.all()}
    seat_pairs = list(zip(*lines.values(), strict=True))
    exchange_substitutes(
        [
            (holders_by_seat[first_seat], holders_by_seat[second_seat])
            for first_seat, second_seat in seat_pairs
        ]
    )
    for first_seat, second_seat in seat_pairs:
        seat_holder, opposite_holder = holders_by_seat[first_seat], holders_by_seat[second_seat]
        seat_holder.contestant_id, opposite_holder.contestant_id = (
            opposite_holder.contestant_id,
            seat_holder.contestant_id,
        )
        seat_holder.player_id, opposite_holder.player_id = (
            opposite_holder.player_id,
            seat_holder.player_id,
        )
    SeatHolder.objects.bulk_update(holders_by_seat.values(), ["contestant", "player"])
