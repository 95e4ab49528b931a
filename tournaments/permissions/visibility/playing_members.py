"""The own-board rule: what is hidden from staff who play in their own event.

A director or scorer sees no entries of a board that they still have to play at another table.
"""

from django.db.models import Q, QuerySet

from scoring.catalogue import TEAM_METHODS
from tournaments.models import Contestant, Entry, Play, Player, SeatHolder, Session, Stage


def player_ids_of_user(user_id: int) -> list[int]:
    """Return the ids of all players, in any club, who are this user.

    That is the players linked to the user, and those linked to the same person in other clubs.
    """
    players = Player.objects.filter(Q(user=user_id) | Q(person__players__user=user_id))
    return list(players.distinct().values_list("pk", flat=True))


def boards_to_play(user_id: int, session: Session) -> set[int]:
    """Return the board numbers of a session that the user still has to play."""
    if session.is_over:
        return set()
    due = Play.objects.without_entry().filter(_in_contestant_of(user_id), board__session=session)
    return set(due.values_list("board__number", flat=True))


def has_boards_to_play(user_id: int, club_id: int) -> bool:
    """Return whether the user may have boards to play in an unfinished session of a club.

    In a session whose rounds are drawn one at a time, that is true of every contestant.
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
    """Return whether a member who is this player may still have boards to play."""
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

    Hidden are plays at other tables of boards that the user still has to play. For a team that
    includes boards which either of its tables still has to play, since one table's result would
    help the other. The rule ends for plays revealed to the user, and when the session is over.
    """
    due = (
        Play.objects.without_entry()
        .filter(_in_contestant_of(user_id))
        .exclude(board__session__state=Session.State.FINISHED)
    )
    own_plays = Play.objects.filter(_at_own_table_of(user_id)).values("pk")
    elsewhere = plays.filter(board__in=due.values("board")).exclude(pk__in=own_plays)
    return elsewhere.exclude(reveals__user=user_id)


def play_ids_hidden_from(user_id: int, plays: QuerySet[Play]) -> set[int]:
    """Return the ids of those of some plays that are hidden from this user.

    It saves the search for the users, most of the staff, who are no player.
    """
    if not player_ids_of_user(user_id):
        return set()
    return set(plays_hidden_from(user_id, plays).values_list("pk", flat=True))


def is_player_of_event(user_id: int, event_id: int) -> bool:
    """Return whether the user is entered in the event or seated at one of its tables."""
    players = player_ids_of_user(user_id)
    if not players:
        return False
    entered = Contestant.objects.filter(
        event=event_id, withdrawn_at=None, partners__player__in=players
    )
    is_player = Q(player__in=players) | Q(substitutions__player__in=players)
    seat_holders = SeatHolder.objects.filter(is_player, contestant__event=event_id)
    return entered.exists() or seat_holders.exists()


def is_own_play_without_result(user_id: int, play: Play) -> bool:
    """Return whether a play is the user's own and has no result yet.

    A late entry counts as a result here, although it is not scored yet. Once the session is over no
    play is without a result in this sense.
    """
    if play.state != Play.State.DUE or play.board.session.is_over:
        return False
    withdrawn = play.entries.exclude(withdraws=None).values("withdraws")
    entered = play.entries.filter(kind=Entry.Kind.TABLE).exclude(revision__in=withdrawn)
    return (
        not entered.exists() and Play.objects.filter(_at_own_table_of(user_id), pk=play.pk).exists()
    )


def hides_rank_changes(user_id: int | None, stage: Stage) -> bool:
    """Return whether changes of rank and total in a stage are hidden from this user.

    The difference is an award: it would give away the result of a board that the user still has to
    play.
    """
    entered_plays = Play.objects.filter(board__session__stage=stage).exclude(revision=0)
    return user_id is not None and bool(play_ids_hidden_from(user_id, entered_plays))


def _in_contestant_of(user_id: int) -> Q:
    """Match plays at which the user sits, or which a substitute plays for their contestant."""
    players = player_ids_of_user(user_id)
    return _seated(user_id) | Q(seating__places__contestant__partners__player__in=players)


def _at_own_table_of(user_id: int) -> Q:
    """Match plays at the user's own table; of a team's two tables, the one where they sit."""
    at_two_tables = Q(
        board__session__stage__event__method_key__in=[method.key for method in TEAM_METHODS]
    )
    return _seated(user_id) | _in_contestant_of(user_id) & ~at_two_tables


def _seated(user_id: int) -> Q:
    """Match plays at which the user sits; as a substitute, from their first board."""
    return Q(pk__in=Play.objects.played_by(player_ids_of_user(user_id)).values("pk"))


def _is_entered(user_id: int, session: Session) -> bool:
    entered = Contestant.objects.filter(event=session.stage.event_id, withdrawn_at=None)
    return entered.filter(partners__player__in=player_ids_of_user(user_id)).exists()
