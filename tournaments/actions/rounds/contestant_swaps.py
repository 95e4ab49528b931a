"""Swap two contestants in a drawn round."""

from collections.abc import Mapping

from django.db import transaction
from django.db.models import Q

from games.problems import Problem, ValidationFailed
from games.text import Text
from games.text import gettext_noop as _
from tournaments.actions.audit import record_audit
from tournaments.actions.rounds.draw_checks import get_round_with_event, lock_changeable_draw
from tournaments.actions.rounds.line_ups import discard_line_ups, seat_teams
from tournaments.actions.rounds.seating_rows import (
    apply_current_substitutes,
    seat_holders_for,
    serialize_reason,
)
from tournaments.actions.rounds.stage_state import score_and_read_stage_state
from tournaments.models import AuditAction, Contestant, Round, SeatHolder, Seating, SitOut
from tournaments.movements.base.plan import TableSeating
from tournaments.movements.base.team_matches import as_match_rounds
from tournaments.movements.drawing.pairing_warnings import pairing_warnings
from tournaments.permissions.actor import Actor
from tournaments.permissions.editable import require_editable
from tournaments.queries.rounds.substitutes import current_substitutes
from tournaments.queries.rounds.table_seatings import table_seatings

SWAPPED_BY_DIRECTOR = _("Exchanged by the director: %(one)s and %(other)s.")


def swap_contestants(round_id: int, first_id: int, second_id: int, actor: Actor) -> None:
    """Swap two contestants of a drawn round; one of them may sit out.

    Teams are swapped at all tables of their matches. Raises `ValidationFailed` once a table of the
    round has sent a result, and if one of the two is not in the round.
    """
    with transaction.atomic():
        drawn_rounds = lock_changeable_draw(round_id)
        event = drawn_rounds[0].section.session.stage.event
        require_editable(event, AuditAction.EXCHANGE)
        first, second = _get_two_contestants(drawn_rounds[0], first_id, second_id)
        reason = serialize_reason(
            Text(SWAPPED_BY_DIRECTOR, {"one": first.name, "other": second.name})
        )
        for round_ in drawn_rounds:
            _swap_seats(round_, {first: second, second: first}, reason)
        contestants = {"contestant": first.pk, "instead": second.pk}
        record_audit(
            actor, AuditAction.EXCHANGE, event, round=drawn_rounds[0].number, **contestants
        )


def swap_warnings(round_id: int, first_id: int, second_id: int) -> list[Problem]:
    """Return warnings about pairings that the swap would cause, without changing anything.

    Warnings that apply to the present draw too are left out.

    Raises `ValidationFailed` if one of the two is not in the round.
    """
    round_ = get_round_with_event(round_id)
    first_number, second_number = (
        contestant.number for contestant in _get_two_contestants(round_, first_id, second_id)
    )
    session = round_.section.session
    state = score_and_read_stage_state(session.stage, session.boards_per_movement_round)
    table_seatings_of_round = table_seatings(
        [Round.objects.get(pk=round_id)], session.stage.event.game.lines
    )[round_id]
    tables_before = tuple(table for table, _seating in table_seatings_of_round)
    if session.stage.event.at_two_tables:
        (tables_before,) = as_match_rounds([tables_before], 1)
    tables_after = tuple(
        _with_replacements(table, {first_number: second_number, second_number: first_number})
        for table in tables_before
    )
    known_warnings = pairing_warnings(state, tables_before)
    return [
        warning
        for warning in pairing_warnings(state, tables_after)
        if warning not in known_warnings
    ]


def _with_replacements(
    table_seating: TableSeating, replacements: Mapping[int, int]
) -> TableSeating:
    lines = {
        line: tuple(replacements.get(number, number) for number in numbers)
        for line, numbers in table_seating.lines.items()
    }
    return TableSeating(table_seating.table, lines, table_seating.boards)


def _get_two_contestants(
    round_: Round, first_id: int, second_id: int
) -> tuple[Contestant, Contestant]:
    if first_id == second_id:
        raise ValidationFailed([Problem("same_contestant", _("Choose two different contestants."))])
    return _get_contestant_in_round(round_, first_id), _get_contestant_in_round(round_, second_id)


def _get_contestant_in_round(round_: Round, contestant_id: int) -> Contestant:
    is_in_round = Q(places__seating__round=round_) | Q(sit_outs__round=round_)
    contestant = Contestant.objects.filter(is_in_round, pk=contestant_id).first()
    if contestant is None:
        raise ValidationFailed(
            [Problem("not_in_round", _("Choose two contestants of this round."))]
        )
    return contestant


def _swap_seats(
    round_: Round, replacements: Mapping[Contestant, Contestant], reason: dict[str, object]
) -> None:
    """Give the seats and sit-outs of each contestant to their replacement.

    If the round has not started, the line-ups of teams are deleted, and both teams must submit
    theirs again. After the start nobody can, so teams are seated as at the start of a round.
    """
    at_two_tables = round_.section.session.stage.event.at_two_tables
    if at_two_tables and not round_.started_at:
        discard_line_ups(round_, replacements)
    substitutes = current_substitutes(round_.section.session)
    seats_by_contestant = {
        contestant: _seats_of_contestant(round_, contestant) for contestant in replacements
    }
    SeatHolder.objects.filter(seating__round=round_, contestant__in=replacements).delete()
    sit_outs = list(round_.sit_outs.filter(contestant__in=replacements))
    SitOut.objects.filter(pk__in=[sit_out.pk for sit_out in sit_outs]).delete()
    for leaving, arriving in replacements.items():
        for seating, seats in seats_by_contestant[leaving].items():
            seat_holders = seat_holders_for(seating, seats, [arriving])
            apply_current_substitutes(seat_holders, substitutes)
            SeatHolder.objects.bulk_create(seat_holders)
            Seating.objects.filter(pk=seating.pk).update(draw_reason=reason)
    SitOut.objects.bulk_create(
        SitOut(round=round_, contestant=replacements[sit_out.contestant], draw_reason=reason)
        for sit_out in sit_outs
    )
    if at_two_tables and round_.started_at:
        seat_teams([round_])


def _seats_of_contestant(round_: Round, contestant: Contestant) -> dict[Seating, list[str]]:
    seats_by_seating: dict[Seating, list[str]] = {}
    seat_holders = SeatHolder.objects.filter(
        seating__round=round_, contestant=contestant
    ).select_related("seating")
    for seat_holder in seat_holders.order_by("pk"):
        seats_by_seating.setdefault(seat_holder.seating, []).append(seat_holder.seat)
    return seats_by_seating
