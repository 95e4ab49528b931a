"""After the start: contestants who leave, and who takes over from them."""

from collections.abc import Collection, Iterable

from django.utils import timezone
from django.utils.translation import gettext

from games.problems import Problem, ValidationFailed, raise_if_any
from games.text import Text
from games.text import gettext_noop as _
from tournaments.actions.contestants.late_arrivals import (
    allot_late,
    enter_newcomer,
    everywhere,
    running_session,
)
from tournaments.actions.contestants.registration import entered
from tournaments.actions.contestants.self_removal import refuse_own_place
from tournaments.actions.contestants.vacated_seats import (
    give_up_seats,
    is_season,
    rows_of_comings_and_goings,
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
from tournaments.queries.contestants.late_arrival_seats import rests_without
from tournaments.queries.contestants.vacated_places import freed_places
from tournaments.queries.offline.sections import unfinished_exported_sections
from tournaments.queries.rounds.in_progress import upcoming_rounds

OPPONENT_LEFT = _("%(name)s left: no match was played.")
_LEFT = _("%(name)s has left.")
_AWAY = _(
    "%(section)s was sent as a file, and not all results of %(name)s have come back: import "
    "its results first, or call its copies void. The director there says what is no longer "
    "played."
)


def leave_event(
    event: Event,
    contestant_id: int,
    correction: CorrectionRequest,
    instead: str = "",
    *,
    offers_place: bool = False,
) -> Answer:
    """A contestant leaves while it plays. What he was still to play is void.

    What he has played stays. In a fixed plan the tables at which he would sit later are gone, and
    whoever would have met him rests. In a season his results are erased instead, since not
    everybody would have met him (as the rules of leagues have it).

    `instead` names whoever takes over his places from the next round on, as a contestant of his
    own. With `offers_place` those who would sit out in the rounds to come have his place where they
    can; the answer's `moves` are the number of each such round, the label of a table and the row of
    who plays there. Whoever was drawn against him in the round being played sits out. Answers him
    as `contestant`, his `number`, who plays `instead` and under which number (`comes`), and who
    rests in which round (`rests`).

    Raises as `correcting` does, and `ValidationFailed` where nothing is being played, when he has
    left already, where a round drawn with him has not begun, while his section is away as a file,
    and for oneself with boards to play.
    """
    body = [
        AuditAction.LEAVE_EVENT,
        event.pk,
        contestant_id,
        instead,
        *([True] if offers_place else []),
    ]
    offers_place = offers_place and not instead
    return idempotent(
        correction.actor,
        correction.key,
        body,
        lambda: _leave(event, contestant_id, correction, instead, offers_place),
    )


def _leave(
    event: Event,
    contestant_id: int,
    correction: CorrectionRequest,
    instead: str,
    offers_place: bool,
) -> Answer:
    session = running_session(event)
    about: dict[str, object] = {}
    rows = rows_of_comings_and_goings(session)
    with correcting(everywhere(session), AuditAction.LEAVE_EVENT, about, rows, correction):
        gone = _present(event, contestant_id)
        refuse_own_place(gone, correction.actor)
        moves = _give_place(session, gone) if offers_place else []
        rests = rests_without(session, gone, replaced=bool(instead))
        comes = _taken_leave(session, gone, correction.actor, instead)
        about |= {
            "contestant": gone.pk,
            "number": gone.number,
            "instead": comes.pk if comes else None,
        }
    return {**about, "comes": comes.number if comes else None, "rests": rests, "moves": moves}


def _give_place(session: Session, gone: Contestant) -> list[list[object]]:
    """Seat those who would sit out in rounds to come in the place of who leaves, as far as they
    can."""
    new = freed_places(session, gone)
    seatings = Seating.objects.select_related("round", "table__section").in_bulk(
        {each.seating for each in new}
    )
    people = Contestant.objects.prefetch_related("partners").in_bulk(
        {each.contestant for each in new}
    )
    for each in new:
        seatings[each.seating].places.filter(seat__in=each.seats).delete()
    for each in new:
        places = seat_holders_for(seatings[each.seating], each.seats, [people[each.contestant]])
        SeatHolder.objects.bulk_create(places)
    if new:
        include_added_plays(session.stage)
    told = [(seatings[each.seating], each.contestant) for each in new]
    return [[seating.round.number, seating.table.label, pk] for seating, pk in told]


def _taken_leave(
    session: Session, gone: Contestant, actor: Actor, instead: str
) -> Contestant | None:
    """Answers who takes over."""
    coming = upcoming_rounds(session)
    _refuse_bound(session, coming, gone)
    Contestant.objects.filter(pk=gone.pk).update(withdrawn_at=timezone.now())
    comes = enter_newcomer(session.stage.event, instead) if instead else None
    _free_his_places(session, gone, comes, coming)
    _call_off(session, gone, actor)
    return comes


def _free_his_places(
    session: Session, gone: Contestant, comes: Contestant | None, coming: Collection[Round]
) -> None:
    """In rounds to come somebody takes over, or nobody sits there; a rest is nobody's then."""
    if session.stage.event.at_two_tables:
        for round_ in coming:
            discard_line_ups(round_, [gone])
    if comes:
        _take_over(session, gone, comes, coming)
    else:
        give_up_seats(session, gone, coming)
    SitOut.objects.filter(round__in=coming, contestant=gone).delete()


def _present(event: Event, contestant_id: int) -> Contestant:
    contestant = entered(event, contestant_id)
    if contestant.withdrawn_at:
        params = {"name": contestant.name}
        raise ValidationFailed([Problem("left_already", _("%(name)s has already left."), params)])
    return contestant


def _refuse_away(session: Session, gone: Contestant) -> None:
    """Raises `ValidationFailed` where he may have played elsewhere what is not known here, and is
    still to be."""
    his = session.sections.filter(rounds__seatings__places__contestant=gone)
    away = unfinished_exported_sections(Section.objects.filter(pk__in=his.values("pk")))
    params = [{"section": section.name, "name": gone.name} for section in away]
    raise_if_any([Problem("section_away", _AWAY, each) for each in params])


def _refuse_bound(session: Session, coming: Collection[Round], gone: Contestant) -> None:
    """Raises `ValidationFailed` where a round is drawn with him, or his section is away."""
    _refuse_away(session, gone)
    seated = SeatHolder.objects.filter(seating__round__in=coming, contestant=gone)
    resting = SitOut.objects.filter(round__in=coming, contestant=gone)
    if session.stage.is_drawn and (seated.exists() or resting.exists()):
        template = _("The next round is drawn with %(name)s: undo the draw first.")
        raise ValidationFailed([Problem("drawn_already", template, {"name": gone.name})])


def _take_over(
    session: Session, gone: Contestant, comes: Contestant, coming: Collection[Round]
) -> None:
    """The places and the rests of whoever is gone in rounds that have not begun, in his section."""
    for section in session.sections.filter(assignments__contestant=gone):
        allot_late(section, comes)
    for seating in Seating.objects.filter(round__in=coming, places__contestant=gone).distinct():
        left = seating.places.filter(contestant=gone).order_by("pk")
        seats = [place.seat for place in left]
        left.delete()
        SeatHolder.objects.bulk_create(seat_holders_for(seating, seats, [comes]))
    SitOut.objects.filter(round__in=coming, contestant=gone).update(contestant=comes)


def _call_off(session: Session, gone: Contestant, actor: Actor) -> None:
    """His plays without a result are void, in a season all; in a drawn round his opponents sit
    out."""
    seatings = set()
    left = Play.objects.filter(
        seating__round__section__session=session, seating__places__contestant=gone
    ).distinct()
    left = left.exclude(state=Play.State.VOID)
    own = session.sections.filter(rounds__seatings__places__contestant=gone).distinct()
    if not any(is_season(section) for section in own):
        left = left.filter(state=Play.State.DUE)
    # Not locked: where his table sends a result meanwhile, the director is told to look again
    # before he goes.
    for play in left.select_related("seating__round"):
        seatings.add(play.seating)
        reason = gettext(_LEFT) % {"name": gone.name}
        decide_play(
            play.pk,
            Entry.Kind.VOID,
            {},
            replaces=play.revision,
            reason=reason,
            actor=actor,
            key=f"left {gone.pk} {play.pk} {play.revision}",
        )
    if session.stage.is_drawn or session.stage.event.at_two_tables:
        _let_sit_out(seatings, gone)


def _let_sit_out(seatings: Iterable[Seating], gone: Contestant) -> None:
    reason = serialize_reason(Text(OPPONENT_LEFT, {"name": gone.name}))
    for seating in seatings:
        others = {place.contestant for place in seating.places.exclude(contestant=gone)}
        for contestant in others:
            SitOut.objects.get_or_create(
                round=seating.round, contestant=contestant, defaults={"draw_reason": reason}
            )
