"""Substitutes: somebody plays on the seat of a player who leaves or comes late, and moves with
the contestant."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from django.db.models import QuerySet

from games.problems import Problem, raise_if_any
from games.text import gettext_noop as _
from tournaments.actions.contestants.registration import entered
from tournaments.actions.contestants.self_removal import refuse_own_seat
from tournaments.actions.corrections.correcting import CorrectionRequest, correcting
from tournaments.actions.idempotency import Answer, idempotent
from tournaments.actions.people.near_twins import near_twin_problem, players_called
from tournaments.models import (
    AuditAction,
    Contestant,
    Play,
    Player,
    SeatHolder,
    Session,
    Substitution,
)
from tournaments.queries.people.names import LONGEST_NAME, is_name, names_in
from tournaments.queries.rounds.who_sat import stretches, who_sat

_TEAMS = _("In a team, the line-up says who plays: change the line-up.")
_NOT_BEGUN = _("Before the session starts, replace the contestant in the list instead.")
_FROM_WHEN = _("Choose the board or round from which the substitute plays.")
_NAMELESS = _(
    "Nobody knows yet who plays under number %(number)s. First add the name under People."
)
_NOBODY_SITS = _("After that point this player no longer plays for %(name)s. Check who plays.")
_ONE_NAME = _("Write one person’s name.")
_TOO_LONG = _("Write a name of %(most)s letters or fewer.")
_HIMSELF = _("%(name)s already sits there.")
_ELSEWHERE = _("%(name)s plays at table %(table)s in round %(round)s, for %(contestant)s.")
_KNOWN = _("%(name)s has already played board %(board)s, in round %(round)s.")
_TWICE = _("%(name)s still has board %(board)s to play, in round %(round)s for %(contestant)s.")
_UNDRAWN = _("The round after round %(round)s is not drawn yet. Enter who is back once it is.")


class SubstituteRequest(NamedTuple):
    """Who is to play for a player of a contestant: by name, from a board of a round until a round
    is over.

    `goes` is the row of who sits there now; `board` 0 is the first of the round, `last` 0 the last
    round.
    """

    contestant: int
    goes: int
    name: str
    round: int
    board: int = 0
    last: int = 0


class _Sits(NamedTuple):
    """A place as it will be: who sits there, each with his first board, and which boards change
    hands."""

    place: SeatHolder
    stretches: Sequence[tuple[int, int]]
    plays: Sequence[Play]


def add_substitute(
    session_id: int, wanted: SubstituteRequest, correction: CorrectionRequest
) -> Answer:
    """Let somebody of the club, by name, sit from some board on wherever a player would have sat.

    What was said before about others who sit there later stays. The same with the first player's
    name puts him back. Answers the `player`. Raises as `correcting` does, and `ValidationFailed`
    for teams, before the session begins, where nobody would change, and for somebody who plays
    elsewhere in the same rounds or has a board twice.
    """
    body = [AuditAction.SUBSTITUTE, session_id, *wanted]
    return idempotent(
        correction.actor, correction.key, body, lambda: _substitute(session_id, wanted, correction)
    )


def _substitute(
    session_id: int, wanted: SubstituteRequest, correction: CorrectionRequest
) -> Answer:
    session = Session.objects.select_related("stage__event__club").get(pk=session_id)
    contestant = entered(session.stage.event, wanted.contestant)
    raise_if_any([*_never(session, contestant, wanted), *_name_problems(wanted.name)])
    (name,) = names_in(wanted.name, 1)
    club = session.stage.event.club
    raise_if_any(near_twin_problem(club, name, "name"))
    comes = players_called(club, [name])[name]
    sits = list(_changed(session, wanted, comes))
    raise_if_any(
        _nobody(sits, contestant, wanted, comes)
        or [*_elsewhere(sits, comes), *_boards_twice(sits, comes)]
    )
    refuse_own_seat(contestant, wanted.goes, correction.actor)
    sections = {sat.place.seating.round.section for sat in sits}
    with correcting(
        sections,
        AuditAction.SUBSTITUTE,
        _about(wanted, comes),
        _rows(session, contestant),
        correction,
    ):
        for sat in sits:
            set_seat_players(sat.place, sat.stretches)
    return {"player": comes.pk}


def _about(wanted: SubstituteRequest, comes: Player) -> dict[str, int]:
    who = {"contestant": wanted.contestant, "before": wanted.goes, "player": comes.pk}
    return {**who, "round": wanted.round, **({"board": wanted.board} if wanted.board else {})}


def _never(
    session: Session, contestant: Contestant, wanted: SubstituteRequest
) -> Iterator[Problem]:
    """Where nobody can be substituted at all."""
    if session.stage.event.at_two_tables:
        yield Problem("teams_line_up", _TEAMS)
    elif session.started_at is None:
        yield Problem("not_begun", _NOT_BEGUN)
    elif wanted.round < 1:
        yield Problem("no_beginning", _FROM_WHEN, field="since")
    elif not contestant.partners.exists():
        yield Problem("no_players", _NAMELESS, {"number": contestant.number})
    elif session.stage.is_drawn and wanted.last and not _is_drawn_after(session, wanted.last):
        yield Problem("undrawn", _UNDRAWN, {"round": wanted.last}, "until")


def _is_drawn_after(session: Session, number: int) -> bool:
    later = SeatHolder.objects.filter(
        seating__round__section__session=session, seating__round__number__gt=number
    )
    return later.exists() or number >= session.rounds_to_play


def _name_problems(written: str) -> Iterator[Problem]:
    if len(written.strip()) > LONGEST_NAME:
        yield Problem("name_too_long", _TOO_LONG, {"most": LONGEST_NAME}, "name")
    elif len(names := names_in(written, 1)) != 1 or not is_name(names[0]):
        yield Problem("not_one_name", _ONE_NAME, field="name")


def _rows(
    session: Session, contestant: Contestant
) -> list[QuerySet[SeatHolder] | QuerySet[Substitution]]:
    own = SeatHolder.objects.filter(contestant=contestant, seating__round__section__session=session)
    return [own, Substitution.objects.filter(place__in=own.values("pk"))]


def _changed(session: Session, wanted: SubstituteRequest, comes: Player) -> Iterator[_Sits]:
    """The contestant's places on which who goes would have sat from there on."""
    places = SeatHolder.objects.filter(
        contestant=wanted.contestant,
        seating__round__section__session=session,
        seating__round__number__gte=wanted.round,
    )
    if wanted.last:
        places = places.filter(seating__round__number__lte=wanted.last)
    related = places.select_related(
        "player", "seating__round__section__session__stage__event__club"
    ).prefetch_related("substitutions__player", "seating__plays__board")
    for place in related.order_by("seating__round__number", "pk"):
        is_first = place.seating.round.number == wanted.round
        sat = _with(place, wanted.goes, comes.pk, wanted.board if is_first else 0)
        if sat.plays:
            yield sat


