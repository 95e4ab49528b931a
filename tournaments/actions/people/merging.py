"""The same person entered twice: two players of a club made one, and that taken back."""

from collections.abc import Iterator

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from games.problems import Problem, ValidationFailed, raise_if_any
from games.text import gettext_noop as _
from tournaments.actions.audit import record_audit
from tournaments.actions.people.players import (
    check_has_no_boards_to_play,
    contestants_to_rename,
    name_from_players,
    save_contestant_names,
)
from tournaments.models import (
    AuditAction,
    Contestant,
    ContestantPlayer,
    Event,
    LineUp,
    Player,
    PlayerMerge,
    SeatHolder,
    Seating,
    Substitution,
)
from tournaments.permissions.actor import Actor

_TWO_MEMBERS = _("%(player)s signs in as %(member)s: two accounts cannot be one person.")
_TWO_LICENCES = _(
    "%(player)s has the licence number %(licence)s, the other has %(other)s: correct one first."
)
_TWO_PEOPLE = _(
    "%(player)s and %(other)s are linked with two people in other clubs: remove one link first."
)
_PLAYED_SAME_EVENT = _("%(player)s and %(other)s both played in %(event)s: they are two people.")
_CHOOSE_ANOTHER = _("Choose another player of the club.")
_ALREADY_UNDONE = _("That is already undone.")
_NAME_TAKEN = _("There is another %(name)s now: change that name first, then undo this.")
_EMPTY_VALUES = {"user_id": None, "licence": "", "person_id": None}
"""What a player may have besides his name, and what stands there where he has none."""


def merge_players(keep: Player, other: Player, actor: Actor) -> PlayerMerge:
    """One person who was entered twice: all that `other` played is `keep`'s, and `other` is no
    more.

    Contestants keep the names they played under. Raises `ValidationFailed` with every reason why
    they are two people: they played in the same event as different contestants or at one table, or
    are different members, have different licence numbers, or are different people over clubs.
    """
    with transaction.atomic():
        keep, other = _lock_players(keep, other)
        raise_if_any(merge_problems(keep, other))
        moved_values = {
            column: getattr(other, column) for column in _EMPTY_VALUES if getattr(other, column)
        }
        merge = keep.merges.create(
            player=other.pk, name=other.name, at=timezone.now(), **moved_values
        )
        partners, places = _move_rows(merge, other)
        other.delete()
        Player.objects.filter(pk=keep.pk).update(**moved_values)
        audit_data = {"keep": keep.pk, "player": merge.player}
        record_audit(
            actor,
            AuditAction.MERGE_PLAYERS,
            keep.club,
            **audit_data,
            played=partners,
            places=places,
        )
    return merge


def _lock_players(keep: Player, other: Player) -> tuple[Player, Player]:
    """Both as they are now, so that nobody is made one with two at the same moment."""
    rows = Player.objects.select_for_update().filter(pk__in=[keep.pk, other.pk]).order_by("pk")
    players = {player.pk: player for player in rows}
    if players.keys() != {keep.pk, other.pk}:
        raise ValidationFailed([Problem("same_player", _CHOOSE_ANOTHER, field="other")])
    return players[keep.pk], players[other.pk]


def _move_rows(merge: PlayerMerge, other: Player) -> tuple[int, int]:
    """Note what is the other's and give it to who is kept; how often he was a partner, and sat
    somewhere."""
    merge.partners.set(ContestantPlayer.objects.filter(player=other))
    merge.places.set(SeatHolder.objects.filter(player=other))
    merge.line_ups.set(LineUp.objects.filter(player=other))
    merge.line_ups.update(player=merge.keep)
    merge.substitutions.set(Substitution.objects.filter(player=other))
    merge.substitutions.update(player=merge.keep)
    merge.merges.set(other.merges.all())
    merge.merges.update(keep=merge.keep)
    return merge.partners.update(player=merge.keep), merge.places.update(player=merge.keep)


def merge_problems(keep: Player, other: Player) -> Iterator[Problem]:
    """Every reason why two players cannot be one person."""
    if keep.pk == other.pk or keep.club_id != other.club_id:
        yield Problem("same_player", _CHOOSE_ANOTHER, field="other")
        return
    for event in _events_both_played(keep, other):
        params = {"player": keep.name, "other": other.name, "event": event.name}
        yield Problem("played_apart", _PLAYED_SAME_EVENT, params, "other")
    if keep.user and other.user:
        params = {"player": keep.name, "member": keep.user.get_username()}
        yield Problem("two_members", _TWO_MEMBERS, params, "other")
    if keep.licence and other.licence:
        params = {"player": keep.name, "licence": keep.licence, "other": other.licence}
        yield Problem("two_licences", _TWO_LICENCES, params, "other")
    if keep.person_id and other.person_id:
        yield Problem(
            "two_people", _TWO_PEOPLE, {"player": keep.name, "other": other.name}, "other"
        )


