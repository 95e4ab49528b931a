"""Let a substitute play in the seat of a player who leaves or comes late.

The contestant stays the same. The substitute moves from table to table with the contestant.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from django.db.models import QuerySet

from games.problems import Problem, raise_if_any
from games.text import gettext_noop as _
from tournaments.actions.contestants.registration import get_contestant
from tournaments.actions.contestants.self_removal import forbid_substitute_self_removal
from tournaments.actions.corrections.correcting import CorrectionRequest, correcting
from tournaments.actions.idempotency import Answer, idempotent
from tournaments.actions.people.similar_names import get_or_create_players, similar_name_problem
from tournaments.models import (
    AuditAction,
    Contestant,
    Play,
    Player,
    SeatHolder,
    Session,
    Substitution,
)
from tournaments.queries.people.names import MAX_NAME_LENGTH, is_person_name, split_names
from tournaments.queries.rounds.substitutes import player_of_board, seat_periods

_TEAMS_HAVE_LINE_UPS = _("In a team, the line-up says who plays: change the line-up.")
_SESSION_NOT_STARTED = _("Before the session starts, replace the contestant in the list instead.")
_NO_FIRST_BOARD = _("Choose the board or round from which the substitute plays.")
_PLAYERS_UNKNOWN = _(
    "Nobody knows yet who plays under number %(number)s. First add the name under People."
)
_PLAYER_NOT_SEATED = _(
    "After that point this player no longer plays for %(name)s. Check who plays."
)
_ONE_NAME = _("Write one person’s name.")
_NAME_TOO_LONG = _("Write a name of %(most)s letters or fewer.")
_SAME_PLAYER = _("%(name)s already sits there.")
_PLAYS_ELSEWHERE = _("%(name)s plays at table %(table)s in round %(round)s, for %(contestant)s.")
_HAS_PLAYED_BOARD = _("%(name)s has already played board %(board)s, in round %(round)s.")
_PLAYS_TWICE = _(
    "%(name)s still has board %(board)s to play, in round %(round)s for %(contestant)s."
)
_NOT_DRAWN = _("The round after round %(round)s is not drawn yet. Enter who is back once it is.")


class SubstituteRequest(NamedTuple):
    """Who is to play instead of a player of a contestant, and from when until when.

    `contestant` and `replaced_player` are primary keys. `name` is the name of the substitute, who
    may be new to the club. `round` and `last_round` are numbers; `last_round` is 0 if the
    substitute stays to the end. `board` is the number of the substitute's first board in `round`, 0
    if they play the whole round.
    """

    contestant: int
    replaced_player: int
    name: str
    round: int
    board: int = 0
    last_round: int = 0


class _SeatChange(NamedTuple):
    """A seat holder whose players change, and the plays in which another player sits then.

    `player_periods` has the number of a first board and a player id for each consecutive run of
    boards that one player plays in the seat; the first run begins with 0.
    """

    seat_holder: SeatHolder
    player_periods: Sequence[tuple[int, int]]
    plays: Sequence[Play]


def add_substitute(
    session_id: int, substitution: SubstituteRequest, correction: CorrectionRequest
) -> Answer:
    """Let a substitute play instead of another player in all their seats from a board on.

    The substitute is found by name among the players of the club, or created. Other substitutes
    entered for later boards stay. Entering the name of the original player ends the substitution.
    The answer has the primary key of the substitute as `player`. Raises what `correcting` does, and
    `ValidationFailed` for teams, before the session starts, if nothing would change, and if the
    substitute plays elsewhere in these rounds or would play a board twice.
    """
    body = [AuditAction.SUBSTITUTE, session_id, *substitution]
    return idempotent(
        correction.actor,
        correction.key,
        body,
        lambda: _substitute(session_id, substitution, correction),
    )


def _substitute(
    session_id: int, substitution: SubstituteRequest, correction: CorrectionRequest
) -> Answer:
    session = Session.objects.select_related("stage__event__club").get(pk=session_id)
    contestant = get_contestant(session.stage.event, substitution.contestant)
    raise_if_any(
        [*_request_problems(session, contestant, substitution), *_name_problems(substitution.name)]
    )
    (name,) = split_names(substitution.name, 1)
    club = session.stage.event.club
    raise_if_any(similar_name_problem(club, name, "name"))
    player = get_or_create_players(club, [name])[name]
    seat_changes = list(_seat_changes(session, substitution, player))
    raise_if_any(
        _no_change_problems(seat_changes, contestant, substitution, player)
        or [
            *_other_seat_problems(seat_changes, player),
            *_repeated_board_problems(seat_changes, player),
        ]
    )
    forbid_substitute_self_removal(contestant, substitution.replaced_player, correction.actor)
    sections = {change.seat_holder.seating.round.section for change in seat_changes}
    with correcting(
        sections,
        AuditAction.SUBSTITUTE,
        _audit_data(substitution, player),
        _watched_rows(session, contestant),
        correction,
    ):
        for change in seat_changes:
            set_seat_players(change.seat_holder, change.player_periods)
    return {"player": player.pk}


def _audit_data(substitution: SubstituteRequest, player: Player) -> dict[str, int]:
    data = {
        "contestant": substitution.contestant,
        "before": substitution.replaced_player,
        "player": player.pk,
    }
    return {
        **data,
        "round": substitution.round,
        **({"board": substitution.board} if substitution.board else {}),
    }


def _request_problems(
    session: Session, contestant: Contestant, substitution: SubstituteRequest
) -> Iterator[Problem]:
    """Yield a problem if the contestant cannot have a substitute, or the period is wrong."""
    if session.stage.event.at_two_tables:
        yield Problem("teams_line_up", _TEAMS_HAVE_LINE_UPS)
    elif session.started_at is None:
        yield Problem("not_begun", _SESSION_NOT_STARTED)
    elif substitution.round < 1:
        yield Problem("no_beginning", _NO_FIRST_BOARD, field="since")
    elif not contestant.partners.exists():
        yield Problem("no_players", _PLAYERS_UNKNOWN, {"number": contestant.number})
    elif (
        session.stage.is_drawn
        and substitution.last_round
        and not _is_drawn_after(session, substitution.last_round)
    ):
        yield Problem("undrawn", _NOT_DRAWN, {"round": substitution.last_round}, "until")


def _is_drawn_after(session: Session, round_number: int) -> bool:
    later_seat_holders = SeatHolder.objects.filter(
        seating__round__section__session=session, seating__round__number__gt=round_number
    )
    return later_seat_holders.exists() or round_number >= session.rounds_to_play


def _name_problems(name_text: str) -> Iterator[Problem]:
    if len(name_text.strip()) > MAX_NAME_LENGTH:
        yield Problem("name_too_long", _NAME_TOO_LONG, {"most": MAX_NAME_LENGTH}, "name")
    elif len(names := split_names(name_text, 1)) != 1 or not is_person_name(names[0]):
        yield Problem("not_one_name", _ONE_NAME, field="name")


def _watched_rows(
    session: Session, contestant: Contestant
) -> list[QuerySet[SeatHolder] | QuerySet[Substitution]]:
    seat_holders = SeatHolder.objects.filter(
        contestant=contestant, seating__round__section__session=session
    )
    return [seat_holders, Substitution.objects.filter(place__in=seat_holders.values("pk"))]


def _seat_changes(
    session: Session, substitution: SubstituteRequest, player: Player
) -> Iterator[_SeatChange]:
    """Yield a change for each of the contestant's seats that the substitute takes over."""
    seat_holders = SeatHolder.objects.filter(
        contestant=substitution.contestant,
        seating__round__section__session=session,
        seating__round__number__gte=substitution.round,
    )
    if substitution.last_round:
        seat_holders = seat_holders.filter(seating__round__number__lte=substitution.last_round)
    holders_with_plays = seat_holders.select_related(
        "player", "seating__round__section__session__stage__event__club"
    ).prefetch_related("substitutions__player", "seating__plays__board")
    for seat_holder in holders_with_plays.order_by("seating__round__number", "pk"):
        is_first = seat_holder.seating.round.number == substitution.round
        change = _seat_change(
            seat_holder,
            substitution.replaced_player,
            player.pk,
            substitution.board if is_first else 0,
        )
        if change.plays:
            yield change


