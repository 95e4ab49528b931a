"""Withdraw contestants during a session, and give their seats to others."""

from collections.abc import Collection, Iterable

from django.utils import timezone
from django.utils.translation import gettext

from games.problems import Problem, ValidationFailed, raise_if_any
from games.text import Text
from games.text import gettext_noop as _
from tournaments.actions.contestants.late_arrivals import (
    assign_late_arrival,
    create_newcomer,
    lock_running_session,
    session_sections,
)
from tournaments.actions.contestants.registration import get_contestant
from tournaments.actions.contestants.self_removal import forbid_self_removal
from tournaments.actions.contestants.vacated_seats import (
    is_season,
    rows_of_arrivals_and_departures,
    vacate_seats,
)
from tournaments.actions.corrections.correcting import CorrectionRequest, correcting
from tournaments.actions.idempotency import Answer, idempotent
from tournaments.actions.results.decisions import decide_play
from tournaments.actions.results.rescoring import include_added_plays
from tournaments.actions.rounds.line_ups import discard_line_ups
from tournaments.actions.rounds.seating_rows import seat_holders_for, serialize_reason
from tournaments.models import (
    AuditAction,
    Contestant,
    Entry,
    Event,
    Play,
    Round,
    SeatHolder,
    Seating,
    Section,
    Session,
    SitOut,
)
from tournaments.permissions.actor import Actor
from tournaments.queries.contestants.late_arrival_seats import sit_outs_without
from tournaments.queries.contestants.seat_reassignment import reassigned_seats
from tournaments.queries.offline.sections import unfinished_exported_sections
from tournaments.queries.rounds.in_progress import upcoming_rounds

OPPONENT_LEFT = _("%(name)s left: no match was played.")
_REASON_LEFT = _("%(name)s has left.")
_SECTION_EXPORTED = _(
    "%(section)s was sent as a file, and not all results of %(name)s have come back: import "
    "its results first, or call its copies void. The director there says what is no longer "
    "played."
)


def withdraw_during_play(
    event: Event,
    contestant_id: int,
    correction: CorrectionRequest,
    replacement_name: str = "",
    *,
    fills_seats: bool = False,
) -> Answer:
    """Withdraw a contestant during a session; their plays without a result become void.

    Results so far remain. In a fixed plan the contestant's tables of later rounds are deleted, and
    their opponents sit out. In a drawn round in progress the opponents sit out too. In a season all
    results of the contestant are voided, as the rules of leagues say, because not everybody would
    have met the contestant.

    A replacement called `replacement_name` becomes a new contestant, who takes over the seats from
    the next round on. With `fills_seats`, contestants who would sit out in later rounds get the
    seats where possible.

    The answer has the withdrawn `contestant` and its `number`, the replacement's primary key as
    `instead` and number as `comes`, the sit-outs as `rests` (see `sit_outs_without`), and `moves`:
    round number, label of the table and contestant for each reassigned seat.

    Raises as `correcting` does, and `ValidationFailed` if no session is running, if the contestant
    has been withdrawn, is in a drawn round that has not started, or plays in a section that was
    exported, and if the actor is a player of the contestant with boards still to play.
    """
    body = [
        AuditAction.WITHDRAW_DURING_PLAY,
        event.pk,
        contestant_id,
        replacement_name,
        *([True] if fills_seats else []),
    ]
    fills_seats = fills_seats and not replacement_name
    return idempotent(
        correction.actor,
        correction.key,
        body,
        lambda: _withdraw_during_play(
            event, contestant_id, correction, replacement_name, fills_seats
        ),
    )


def _withdraw_during_play(
    event: Event,
    contestant_id: int,
    correction: CorrectionRequest,
    replacement_name: str,
    fills_seats: bool,
) -> Answer:
    session = lock_running_session(event)
    subject: dict[str, object] = {}
    rows = rows_of_arrivals_and_departures(session)
    with correcting(
        session_sections(session), AuditAction.WITHDRAW_DURING_PLAY, subject, rows, correction
    ):
        contestant = _get_contestant_not_withdrawn(event, contestant_id)
        forbid_self_removal(contestant, correction.actor)
        moves = _reassign_seats(session, contestant) if fills_seats else []
        sit_outs = sit_outs_without(session, contestant, has_replacement=bool(replacement_name))
        replacement = _withdraw_contestant(session, contestant, correction.actor, replacement_name)
        subject |= {
            "contestant": contestant.pk,
            "number": contestant.number,
            "instead": replacement.pk if replacement else None,
        }
    return {
        **subject,
        "comes": replacement.number if replacement else None,
        "rests": sit_outs,
        "moves": moves,
    }


def _reassign_seats(session: Session, contestant: Contestant) -> list[list[object]]:
    """Give the contestant's upcoming seats to those who would sit out, where possible.

    Returns round number, label of the table and contestant of each reassigned seat.
    """
    new_seats = reassigned_seats(session, contestant)
    seatings = Seating.objects.select_related("round", "table__section").in_bulk(
        {new_seat.seating_id for new_seat in new_seats}
    )
    contestants = Contestant.objects.prefetch_related("partners").in_bulk(
        {new_seat.contestant_id for new_seat in new_seats}
    )
    for new_seat in new_seats:
        seatings[new_seat.seating_id].places.filter(seat__in=new_seat.seats).delete()
    for new_seat in new_seats:
        seat_holders = seat_holders_for(
            seatings[new_seat.seating_id], new_seat.seats, [contestants[new_seat.contestant_id]]
        )
        SeatHolder.objects.bulk_create(seat_holders)
    if new_seats:
        include_added_plays(session.stage)
    seatings_and_ids = [
        (seatings[new_seat.seating_id], new_seat.contestant_id) for new_seat in new_seats
    ]
    return [[seating.round.number, seating.table.label, pk] for seating, pk in seatings_and_ids]


