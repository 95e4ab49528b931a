"""Rounds drawn one after the other: drawn, changed by hand, taken back, begun."""

from collections.abc import Iterator, Mapping

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from games.problems import Problem, Refused
from games.text import Words
from games.text import gettext_noop as _
from tournaments.actions.actor import Actor
from tournaments.actions.audit import record
from tournaments.actions.seating import places, seat, why
from tournaments.actions.standings import standings_changed
from tournaments.actions.state import read_state
from tournaments.models import Contestant, Entry, Place, Play, Round, Seating, Session, SitOut
from tournaments.movements.movement import Movement
from tournaments.movements.pairing_warnings import pairing_warnings
from tournaments.movements.plan import Seated
from tournaments.queries.seated import seated_in

BY_HAND = _("Exchanged by the director: %(one)s and %(other)s.")

_OPEN = (Play.State.DUE, Play.State.CONFLICT)


def draw_round(session_id: int, actor: Actor) -> Round:
    """Draw the next round from what was played; it waits to be looked at and begun.

    Raises `Refused` while the round before goes on or lacks a result (with every table), when there is a
    round that has not begun, when all were played, and when nobody can be drawn.
    """
    with transaction.atomic():
        session = _locked(session_id)
        movement, last = _drawn_movement(session), _last(session)
        _refuse(list(_unfinished(session, last)))
        number = last.number + 1 if last else 1
        try:
            drawn = movement.next_round(read_state(session.stage, session.boards_per_round))
        except IndexError:
            raise Refused(
                [Problem("nothing_left", _("Nothing is left to be drawn: finish the session."))]
            ) from None
        seat(session, {number: drawn})
        record(actor, "draw round", session.stage.event, session=session.pk, round=number)
    return Round.objects.get(section__session=session, number=number)


def begin_round(round_id: int, actor: Actor) -> None:
    """Begin a round that was drawn. Raises `Refused` where it has begun, or the session has not."""
    with transaction.atomic():
        round_ = _read(round_id)
        _drawn_movement(round_.section.session)
        if round_.section.session.state != Session.State.RUNNING:
            raise Refused([Problem("not_running", _("Start the session first."))])
        if not Round.objects.filter(pk=round_id, started_at=None).update(started_at=timezone.now()):
            raise Refused([Problem("begun", _("This round has begun already."))])
        standings_changed(round_.section.session.stage_id)  # whoever sits out gets his award now
        record(actor, "begin round", round_.section.session.stage.event, round=round_.number)


def undo_draw(round_id: int, actor: Actor) -> None:
    """Take a drawn round back as if it had never been. Raises `Refused` once a table has sent a result."""
    with transaction.atomic():
        round_ = _changeable(round_id)
        session, number = round_.section.session, round_.number
        round_.delete()
        session.boards.filter(plays=None).delete()
        standings_changed(session.stage_id)
        record(actor, "undo draw", session.stage.event, session=session.pk, round=number)


def exchange(round_id: int, one_id: int, other_id: int, actor: Actor) -> None:
    """Two contestants of a drawn round take each other's place, or the sit-out.

    Raises `Refused` once a table has sent a result, and where one of them is not in the round.
    """
    with transaction.atomic():
        round_ = _changeable(round_id)
        one, other = _two(round_, one_id, other_id)
        reason = why(Words(BY_HAND, {"one": one.name, "other": other.name}))
        _take_places(round_, {one: other, other: one}, reason)
        record(
            actor,
            "exchange",
            round_.section.session.stage.event,
            round=round_.number,
            one=one.number,
            other=other.number,
        )


def exchange_warnings(round_id: int, one_id: int, other_id: int) -> list[Problem]:
    """What the draw would have avoided, and `exchange` would bring; nothing is stored.

    Raises `Refused` where one of the two is not in the round.
    """
    round_ = _read(round_id)
    one, other = (each.number for each in _two(round_, one_id, other_id))
    session = round_.section.session
    state = read_state(session.stage, session.boards_per_round)
    seated = seated_in(Round.objects.filter(pk=round_id), session.stage.event.game.lines)[round_id]
    before = tuple(each for each, _seating in seated)
    after = tuple(_instead(each, {one: other, other: one}) for each in before)
    known = pairing_warnings(state, before)
    return [warning for warning in pairing_warnings(state, after) if warning not in known]