def _seat_change(
    seat_holder: SeatHolder, replaced_id: int, player_id: int, board_number: int
) -> _SeatChange:
    """Return the change if another player takes the seat from a board number on.

    Its plays are empty if the replaced player does not sit there.
    """
    plays = sorted(seat_holder.seating.plays.all(), key=lambda play: play.board.number)
    players_by_play = [(play, player_of_board(seat_holder, play.board.number)) for play in plays]
    changed_plays = {
        play
        for play, current_player in players_by_play
        if current_player and current_player.pk == replaced_id and play.board.number >= board_number
    }
    players_by_board = [
        (play.board.number, player_id if play in changed_plays else current_player.pk)
        for play, current_player in players_by_play
        if current_player
    ]
    return _SeatChange(
        seat_holder, _periods(players_by_board), [play for play in plays if play in changed_plays]
    )


def _periods(players_by_board: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the first board and the player of each run of boards; the first board is 0."""
    periods: list[tuple[int, int]] = []
    for board_number, player_id in players_by_board:
        if not periods or periods[-1][1] != player_id:
            periods.append((board_number if periods else 0, player_id))
    return periods


def _no_change_problems(
    seat_changes: Sequence[_SeatChange],
    contestant: Contestant,
    substitution: SubstituteRequest,
    player: Player,
) -> list[Problem]:
    """Return a problem if the substitution would not change any seat."""
    if player.pk == substitution.replaced_player:
        return [Problem("sits_there", _SAME_PLAYER, {"name": player.name}, "name")]
    return (
        []
        if seat_changes
        else [Problem("sits_nowhere", _PLAYER_NOT_SEATED, {"name": contestant.name}, "goes")]
    )


def _other_seat_problems(seat_changes: Sequence[_SeatChange], player: Player) -> Iterator[Problem]:
    """Yield a problem for each other seat that the substitute has in the same rounds."""
    changed_holder_ids = [change.seat_holder.pk for change in seat_changes]
    round_numbers = {change.seat_holder.seating.round.number for change in seat_changes}
    session = seat_changes[0].seat_holder.seating.round.section.session
    plays_in_rounds = Play.objects.filter(
        board__session=session, seating__round__number__in=round_numbers
    )
    seating_ids = (
        plays_in_rounds.exclude(state=Play.State.VOID).played_by([player.pk]).values("seating")
    )
    seat_holders = (
        SeatHolder.objects.filter(seating__in=seating_ids)
        .exclude(pk__in=changed_holder_ids)
        .select_related("player", "contestant", "seating__round", "seating__table__section")
    )
    for seat_holder in seat_holders.prefetch_related("substitutions__player").order_by(
        "seating__round__number", "pk"
    ):
        if player in [period.player for period in seat_periods(seat_holder)]:
            location = {
                "table": seat_holder.seating.table.label,
                "round": seat_holder.seating.round.number,
            }
            params = {"name": player.name, "contestant": seat_holder.contestant.name, **location}
            yield Problem("plays_elsewhere", _PLAYS_ELSEWHERE, params, "name")


def _repeated_board_problems(
    seat_changes: Sequence[_SeatChange], player: Player
) -> Iterator[Problem]:
    """Yield a problem for each board that the substitute would play twice.

    They have played the board in another round, or still have to play it there.
    """
    board_ids = {play.board_id for change in seat_changes for play in change.plays}
    round_ids = {change.seat_holder.seating.round_id for change in seat_changes}
    plays_of_substitute = (
        Play.objects.filter(board__in=board_ids)
        .exclude(seating__round__in=round_ids)
        .played_by([player.pk])
    )
    repeated_plays = plays_of_substitute.exclude(state=Play.State.VOID).select_related(
        "board", "seating__round"
    )
    for play in repeated_plays.order_by("board__number", "pk"):
        params = {
            "name": player.name,
            "board": play.board.number,
            "round": play.seating.round.number,
        }
        if play.state != Play.State.DUE:
            yield Problem("knows_board", _HAS_PLAYED_BOARD, params, "name")
        else:
            yield Problem(
                "plays_twice",
                _PLAYS_TWICE,
                {**params, "contestant": _contestant_name(play, player)},
                "name",
            )


def _contestant_name(play: Play, player: Player) -> str:
    """Return the name of the contestant for whom the player plays a board; "–" if unknown."""
    seat_holders = play.seating.places.select_related("contestant", "player").order_by("pk")
    return next(
        (
            seat_holder.contestant.name
            for seat_holder in seat_holders
            if player_of_board(seat_holder, play.board.number) == player
        ),
        "–",
    )


def set_seat_players(seat_holder: SeatHolder, player_periods: Sequence[tuple[int, int]]) -> None:
    """Store the players of a seat: pairs of first board and player id, the first with board 0."""
    (_first_board, first_player_id), *later_periods = player_periods
    Substitution.objects.filter(place=seat_holder).delete()
    SeatHolder.objects.filter(pk=seat_holder.pk).update(player=first_player_id)
    Substitution.objects.bulk_create(
        Substitution(place=seat_holder, from_board=board_number, player_id=player_id)
        for board_number, player_id in later_periods
    )


def exchange_substitutes(pairs: Sequence[tuple[SeatHolder, SeatHolder]]) -> None:
    """Exchange the substitutes of each pair of seat holders."""
    move_substitutes(
        {
            first_holder.pk: second_holder
            for pair in pairs
            for first_holder, second_holder in (pair, pair[::-1])
        }
    )


def move_substitutes(targets: Mapping[int, SeatHolder]) -> None:
    """Move the substitutes of each key of `targets` to the seat holder that is its value.

    Keys are primary keys of seat holders. The rows are deleted and created again: if they were
    updated one by one, a seat holder could have two rows with the same first board for a moment.
    """
    substitutions = list(Substitution.objects.filter(place__in=targets).order_by("pk"))
    delete_substitutes(list(targets.values()))
    Substitution.objects.bulk_create(
        Substitution(
            place=targets[substitution.place_id],
            from_board=substitution.from_board,
            player_id=substitution.player_id,
        )
        for substitution in substitutions
    )


def delete_substitutes(seat_holders: Sequence[SeatHolder]) -> None:
    """Delete all substitutes of some seat holders."""
    Substitution.objects.filter(place__in=seat_holders).delete()
