"""Line-ups of teams: submitted in secret before a match, and applied when it starts."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from django.db import transaction
from django.db.models import QuerySet

from games.game import Game
from games.problems import Problem, ValidationFailed, raise_if_any
from games.text import gettext_noop as _
from tournaments.actions.audit import record_audit
from tournaments.actions.idempotency import Conflict
from tournaments.actions.rounds.draw_checks import lock_unfinished_session
from tournaments.models import AuditAction, Contestant, ContestantPlayer, LineUp, Round, SeatHolder
from tournaments.permissions.actor import Actor
from tournaments.permissions.editable import require_editable
from tournaments.permissions.visibility.line_ups import public_line_ups
from tournaments.permissions.visibility.playing_members import player_ids_of_user
from tournaments.queries.rounds.line_ups import earlier_seats, seatings_without_match

_ROUND_STARTED = _("Round %(round)s has started: only the director can change its line-ups now.")
_ROUND_ENDED = _("Round %(round)s has ended: its line-ups can no longer be changed.")
_NO_MATCH = _("%(name)s plays no match in round %(round)s.")
_BOTH_SUBMITTED = _(
    "Both teams have submitted their line-ups: only the director can change them now."
)
_NO_LISTED_PLAYERS = _("%(name)s has no players to choose from: ask the director to add them.")
_ROUND_DELETED = _("This round no longer exists: its draw was undone.")
_ACTOR_IS_OPPONENT = _(
    "You play against %(name)s in this match: the team itself or another director must "
    "submit its line-up."
)
_SEAT_EMPTY = _("Choose a player of the team for each of the four seats.")
_SITS_TWICE = _("%(player)s cannot play in two seats.")


def submit_line_up(
    round_id: int, contestant_id: int, player_numbers: Mapping[str, int], actor: Actor
) -> None:
    """Submit a team's line-up for a round, replacing an earlier one.

    `player_numbers` maps each seat to the number of a player in the team's list. The players of N
    and S sit at one table, those of E and W at the other.

    A line-up is secret until both teams of the match have submitted theirs or the round starts.
    Until then the team may change it. Afterwards it may not, because it would know the opponents'
    line-up. A member of the club may correct a line-up until the round ends. A member who plays in
    the opposing team may do so only once both line-ups are public.

    Raises `Conflict` if the actor is a team and the round has started, if the round has ended, or
    if its draw was undone. Raises `ValidationFailed` with every other problem.
    """
    with transaction.atomic():
        round_ = _lock_open_round(round_id, actor)
        event = round_.section.session.stage.event
        require_editable(event, AuditAction.SUBMIT_LINE_UP)
        team = _team_in_round(round_, contestant_id)
        _check_may_submit(round_, team, actor)
        players_by_number = {
            contestant_player.number: contestant_player
            for contestant_player in team.partners.select_related("player")
        }
        raise_if_any(_line_up_problems(event.game, team, players_by_number, player_numbers))
        LineUp.objects.filter(round=round_, contestant=team).delete()
        LineUp.objects.bulk_create(
            LineUp(
                round=round_,
                contestant=team,
                seat=seat,
                player=players_by_number[player_numbers[seat]].player,
            )
            for seat in event.game.seats
        )
        _seat_public_line_ups(round_, team)
        subject = {"contestant": team.pk, "number": team.number, "round": round_.number}
        record_audit(actor, AuditAction.SUBMIT_LINE_UP, event, **subject)


def seat_teams(rounds: Iterable[Round]) -> None:
    """Enter the players in the seats of team rounds that start.

    A team sits as in its line-up for the round. Without a line-up it sits as in the earlier half of
    the match, or else in the order of its list. The seats of a team without listed players stay
    empty.
    """
    for round_ in rounds:
        seat_holders = list(SeatHolder.objects.filter(seating__round=round_))
        team_ids = {seat_holder.contestant_id for seat_holder in seat_holders}
        line_ups = LineUp.objects.filter(round=round_)
        seats = (
            _player_ids_in_list_order(round_, team_ids)
            | _player_ids_by_team_and_seat(earlier_seats(round_, team_ids))
            | _player_ids_by_team_and_seat(line_ups)
        )
        for seat_holder in seat_holders:
            seat_holder.player_id = seats.get(seat_holder.contestant_id, {}).get(seat_holder.seat)
        SeatHolder.objects.bulk_update(seat_holders, ["player"], batch_size=500)


def discard_line_ups(round_: Round, teams: Iterable[Contestant]) -> None:
    """Delete the line-ups of teams that no longer meet, given one team of each match."""
    own_seats = SeatHolder.objects.filter(seating__round=round_, contestant__in=teams)
    match_seats = list(
        SeatHolder.objects.filter(seating__in=own_seats.values("seating")).values_list(
            "pk", "contestant"
        )
    )
    LineUp.objects.filter(
        round=round_, contestant__in={team_id for _seat_holder_id, team_id in match_seats}
    ).delete()
    SeatHolder.objects.filter(
        pk__in=[seat_holder_id for seat_holder_id, _team_id in match_seats]
    ).update(player=None)


def _lock_open_round(round_id: int, actor: Actor) -> Round:
    """Lock and return the round with its session.

    Raises `Conflict` if the actor can no longer change line-ups of the round.
    """
    rounds = Round.objects.filter(pk=round_id)
    session_id = rounds.values_list("section__session", flat=True).first()
    session = lock_unfinished_session(session_id) if session_id else None
    round_ = rounds.select_for_update(of=("self",)).select_related("section").first()
    if session is None or round_ is None:
        raise Conflict([Problem("round_gone", _ROUND_DELETED)])
    round_.section.session = session
    if round_.ended_at:
        raise Conflict([Problem("round_ended", _ROUND_ENDED, {"round": round_.number})])
    if round_.started_at and actor.user_id is None:
        raise Conflict([Problem("round_begun", _ROUND_STARTED, {"round": round_.number})])
    return round_


def _team_in_round(round_: Round, contestant_id: int) -> Contestant:
    """Return the team; raise `ValidationFailed` unless it plays a match in the round.

    An unknown contestant and an event without teams get the same message.
    """
    event = round_.section.session.stage.event
    team = event.contestants.filter(pk=contestant_id).first()
    seats = SeatHolder.objects.filter(seating__round=round_, contestant=contestant_id)
    seats = seats.exclude(seating__in=seatings_without_match(round_))
    if team is None or not event.at_two_tables or not seats.exists():
        params = {"name": team.name if team else "–", "round": round_.number}
        raise ValidationFailed([Problem("no_match", _NO_MATCH, params)])
    return team


def _check_may_submit(round_: Round, team: Contestant, actor: Actor) -> None:
    """Raise `ValidationFailed` if the actor must not submit the line-up before the round starts.

    Once both line-ups of the match are public, the team itself must not change its line-up. Before
    that, a member who plays in the opposing team must not see or change it.
    """
    if round_.started_at:
        return
    if public_line_ups(round_).filter(contestant=team).exists():
        raise_if_any([Problem("line_up_open", _BOTH_SUBMITTED)] if actor.user_id is None else [])
        return
    own_seats = SeatHolder.objects.filter(seating__round=round_, contestant=team)
    opposing_seats = SeatHolder.objects.filter(seating__in=own_seats.values("seating")).exclude(
        contestant=team
    )
    if (
        actor.user_id
        and opposing_seats.filter(
            contestant__partners__player__in=player_ids_of_user(actor.user_id)
        ).exists()
    ):
        raise ValidationFailed([Problem("plays_against", _ACTOR_IS_OPPONENT, {"name": team.name})])


def _line_up_problems(
    game: Game,
    team: Contestant,
    players_by_number: Mapping[int, ContestantPlayer],
    player_numbers: Mapping[str, int],
) -> Iterator[Problem]:
    if len(players_by_number) < len(game.seats):
        yield Problem("no_players", _NO_LISTED_PLAYERS, {"name": team.name})
        return
    chosen_numbers = [
        player_numbers[seat] for seat in game.seats if player_numbers.get(seat) in players_by_number
    ]
    if len(chosen_numbers) < len(game.seats) or player_numbers.keys() - set(game.seats):
        yield Problem("seat_empty", _SEAT_EMPTY)
    for number in sorted(
        {
            player_number
            for player_number in chosen_numbers
            if chosen_numbers.count(player_number) > 1
        }
    ):
        yield Problem("sits_twice", _SITS_TWICE, {"player": players_by_number[number].player.name})


def _seat_public_line_ups(round_: Round, team: Contestant) -> None:
    """Enter the players in the seats of the team's match, if its line-ups are public."""
    seatings = SeatHolder.objects.filter(seating__round=round_, contestant=team).values("seating")
    public_seats = public_line_ups(round_).filter(contestant__places__seating__in=seatings)
    for line_up_seat in public_seats.distinct():
        seat_holders = SeatHolder.objects.filter(
            seating__round=round_, contestant=line_up_seat.contestant_id, seat=line_up_seat.seat
        )
        seat_holders.update(player=line_up_seat.player_id)


# Player ids by team id and seat.
_PlayerIdsBySeat = dict[int, dict[str, int]]


def _player_ids_by_team_and_seat(
    line_ups: QuerySet[LineUp] | QuerySet[SeatHolder],
) -> _PlayerIdsBySeat:
    seats: _PlayerIdsBySeat = {}
    for team_id, seat, player_id in line_ups.values_list("contestant_id", "seat", "player_id"):
        seats.setdefault(team_id, {})[seat] = player_id
    return seats


def _player_ids_in_list_order(round_: Round, team_ids: Iterable[int]) -> _PlayerIdsBySeat:
    """Return the first players of each team's list by seat, in the order of the lines."""
    seats: Sequence[str] = [
        seat for line in round_.section.session.stage.event.game.lines.values() for seat in line
    ]
    players_by_number = ContestantPlayer.objects.filter(contestant__in=team_ids).order_by(
        "contestant", "number"
    )
    player_ids_by_team: dict[int, list[int]] = {}
    for team_id, player_id in players_by_number.values_list("contestant_id", "player_id"):
        player_ids_by_team.setdefault(team_id, []).append(player_id)
    return {
        team_id: dict(zip(seats, player_ids, strict=False))
        for team_id, player_ids in player_ids_by_team.items()
    }