def _withdraw_contestant(
    session: Session, contestant: Contestant, actor: Actor, replacement_name: str
) -> Contestant | None:
    """Withdraw the contestant; create and return the replacement if it has a name."""
    upcoming = upcoming_rounds(session)
    _check_can_withdraw(session, upcoming, contestant)
    Contestant.objects.filter(pk=contestant.pk).update(withdrawn_at=timezone.now())
    replacement = (
        create_newcomer(session.stage.event, replacement_name) if replacement_name else None
    )
    _clear_upcoming_rounds(session, contestant, replacement, upcoming)
    _void_open_plays(session, contestant, actor)
    return replacement


def _clear_upcoming_rounds(
    session: Session,
    contestant: Contestant,
    replacement: Contestant | None,
    upcoming: Collection[Round],
) -> None:
    """Give the contestant's upcoming seats to the replacement, or remove their tables."""
    if session.stage.event.at_two_tables:
        for round_ in upcoming:
            discard_line_ups(round_, [contestant])
    if replacement:
        _transfer_seats(session, contestant, replacement, upcoming)
    else:
        vacate_seats(session, contestant, upcoming)
    SitOut.objects.filter(round__in=upcoming, contestant=contestant).delete()


def _get_contestant_not_withdrawn(event: Event, contestant_id: int) -> Contestant:
    contestant = get_contestant(event, contestant_id)
    if contestant.withdrawn_at:
        params = {"name": contestant.name}
        raise ValidationFailed([Problem("left_already", _("%(name)s has already left."), params)])
    return contestant


def _check_section_not_exported(session: Session, contestant: Contestant) -> None:
    """Raise `ValidationFailed` if an exported section may have results of the contestant."""
    sections = session.sections.filter(rounds__seatings__places__contestant=contestant)
    exported_sections = unfinished_exported_sections(
        Section.objects.filter(pk__in=sections.values("pk"))
    )
    raise_if_any(
        [
            Problem(
                "section_away",
                _SECTION_EXPORTED,
                {"section": section.name, "name": contestant.name},
            )
            for section in exported_sections
        ]
    )


def _check_can_withdraw(
    session: Session, upcoming: Collection[Round], contestant: Contestant
) -> None:
    """Raise `ValidationFailed` if an upcoming round of the contestant is drawn.

    Also if the contestant's section was exported and its results have not all come back.
    """
    _check_section_not_exported(session, contestant)
    seat_holders = SeatHolder.objects.filter(seating__round__in=upcoming, contestant=contestant)
    sit_outs = SitOut.objects.filter(round__in=upcoming, contestant=contestant)
    if session.stage.is_drawn and (seat_holders.exists() or sit_outs.exists()):
        template = _("The next round is drawn with %(name)s: undo the draw first.")
        raise ValidationFailed([Problem("drawn_already", template, {"name": contestant.name})])


def _transfer_seats(
    session: Session, contestant: Contestant, replacement: Contestant, upcoming: Collection[Round]
) -> None:
    """Give the replacement the upcoming seats and sit-outs, and a number in the section."""
    for section in session.sections.filter(assignments__contestant=contestant):
        assign_late_arrival(section, replacement)
    for seating in Seating.objects.filter(
        round__in=upcoming, places__contestant=contestant
    ).distinct():
        seat_holders = seating.places.filter(contestant=contestant).order_by("pk")
        seats = [seat_holder.seat for seat_holder in seat_holders]
        seat_holders.delete()
        SeatHolder.objects.bulk_create(seat_holders_for(seating, seats, [replacement]))
    SitOut.objects.filter(round__in=upcoming, contestant=contestant).update(contestant=replacement)


def _void_open_plays(session: Session, contestant: Contestant, actor: Actor) -> None:
    """Void the contestant's plays without a result; in a season void all their plays.

    In drawn rounds and team matches the opponents at these plays sit out.
    """
    seatings = set()
    plays = Play.objects.filter(
        seating__round__section__session=session, seating__places__contestant=contestant
    ).distinct()
    plays = plays.exclude(state=Play.State.VOID)
    sections = session.sections.filter(rounds__seatings__places__contestant=contestant).distinct()
    if not any(is_season(section) for section in sections):
        plays = plays.filter(state=Play.State.DUE)
    # The plays are not locked. If the table sends a result in the meantime, `decide_play` raises
    # `Conflict`, and the director sees the preview again.
    for play in plays.select_related("seating__round"):
        seatings.add(play.seating)
        reason = gettext(_REASON_LEFT) % {"name": contestant.name}
        decide_play(
            play.pk,
            Entry.Kind.VOID,
            {},
            replaces=play.revision,
            reason=reason,
            actor=actor,
            key=f"left {contestant.pk} {play.pk} {play.revision}",
        )
    if session.stage.is_drawn or session.stage.event.at_two_tables:
        _create_sit_outs(seatings, contestant)


def _create_sit_outs(seatings: Iterable[Seating], contestant: Contestant) -> None:
    reason = serialize_reason(Text(OPPONENT_LEFT, {"name": contestant.name}))
    for seating in seatings:
        opponents = {
            seat_holder.contestant for seat_holder in seating.places.exclude(contestant=contestant)
        }
        for opponent in opponents:
            SitOut.objects.get_or_create(
                round=seating.round, contestant=opponent, defaults={"draw_reason": reason}
            )
