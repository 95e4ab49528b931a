"""The club's people: renamed, known as members, made one where the same person was entered twice."""

from collections.abc import Iterator

from django.db import transaction
from django.db.models import Q

from games.game import TEAM
from games.problems import Problem, Refused, refuse
from games.text import gettext_noop as _
from tournaments import scorebook
from tournaments.actions.actor import Actor
from tournaments.actions.audit import record
from tournaments.models import Contestant, Event, LineUp, Partner, Place, Player, Seating, Stage, Verb
from tournaments.queries.names import BETWEEN, LONGEST_NAME
from tournaments.queries.visibility.concealed import is_still_to_play

_NO_MEMBER = _("This is not a member of the club: choose one who is.")
_TAKEN_MEMBER = _("%(member)s is %(player)s already: take that back first.")
_OTHER_MEMBERS = _("%(player)s is the member %(member)s: two members are not one person.")
_STILL_PLAYS = _("%(player)s has boards yet to play: say who this is once the session is over.")
_PLAYED_APART = _("%(player)s and %(other)s both played in %(event)s: they are two people.")


def rename_player(player: Player, name: str, actor: Actor) -> None:
    """Write a player's name better. Whoever he plays for follows at once, in every event, and its standings.

    What is printed stays good: codes and links name nobody.

    Raises `Refused` for a name that is missing, too long, would read as two, or is another player's.
    """
    written, events = " ".join(name.split()), set[int]()
    refuse(_name_problems(player, written))
    with transaction.atomic():
        record(actor, Verb.RENAME_PLAYER, player.club, player=player.pk)
        player.name = written
        player.save(update_fields=["name"])
        for contestant in _called_otherwise(player):
            contestant.save(update_fields=["name"])
            events.add(contestant.event_id)
        for stage_id in Stage.objects.filter(event__in=events).order_by("pk").values_list("pk", flat=True):
            scorebook.call_by_present_names(stage_id)


def link_member(player: Player, user_id: int, actor: Actor) -> None:
    """Say which member of the club a player is: the desk then keeps from him what he has yet to play.

    Raises `Refused` for who is no member, for one who is another player already, and where the player is
    another member who has boards yet to play.
    """
    with transaction.atomic():
        if player.user_id != user_id:
            _refuse_while_playing(player)
        member = player.club.memberships.filter(user=user_id).select_related("user").first()
        if member is None:
            raise Refused([Problem("no_member", _NO_MEMBER, field="member")])
        if other := player.club.players.filter(user=user_id).exclude(pk=player.pk).first():
            params = {"member": member.user.get_username(), "player": other.name}
            raise Refused([Problem("member_taken", _TAKEN_MEMBER, params, "member")])
        Player.objects.filter(pk=player.pk).update(user=user_id)
        record(actor, Verb.LINK_MEMBER, player.club, player=player.pk, member=user_id)


def unlink_member(player: Player, actor: Actor) -> None:
    """A player is no member, or not this one: nothing is kept from him any more.

    Raises `Refused` while he has boards yet to play: whoever could take the link back for a moment would see
    them.
    """
    with transaction.atomic():
        _refuse_while_playing(player)
        if Player.objects.filter(pk=player.pk).exclude(user=None).update(user=None):
            record(actor, Verb.UNLINK_MEMBER, player.club, player=player.pk, member=player.user_id)


def _refuse_while_playing(player: Player) -> None:
    if player.user_id and is_still_to_play(player.user_id, player.club_id):
        raise Refused([Problem("still_plays", _STILL_PLAYS, {"player": player.name}, "member")])


def merge_players(keep: Player, other: Player, actor: Actor) -> None:
    """One person who was entered twice: all that `other` played is `keep`'s, and `other` is no more.

    Contestants keep the names they played under. Raises `Refused` with every reason why they are two people:
    they played in the same event as different contestants or at one table, or are different members.
    """
    with transaction.atomic():
        refuse(merge_problems(keep, other))
        partners = Partner.objects.filter(player=other).update(player=keep)
        places = Place.objects.filter(player=other).update(player=keep)
        LineUp.objects.filter(player=other).update(player=keep)
        member, merged = other.user_id, {"keep": keep.pk, "player": other.pk}
        other.delete()
        if member:
            Player.objects.filter(pk=keep.pk).update(user=member)
        record(actor, Verb.MERGE_PLAYERS, keep.club, **merged, played=partners, places=places)


def merge_problems(keep: Player, other: Player) -> Iterator[Problem]:
    """Every reason why two players cannot be one person."""
    if keep.pk == other.pk or keep.club_id != other.club_id:
        yield Problem("same_player", _("Choose another player of the club."), field="other")
        return
    for event in _events_apart(keep, other):
        params = {"player": keep.name, "other": other.name, "event": event.name}
        yield Problem("played_apart", _PLAYED_APART, params, "other")
    if keep.user and other.user:
        params = {"player": keep.name, "member": keep.user.get_username()}
        yield Problem("two_members", _OTHER_MEMBERS, params, "other")


def _events_apart(keep: Player, other: Player) -> list[Event]:
    """The events in which both played: for different contestants, as one pair, or at the same table."""
    together = Seating.objects.filter(places__player=keep).filter(places__player=other)
    pairs = Contestant.objects.filter(partners__player=keep).filter(partners__player=other)
    apart = set(together.values_list("round__section__session__stage__event", flat=True))
    apart |= set(pairs.values_list("event", flat=True))
    own, others = _contestants(keep), _contestants(other)
    apart |= {event for event in own.keys() & others.keys() if own[event] != others[event]}
    return list(Event.objects.filter(pk__in=apart))


def _contestants(player: Player) -> dict[int, set[int]]:
    """For whom a player played in each event, as a partner or in another's place."""
    played = Contestant.objects.filter(Q(partners__player=player) | Q(places__player=player))
    found: dict[int, set[int]] = {}
    for event, contestant in played.values_list("event", "pk").distinct():
        found.setdefault(event, set()).add(contestant)
    return found


def _called_otherwise(player: Player) -> Iterator[Contestant]:
    """Those he plays for who have another name now, with it.

    In an imported event two people may have one name: of two contestants who would be called alike the
    second stays as he was.
    """
    played = Contestant.objects.filter(partners__player=player).order_by("pk")
    played = played.exclude(event__players_each=TEAM)  # a team has a name of its own
    for contestant in played.prefetch_related("partners__player"):
        name = BETWEEN.join(partner.player.name for partner in contestant.partners.all())
        others = Contestant.objects.filter(event=contestant.event_id, name=name)
        if name != contestant.name and not others.exists():
            contestant.name = name
            yield contestant


def _name_problems(player: Player, name: str) -> Iterator[Problem]:
    if not name or BETWEEN in name:
        yield Problem("no_name", _("Write one person's name."), field="name")
    if len(name) > LONGEST_NAME:
        params = {"most": LONGEST_NAME}
        yield Problem("name_too_long", _("Write a name of %(most)s letters or fewer."), params, "name")
    others = player.club.players.exclude(pk=player.pk).values_list("name", flat=True)
    if name.casefold() in {other.casefold() for other in others}:
        template = _("There is another %(name)s: if it is the same person, make the two one.")
        yield Problem("name_taken", template, {"name": name}, "name")