def _with(place: SeatHolder, goes: int, comes: int, board: int) -> _Sits:
    """A place once somebody sits there instead of who goes, from a board on."""
    plays = sorted(place.seating.plays.all(), key=lambda play: play.board.number)
    sat = [(play, who_sat(place, play.board.number)) for play in plays]
    changing = {play for play, who in sat if who and who.pk == goes and play.board.number >= board}
    by_board = [
        (play.board.number, comes if play in changing else who.pk) for play, who in sat if who
    ]
    return _Sits(place, _stretches(by_board), [play for play in plays if play in changing])


def _stretches(by_board: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Each player with the first board that he plays in a row; the first with 0."""
    found: list[tuple[int, int]] = []
    for board, player in by_board:
        if not found or found[-1][1] != player:
            found.append((board if found else 0, player))
    return found


def _nobody(
    sits: Sequence[_Sits], contestant: Contestant, wanted: SubstituteRequest, comes: Player
) -> list[Problem]:
    """That nothing would change: who goes sits nowhere, or is who comes."""
    if comes.pk == wanted.goes:
        return [Problem("sits_there", _HIMSELF, {"name": comes.name}, "name")]
    return (
        [] if sits else [Problem("sits_nowhere", _NOBODY_SITS, {"name": contestant.name}, "goes")]
    )


def _elsewhere(sits: Sequence[_Sits], comes: Player) -> Iterator[Problem]:
    """Other places of who comes in the same rounds."""
    own, numbers = [sat.place.pk for sat in sits], {sat.place.seating.round.number for sat in sits}
    session = sits[0].place.seating.round.section.session
    in_rounds = Play.objects.filter(board__session=session, seating__round__number__in=numbers)
    there = in_rounds.exclude(state=Play.State.VOID).played_by([comes.pk]).values("seating")
    places = (
        SeatHolder.objects.filter(seating__in=there)
        .exclude(pk__in=own)
        .select_related("player", "contestant", "seating__round", "seating__table__section")
    )
    for place in places.prefetch_related("substitutions__player").order_by(
        "seating__round__number", "pk"
    ):
        if comes in [stretch.player for stretch in stretches(place)]:
            at = {"table": place.seating.table.label, "round": place.seating.round.number}
            params = {"name": comes.name, "contestant": place.contestant.name, **at}
            yield Problem("plays_elsewhere", _ELSEWHERE, params, "name")


def _boards_twice(sits: Sequence[_Sits], comes: Player) -> Iterator[Problem]:
    """Boards that who comes would play now and has played, or has yet to play, in another round."""
    boards = {play.board_id for sat in sits for play in sat.plays}
    rounds = {sat.place.seating.round_id for sat in sits}
    again = (
        Play.objects.filter(board__in=boards)
        .exclude(seating__round__in=rounds)
        .played_by([comes.pk])
    )
    related = again.exclude(state=Play.State.VOID).select_related("board", "seating__round")
    for play in related.order_by("board__number", "pk"):
        params = {
            "name": comes.name,
            "board": play.board.number,
            "round": play.seating.round.number,
        }
        if play.state != Play.State.DUE:
            yield Problem("knows_board", _KNOWN, params, "name")
        else:
            yield Problem(
                "plays_twice", _TWICE, {**params, "contestant": _for(play, comes)}, "name"
            )


def _for(play: Play, player: Player) -> str:
    """For whom somebody is to play a board."""
    places = play.seating.places.select_related("contestant", "player").order_by("pk")
    return next(
        (place.contestant.name for place in places if who_sat(place, play.board.number) == player),
        "–",
    )


def set_seat_players(place: SeatHolder, stretches: Sequence[tuple[int, int]]) -> None:
    """Write who sits on a place, each by his row with the first board he plays there, the first
    with 0."""
    (_first, player), *later = stretches
    Substitution.objects.filter(place=place).delete()
    SeatHolder.objects.filter(pk=place.pk).update(player=player)
    Substitution.objects.bulk_create(
        Substitution(place=place, from_board=board, player_id=comes) for board, comes in later
    )


def exchange_substitutes(pairs: Sequence[tuple[SeatHolder, SeatHolder]]) -> None:
    """Whoever came later to one place of a pair came to the other."""
    move_substitutes({one.pk: other for pair in pairs for one, other in (pair, pair[::-1])})


def move_substitutes(to: Mapping[int, SeatHolder]) -> None:
    """Whoever came later to a place, by its row, came to another of them.

    Rows are made anew: each board is once.
    """
    found = list(Substitution.objects.filter(place__in=to).order_by("pk"))
    delete_substitutes(list(to.values()))
    Substitution.objects.bulk_create(
        Substitution(place=to[each.place_id], from_board=each.from_board, player_id=each.player_id)
        for each in found
    )


def delete_substitutes(places: Sequence[SeatHolder]) -> None:
    """Nobody came later to some places: somebody else sat there."""
    Substitution.objects.filter(place__in=places).delete()
