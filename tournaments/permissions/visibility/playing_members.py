"""A member who plays in his own event: what the desk keeps from him until he has played."""

from django.db.models import Q, QuerySet

from scoring.catalogue import TEAM_METHODS
from tournaments.models import Contestant, Entry, Place, Play, Player, Session, Stage


def player_ids_of_user(user_id: int) -> list[int]:
    """Every club's player who this user is: linked to him, or one person over clubs with one who
    is."""
    players = Player.objects.filter(Q(user=user_id) | Q(person__players__user=user_id))
    return list(players.distinct().values_list("pk", flat=True))


def boards_to_play(user_id: int, session: Session) -> set[int]:
    """The numbers of the boards that the player who this member is has yet to play; none once it
    is over."""
    if session.is_over:
        return set()
    due = Play.objects.awaited().filter(_seats(user_id), board__session=session)
    return set(due.values_list("board__number", flat=True))


def has_boards_to_play(user_id: int, club_id: int) -> bool:
    """Whether the player of a club who this member is may have boards to play in a session going
    on.

    Where rounds are still to be drawn whoever is entered may have some, though none is due.
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
    """Whether boards are kept from a member because he is this player, or one person over clubs
    with him."""
    is_he = Q(pk=player.pk) | (Q(person=player.person_id) if player.person_id else Q(pk=None))
    players = list(Player.objects.filter(is_he))
    members = {each.user_id for each in players if each.user_id}
    return any(has_boards_to_play(user, each.club_id) for user in members for each in players)


def is_hidden_from_playing_director(user_id: int | None, play: Play) -> bool:
    """Whether what was said about a play is kept from this user."""
    return (
        user_id is not None and plays_hidden_from(user_id, Play.objects.filter(pk=play.pk)).exists()
    )


def plays_hidden_from(user_id: int, plays: QuerySet[Play]) -> QuerySet[Play]:
    """Those of some plays that are kept from this user: he has their boards yet to play, elsewhere.

    Of a team he has yet to play what either of its tables has: what the one made would help the
    other.

    A play that was revealed to him is concealed no longer, and none is once the session is over.
    """
    due = (
        Play.objects.awaited()
        .filter(_seats(user_id))
        .exclude(board__session__state=Session.State.FINISHED)
    )
    own = Play.objects.filter(_own(user_id)).values("pk")
    elsewhere = plays.filter(board__in=due.values("board")).exclude(pk__in=own)
    return elsewhere.exclude(reveals__user=user_id)


def play_ids_hidden_from(user_id: int, plays: QuerySet[Play]) -> set[int]:
    """The same by number, without a search where the user is nobody's player: as most who direct
    are."""
    if not player_ids_of_user(user_id):
        return set()
    return set(plays_hidden_from(user_id, plays).values_list("pk", flat=True))


def is_player_of_event(user_id: int, event_id: int) -> bool:
    """Return whether the user is a player of the event: entered in it, or seated at one of its
    tables."""
    players = player_ids_of_user(user_id)
    if not players:
        return False
    entered = Contestant.objects.filter(
        event=event_id, withdrawn_at=None, partners__player__in=players
    )
    is_player = Q(player__in=players) | Q(substitutions__player__in=players)
    seated = Place.objects.filter(is_player, contestant__event=event_id)
    return entered.exists() or seated.exists()


def is_own_play_without_result(user_id: int, play: Play) -> bool:
    """Return whether a play is one of the user's own and still has no result.

    A late result has been entered, though it does not count yet. Once the session is over no play
    is due.
    """
    if play.state != Play.State.DUE or play.board.session.is_over:
        return False
    withdrawn = play.entries.exclude(withdraws=None).values("withdraws")
    entered = play.entries.filter(kind=Entry.Kind.TABLE).exclude(revision__in=withdrawn)
    return not entered.exists() and Play.objects.filter(_own(user_id), pk=play.pk).exists()


def hides_rank_changes(user_id: int | None, stage: Stage) -> bool:
    """Whether it is kept from this user whose place and total in a stage an act would change.

    The difference is an award: it would tell what was made of a board that he has yet to play.
    """
    said = Play.objects.filter(board__session__stage=stage).exclude(revision=0)
    return user_id is not None and bool(play_ids_hidden_from(user_id, said))


def _seats(user_id: int) -> Q:
    """Plays at which he sits, or which his contestant plays while another sits for him."""
    players = player_ids_of_user(user_id)
    return _sits(user_id) | Q(seating__places__contestant__partners__player__in=players)


def _own(user_id: int) -> Q:
    """Plays at his own table: of the two at which his team plays, that at which he sits himself."""
    at_two_tables = Q(
        board__session__stage__event__method_key__in=[each.key for each in TEAM_METHODS]
    )
    return _sits(user_id) | _seats(user_id) & ~at_two_tables


def _sits(user_id: int) -> Q:
    """Plays at which he sits himself; as a substitute from his first board on."""
    return Q(pk__in=Play.objects.played_by(player_ids_of_user(user_id)).values("pk"))


def _is_entered(user_id: int, session: Session) -> bool:
    entered = Contestant.objects.filter(event=session.stage.event_id, withdrawn_at=None)
    return entered.filter(partners__player__in=player_ids_of_user(user_id)).exists()