def _events_both_played(keep: Player, other: Player) -> list[Event]:
    """The events in which both played: for different contestants, as one pair, or at the same
    table."""
    same_tables = Seating.objects.filter(_sat_as(keep)).filter(_sat_as(other))
    same_contestants = Contestant.objects.filter(partners__player=keep).filter(
        partners__player=other
    )
    event_ids = set(same_tables.values_list("round__section__session__stage__event", flat=True))
    event_ids |= set(same_contestants.values_list("event", flat=True))
    keep_contestants, other_contestants = _contestants_by_event(keep), _contestants_by_event(other)
    event_ids |= {
        event
        for event in keep_contestants.keys() & other_contestants.keys()
        if keep_contestants[event] != other_contestants[event]
    }
    return list(Event.objects.filter(pk__in=event_ids))


def _contestants_by_event(player: Player) -> dict[int, set[int]]:
    """For whom a player played in each event, as a partner or in another's place."""
    played = Contestant.objects.filter(Q(partners__player=player) | _sat_as(player))
    by_event: dict[int, set[int]] = {}
    for event, contestant in played.values_list("event", "pk").distinct():
        by_event.setdefault(event, set()).add(contestant)
    return by_event


def _sat_as(player: Player) -> Q:
    """Where a player sat down on a place, or came to it later."""
    return Q(places__player=player) | Q(places__substitutions__player=player)


def unmerge_players(merge: PlayerMerge, actor: Actor) -> None:
    """Take back that two players are one: the other has again what was his, and who was kept what
    he had.

    What was played since stays with who was kept; in rounds yet to begin whoever was a partner sits
    himself. Contestants that have since come to be called as who was kept are called as the other.
    Merges may be taken back in any order. Raises `ValidationFailed` where the other's name is
    somebody else's by now, and while a member has boards yet to play as who was kept.
    """
    with transaction.atomic():
        keep = Player.objects.select_for_update(of=("self",)).filter(merges=merge.pk).first()
        current_merge = PlayerMerge.objects.filter(pk=merge.pk, keep=keep).first()
        if keep is None or current_merge is None:
            raise ValidationFailed([Problem("taken_back", _ALREADY_UNDONE)])
        raise_if_any(_unmerge_problems(current_merge, keep))
        check_has_no_boards_to_play(keep)
        named_after_players = _named_after_players(current_merge)
        other = _recreate_player(current_merge, keep)
        partners, places = _move_rows_back(current_merge, other)
        save_contestant_names(
            contestant
            for contestant in contestants_to_rename(other)
            if contestant.pk in named_after_players
        )
        current_merge.delete()
        audit_data = {"keep": keep.pk, "player": other.pk}
        record_audit(
            actor,
            AuditAction.UNMERGE_PLAYERS,
            keep.club,
            **audit_data,
            played=partners,
            places=places,
        )


def _unmerge_problems(merge: PlayerMerge, keep: Player) -> Iterator[Problem]:
    others = keep.club.players.exclude(pk=keep.pk).values_list("name", flat=True)
    if merge.name.casefold() in {name.casefold() for name in others}:
        yield Problem("name_taken", _NAME_TAKEN, {"name": merge.name})


def _recreate_player(merge: PlayerMerge, keep: Player) -> Player:
    """The other player under his own number, with what was his and who was kept still has."""
    values = {column: getattr(merge, column) for column in _EMPTY_VALUES if getattr(merge, column)}
    values = {column: value for column, value in values.items() if getattr(keep, column) == value}
    Player.objects.filter(pk=keep.pk).update(**{column: _EMPTY_VALUES[column] for column in values})
    return Player.objects.create(pk=merge.player, club_id=keep.club_id, name=merge.name, **values)


def _move_rows_back(merge: PlayerMerge, other: Player) -> tuple[int, int]:
    """Give back what is still with who was kept, and the places that follow from it."""
    keep = merge.keep_id
    merge.merges.filter(keep=keep).update(keep=other)
    merge.line_ups.filter(player=keep).update(player=other)
    merge.substitutions.filter(player=keep).update(player=other)
    partners = merge.partners.filter(player=keep).update(player=other)
    places = merge.places.filter(player=keep).update(player=other)
    contestants = merge.partners.filter(player=other).values("contestant")
    upcoming_places = SeatHolder.objects.filter(
        player=keep, contestant__in=contestants, seating__round__started_at=None
    )
    return partners, places + upcoming_places.update(player=other)


def _named_after_players(merge: PlayerMerge) -> set[int]:
    """Contestants the other was one of who are called by the present names of their players."""
    moved = merge.partners.filter(player=merge.keep_id).values("contestant")
    contestants = Contestant.objects.filter(pk__in=moved).prefetch_related("partners__player")
    return {
        contestant.pk
        for contestant in contestants
        if contestant.name == name_from_players(contestant)
    }