def _instead(seated: Seated, instead: Mapping[int, int]) -> Seated:
    lines = {
        line: tuple(instead.get(number, number) for number in numbers)
        for line, numbers in seated.lines.items()
    }
    return Seated(seated.table, lines, seated.boards)


def _locked(session_id: int) -> Session:
    sessions = Session.objects.select_for_update(of=("self",)).select_related("stage__event__club")
    session = sessions.get(pk=session_id)
    if session.state not in (Session.State.DEALT, Session.State.RUNNING):
        template = _("The session is %(state)s: nothing can be drawn now.")
        raise Refused([Problem("wrong_state", template, {"state": session.get_state_display()})])
    return session


def _drawn_movement(session: Session) -> Movement:
    movement = session.stage.movement
    if movement is None or movement.fixed:
        raise Refused([Problem("not_drawn", _("The rounds of this movement are not drawn."))])
    return movement


def _last(session: Session) -> Round | None:
    return Round.objects.filter(section__session=session).order_by("number").last()


def _unfinished(session: Session, last: Round | None) -> Iterator[Problem]:
    """Why no round can be drawn yet: the one before is not over, or a table's result is missing."""
    if last is None:
        return
    if last.number >= session.rounds_planned:
        yield Problem("all_drawn", _("All %(rounds)s rounds are drawn."), {"rounds": session.rounds_planned})
    if last.ended_at is None:
        yield Problem("round_not_over", _("End round %(round)s first."), {"round": last.number})
        return
    missing = Seating.objects.filter(round=last, plays__state__in=_OPEN).order_by("table__number")
    for number in missing.values_list("table__number", flat=True).distinct():
        template = _("Table %(table)s has no settled result: enter it, or say that it was not played.")
        yield Problem("result_missing", template, {"table": number})


def _read(round_id: int) -> Round:
    return Round.objects.select_related("section__session__stage__event__club").get(pk=round_id)


def _changeable(round_id: int) -> Round:
    """A drawn round that is the last one and of which nobody has said anything."""
    round_ = _read(round_id)
    session = _locked(round_.section.session_id)
    _drawn_movement(session)
    if round_ != _last(session):
        raise Refused([Problem("not_last", _("Only the last round can be changed."))])
    if Entry.objects.filter(play__seating__round=round_).exists():
        template = _("Round %(round)s has a result already: it can no longer be changed.")
        raise Refused([Problem("has_result", template, {"round": round_.number})])
    return round_


def _two(round_: Round, one_id: int, other_id: int) -> tuple[Contestant, Contestant]:
    if one_id == other_id:
        raise Refused([Problem("same_contestant", _("Choose two different contestants."))])
    return _in_round(round_, one_id), _in_round(round_, other_id)


def _in_round(round_: Round, contestant_id: int) -> Contestant:
    placed = Q(places__seating__round=round_) | Q(sit_outs__round=round_)
    found = Contestant.objects.filter(placed, pk=contestant_id).first()
    if found is None:
        raise Refused([Problem("not_in_round", _("Choose two who are in this round."))])
    return found


def _take_places(round_: Round, instead: Mapping[Contestant, Contestant], reason: dict[str, object]) -> None:
    """Who sat there goes, and whoever is there instead sits down with his own players."""
    seats = {each: _seats(round_, each) for each in instead}
    Place.objects.filter(seating__round=round_, contestant__in=instead).delete()
    sit_outs = list(round_.sit_outs.filter(contestant__in=instead))
    SitOut.objects.filter(pk__in=[each.pk for each in sit_outs]).delete()
    for gone, comes in instead.items():
        for seating, letters in seats[gone].items():
            Place.objects.bulk_create(places(seating, letters, [comes]))
            Seating.objects.filter(pk=seating.pk).update(why=reason)
    SitOut.objects.bulk_create(
        SitOut(round=round_, contestant=instead[each.contestant], why=reason) for each in sit_outs
    )


def _seats(round_: Round, contestant: Contestant) -> dict[Seating, list[str]]:
    seats: dict[Seating, list[str]] = {}
    taken = Place.objects.filter(seating__round=round_, contestant=contestant).select_related("seating")
    for place in taken.order_by("pk"):
        seats.setdefault(place.seating, []).append(place.seat)
    return seats


def _refuse(problems: list[Problem]) -> None:
    if problems:
        raise Refused(problems)
