"""A table at which some sat on other seats than they were to: everybody on the seat on which he
sat."""

from collections.abc import Iterator, Mapping

from games.problems import Problem, raise_if_any
from games.text import gettext_noop as _
from tournaments.actions.corrections.correcting import CorrectionRequest, correcting
from tournaments.actions.corrections.substitutes import move_substitutes
from tournaments.actions.idempotency import Answer, idempotent
from tournaments.models import AuditAction, SeatHolder, Seating, Substitution
from tournaments.permissions.results import check_own_board_rule_for

_EVERYBODY_ONCE = _("Choose a different player of this table for each seat.")
_AS_BEFORE = _("They already sit this way.")
_APART = _("%(name)s would sit on both sides. Partners must stay together.")
_TEAMS = _("In a team, the line-up says who sits where: correct the line-up.")


def reseat_table(seating_id: int, sat: Mapping[str, str], correction: CorrectionRequest) -> Answer:
    """Let everybody at a table have sat where he did; what was said of its boards stays with the
    seats.

    `sat` has for each seat the one on which whoever sat there was to sit. Raises as `correcting`
    does, `ValidationFailed` where that leaves somebody out, changes nothing, or parts partners, and
    for teams, and `Seating.DoesNotExist`.
    """
    body = [AuditAction.RESEAT_TABLE, seating_id, dict(sorted(sat.items()))]
    return idempotent(
        correction.actor, correction.key, body, lambda: _reseat(seating_id, sat, correction)
    )


def _reseat(seating_id: int, sat: Mapping[str, str], correction: CorrectionRequest) -> Answer:
    related = Seating.objects.select_related(
        "table__section", "round__section__session__stage__event__club"
    )
    seating = related.get(pk=seating_id)
    places = {place.seat: place for place in seating.places.select_related("contestant")}
    raise_if_any(_problems(seating, places, sat))
    about = {"table": seating.table.label, "round": seating.round.number}
    rows = [
        SeatHolder.objects.filter(seating=seating),
        Substitution.objects.filter(place__seating=seating),
    ]
    with correcting([seating.round.section], AuditAction.RESEAT_TABLE, about, rows, correction):
        check_own_board_rule_for(seating.plays.all(), correction.actor)
        move_substitutes({places[was_to].pk: places[seat] for seat, was_to in sat.items()})
        who = {
            seat: (places[was_to].contestant_id, places[was_to].player_id)
            for seat, was_to in sat.items()
        }
        for seat, place in places.items():
            place.contestant_id, place.player_id = who[seat]
        SeatHolder.objects.bulk_update(places.values(), ["contestant", "player"])
    return {"seating": seating.pk}


def _problems(
    seating: Seating, places: Mapping[str, SeatHolder], sat: Mapping[str, str]
) -> Iterator[Problem]:
    event = seating.round.section.session.stage.event
    if event.at_two_tables:
        yield Problem("teams_line_up", _TEAMS)
    elif sat.keys() != places.keys() or set(sat.values()) != places.keys():
        yield Problem("everybody_once", _EVERYBODY_ONCE)
    elif all(seat == was_to for seat, was_to in sat.items()):
        yield Problem("as_before", _AS_BEFORE)
    else:
        yield from _parted(event.game.lines, places, sat)


def _parted(
    lines: Mapping[str, tuple[str, ...]], places: Mapping[str, SeatHolder], sat: Mapping[str, str]
) -> Iterator[Problem]:
    """Contestants who would sit on two lines."""
    line_of = {seat: line for line, seats in lines.items() for seat in seats}
    where: dict[str, set[str]] = {}
    for seat, was_to in sat.items():
        where.setdefault(places[was_to].contestant.name, set()).add(line_of[seat])
    yield from (
        Problem("parted", _APART, {"name": name}) for name, on in where.items() if len(on) > 1
    )
