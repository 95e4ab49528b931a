"""The own-board rule: what is hidden from members of the staff who play themselves.

They do not see entries of other tables on a board that they still have to play.
"""

from django.db.models import Q, QuerySet

from scoring.catalogue import TEAM_METHODS
from tournaments.models import Contestant, Entry, Play, Player, SeatHolder, Session, Stage


def player_ids_of_user(user_id: int) -> list[int]:
    """Return the ids of all players, in any club, who are this user.

    These are the players linked to the user, and players of other clubs linked to the same person.
    """
    players = Player.objects.filter(Q(user=user_id) | Q(person__players__user=user_id))
    return list(players.distinct().values_list("pk", flat=True))


def boards_to_play(user_id: int, session: Session) -> set[int]:
    """Return the board numbers of a session that the user still has to play."""
    if session.is_over:
        return set()
    due_plays = Play.objects.without_entry().filter(
        _plays_of_contestants_with(user_id), board__session=session
    )
    return set(due_plays.values_list("board__number", flat=True))


def has_boards_to_play(user_id: int, club_id: int) -> bool:
    """Return whether the user may have boards to play in an unfinished session of a club.

    In a session with drawn rounds this is true for every contestant, because boards of later rounds
    are not known yet.
    """
    sessions = Session.objects.filter(stage__event__club=club_id).exclude(
        state=Session.State.FINISHED
    )
    return any(
        boards_to_play(user_id, session)
        or (session.stage.is_drawn and _is_entered(user_id, session))
        for session in sessions.select_related("stage__event")
    )


def has_member_with_boards_to_play(player: Player) -> bool:
    """Return whether a member who is this person may still have boards to play.

    The clubs of all players of the person are searched.
    """
    same_person = Q(pk=player.pk) | (Q(person=player.person_id) if player.person_id else Q(pk=None))
    players = list(Player.objects.filter(same_person))
    members = {player.user_id for player in players if player.user_id}
    return any(has_boards_to_play(user, player.club_id) for user in members for player in players)


def is_hidden_from_playing_director(user_id: int | None, play: Play) -> bool:
    """Return whether the own-board rule hides the entries of a play from this user."""
    return (
        user_id is not None and plays_hidden_from(user_id, Play.objects.filter(pk=play.pk)).exists()
    )


def plays_hidden_from(user_id: int, plays: QuerySet[Play]) -> QuerySet[Play]:
    """Return those of some plays that the own-board rule hides from this user.

    The rule hides plays at other tables of boards that the user still has to play. If the user
    plays in a team, these include boards that either table of the team still has to play, because
    the result of one table would help the other. Plays that were revealed to the user, and plays of
    finished sessions, are not hidden.
    """
    due_plays = (
        Play.objects.without_entry()
        .filter(_plays_of_contestants_with(user_id))
        .exclude(board__session__state=Session.State.FINISHED)
    )
    own_plays = Play.objects.filter(_plays_at_own_table_of(user_id)).values("pk")
    plays_elsewhere = plays.filter(board__in=due_plays.values("board")).exclude(pk__in=own_plays)
    return plays_elsewhere.exclude(reveals__user=user_id)


def play_ids_hidden_from(user_id: int, plays: QuerySet[Play]) -> set[int]:
    """Return the ids of those of some plays that are hidden from this user.

    Most members are not players of any club, and for these the plays are not searched.
    """
    if not player_ids_of_user(user_id):
        return set()
    return set(plays_hidden_from(user_id, plays).values_list("pk", flat=True))


def is_player_of_event(user_id: int, event_id: int) -> bool:
    """Return whether the user is a player or a substitute of a contestant of the event.

    A contestant who has withdrawn counts only if the user holds one of its seats.
    """
    players = player_ids_of_user(user_id)
    if not players:
        return False
    entries = Contestant.objects.filter(
        event=event_id, withdrawn_at=None, partners__player__in=players
    )
    is_player = Q(player__in=players) | Q(substitutions__player__in=players)
    seat_holders = SeatHolder.objects.filter(is_player, contestant__event=event_id)
    return entries.exists() or seat_holders.exists()


def is_own_play_without_result(user_id: int, play: Play) -> bool:
    """Return whether a play is the user's own and has no result yet.

    An entry that is late counts as a result here, although it is not scored yet. Once the session
    is over, the answer is always False.
    """
    if play.state != Play.State.DUE or play.board.session.is_over:
        return False
    withdrawn_revisions = play.entries.exclude(withdraws=None).values("withdraws")
    entries = play.entries.filter(kind=Entry.Kind.TABLE).exclude(revision__in=withdrawn_revisions)
    return (
        not entries.exists()
        and Play.objects.filter(_plays_at_own_table_of(user_id), pk=play.pk).exists()
    )


def hides_rank_changes(user_id: int | None, stage: Stage) -> bool:
    """Return whether changes of rank and total in a stage are hidden from this user.

    A change of a total is an award, from which the user could conclude the result of a board that
    they still have to play.
    """
    entered_plays = Play.objects.filter(board__session__stage=stage).exclude(revision=0)
    return user_id is not None and bool(play_ids_hidden_from(user_id, entered_plays))


def _plays_of_contestants_with(user_id: int) -> Q:
    """Return the condition for plays of the user's contestants, even if substitutes play.

    Plays at which the user sits as a substitute for others are included.
    """
    players = player_ids_of_user(user_id)
    return _plays_with_user_seated(user_id) | Q(
        seating__places__contestant__partners__player__in=players
    )


def _plays_at_own_table_of(user_id: int) -> Q:
    """Return the condition for plays at tables of the user's contestants.

    In events of teams these are only plays at the table where the user sits.
    """
    at_two_tables = Q(
        board__session__stage__event__method_key__in=[method.key for method in TEAM_METHODS]
    )
    return _plays_with_user_seated(user_id) | _plays_of_contestants_with(user_id) & ~at_two_tables


def _plays_with_user_seated(user_id: int) -> Q:
    """Return the condition for plays at which the user sits, also as a substitute."""
    return Q(pk__in=Play.objects.played_by(player_ids_of_user(user_id)).values("pk"))


def _is_entered(user_id: int, session: Session) -> bool:
    entries = Contestant.objects.filter(event=session.stage.event_id, withdrawn_at=None)
    return entries.filter(partners__player__in=player_ids_of_user(user_id)).exists()
